// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Every lock on Redis with blocking callers, and on an executor that stops before its locks have ended.

#include "core/base/EventLoop.h"
#include "core/locks/redis/scripts/Scripts.h"
#include "tests/locks/redis/RedisBed.h"
#include "tests/support/Test.h"

#include <atomic>
#include <mutex>
#include <thread>

namespace lockscope::stoppedLockTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

/// The objects that a program's request owns.
struct StoppedRequest {
    std::shared_ptr<locks::Lock> lock;
    std::atomic<bool> isAnswered = false;
};

/// Servers and two programs on one loop with a thread.
class StoppedScene final {
public:
    explicit StoppedScene(RedisLockKind kind)
        : m_kind(kind)
    {
        loop.runAndWait([this] {
            m_network = std::make_unique<FakeRedisNetwork>(loop);
            const int count = m_kind == RedisLockKind::Redlock ? 3 : 1;
            for (int i = 0; i < count; ++i) {
                m_addresses.push_back({.host = "server" + std::to_string(i + 1), .port = 6379, .socket = {}});
                auto& server = m_network->add({.address = m_addresses.back()});
                for (const auto* script : locks::scripts::all())
                    server.run({"SCRIPT", "LOAD", std::string(script->text())});
                if (m_kind == RedisLockKind::Semaphore || m_kind == RedisLockKind::Permit)
                    server.run({"SET", "a", "1"});
            }
            m_rival = makeRedisLock(factsOf(m_kind).rival, clients("rival"), "a", RedisBed::quiet());
            m_request = std::make_shared<StoppedRequest>();
            m_request->lock = makeRedisLock(m_kind, clients("one"), "a", RedisBed::quiet());
        });
        m_left = m_request;
    }
    ~StoppedScene() { end(); }
    StoppedScene(const StoppedScene&) = delete;
    StoppedScene& operator=(const StoppedScene&) = delete;

    EventLoop loop;

    [[nodiscard]] locks::Lock& lock() { return *m_request->lock; }
    [[nodiscard]] bool rivalHolds()
    {
        auto hold = m_rival->acquire(30s);
        if (hold)
            m_holds.push_back(*std::move(hold));
        return !m_holds.empty();
    }
    [[nodiscard]] bool holds()
    {
        auto hold = lock().acquire(30s);
        if (hold)
            m_holds.push_back(*std::move(hold));
        return !m_holds.empty();
    }
    void releaseRival() { m_holds.clear(); }

    /// A reply that owns its caller, and thereby the lock.
    template <typename T> [[nodiscard]] Reply<T> reply() const
    {
        return [request = m_request](const Result<T>&) { request->isAnswered = true; };
    }
    void ask() { lock().acquireAsync({}, {}, reply<locks::Hold>()); }
    void giveBack() { m_holds.back().releaseAsync(reply<void>()); }

    /// The servers hold the next request of this kind.
    void hold(const redis::Script* script)
    {
        onServers([&](FakeRedis& server) {
            (void)server.hold({.command = "EVALSHA", .word = script->sha1(), .client = "one"});
        });
    }
    [[nodiscard]] std::size_t faultsLeft()
    {
        std::size_t left = 0;
        onServers([&](FakeRedis& server) { left += server.faultsLeft(); });
        return left;
    }
    /// The requests for the lock that the program has made.
    [[nodiscard]] std::size_t tries()
    {
        std::size_t count = 0;
        onServers([&](FakeRedis& server) {
            for (const auto& one : server.requests())
                count += one.client == "one" && one.words.front() == "EVALSHA" ? 1 : 0;
        });
        return count;
    }

    /// Stops the loop and ends the program in the usual order. True if all it owned is gone, and unanswered.
    [[nodiscard]] bool endsUnanswered()
    {
        const bool isAnswered = m_request->isAnswered;
        end();
        return !isAnswered && m_left.expired();
    }
    void endClients() { m_clients.clear(); }

private:
    [[nodiscard]] std::vector<redis::Client*> clients(const std::string& name)
    {
        std::vector<redis::Client*> all;
        for (const auto& address : m_addresses) {
            redis::ClientSettings settings;
            settings.target.servers = {address};
            settings.callbacks = &loop;
            m_clients.push_back(
                std::make_unique<redis::Client>(settings, loop, Log(), m_network->transports(loop, name)));
            all.push_back(m_clients.back().get());
        }
        return all;
    }
    void onServers(const std::function<void(FakeRedis&)>& task)
    {
        loop.runAndWait([&] {
            for (const auto& address : m_addresses)
                task(m_network->server(address));
        });
    }
    void end()
    {
        loop.stop();
        m_holds.clear();
        m_request.reset();
        m_rival.reset();
        m_clients.clear();
        m_network.reset();
    }

    const RedisLockKind m_kind;
    std::unique_ptr<FakeRedisNetwork> m_network;
    std::vector<redis::Address> m_addresses;
    std::vector<std::unique_ptr<redis::Client>> m_clients;
    std::shared_ptr<locks::Lock> m_rival;
    std::shared_ptr<StoppedRequest> m_request;
    std::weak_ptr<StoppedRequest> m_left;
    std::vector<locks::Hold> m_holds;
};

} // namespace

class StoppedLockTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase_data() { addRedisLockKinds(); }
    void blockingCallsWaitTheirTurn();
    void isLockable();
    void refusesABlockingCallOnItsExecutor();
    void stopsWhileItAcquires();
    void stopsWhileItWaits();
    void stopsWhileItHolds();
    void stopsWhileItReleases();
    void answersABlockedCallerWithTheEndOfTheClient();
};

void StoppedLockTest::blockingCallsWaitTheirTurn()
{
    StoppedScene scene(currentRedisLockKind());
    QVERIFY(scene.rivalHolds());
    Result<locks::Hold> result = failure(ErrorCode::Cancelled, "test");
    std::thread caller([&] { result = scene.lock().acquire(30s); });
    QTRY_VERIFY(scene.tries() > 0);
    scene.releaseRival();
    caller.join();
    QVERIFY_RESULT(result);
    QVERIFY_RESULT(result->release());
}

void StoppedLockTest::isLockable()
{
    StoppedScene scene(currentRedisLockKind());
    auto& lock = scene.lock();
    QVERIFY(!lock.currentHold());
    {
        const std::scoped_lock guard(lock);
        QVERIFY(lock.currentHold());
        QCOMPARE(printed(lock.currentHold()->state().phase), "Held");
    }
    QVERIFY(!lock.currentHold());
    lock.unlock(); // no effect without a hold
    QTRY_VERIFY(lock.try_lock());
    const bool isReentrant = factsOf(currentRedisLockKind()).isReentrant;
    const bool isShared = factsOf(currentRedisLockKind()).isShared;
    bool isLockedAgain = lock.try_lock();
    QCOMPARE(isLockedAgain, isReentrant);
    bool isLockedElsewhere = false;
    std::thread([&] {
        isLockedElsewhere = lock.try_lock();
        lock.unlock();
    }).join();
    QCOMPARE(isLockedElsewhere, isShared);
    lock.unlock();
    if (isLockedAgain)
        lock.unlock();
    QVERIFY(!lock.currentHold());
}

void StoppedLockTest::refusesABlockingCallOnItsExecutor()
{
    StoppedScene scene(currentRedisLockKind());
    Result<locks::Hold> result = failure(ErrorCode::Cancelled, "test");
    scene.loop.runAndWait([&] { result = scene.lock().acquire(1s); });
    QVERIFY(!result);
    QCOMPARE(printed(result.error().code), "BadArguments");
}

void StoppedLockTest::stopsWhileItAcquires()
{
    StoppedScene scene(currentRedisLockKind());
    scene.hold(factsOf(currentRedisLockKind()).acquire);
    scene.ask();
    QTRY_COMPARE(scene.faultsLeft(), std::size_t(0));
    QVERIFY(scene.endsUnanswered());
}

void StoppedLockTest::stopsWhileItWaits()
{
    StoppedScene scene(currentRedisLockKind());
    QVERIFY(scene.rivalHolds());
    scene.ask();
    QTRY_VERIFY(scene.tries() > 0);
    QVERIFY(scene.endsUnanswered());
}

void StoppedLockTest::stopsWhileItHolds()
{
    StoppedScene scene(currentRedisLockKind());
    QVERIFY(scene.holds());
    QVERIFY(scene.endsUnanswered());
}

void StoppedLockTest::stopsWhileItReleases()
{
    StoppedScene scene(currentRedisLockKind());
    QVERIFY(scene.holds());
    scene.hold(factsOf(currentRedisLockKind()).release);
    scene.giveBack();
    QTRY_COMPARE(scene.faultsLeft(), std::size_t(0));
    QVERIFY(scene.endsUnanswered());
}

void StoppedLockTest::answersABlockedCallerWithTheEndOfTheClient()
{
    StoppedScene scene(currentRedisLockKind());
    QVERIFY(scene.rivalHolds());
    Result<locks::Hold> result = failure(ErrorCode::Cancelled, "test");
    std::thread caller([&] { result = scene.lock().acquire(); });
    QTRY_VERIFY(scene.tries() > 0);
    scene.loop.stop();
    scene.endClients();
    caller.join();
    QVERIFY(!result);
    QCOMPARE(printed(result.error().code), "Closed");
    QVERIFY(scene.endsUnanswered());
}

} // namespace lockscope::stoppedLockTest

LOCKSCOPE_TEST(lockscope::stoppedLockTest::StoppedLockTest)
#include "StoppedLockTest.moc"
