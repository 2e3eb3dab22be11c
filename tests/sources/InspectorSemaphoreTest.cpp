// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The inspector on semaphores, whose nodes are in two directories: what belongs together, and what does not.

#include "tests/sources/InspectorWorld.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::inspectorSemaphoreTest {

using namespace lockscope::test;
using namespace lockscope::inspect;
using namespace std::chrono_literals;
using World = InspectorWorld;

class InspectorSemaphoreTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsLeasesInANewSession();
    void aSemaphoreIsOneLock();
    void aSemaphoreIsFoundFromItsParts_data();
    void aSemaphoreIsFoundFromItsParts();
    void aKazooSemaphoreIsOneLock();
    void aKazooSemaphoreIsFoundFromItself();
    void aGateThatMayNotBeReadIsAGate();
    void ephemeralsWithHexNamesAreNoSemaphore();
    void aMutexCalledLocksIsAMutex();
    void aMutexBesideOtherLeasesIsAMutex();
    void aSemaphoreGoesWithItsNodes();
    void twoFamiliesOnOnePathAreBothSeen();
};

/// The request was still queued when the session ended.
void InspectorSemaphoreTest::readsLeasesInANewSession()
{
    World world({.maxInFlight = 1});
    world.tree({"/app", "/app/s-__lock__"});
    QVERIFY(world.ensemble.create("/app/s", "2"));
    world.createEphemeral("/app/s/0b3e4f5a111142228333abcdefabcde1", 7, zk::CreateMode::Ephemeral);
    const auto hold = world.ensemble.hold({.op = FakeOp::Get, .path = "/app/s/0b3e4f5a111142228333abcdefabcde1"});
    world.start();
    QCOMPARE(world.now().find("/app/s")->leases, 0);
    world.ensemble.expire(*world.client);
    world.settle();
    world.ensemble.release(hold);
    world.executor.advance(3s);
    QCOMPARE(world.now().session.generation, std::uint64_t(2));
    QCOMPARE(world.now().find("/app/s")->leases, 2);
}

void InspectorSemaphoreTest::aSemaphoreIsOneLock()
{
    World world;
    world.tree({"/s", "/s/locks", "/s/leases", "/s/count"});
    const auto first = world.lease("/s", 1);
    world.lease("/s", 2);
    world.start();
    QCOMPARE(world.summary(), std::string("/s: curator-semaphore 2+0; "));
    QCOMPARE(world.now().find("/s")->leases, 0); // no contender has had to wait
    QCOMPARE(world.now().find("/s")->unrecognised, std::vector<std::string>{"count"});
    QVERIFY(world.now().complete);

    world.queueUp("/s/locks", 3);
    world.queueUp("/s/locks", 4);
    const auto third = world.lease("/s", 3);
    world.settle();
    const auto* lock = world.now().find("/s");
    QCOMPARE(world.summary(), std::string("/s: curator-semaphore 2+2; "));
    QCOMPARE(lock->leases, 2);
    QVERIFY(lock->leasesKnown == Confidence::Inferred);
    QCOMPARE(lock->nodePath(lock->queue.at(2)), third);
    QCOMPARE(lock->queue.at(2).details->session, 3);
    QVERIFY(lock->queue.at(3).atGate);
    QCOMPARE(lock->queue.at(3).details->session, 4);

    QVERIFY(world.ensemble.remove("/s/locks/" + lock->gateHolder)); // it acquires the free lease
    QVERIFY(world.ensemble.remove(first));
    world.settle();
    QCOMPARE(world.summary(), std::string("/s: curator-semaphore 2+1; "));
    QVERIFY(world.now().find("/s")->queue.at(1).grantedAt);
}

void InspectorSemaphoreTest::aSemaphoreIsFoundFromItsParts_data()
{
    QTest::addColumn<QByteArray>("root");
    QTest::addColumn<QByteArray>("summary");
    QTest::addRow("its path") << QByteArray("/s") << QByteArray("/s: curator-semaphore 1+1; ");
    QTest::addRow("its leases") << QByteArray("/s/leases") << QByteArray("/s: curator-semaphore 1+1; ");
    QTest::addRow("its gate alone is a mutex") << QByteArray("/s/locks") << QByteArray("/s/locks: curator-mutex 1+0; ");
}

void InspectorSemaphoreTest::aSemaphoreIsFoundFromItsParts()
{
    QFETCH(QByteArray, root);
    QFETCH(QByteArray, summary);
    World world({.roots = {root.toStdString()}});
    world.tree({"/s", "/s/locks", "/s/leases"});
    world.lease("/s", 1);
    world.queueUp("/s/locks", 2);
    world.start();
    QCOMPARE(QByteArray::fromStdString(world.summary()), summary);
    QVERIFY(world.now().complete);
    QVERIFY(world.now().problems.empty());
}

void InspectorSemaphoreTest::aKazooSemaphoreIsOneLock()
{
    World world;
    world.tree({"/app", "/app/s-__lock__"});
    QVERIFY(world.ensemble.create("/app/s", "2"));
    const std::string hex = "0b3e4f5a111142228333abcdefabcde";
    world.createEphemeral("/app/s/" + hex + "1", 1, zk::CreateMode::Ephemeral);
    world.start();
    QCOMPARE(world.summary(), std::string("/app/s: kazoo-semaphore 1+0; "));
    QCOMPARE(world.now().find("/app/s")->leases, 2);
    QVERIFY(world.now().find("/app/s")->leasesKnown == Confidence::Exact);

    world.createEphemeral("/app/s/" + hex + "2", 2, zk::CreateMode::Ephemeral);
    const auto gate =
        world.ensemble
            .create("/app/s-__lock__/" + hex + "3__lock__", "b'george'", 3, zk::CreateMode::EphemeralSequential)
            .value()
            .path;
    world.settle();
    const auto* lock = world.now().find("/app/s");
    QCOMPARE(world.summary(), std::string("/app/s: kazoo-semaphore 2+1; "));
    QCOMPARE(lock->queue.at(0).node, hex + "1"); // by creation
    QCOMPARE(lock->nodePath(lock->queue.at(2)), gate);
    QCOMPARE(lock->queue.at(2).waitsOn, (std::vector<std::string>{hex + "1", hex + "2"}));
    QCOMPARE(lock->queue.at(2).details->client, std::string("george"));
}

void InspectorSemaphoreTest::aKazooSemaphoreIsFoundFromItself()
{
    World world({.roots = {"/app/s"}});
    world.tree({"/app", "/app/s-__lock__"});
    QVERIFY(world.ensemble.create("/app/s", "1"));
    const std::string hex = "0b3e4f5a111142228333abcdefabcde";
    const auto only = world.createEphemeral("/app/s/" + hex + "1", 1, zk::CreateMode::Ephemeral);
    world.createEphemeral("/app/s-__lock__/" + hex + "3__lock__", 3);
    world.start();
    QCOMPARE(world.summary(), std::string("/app/s: kazoo-semaphore 1+1; "));
    QVERIFY(world.ensemble.remove(only));
    world.settle();
    QCOMPARE(world.summary(), std::string("/app/s: kazoo-semaphore 0+1; "));
    QVERIFY(world.now().find("/app/s")->queue.at(0).waitsOn.empty()); // it is about to acquire the lease
}

void InspectorSemaphoreTest::aGateThatMayNotBeReadIsAGate()
{
    for (const bool existsNeedsRead : {false, true}) {
        World world;
        world.ensemble.setExistsNeedsRead(existsNeedsRead);
        world.tree({"/app", "/app/s-__lock__"});
        QVERIFY(world.ensemble.create("/app/s", "2"));
        world.createEphemeral("/app/s/0b3e4f5a111142228333abcdefabcdef", 1, zk::CreateMode::Ephemeral);
        world.ensemble.deny("/app/s-__lock__", zk::Permission::Read);
        world.start();
        QCOMPARE(world.summary(), std::string("/app/s: kazoo-semaphore 1+0; "));
        QCOMPARE(world.now().problems.size(), std::size_t(1));
        QCOMPARE(world.now().problems[0].path, std::string("/app/s-__lock__"));
    }
}

void InspectorSemaphoreTest::ephemeralsWithHexNamesAreNoSemaphore()
{
    World world;
    world.tree({"/members", "/apps", "/apps/0b3e4f5a111142228333abcdefabcdef"});
    world.createEphemeral("/members/0b3e4f5a111142228333abcdefabcdef", 1, zk::CreateMode::Ephemeral);
    world.queueUp("/apps/0b3e4f5a111142228333abcdefabcdef", 2);
    world.start();
    QCOMPARE(world.summary(), std::string("/apps/0b3e4f5a111142228333abcdefabcdef: curator-mutex 1+0; "));
    QVERIFY(world.now().complete);
    world.ensemble.clearRequests();
    world.executor.advance(10s);                          // a missing gate is not read again and again
    for (const auto& request : world.ensemble.requests()) // only the heartbeats of the session
        QVERIFY2(request.op != FakeOp::Exists || request.path == "/", request.path.c_str());
}

void InspectorSemaphoreTest::aMutexCalledLocksIsAMutex()
{
    World world;
    world.tree({"/app", "/app/locks"});
    world.queueUp("/app/locks", 1);
    world.start();
    QCOMPARE(world.summary(), std::string("/app/locks: curator-mutex 1+0; "));
    world.tree({"/app/leases"}); // and when it is found to be a semaphore's
    world.lease("/app", 1);
    world.settle();
    QCOMPARE(world.summary(), std::string("/app: curator-semaphore 1+1; "));
}

void InspectorSemaphoreTest::aMutexBesideOtherLeasesIsAMutex()
{
    World world;
    world.tree({"/dhcp", "/dhcp/locks", "/dhcp/leases", "/dhcp/leases/10.0.0.7"});
    world.queueUp("/dhcp/locks", 1);
    world.start();
    QCOMPARE(world.summary(), std::string("/dhcp/locks: curator-mutex 1+0; "));
}

void InspectorSemaphoreTest::aSemaphoreGoesWithItsNodes()
{
    World world;
    world.tree({"/app", "/app/s", "/app/s/locks", "/app/s/leases"});
    const auto lease = world.lease("/app/s", 1);
    const auto gate = world.queueUp("/app/s/locks", 2);
    world.start();
    QCOMPARE(world.summary(), std::string("/app/s: curator-semaphore 1+1; "));
    QVERIFY(world.ensemble.remove(gate));
    QVERIFY(world.ensemble.remove("/app/s/locks"));
    world.settle();
    QCOMPARE(world.summary(), std::string("/app/s: curator-semaphore 1+0; "));
    QVERIFY(world.ensemble.remove(lease));
    world.settle();
    QCOMPARE(world.summary(), std::string("/app/s: curator-semaphore 0+0; "));
    QVERIFY(world.ensemble.remove("/app/s/leases"));
    QVERIFY(world.ensemble.remove("/app/s"));
    world.settle();
    QVERIFY(world.now().locks.empty());
    QCOMPARE(world.now().watches, 2); // the root and /app
}

void InspectorSemaphoreTest::twoFamiliesOnOnePathAreBothSeen()
{
    World world;
    world.tree({"/s", "/s/locks", "/s/leases"});
    world.lease("/s", 1);
    world.queueUp("/s", 2);
    world.start();
    QCOMPARE(world.summary(), std::string("/s: curator-mutex 1+0; /s/leases: curator-protected 1+0; "));
}

} // namespace lockscope::inspectorSemaphoreTest

LOCKSCOPE_TEST(lockscope::inspectorSemaphoreTest::InspectorSemaphoreTest)
#include "InspectorSemaphoreTest.moc"
