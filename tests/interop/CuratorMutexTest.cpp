// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Our mutex and stock Curator's on one path: one queue, one holder, first come, first served; and multi-locks.

#include "core/base/Path.h"
#include "core/locks/zookeeper/Mutex.h"
#include "core/locks/zookeeper/QueueView.h"
#include "core/queue/Scheme.h"
#include "tests/interop/Crowd.h"
#include "tests/support/BlockingAnswer.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::curatorMutexTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using Kind = Peer::Kind;

class CuratorMutexTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void oneQueueForBoth();
    void curatorHoldsOursTimesOut();
    void oursHoldsCuratorTimesOut();
    void bothListTheSameQueue();
    void yieldLetsCuratorIn();
    void multiLocksExclude();
    void multiLockInPartsIsGivenBack();

private:
    [[nodiscard]] std::unique_ptr<Peer> mortal(Kind kind, const std::string& name) const
    {
        auto peer = std::make_unique<Peer>(kind, m_world.connectString(), name, Peer::mortal);
        peer->tellStart({"a"});
        return peer;
    }
    [[nodiscard]] LockSlot ours(const std::string& spec, const std::string& id = "a")
    {
        return {m_ours.get(), id, spec};
    }
    [[nodiscard]] LockSlot curators(const std::string& spec, const std::string& id = "a")
    {
        return {m_curator.get(), id, spec};
    }

    World m_world;
    std::unique_ptr<Peer> m_ours;
    std::unique_ptr<Peer> m_curator;
};

void CuratorMutexTest::initTestCase()
{
    const auto started = m_world.start();
    QVERIFY_RESULT(started);
    m_ours = std::make_unique<Peer>(Kind::Ours, m_world.connectString(), "ours");
    m_curator = std::make_unique<Peer>(Kind::Curator, m_world.connectString(), "curator");
    m_ours->tellStart({"a", "b"});
    m_curator->tellStart({"a", "b"});
    QVERIFY2(m_ours->hasStarted(), m_ours->told());
    QVERIFY2(m_curator->hasStarted(), m_curator->told());
}

void CuratorMutexTest::cleanupTestCase()
{
    QVERIFY2(m_ours->endsWell(), m_ours->told());
    QVERIFY2(m_curator->endsWell(), m_curator->told());
}

void CuratorMutexTest::oneQueueForBoth()
{
    std::vector<std::unique_ptr<Peer>> victims;
    for (const auto* name : {"ours.one", "ours.two", "ours.three"})
        victims.push_back(mortal(Kind::Ours, name));
    for (const auto* name : {"curator.one", "curator.two", "curator.three"})
        victims.push_back(mortal(Kind::Curator, name));
    for (const auto& victim : victims)
        QVERIFY2(victim->hasStarted(), victim->told());

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

void CuratorMutexTest::curatorHoldsOursTimesOut()
{
    const auto path = m_world.madePath();
    const auto curator = curators("mutex:" + path);
    QCOMPARE(curator.acquire(), "granted");
    const auto node = baseName(curator.node());
    locks::Mutex mutex(m_world.observer().client(), path);
    for (const auto budget : {0ms, 300ms}) {
        const auto grant = mutex.acquire(budget);
        QVERIFY(!grant);
        QCOMPARE(printed(grant.error().code), "TimedOut");
    }
    // What gave up leaves nothing; what holds stays.
    QCOMPARE(printed(m_world.children(path)), printed(node));
    QCOMPARE(curator.release(), "released");
    auto hold = mutex.acquire(10s);
    QVERIFY(hold);
    QVERIFY(hold->release());
}

void CuratorMutexTest::oursHoldsCuratorTimesOut()
{
    const auto path = m_world.madePath();
    const auto curator = curators("mutex:" + path);
    locks::Mutex mutex(m_world.observer().client(), path);
    auto hold = mutex.acquire(10s);
    QVERIFY(hold);
    QCOMPARE(curator.acquire(0), "timedOut");
    QCOMPARE(curator.acquire(300), "timedOut");
    QCOMPARE(printed(m_world.children(path)), printed(hold->grant().node));
    QVERIFY(hold->release());
    QCOMPARE(curator.acquire(), "granted");
    QCOMPARE(curator.release(), "released");
}

void CuratorMutexTest::bothListTheSameQueue()
{
    const auto path = m_world.madePath();
    const auto spec = "mutex:" + path;
    const std::vector<LockSlot> queue{ours(spec), curators(spec), ours(spec, "b")};
    std::size_t queued = 0;
    for (const auto& slot : queue) {
        slot.tellAcquire();
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
    curator.tellAcquire();
    QVERIFY(m_world.waitForChildren(path, 2));
    BlockingAnswer<locks::Hold> yielded; // answered when the mutex goes, at the latest
    first->yieldAsync(30s, {}, yielded.reply());
    QCOMPARE(curator.answer(), "granted"); // before us: we stand at the end now
    second.tellAcquire();
    QVERIFY(m_world.waitForChildren(path, 3));
    QCOMPARE(curator.release(), "released");
    auto again = yielded.get(60s); // the 30 of its own come first
    QVERIFY_RESULT(again);
    QVERIFY(again->token() > first->token());
    QCOMPARE(second.answer(100), "");
    QVERIFY(again->release());
    QCOMPARE(second.answer(), "granted");
    QCOMPARE(second.release(), "released");
}

void CuratorMutexTest::multiLocksExclude()
{
    // Both take the same locks in the same order; others have one of them alone.
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
        // Ours is told before the server has deleted what it asked to be deleted.
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
