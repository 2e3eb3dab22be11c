// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Plans and releases of a semaphore's nodes: leases and gate nodes, and what is no semaphore.

#include "tests/release/ReleaseWorld.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::releaseSemaphoreTest {

using namespace lockscope::test;
using namespace lockscope::release;

using World = ReleaseWorld;

class ReleaseSemaphoreTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void plansForASemaphoresNodes();
    void plansForAMutexBesideOtherLeases();
    void plansForAKazooSemaphore();
    void ofSeveralHoldersTheNewestIsReported();
    void aLeaseWhoseNameEndsInDigitsHasNoNumber();
};

void ReleaseSemaphoreTest::plansForASemaphoresNodes()
{
    World world;
    const std::string stem = "/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-";
    const auto create = [&](const std::string& prefix, SessionId session, const std::string& data = {}) {
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
        QVERIFY(!waiter.result()->holds);
    }
    QVERIFY(world.release(*lease.result()).ok());
    QVERIFY(!world.ensemble.exists(held));
}

void ReleaseSemaphoreTest::plansForAMutexBesideOtherLeases()
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

void ReleaseSemaphoreTest::plansForAKazooSemaphore()
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
    QVERIFY(lease.result()->holds);
    QCOMPARE(lease.result()->client, std::string("me"));
    QCOMPARE(lease.result()->nextPath, gate);
    QCOMPARE(lease.result()->nextClient, std::string("george"));
    const auto waiter = world.plan(gate);
    QVERIFY(waiter.ok());
    QCOMPARE(waiter.result()->lockPath, std::string("/s"));
    QVERIFY(!waiter.result()->holds);
    // The same names without a semaphore.
    QVERIFY(world.ensemble.create("/members"));
    QVERIFY(world.ensemble.create("/members/" + hex + "1", "me", 1, zk::CreateMode::Ephemeral));
    QCOMPARE(printed(world.plan("/members/" + hex + "1").result().error().code), "NotALock");
}

void ReleaseSemaphoreTest::ofSeveralHoldersTheNewestIsReported()
{
    World world;
    const std::string hex = "0b3e4f5a11114222833333abcdefab0";
    QVERIFY(world.ensemble.create("/s", "3"));
    QVERIFY(world.ensemble.create("/s-__lock__"));
    for (const auto session : {1, 2, 3})
        QVERIFY(world.ensemble.create("/s/" + hex + std::to_string(session), "c" + std::to_string(session), session,
                                      zk::CreateMode::Ephemeral));
    const auto plan = world.plan("/s/" + hex + "1");
    QVERIFY(plan.ok());
    const auto answer = world.release(*plan.result());
    QVERIFY(answer.ok());
    const auto& after = answer.result()->releaseResult;
    QCOMPARE(after.holder, hex + "3");
    QCOMPARE(after.holderClient, std::string("c3"));
    QCOMPARE(after.others, 1);
}

void ReleaseSemaphoreTest::aLeaseWhoseNameEndsInDigitsHasNoNumber()
{
    // Its client may create it again under the same name: the read before the delete is not enough.
    World world;
    const std::string lease = "/s/0b3e4f5a1111422283330000000012";
    QVERIFY(world.ensemble.create("/s", "1"));
    QVERIFY(world.ensemble.create("/s-__lock__"));
    QVERIFY(world.ensemble.create(lease + "34", "me", 1, zk::CreateMode::Ephemeral));
    const auto plan = world.plan(lease + "34");
    QVERIFY(plan.ok());
    world.ensemble.clearRequests();
    QVERIFY(world.release(*plan.result()).ok());
    QCOMPARE(world.ensemble.count(FakeOp::Multi), std::size_t(1)); // its version was increased first
    QVERIFY(!world.ensemble.exists(lease + "34"));
}

} // namespace lockscope::releaseSemaphoreTest

LOCKSCOPE_TEST(lockscope::releaseSemaphoreTest::ReleaseSemaphoreTest)
#include "ReleaseSemaphoreTest.moc"
