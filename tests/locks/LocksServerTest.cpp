// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The locks on a real server, from blocking threads, as in a service.

#include "core/locks/zookeeper/KazooSemaphore.h"
#include "core/locks/zookeeper/Mutex.h"
#include "core/locks/zookeeper/Semaphore.h"
#include "core/locks/zookeeper/SingleNodeLock.h"
#include "tests/support/BlockingAnswer.h"
#include "tests/support/Printed.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"

#include <atomic>
#include <thread>

namespace lockscope::locksServerTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

/// Longer than a stall of the machine: no session of these tests may expire.
constexpr auto sessionTimeout = 20s;
constexpr auto waitLimit = 60s;
constexpr int waitLimitMs = 60'000;

/// One program with its own executor and session.
struct Service : BlockingClient {
    explicit Service(const QString& connect)
        : BlockingClient(connect, sessionTimeout)
    {
    }
};

} // namespace

class LocksServerTest final : public ServerTest {
    Q_OBJECT
private Q_SLOTS:
    void threadsOfOneObjectTakeTurns();
    void servicesTakeTurns_data();
    void servicesTakeTurns();
    void timesOutAndCancels();
    void refusesToBlockItsOwnExecutor();
    void losesAndRegainsAcrossARestart();
    void saysThatItsChrootIsMissing();
    static void executorStopsFirst_data();
    void executorStopsFirst();
};

void LocksServerTest::threadsOfOneObjectTakeTurns()
{
    Service service(m_servers.connectString());
    locks::Mutex mutex(service.client(), m_servers.uniquePath().toStdString());
    int inside = 0; // guarded by the mutex only: a race detector reports a failed exclusion
    std::atomic<int> most = 0;
    std::atomic<int> turns = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 6; ++i) {
        threads.emplace_back([&] {
            for (int turn = 0; turn < 5; ++turn) {
                const std::unique_lock outer(mutex);
                const std::unique_lock inner(mutex, std::try_to_lock); // re-entrant
                if (!inner)
                    return;
                ++inside;
                most = std::max(most.load(), inside);
                std::this_thread::yield();
                --inside;
                ++turns;
            }
        });
    }
    for (auto& thread : threads)
        thread.join();
    QCOMPARE(turns.load(), 30);
    QCOMPARE(most.load(), 1);
}

void LocksServerTest::servicesTakeTurns_data()
{
    QTest::addColumn<bool>("single");
    QTest::addRow("mutex") << false;
    QTest::addRow("single node") << true;
}

void LocksServerTest::servicesTakeTurns()
{
    QFETCH(bool, single);
    const auto path = m_servers.uniquePath().toStdString();
    std::atomic<int> inside = 0;
    std::atomic<int> overlaps = 0;
    std::atomic<int> turns = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            Service service(m_servers.connectString());
            std::unique_ptr<locks::Lock> lock;
            if (single)
                lock = std::make_unique<locks::SingleNodeLock>(service.client(), path + "/lock");
            else
                lock = std::make_unique<locks::Mutex>(service.client(), path);
            std::int64_t last = 0;
            for (int turn = 0; turn < 20; ++turn) {
                auto hold = lock->acquire();
                if (!hold)
                    return;
                if (++inside > 1 || hold->token() <= last)
                    ++overlaps;
                last = hold->token();
                std::this_thread::yield();
                --inside;
                if (!hold->release())
                    return;
                ++turns;
            }
        });
    }
    for (auto& thread : threads)
        thread.join();
    QCOMPARE(turns.load(), 80);
    QCOMPARE(overlaps.load(), 0);
}

void LocksServerTest::timesOutAndCancels()
{
    Service one(m_servers.connectString());
    Service two(m_servers.connectString());
    const auto path = m_servers.uniquePath().toStdString();
    locks::Mutex first(one.client(), path);
    locks::Mutex second(two.client(), path);
    auto hold = first.acquire();
    QVERIFY(hold);
    const auto timedOut = second.acquire(100ms);
    QVERIFY(!timedOut);
    QCOMPARE(printed(timedOut.error().code), "TimedOut");
    std::stop_source stop;
    Result<locks::Hold> cancelled = failure(ErrorCode::System, "test");
    std::thread waiter([&] { cancelled = second.acquire({}, stop.get_token()); });
    stop.request_stop();
    waiter.join();
    QVERIFY(!cancelled);
    QCOMPARE(printed(cancelled.error().code), "Cancelled");
    QVERIFY(hold->release());
    auto next = second.acquire(waitLimit);
    QVERIFY(next && next->release());
}

void LocksServerTest::refusesToBlockItsOwnExecutor()
{
    Service service(m_servers.connectString());
    locks::Mutex mutex(service.client(), m_servers.uniquePath().toStdString());
    Result<locks::Hold> grant = failure(ErrorCode::System, "test");
    service.executor().runAndWait([&] { grant = mutex.acquire(); });
    QVERIFY(!grant);
    QCOMPARE(printed(grant.error().code), "BadArguments");
}

void LocksServerTest::losesAndRegainsAcrossARestart()
{
    Service service(m_servers.connectString());
    locks::Mutex mutex(service.client(), m_servers.uniquePath().toStdString());
    std::atomic<bool> uncertain = false;
    auto states = mutex.onState([&](locks::Owner, const locks::LockState& state) {
        if (state.phase == locks::Phase::Uncertain)
            uncertain = true;
    });
    auto hold = mutex.acquire();
    QVERIFY(hold);
    QVERIFY(m_servers.killServer());
    QTRY_VERIFY(uncertain.load());
    QVERIFY(m_servers.startServer());
    // The session may survive the restart or not; the state reports which, and the lock can be acquired again.
    auto phase = locks::Phase::Uncertain;
    const auto decided = [&] {
        phase = hold->state().phase;
        return phase == locks::Phase::Held || phase == locks::Phase::Lost;
    };
    QTRY_VERIFY_WITH_TIMEOUT(decided(), waitLimitMs);
    QCOMPARE(hold->release().has_value(), phase == locks::Phase::Held);
    auto again = mutex.acquire(waitLimit);
    QVERIFY(again && again->release());
    service.executor().runAndWait([&] { states.reset(); });
}

void LocksServerTest::saysThatItsChrootIsMissing()
{
    const auto chroot = m_servers.uniquePath();
    Service service(m_servers.connectString() + chroot);
    locks::SingleNodeLock topmost(service.client(), "/lock");
    locks::Mutex below(service.client(), "/locks/a");
    locks::KazooSemaphore pool(service.client(), "/pool", 1);
    for (locks::Lock* lock :
         {static_cast<locks::Lock*>(&topmost), static_cast<locks::Lock*>(&below), static_cast<locks::Lock*>(&pool)}) {
        const auto answer = lock->acquire(waitLimit);
        QVERIFY(!answer);
        QCOMPARE(printed(answer.error().code), "NoNode");
        QVERIFY2(answer.error().detail.find("chroot") != std::string::npos, describe(answer.error()).c_str());
    }
    BlockingClient other(m_servers.connectString());
    QVERIFY(other.create(chroot.toStdString()));
    QVERIFY(topmost.acquire(waitLimit));
    QVERIFY(below.acquire(waitLimit));
    QVERIFY(pool.acquire(waitLimit));
}

void LocksServerTest::executorStopsFirst_data()
{
    QTest::addColumn<bool>("semaphore");
    QTest::addColumn<QByteArray>("state");
    for (const bool semaphore : {false, true}) {
        for (const auto* state : {"creating", "waiting", "holding", "releasing"})
            QTest::addRow("%s, %s", semaphore ? "semaphore" : "mutex", state) << semaphore << QByteArray(state);
    }
}

void LocksServerTest::executorStopsFirst()
{
    QFETCH(bool, semaphore);
    QFETCH(QByteArray, state);
    const auto path = m_servers.uniquePath().toStdString();
    const auto make = [&](zk::Client& client) -> std::shared_ptr<locks::Lock> {
        if (semaphore)
            return std::make_shared<locks::Semaphore>(client, path, 1);
        return std::make_shared<locks::Mutex>(client, path);
    };
    Service other(m_servers.connectString());
    const auto rival = make(other.client());
    std::weak_ptr<locks::Lock> left;
    auto before = Result<locks::Hold>(failure(ErrorCode::NotHeld, "test"));
    {
        Service service(m_servers.connectString());
        auto lock = make(service.client());
        left = lock;
        std::optional<locks::Hold> hold; // destroyed before the executor
        std::atomic<int> position = -1;
        auto states = lock->onState([&](locks::Owner, const locks::LockState& now) { position = now.position; });
        if (state == "waiting") {
            before = rival->acquire(waitLimit);
            QVERIFY(before);
        } else if (state != "creating") {
            BlockingAnswer<locks::Hold> granted;
            lock->acquireAsync(waitLimit, {}, granted.reply());
            auto answer = granted.get(2 * waitLimit); // the lock's own limit ends first
            QVERIFY(answer);
            hold = *std::move(answer);
        }
        if (state == "creating" || state == "waiting")
            lock->acquireAsync({}, {}, [lock](const auto&) {});
        if (state == "waiting")
            QTRY_VERIFY(position == 1);
        if (state == "releasing")
            hold->releaseAsync([lock](const auto&) {});
        service.executor().stop();
    }
    QVERIFY(left.expired());
    if (state == "waiting")
        QVERIFY(before->release());
    auto after = rival->acquire(waitLimit);
    QVERIFY(after && after->release()); // no node was left on the server either
}

} // namespace lockscope::locksServerTest

LOCKSCOPE_TEST(lockscope::locksServerTest::LocksServerTest)
#include "LocksServerTest.moc"
