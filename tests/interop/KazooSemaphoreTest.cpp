// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Our KazooSemaphore and stock Kazoo's Semaphore on one path: never more leases than configured, and a client with
/// another number gets an error.

#include "tests/interop/Crowd.h"
#include "tests/interop/PeerTest.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::kazooSemaphoreTest {

using namespace lockscope::test;

class KazooSemaphoreTest final : public PeerTest {
    Q_OBJECT
public:
    KazooSemaphoreTest()
        : PeerTest({{Kind::Ours, {"a", "b", "c"}}, {Kind::Kazoo, {"a", "b", "c"}}})
    {
    }

private Q_SLOTS:
    void leasesForAll_data();
    void leasesForAll();
    void servesInOrderOfArrival();
    void bothMustNameTheSameNumber();
    void dataThatIsNoNumberSaysNothing();
    void givesUpAndLeavesNothing();

private:
    [[nodiscard]] static std::string spec(const std::string& path, int leases)
    {
        return "kazoo-semaphore:" + path + ":" + std::to_string(leases);
    }
};

void KazooSemaphoreTest::leasesForAll_data()
{
    QTest::addColumn<int>("leases");
    QTest::addColumn<std::size_t>("maker"); // index of the first client, which creates the path
    QTest::addRow("one, made by ours") << 1 << std::size_t(0);
    QTest::addRow("three, made by Kazoo") << 3 << std::size_t(3);
}

void KazooSemaphoreTest::leasesForAll()
{
    QFETCH(int, leases);
    QFETCH(std::size_t, maker);
    const auto path = m_world.freshPath();
    const auto lease = spec(path, leases);
    Crowd::LockSlots stayers;
    for (auto* peer : {m_ours.get(), m_kazoo.get()}) {
        for (const auto* id : {"a", "b", "c"})
            stayers.push_back({peer, id, lease});
    }
    QCOMPARE(stayers[maker].acquire(), "granted");
    QCOMPARE(stayers[maker].release(), "released");
    QCOMPARE(printed(m_world.observer().get(path)->data), QByteArray::number(leases));

    const auto victims = mortals({"ours.one", "kazoo.one", "ours.two", "kazoo.two"});
    QVERIFY(!victims.empty());
    const auto victim = [&](std::size_t index) { return LockSlot{victims[index].get(), "a", lease}; };

    Crowd crowd(m_world, m_world.makeRegister(leases), stayers);
    QCOMPARE(crowd.takeTurnsAmongDying({victim(0), victim(1)}, 30), "");
    const auto gate = path + "-__lock__";
    if (leases == 1)
        QCOMPARE(crowd.takeTurnsBehindDying({victim(2)}, {victim(3)}, gate, 15), "");
    else
        QCOMPARE(crowd.takeTurnsBehindDying({victim(2), victim(3)}, {}, gate, 15), "");
    QCOMPARE(crowd.takeTurnsImpatiently(20), "");
    QCOMPARE(crowd.check(20), "");
    QVERIFY2(m_world.waitForChildren(path, 0), printed(m_world.children(path)));
    QVERIFY2(m_world.waitForChildren(gate, 0), printed(m_world.children(gate)));
}

void KazooSemaphoreTest::servesInOrderOfArrival()
{
    const auto path = m_world.freshPath();
    const auto lease = spec(path, 1);
    const LockSlot holder{m_kazoo.get(), "a", lease};
    QCOMPARE(holder.acquire(), "granted");
    const std::vector<LockSlot> waiters{{m_ours.get(), "a", lease},
                                        {m_kazoo.get(), "b", lease},
                                        {m_ours.get(), "b", lease},
                                        {m_kazoo.get(), "c", lease}};
    std::size_t queued = 0;
    for (const auto& waiter : waiters) {
        waiter.reportAcquire();
        QVERIFY(m_world.waitForChildren(path + "-__lock__", ++queued));
    }
    QCOMPARE(holder.release(), "released");
    for (const auto& waiter : waiters) {
        QCOMPARE(waiter.answer(), "granted");
        QCOMPARE(m_world.children(path).size(), std::size_t(1));
        QCOMPARE(waiter.release(), "released");
    }
}

void KazooSemaphoreTest::bothMustNameTheSameNumber()
{
    for (auto* first : {m_ours.get(), m_kazoo.get()}) {
        auto* second = first == m_ours.get() ? m_kazoo.get() : m_ours.get();
        const auto path = m_world.freshPath();
        const LockSlot three{first, "a", spec(path, 3)};
        QCOMPARE(three.acquire(), "granted");
        const LockSlot two{second, "a", spec(path, 2)};
        QCOMPARE(two.acquire(), "refused");
        const auto why = second->member("why");
        const bool saysBoth = why.contains("3") && why.contains("2");
        QVERIFY2(saysBoth, why);
        QCOMPARE((LockSlot{second, "b", spec(path, 3)}).acquire(), "granted");
        QCOMPARE(m_world.children(path).size(), std::size_t(2));
        QCOMPARE((LockSlot{second, "b", spec(path, 3)}).release(), "released");
        QCOMPARE(three.release(), "released");
        QVERIFY(m_world.waitForChildren(path + "-__lock__", 0));
    }
}

void KazooSemaphoreTest::dataThatIsNoNumberSaysNothing()
{
    const auto path = m_world.freshPath();
    QVERIFY(m_world.observer().create(path, "owned by the orders team"));
    const LockSlot ours{m_ours.get(), "a", spec(path, 1)};
    const LockSlot kazoo{m_kazoo.get(), "a", spec(path, 1)};
    QCOMPARE(ours.acquire(), "granted");
    QCOMPARE(kazoo.acquire(300), "timedOut");
    QCOMPARE(ours.release(), "released");
    QCOMPARE(kazoo.acquire(), "granted");
    QCOMPARE(ours.acquire(0), "timedOut");
    QCOMPARE(kazoo.release(), "released");
    QCOMPARE(printed(m_world.observer().get(path)->data), "owned by the orders team");
}

void KazooSemaphoreTest::givesUpAndLeavesNothing()
{
    for (auto* holds : {m_ours.get(), m_kazoo.get()}) {
        const auto path = m_world.freshPath();
        const LockSlot holder{holds, "a", spec(path, 1)};
        const LockSlot other{holds == m_ours.get() ? m_kazoo.get() : m_ours.get(), "a", spec(path, 1)};
        QCOMPARE(holder.acquire(), "granted");
        QCOMPARE(other.acquire(0), "timedOut");
        QCOMPARE(other.acquire(300), "timedOut");
        QVERIFY(m_world.waitForChildren(path, 1));
        QVERIFY(m_world.waitForChildren(path + "-__lock__", 0));
        QCOMPARE(holder.release(), "released");
    }
}

} // namespace lockscope::kazooSemaphoreTest

LOCKSCOPE_TEST(lockscope::kazooSemaphoreTest::KazooSemaphoreTest)
#include "KazooSemaphoreTest.moc"
