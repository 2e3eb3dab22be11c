// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Our Kazoo locks and stock Kazoo's on one path: one queue, one holder, first come, first served; readers and writers.
///
/// Debian's ReadLock is left out: before 2.9 a reader waits for the last writer, even a later one, which waits for the
/// reader (kazoo #649). Our readers are tested with our writers and Kazoo's, and with the pinned Kazoo's readers.

#include "core/locks/zookeeper/KazooLock.h"
#include "core/base/Path.h"
#include "tests/interop/Crowd.h"
#include "tests/interop/PeerTest.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::kazooLockTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

constexpr int readersRoom = 1000;

} // namespace

class KazooLockTest final : public PeerTest {
    Q_OBJECT
public:
    KazooLockTest()
        : PeerTest({{Kind::Ours, {"a", "b"}}, {Kind::Kazoo, {"a", "b", "reader"}}})
    {
    }

private Q_SLOTS:
    void stockLocksTakeTurns();
    void eachMakesTheOtherWait();
    void contendersAreReadByKazoo();
    void writersShareAPathWithOurReaders();
};

void KazooLockTest::stockLocksTakeTurns()
{
    const auto victims = mortals({"ours.one", "ours.two", "ours.three", "kazoo.one", "kazoo.two", "kazoo.three"});
    QVERIFY(!victims.empty());
    const auto path = m_world.madePath();
    const auto spec = "kazoo-lock:" + path;
    const auto victim = [&](std::size_t index) { return LockSlot{victims[index].get(), "a", spec}; };
    Crowd crowd(m_world, m_world.makeRegister(1),
                {ours(spec, "a"), ours(spec, "b"), kazoos(spec, "a"), kazoos(spec, "b")});
    QCOMPARE(crowd.takeTurnsAmongDying({victim(0), victim(3)}, 60), "");
    QCOMPARE(crowd.takeTurnsBehindDying({victim(1)}, {victim(4)}, path, 20), "");
    QCOMPARE(crowd.takeTurnsBehindDying({victim(5)}, {victim(2)}, path, 20), "");
    QCOMPARE(crowd.takeTurnsImpatiently(30), "");
    QCOMPARE(crowd.check(20), "");
    QCOMPARE(crowd.checkOrder(), "");
    QVERIFY2(m_world.waitForChildren(path, 0), printed(m_world.children(path)));
}

void KazooLockTest::eachMakesTheOtherWait()
{
    const auto path = m_world.freshPath(); // created by Kazoo
    locks::KazooLock lock(m_world.observer().client(), path);
    QCOMPARE(excludeEachOther(kazoos("kazoo-lock:" + path), lock, path), "");
}

void KazooLockTest::contendersAreReadByKazoo()
{
    const auto path = m_world.freshPath();
    const auto spec = "kazoo-lock:" + path;
    QCOMPARE(ours(spec, "a").acquire(), "granted");
    std::size_t queued = 1;
    for (const auto& waiter : {kazoos(spec, "a"), ours(spec, "b")}) {
        waiter.reportAcquire();
        QVERIFY(m_world.waitForChildren(path, ++queued));
    }
    QCOMPARE(kazoos(spec, "b").ask("contenders " + spec), "contenders");
    QCOMPARE(m_kazoo->member("all"), "ours-a kazoo-a ours-b");
    QCOMPARE(ours(spec, "a").release(), "released");
    for (const auto& waiter : {kazoos(spec, "a"), ours(spec, "b")}) {
        QCOMPARE(waiter.answer(), "granted");
        QCOMPARE(waiter.release(), "released");
    }
}

void KazooLockTest::writersShareAPathWithOurReaders()
{
    const auto path = m_world.madePath();
    Peer readers(Kind::Ours, m_world.connectString(), "ours.readers");
    QVERIFY2(readers.start({"a", "b"}), readers.reported());
    const auto read = "kazoo-read:" + path;
    const auto write = "kazoo-write:" + path;
    const auto stockReader = kazoos(read, "reader", 1);
    const bool stockReads = Peer::edition() == Peer::Edition::Pinned;
    Crowd::LockSlots slots{LockSlot{&readers, "a", read, 1}, LockSlot{&readers, "b", read, 1},
                           ours(write, "a", readersRoom), kazoos(write, "a", readersRoom),
                           kazoos(write, "b", readersRoom)};
    if (stockReads)
        slots.push_back(stockReader);
    Crowd crowd(m_world, m_world.makeRegister(readersRoom), slots);
    QCOMPARE(crowd.takeTurns(50), "");
    QCOMPARE(crowd.check(20), "");
    QCOMPARE(crowd.checkOrder(), "");

    // Readers share.
    const LockSlot first{&readers, "a", read, 1};
    const LockSlot second{&readers, "b", read, 1};
    QCOMPARE(first.acquire(), "granted");
    QCOMPARE(second.acquire(), "granted");
    if (stockReads)
        QCOMPARE(stockReader.acquire(), "granted");
    QCOMPARE(kazoos(write, "a").acquire(200), "timedOut");
    if (stockReads)
        QCOMPARE(stockReader.release(), "released");
    QCOMPARE(first.release(), "released");
    QCOMPARE(second.release(), "released");
    QVERIFY2(readers.endsWell(), readers.reported());
}

} // namespace lockscope::kazooLockTest

LOCKSCOPE_TEST(lockscope::kazooLockTest::KazooLockTest)
#include "KazooLockTest.moc"
