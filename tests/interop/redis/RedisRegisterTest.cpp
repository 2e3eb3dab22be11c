// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Proves that the cycles of the other tests can fail: the register detects a lock that does not exclude, for each
/// program inside and each that enters.

#include "tests/interop/redis/RedisPeerTest.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::redisRegisterTest {

using namespace lockscope::test;
using Kind = RedisClientKind;

namespace {

constexpr int readersRoom = 1000;
constexpr int turnsEach = 200;
/// Redisson 3 and 4 have the same program.
const std::vector kinds{Kind::Ours, Kind::Redisson4, Kind::Redisson2016, Kind::NodeRedlock, Kind::RedisPy};

} // namespace

class RedisRegisterTest final : public RedisPeerTest {
    Q_OBJECT
public:
    RedisRegisterTest()
        : RedisPeerTest(kinds, {"a", "b"})
    {
    }

private Q_SLOTS:
    static void hasRoomForSoMany_data();
    void hasRoomForSoMany();
    static void removesClientsThatLostTheirLock_data() { hasRoomForSoMany_data(); }
    void removesClientsThatLostTheirLock();
    static void noticesClientsWithoutALock_data();
    void noticesClientsWithoutALock();
};

void RedisRegisterTest::hasRoomForSoMany_data()
{
    QTest::addColumn<Kind>("one");
    QTest::addColumn<Kind>("two");
    for (const auto one : kinds) {
        for (const auto two : kinds)
            QTest::addRow("%s, then %s", nameOf(one).constData(), nameOf(two).constData()) << one << two;
    }
}

void RedisRegisterTest::hasRoomForSoMany()
{
    QFETCH(Kind, one);
    QFETCH(Kind, two);
    const auto first = [&](int weight) { return slot(one, "none:no-proof", "a", weight); };
    const auto second = [&](int weight) { return slot(two, "none:no-proof", "b", weight); };
    QCOMPARE(first(1).acquire(), "granted");
    QCOMPARE(second(1).acquire(), "granted");

    const auto mutex = makeRegister(1);
    QCOMPARE(first(1).enter(mutex), "inside");
    QCOMPARE(second(1).enter(mutex), "overlap");
    QCOMPARE(first(1).leave(mutex), "left");
    QCOMPARE(second(1).enter(mutex), "inside");
    QCOMPARE(second(1).leave(mutex), "left");
    QCOMPARE(second(1).leave(mutex), "overlap"); // twice
    QCOMPARE(registerState(mutex).overlaps, 2);
    QCOMPARE(registerState(mutex).turns.size(), std::size_t(2));

    const auto permits = makeRegister(3);
    QCOMPARE(first(2).enter(permits), "inside");
    QCOMPARE(second(2).enter(permits), "overlap");
    QCOMPARE(second(1).enter(permits), "inside");
    QCOMPARE(first(2).leave(permits), "left");
    QCOMPARE(second(1).leave(permits), "left");

    const auto readers = makeRegister(readersRoom);
    QCOMPARE(first(1).enter(readers), "inside");
    QCOMPARE(second(readersRoom).enter(readers), "overlap");
    QCOMPARE(second(1).enter(readers), "inside");
    QCOMPARE(second(1).leave(readers), "left");
    QCOMPARE(first(1).leave(readers), "left");
    QCOMPARE(second(readersRoom).enter(readers), "inside");
    QCOMPARE(first(1).enter(readers), "overlap");
    QCOMPARE(second(readersRoom).leave(readers), "left");
}

void RedisRegisterTest::removesClientsThatLostTheirLock()
{
    QFETCH(Kind, one);
    QFETCH(Kind, two);
    const auto key = freshName();
    const auto loser = slot(one, "none:" + key, "a");
    const auto heir = slot(two, "none:no-proof", "b");
    const auto reg = makeRegister(1);
    servers().command({"SET", QByteArray::fromStdString(key), "alive"});
    QCOMPARE(loser.acquire(), "granted");
    QCOMPARE(loser.enter(reg), "inside");
    QCOMPARE(heir.acquire(), "granted");
    QCOMPARE(heir.enter(reg), "overlap");
    servers().command({"DEL", QByteArray::fromStdString(key)}); // as a server does when a lease ends
    QCOMPARE(heir.enter(reg), "inside");
    QCOMPARE(loser.leave(reg), "overlap"); // it is alive, and no longer the holder
    QCOMPARE(heir.leave(reg), "left");
}

void RedisRegisterTest::noticesClientsWithoutALock_data()
{
    QTest::addColumn<int>("capacity");
    QTest::addColumn<int>("weight"); // of the last program
    QTest::addRow("as if there were a mutex") << 1 << 1;
    QTest::addRow("as if there were a semaphore") << 2 << 1;
    QTest::addRow("as if there were a writer") << readersRoom << readersRoom;
}

void RedisRegisterTest::noticesClientsWithoutALock()
{
    QFETCH(int, capacity);
    QFETCH(int, weight);
    LockSlots slots;
    for (const auto kind : kinds) {
        for (const auto* id : {"a", "b"})
            slots.push_back(slot(kind, "none:no-proof", id, kind == kinds.back() ? weight : 1));
    }
    const auto reg = makeRegister(capacity);
    for (const auto& slot : slots)
        reportTurns(slot, reg, turnsEach);
    int cameShort = 0;
    for (const auto& slot : slots) {
        QCOMPARE(slot.answer(), "done");
        if (slot.peer->member("turns").toInt() < turnsEach)
            ++cameShort;
    }
    QVERIFY2(cameShort >= 1, qPrintable(QString::number(cameShort)));
    QVERIFY(registerState(reg).overlaps >= cameShort);
}

} // namespace lockscope::redisRegisterTest

LOCKSCOPE_TEST(lockscope::redisRegisterTest::RedisRegisterTest)
#include "RedisRegisterTest.moc"
