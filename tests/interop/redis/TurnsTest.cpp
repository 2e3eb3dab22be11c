// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Our locks and Redisson's on one name, 500 acquisitions by two clients of each program: one holder at a time, and
/// each waiter is woken.

#include "tests/interop/redis/RedisPeerTest.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::turnsTest {

using namespace lockscope::test;
using Kind = RedisClientKind;

namespace {

constexpr int turnsEach = 125; ///< of four clients
constexpr int readersRoom = 1000;
/// Between the programs, of 499. A client that has released an unfair lock mostly has it again before the one that it
/// has woken.
constexpr int changesOfFair = 100;
constexpr int changesOfOthers = 3;

} // namespace

class TurnsTest final : public RedisPeerTest {
    Q_OBJECT
public:
    TurnsTest()
        : RedisPeerTest({Kind::Ours, Kind::Redisson3, Kind::Redisson4}, {"a", "b", "starter"})
    {
    }

private Q_SLOTS:
    static void takeTurnsOn_data()
    {
        addRecipes({Kind::Redisson3, Kind::Redisson4},
                   {"lock", "fair", "fenced", "write", "semaphore", "permit", "multi"});
    }
    void takeTurnsOn();
    static void spinLocks_data() { addKinds({Kind::Redisson3, Kind::Redisson4}); }
    void spinLocks();
    static void readersAndWriters_data() { addKinds({Kind::Redisson3, Kind::Redisson4}); }
    void readersAndWriters();

private:
    /// Redisson's classes are loaded at its first acquisition.
    [[nodiscard]] QByteArray warmUp(Kind kind, const std::string& recipe);
};

void TurnsTest::takeTurnsOn()
{
    QFETCH(Kind, kind);
    QFETCH(QByteArray, recipe);
    const bool isSemaphore = recipe == "semaphore" || recipe == "permit";
    const auto name = freshName();
    const auto second = freshName();
    const auto spec =
        recipe.toStdString() + ":" + name + (recipe == "multi" ? "," + second : "") + (isSemaphore ? ":2" : "");
    const auto capacity = isSemaphore ? 2 : 1;
    const auto reg = makeRegister(capacity);
    QCOMPARE(warmUp(kind, recipe.toStdString()), "");

    // All wait when the cycles begin.
    const auto starter = ours(spec, "starter");
    for (int i = 0; i < capacity; ++i)
        QCOMPARE(starter.acquire(), "granted");
    const LockSlots slots{ours(spec, "a"), ours(spec, "b"), slot(kind, spec, "a"), slot(kind, spec, "b")};
    for (const auto& slot : slots)
        reportTurns(slot, reg, turnsEach);
    if (recipe == "fair")
        QVERIFY(waitForQueue(name, qlonglong(slots.size())));
    else
        QVERIFY(waitForListener(name));
    waitUntilAsleep();
    for (int i = 0; i < capacity; ++i)
        QCOMPARE(starter.release(), "released");
    QCOMPARE(finishTurns(slots, reg, turnsEach, recipe == "fair" ? changesOfFair : changesOfOthers,
                         GivingUp::StockReadWrite),
             "");
    qlonglong last = 0;
    for (const auto& turn : registerState(reg).turns) {
        if (recipe == "fenced")
            QVERIFY2(turn.token > last, turn.name.c_str());
        last = turn.token;
    }
}

QByteArray TurnsTest::warmUp(Kind kind, const std::string& recipe)
{
    const auto name = freshName();
    const auto spec = recipe + ":" + name + (recipe == "multi" ? "," + freshName() : "") +
                      (recipe == "semaphore" || recipe == "permit" ? ":1" : "");
    return takeTurns({slot(kind, spec, "a"), slot(kind, spec, "b")}, makeRegister(1), 10, 0);
}

void TurnsTest::spinLocks()
{
    QFETCH(Kind, kind);
    const auto spec = "spin:" + freshName();
    QCOMPARE(takeTurnsOfPollers({ours(spec, "a"), ours(spec, "b"), slot(kind, spec, "a"), slot(kind, spec, "b")}), "");
}

void TurnsTest::readersAndWriters()
{
    QFETCH(Kind, kind);
    const auto name = freshName();
    const auto read = "read:" + name;
    const auto write = "write:" + name;
    QCOMPARE(takeTurns({ours(write, "a", readersRoom), ours(read, "b"), slot(kind, write, "a", readersRoom),
                        slot(kind, read, "b")},
                       makeRegister(readersRoom), turnsEach, 3, GivingUp::StockReadWrite),
             "");
}

} // namespace lockscope::turnsTest

LOCKSCOPE_TEST(lockscope::turnsTest::TurnsTest)
#include "TurnsTest.moc"
