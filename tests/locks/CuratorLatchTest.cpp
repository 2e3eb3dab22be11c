// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Apache Curator's tests of its leader latch: TestLeaderLatch and related classes.

#include "tests/locks/Election.h"
#include "tests/support/Test.h"

namespace lockscope::curatorLatchTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using locks::LatchOptions;

namespace {

constexpr const char* path = electionPath;

} // namespace

class CuratorLatchTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void flapsAreNotHeardOfWhereOnlyTheSessionCounts_data();
    void flapsAreNotHeardOfWhereOnlyTheSessionCounts();
    void noClientLeadsWhereNoClientHasBeen();
    void survivesADirectoryThatGoesBeforeItsListing();
    void keepsOneNodeWhenItsPredecessorGoesWhileCutOff();
    void oldLeaderOfAnEndedSessionLosesForGood();
    void leaderWhoseNodeIsDeletedStandsAtTheEnd();
    void oneLeadsWhenAPredecessorGoesAfterTheListing();
    void leadershipEndsAsThePolicySays_data();
    void leadershipEndsAsThePolicySays();
    void closesBeforeItEverConnected();
    void keepsOneNodeWhenItsNodeGoesAgainAndAgain();
    void noClientLeadsWithoutServersAndOneDoesAfter();
    void closingTheMiddleElectsNoClient();
    void leadershipPassesDownTheQueue();
    void destroyingReportsNoClient();
    void joinsOnceThereAreServers();
    void keepsTryingWhatItMayNotDo();
};

void CuratorLatchTest::flapsAreNotHeardOfWhereOnlyTheSessionCounts_data()
{
    leadershipEndsAsThePolicySays_data();
}

void CuratorLatchTest::flapsAreNotHeardOfWhereOnlyTheSessionCounts()
{
    QFETCH(bool, sessionOnly);
    using EndsWhen = LatchOptions::EndsWhen;
    Election election(2, endingWith(sessionOnly ? EndsWhen::SessionIsLost : EndsWhen::ContactIsLost));
    const auto node = election[0].node();
    for (int flap = 0; flap < 4; ++flap) {
        election.ensemble.disconnect(*election[0].client);
        election.wait(100ms);
        election.ensemble.reconnect(*election[0].client);
        election.wait(100ms);
    }
    QCOMPARE(printed(election[0].reported), sessionOnly ? "on" : "on off on off on off on off on");
    QCOMPARE(election.leaders(), "0");
    QCOMPARE(election[0].node(), node);
}

void CuratorLatchTest::noClientLeadsWhereNoClientHasBeen()
{
    Election election(0);
    auto client = FakeClient::connect(election.ensemble, election.executor, LockWorld::timeout);
    election.settle();
    QCOMPARE(election.found(*client), "-");
    QVERIFY(!election.ensemble.exists(path));
}

void CuratorLatchTest::survivesADirectoryThatGoesBeforeItsListing()
{
    LockWorld world;
    QVERIFY(world.ensemble.create("/elections") && world.ensemble.create(path));
    const auto held = world.ensemble.hold({.op = FakeOp::Children, .when = When::BeforeExecution});
    Candidate one(world, "one");
    QVERIFY(world.ensemble.remove(one.node()));
    QVERIFY(world.ensemble.remove(path));
    world.ensemble.release(held);
    world.executor.advance(1s);
    QVERIFY(one.leads());
    QCOMPARE(world.ensemble.children(path).size(), std::size_t(1));
}

void CuratorLatchTest::keepsOneNodeWhenItsPredecessorGoesWhileCutOff()
{
    Election election(2);
    election.linger();
    election.ensemble.disconnect(*election[1].client);
    election.settle();
    QVERIFY(election[0].close().ok());
    election.ensemble.reconnect(*election[1].client);
    election.wait();
    QCOMPARE(election.nodes(), std::size_t(1));
    QCOMPARE(election.leaders(), "1");
}

void CuratorLatchTest::oldLeaderOfAnEndedSessionLosesForGood()
{
    Election election(2);
    QCOMPARE(election.leaders(), "0");
    election.ensemble.expire(*election[0].client);
    election.wait();
    QCOMPARE(election.leaders(), "1");
    QCOMPARE(election.nodes(), std::size_t(2)); // it has queued again, at the end
    election.wait(1min);
    QCOMPARE(election.leaders(), "1");
    QCOMPARE(printed(election[0].reported), "on off");
}

void CuratorLatchTest::leaderWhoseNodeIsDeletedStandsAtTheEnd()
{
    Election election(3);
    election.linger();
    election.ensemble.disconnect(*election[0].client);
    election.settle();
    QCOMPARE(election.leaders(), "");
    QVERIFY(election.ensemble.remove(election[0].node()));
    election.settle();
    QCOMPARE(election.leaders(), "1");
    election.ensemble.reconnect(*election[0].client);
    election.wait();
    QCOMPARE(election.leaders(), "1");
    QCOMPARE(election.nodes(), std::size_t(3));
    QVERIFY(election[1].close().ok());
    QCOMPARE(election.leaders(), "2");
    QVERIFY(election[2].close().ok());
    QCOMPARE(election.leaders(), "0");
}

void CuratorLatchTest::oneLeadsWhenAPredecessorGoesAfterTheListing()
{
    Election election(1);
    const auto held = election.ensemble.hold({.op = FakeOp::Get, .when = When::BeforeExecution});
    Candidate late(election, "late"); // has read the listing; will watch the leader's node next
    QVERIFY(election.ensemble.remove(election[0].node()));
    election.ensemble.release(held);
    election.wait();
    QVERIFY(election[0].leads() != late.leads());
    QVERIFY(late.leads());
    QCOMPARE(election.nodes(), std::size_t(2));
}

void CuratorLatchTest::leadershipEndsAsThePolicySays_data()
{
    QTest::addColumn<bool>("sessionOnly");
    QTest::addRow("contact is lost") << false;
    QTest::addRow("session is lost") << true;
}

void CuratorLatchTest::leadershipEndsAsThePolicySays()
{
    QFETCH(bool, sessionOnly);
    using EndsWhen = LatchOptions::EndsWhen;
    Election election(1, endingWith(sessionOnly ? EndsWhen::SessionIsLost : EndsWhen::ContactIsLost));
    election.ensemble.disconnect(*election[0].client);
    election.settle();
    QCOMPARE(election[0].leads(), sessionOnly);
    election.wait(2 * LockWorld::timeout);
    QVERIFY(!election[0].leads());
    election.ensemble.reconnect(*election[0].client);
    election.wait(LockWorld::timeout / 3); // a long-lived session is confirmed first
    QVERIFY(election[0].leads());
    QCOMPARE(printed(election[0].reported), "on off on");
}

void CuratorLatchTest::closesBeforeItEverConnected()
{
    LockWorld world;
    Candidate one(world, "one", {}, false);
    QVERIFY(one.close().ok());
    QVERIFY(one.close().failedWith(ErrorCode::Closed));
    world.ensemble.reconnect(*one.client);
    world.executor.advance(1s);
    QVERIFY(!world.ensemble.exists(path));
    QVERIFY(one.reported.empty());
}

void CuratorLatchTest::keepsOneNodeWhenItsNodeGoesAgainAndAgain()
{
    Election election(1);
    for (int i = 0; i < 10; ++i) {
        if (i % 2 == 0)
            election.linger(); // with and without a watch on its own node
        QVERIFY(election.ensemble.remove(election[0].node()));
        if (i % 3 == 0) {
            election.ensemble.disconnect(*election[0].client);
            election.settle();
            election.ensemble.reconnect(*election[0].client);
        }
        election.wait();
        QCOMPARE(election.nodes(), std::size_t(1));
        QCOMPARE(election.leaders(), "0");
    }
}

void CuratorLatchTest::noClientLeadsWithoutServersAndOneDoesAfter()
{
    Election election(5);
    for (std::size_t i = 0; i < 5; ++i)
        election.ensemble.disconnect(*election[i].client);
    election.settle();
    QCOMPARE(election.leaders(), "");
    for (std::size_t i = 0; i < 5; ++i)
        election.ensemble.reconnect(*election[i].client);
    election.wait();
    QCOMPARE(election.leaders(), "0");
    QCOMPARE(election.nodes(), std::size_t(5));
}

void CuratorLatchTest::closingTheMiddleElectsNoClient()
{
    Election election(3);
    election.linger();
    QVERIFY(election[1].close().ok());
    election.wait();
    QCOMPARE(printed(election[1].reported), ""); // it did not lead
    QCOMPARE(election.leaders(), "0");
    QVERIFY(election[0].close().ok());
    QCOMPARE(election.leaders(), "2");
}

void CuratorLatchTest::leadershipPassesDownTheQueue()
{
    Election election(6);
    auto client = FakeClient::connect(election.ensemble, election.executor, LockWorld::timeout);
    for (std::size_t i = 0; i < 6; ++i) {
        if (i % 2 == 0)
            election.linger();
        QCOMPARE(election.leaders(), QByteArray::number(static_cast<qsizetype>(i)));
        QCOMPARE(election.found(*client), QByteArray::number(static_cast<qsizetype>(i)));
        QCOMPARE(printed(election[i].reported), "on");
        QVERIFY(election[i].close().ok());
        QCOMPARE(printed(election[i].reported), "on off");
    }
    QCOMPARE(election.leaders(), "");
    QCOMPARE(election.found(*client), "-");
    QCOMPARE(election.nodes(), std::size_t(0));
}

void CuratorLatchTest::destroyingReportsNoClient()
{
    Election election(2);
    election[0].destroy();
    QCOMPARE(printed(election[0].reported), "on");
    QCOMPARE(election.leaders(), "1");
}

void CuratorLatchTest::joinsOnceThereAreServers()
{
    LockWorld world;
    Candidate one(world, "one", {}, false);
    world.executor.advance(1min);
    QVERIFY(!one.leads());
    world.ensemble.reconnect(*one.client);
    world.executor.advance(LockWorld::timeout / 3); // a long-lived session is confirmed first
    QVERIFY(one.leads());
}

void CuratorLatchTest::keepsTryingWhatItMayNotDo()
{
    LockWorld world;
    QVERIFY(world.ensemble.create("/elections") && world.ensemble.create(path));
    world.ensemble.deny(path, zk::Permission::Create);
    Candidate one(world, "one");
    world.executor.advance(5s);
    QVERIFY(!one.leads());
    world.ensemble.deny(path, 0);
    world.executor.advance(5s);
    QVERIFY(one.leads());
    QCOMPARE(world.ensemble.children(path).size(), std::size_t(1));
}

} // namespace lockscope::curatorLatchTest

LOCKSCOPE_TEST(lockscope::curatorLatchTest::CuratorLatchTest)
#include "CuratorLatchTest.moc"
