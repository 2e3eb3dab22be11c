// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// What a finding advises to release can be released, and what is not listed is not released.

#include "core/findings/Findings.h"
#include "core/sources/zookeeper/dialects/QueueBuilder.h"
#include "core/sources/zookeeper/discovery/LiveInspector.h"
#include "tests/release/DeskWorld.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::adviceTest {

using namespace lockscope::test;
using namespace lockscope::release;
using namespace std::chrono_literals;

class AdviceTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsAdvisedIsReleased_data();
    void whatIsAdvisedIsReleased();
    void aStrayThatNobodyWaitsForStays();
    void aStrayWithChildrenStays();
    void aPersistentNodeOfAnUncertainNameStays();
    void whoWasAskedKeepsItsNameInSight();
    void aDirectoryPastTheLimitIsNotListed();
};

namespace {

/// The snapshot that an inspector of this world's ensemble has, with its findings.
std::vector<inspect::Finding> findingsIn(DeskWorld& world, inspect::SnapshotPtr* shown = nullptr)
{
    inspect::SnapshotPtr last;
    inspect::LiveInspector inspector(
        *world.client, {}, [&](const inspect::SnapshotPtr& snapshot) { last = snapshot; }, Log());
    inspector.start();
    world.executor.advance(1s);
    if (shown)
        *shown = last;
    return inspect::findingsIn(*last, {});
}

} // namespace

void AdviceTest::whatIsAdvisedIsReleased_data()
{
    QTest::addColumn<QString>("tree");
    QTest::addColumn<QString>("node");
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QString>("state");
    QTest::newRow("persistent single node")
        << "single"
        << "/hadoop-ha/ns1/ActiveStandbyElectorLock" << QByteArray("critical persistent-contender") << "holds";
    QTest::newRow("stray child of a Curator queue") << "stray"
                                                    << "/a/0" << QByteArray("critical stray-child") << "blocks";
    QTest::newRow("leftover node of a sure queue") << "kazoo"
                                                   << "/k/0123456789abcdef0123456789abcdef__lock__0000000000"
                                                   << QByteArray("critical persistent-contender") << "holds";
    QTest::newRow("leftover node of a queue that its neighbours make one")
        << "numbered"
        << "/q/n0000000000" << QByteArray("critical persistent-contender") << "holds";
}

void AdviceTest::whatIsAdvisedIsReleased()
{
    QFETCH(QString, tree);
    QFETCH(QString, node);
    QFETCH(QByteArray, kind);
    QFETCH(QString, state);
    DeskWorld world;
    const auto path = node.toStdString();
    const auto make = [&](const std::string& each, zk::SessionId owner = 0,
                          zk::CreateMode mode = zk::CreateMode::Persistent) {
        QVERIFY2(world.ensemble.create(each, {}, owner, mode), each.c_str());
    };
    if (tree == u"single") {
        make("/hadoop-ha");
        make("/hadoop-ha/ns1");
        make(path);
    } else if (tree == u"stray") {
        make(path);
        world.queueUp(1);
        world.queueUp(2);
    } else if (tree == u"kazoo") {
        make("/k");
        make(path);
        make("/k/11111111111111111111111111111111__lock__", 1, zk::CreateMode::EphemeralSequential);
    } else {
        make("/q");
        make(path);
        make("/q/n", 1, zk::CreateMode::EphemeralSequential);
        make("/q/n", 2, zk::CreateMode::EphemeralSequential);
    }
    const auto findings = findingsIn(world);
    QVERIFY2(!findings.empty(), "nothing was found");
    const auto& worst = findings.front();
    QCOMPARE(printed(std::string(toString(worst.severity)) + " " + std::string(toString(worst.kind))), kind);
    QCOMPARE(worst.nodes.front(), path);
    QVERIFY2(worst.advice.find("release " + path) != std::string::npos, worst.advice.c_str());
    const auto plan = world.plan(path);
    QVERIFY2(plan.ok(), plan.ok() ? "" : describe(plan.result().error()).c_str());
    QCOMPARE(plan.result()->holds, true);
    QCOMPARE(plan.result()->isStray, state == u"blocks");
    QVERIFY2(!riskOf(*plan.result()).empty(), "no warning");
    const auto released = world.release(*plan.result());
    QVERIFY2(released.ok(), released.ok() ? "" : describe(released.result().error()).c_str());
    QVERIFY(!world.ensemble.exists(path));
    if (tree == u"single")
        return;
    QCOMPARE(released.result()->releaseResult.holder, plan.result()->next); // who waited holds now
    QVERIFY(!plan.result()->next.empty());
    QCOMPARE(findingsIn(world).size(), std::size_t(0));
}

void AdviceTest::aStrayThatNobodyWaitsForStays()
{
    DeskWorld world;
    QVERIFY(world.ensemble.create("/a/readme")); // sorts behind the numbers
    world.queueUp(1);
    world.queueUp(2);
    QCOMPARE(findingsIn(world).size(), std::size_t(0));
    QVERIFY(world.plan("/a/readme").failedWith(ErrorCode::NotALock));
    // It did wait when it was planned, and does no longer.
    QVERIFY(world.ensemble.create("/a/0"));
    const auto plan = world.plan("/a/0");
    QVERIFY(plan.ok());
    for (const auto& name : world.ensemble.children("/a")) {
        if (name.starts_with("_c_"))
            QVERIFY(world.ensemble.remove("/a/" + name));
    }
    QVERIFY(world.release(*plan.result()).failedWith(ErrorCode::Refused));
    QVERIFY(world.ensemble.exists("/a/0"));
}

void AdviceTest::aStrayWithChildrenStays()
{
    DeskWorld world;
    QVERIFY(world.ensemble.create("/a/0"));
    QVERIFY(world.ensemble.create("/a/0/below"));
    world.queueUp(1);
    QVERIFY(world.plan("/a/0").failedWith(ErrorCode::NotEmpty));
}

void AdviceTest::aPersistentNodeOfAnUncertainNameStays()
{
    DeskWorld world;
    QVERIFY(world.ensemble.create("/jobs"));
    for (int i = 0; i < 3; ++i)
        QVERIFY(world.ensemble.create("/jobs/job-", {}, 0, zk::CreateMode::PersistentSequential));
    QVERIFY(world.plan("/jobs/job-0000000000").failedWith(ErrorCode::NotALock)); // no ephemeral one beside it
    QVERIFY(world.ensemble.create("/hadoop-ha"));
    QVERIFY(world.ensemble.create("/hadoop-ha/ns1"));
    QVERIFY(world.ensemble.create("/hadoop-ha/ns1/ActiveStandbyElectorLock"));
    QVERIFY(world.ensemble.create("/hadoop-ha/ns1/ActiveStandbyElectorLock/below"));
    QVERIFY(world.plan("/hadoop-ha/ns1/ActiveStandbyElectorLock").failedWith(ErrorCode::NotALock)); // a directory
}

void AdviceTest::whoWasAskedKeepsItsNameInSight()
{
    DeskWorld world;
    const auto holder = world.queueUp(1, "worker-01");
    world.queueUp(2, "worker-02");
    inspect::SnapshotPtr last;
    inspect::LiveInspector inspector(
        *world.client, {}, [&](const inspect::SnapshotPtr& snapshot) { last = snapshot; }, Log());
    inspector.start();
    world.executor.advance(1s);
    QCOMPARE(last->find("/a")->queue.front().details->client, std::string("worker-01"));
    QVERIFY(world.ensemble.setData(holder, "__REVOKE__")); // by somebody else
    world.executor.advance(5s);
    const auto& details = *last->find("/a")->queue.front().details;
    QCOMPARE(details.payload, std::string("__REVOKE__"));
    QCOMPARE(inspect::clientText(details), std::string("worker-01 (last known)"));
    // The snapshot tells the plan.
    const auto plan = world.plan(holder, {nullptr, last, {}});
    QCOMPARE(plan.result()->client, std::string("worker-01"));
    QVERIFY(plan.result()->clientIsLastKnown);
}

void AdviceTest::aDirectoryPastTheLimitIsNotListed()
{
    DeskWorld world;
    const auto holder = world.queueUp(1);
    for (int i = 0; i < 19'000; ++i) // 55 bytes each: more than a packet of 1 MiB
        QVERIFY(world.ensemble.create("/a" + curatorPrefix, {}, 2, zk::CreateMode::EphemeralSequential));
    world.ensemble.clearRequests();
    const auto answer = world.plan(holder);
    QVERIFY(answer.failedWith(ErrorCode::TooLarge));
    QCOMPARE(world.ensemble.count(FakeOp::List), std::size_t(0));
    QCOMPARE(world.ensemble.count(FakeOp::Children), std::size_t(0));
}

} // namespace lockscope::adviceTest

LOCKSCOPE_TEST(lockscope::adviceTest::AdviceTest)
#include "AdviceTest.moc"
