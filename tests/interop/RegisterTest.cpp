// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Proves that the crowds of the other tests can fail: the register detects a lock that does not exclude, for each
/// program inside and each that enters.

#include "tests/interop/World.h"
#include "tests/support/Test.h"

namespace lockscope::registerTest {

using namespace lockscope::test;
using Kind = Peer::Kind;

namespace {

constexpr int readersRoom = 1000;

} // namespace

class RegisterTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void hasRoomForSoMany_data();
    void hasRoomForSoMany();
    void noticesWhoDoesNotLook_data() { kinds(); }
    void noticesWhoDoesNotLook();
    void putsOutTheDead_data() { hasRoomForSoMany_data(); }
    void putsOutTheDead();
    void noticesClientsWithoutALock_data();
    void noticesClientsWithoutALock();

private:
    static void kinds();
    [[nodiscard]] Peer& peer(int kind) { return *m_peers.at(static_cast<std::size_t>(kind)); }
    [[nodiscard]] LockSlot slot(int kind, const std::string& id, int weight)
    {
        return {&peer(kind), id, "none:" + m_path, weight};
    }

    World m_world;
    std::string m_path;
    std::vector<std::unique_ptr<Peer>> m_peers;
};

void RegisterTest::initTestCase()
{
    const auto started = m_world.start();
    QVERIFY_RESULT(started);
    m_path = m_world.madePath();
    for (const auto& [kind, name] :
         {std::pair(Kind::Ours, "ours"), std::pair(Kind::Curator, "curator"), std::pair(Kind::Kazoo, "kazoo")})
        m_peers.push_back(std::make_unique<Peer>(kind, m_world.connectString(), name));
    for (const auto& peer : m_peers)
        peer->reportStart({"a", "b"});
    for (const auto& peer : m_peers)
        QVERIFY2(peer->hasStarted(), peer->reported());
    for (int kind = 0; kind < 3; ++kind) {
        QCOMPARE(slot(kind, "a", 1).acquire(), "granted");
        QCOMPARE(slot(kind, "b", 1).acquire(), "granted");
    }
}

void RegisterTest::cleanupTestCase()
{
    for (const auto& peer : m_peers)
        QVERIFY2(peer->endsWell(), peer->reported());
}

void RegisterTest::kinds()
{
    QTest::addColumn<int>("kind");
    QTest::addRow("ours") << 0;
    QTest::addRow("Curator") << 1;
    QTest::addRow("Kazoo") << 2;
}

void RegisterTest::hasRoomForSoMany_data()
{
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("second");
    const QList names{"ours", "Curator", "Kazoo"};
    for (int first = 0; first < names.size(); ++first) {
        for (int second = 0; second < names.size(); ++second)
            QTest::addRow("%s, then %s", names[first], names[second]) << first << second;
    }
}

void RegisterTest::hasRoomForSoMany()
{
    QFETCH(int, first);
    QFETCH(int, second);
    const auto mutex = m_world.makeRegister(1);
    QCOMPARE(slot(first, "a", 1).enter(mutex), "inside");
    QCOMPARE(slot(second, "b", 1).enter(mutex), "overlap");
    QCOMPARE(slot(first, "a", 1).leave(mutex), "left");
    QCOMPARE(slot(second, "b", 1).enter(mutex), "inside");
    QCOMPARE(slot(second, "b", 1).leave(mutex), "left");
    QCOMPARE(slot(second, "b", 1).leave(mutex), "overlap"); // twice

    const auto leases = m_world.makeRegister(3);
    QCOMPARE(slot(first, "a", 2).enter(leases), "inside");
    QCOMPARE(slot(second, "b", 2).enter(leases), "overlap");
    QCOMPARE(slot(second, "b", 1).enter(leases), "inside");
    QCOMPARE(slot(first, "a", 2).leave(leases), "left");
    QCOMPARE(slot(second, "b", 1).leave(leases), "left");

    const auto readers = m_world.makeRegister(readersRoom);
    QCOMPARE(slot(first, "a", 1).enter(readers), "inside");
    QCOMPARE(slot(second, "b", readersRoom).enter(readers), "overlap");
    QCOMPARE(slot(second, "b", 1).enter(readers), "inside");
    QCOMPARE(slot(second, "b", 1).leave(readers), "left");
    QCOMPARE(slot(first, "a", 1).leave(readers), "left");
    QCOMPARE(slot(second, "b", readersRoom).enter(readers), "inside");
    QCOMPARE(slot(first, "a", 1).enter(readers), "overlap");
    QCOMPARE(slot(second, "b", readersRoom).leave(readers), "left");
}

void RegisterTest::noticesWhoDoesNotLook()
{
    QFETCH(int, kind);
    const auto alone = m_world.makeRegister(1);
    QCOMPARE(slot(kind, "a", 1).enter(alone), "inside");
    const auto same = m_world.registerState(alone).text();
    QVERIFY(m_world.observer().set(alone, same, zk::anyVersion));
    QCOMPARE(slot(kind, "a", 1).leave(alone), "overlap");

    const auto shared = m_world.makeRegister(2);
    QCOMPARE(slot(kind, "a", 1).enter(shared), "inside");
    QVERIFY(m_world.observer().set(shared, "capacity 2\n", zk::anyVersion));
    QCOMPARE(slot(kind, "a", 1).leave(shared), "overlap");
}

void RegisterTest::putsOutTheDead()
{
    QFETCH(int, first);
    QFETCH(int, second);
    const auto node = m_world.madePath();
    const LockSlot mortal{&peer(first), "a", "none:" + node, 1};
    for (const auto capacity : {1, 2}) {
        const auto reg = m_world.makeRegister(capacity);
        if (capacity == 1)
            QCOMPARE(mortal.acquire(), "granted");
        else
            QVERIFY(m_world.observer().create(node));
        QCOMPARE(mortal.enter(reg), "inside");
        QVERIFY(m_world.observer().remove(node)); // as a server does when the client's session expires
        auto heir = slot(second, "b", capacity);
        QCOMPARE(heir.acquire(), "granted");
        QCOMPARE(heir.enter(reg), "inside");
        QCOMPARE(mortal.leave(reg), "overlap"); // it is alive, and no longer the holder
        QCOMPARE(heir.leave(reg), "left");
    }
}

void RegisterTest::noticesClientsWithoutALock_data()
{
    QTest::addColumn<int>("capacity");
    QTest::addColumn<int>("weightOfThird");
    QTest::addColumn<int>("noticing"); // minimum: the last clients run alone, or are readers without writers
    QTest::addRow("as if there were a mutex") << 1 << 1 << 3;
    QTest::addRow("as if there were a semaphore") << 2 << 1 << 3;
    QTest::addRow("as if there were a writer") << readersRoom << readersRoom << 1;
}

void RegisterTest::noticesClientsWithoutALock()
{
    QFETCH(int, capacity);
    QFETCH(int, weightOfThird);
    QFETCH(int, noticing);
    const auto reg = m_world.makeRegister(capacity);
    std::vector<LockSlot> slots;
    for (int kind = 0; kind < 3; ++kind) {
        for (const auto* id : {"a", "b"})
            slots.push_back(slot(kind, id, kind == 2 ? weightOfThird : 1));
    }
    constexpr int wanted = 200;
    for (const auto& slot : slots)
        slot.report("turns " + slot.spec + " " + reg + " " + std::to_string(slot.weight) + " " +
                    std::to_string(wanted) + " 60000");
    int cameShort = 0;
    for (const auto& slot : slots) {
        QCOMPARE(slot.answer(), "done");
        if (slot.peer->member("turns").toInt() < wanted)
            ++cameShort;
    }
    QVERIFY2(cameShort >= noticing, qPrintable(QString::number(cameShort)));
}

} // namespace lockscope::registerTest

LOCKSCOPE_TEST(lockscope::registerTest::RegisterTest)
#include "RegisterTest.moc"
