// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// A node that a finding advises to release can be released; nodes that are not listed are not released.

#include "core/base/Path.h"
#include "core/findings/Findings.h"
#include "core/model/Wording.h"
#include "core/release/PlanJson.h"
#include "core/release/PlanRows.h"
#include "core/release/ReleaseOptions.h"
#include "core/release/zookeeper/Revocability.h"
#include "core/sources/zookeeper/dialects/QueueBuilder.h"
#include "core/sources/zookeeper/discovery/ListingLimit.h"
#include "core/sources/zookeeper/discovery/LiveInspector.h"
#include "tests/release/ReleaseWorld.h"
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
    void aStrayAmongTheLeasesIsReleased();
    void aStrayIsReportedAsOne();
    void aStrayThatNoClientWaitsForStays();
    void aStrayWithChildrenStays();
    void aPersistentNodeOfAnUncertainNameStays();
    void whoWasAskedKeepsItsNameInSight();
    void aNameIsKeptOfTheSameNodeAlone();
    void aDirectoryAboveTheUsualLimitIsListed();
};

namespace {

/// The snapshot of an inspector on this world's ensemble, with its findings.
std::vector<inspect::Finding> findingsIn(ReleaseWorld& world, inspect::SnapshotPtr* shown = nullptr)
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
        << "/q/lock-0000000000" << QByteArray("critical persistent-contender") << "holds";
}

void AdviceTest::whatIsAdvisedIsReleased()
{
    QFETCH(QString, tree);
    QFETCH(QString, node);
    QFETCH(QByteArray, kind);
    QFETCH(QString, state);
    ReleaseWorld world;
    const auto path = node.toStdString();
    const auto make = [&](const std::string& each, SessionId owner = 0,
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
        make("/q/lock-", 1, zk::CreateMode::EphemeralSequential);
        make("/q/lock-", 2, zk::CreateMode::EphemeralSequential);
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
    QCOMPARE(released.result()->releaseResult.holder, plan.result()->next); // the former waiter holds now
    QVERIFY(!plan.result()->next.empty());
    QCOMPARE(findingsIn(world).size(), std::size_t(0));
}

/// Curator's semaphores count each child as a lease, whatever its name: the only lease of a mutex is never free.
void AdviceTest::aStrayAmongTheLeasesIsReleased()
{
    ReleaseWorld world;
    const std::string client = "/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-";
    for (const auto* each : {"/pool", "/pool/leases", "/pool/locks", "/pool/leases/x"})
        QVERIFY(world.ensemble.create(each));
    QVERIFY(world.ensemble.create("/pool/leases" + client + "lease-0000000001", {}, 1, zk::CreateMode::Ephemeral));
    QCOMPARE(findingsIn(world).size(), std::size_t(0)); // there is no waiter
    QVERIFY(world.plan("/pool/leases/x").failedWith(ErrorCode::NotALock));
    QVERIFY(world.ensemble.create("/pool/locks" + client + "lock-0000000001", {}, 1, zk::CreateMode::Ephemeral));
    const auto findings = findingsIn(world);
    QCOMPARE(findings.size(), std::size_t(1));
    QVERIFY(findings[0].kind == inspect::FindingKind::StrayChild);
    QCOMPARE(findings[0].nodes, std::vector<std::string>{"/pool/leases/x"});
    const auto plan = world.plan("/pool/leases/x");
    QVERIFY2(plan.ok(), plan.ok() ? "" : describe(plan.result().error()).c_str());
    QVERIFY(plan.result()->isStray);
    QCOMPARE(plan.result()->lockPath, std::string("/pool"));
    const auto released = world.release(*plan.result());
    QVERIFY2(released.ok(), released.ok() ? "" : describe(released.result().error()).c_str());
    QVERIFY(!world.ensemble.exists("/pool/leases/x"));
    QCOMPARE(findingsIn(world).size(), std::size_t(0));
}

/// It blocks the waiters, but belongs to no client that could be asked or notified.
void AdviceTest::aStrayIsReportedAsOne()
{
    ReleaseWorld world;
    QVERIFY(world.ensemble.create("/a/0", {}, 7, zk::CreateMode::Ephemeral)); // of some program that is alive
    world.queueUp(1);
    const auto answer = world.plan("/a/0");
    QVERIFY(answer.ok());
    const auto& plan = *answer.result();
    const auto now = world.clock.wallNow();
    QCOMPARE(planJson(plan, now).value(u"state").toString(), QStringLiteral("blocks"));
    QVERIFY(planJson(plan, now).value(u"mode").isNull());
    QStringList rows;
    for (const auto& row : planRows(plan, now))
        rows << QString::fromStdString(row.text);
    QVERIFY2(rows.contains(QStringLiteral("not a holder or waiter; blocks the queue")), qPrintable(rows.join(u'|')));
    QVERIFY2(riskOf(plan).ends_with("The node belongs to no holder or waiter, but the queue waits for it."),
             riskOf(plan).c_str());
    QVERIFY(!revocabilityOf(plan).canBeAsked());
    const auto releaseOptions = releaseOptionsOf(plan, now);
    QVERIFY2(releaseOptions.ask.what.starts_with("The node belongs to no holder"), releaseOptions.ask.what.c_str());
    QCOMPARE(releaseOptions.remove.notices, std::string("A program that uses the node is not notified."));
}

void AdviceTest::aStrayThatNoClientWaitsForStays()
{
    ReleaseWorld world;
    QVERIFY(world.ensemble.create("/a/readme")); // sorts after the numbers
    world.queueUp(1);
    world.queueUp(2);
    QCOMPARE(findingsIn(world).size(), std::size_t(0));
    QVERIFY(world.plan("/a/readme").failedWith(ErrorCode::NotALock));
    // There was a waiter when it was planned, and there is none any more.
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
    ReleaseWorld world;
    QVERIFY(world.ensemble.create("/a/0"));
    QVERIFY(world.ensemble.create("/a/0/below"));
    world.queueUp(1);
    QVERIFY(world.plan("/a/0").failedWith(ErrorCode::NotEmpty));
}

void AdviceTest::aPersistentNodeOfAnUncertainNameStays()
{
    ReleaseWorld world;
    QVERIFY(world.ensemble.create("/jobs"));
    for (int i = 0; i < 3; ++i)
        QVERIFY(world.ensemble.create("/jobs/job-", {}, 0, zk::CreateMode::PersistentSequential));
    QVERIFY(world.plan("/jobs/job-0000000000").failedWith(ErrorCode::NotALock)); // no ephemeral node beside it
    QVERIFY(world.ensemble.create("/hadoop-ha"));
    QVERIFY(world.ensemble.create("/hadoop-ha/ns1"));
    QVERIFY(world.ensemble.create("/hadoop-ha/ns1/ActiveStandbyElectorLock"));
    QVERIFY(world.ensemble.create("/hadoop-ha/ns1/ActiveStandbyElectorLock/below"));
    QVERIFY(world.plan("/hadoop-ha/ns1/ActiveStandbyElectorLock").failedWith(ErrorCode::NotALock)); // a directory
}

void AdviceTest::whoWasAskedKeepsItsNameInSight()
{
    ReleaseWorld world;
    const auto holder = world.queueUp(1, "worker-01");
    world.queueUp(2, "worker-02");
    inspect::SnapshotPtr last;
    inspect::LiveInspector inspector(
        *world.client, {}, [&](const inspect::SnapshotPtr& snapshot) { last = snapshot; }, Log());
    inspector.start();
    world.executor.advance(1s);
    QCOMPARE(last->find("/a")->queue.front().details->client, std::string("worker-01"));
    QVERIFY(world.ensemble.setData(holder, "__REVOKE__")); // by another client
    world.executor.advance(5s);
    const auto& details = *last->find("/a")->queue.front().details;
    QCOMPARE(details.payload, std::string("__REVOKE__"));
    QCOMPARE(inspect::clientText(details), std::string("worker-01 (last known)"));
    // The plan uses the snapshot's name.
    const auto plan = world.plan(holder, {nullptr, last, {}});
    QCOMPARE(plan.result()->client, std::string("worker-01"));
    QVERIFY(plan.result()->clientIsLastKnown);
    // So does a finding, when the request is old.
    world.executor.advance(40s);
    const auto findings = inspect::findingsIn(*last, {});
    QCOMPARE(findings.size(), std::size_t(1));
    QVERIFY(findings[0].kind == inspect::FindingKind::RevocationIgnored);
    QVERIFY2(findings[0].text.starts_with("worker-01 (session 0x1, last known name)"), findings[0].text.c_str());
    // Another node of that name belongs to another client.
    const auto seen = last;
    QVERIFY(world.ensemble.remove(holder));
    QVERIFY(world.ensemble.create(holder, "__REVOKE__", 2, zk::CreateMode::Ephemeral));
    QCOMPARE(world.plan(holder, {nullptr, seen, {}}).result()->client, std::string());
}

void AdviceTest::aNameIsKeptOfTheSameNodeAlone()
{
    inspect::ContenderDetails before;
    before.creationId = 5;
    before.client = "worker-01";
    before.host = "10.0.0.7";
    before.hostSource = inspect::HostSource::Payload;
    inspect::ContenderDetails now;
    now.creationId = 5;
    now.payload = "__REVOKE__";
    auto kept = now;
    inspect::keepLastKnown(kept, before);
    QVERIFY(kept.isLastKnown);
    QCOMPARE(kept.client, before.client);
    QCOMPARE(kept.host, before.host);
    QVERIFY(kept.hostSource == before.hostSource);
    auto other = now;
    other.creationId = 6;
    auto wordless = now;
    wordless.payload = "something else";
    auto named = now;
    named.client = "worker-02";
    for (auto details : {other, wordless, named}) {
        const auto unchanged = details;
        inspect::keepLastKnown(details, before);
        QVERIFY(details == unchanged);
    }
}

void AdviceTest::aDirectoryAboveTheUsualLimitIsListed()
{
    ReleaseWorld world;
    const auto holder = world.queueUp(1);
    for (int i = 0; i < 19'000; ++i) // 55 bytes each: more than a packet of 1 MiB
        QVERIFY(world.ensemble.create("/a" + curatorPrefix, {}, 2, zk::CreateMode::EphemeralSequential));
    const auto answer = world.plan(holder);
    QVERIFY(answer.ok());
    QCOMPARE(answer.result()->node, baseName(holder));
    static_assert(inspect::isListable(1'000'000, 55) && !inspect::isListable(1'000'001, 55));
    static_assert(!inspect::isListable(70'000, 1'000)); // more than 64 MiB
}

} // namespace lockscope::adviceTest

LOCKSCOPE_TEST(lockscope::adviceTest::AdviceTest)
#include "AdviceTest.moc"
