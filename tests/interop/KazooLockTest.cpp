// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Our Kazoo locks and stock Kazoo's on one path: one queue, one holder, first come, first served; readers and writers.
///
/// Debian's ReadLock takes no part: before 2.9 a reader waits for the last writer, be it a later one, which waits for
/// the reader (kazoo #649). Our readers are tried with our writers and Kazoo's; the pinned Kazoo's readers besides.

#include "core/locks/zookeeper/KazooLock.h"
#include "core/base/Path.h"
#include "tests/interop/Crowd.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::kazooLockTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using Kind = Peer::Kind;

namespace {

constexpr int readersRoom = 1000;

} // namespace

class KazooLockTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void stockLocksTakeTurns();
    void stockHolderMakesOursWait();
    void ourHolderMakesStockWait();
    void contendersAreReadByKazoo();
    void writersShareAPathWithOurReaders();

private:
    [[nodiscard]] Peer& peer(const std::string& kind) { return kind == "ours" ? *m_ours : *m_kazoo; }
    [[nodiscard]] LockSlot slot(const std::string& kind, const std::string& id, const std::string& spec, int weight = 1)
    {
        return {&peer(kind), id, spec, weight};
    }
    World m_world;
    std::unique_ptr<Peer> m_ours;
    std::unique_ptr<Peer> m_kazoo;
};

void KazooLockTest::initTestCase()
{
    const auto started = m_world.start();
    QVERIFY_RESULT(started);
    m_ours = std::make_unique<Peer>(Kind::Ours, m_world.connectString(), "ours");
    m_kazoo = std::make_unique<Peer>(Kind::Kazoo, m_world.connectString(), "kazoo");
    m_ours->tellStart({"a", "b"});
    m_kazoo->tellStart({"a", "b", "reader"});
    for (const auto& peer : {m_ours.get(), m_kazoo.get()})
        QVERIFY2(peer->hasStarted(), peer->told());
}

void KazooLockTest::cleanupTestCase()
{
    for (const auto& peer : {m_ours.get(), m_kazoo.get()})
        QVERIFY2(peer->endsWell(), peer->told());
}

void KazooLockTest::stockLocksTakeTurns()
{
    std::vector<std::unique_ptr<Peer>> victims;
    for (const auto* name : {"ours.one", "ours.two", "ours.three"})
        victims.push_back(std::make_unique<Peer>(Kind::Ours, m_world.connectString(), name, Peer::mortal));
    for (const auto* name : {"kazoo.one", "kazoo.two", "kazoo.three"})
        victims.push_back(std::make_unique<Peer>(Kind::Kazoo, m_world.connectString(), name, Peer::mortal));
    for (const auto& victim : victims)
        victim->tellStart({"a"});
    for (const auto& victim : victims)
        QVERIFY2(victim->hasStarted(), victim->told());
    const auto path = m_world.madePath();
    const auto spec = "kazoo-lock:" + path;
    const auto victim = [&](std::size_t index) { return LockSlot{victims[index].get(), "a", spec}; };
    Crowd crowd(m_world, m_world.makeRegister(1),
                {slot("ours", "a", spec), slot("ours", "b", spec), slot("kazoo", "a", spec), slot("kazoo", "b", spec)});
    QCOMPARE(crowd.takeTurnsAmongDying({victim(0), victim(3)}, 60), "");
    QCOMPARE(crowd.takeTurnsBehindDying({victim(1)}, {victim(4)}, path, 20), "");
    QCOMPARE(crowd.takeTurnsBehindDying({victim(5)}, {victim(2)}, path, 20), "");
    QCOMPARE(crowd.takeTurnsImpatiently(30), "");
    QCOMPARE(crowd.check(20), "");
    QCOMPARE(crowd.checkOrder(), "");
    QVERIFY2(m_world.waitForChildren(path, 0), printed(m_world.children(path)));
}

void KazooLockTest::stockHolderMakesOursWait()
{
    const auto path = m_world.freshPath(); // made by Kazoo
    const auto kazoo = slot("kazoo", "a", "kazoo-lock:" + path);
    QCOMPARE(kazoo.acquire(), "granted");
    const auto node = baseName(kazoo.node());
    locks::KazooLock lock(m_world.observer().client(), path);
    for (const auto budget : {0ms, 300ms}) {
        const auto grant = lock.acquire(budget);
        QVERIFY(!grant);
        QCOMPARE(printed(grant.error().code), "TimedOut");
    }
    QCOMPARE(printed(m_world.children(path)), printed(node));
    QCOMPARE(kazoo.release(), "released");
    auto hold = lock.acquire(10s);
    QVERIFY(hold);
    QVERIFY(hold->release());
}

void KazooLockTest::ourHolderMakesStockWait()
{
    const auto path = m_world.freshPath(); // made by ours
    const auto kazoo = slot("kazoo", "a", "kazoo-lock:" + path);
    locks::KazooLock lock(m_world.observer().client(), path);
    auto hold = lock.acquire(10s);
    QVERIFY(hold);
    QCOMPARE(kazoo.acquire(0), "timedOut");
    QCOMPARE(kazoo.acquire(300), "timedOut");
    QCOMPARE(printed(m_world.children(path)), printed(hold->grant().node));
    kazoo.tellAcquire();
    QVERIFY(m_world.waitForChildren(path, 2));
    QVERIFY(hold->release());
    QCOMPARE(kazoo.answer(), "granted");
    QCOMPARE(kazoo.release(), "released");
}

void KazooLockTest::contendersAreReadByKazoo()
{
    const auto path = m_world.freshPath();
    const auto spec = "kazoo-lock:" + path;
    QCOMPARE(slot("ours", "a", spec).acquire(), "granted");
    std::size_t queued = 1;
    for (const auto& waiter : {slot("kazoo", "a", spec), slot("ours", "b", spec)}) {
        waiter.tellAcquire();
        QVERIFY(m_world.waitForChildren(path, ++queued));
    }
    QCOMPARE(slot("kazoo", "b", spec).ask("contenders " + spec), "contenders");
    QCOMPARE(m_kazoo->member("all"), "ours-a kazoo-a ours-b");
    QCOMPARE(slot("ours", "a", spec).release(), "released");
    for (const auto& waiter : {slot("kazoo", "a", spec), slot("ours", "b", spec)}) {
        QCOMPARE(waiter.answer(), "granted");
        QCOMPARE(waiter.release(), "released");
    }
}

void KazooLockTest::writersShareAPathWithOurReaders()
{
    const auto path = m_world.madePath();
    Peer readers(Kind::Ours, m_world.connectString(), "ours.readers");
    QVERIFY2(readers.start({"a", "b"}), readers.told());
    const auto read = "kazoo-read:" + path;
    const auto write = "kazoo-write:" + path;
    const auto stockReader = slot("kazoo", "reader", read, 1);
    const bool stockReads = Peer::edition() == Peer::Edition::Pinned;
    Crowd::LockSlots slots{LockSlot{&readers, "a", read, 1}, LockSlot{&readers, "b", read, 1},
                           slot("ours", "a", write, readersRoom), slot("kazoo", "a", write, readersRoom),
                           slot("kazoo", "b", write, readersRoom)};
    if (stockReads)
        slots.push_back(stockReader);
    Crowd crowd(m_world, m_world.makeRegister(readersRoom), slots);
    QCOMPARE(crowd.takeTurns(50), "");
    QCOMPARE(crowd.check(20), "");
    QCOMPARE(crowd.checkOrder(), "");

    // Readers do share.
    const LockSlot first{&readers, "a", read, 1};
    const LockSlot second{&readers, "b", read, 1};
    QCOMPARE(first.acquire(), "granted");
    QCOMPARE(second.acquire(), "granted");
    if (stockReads)
        QCOMPARE(stockReader.acquire(), "granted");
    QCOMPARE(slot("kazoo", "a", write).acquire(200), "timedOut");
    if (stockReads)
        QCOMPARE(stockReader.release(), "released");
    QCOMPARE(first.release(), "released");
    QCOMPARE(second.release(), "released");
    QVERIFY2(readers.endsWell(), readers.told());
}

} // namespace lockscope::kazooLockTest

LOCKSCOPE_TEST(lockscope::kazooLockTest::KazooLockTest)
#include "KazooLockTest.moc"
