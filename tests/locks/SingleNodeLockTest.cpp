// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0

#include "core/locks/zookeeper/SingleNodeLock.h"
#include "core/zk/NamespaceClient.h"
#include "tests/locks/LockWorld.h"
#include "tests/support/Test.h"

namespace lockscope::singleNodeLockTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using SingleNodeProgram = Program<locks::SingleNodeLock>;

class SingleNodeLockTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void recognisesItsOwnNodeAfterALostReply();
    void deletesOnlyWhatItCreated();
    void survivesANodeThatComesAndGoes();
    void countsFailuresInARow();
    void ownersOfOneSessionAreNeverBothGranted_data();
    void ownersOfOneSessionAreNeverBothGranted();
    void deletesWithoutWriting();
    void deletesNoSuccessor();
    void deletesNoSuccessorInADirectoryMadeAnew();
    void deletesWithoutRightsAboveItsDirectory();
    void isGrantedAsSoonAsTheSessionIsConfirmed();
    void holdsAgainWhenItsReleaseIsRefusedAtItsDeadline();
};

void SingleNodeLockTest::recognisesItsOwnNodeAfterALostReply()
{
    LockWorld world;
    SingleNodeProgram one(world, "/a/lock");
    world.ensemble.fail({.op = FakeOp::Create, .when = When::AfterExecution, .path = "/a/lock", .nth = 2});
    const auto answer = one.acquire(); // the first create finds no parent
    world.executor.advance(1s);
    QVERIFY(answer.ok());
    QCOMPARE(answer.result()->token, world.ensemble.stat("/a/lock")->czxid);
}

void SingleNodeLockTest::deletesOnlyWhatItCreated()
{
    LockWorld world;
    SingleNodeProgram one(world, "/a/lock");
    QVERIFY(one.acquire().ok());
    const auto held = world.ensemble.hold({.op = FakeOp::Exists, .when = When::BeforeExecution, .path = "/a/lock"});
    Answer<void> released;
    one.keeper().release(released.reply());
    world.settle();
    // Meanwhile an operator released it, and another client acquired it.
    QVERIFY(world.ensemble.remove("/a/lock"));
    QVERIFY(world.ensemble.create("/a/lock", "other", 99, zk::CreateMode::Ephemeral));
    world.ensemble.release(held);
    world.settle();
    QVERIFY(released.arrived());
    QCOMPARE(world.ensemble.data("/a/lock"), std::string("other"));
}

void SingleNodeLockTest::survivesANodeThatComesAndGoes()
{
    LockWorld world;
    SingleNodeProgram one(world, "/a/lock");
    QVERIFY(world.ensemble.create("/a"));
    QVERIFY(world.ensemble.create("/a/lock", "", 99, zk::CreateMode::Ephemeral));
    // Deleted between the failed create and the watch.
    const auto held = world.ensemble.hold({.op = FakeOp::Exists, .when = When::BeforeExecution, .path = "/a/lock"});
    const auto answer = one.acquire();
    QVERIFY(world.ensemble.remove("/a/lock"));
    world.ensemble.release(held);
    world.settle();
    QVERIFY(answer.ok());
}

void SingleNodeLockTest::countsFailuresInARow()
{
    LockWorld world;
    locks::NodeOptions options;
    options.retry = locks::RetryPolicy::times(1, 10ms);
    SingleNodeProgram one(world, "/a/lock");
    SingleNodeProgram two(world, "/a/lock", options);
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    for (int i = 0; i < 5; ++i) { // each time it reads again, once unsuccessfully
        world.ensemble.fail({.op = FakeOp::Exists, .code = ErrorCode::Throttled, .client = &two.client()});
        QVERIFY(world.ensemble.setData("/a/lock", "still here"));
        world.executor.advance(1s);
        QCOMPARE(world.ensemble.faultsLeft(), std::size_t(0));
        QVERIFY(!second.arrived());
    }
    QVERIFY(one.release().ok());
    QVERIFY(second.ok());
}

void SingleNodeLockTest::ownersOfOneSessionAreNeverBothGranted_data()
{
    QTest::addColumn<int>("objects");
    QTest::addRow("one lock object") << 1;
    QTest::addRow("two lock objects") << 2;
    QTest::addRow("another namespace") << 3;
}

/// L4: the second owner's create finds the node of the first, and the reply is lost.
void SingleNodeLockTest::ownersOfOneSessionAreNeverBothGranted()
{
    QFETCH(int, objects);
    LockWorld world;
    SingleNodeProgram one(world, "/a/lock");
    const auto below = zk::NamespaceClient::make(one.client().share(), "/a");
    QVERIFY(below);
    std::optional<locks::SingleNodeLock> second;
    if (objects == 2)
        second.emplace(one.client(), "/a/lock");
    else if (objects == 3)
        second.emplace(**below, "/lock");
    auto& other = objects == 1 ? static_cast<locks::Lock&>(one.lock()) : *second;
    const auto first = one.acquire();
    QVERIFY(first.ok());
    world.ensemble.fail({.op = FakeOp::Create, .when = When::AfterExecution, .client = &one.client()});
    Answer<locks::Hold> waiting;
    other.acquireAsync({}, {}, waiting.reply());
    world.executor.advance(2s);
    QCOMPARE(world.ensemble.faultsLeft(), std::size_t(0));
    QVERIFY(!waiting.arrived());
    QVERIFY(one.verify().ok());
    QVERIFY(one.release().ok());
    world.executor.advance(2s);
    QVERIFY(waiting.ok());
    QVERIFY(waiting.result()->token() > first.result()->token);
    world.executor.runAndWait([&] { second.reset(); });
    world.settle();
}

void SingleNodeLockTest::deletesWithoutWriting()
{
    LockWorld world;
    SingleNodeProgram one(world, "/a/lock");
    QVERIFY(one.acquire().ok());
    Answer<std::optional<zk::Stat>> watched;
    Events seen;
    SingleNodeProgram two(world, "/b/lock");
    const auto watch = two.client().exists("/a/lock", seen.handler(), watched.reply());
    world.settle();
    world.ensemble.clearRequests();
    QVERIFY(one.release().ok());
    QCOMPARE(world.ensemble.count(FakeOp::Set), std::size_t(0));
    QCOMPARE(seen.count(), std::size_t(1));
    QVERIFY(seen.at(0).type == zk::WatchEvent::Type::Deleted);
    QVERIFY(world.ensemble.children("/a").empty()); // no probe is left
}

/// Identified as ours, and replaced before the deletion arrives.
void SingleNodeLockTest::deletesNoSuccessor()
{
    LockWorld world;
    SingleNodeProgram one(world, "/a/lock");
    QVERIFY(one.acquire().ok());
    const auto held = world.ensemble.hold({.op = FakeOp::Multi, .when = When::BeforeExecution});
    Answer<void> released;
    one.keeper().release(released.reply());
    world.settle();
    QVERIFY(world.ensemble.remove("/a/lock"));
    QVERIFY(world.ensemble.create("/a/lock", "other", 99, zk::CreateMode::Ephemeral));
    world.ensemble.release(held);
    world.executor.advance(1s);
    QVERIFY(released.failedWith(ErrorCode::NotHeld));
    QCOMPARE(world.ensemble.data("/a/lock"), std::string("other"));
    QCOMPARE(world.ensemble.children("/a").size(), std::size_t(1));
}

/// The counter of the new directory has the same value as the old one's.
void SingleNodeLockTest::deletesNoSuccessorInADirectoryMadeAnew()
{
    LockWorld world;
    QVERIFY(world.ensemble.create("/top"));
    SingleNodeProgram one(world, "/top/a/lock");
    QVERIFY(one.acquire().ok());
    const auto held = world.ensemble.hold({.op = FakeOp::Multi, .when = When::BeforeExecution});
    Answer<void> released;
    one.keeper().release(released.reply());
    world.settle();
    QVERIFY(world.ensemble.remove("/top/a/lock"));
    QVERIFY(world.ensemble.remove("/top/a"));
    QVERIFY(world.ensemble.create("/top/a"));
    QVERIFY(world.ensemble.create("/top/a/lock", "other", 99, zk::CreateMode::Ephemeral));
    world.ensemble.release(held);
    world.executor.advance(1s);
    QVERIFY(released.failedWith(ErrorCode::NotHeld));
    QCOMPARE(world.ensemble.data("/top/a/lock"), std::string("other"));
    QCOMPARE(world.ensemble.children("/top/a").size(), std::size_t(1));
    QCOMPARE(world.ensemble.children("/top").size(), std::size_t(1)); // nor a probe
}

void SingleNodeLockTest::deletesWithoutRightsAboveItsDirectory()
{
    LockWorld world;
    SingleNodeProgram one(world, "/top/a/lock");
    QVERIFY(one.acquire().ok());
    world.ensemble.deny("/top", zk::Permission::Create);
    world.ensemble.clearRequests();
    QVERIFY(one.release().ok());
    QVERIFY(!world.ensemble.exists("/top/a/lock"));
    QCOMPARE(world.ensemble.count(FakeOp::Multi), std::size_t(2)); // with that probe, and without one
    QVERIFY(one.acquire().ok());
    world.ensemble.deny("/top/a", zk::Permission::Create);
    const auto refused = one.release();
    QVERIFY(refused.failedWith(ErrorCode::NoAuth));
    QVERIFY(world.ensemble.exists("/top/a/lock"));
    world.ensemble.deny("/top/a", 0);
    QVERIFY(one.release().ok());
}

/// Another lock's request confirmed the session.
void SingleNodeLockTest::isGrantedAsSoonAsTheSessionIsConfirmed()
{
    LockWorld world;
    SingleNodeProgram one(world, "/a/lock");
    locks::SingleNodeLock other(one.client(), "/b/lock");
    for (const auto* directory : {"/a", "/b"}) {
        QVERIFY(world.ensemble.create(directory));
        QVERIFY(world.ensemble.create(std::string(directory) + "/lock", "", 99, zk::CreateMode::Ephemeral));
    }
    const auto first = one.acquire();
    Answer<locks::Hold> second;
    other.acquireAsync({}, {}, second.reply());
    world.settle();
    world.ensemble.pauseExpiry();
    world.clock.advance(LockWorld::timeout * 2); // the process is stopped
    world.ensemble.resumeExpiry();
    QVERIFY(world.ensemble.remove("/a/lock"));
    world.settle();
    QVERIFY(!first.arrived());
    world.executor.advance(100ms);
    QVERIFY(world.ensemble.remove("/b/lock"));
    world.settle();
    QVERIFY(!second.arrived());
    for (int i = 0; i < 10'000 && !first.arrived() && !second.arrived(); ++i)
        world.executor.advance(1ms);
    QVERIFY(first.ok());
    QVERIFY(second.ok());
    QVERIFY(one.release().ok());
}

/// The replies to the release and to the sync that confirms the session arrive before the deadline timer runs.
void SingleNodeLockTest::holdsAgainWhenItsReleaseIsRefusedAtItsDeadline()
{
    LockWorld world;
    SingleNodeProgram one(world, "/a/lock");
    QVERIFY(one.acquire().ok());
    world.executor.advance(LockWorld::timeout / 2);
    world.ensemble.deny("/a", zk::Permission::Delete);
    world.ensemble.pauseExpiry();
    const auto held = world.ensemble.hold({.op = FakeOp::Multi, .when = When::AfterExecution});
    Answer<void> released;
    one.keeper().release(released.reply());
    world.executor.advance(LockWorld::timeout / 4); // followed by a sync
    QVERIFY(!released.arrived());
    world.clock.advance(one.client().session().validUntil - world.clock.now());
    world.ensemble.release(held);
    world.settle();
    QVERIFY(released.failedWith(ErrorCode::NoAuth));
    QVERIFY(one.client().session().validUntil > world.clock.now());
    QCOMPARE(printed(one.state().phase), "Held");
    world.ensemble.resumeExpiry();
    world.ensemble.deny("/a", 0);
    QVERIFY(one.release().ok());
}

} // namespace lockscope::singleNodeLockTest

LOCKSCOPE_TEST(lockscope::singleNodeLockTest::SingleNodeLockTest)
#include "SingleNodeLockTest.moc"
