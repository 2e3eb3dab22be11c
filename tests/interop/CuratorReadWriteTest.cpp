// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Our read/write lock and stock Curator 5.4's on one path: readers together, a writer alone, first come, first served;
/// and our downgrade, which theirs respect. Curator's own downgrade is left out: before 5.5 it admits a writer in
/// between (CURATOR-621).

#include "core/base/Path.h"
#include "core/locks/zookeeper/ReadWriteLock.h"
#include "tests/interop/Crowd.h"
#include "tests/interop/PeerTest.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::curatorReadWriteTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

constexpr int readersRoom = 1000;

} // namespace

class CuratorReadWriteTest final : public PeerTest {
    Q_OBJECT
public:
    CuratorReadWriteTest()
        : PeerTest({{Kind::Ours, {"a", "b", "c"}}, {Kind::Curator, {"a", "b", "c"}}})
    {
    }

private Q_SLOTS:
    void readersTogetherWritersAlone();
    void readersShare();
    void waitsInOrder_data();
    void waitsInOrder();
    void downgradeKeepsWritersOut();
    void downgradesInACrowd();

private:
    [[nodiscard]] LockSlot slot(Kind kind, const std::string& id, const std::string& side, const std::string& path)
    {
        return slot(kind == Kind::Ours ? *m_ours : *m_curator, id, side, path);
    }
    [[nodiscard]] static LockSlot slot(Peer& peer, const std::string& id, const std::string& side,
                                       const std::string& path)
    {
        return {&peer, id, side + ":" + path, side == "write" ? readersRoom : 1};
    }
};

void CuratorReadWriteTest::readersTogetherWritersAlone()
{
    const auto victims = mortals({"ours.one", "ours.two", "ours.three", "ours.four", "curator.one", "curator.two",
                                  "curator.three", "curator.four"});
    QVERIFY(!victims.empty());

    const auto path = m_world.madePath();
    const auto victim = [&](std::size_t index, const char* side) { return slot(*victims[index], "a", side, path); };
    Crowd::LockSlots stayers;
    for (const auto kind : {Kind::Ours, Kind::Curator}) {
        stayers.push_back(slot(kind, "a", "write", path));
        stayers.push_back(slot(kind, "b", "read", path));
        stayers.push_back(slot(kind, "c", "read", path));
    }
    Crowd crowd(m_world, m_world.makeRegister(readersRoom), stayers);
    QCOMPARE(crowd.takeTurnsAmongDying({victim(0, "write"), victim(4, "read")}, 40), "");
    // Readers are killed inside, a writer in the queue; then the reverse.
    QCOMPARE(crowd.takeTurnsBehindDying({victim(1, "read"), victim(5, "read")}, {victim(6, "write")}, path, 20), "");
    QCOMPARE(crowd.takeTurnsBehindDying({victim(2, "write")}, {victim(3, "read"), victim(7, "read")}, path, 20), "");
    QCOMPARE(crowd.takeTurnsImpatiently(30), "");
    QCOMPARE(crowd.check(20), "");
    QCOMPARE(crowd.checkOrder(), "");
    QVERIFY2(m_world.waitForChildren(path, 0), printed(m_world.children(path)));
}

void CuratorReadWriteTest::readersShare()
{
    const auto path = m_world.madePath();
    const auto reg = m_world.makeRegister(readersRoom);
    const std::vector<LockSlot> readers{slot(Kind::Ours, "a", "read", path), slot(Kind::Curator, "a", "read", path),
                                        slot(Kind::Ours, "b", "read", path), slot(Kind::Curator, "b", "read", path)};
    for (const auto& reader : readers) {
        QCOMPARE(reader.acquire(), "granted");
        QCOMPARE(reader.enter(reg), "inside");
    }
    QCOMPARE(m_world.registerState(reg).inside.size(), readers.size());
    for (const auto kind : {Kind::Ours, Kind::Curator})
        QCOMPARE(slot(kind, "c", "write", path).acquire(200), "timedOut");
    for (const auto& reader : readers) {
        QCOMPARE(reader.leave(reg), "left");
        QCOMPARE(reader.release(), "released");
    }
    // Writers exclude all other clients.
    for (const auto kind : {Kind::Ours, Kind::Curator}) {
        const auto other = kind == Kind::Ours ? Kind::Curator : Kind::Ours;
        const auto writer = slot(kind, "c", "write", path);
        QCOMPARE(writer.acquire(), "granted");
        QCOMPARE(slot(other, "a", "read", path).acquire(0), "timedOut");
        QCOMPARE(slot(other, "a", "read", path).acquire(200), "timedOut");
        QCOMPARE(slot(other, "c", "write", path).acquire(200), "timedOut");
        QCOMPARE(writer.release(), "released");
    }
}

void CuratorReadWriteTest::waitsInOrder_data()
{
    QTest::addColumn<bool>("oursFirst");
    QTest::addRow("ours reads first") << true;
    QTest::addRow("Curator reads first") << false;
}

void CuratorReadWriteTest::waitsInOrder()
{
    QFETCH(bool, oursFirst);
    const auto one = oursFirst ? Kind::Ours : Kind::Curator;
    const auto other = oursFirst ? Kind::Curator : Kind::Ours;
    const auto path = m_world.madePath();
    // A reader holds; a writer of the other kind waits; later readers wait for that writer; a writer of the first kind
    // waits for these readers.
    const auto reader = slot(one, "a", "read", path);
    QCOMPARE(reader.acquire(), "granted");
    const std::vector<LockSlot> queue{slot(other, "a", "write", path), slot(one, "b", "read", path),
                                      slot(other, "b", "read", path), slot(one, "c", "write", path)};
    std::size_t queued = 1;
    for (const auto& slot : queue) {
        slot.reportAcquire();
        QVERIFY(m_world.waitForChildren(path, ++queued));
    }
    const auto isSilent = [&](std::size_t from) {
        return std::all_of(queue.begin() + static_cast<std::ptrdiff_t>(from), queue.end(),
                           [](const LockSlot& slot) { return slot.answer(100).isEmpty(); });
    };
    QVERIFY(isSilent(0));
    QCOMPARE(reader.release(), "released");
    QCOMPARE(queue[0].answer(), "granted");
    QVERIFY(isSilent(1));
    QCOMPARE(queue[0].release(), "released");
    QCOMPARE(queue[1].answer(), "granted");
    QCOMPARE(queue[2].answer(), "granted");
    QVERIFY(isSilent(3));
    QCOMPARE(queue[1].release(), "released");
    QVERIFY(isSilent(3));
    QCOMPARE(queue[2].release(), "released");
    QCOMPARE(queue[3].answer(), "granted");
    QCOMPARE(queue[3].release(), "released");
}

void CuratorReadWriteTest::downgradeKeepsWritersOut()
{
    const auto path = m_world.madePath();
    auto& client = m_world.observer().client();
    locks::ReadWriteLock lock(client, path);
    auto wrote = lock.write().acquire(10s);
    QVERIFY(wrote);
    const auto writer = slot(Kind::Curator, "a", "write", path);
    writer.reportAcquire();
    QVERIFY(m_world.waitForChildren(path, 2));
    const auto reader = slot(Kind::Curator, "b", "read", path);
    reader.reportAcquire();
    QVERIFY(m_world.waitForChildren(path, 3));

    auto reads = lock.read().acquire(10s);
    QVERIFY_RESULT(reads);
    QVERIFY(wrote->release());
    // The writer queued before our read, and still waits; so does the reader behind it.
    QCOMPARE(writer.answer(300), "");
    QCOMPARE(reader.answer(100), "");
    QVERIFY(reads->verify());
    QVERIFY(reads->release());
    QCOMPARE(writer.answer(), "granted");
    QCOMPARE(reader.answer(100), "");
    QCOMPARE(writer.release(), "released");
    QCOMPARE(reader.answer(), "granted");
    QCOMPARE(reader.release(), "released");
}

void CuratorReadWriteTest::downgradesInACrowd()
{
    // One of our clients writes, continues to read, and releases, repeatedly; its reads are checked as reads.
    const auto path = m_world.madePath();
    const auto reg = m_world.makeRegister(readersRoom);
    const std::vector<LockSlot> others{slot(Kind::Curator, "a", "write", path), slot(Kind::Curator, "b", "read", path),
                                       slot(Kind::Ours, "b", "write", path), slot(Kind::Ours, "c", "read", path)};
    constexpr int turns = 40;
    for (const auto& slot : others)
        slot.report("turns " + slot.spec + " " + reg + " " + std::to_string(slot.weight) + " " + std::to_string(turns) +
                    " 60000");
    const auto write = slot(Kind::Ours, "a", "write", path);
    const auto read = slot(Kind::Ours, "a", "read", path);
    for (int turn = 0; turn < turns / 2; ++turn) {
        QCOMPARE(write.acquire(60'000), "granted");
        QCOMPARE(write.enter(reg), "inside");
        QCOMPARE(write.leave(reg), "left");
        QCOMPARE(read.acquire(), "granted");
        QCOMPARE(read.enter(reg), "inside");
        QCOMPARE(write.release(), "released");
        QCOMPARE(read.leave(reg), "left");
        QCOMPARE(read.release(), "released");
    }
    for (const auto& slot : others) {
        QVERIFY2(slot.answer(60'000) == "done" && slot.peer->member("turns").toInt() == turns, slot.peer->reported());
    }
    QVERIFY(m_world.waitForChildren(path, 0));
}

} // namespace lockscope::curatorReadWriteTest

LOCKSCOPE_TEST(lockscope::curatorReadWriteTest::CuratorReadWriteTest)
#include "CuratorReadWriteTest.moc"
