// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Programs of different dialects on one path. By default, Kazoo's locks and those of Curator and ours do not exclude
/// each other; a Kazoo lock on Curator's names does.

#include "core/locks/zookeeper/KazooLock.h"
#include "core/locks/zookeeper/Mutex.h"
#include "tests/interop/Crowd.h"
#include "tests/interop/PeerTest.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::foreignNamesTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

class ForeignNamesTest final : public PeerTest {
    Q_OBJECT
public:
    ForeignNamesTest()
        : PeerTest({{Kind::Ours, {"a", "b"}}, {Kind::Curator, {"a", "b"}}, {Kind::Kazoo, {"a", "b"}}})
    {
    }

private Q_SLOTS:
    void threeProgramsOnOnePath();
    void stockNamesDoNotExclude_data();
    void stockNamesDoNotExclude();
    void kazooThatLooksForCuratorIsNotSeenByIt();
    void foreignChildIsRefused_data();
    void foreignChildIsRefused();
};

void ForeignNamesTest::threeProgramsOnOnePath()
{
    const auto victims = mortals({"ours.one", "curator.one", "kazoo.one", "kazoo.two"});
    QVERIFY(!victims.empty());
    // A Kazoo program needs two lines for it (DashLock in KazooPeer.py); the others need no change.
    const auto path = m_world.madePath();
    const auto spec = "mutex:" + path;
    const auto victim = [&](std::size_t index) { return LockSlot{victims[index].get(), "a", spec}; };
    Crowd crowd(m_world, m_world.makeRegister(1),
                {ours(spec, "a"), ours(spec, "b"), curators(spec, "a"), curators(spec, "b"), kazoos(spec, "a"),
                 kazoos(spec, "b")});
    QCOMPARE(crowd.takeTurnsAmongDying({victim(0), victim(1), victim(2)}, 40), "");
    QCOMPARE(crowd.takeTurnsBehindDying({victim(3)}, {}, path, 20), "");
    QCOMPARE(crowd.check(60), "");
    QCOMPARE(crowd.checkOrder(), "");
    QVERIFY2(m_world.waitForChildren(path, 0), printed(m_world.children(path)));
}

void ForeignNamesTest::stockNamesDoNotExclude_data()
{
    QTest::addColumn<bool>("oursIsKazoos");
    QTest::addColumn<bool>("oneIsOurs");
    QTest::addRow("our mutex and stock Kazoo") << false << true;
    QTest::addRow("our Kazoo lock and stock Curator") << true << true;
    QTest::addRow("stock Curator and stock Kazoo") << false << false;
}

void ForeignNamesTest::stockNamesDoNotExclude()
{
    QFETCH(bool, oursIsKazoos);
    QFETCH(bool, oneIsOurs);
    const auto path = m_world.madePath();
    const auto reg = m_world.makeRegister(1);
    const auto mutex = "mutex:" + path;
    const auto kazooLock = "kazoo-lock:" + path;
    const auto one = oneIsOurs ? ours(oursIsKazoos ? kazooLock : mutex) : curators(mutex);
    const auto other = oursIsKazoos ? curators(mutex) : kazoos(kazooLock);
    for (const auto& [first, second] : {std::pair(one, other), std::pair(other, one)}) {
        QCOMPARE(first.acquire(), "granted");
        QCOMPARE(first.enter(reg), "inside");
        QCOMPARE(second.acquire(), "granted"); // both hold
        QCOMPARE(second.enter(reg), "overlap");
        QCOMPARE(first.leave(reg), "left");
        QCOMPARE(second.release(), "released");
        QCOMPARE(first.release(), "released");
    }
}

void ForeignNamesTest::kazooThatLooksForCuratorIsNotSeenByIt()
{
    // Kazoo's extra_lock_patterns have an effect on one side only.
    const auto path = m_world.madePath();
    const auto wide = kazoos("kazoo-wide:" + path, "a");
    for (const auto& other : {curators("mutex:" + path, "a"), ours("mutex:" + path, "a")}) {
        QCOMPARE(other.acquire(), "granted");
        QCOMPARE(wide.acquire(300), "timedOut");
        QCOMPARE(other.release(), "released");
        QCOMPARE(wide.acquire(), "granted");
        QCOMPARE(other.acquire(), "granted"); // both hold
        QCOMPARE(other.release(), "released");
        QCOMPARE(wide.release(), "released");
    }
}

void ForeignNamesTest::foreignChildIsRefused_data()
{
    QTest::addColumn<bool>("mutex");
    QTest::addRow("our mutex, stock Kazoo is there") << true;
    QTest::addRow("our Kazoo lock, stock Curator is there") << false;
}

void ForeignNamesTest::foreignChildIsRefused()
{
    QFETCH(bool, mutex);
    const auto path = m_world.madePath();
    const auto other = mutex ? kazoos("kazoo-lock:" + path) : curators("mutex:" + path);
    QCOMPARE(other.acquire(), "granted");
    locks::NodeOptions options;
    options.foreign = locks::ForeignPolicy::Refuse;
    auto& client = m_world.observer().client();
    std::unique_ptr<locks::Lock> lock;
    if (mutex)
        lock = std::make_unique<locks::Mutex>(client, path, options);
    else
        lock = std::make_unique<locks::KazooLock>(client, path, options);
    const auto refused = lock->acquire(10s);
    QVERIFY(!refused);
    QCOMPARE(printed(refused.error().code), "NotALock");
    QVERIFY(m_world.waitForChildren(path, 1)); // our node is deleted
    QCOMPARE(other.release(), "released");
    auto hold = lock->acquire(10s);
    QVERIFY(hold);
    QVERIFY(hold->release());
}

} // namespace lockscope::foreignNamesTest

LOCKSCOPE_TEST(lockscope::foreignNamesTest::ForeignNamesTest)
#include "ForeignNamesTest.moc"
