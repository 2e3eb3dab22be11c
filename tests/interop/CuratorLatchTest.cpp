// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Our latch and stock Curator's LeaderLatch on one path: one leader, and the next in the queue when it leaves; each
/// side reads the participants' ids.

#include "core/locks/zookeeper/Latch.h"
#include "tests/interop/Crowd.h"
#include "tests/interop/PeerTest.h"
#include "tests/support/BlockingAnswer.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <atomic>
#include <optional>

namespace lockscope::curatorLatchTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

class CuratorLatchTest final : public PeerTest {
    Q_OBJECT
public:
    CuratorLatchTest()
        : PeerTest({{Kind::Ours, {"a", "b"}}, {Kind::Curator, {"a", "b", "observer"}}})
    {
    }

private Q_SLOTS:
    void leadershipMovesWhenTheLeaderCloses();
    void whoLosesItsNodeQueuesAgain();
    void whoLeavesTheMiddleChangesNothing();
    void oneLeaderInACrowd();

private:
    [[nodiscard]] LockSlot slot(Peer& peer, const std::string& id, const std::string& path)
    {
        return {&peer, id, "latch:" + path + ":" + peer.name() + "-" + id};
    }
    [[nodiscard]] QByteArray leaderByOurs(const std::string& path);
};

QByteArray CuratorLatchTest::leaderByOurs(const std::string& path)
{
    auto& observer = m_world.observer();
    BlockingAnswer<std::optional<std::string>> found;
    observer.executor().post(
        [&observer, path, reply = found.reply()] { locks::findLeader(observer.client(), path, reply); });
    const auto leader = found.get();
    if (!leader)
        return QByteArray::fromStdString(describe(leader.error()));
    return QByteArray::fromStdString(leader->value_or("nobody"));
}

void CuratorLatchTest::leadershipMovesWhenTheLeaderCloses()
{
    const auto path = m_world.freshPath();
    QCOMPARE(leaderByOurs(path), "nobody");
    std::atomic<int> gained = 0;
    std::atomic<int> lost = 0;
    std::optional<locks::Latch> latch;
    Subscription listens;
    m_world.observer().executor().runAndWait([&] { // in one task, so that no event precedes the subscription
        latch.emplace(m_world.observer().client(), path, "the observer");
        listens = latch->onLeadership([&](bool leads) { ++(leads ? gained : lost); });
    });
    QVERIFY(latch->await(10s));
    QTRY_COMPARE(gained.load(), 1);
    QCOMPARE(lost.load(), 0);

    const std::vector<LockSlot> queue{slot(*m_curator, "a", path), slot(*m_ours, "a", path),
                                      slot(*m_curator, "b", path)};
    std::size_t queued = 1;
    for (const auto& participant : queue) {
        participant.reportAcquire();
        QVERIFY(m_world.waitForChildren(path, ++queued));
    }
    // Both sides report the same leader, and the same participants in order.
    QCOMPARE(leaderByOurs(path), "the observer");
    QCOMPARE(m_curator->ask("observer", "participants " + path), "participants");
    QCOMPARE(m_curator->member("leader"), "the observer");
    QCOMPARE(m_curator->member("all"), "the observer curator-a ours-a curator-b");

    QVERIFY(latch->close());
    QTRY_COMPARE(lost.load(), 1);
    for (std::size_t i = 0; i < queue.size(); ++i) {
        QCOMPARE(queue[i].answer(), "granted");
        const auto name = QByteArray::fromStdString(queue[i].name());
        QCOMPARE(leaderByOurs(path), name);
        QCOMPARE(m_curator->ask("observer", "participants " + path), "participants");
        QCOMPARE(m_curator->member("leader"), name);
        QCOMPARE(m_world.children(path).size(), queue.size() - i);
        QCOMPARE(queue[i].release(), "released");
    }
    QTRY_COMPARE(leaderByOurs(path), "nobody");
    QCOMPARE(gained.load(), 1);
    QCOMPARE(lost.load(), 1);
}

void CuratorLatchTest::whoLosesItsNodeQueuesAgain()
{
    // An operator deletes the leader's node: ours notices it and queues again at the end.
    const auto path = m_world.freshPath();
    locks::Latch latch(m_world.observer().client(), path, "the observer");
    QVERIFY(latch.await(10s));
    const auto curator = slot(*m_curator, "a", path);
    curator.reportAcquire();
    QVERIFY(m_world.waitForChildren(path, 2));
    const auto token = latch.fencingToken();
    QVERIFY(m_world.observer().remove(path + "/" + latch.state().node));
    QCOMPARE(curator.answer(), "granted");
    QTRY_VERIFY(!latch.leads());
    QVERIFY(m_world.waitForChildren(path, 2));
    QCOMPARE(m_curator->ask("observer", "participants " + path), "participants");
    QCOMPARE(m_curator->member("all"), "curator-a the observer");
    QCOMPARE(curator.release(), "released");
    QVERIFY(latch.await(10s));
    QVERIFY(latch.fencingToken() > token);
    QVERIFY(latch.close());
}

void CuratorLatchTest::whoLeavesTheMiddleChangesNothing()
{
    // One of each kind leaves between the leader and a waiter, which must not take that for the leader's end.
    const auto path = m_world.freshPath();
    for (auto* leaders : {m_ours.get(), m_curator.get()}) {
        auto& others = leaders == m_ours.get() ? *m_curator : *m_ours;
        const auto leader = slot(*leaders, "a", path);
        const auto middle = slot(others, "a", path);
        const auto last = slot(*leaders, "b", path);
        QCOMPARE(leader.acquire(), "granted");
        middle.reportAcquire(1'000);
        QVERIFY(m_world.waitForChildren(path, 2));
        last.reportAcquire();
        QVERIFY(m_world.waitForChildren(path, 3));
        QCOMPARE(middle.answer(), "timedOut");
        QVERIFY(m_world.waitForChildren(path, 2));
        QCOMPARE(last.answer(100), "");
        QCOMPARE(leader.release(), "released");
        QCOMPARE(last.answer(), "granted");
        QCOMPARE(last.release(), "released");
    }
}

void CuratorLatchTest::oneLeaderInACrowd()
{
    const auto path = m_world.madePath();
    const auto victims = mortals({"ours.one", "ours.two", "ours.three", "curator.one", "curator.two", "curator.three"});
    QVERIFY(!victims.empty());
    Crowd crowd(
        m_world, m_world.makeRegister(1),
        {slot(*m_ours, "a", path), slot(*m_ours, "b", path), slot(*m_curator, "a", path), slot(*m_curator, "b", path)});
    const auto victim = [&](std::size_t index) { return slot(*victims[index], "a", path); };
    QCOMPARE(crowd.takeTurnsAmongDying({victim(0), victim(3)}, 40), "");
    QCOMPARE(crowd.takeTurnsBehindDying({victim(1)}, {victim(4)}, path, 20), "");
    QCOMPARE(crowd.takeTurnsBehindDying({victim(5)}, {victim(2)}, path, 20), "");
    QCOMPARE(crowd.takeTurnsImpatiently(20), "");
    QCOMPARE(crowd.check(20), "");
    QCOMPARE(crowd.checkOrder(), "");
    QVERIFY2(m_world.waitForChildren(path, 0), printed(m_world.children(path)));
}

} // namespace lockscope::curatorLatchTest

LOCKSCOPE_TEST(lockscope::curatorLatchTest::CuratorLatchTest)
#include "CuratorLatchTest.moc"
