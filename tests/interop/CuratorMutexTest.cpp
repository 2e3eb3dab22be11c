// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Our mutex and stock Curator's on one path: one queue, one holder, first come, first served; and multi-locks.

#include "core/base/Path.h"
#include "core/locks/zookeeper/Mutex.h"
#include "core/locks/zookeeper/QueueView.h"
#include "core/queue/Scheme.h"
#include "tests/interop/Crowd.h"
#include "tests/interop/PeerTest.h"
#include "tests/support/BlockingAnswer.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::curatorMutexTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

class CuratorMutexTest final : public PeerTest {
    Q_OBJECT
public:
    CuratorMutexTest()
        : PeerTest({{Kind::Ours, {"a", "b"}}, {Kind::Curator, {"a", "b"}}})
    {
    }

private Q_SLOTS:
    void oneQueueForBoth();
    void eachMakesTheOtherWait();
    void bothListTheSameQueue();
    void yieldLetsCuratorIn();
    void multiLocksExclude();
    void multiLockInPartsIsGivenBack();
};

void CuratorMutexTest::oneQueueForBoth()
{
    const auto victims = mortals({"ours.one", "ours.two", "ours.three", "curator.one", "curator.two", "curator.three"});
    QVERIFY(!victims.empty());

    const auto path = m_world.madePath();
    const auto spec = "mutex:" + path;
    const auto victim = [&](std::size_t index) { return LockSlot{victims[index].get(), "a", spec}; };
    Crowd crowd(m_world, m_world.makeRegister(1), {ours(spec), ours(spec, "b"), curators(spec), curators(spec, "b")});
    QCOMPARE(crowd.takeTurnsAmongDying({victim(0), victim(3)}, 60), "");
    QCOMPARE(crowd.takeTurnsBehindDying({victim(1)}, {victim(4)}, path, 20), "");
    QCOMPARE(crowd.takeTurnsBehindDying({victim(5)}, {victim(2)}, path, 20), "");
    QCOMPARE(crowd.takeTurnsImpatiently(30), "");
    QCOMPARE(crowd.check(20), "");
    QCOMPARE(crowd.checkOrder(), "");
    QVERIFY2(m_world.waitForChildren(path, 0), printed(m_world.children(path)));
}

void CuratorMutexTest::eachMakesTheOtherWait()
{
    const auto path = m_world.madePath();
    locks::Mutex mutex(m_world.observer().client(), path);
    QCOMPARE(excludeEachOther(curators("mutex:" + path), mutex, path), "");
}

void CuratorMutexTest::bothListTheSameQueue()
{
    const auto path = m_world.madePath();
    const auto spec = "mutex:" + path;
    const std::vector<LockSlot> queue{ours(spec), curators(spec), ours(spec, "b")};
    std::size_t queued = 0;
    for (const auto& slot : queue) {
        slot.reportAcquire();
        QVERIFY(m_world.waitForChildren(path, ++queued));
    }
    auto& observer = m_world.observer();
    BlockingAnswer<std::vector<locks::Participant>> listed;
    observer.executor().post([&observer, path, reply = listed.reply()] {
        locks::listParticipants(observer.client(), path, queue::curatorMutexScheme(), 1, reply);
    });
    const auto list = listed.get();
    QVERIFY_RESULT(list);
    QByteArray byOurs;
    QByteArray holders;
    for (const auto& one : *list) {
        byOurs += (byOurs.isEmpty() ? "" : " ") + QByteArray::fromStdString(joinPath(path, one.contender.node));
        holders += one.holds ? "1" : "0";
    }
    QCOMPARE(holders, "100");
    QCOMPARE(m_curator->ask("b", "nodes " + path), "nodes");
    QCOMPARE(byOurs, m_curator->member("all"));
    for (const auto& slot : queue) {
        QCOMPARE(slot.answer(), "granted");
        QCOMPARE(slot.release(), "released");
    }
}

void CuratorMutexTest::yieldLetsCuratorIn()
{
    const auto path = m_world.madePath();
    const auto curator = curators("mutex:" + path);
    const auto second = curators("mutex:" + path, "b");
    locks::Mutex mutex(m_world.observer().client(), path);
    auto first = mutex.acquire(10s);
    QVERIFY(first);
    curator.reportAcquire();
    QVERIFY(m_world.waitForChildren(path, 2));
    BlockingAnswer<locks::Hold> yielded; // answered when the mutex is destroyed, at the latest
    first->yieldAsync(30s, {}, yielded.reply());
    QCOMPARE(curator.answer(), "granted"); // before us: we are at the end now
    second.reportAcquire();
    QVERIFY(m_world.waitForChildren(path, 3));
    QCOMPARE(curator.release(), "released");
    auto again = yielded.get(60s); // its own limit of 30 s ends first
    QVERIFY_RESULT(again);
    QVERIFY(again->token() > first->token());
    QCOMPARE(second.answer(100), "");
    QVERIFY(again->release());
    QCOMPARE(second.answer(), "granted");
    QCOMPARE(second.release(), "released");
}

void CuratorMutexTest::multiLocksExclude()
{
    // Both take the same locks in the same order; other clients take only one of them.
    const auto first = m_world.madePath();
    const auto second = m_world.madePath();
    const auto both = "multi:" + first + "," + second;
    Crowd crowd(m_world, m_world.makeRegister(1),
                {ours(both), curators(both), ours("mutex:" + second, "b"), curators("mutex:" + second, "b")});
    QCOMPARE(crowd.takeTurns(30), "");
    QCOMPARE(crowd.check(10), "");
    QCOMPARE(crowd.checkOrder(), "");
    QCOMPARE(m_world.children(first).size() + m_world.children(second).size(), std::size_t(0));
}

void CuratorMutexTest::multiLockInPartsIsGivenBack()
{
    const auto first = m_world.madePath();
    const auto second = m_world.madePath();
    const auto both = "multi:" + first + "," + second;
    for (const bool oursHolds : {true, false}) {
        const auto part = oursHolds ? ours("mutex:" + second, "b") : curators("mutex:" + second, "b");
        const auto whole = oursHolds ? curators(both) : ours(both);
        QCOMPARE(part.acquire(), "granted");
        QCOMPARE(whole.acquire(300), "timedOut");
        // Our client returns before the server has deleted the nodes.
        QVERIFY2(m_world.waitForChildren(first, 0), printed(m_world.children(first)));
        QVERIFY2(m_world.waitForChildren(second, 1), printed(m_world.children(second)));
        QCOMPARE(part.release(), "released");
        QCOMPARE(whole.acquire(), "granted");
        QCOMPARE(part.acquire(0), "timedOut");
        QCOMPARE(whole.release(), "released");
    }
}

} // namespace lockscope::curatorMutexTest

LOCKSCOPE_TEST(lockscope::curatorMutexTest::CuratorMutexTest)
#include "CuratorMutexTest.moc"
