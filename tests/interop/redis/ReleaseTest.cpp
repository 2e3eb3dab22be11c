// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// A holder is released by an operator: stock clients of each lock type that wait for it acquire the lock within a
/// second, also behind a waiter of a fair lock whose process was killed.

#include "tests/interop/redis/RedisPeerTest.h"
#include "tests/release/redis/ReleasedRedis.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <chrono>

namespace lockscope::operatorReleaseTest {

using namespace lockscope::test;
using Kind = RedisClientKind;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds wakeLimit{1'000};

/// What the processes report as well.
qint64 monotonicNanoseconds()
{
    return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

} // namespace

class OperatorReleaseTest final : public RedisPeerTest {
    Q_OBJECT
public:
    OperatorReleaseTest()
        : RedisPeerTest({Kind::Redisson2016, Kind::Redisson3, Kind::Redisson4}, {"holder", "waiter"})
    {
    }

private Q_SLOTS:
    static void wakesTheWaiter_data();
    void wakesTheWaiter();
    static void wakesTheWaiterOfASemaphore_data() { addKinds({Kind::Redisson3, Kind::Redisson4}); }
    void wakesTheWaiterOfASemaphore();
    static void wakesTheNextBehindADeadHead_data() { addKinds({Kind::Redisson3, Kind::Redisson4}); }
    void wakesTheNextBehindADeadHead();
    static void removalOfADeadHeadWakesTheNext_data() { addKinds({Kind::Redisson3, Kind::Redisson4}); }
    void removalOfADeadHeadWakesTheNext();

private:
    /// By the actor, the owner as it is shown; or this many permits of a semaphore without leases. Returns when the
    /// release began; 0, and the test fails, if it fails.
    [[nodiscard]] qint64 release(const std::string& name, const std::string& owner, std::int64_t permits = 0);
    /// From then to the grant of the waiter; it releases the lock.
    [[nodiscard]] QByteArray acquiredWithin(milliseconds limit, const LockSlot& waiter, qint64 since);
};

qint64 OperatorReleaseTest::release(const std::string& name, const std::string& owner, std::int64_t permits)
{
    ReleasingClient client(servers().target());
    if (!client.waitConnected())
        return 0;
    release::Background background;
    background.permits = permits;
    const auto plan = client.plan(name, owner, background);
    if (!plan) {
        QTest::qFail(describe(plan.error()).c_str(), __FILE__, __LINE__);
        return 0;
    }
    const auto before = monotonicNanoseconds();
    const auto result = client.release(*plan);
    if (result)
        return before;
    QTest::qFail(describe(result.error()).c_str(), __FILE__, __LINE__);
    return 0;
}

QByteArray OperatorReleaseTest::acquiredWithin(milliseconds limit, const LockSlot& waiter, qint64 since)
{
    if (waiter.answer() != "granted")
        return "not acquired: " + waiter.peer->reported();
    const auto took = (waiter.peer->member("at").toLongLong() - since) / 1'000'000;
    if (waiter.release() != "released")
        return "not released: " + waiter.peer->reported();
    qInfo("acquired after %lld ms", static_cast<long long>(took));
    return took <= limit.count() ? QByteArray() : "acquired after " + QByteArray::number(took) + " ms";
}

void OperatorReleaseTest::wakesTheWaiter_data()
{
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<QByteArray>("held");
    QTest::addColumn<QByteArray>("wanted");
    const auto row = [](Kind kind, const QByteArray& held, const QByteArray& wanted) {
        QTest::addRow("%s: %s, then %s", nameOf(kind).constData(), held.constData(), wanted.constData())
            << kind << held << wanted;
    };
    for (const auto kind : {Kind::Redisson3, Kind::Redisson4}) {
        for (const auto* recipe : {"lock", "fair", "fenced", "spin", "write"})
            row(kind, recipe, recipe);
        row(kind, "write", "read");
        row(kind, "read", "write");
        row(kind, "permit", "permit");
        row(kind, "multi", "lock"); // of the only member
    }
    row(Kind::Redisson2016, "lock-2016", "lock-2016");
}

void OperatorReleaseTest::wakesTheWaiter()
{
    QFETCH(Kind, kind);
    QFETCH(QByteArray, held);
    QFETCH(QByteArray, wanted);
    const auto name = freshName();
    const std::string more = held == "permit" ? ":1" : "";
    const auto holder = slot(kind, held.toStdString() + ":" + name + more, "holder");
    const auto waiter = slot(kind, wanted.toStdString() + ":" + name + more, "waiter");
    QCOMPARE(holder.acquire(), "granted");
    const auto owner = holder.node(); // of a permit its id
    waiter.reportAcquire();
    if (wanted == "spin") {
        waitUntilAsleep(); // it asks again by itself
    } else {
        QVERIFY2(waitForListener(name), waiter.peer->reported());
        waitUntilAsleep();
    }
    const auto released = release(name, owner);
    QVERIFY(released > 0);
    QCOMPARE(acquiredWithin(wakeLimit, waiter, released), "");
}

/// The server does not know that a client took the only permit: one more is added.
void OperatorReleaseTest::wakesTheWaiterOfASemaphore()
{
    QFETCH(Kind, kind);
    const auto name = freshName();
    const auto holder = slot(kind, "semaphore:" + name + ":1", "holder");
    const auto waiter = slot(kind, "semaphore:" + name + ":1", "waiter");
    QCOMPARE(holder.acquire(), "granted");
    waiter.reportAcquire();
    QVERIFY2(waitForListener(name), waiter.peer->reported());
    waitUntilAsleep();
    const auto released = release(name, {}, 1);
    QVERIFY(released > 0);
    QCOMPARE(acquiredWithin(wakeLimit, waiter, released), "");
    QCOMPARE(holder.release(), "released"); // and the semaphore has one permit too many
    QCOMPARE(servers().command({"GET", QByteArray::fromStdString(name)}).toByteArray(), "2");
}

void OperatorReleaseTest::wakesTheNextBehindADeadHead()
{
    QFETCH(Kind, kind);
    const auto name = freshName();
    const auto spec = "fair:" + name;
    const auto holder = slot(kind, spec, "holder");
    const auto waiter = slot(kind, spec, "waiter");
    QCOMPARE(holder.acquire(), "granted");
    const auto owner = holder.node();
    const auto head = mortal(kind, {"a"}, longLease);
    QVERIFY(head);
    head->report("a", "acquire " + spec + " 60000");
    QVERIFY2(waitForQueue(name, 1) && waitForListener(name), head->reported());
    waiter.reportAcquire();
    QVERIFY2(waitForQueue(name, 2), waiter.peer->reported());
    head->kill();
    QVERIFY(head->hasEnded());
    // The server notices that the dead one does not listen; the living one does.
    QVERIFY(RedisServers::waitUntil([&] {
        const auto pattern = QByteArray::fromStdString("redisson_lock__channel:{" + name + "}:*");
        return servers().command({"PUBSUB", "CHANNELS", pattern}).toList().size() == 1;
    }));
    waitUntilAsleep();
    const auto released = release(name, owner);
    QVERIFY(released > 0);
    QCOMPARE(acquiredWithin(wakeLimit, waiter, released), "");
    QVERIFY(waitForQueue(name, 0));
}

/// The holder has released by itself, and the dead head keeps the lock from the others.
void OperatorReleaseTest::removalOfADeadHeadWakesTheNext()
{
    QFETCH(Kind, kind);
    const auto name = freshName();
    const auto spec = "fair:" + name;
    const auto holder = slot(kind, spec, "holder");
    const auto waiter = slot(kind, spec, "waiter");
    QCOMPARE(holder.acquire(), "granted");
    const auto head = mortal(kind, {"a"}, longLease);
    QVERIFY(head);
    head->report("a", "acquire " + spec + " 60000");
    QVERIFY2(waitForQueue(name, 1) && waitForListener(name), head->reported());
    const auto dead = servers()
                          .command({"LINDEX", QByteArray::fromStdString("redisson_lock_queue:{" + name + "}"), "0"})
                          .toByteArray()
                          .toStdString();
    waiter.reportAcquire();
    QVERIFY2(waitForQueue(name, 2), waiter.peer->reported());
    head->kill();
    QVERIFY(head->hasEnded());
    QCOMPARE(holder.release(), "released");
    QCOMPARE(waiter.answer(1'000), "");
    const auto released = release(name, dead);
    QVERIFY(released > 0);
    QCOMPARE(acquiredWithin(wakeLimit, waiter, released), "");
    QVERIFY(waitForQueue(name, 0));
}

} // namespace lockscope::operatorReleaseTest

LOCKSCOPE_TEST(lockscope::operatorReleaseTest::OperatorReleaseTest)
#include "ReleaseTest.moc"
