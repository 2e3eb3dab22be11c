// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Our lock of 2016 and that of Redisson 2.2, and both with today's: all exclude each other; only those of one kind
/// wake each other.

#include "tests/interop/redis/RedisPeerTest.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::redisson2016Test {

using namespace lockscope::test;
using Kind = RedisClientKind;

class Redisson2016Test final : public RedisPeerTest {
    Q_OBJECT
public:
    Redisson2016Test()
        : RedisPeerTest({Kind::Ours, Kind::Redisson2016}, {"a", "b"})
    {
    }

private Q_SLOTS:
    void takeTurnsOnTheSame();
    void wakeEachOther();
    void todaysLockExcludesThem();
    void killed_data();
    void killed();
};

void Redisson2016Test::takeTurnsOnTheSame()
{
    const auto spec = "lock-2016:" + freshName();
    QCOMPARE(takeTurns({ours(spec, "a"), ours(spec, "b"), slot(Kind::Redisson2016, spec, "a"),
                        slot(Kind::Redisson2016, spec, "b")},
                       makeRegister(1), 125, 10),
             "");
}

void Redisson2016Test::wakeEachOther()
{
    const auto mine = ours("lock-2016");
    const auto theirs = slot(Kind::Redisson2016, "lock-2016");
    QCOMPARE(handOver({{mine, theirs, {}}, {theirs, mine, {}}}, 50), "");
}

/// Without wake-ups, so clients give up soon and retry.
void Redisson2016Test::todaysLockExcludesThem()
{
    const auto name = freshName();
    const auto today = ours("lock:" + name, "a");
    const auto old = slot(Kind::Redisson2016, "lock-2016:" + name, "a");
    QCOMPARE(today.acquire(), "granted");
    for (const auto millis : {0, 200})
        QCOMPARE(old.acquire(millis), "timedOut");
    QCOMPARE(today.release(), "released");
    QCOMPARE(old.acquire(), "granted");
    for (const auto millis : {0, 200})
        QCOMPARE(today.acquire(millis), "timedOut");
    QCOMPARE(old.release(), "released");

    LockSlots slots{today, ours("lock:" + name, "b"), old, slot(Kind::Redisson2016, "lock-2016:" + name, "b")};
    for (auto& slot : slots)
        slot.waitLimitMs = 5;
    QCOMPARE(takeTurnsOfPollers(slots, GivingUp::Allowed), "");
}

void Redisson2016Test::killed_data()
{
    QTest::addColumn<Kind>("dying");
    QTest::addColumn<Kind>("other");
    QTest::addRow("Redisson's") << Kind::Redisson2016 << Kind::Ours;
    QTest::addRow("ours") << Kind::Ours << Kind::Redisson2016;
}

void Redisson2016Test::killed()
{
    QFETCH(Kind, dying);
    QFETCH(Kind, other);
    const auto holder = mortal(dying, {"a"});
    QVERIFY(holder);
    const auto held = "lock-2016:" + freshName();
    QCOMPARE(dieAsHolder(*holder, {{{holder.get(), "a", held}, slot(other, held)}}), "");
    const auto waiter = mortal(dying, {"a"});
    QVERIFY(waiter);
    const auto awaited = "lock-2016:" + freshName();
    QCOMPARE(dieAsWaiter(*waiter, {{{waiter.get(), "a", awaited}, slot(dying, awaited)}}, {slot(other, awaited)}), "");
}

} // namespace lockscope::redisson2016Test

LOCKSCOPE_TEST(lockscope::redisson2016Test::Redisson2016Test)
#include "Redisson2016Test.moc"
