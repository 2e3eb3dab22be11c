// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The mutex without faults; only waits time out.

#include "tests/locks/LockWorld.h"
#include "tests/support/Test.h"

namespace lockscope::mutexTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using locks::Owner;

class MutexTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void grantsAFreeLock();
    void asksInOneBreath();
    void watchesOnePredecessorOnly();
    void queuesAgainWithoutListing();
    void listsWhenSomebodyCameBeforeItQueuedAgain();
    void reportsPositionAndPredecessor();
    void destroyingItReleases();
    void ignoresChildrenThatAreNoContenders();
    void respectsWhoeverQueuesByCuratorsRule();
    void leavesNoWatchBehind();
};

void MutexTest::grantsAFreeLock()
{
    LockWorld world;
    Program one(world);
    const auto answer = one.acquire();
    QVERIFY(answer.ok());
    const auto children = world.ensemble.children("/locks/a");
    QCOMPARE(children.size(), std::size_t(1));
    QCOMPARE(answer.result()->node, children.front());
    const auto stat = world.ensemble.stat("/locks/a/" + children.front());
    QCOMPARE(answer.result()->token, stat->czxid);
    QCOMPARE(stat->ephemeralOwner, one.client().session().id);
    QVERIFY(children.front().starts_with("_c_"));
    QVERIFY(children.front().ends_with("-lock-0000000000"));
    QCOMPARE(printed(one.state().phase), "Held");
    QVERIFY(one.release().ok());
    QVERIFY(world.ensemble.children("/locks/a").empty());
    QCOMPARE(one.phases(), "Waiting Held Released");
}

void MutexTest::asksInOneBreath()
{
    LockWorld world;
    Program one(world);
    QVERIFY(one.acquire().ok());
    QVERIFY(one.release().ok());
    world.ensemble.clearRequests();
    const int hold = world.ensemble.hold({.op = FakeOp::Create, .when = When::AfterExecution});
    const auto answer = one.acquire();
    QVERIFY(!answer.arrived());
    QCOMPARE(world.ensemble.count(FakeOp::Create), std::size_t(1));
    world.ensemble.release(hold);
    world.settle();
    QVERIFY(answer.ok());
    QCOMPARE(world.ensemble.count(FakeOp::Children), std::size_t(1));
}

void MutexTest::watchesOnePredecessorOnly()
{
    LockWorld world;
    Program one(world);
    Program two(world);
    Program three(world);
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    const auto third = three.acquire();
    const auto nodes = world.ensemble.children("/locks/a");
    const auto watched = [&](Program<>& program) {
        return world.ensemble.watchCount("/locks/a/" + program.state().node);
    };
    QCOMPARE(watched(one), std::size_t(1)); // by the second
    QCOMPARE(watched(two), std::size_t(2)); // by itself, as only one is ahead, and the third
    QCOMPARE(watched(three), std::size_t(0));
    world.linger();
    QCOMPARE(watched(one), std::size_t(3)); // by itself, the second, and the third, which prepares for its grant
    QCOMPARE(watched(two), std::size_t(2));
    QCOMPARE(watched(three), std::size_t(1));
    world.ensemble.clearRequests();
    QVERIFY(one.release().ok());
    QVERIFY(second.ok());
    QVERIFY(!third.arrived());
    QCOMPARE(world.ensemble.count(FakeOp::Children), std::size_t(0)); // the second expected to be next
}

void MutexTest::queuesAgainWithoutListing()
{
    LockWorld world;
    Program one(world);
    Program two(world);
    Program three(world);
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    const auto third = three.acquire();
    QVERIFY(one.release().ok());
    QVERIFY(second.ok());
    QVERIFY(two.release().ok());
    QVERIFY(third.ok()); // after a listing that has no node behind it
    world.ensemble.clearRequests();
    three.keeper().release([](const Result<void>&) {});
    const auto alone = three.acquire();
    QVERIFY(alone.ok());
    QCOMPARE(world.ensemble.count(FakeOp::Children), std::size_t(0));
    QCOMPARE(world.ensemble.count(FakeOp::Multi), std::size_t(1));
    QCOMPARE(alone.result()->token, world.ensemble.stat("/locks/a/" + three.state().node)->czxid);
    QVERIFY(alone.result()->token > third.result()->token);
}

void MutexTest::listsWhenSomebodyCameBeforeItQueuedAgain()
{
    LockWorld world;
    Program one(world);
    Program two(world);
    Program three(world);
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire(); // unknown to the first, whose listing does not contain it
    world.ensemble.clearRequests();
    one.keeper().release([](const Result<void>&) {});
    const auto again = one.acquire();
    QVERIFY(second.ok());
    QVERIFY(!again.arrived());
    const auto third = three.acquire();
    QVERIFY(two.release().ok());
    QVERIFY(again.ok());
    QVERIFY(!third.arrived());
    QVERIFY(one.release().ok());
    QVERIFY(third.ok());
}

void MutexTest::reportsPositionAndPredecessor()
{
    LockWorld world;
    Program one(world);
    Program two(world);
    Program three(world);
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    const auto third = three.acquire();
    QCOMPARE(two.state().position, 1);
    QCOMPARE(two.state().waitsOn, one.state().node);
    QCOMPARE(three.state().position, 2);
    QCOMPARE(three.state().waitsOn, two.state().node);
    QVERIFY(!second.arrived() && !third.arrived());
}

void MutexTest::destroyingItReleases()
{
    LockWorld world;
    Program one(world);
    Program two(world);
    Program three(world);
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    const auto third = three.acquire();
    two.destroyLock();
    QVERIFY(second.failedWith(ErrorCode::Cancelled));
    one.destroyLock();
    QVERIFY(third.ok());
    QCOMPARE(world.ensemble.children("/locks/a").size(), std::size_t(1));
}

void MutexTest::ignoresChildrenThatAreNoContenders()
{
    LockWorld world;
    QVERIFY(world.ensemble.create("/locks"));
    QVERIFY(world.ensemble.create("/locks/a"));
    for (const auto* name :
         {"readme", "lock-", "0000000000", "0b3e4f0000000000000000000000ffff__lock__0000000000", "lock-12"})
        QVERIFY(world.ensemble.create(std::string("/locks/a/") + name));
    Program one(world);
    QVERIFY(one.acquire().ok());
}

void MutexTest::respectsWhoeverQueuesByCuratorsRule()
{
    LockWorld world;
    QVERIFY(world.ensemble.create("/locks"));
    QVERIFY(world.ensemble.create("/locks/a"));
    const auto foreign = world.ensemble.create("/locks/a/0b3e4f0000000000000000000000ffff-lock-", "", 77,
                                               zk::CreateMode::EphemeralSequential);
    QVERIFY(foreign);
    Program one(world);
    const auto answer = one.acquire();
    QVERIFY(!answer.arrived());
    QVERIFY(world.ensemble.remove(foreign->path));
    world.settle();
    QVERIFY(answer.ok());
}

void MutexTest::leavesNoWatchBehind()
{
    LockWorld world;
    Program one(world);
    Program two(world);
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire(1s);
    world.executor.advance(1s);
    QVERIFY(second.failedWith(ErrorCode::TimedOut));
    QCOMPARE(two.phases(), "Waiting Waiting Released");
    QCOMPARE(world.ensemble.watchCount(), std::size_t(1)); // the holder's own
    QVERIFY(one.release().ok());
    QCOMPARE(world.ensemble.watchCount(), std::size_t(0));
}

} // namespace lockscope::mutexTest

LOCKSCOPE_TEST(lockscope::mutexTest::MutexTest)
#include "MutexTest.moc"
