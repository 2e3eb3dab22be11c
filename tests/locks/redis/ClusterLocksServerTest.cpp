// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The locks on a real cluster: sharded channels, and keys in several slots.

#include "core/locks/redis/RedissonFairLock.h"
#include "core/locks/redis/RedissonLock.h"
#include "tests/locks/redis/LockService.h"
#include "tests/locks/redis/RedisLockKinds.h"
#include "tests/support/BlockingAnswer.h"
#include "tests/support/Printed.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <QElapsedTimer>

#include <algorithm>

namespace lockscope::clusterLocksServerTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

using Kind = RedisLockKind;
using locks::Hold;

namespace {

constexpr auto waitLimit = 60s;
constexpr int masters = 3;

} // namespace

class ClusterLocksServerTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_servers.reset(); }
    void init();

    static void wakesWaiters_data();
    void wakesWaiters();
    void deadHeadIsRemoved();
    void renewsInAllSlots();

private:
    [[nodiscard]] qlonglong keyCount();

    std::unique_ptr<RedisServers> m_servers;
};

void ClusterLocksServerTest::initTestCase()
{
    m_servers = std::make_unique<RedisServers>(redis::RedisSandboxOptions{.kind = redis::SandboxKind::Cluster});
    QVERIFY_RESULT(m_servers->start());
}

void ClusterLocksServerTest::init()
{
    for (int i = 0; i < masters; ++i)
        QCOMPARE(m_servers->command({"FLUSHALL"}, i), QByteArray("OK"));
}

qlonglong ClusterLocksServerTest::keyCount()
{
    qlonglong count = 0;
    for (int i = 0; i < masters; ++i)
        count += m_servers->command({"DBSIZE"}, i).toLongLong();
    return count;
}

void ClusterLocksServerTest::wakesWaiters_data()
{
    QTest::addColumn<int>("kind");
    for (const auto kind : redisLockKinds()) {
        if (kind != Kind::Redlock)
            QTest::addRow("%s", std::string(toString(kind)).c_str()) << static_cast<int>(kind);
    }
}

void ClusterLocksServerTest::wakesWaiters()
{
    QFETCH(int, kind);
    const auto which = static_cast<Kind>(kind);
    LockService one(m_servers->target());
    LockService two(m_servers->target());
    // Made before the first contact: the clients do not know yet which channels the servers have.
    const auto rival = makeRedisLock(which == Kind::Read ? Kind::Write : which, one.clients(), "L");
    const auto lock = makeRedisLock(which, two.clients(), "L");
    BlockingAnswer<Hold> first;
    if (which == Kind::Semaphore || which == Kind::Permit)
        QVERIFY(setPermits(*rival, 1));
    rival->acquireAsync({}, {}, first.reply());
    auto hold = first.get();
    QVERIFY_RESULT(hold);
    for (int turn = 0; turn < 10; ++turn) {
        BlockingAnswer<Hold> waiting;
        lock->acquireAsync({}, {}, waiting.reply());
        QCOMPARE(printed(lock->acquire(30ms).error().code), "TimedOut");
        QElapsedTimer timer;
        timer.start();
        QVERIFY_RESULT(hold->release());
        auto next = waiting.get();
        QVERIFY_RESULT(next);
        QVERIFY2(timer.elapsed() < 15'000, QByteArray::number(timer.elapsed())); // not by the end of a lease
        QVERIFY_RESULT(next->release());
        hold = rival->acquire(waitLimit);
        QVERIFY_RESULT(hold);
    }
    QVERIFY_RESULT(hold->release());
    const bool hasRest = which == Kind::Fenced || which == Kind::Semaphore || which == Kind::Permit;
    QTRY_COMPARE(keyCount(), hasRest ? 1LL : 0LL);
}

void ClusterLocksServerTest::deadHeadIsRemoved()
{
    LockService one(m_servers->target());
    auto dead = std::make_unique<LockService>(m_servers->target());
    LockService three(m_servers->target());
    locks::RedissonFairLock first(one.client(), "L");
    locks::RedissonFairLock gone(dead->client(), "L");
    locks::RedissonFairLock last(three.client(), "L");
    auto hold = first.acquire(waitLimit);
    QVERIFY_RESULT(hold);
    BlockingAnswer<Hold> never;
    gone.acquireAsync({}, {}, never.reply());
    QTRY_COMPARE(keyCount(), 3LL); // the hash, the queue and the deadlines
    BlockingAnswer<Hold> waiting;
    last.acquireAsync({}, {}, waiting.reply());
    QCOMPARE(printed(last.acquire(100ms).error().code), "TimedOut"); // behind it
    dead->destroyClients();
    QCOMPARE(printed(never.get().error().code), "Closed");
    QElapsedTimer timer;
    timer.start();
    QVERIFY_RESULT(hold->release());
    auto next = waiting.get();
    QVERIFY_RESULT(next);
    QVERIFY2(timer.elapsed() < 10'000, QByteArray::number(timer.elapsed()));
    QVERIFY_RESULT(next->release());
    QTRY_COMPARE(keyCount(), 0LL);
}

void ClusterLocksServerTest::renewsInAllSlots()
{
    LockService service(m_servers->target());
    locks::LeaseOptions options;
    options.watchdogTimeout = 1500ms;
    std::vector<std::unique_ptr<locks::RedissonLock>> objects;
    std::vector<Hold> holds;
    for (int i = 0; i < 20; ++i) {
        objects.push_back(std::make_unique<locks::RedissonLock>(service.client(), "L" + std::to_string(i), options));
        BlockingAnswer<Hold> given;
        objects.back()->acquireAsync(waitLimit, {}, given.reply());
        auto hold = given.get();
        QVERIFY_RESULT(hold);
        holds.push_back(*std::move(hold));
    }
    const auto start = service.loop().clock().now();
    QTRY_VERIFY(std::all_of(holds.begin(), holds.end(),
                            [&](const Hold& hold) { return hold.validUntil().value_or(start) > start + 4s; }));
    for (auto& hold : holds) {
        QVERIFY_RESULT(hold.verify());
        QVERIFY_RESULT(hold.release());
    }
    QCOMPARE(keyCount(), 0LL);
}

} // namespace lockscope::clusterLocksServerTest

LOCKSCOPE_TEST(lockscope::clusterLocksServerTest::ClusterLocksServerTest)
#include "ClusterLocksServerTest.moc"
