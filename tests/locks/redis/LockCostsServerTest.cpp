// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// What holders and waiters cost, and promises of single kinds of locks.

#include "core/locks/redis/RedissonLock.h"
#include "tests/locks/redis/LockService.h"
#include "tests/locks/redis/RedisLockKinds.h"
#include "tests/support/BlockingAnswer.h"
#include "tests/support/Printed.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <QElapsedTimer>

#include <algorithm>

namespace lockscope::lockCostsServerTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

using Kind = RedisLockKind;
using locks::Hold;
using locks::LeaseOptions;

namespace {

constexpr auto waitLimit = 60s;

LeaseOptions renewedAfter(std::chrono::milliseconds interval)
{
    LeaseOptions options;
    options.watchdogTimeout = 3 * interval;
    return options;
}

} // namespace

class LockCostsServerTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_servers.reset(); }
    void init() { QCOMPARE(m_servers->command({"FLUSHALL"}), QByteArray("OK")); }

    static void uncontendedCost_data();
    void uncontendedCost();
    void oneRequestForAllRenewals();
    static void waitingCostsNothing_data();
    void waitingCostsNothing();
    void fencingTokensGrow();
    void expiredPermitsReturn();
    void semaphoreWithoutPermits();
    void memberOfMultiLockLost();
    void releasedWhileRenewed();
    void replicas();

private:
    [[nodiscard]] qlonglong keyCount() { return m_servers->command({"DBSIZE"}).toLongLong(); }

    std::unique_ptr<RedisServers> m_servers;
};

void LockCostsServerTest::initTestCase()
{
    m_servers = std::make_unique<RedisServers>();
    QVERIFY_RESULT(m_servers->start());
}

void LockCostsServerTest::uncontendedCost_data()
{
    QTest::addColumn<int>("kind");
    for (const auto kind : redisLockKinds())
        QTest::addRow("%s", std::string(toString(kind)).c_str()) << static_cast<int>(kind);
}

void LockCostsServerTest::waitingCostsNothing_data()
{
    QTest::addColumn<int>("kind");
    for (const auto kind : redisLockKinds()) {
        if (kind != Kind::Spin && kind != Kind::Token && kind != Kind::Redlock) // these poll
            QTest::addRow("%s", std::string(toString(kind)).c_str()) << static_cast<int>(kind);
    }
}

// --- cost ----------------------------------------------------------------------------------------------------------

void LockCostsServerTest::uncontendedCost()
{
    QFETCH(int, kind);
    LockService service(m_servers->target());
    const auto lock = makeRedisLock(static_cast<Kind>(kind), service.clients(), "L");
    QVERIFY(setPermits(*lock, 1));
    const auto cycle = [&] { return lock->acquire(waitLimit).and_then([](Hold hold) { return hold.release(); }); };
    QVERIFY_RESULT(cycle()); // the server has the scripts now
    const auto before = service.requests();
    for (int i = 0; i < 10; ++i)
        QVERIFY_RESULT(cycle());
    QCOMPARE(service.requests() - before, std::uint64_t(static_cast<Kind>(kind) == Kind::Multi ? 40 : 20));
}

void LockCostsServerTest::oneRequestForAllRenewals()
{
    LockService service(m_servers->target());
    std::vector<std::unique_ptr<locks::RedissonLock>> objects;
    std::vector<Hold> holds;
    for (int i = 0; i < 100; ++i) {
        objects.push_back(
            std::make_unique<locks::RedissonLock>(service.client(), "L" + std::to_string(i), renewedAfter(2s)));
        BlockingAnswer<Hold> given;
        objects.back()->acquireAsync(waitLimit, {}, given.reply());
        auto hold = given.get();
        QVERIFY_RESULT(hold);
        holds.push_back(*std::move(hold));
    }
    const auto before = service.requests();
    const auto start = holds.back().validUntil().value();
    QTRY_VERIFY(std::all_of(holds.begin(), holds.end(),
                            [&](const Hold& hold) { return hold.validUntil().value() >= start + 5s; }));
    const auto sent = service.requests() - before;
    QVERIFY2(sent >= 2 && sent <= 5, QByteArray::number(sent)); // one every 2 s, the first with its text
    for (auto& hold : holds)
        QVERIFY_RESULT(hold.release());
    QCOMPARE(keyCount(), 0LL);
}

void LockCostsServerTest::waitingCostsNothing()
{
    QFETCH(int, kind);
    const auto which = static_cast<Kind>(kind);
    LockService one(m_servers->target());
    LockService two(m_servers->target());
    const auto rival = makeRedisLock(which == Kind::Read ? Kind::Write : which, one.clients(), "L");
    const auto lock = makeRedisLock(which, two.clients(), "L");
    QVERIFY(setPermits(*rival, 1));
    auto hold = rival->acquire(waitLimit);
    QVERIFY_RESULT(hold);
    BlockingAnswer<Hold> waiting;
    lock->acquireAsync({}, {}, waiting.reply());
    QTRY_VERIFY(!m_servers->command({"PUBSUB", "CHANNELS", "*"}).toList().isEmpty());
    const auto& clock = lock->executor().clock();
    auto since = clock.now();
    auto sent = two.requests();
    // The request after the subscription may be under way at first.
    QTRY_VERIFY(([&] {
        if (two.requests() != sent && clock.now() - since < 1s) {
            sent = two.requests();
            since = clock.now();
        }
        return clock.now() - since >= 2s;
    }()));
    QCOMPARE(two.requests(), sent);
    QVERIFY_RESULT(hold->release());
    QVERIFY_RESULT(waiting.get());
}

// --- the other promises --------------------------------------------------------------------------------------------

void LockCostsServerTest::fencingTokensGrow()
{
    LockService one(m_servers->target());
    LockService two(m_servers->target());
    std::int64_t last = 0;
    for (int i = 0; i < 10; ++i) {
        const auto lock = makeRedisLock(Kind::Fenced, (i % 2 ? one : two).clients(), "L");
        auto hold = lock->acquire(waitLimit);
        QVERIFY_RESULT(hold);
        QVERIFY(hold->token() > last);
        last = hold->token();
        QCOMPARE(m_servers->command({"GET", "redisson_lock_token:{L}"}), QByteArray::number(qlonglong(last)));
        QVERIFY_RESULT(hold->release());
    }
}

/// Permits of a client that was destroyed come back when their lease ends.
void LockCostsServerTest::expiredPermitsReturn()
{
    auto dead = std::make_unique<LockService>(m_servers->target());
    auto lost = makeRedisLock(Kind::Permit, dead->clients(), "L", renewedAfter(500ms));
    QVERIFY(setPermits(*lost, 2));
    std::vector<Hold> holds;
    for (int i = 0; i < 2; ++i) {
        auto hold = lost->acquire(waitLimit);
        QVERIFY_RESULT(hold);
        holds.push_back(*std::move(hold));
    }
    dead->destroyClients();
    LockService service(m_servers->target());
    const auto lock = makeRedisLock(Kind::Permit, service.clients(), "L");
    QElapsedTimer timer;
    timer.start();
    auto first = lock->acquire(waitLimit);
    QVERIFY_RESULT(first);
    auto second = lock->acquire(waitLimit);
    QVERIFY_RESULT(second);
    QVERIFY2(timer.elapsed() < 15'000, QByteArray::number(timer.elapsed()));
    QCOMPARE(m_servers->command({"GET", "L"}), QByteArray("0"));
    QVERIFY_RESULT(first->release());
    QVERIFY_RESULT(second->release());
    QCOMPARE(m_servers->command({"GET", "L"}), QByteArray("2"));
}

void LockCostsServerTest::semaphoreWithoutPermits()
{
    for (const auto kind : {Kind::Semaphore, Kind::Permit}) {
        LockService service(m_servers->target());
        const auto lock = makeRedisLock(kind, service.clients(), "L");
        QTRY_VERIFY(service.isConnected());
        QCOMPARE(printed(lock->acquire(0s).error().code), "TimedOut");
        BlockingAnswer<Hold> waiting;
        lock->acquireAsync({}, {}, waiting.reply());
        QTRY_VERIFY(!m_servers->command({"PUBSUB", "CHANNELS", "*"}).toList().isEmpty());
        QVERIFY(setPermits(*lock, 1));
        auto hold = waiting.get();
        QVERIFY_RESULT(hold);
        QVERIFY_RESULT(hold->release());
        QCOMPARE(m_servers->command({"FLUSHALL"}), QByteArray("OK"));
    }
}

void LockCostsServerTest::memberOfMultiLockLost()
{
    LockService service(m_servers->target());
    const auto lock = makeRedisLock(Kind::Multi, service.clients(), "L", renewedAfter(1s));
    auto hold = lock->acquire(waitLimit);
    QVERIFY_RESULT(hold);
    QCOMPARE(m_servers->command({"DEL", "L:a"}), 1);
    QTRY_COMPARE(printed(hold->state().phase), "Lost");
    QTRY_COMPARE(keyCount(), 0LL); // the other one is released
    // A member that is held keeps all others free.
    QCOMPARE(m_servers->command({"HSET", "L:b", "x:1", "1"}), 1);
    QCOMPARE(m_servers->command({"PEXPIRE", "L:b", "60000"}), 1);
    QCOMPARE(printed(hold->release().error().code), "NotHeld");
    QCOMPARE(printed(lock->acquire(200ms).error().code), "TimedOut");
    QTRY_COMPARE(m_servers->command({"EXISTS", "L:a"}), 0);
}

/// A release just before, during and just after a renewal.
void LockCostsServerTest::releasedWhileRenewed()
{
    LockService service(m_servers->target());
    const auto lock = makeRedisLock(Kind::Lock, service.clients(), "L", renewedAfter(4ms));
    int released = 0;
    int lost = 0;
    for (int i = 0; i < 300; ++i) {
        auto hold = lock->acquire(waitLimit);
        QVERIFY_RESULT(hold);
        const auto first = hold->validUntil();
        if (i % 3 != 0)
            static_cast<void>(QTest::qWaitFor([&] { return hold->validUntil() != first; }, 100));
        ++(hold->release() ? released : lost); // a lease of 12 ms may end in a stall of the machine
    }
    QVERIFY2(released > lost, QByteArray::number(lost));
    QCOMPARE(keyCount(), 0LL);
}

/// Counted as acquired only if replicas have it.
void LockCostsServerTest::replicas()
{
    RedisServers servers({.replicas = 1});
    QVERIFY_RESULT(servers.start());
    LockService service(servers.target());
    LeaseOptions options;
    options.replicas = 1;
    const auto lock = makeRedisLock(Kind::Lock, service.clients(), "L", options);
    auto hold = lock->acquire(waitLimit);
    QVERIFY_RESULT(hold);
    QCOMPARE(servers.command({"HLEN", "L"}, 1), 1);
    QVERIFY_RESULT(hold->release());
    options.replicas = 2;
    options.replicaTimeout = 100ms;
    options.retry = locks::RetryPolicy::times(1, 1ms);
    const auto refused = makeRedisLock(Kind::Lock, service.clients(), "L", options)->acquire(waitLimit);
    QVERIFY(!refused);
    QCOMPARE(printed(refused.error().code), "Throttled");
    QCOMPARE(servers.command({"EXISTS", "L"}), 0);
    options.retry = {};
    QCOMPARE(printed(makeRedisLock(Kind::Lock, service.clients(), "L", options)->acquire(1s).error().code), "TimedOut");
    QTRY_COMPARE(servers.command({"EXISTS", "L"}), 0);
}

} // namespace lockscope::lockCostsServerTest

LOCKSCOPE_TEST(lockscope::lockCostsServerTest::LockCostsServerTest)
#include "LockCostsServerTest.moc"
