// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Redlock on five real masters.

#include "core/locks/redis/Redlock.h"
#include "tests/locks/redis/LockService.h"
#include "tests/support/BlockingAnswer.h"
#include "tests/support/Printed.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <atomic>
#include <thread>

namespace lockscope::redlockServerTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

using locks::Hold;
using locks::Redlock;
using locks::RedlockOptions;

namespace {

constexpr auto waitLimit = 60s;
constexpr int masters = 5;

/// A stall of the machine is no reason to give up a server.
RedlockOptions patient()
{
    RedlockOptions options;
    options.nodeTimeout = 2s;
    return options;
}

RedlockOptions renewedEvery(std::chrono::milliseconds interval)
{
    auto options = patient();
    options.lease.reset();
    options.watchdogTimeout = 3 * interval;
    return options;
}

} // namespace

class RedlockServerTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_servers.reset(); }
    void init();
    void cleanup();

    void holdsOnAll();
    void sequential();
    void takesTurns();
    void twoOfFiveDown();
    void threeOfFiveStandStill();
    void lateGrantIsDeleted();
    void lostVotes();
    void fixedLeaseEnds();
    void extensionsEnd();
    void restartedEmpty();
    void releaseWithoutMajority();

private:
    [[nodiscard]] QStringList targets() const;
    /// The number of servers that have the key.
    [[nodiscard]] int votes(const QByteArray& token);
    [[nodiscard]] int keys();

    std::unique_ptr<RedisServers> m_servers;
    std::vector<int> m_paused;
};

void RedlockServerTest::initTestCase()
{
    m_servers = std::make_unique<RedisServers>(
        redis::RedisSandboxOptions{.kind = redis::SandboxKind::Independent, .masters = masters});
    QVERIFY_RESULT(m_servers->start());
}

void RedlockServerTest::init()
{
    for (int i = 0; i < masters; ++i)
        QCOMPARE(m_servers->command({"FLUSHALL"}, i), QByteArray("OK"));
}

void RedlockServerTest::cleanup()
{
    for (const int index : std::exchange(m_paused, {}))
        m_servers->resumeServer(index);
}

QStringList RedlockServerTest::targets() const
{
    QStringList all;
    for (int i = 0; i < masters; ++i)
        all += QStringLiteral("redis://127.0.0.1:%1").arg(m_servers->port(i));
    return all;
}

int RedlockServerTest::votes(const QByteArray& token)
{
    int count = 0;
    for (int i = 0; i < masters; ++i)
        count += m_servers->command({"GET", "L"}, i) == token ? 1 : 0;
    return count;
}

int RedlockServerTest::keys()
{
    int count = 0;
    for (int i = 0; i < masters; ++i)
        count += m_servers->command({"EXISTS", "L"}, i).toInt();
    return count;
}

void RedlockServerTest::holdsOnAll()
{
    LockService service(targets());
    Redlock lock(service.clients(), "L", patient());
    QTRY_VERIFY(service.isConnected());
    const auto before = lock.executor().clock().now();
    auto hold = lock.acquire(waitLimit);
    QVERIFY_RESULT(hold);
    const auto after = lock.executor().clock().now();
    QCOMPARE(hold->grant().node.size(), std::size_t(32));
    QTRY_COMPARE(votes(printed(hold->grant().node)), masters);
    for (int i = 0; i < masters; ++i) {
        const auto left = m_servers->command({"PTTL", "L"}, i).toLongLong();
        QVERIFY2(left > 1'000 && left <= 10'000, QByteArray::number(left));
    }
    // validity = lease - elapsed - drift, drift = 1 % of the lease + 2 ms (redis.md, 2.1)
    QVERIFY(hold->validUntil() >= before + 10s - 102ms);
    QVERIFY(hold->validUntil() <= after + 10s - 102ms);
    QVERIFY_RESULT(hold->verify());
    QVERIFY_RESULT(hold->release());
    QTRY_COMPARE(keys(), 0);
    QCOMPARE(printed(hold->release().error().code), "NotHeld");
}

void RedlockServerTest::sequential()
{
    LockService service(targets());
    auto options = patient();
    options.isSequential = true;
    Redlock lock(service.clients(), "L", options);
    QVERIFY_RESULT(m_servers->killServer(1));
    for (int i = 0; i < 3; ++i) {
        auto hold = lock.acquire(waitLimit);
        QVERIFY_RESULT(hold);
        QVERIFY_RESULT(hold->verify());
        QVERIFY_RESULT(hold->release());
    }
    QVERIFY_RESULT(m_servers->startServer(1));
    QTRY_COMPARE(keys(), 0);
}

void RedlockServerTest::takesTurns()
{
    std::atomic<int> inside = 0;
    std::atomic<int> overlaps = 0;
    std::atomic<int> turns = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            LockService service(targets());
            Redlock lock(service.clients(), "L", patient());
            for (int turn = 0; turn < 50; ++turn) {
                auto hold = lock.acquire(waitLimit);
                if (!hold)
                    return;
                if (++inside != 1)
                    ++overlaps;
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
    QCOMPARE(turns.load(), 200);
    QCOMPARE(overlaps.load(), 0);
    QTRY_COMPARE(keys(), 0);
}

void RedlockServerTest::twoOfFiveDown()
{
    LockService service(targets());
    Redlock lock(service.clients(), "L", renewedEvery(500ms));
    QVERIFY_RESULT(m_servers->killServer(0));
    QVERIFY_RESULT(m_servers->killServer(4));
    auto hold = lock.acquire(waitLimit);
    QVERIFY_RESULT(hold);
    const auto until = hold->validUntil().value();
    QTRY_VERIFY(hold->validUntil() > until + 2s);
    QVERIFY_RESULT(hold->verify());
    QVERIFY_RESULT(hold->release());
    QVERIFY_RESULT(m_servers->startServers({0, 4}));
    QTRY_COMPARE(keys(), 0);
}

void RedlockServerTest::threeOfFiveStandStill()
{
    LockService service(targets(), impatientSettings());
    auto options = patient();
    options.nodeTimeout = 50ms;
    Redlock lock(service.clients(), "L", options);
    QTRY_VERIFY(service.isConnected());
    for (const int index : {0, 2, 4}) {
        QVERIFY_RESULT(m_servers->pauseServer(index));
        m_paused.push_back(index);
    }
    QCOMPARE(printed(lock.acquire(0s).error().code), "NoConnection");
    QCOMPARE(printed(lock.acquire(300ms).error().code), "TimedOut");
    QTRY_COMPARE(m_servers->command({"EXISTS", "L"}, 1), 0);
    QTRY_COMPARE(m_servers->command({"EXISTS", "L"}, 3), 0);
    BlockingAnswer<Hold> waiting;
    lock.acquireAsync({}, {}, waiting.reply());
    cleanup();
    auto hold = waiting.get();
    QVERIFY_RESULT(hold);
    QVERIFY_RESULT(hold->release());
    QTRY_COMPARE(keys(), 0);
}

/// A server executes the request after its vote was given up: the release is behind it.
void RedlockServerTest::lateGrantIsDeleted()
{
    LockService service(targets());
    auto options = patient();
    options.nodeTimeout = 100ms;
    Redlock lock(service.clients(), "L", options);
    QTRY_VERIFY(service.isConnected());
    QVERIFY_RESULT(m_servers->pauseServer(2));
    m_paused.push_back(2);
    auto hold = lock.acquire(waitLimit);
    QVERIFY_RESULT(hold);
    QVERIFY_RESULT(hold->release()); // by a majority
    cleanup();
    QTRY_COMPARE(keys(), 0);
}

void RedlockServerTest::lostVotes()
{
    LockService service(targets());
    Redlock lock(service.clients(), "L", renewedEvery(500ms));
    QTRY_VERIFY(service.isConnected());
    auto hold = lock.acquire(waitLimit);
    QVERIFY_RESULT(hold);
    const auto token = printed(hold->grant().node);
    QTRY_COMPARE(votes(token), masters);
    for (const int index : {0, 1})
        QCOMPARE(m_servers->command({"DEL", "L"}, index), 1);
    const auto until = hold->validUntil().value();
    QTRY_VERIFY(hold->validUntil() > until + 1s); // three votes are a majority
    QVERIFY_RESULT(hold->verify());
    QCOMPARE(m_servers->command({"SET", "L", "another token"}, 2), QByteArray("OK"));
    QTRY_COMPARE(printed(hold->state().phase), "Lost");
    QCOMPARE(printed(hold->state().reason), printed(locks::LostReason::KeyDeleted));
    QTRY_COMPARE(votes(token), 0);
    QCOMPARE(m_servers->command({"GET", "L"}, 2), QByteArray("another token"));
    QCOMPARE(printed(hold->release().error().code), "NotHeld");
}

void RedlockServerTest::fixedLeaseEnds()
{
    LockService service(targets());
    auto options = patient();
    options.lease = 600ms;
    Redlock lock(service.clients(), "L", options);
    auto hold = lock.acquire(waitLimit);
    QVERIFY_RESULT(hold);
    QTRY_COMPARE(printed(hold->state().phase), "Uncertain");
    QTRY_COMPARE(printed(hold->state().phase), "Lost");
    QCOMPARE(printed(hold->state().reason), printed(locks::LostReason::LeaseExpired));
    QCOMPARE(keys(), 0);
}

void RedlockServerTest::extensionsEnd()
{
    LockService service(targets());
    auto options = renewedEvery(300ms);
    options.maxExtensions = 2;
    Redlock lock(service.clients(), "L", options);
    QTRY_VERIFY(service.isConnected());
    auto hold = lock.acquire(waitLimit);
    QVERIFY_RESULT(hold);
    const auto granted = lock.executor().clock().now();
    QTRY_COMPARE(printed(hold->state().phase), "Lost");
    QCOMPARE(printed(hold->state().reason), printed(locks::LostReason::LeaseExpired));
    QVERIFY(lock.executor().clock().now() > granted + 1s); // after 300 and 600 ms, for 900 ms
    QTRY_COMPARE(keys(), 0);
}

void RedlockServerTest::restartedEmpty()
{
    LockService service(targets());
    Redlock lock(service.clients(), "L", renewedEvery(1s));
    auto hold = lock.acquire(waitLimit);
    QVERIFY_RESULT(hold);
    for (int i = 0; i < 3; ++i)
        QVERIFY_RESULT(m_servers->killServer(i));
    QVERIFY_RESULT(m_servers->startServers({0, 1, 2}));
    QTRY_COMPARE(printed(hold->state().phase), "Lost");
    QCOMPARE(printed(hold->release().error().code), "NotHeld");
    QTRY_COMPARE(keys(), 0);
}

void RedlockServerTest::releaseWithoutMajority()
{
    LockService service(targets(), impatientSettings());
    Redlock lock(service.clients(), "L", patient());
    QTRY_VERIFY(service.isConnected());
    auto hold = lock.acquire(waitLimit);
    QVERIFY_RESULT(hold);
    QTRY_COMPARE(votes(printed(hold->grant().node)), masters);
    for (const int index : {0, 1, 2}) {
        QVERIFY_RESULT(m_servers->pauseServer(index));
        m_paused.push_back(index);
    }
    BlockingAnswer<void> released;
    hold->releaseAsync(released.reply());
    QTRY_COMPARE(m_servers->command({"EXISTS", "L"}, 3), 0);
    QTRY_COMPARE(m_servers->command({"EXISTS", "L"}, 4), 0);
    cleanup();
    QVERIFY_RESULT(released.get());
    QTRY_COMPARE(keys(), 0);
}

} // namespace lockscope::redlockServerTest

LOCKSCOPE_TEST(lockscope::redlockServerTest::RedlockServerTest)
#include "RedlockServerTest.moc"
