// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The queue of the fair lock on a real server: its data, and heads that are dead or live in other programs.

#include "core/locks/redis/RedissonFairLock.h"
#include "tests/locks/redis/LockService.h"
#include "tests/support/BlockingAnswer.h"
#include "tests/support/Printed.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <QElapsedTimer>

#include <atomic>

namespace lockscope::fairServerTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

using locks::FairOptions;
using locks::Hold;
using locks::RedissonFairLock;

namespace {

constexpr auto waitLimit = 60s;
const QByteArray queue = "redisson_lock_queue:{L}";
const QByteArray deadlines = "redisson_lock_timeout:{L}";
const QByteArray channel = "redisson_lock__channel:{L}:";
const QByteArray foreign1 = "00000000-1111-4222-8333-444444444444:1";
const QByteArray foreign2 = "00000000-1111-4222-8333-444444444444:2";
/// Requests of one waiter until it has the lock, with a dead head before it.
constexpr std::uint64_t mostRequests = 10;

} // namespace

class FairServerTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_servers.reset(); }
    void init() { QCOMPARE(m_servers->command({"FLUSHALL"}), QByteArray("OK")); }

    void queueData();
    void deadHeadAndOurUnlock();
    void deadHeadsAndOurWaiter();
    void deadHeadAndForeignHolder();
    void deadWaiterOfOurs();
    void liveForeignHead();
    void headIsNotEvictedIfForbidden();
    void cancelledHeadWakesTheNext();
    void lostQueue();

private:
    [[nodiscard]] qlonglong serverTime();
    /// As a waiting client of Redisson.
    void enqueue(const QByteArray& owner);

    std::unique_ptr<RedisServers> m_servers;
};

void FairServerTest::initTestCase()
{
    m_servers = std::make_unique<RedisServers>();
    QVERIFY_RESULT(m_servers->start());
}

qlonglong FairServerTest::serverTime()
{
    const auto time = m_servers->command({"TIME"}).toList();
    return time[0].toByteArray().toLongLong() * 1000 + time[1].toByteArray().toLongLong() / 1000;
}

void FairServerTest::enqueue(const QByteArray& owner)
{
    m_servers->command({"RPUSH", queue, owner});
    m_servers->command({"ZADD", deadlines, QByteArray::number(serverTime() + 330'000), owner});
}

/// The entries and deadlines that Redisson makes (redis.md, 1.3).
void FairServerTest::queueData()
{
    LockService one(m_servers->target());
    LockService two(m_servers->target());
    RedissonFairLock first(one.client(), "L");
    RedissonFairLock second(two.client(), "L");
    auto hold = first.acquire(waitLimit);
    QVERIFY_RESULT(hold);
    BlockingAnswer<Hold> waiting;
    std::atomic<int> position = -1;
    auto states = second.onState([&](locks::Owner, const locks::LockState& state) { position = state.position; });
    const auto before = serverTime();
    second.acquireAsync({}, {}, waiting.reply());
    QTRY_COMPARE(m_servers->command({"LLEN", queue}), 1);
    const auto owner = m_servers->command({"LINDEX", queue, "0"}).toByteArray();
    QTRY_COMPARE(m_servers->command({"PUBSUB", "NUMSUB", channel + owner}).toList().at(1), QVariant(1LL));
    const auto score = m_servers->command({"ZSCORE", deadlines, owner}).toByteArray().toLongLong();
    QVERIFY2(score > before + 300'000 && score <= serverTime() + 330'000, QByteArray::number(score - before));
    QTRY_COMPARE(position.load(), 0);
    QCOMPARE(m_servers->command({"PTTL", queue}), -1);
    QVERIFY_RESULT(hold->release());
    auto next = waiting.get();
    QVERIFY_RESULT(next);
    QCOMPARE(printed(next->grant().node), owner);
    QCOMPARE(m_servers->command({"KEYS", "*"}).toList(), QVariantList{QByteArray("L")});
    QVERIFY_RESULT(next->release());
    second.executor().runAndWait([&] { states.reset(); });
}

/// No client of ours waits: the one that released removes the dead head, and the next one gets its message.
void FairServerTest::deadHeadAndOurUnlock()
{
    LockService service(m_servers->target());
    RedissonFairLock lock(service.client(), "L");
    auto hold = lock.acquire(waitLimit);
    QVERIFY_RESULT(hold);
    enqueue(foreign1);
    enqueue(foreign2);
    RedisConnection next(m_servers->port());
    QCOMPARE(next.command({"SUBSCRIBE", channel + foreign2}).toList().size(), 3);
    const auto before = service.requests();
    QElapsedTimer timer;
    timer.start();
    QVERIFY_RESULT(hold->release());
    const auto message = next.next().toList();
    qInfo("the next one was notified after %lld ms", timer.elapsed());
    QCOMPARE(message, (QVariantList{QByteArray("message"), channel + foreign2, QByteArray("0")}));
    QVERIFY2(timer.elapsed() < 5'000, QByteArray::number(timer.elapsed()));
    QCOMPARE(m_servers->command({"LRANGE", queue, "0", "-1"}).toList(), QVariantList{foreign2});
    QCOMPARE(m_servers->command({"ZCARD", deadlines}), 1);
    QVERIFY2(service.requests() - before <= 4, QByteArray::number(service.requests() - before));
}

void FairServerTest::deadHeadsAndOurWaiter()
{
    LockService one(m_servers->target());
    LockService two(m_servers->target());
    RedissonFairLock first(one.client(), "L");
    RedissonFairLock second(two.client(), "L");
    auto hold = first.acquire(waitLimit);
    QVERIFY_RESULT(hold);
    enqueue(foreign1);
    enqueue(foreign2);
    QVERIFY(second.acquire(0s).error().code == ErrorCode::TimedOut);
    const auto before = two.requests();
    BlockingAnswer<Hold> waiting;
    second.acquireAsync({}, {}, waiting.reply());
    QTRY_COMPARE(m_servers->command({"LLEN", queue}), 3);
    QElapsedTimer timer;
    timer.start();
    QVERIFY_RESULT(hold->release());
    auto next = waiting.get();
    QVERIFY_RESULT(next);
    qInfo("granted after %lld ms and %llu requests", timer.elapsed(),
          static_cast<unsigned long long>(two.requests() - before));
    QVERIFY2(timer.elapsed() < 10'000, QByteArray::number(timer.elapsed()));
    QVERIFY2(two.requests() - before <= mostRequests, QByteArray::number(two.requests() - before));
    QVERIFY_RESULT(next->release());
    QTRY_COMPARE(m_servers->command({"DBSIZE"}), 0);
}

/// The holder is no client of ours, and its lease ends: only the waiter can find out.
void FairServerTest::deadHeadAndForeignHolder()
{
    LockService service(m_servers->target());
    RedissonFairLock lock(service.client(), "L");
    QTRY_VERIFY(service.isConnected());
    QCOMPARE(m_servers->command({"HSET", "L", foreign2, "1"}), 1);
    QCOMPARE(m_servers->command({"PEXPIRE", "L", "1500"}), 1);
    enqueue(foreign1);
    const auto before = service.requests();
    QElapsedTimer timer;
    timer.start();
    auto hold = lock.acquire(waitLimit);
    QVERIFY_RESULT(hold);
    qInfo("granted after %lld ms (1500 ms of them the lease) and %llu requests", timer.elapsed(),
          static_cast<unsigned long long>(service.requests() - before));
    QVERIFY2(timer.elapsed() < 10'000, QByteArray::number(timer.elapsed()));
    QVERIFY2(service.requests() - before <= mostRequests, QByteArray::number(service.requests() - before));
    QVERIFY_RESULT(hold->release());
    QTRY_COMPARE(m_servers->command({"DBSIZE"}), 0);
}

void FairServerTest::deadWaiterOfOurs()
{
    LockService one(m_servers->target());
    auto dead = std::make_unique<LockService>(m_servers->target());
    LockService three(m_servers->target());
    RedissonFairLock first(one.client(), "L");
    auto gone = std::make_unique<RedissonFairLock>(dead->client(), "L");
    RedissonFairLock last(three.client(), "L");
    auto hold = first.acquire(waitLimit);
    QVERIFY_RESULT(hold);
    BlockingAnswer<Hold> never;
    gone->acquireAsync({}, {}, never.reply());
    QTRY_COMPARE(m_servers->command({"LLEN", queue}), 1);
    BlockingAnswer<Hold> waiting;
    last.acquireAsync({}, {}, waiting.reply());
    QTRY_COMPARE(m_servers->command({"LLEN", queue}), 2);
    dead->destroyClients(); // its entry stays
    QCOMPARE(printed(never.get().error().code), "Closed");
    QCOMPARE(m_servers->command({"LLEN", queue}), 2);
    QElapsedTimer timer;
    timer.start();
    QVERIFY_RESULT(hold->release());
    auto next = waiting.get();
    QVERIFY_RESULT(next);
    QVERIFY2(timer.elapsed() < 10'000, QByteArray::number(timer.elapsed()));
    QVERIFY_RESULT(next->release());
    QTRY_COMPARE(m_servers->command({"DBSIZE"}), 0);
}

void FairServerTest::liveForeignHead()
{
    LockService one(m_servers->target());
    LockService two(m_servers->target());
    RedissonFairLock first(one.client(), "L");
    RedissonFairLock second(two.client(), "L");
    auto hold = first.acquire(waitLimit);
    QVERIFY_RESULT(hold);
    enqueue(foreign1);
    RedisConnection head(m_servers->port());
    QCOMPARE(head.command({"SUBSCRIBE", channel + foreign1}).toList().size(), 3);
    BlockingAnswer<Hold> waiting;
    second.acquireAsync({}, {}, waiting.reply());
    QTRY_COMPARE(m_servers->command({"LLEN", queue}), 2);
    const auto before = two.requests();
    QVERIFY_RESULT(hold->release());
    QCOMPARE(head.next().toList().value(2), QVariant(QByteArray("0")));
    BlockingAnswer<Hold> late; // asks while the lock is free, but not for it
    first.acquireAsync({}, {}, late.reply());
    QTRY_VERIFY(m_servers->command({"LLEN", queue}) == 3);
    const auto start = one.loop().clock().now();
    QTRY_VERIFY(one.loop().clock().now() > start + 4s);
    QCOMPARE(m_servers->command({"LINDEX", queue, "0"}), foreign1);
    QCOMPARE(m_servers->command({"EXISTS", "L"}), 0);
    QVERIFY2(two.requests() - before <= mostRequests, QByteArray::number(two.requests() - before));
    // The head acquires and releases, as a client of Redisson.
    QCOMPARE(m_servers->command({"LPOP", queue}), foreign1);
    QCOMPARE(m_servers->command({"ZREM", deadlines, foreign1}), 1);
    const auto second1 = m_servers->command({"LINDEX", queue, "0"}).toByteArray();
    QCOMPARE(m_servers->command({"PUBLISH", channel + second1, "0"}), 1);
    auto next = waiting.get();
    QVERIFY_RESULT(next);
    QCOMPARE(printed(next->grant().node), second1);
    QVERIFY_RESULT(next->release());
    auto last = late.get();
    QVERIFY_RESULT(last);
    QVERIFY_RESULT(last->release());
    QTRY_COMPARE(m_servers->command({"DBSIZE"}), 0);
}

void FairServerTest::headIsNotEvictedIfForbidden()
{
    LockService service(m_servers->target());
    FairOptions options;
    options.mayEvict = false;
    RedissonFairLock lock(service.client(), "L", options);
    auto hold = lock.acquire(waitLimit);
    QVERIFY_RESULT(hold);
    enqueue(foreign1);
    QVERIFY_RESULT(hold->release());
    QCOMPARE(printed(lock.acquire(2s).error().code), "TimedOut");
    QTRY_COMPARE(m_servers->command({"LRANGE", queue, "0", "-1"}).toList(), QVariantList{foreign1});
}

/// The message of the release was spent on a waiter that leaves.
void FairServerTest::cancelledHeadWakesTheNext()
{
    LockService one(m_servers->target());
    LockService two(m_servers->target());
    RedissonFairLock first(one.client(), "L");
    RedissonFairLock second(two.client(), "L");
    for (int i = 0; i < 30; ++i) {
        auto hold = first.acquire(waitLimit);
        QVERIFY_RESULT(hold);
        std::stop_source stop;
        BlockingAnswer<Hold> cancelled;
        BlockingAnswer<Hold> waiting;
        second.acquireAsync({}, stop.get_token(), cancelled.reply());
        QTRY_COMPARE(m_servers->command({"LLEN", queue}), 1);
        second.acquireAsync({}, {}, waiting.reply());
        QTRY_COMPARE(m_servers->command({"LLEN", queue}), 2);
        BlockingAnswer<void> released;
        hold->releaseAsync(released.reply());
        stop.request_stop();
        QVERIFY_RESULT(released.get());
        auto left = cancelled.get();
        if (left)
            QVERIFY_RESULT(left->release());
        QElapsedTimer timer;
        timer.start();
        auto next = waiting.get();
        QVERIFY_RESULT(next);
        QVERIFY2(timer.elapsed() < 15'000, QByteArray::number(timer.elapsed()));
        QVERIFY_RESULT(next->release());
        QTRY_COMPARE(m_servers->command({"DBSIZE"}), 0);
    }
}

/// The server restarts without its data: holders lose, waiters queue again.
void FairServerTest::lostQueue()
{
    LockService one(m_servers->target());
    LockService two(m_servers->target());
    FairOptions options;
    options.watchdogTimeout = 3s;
    RedissonFairLock first(one.client(), "L", options);
    RedissonFairLock second(two.client(), "L", options);
    auto hold = first.acquire(waitLimit);
    QVERIFY_RESULT(hold);
    BlockingAnswer<Hold> waiting;
    second.acquireAsync({}, {}, waiting.reply());
    QTRY_COMPARE(m_servers->command({"LLEN", queue}), 1);
    QVERIFY_RESULT(m_servers->killServer());
    QVERIFY_RESULT(m_servers->startServer());
    auto next = waiting.get();
    QVERIFY_RESULT(next);
    QTRY_COMPARE(printed(hold->state().phase), "Lost");
    QVERIFY_RESULT(next->release());
}

} // namespace lockscope::fairServerTest

LOCKSCOPE_TEST(lockscope::fairServerTest::FairServerTest)
#include "FairServerTest.moc"
