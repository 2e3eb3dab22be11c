// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Several programs that wait for each other, with leases of half a minute: each hand-over takes a message, because a
/// client that misses one sleeps until a lease ends.

#include "core/locks/redis/RedissonFairLock.h"
#include "core/locks/redis/RedissonReadWriteLock.h"
#include "core/locks/redis/RedissonSemaphore.h"
#include "tests/locks/redis/LockService.h"
#include "tests/locks/redis/RedisLockKinds.h"
#include "tests/support/BlockingAnswer.h"
#include "tests/support/Printed.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <QElapsedTimer>

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

namespace lockscope::handOverServerTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

using Kind = RedisLockKind;
using locks::Hold;

namespace {

constexpr int clients = 4;
constexpr int turnsEach = 50;
constexpr auto waitLimit = 60s;
/// A client that misses its wake-up sleeps until the end of the holder's lease: longer than every limit here.
constexpr auto leaseTime = 10min;
constexpr qint64 limitMs = 60'000;

locks::LeaseOptions longLease()
{
    locks::LeaseOptions options;
    options.watchdogTimeout = leaseTime;
    return options;
}

/// What only a holder touches.
struct Shared {
    std::atomic<int> inside = 0;
    std::atomic<int> overlaps = 0;
    std::atomic<int> turns = 0;
    std::atomic<std::int64_t> lastToken = 0;

    void enter(std::int64_t token)
    {
        if (inside.fetch_add(1) != 0 || (token != 0 && token <= lastToken.exchange(token)))
            ++overlaps;
        std::this_thread::yield();
        --inside;
        ++turns;
    }
};

} // namespace

class HandOverServerTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_servers.reset(); }
    void init() { QCOMPARE(m_servers->command({"FLUSHALL"}), QByteArray("OK")); }

    static void takesTurns_data();
    void takesTurns();
    static void threadsOfOneObject_data() { takesTurns_data(); }
    void threadsOfOneObject();
    static void withCancelledWaiters_data() { takesTurns_data(); }
    void withCancelledWaiters();
    void readersAndWriters();
    void severalPermits();
    void differentNumbersOfPermits();
    void downgrade();
    void fairOrder();

private:
    std::unique_ptr<RedisServers> m_servers;
};

void HandOverServerTest::initTestCase()
{
    m_servers = std::make_unique<RedisServers>();
    QVERIFY_RESULT(m_servers->start());
}

void HandOverServerTest::takesTurns_data()
{
    QTest::addColumn<int>("kind");
    for (const auto kind : redisLockKinds()) {
        if (kind != Kind::Read)
            QTest::addRow("%s", std::string(toString(kind)).c_str()) << static_cast<int>(kind);
    }
}

void HandOverServerTest::takesTurns()
{
    QFETCH(int, kind);
    Shared shared;
    std::vector<std::thread> threads;
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < clients; ++i) {
        threads.emplace_back([&] {
            LockService service(m_servers->target());
            const auto lock = makeRedisLock(static_cast<Kind>(kind), service.clients(), "L", longLease());
            if (!setPermits(*lock, 1))
                return;
            for (int turn = 0; turn < turnsEach; ++turn) {
                auto hold = lock->acquire(waitLimit);
                if (!hold)
                    return;
                shared.enter(hold->token());
                if (!hold->release())
                    return;
            }
        });
    }
    for (auto& thread : threads)
        thread.join();
    QCOMPARE(shared.turns.load(), clients * turnsEach);
    QCOMPARE(shared.overlaps.load(), 0);
    QVERIFY2(timer.elapsed() < limitMs, QByteArray::number(timer.elapsed()));
}

void HandOverServerTest::threadsOfOneObject()
{
    QFETCH(int, kind);
    Shared shared;
    LockService service(m_servers->target());
    const auto lock = makeRedisLock(static_cast<Kind>(kind), service.clients(), "L", longLease());
    QVERIFY(setPermits(*lock, 1));
    std::vector<std::thread> threads;
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            for (int turn = 0; turn < turnsEach; ++turn) {
                const auto hold = lock->acquire(waitLimit); // released in the background, while this thread asks again
                if (hold)
                    shared.enter(hold->token());
            }
        });
    }
    for (auto& thread : threads)
        thread.join();
    QCOMPARE(shared.turns.load(), 4 * turnsEach);
    QCOMPARE(shared.overlaps.load(), 0);
    QVERIFY2(timer.elapsed() < limitMs, QByteArray::number(timer.elapsed()));
}

/// Waiters leave while they are woken: the message is for another one then.
void HandOverServerTest::withCancelledWaiters()
{
    QFETCH(int, kind);
    Shared shared;
    std::atomic<int> failed = 0;
    std::atomic<bool> isOver = false;
    const auto take = [&](locks::Lock& lock, std::optional<Duration> timeout) {
        auto hold = lock.acquire(timeout);
        if (!hold)
            return hold.error().code == ErrorCode::TimedOut;
        shared.enter(hold->token());
        return hold->release().has_value();
    };
    std::vector<std::thread> threads;
    std::atomic<int> patient = 0;
    QElapsedTimer timer;
    timer.start();
    std::vector<std::unique_ptr<LockService>> services;
    for (int i = 0; i < 2; ++i) {
        services.push_back(std::make_unique<LockService>(m_servers->target()));
        const auto lock = makeRedisLock(static_cast<Kind>(kind), services.back()->clients(), "L", longLease());
        QVERIFY(setPermits(*lock, 1));
        for (int j = 0; j < 2; ++j) {
            threads.emplace_back([&, lock] {
                for (int turn = 0; turn < turnsEach; ++turn)
                    failed += take(*lock, waitLimit) ? 0 : 1;
                if (++patient == 4)
                    isOver = true;
            });
            threads.emplace_back([&, lock, j] {
                for (int turn = 0; !isOver; ++turn)
                    failed += take(*lock, std::chrono::microseconds(200 * (1 + (turn * 7 + j) % 20))) ? 0 : 1;
            });
        }
    }
    for (auto& thread : threads)
        thread.join();
    QCOMPARE(failed.load(), 0);
    QCOMPARE(shared.overlaps.load(), 0);
    QVERIFY2(shared.turns >= 4 * turnsEach, QByteArray::number(shared.turns));
    QVERIFY2(timer.elapsed() < limitMs, QByteArray::number(timer.elapsed()));
}

void HandOverServerTest::readersAndWriters()
{
    std::atomic<int> readers = 0;
    std::atomic<int> mostReaders = 0;
    std::atomic<int> writers = 0;
    std::atomic<int> overlaps = 0;
    std::atomic<int> turns = 0;
    std::vector<std::thread> threads;
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < 6; ++i) {
        threads.emplace_back([&, writes = i < 2] {
            LockService service(m_servers->target());
            locks::RedissonReadWriteLock both(service.client(), "L", longLease());
            for (int turn = 0; turn < turnsEach; ++turn) {
                auto hold = (writes ? both.write() : both.read()).acquire(waitLimit);
                if (!hold)
                    return;
                auto& own = writes ? writers : readers;
                const int inside = ++own;
                if (writes ? inside > 1 || readers > 0 : writers > 0)
                    ++overlaps;
                if (!writes && inside > mostReaders)
                    mostReaders = inside;
                std::this_thread::yield();
                --own;
                if (!hold->release())
                    return;
                ++turns;
            }
        });
    }
    for (auto& thread : threads)
        thread.join();
    QCOMPARE(turns.load(), 6 * turnsEach);
    QCOMPARE(overlaps.load(), 0);
    QVERIFY2(timer.elapsed() < limitMs, QByteArray::number(timer.elapsed()));
    QCOMPARE(m_servers->command({"KEYS", "*"}).toList().size(), 0);
}

void HandOverServerTest::severalPermits()
{
    for (const bool hasLeases : {false, true}) {
        std::atomic<int> inside = 0;
        std::atomic<int> most = 0;
        std::atomic<int> turns = 0;
        const std::string name = hasLeases ? "leased" : "plain";
        std::vector<std::thread> threads;
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < 5; ++i) {
            threads.emplace_back([&] {
                LockService service(m_servers->target());
                const auto lock =
                    makeRedisLock(hasLeases ? Kind::Permit : Kind::Semaphore, service.clients(), name, longLease());
                if (!setPermits(*lock, 2))
                    return;
                for (int turn = 0; turn < 40; ++turn) {
                    auto hold = lock->acquire(waitLimit);
                    if (!hold)
                        return;
                    const int now = ++inside;
                    if (now > most)
                        most = now;
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
        QVERIFY2(most <= 2, QByteArray::number(most));
        QVERIFY2(timer.elapsed() < limitMs, QByteArray::number(timer.elapsed()));
        QCOMPARE(m_servers->command({"GET", QByteArray::fromStdString(name)}), QByteArray("2"));
    }
}

/// A waiter for whom the released permits are too few does not keep them from the next one.
void HandOverServerTest::differentNumbersOfPermits()
{
    LockService service(m_servers->target());
    locks::RedissonSemaphore pool(service.client(), "L");
    QVERIFY_RESULT(pool.trySetPermits(1));
    auto hold = pool.acquire(waitLimit);
    QVERIFY_RESULT(hold);
    BlockingAnswer<Hold> two;
    BlockingAnswer<Hold> one;
    std::atomic<int> waiting = 0;
    const auto states = pool.onState([&](locks::Owner, const locks::LockState&) { ++waiting; });
    pool.takeAsync(2, {}, {}, two.reply());
    QTRY_COMPARE(m_servers->command({"PUBSUB", "NUMSUB", "redisson_sc:{L}"}).toList().at(1), QVariant(1LL));
    pool.takeAsync(1, {}, {}, one.reply());
    service.loop().runAndWait([] {});
    QVERIFY_RESULT(hold->release());
    auto first = one.get(10s); // there is no lease that could end
    QVERIFY_RESULT(first);
    QVERIFY_RESULT(pool.addPermits(1));
    QVERIFY_RESULT(first->release());
    QVERIFY_RESULT(two.get(10s));
}

void HandOverServerTest::downgrade()
{
    LockService one(m_servers->target());
    LockService two(m_servers->target());
    locks::RedissonReadWriteLock mine(one.client(), "L");
    locks::RedissonReadWriteLock others(two.client(), "L");
    auto writing = mine.write().acquire(waitLimit);
    QVERIFY_RESULT(writing);
    BlockingAnswer<Hold> reader;
    BlockingAnswer<Hold> writer;
    others.read().acquireAsync({}, {}, reader.reply());
    others.write().acquireAsync({}, {}, writer.reply());
    QTRY_COMPARE(m_servers->command({"PUBSUB", "NUMSUB", "redisson_rwlock:{L}"}).toList().at(1), QVariant(1LL));
    auto reading = mine.read().acquire(waitLimit);
    QVERIFY_RESULT(reading);
    QVERIFY_RESULT(writing->release());
    QCOMPARE(m_servers->command({"HGET", "L", "mode"}), QByteArray("read"));
    auto other = reader.get(10s); // is woken by the downgrade
    QVERIFY_RESULT(other);
    QVERIFY_RESULT(reading->verify());
    QVERIFY_RESULT(reading->release());
    QVERIFY_RESULT(other->release());
    auto last = writer.get(10s);
    QVERIFY_RESULT(last);
    // A reader that asks for the write lock waits for itself.
    QVERIFY_RESULT(last->release());
    auto again = mine.read().acquire(waitLimit);
    QVERIFY_RESULT(again);
    QCOMPARE(printed(mine.write().acquire(200ms).error().code), "TimedOut");
    QVERIFY_RESULT(again->release());
    QTRY_COMPARE(m_servers->command({"KEYS", "*"}).toList().size(), 0);
}

void HandOverServerTest::fairOrder()
{
    constexpr int waiters = 8;
    std::vector<std::unique_ptr<LockService>> services;
    std::vector<std::unique_ptr<locks::RedissonFairLock>> objects;
    for (int i = 0; i < 3; ++i) {
        services.push_back(std::make_unique<LockService>(m_servers->target()));
        objects.push_back(std::make_unique<locks::RedissonFairLock>(services.back()->client(), "L"));
    }
    auto hold = objects[0]->acquire(waitLimit);
    QVERIFY_RESULT(hold);
    std::mutex mutex;
    std::vector<int> order;
    for (int i = 0; i < waiters; ++i) {
        objects[static_cast<std::size_t>(i % 3)]->acquireAsync({}, {}, [&, i](Result<Hold> result) {
            if (!result)
                return;
            {
                const std::lock_guard guard(mutex);
                order.push_back(i);
            }
            result->releaseAsync([](const auto&) {});
        });
        QTRY_COMPARE(m_servers->command({"LLEN", "redisson_lock_queue:{L}"}), qlonglong(i + 1));
    }
    QVERIFY_RESULT(hold->release());
    QTRY_COMPARE(([&] {
                     const std::lock_guard guard(mutex);
                     return order;
                 }()),
                 (std::vector{0, 1, 2, 3, 4, 5, 6, 7}));
    QTRY_COMPARE(m_servers->command({"KEYS", "*"}).toList().size(), 0);
}

} // namespace lockscope::handOverServerTest

LOCKSCOPE_TEST(lockscope::handOverServerTest::HandOverServerTest)
#include "HandOverServerTest.moc"
