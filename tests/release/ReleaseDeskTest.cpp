// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/ReleaseDesk.h"
#include "tests/support/Answer.h"
#include "tests/support/FakeEnsemble.h"
#include "tests/support/ManualExecutor.h"
#include "tests/support/Printed.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::release;
using namespace std::chrono_literals;

namespace {

const std::string prefix = "/a/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-";

struct World {
    ManualClock clock;
    ManualExecutor executor{clock};
    FakeEnsemble ensemble{executor};
    std::unique_ptr<FakeClient> client = FakeClient::connect(ensemble, executor, 9s);
    ReleaseDesk desk{*client};

    World()
    {
        executor.runUntilIdle();
        QVERIFY(ensemble.create("/a"));
    }
    ~World()
    {
        client.reset();
        executor.runUntilIdle();
    }

    std::string queueUp(zk::SessionId session, const std::string& data = {})
    {
        return ensemble.create(prefix, data, session, zk::CreateMode::EphemeralSequential).value().path;
    }
    Answer<ReleasePlan> plan(const std::string& path)
    {
        Answer<ReleasePlan> answer;
        desk.plan(path, answer.reply());
        executor.runUntilIdle();
        return answer;
    }
    Answer<ReleaseOutcome> apply(const ReleasePlan& plan)
    {
        Answer<ReleaseOutcome> answer;
        desk.apply(plan, answer.reply());
        executor.runUntilIdle();
        return answer;
    }
};

} // namespace

class ReleaseDeskTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void plansWhatWillHappen();
    void plansForAWaiter();
    void plansForANodeWithoutASession();
    void deletesTheNodeThatWasShown();
    void refusesAReplacedNode();
    void refusesWhenItIsReplacedBetweenLookAndDelete();
    void refusesWhatIsGone();
    void refusesWhatIsNoLock();
    void saysWhichPermissionIsMissing();
    void releasesASingleNodeWithoutTheRightToWrite();
    void plansForASemaphoresNodes();
    void plansForAMutexBesideOtherLeases();
    void plansForAKazooSemaphore();
    void aLeaseWhoseNameEndsInDigitsHasNoNumber();
};

void ReleaseDeskTest::plansWhatWillHappen()
{
    World world;
    const auto holder = world.queueUp(1, "10.0.0.1");
    const auto next = world.queueUp(2, R"({"client":"worker-02"})");
    world.queueUp(3);
    const auto answer = world.plan(holder);
    QVERIFY(answer.ok());
    const auto& plan = *answer.result();
    QCOMPARE(plan.lockPath, std::string("/a"));
    QCOMPARE(plan.nodePath, holder);
    QVERIFY(plan.holds);
    QCOMPARE(plan.owner, 1);
    QCOMPARE(plan.host, std::string("10.0.0.1"));
    QCOMPARE("/a/" + plan.next, next);
    QCOMPARE(plan.nextClient, std::string("worker-02"));
    QCOMPARE(plan.waiters, 2);
    QVERIFY(riskOf(plan).find("still believes") != std::string::npos);
    QVERIFY(world.ensemble.exists(holder)); // planning deletes nothing
}

void ReleaseDeskTest::plansForAWaiter()
{
    World world;
    world.queueUp(1);
    const auto answer = world.plan(world.queueUp(2));
    QVERIFY(answer.ok());
    QVERIFY(!answer.result()->holds);
    QVERIFY(answer.result()->next.empty());
    QVERIFY(riskOf(*answer.result()).find("loses its place") != std::string::npos);
}

void ReleaseDeskTest::plansForANodeWithoutASession()
{
    World world;
    const auto immortal = world.ensemble.create(prefix, "", 0, zk::CreateMode::PersistentSequential).value().path;
    const auto answer = world.plan(immortal);
    QVERIFY(answer.ok());
    QCOMPARE(answer.result()->owner, 0);
    QVERIFY(riskOf(*answer.result()).find("No session") != std::string::npos);
    QVERIFY(world.apply(*answer.result()).ok());
    QVERIFY(!world.ensemble.exists(immortal));
}

void ReleaseDeskTest::deletesTheNodeThatWasShown()
{
    World world;
    const auto holder = world.queueUp(1);
    const auto next = world.queueUp(2);
    QVERIFY(world.ensemble.setData(holder, "__REVOKE__")); // a changed payload is still the same node
    const auto plan = world.plan(holder);
    QVERIFY(plan.ok());
    QVERIFY(world.apply(*plan.result()).ok());
    QVERIFY(!world.ensemble.exists(holder));
    QVERIFY(world.ensemble.exists(next));
}

void ReleaseDeskTest::refusesAReplacedNode()
{
    World world;
    QVERIFY(world.ensemble.create("/a/lock", "one", 1, zk::CreateMode::Ephemeral));
    const auto plan = world.plan("/a/lock");
    QVERIFY(plan.ok());
    QVERIFY(!plan.result()->waitersKnown);
    QVERIFY(world.ensemble.remove("/a/lock"));
    QVERIFY(world.ensemble.create("/a/lock", "two", 1, zk::CreateMode::Ephemeral));
    QVERIFY(world.apply(*plan.result()).failedWith(ErrorCode::Refused));
    QCOMPARE(world.ensemble.data("/a/lock"), std::string("two"));
    QCOMPARE(world.ensemble.stat("/a/lock")->version, 0);
}

void ReleaseDeskTest::refusesWhenItIsReplacedBetweenLookAndDelete()
{
    World world;
    QVERIFY(world.ensemble.create("/a/lock", "one", 1, zk::CreateMode::Ephemeral));
    const auto plan = world.plan("/a/lock");
    // The last request goes out, and then the node is taken over by somebody else, at the same version as before.
    const auto held = world.ensemble.hold({.op = FakeOp::Remove, .when = When::BeforeExecution, .path = "/a/lock"});
    const auto answer = world.apply(*plan.result());
    QVERIFY(!answer.arrived());
    QVERIFY(world.ensemble.remove("/a/lock"));
    QVERIFY(world.ensemble.create("/a/lock", "two", 2, zk::CreateMode::Ephemeral));
    world.ensemble.release(held);
    world.executor.runUntilIdle();
    QVERIFY(answer.failedWith(ErrorCode::Refused));
    QCOMPARE(world.ensemble.data("/a/lock"), std::string("two"));
}

void ReleaseDeskTest::refusesWhatIsGone()
{
    World world;
    const auto holder = world.queueUp(1);
    const auto plan = world.plan(holder);
    QVERIFY(world.ensemble.remove(holder));
    QVERIFY(world.apply(*plan.result()).failedWith(ErrorCode::Refused));
    QVERIFY(world.plan(holder).failedWith(ErrorCode::NoNode));
}

void ReleaseDeskTest::refusesWhatIsNoLock()
{
    World world;
    world.queueUp(1);
    QVERIFY(world.ensemble.create("/a/readme", "text"));
    QVERIFY(world.ensemble.create("/jobs"));
    const auto job = world.ensemble.create("/jobs/job-", "", 0, zk::CreateMode::PersistentSequential).value().path;
    QVERIFY(world.plan("/a").failedWith(ErrorCode::NotALock)); // the directory is not a contender
    QVERIFY(world.plan("/a/readme").failedWith(ErrorCode::NotALock));
    QVERIFY(world.plan(job).failedWith(ErrorCode::NotALock));
    QVERIFY(world.ensemble.create("/brokers"));
    QVERIFY(world.ensemble.create("/brokers/1001", "", 1, zk::CreateMode::Ephemeral)); // a member, not a lock
    QVERIFY(world.plan("/brokers/1001").failedWith(ErrorCode::NotALock));
}

void ReleaseDeskTest::saysWhichPermissionIsMissing()
{
    World world;
    const auto holder = world.queueUp(1);
    world.ensemble.deny("/a", zk::Permission::Delete);
    const auto plan = world.plan(holder);
    const auto answer = world.apply(*plan.result());
    QVERIFY(answer.failedWith(ErrorCode::NoAuth));
    QVERIFY(describe(answer.result().error()).find("DELETE permission on /a") != std::string::npos);
}

void ReleaseDeskTest::releasesASingleNodeWithoutTheRightToWrite()
{
    World world;
    QVERIFY(world.ensemble.create("/a/lock", "one", 1, zk::CreateMode::Ephemeral));
    world.ensemble.deny("/a/lock", zk::Permission::Write);
    const auto plan = world.plan("/a/lock");
    QVERIFY(world.apply(*plan.result()).ok());
    QVERIFY(!world.ensemble.exists("/a/lock"));
}

void ReleaseDeskTest::plansForASemaphoresNodes()
{
    World world;
    const std::string stem = "/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-";
    const auto create = [&](const std::string& prefix, zk::SessionId session, const std::string& data = {}) {
        return world.ensemble.create(prefix, data, session, zk::CreateMode::EphemeralSequential).value().path;
    };
    for (const auto* path : {"/s", "/s/leases", "/s/locks"})
        QVERIFY(world.ensemble.create(path));
    const auto held = create("/s/leases" + stem + "lease-", 1);
    const auto gateHeld = create("/s/locks" + stem + "lock-", 2);
    const auto gateWaits = create("/s/locks" + stem + "lock-", 3);
    const auto waits = create("/s/leases" + stem + "lease-", 2, R"({"client":"worker-02"})");

    const auto lease = world.plan(held);
    QVERIFY(lease.ok());
    QCOMPARE(lease.result()->lockPath, std::string("/s"));
    QCOMPARE(lease.result()->nodePath, held);
    QVERIFY(lease.result()->holds);
    QCOMPARE(lease.result()->nextPath, waits);
    QCOMPARE(lease.result()->nextClient, std::string("worker-02"));
    QCOMPARE(lease.result()->waiters, 2);
    for (const auto& node : {gateHeld, gateWaits, waits}) {
        const auto waiter = world.plan(node);
        QVERIFY(waiter.ok());
        QCOMPARE(waiter.result()->lockPath, std::string("/s"));
        QCOMPARE(waiter.result()->nodePath, node);
        QVERIFY(!waiter.result()->holds && waiter.result()->numbered);
    }
    QVERIFY(world.apply(*lease.result()).ok());
    QVERIFY(!world.ensemble.exists(held));
}

void ReleaseDeskTest::plansForAMutexBesideOtherLeases()
{
    World world;
    for (const auto* path : {"/dhcp", "/dhcp/locks", "/dhcp/leases", "/dhcp/leases/10.0.0.7"})
        QVERIFY(world.ensemble.create(path));
    const auto node = world.ensemble
                          .create("/dhcp/locks/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-", {}, 1,
                                  zk::CreateMode::EphemeralSequential)
                          .value()
                          .path;
    const auto plan = world.plan(node);
    QVERIFY(plan.ok());
    QCOMPARE(plan.result()->lockPath, std::string("/dhcp/locks"));
    QVERIFY(plan.result()->holds);
}

void ReleaseDeskTest::plansForAKazooSemaphore()
{
    World world;
    const std::string hex = "0b3e4f5a111142228333abcdefabcde";
    QVERIFY(world.ensemble.create("/s", "1"));
    QVERIFY(world.ensemble.create("/s-__lock__"));
    QVERIFY(world.ensemble.create("/s/" + hex + "1", "me", 1, zk::CreateMode::Ephemeral));
    const auto gate =
        world.ensemble.create("/s-__lock__/" + hex + "2__lock__", "b'george'", 2, zk::CreateMode::EphemeralSequential)
            .value()
            .path;
    const auto lease = world.plan("/s/" + hex + "1");
    QVERIFY(lease.ok());
    QVERIFY(lease.result()->holds && !lease.result()->numbered);
    QCOMPARE(lease.result()->client, std::string("me"));
    QCOMPARE(lease.result()->nextPath, gate);
    QCOMPARE(lease.result()->nextClient, std::string("george"));
    const auto waiter = world.plan(gate);
    QVERIFY(waiter.ok());
    QCOMPARE(waiter.result()->lockPath, std::string("/s"));
    QVERIFY(!waiter.result()->holds);
    // The same names without a semaphore between them.
    QVERIFY(world.ensemble.create("/members"));
    QVERIFY(world.ensemble.create("/members/" + hex + "1", "me", 1, zk::CreateMode::Ephemeral));
    QCOMPARE(printed(world.plan("/members/" + hex + "1").result().error().code), "NotALock");
}

void ReleaseDeskTest::aLeaseWhoseNameEndsInDigitsHasNoNumber()
{
    // Its client may create it again under the same name: the look before the delete is not enough.
    World world;
    const std::string lease = "/s/0b3e4f5a1111422283330000000012";
    QVERIFY(world.ensemble.create("/s", "1"));
    QVERIFY(world.ensemble.create("/s-__lock__"));
    QVERIFY(world.ensemble.create(lease + "34", "me", 1, zk::CreateMode::Ephemeral));
    const auto plan = world.plan(lease + "34");
    QVERIFY(plan.ok());
    QVERIFY(!plan.result()->numbered);
    world.ensemble.clearRequests();
    QVERIFY(world.apply(*plan.result()).ok());
    QCOMPARE(world.ensemble.count(FakeOp::Set), std::size_t(1)); // its version was raised first
    QVERIFY(!world.ensemble.exists(lease + "34"));
}

QTEST_GUILESS_MAIN(ReleaseDeskTest)
#include "ReleaseDeskTest.moc"
