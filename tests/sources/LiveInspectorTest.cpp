// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The inspector on an in-memory ensemble: what it finds, and that its snapshots stay correct.

#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "core/sources/zookeeper/dialects/DialectReader.h"
#include "tests/sources/InspectorWorld.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::liveInspectorTest {

using namespace lockscope::test;
using namespace lockscope::inspect;
using namespace std::chrono_literals;
using World = InspectorWorld;

class LiveInspectorTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findsLocksOfEveryFamily();
    void readsDetails();
    void followsTheQueue();
    void keepsAFreeLockInSight();
    void findsNewLocksAndForgetsDeletedOnes();
    void setsOneChildWatchANode();
    void looksAtItsRootsAlone();
    void aMissingRootIsAProblemUntilItAppears();
    void sayWhatItMayNotRead();
    void ephemeralsOfAMembershipAreNoLocks();
    void queuesOfJobsAreNoLocks();
    void showsTheOwnerOfAnUnreadableContender();
    void saysWhichContendersAreUnreadable();
    void singleNodeLockChangesHands();
    void aPersistentSingleNodeIsHeldForEver();
    void aDirectoryOfASinglesNameIsNoLock();
    void pollsBeyondItsBudget();
    void staysWhenCutOffAndSaysSo();
    void readsAgainAfterAReconnect();
    void readsAgainOnANewSession();
    void listsAQueueAboveTheUsualLimit();
    void givesUpAListingThatBreaksTheConnection();
    void reportsSinceWhenAQueueStands();
    void limitsTheRateOfSnapshots();
    void countsNothingTwice();
    void looksAgainWhenTheServerWasBusy_data();
    void looksAgainWhenTheServerWasBusy();
    void staysOldWhileANewSessionIsAskedFor();
    void watchesWithinOnePacket();
};

void LiveInspectorTest::findsLocksOfEveryFamily()
{
    World world;
    world.tree({"/app", "/app/orders", "/app/kazoo", "/app/plain", "/app/one", "/zookeeper", "/zookeeper/quota"});
    world.queueUp("/app/orders", 1);
    world.queueUp("/app/orders", 2);
    QVERIFY(world.ensemble.create("/app/kazoo/0b3e4f5a111142228333abcdefabcdef__lock__", "", 3,
                                  zk::CreateMode::EphemeralSequential));
    QVERIFY(world.ensemble.create("/app/plain/member_", "", 4, zk::CreateMode::EphemeralSequential));
    QVERIFY(world.ensemble.create("/app/one/lock", "", 5, zk::CreateMode::Ephemeral));
    world.start();
    QCOMPARE(world.summary(), std::string("/app/kazoo: kazoo-lock 1+0; /app/one/lock: single-node 1+0; "
                                          "/app/orders: curator-mutex 1+1; /app/plain: twitter-lock 1+0; "));
    QVERIFY(world.now().complete);
    QVERIFY(world.now().problems.empty());
}

void LiveInspectorTest::readsDetails()
{
    World world;
    world.tree({"/a"});
    const auto node = world.queueUp("/a", 7, "10.0.0.7");
    world.start();
    const auto& holder = world.now().find("/a")->queue.at(0);
    QVERIFY(holder.details);
    QCOMPARE(holder.details->session, 7);
    QCOMPARE(holder.details->host, std::string("10.0.0.7"));
    QCOMPARE(holder.details->creationId, world.ensemble.stat(node)->czxid);
    QCOMPARE(holder.details->createdAt, world.ensemble.stat(node)->ctime);
    QVERIFY(!holder.grantedAt);
}

void LiveInspectorTest::followsTheQueue()
{
    World world;
    world.tree({"/a"});
    const auto first = world.queueUp("/a", 1);
    world.start();
    const auto second = world.queueUp("/a", 2);
    world.settle();
    QCOMPARE(world.summary(), std::string("/a: curator-mutex 1+1; "));
    QVERIFY(world.ensemble.remove(first));
    world.settle();
    QCOMPARE(world.summary(), std::string("/a: curator-mutex 1+0; "));
    const auto& holder = world.now().find("/a")->queue.at(0);
    QCOMPARE("/a/" + holder.node, second);
    QVERIFY(holder.grantedAt);
}

void LiveInspectorTest::keepsAFreeLockInSight()
{
    World world;
    world.tree({"/a"});
    const auto node = world.queueUp("/a", 1);
    world.start();
    QVERIFY(world.ensemble.remove(node));
    world.settle();
    QCOMPARE(world.summary(), std::string("/a: curator-mutex 0+0; "));
    QVERIFY(world.ensemble.remove("/a"));
    world.settle();
    QVERIFY(world.now().locks.empty());
}

void LiveInspectorTest::findsNewLocksAndForgetsDeletedOnes()
{
    World world;
    world.tree({"/app"});
    world.start();
    QVERIFY(world.now().locks.empty());
    world.tree({"/app/new"});
    world.settle();
    QVERIFY(world.now().locks.empty()); // an empty node is not a lock yet
    const auto node = world.queueUp("/app/new", 1);
    world.settle();
    QCOMPARE(world.summary(), std::string("/app/new: curator-mutex 1+0; "));
    QVERIFY(world.ensemble.remove(node));
    QVERIFY(world.ensemble.remove("/app/new"));
    QVERIFY(world.ensemble.remove("/app"));
    world.settle();
    QVERIFY(world.now().locks.empty());
}

void LiveInspectorTest::setsOneChildWatchANode()
{
    World world;
    world.tree({"/a", "/b"});
    for (int i = 0; i < 20; ++i)
        world.queueUp("/a", i + 1);
    world.start();
    QCOMPARE(world.now().watches, 3);                          // the root, /a and /b
    QCOMPARE(world.ensemble.watchCount(), std::size_t(3 + 1)); // and the root's own existence
    QCOMPARE(world.ensemble.watchCount("/a"), std::size_t(1));
    world.inspector->refresh();
    world.settle();
    QCOMPARE(world.now().watches, 3);
    QCOMPARE(world.ensemble.watchCount(), std::size_t(3 + 1));
}

void LiveInspectorTest::looksAtItsRootsAlone()
{
    World world({.roots = {"/app/a", "/other"}});
    world.tree({"/app", "/app/a", "/app/b", "/other"});
    world.queueUp("/app/a", 1);
    world.queueUp("/app/b", 1);
    world.queueUp("/other", 1);
    world.start();
    QCOMPARE(world.summary(), std::string("/app/a: curator-mutex 1+0; /other: curator-mutex 1+0; "));
}

void LiveInspectorTest::aMissingRootIsAProblemUntilItAppears()
{
    World world({.roots = {"/later"}});
    world.start();
    QCOMPARE(world.now().problems.size(), std::size_t(1));
    QCOMPARE(printed(world.now().problems[0].error.code), "NoNode");
    world.tree({"/later"});
    world.queueUp("/later", 1);
    world.settle();
    QCOMPARE(world.summary(), std::string("/later: curator-mutex 1+0; "));
    QVERIFY(world.now().problems.empty());
}

void LiveInspectorTest::sayWhatItMayNotRead()
{
    World world;
    world.tree({"/open", "/closed"});
    world.queueUp("/open", 1);
    world.ensemble.deny("/closed", zk::Permission::Read);
    world.start();
    QCOMPARE(world.summary(), std::string("/open: curator-mutex 1+0; "));
    QCOMPARE(world.now().problems.size(), std::size_t(1));
    QCOMPARE(world.now().problems[0].path, std::string("/closed"));
    QCOMPARE(printed(world.now().problems[0].error.code), "NoAuth");
    world.ensemble.deny("/closed", 0);
    world.executor.advance(8s); // polled again from time to time
    QVERIFY(world.now().problems.empty());
}

void LiveInspectorTest::ephemeralsOfAMembershipAreNoLocks()
{
    World world;
    world.tree({"/brokers", "/brokers/ids"});
    QVERIFY(world.ensemble.create("/brokers/ids/1001", "", 1, zk::CreateMode::Ephemeral));
    world.start();
    QVERIFY(world.now().locks.empty());
}

void LiveInspectorTest::queuesOfJobsAreNoLocks()
{
    World world;
    world.tree({"/jobs"});
    QVERIFY(world.ensemble.create("/jobs/job-", "", 0, zk::CreateMode::PersistentSequential));
    world.start();
    QVERIFY(world.now().locks.empty());
    QVERIFY(world.now().complete);
}

void LiveInspectorTest::showsTheOwnerOfAnUnreadableContender()
{
    World world;
    world.tree({"/a"});
    world.ensemble.deny(world.queueUp("/a", 9, "secret"), zk::Permission::Read);
    world.start();
    const auto& holder = world.now().find("/a")->queue.at(0);
    QCOMPARE(holder.details->session, 9);
    QVERIFY(holder.details->payload.empty());
}

/// Newer servers give no stat of a node without the Read permission.
void LiveInspectorTest::saysWhichContendersAreUnreadable()
{
    World world;
    world.ensemble.setExistsNeedsRead(true);
    world.tree({"/a", "/b"});
    world.ensemble.deny(world.queueUp("/a", 9, "secret"), zk::Permission::Read);
    QVERIFY(world.ensemble.create("/b/lock", "one", 1, zk::CreateMode::Ephemeral));
    world.start();
    QCOMPARE(world.summary(), std::string("/a: curator-mutex 1+0; /b/lock: single-node 1+0; "));
    world.ensemble.deny("/b/lock", zk::Permission::Read);
    world.inspector->refresh();
    world.settle();
    const auto& snapshot = world.now();
    QVERIFY(!snapshot.find("/a")->queue.at(0).details);
    std::vector<std::string> unread;
    for (const auto& problem : snapshot.problems) {
        QCOMPARE(printed(problem.error.code), "NoAuth");
        unread.push_back(problem.path);
    }
    QCOMPARE(unread, (std::vector<std::string>{"/a", "/b/lock"}));
}

void LiveInspectorTest::singleNodeLockChangesHands()
{
    World world;
    world.tree({"/a"});
    QVERIFY(world.ensemble.create("/a/lock", "one", 1, zk::CreateMode::Ephemeral));
    world.start();
    QCOMPARE(world.now().find("/a/lock")->queue.at(0).details->session, 1);
    QVERIFY(world.ensemble.remove("/a/lock"));
    QVERIFY(world.ensemble.create("/a/lock", "two", 2, zk::CreateMode::Ephemeral));
    world.settle();
    QCOMPARE(world.now().find("/a/lock")->queue.at(0).details->session, 2);
    QVERIFY(world.now().find("/a/lock")->queue.at(0).grantedAt);
    QVERIFY(world.ensemble.remove("/a/lock"));
    world.settle();
    QVERIFY(world.now().locks.empty());
}

InspectorSettings knowingTheBoss()
{
    std::vector<Dialect> dialects;
    for (const char* json :
         {R"({"id": "boss", "title": "Boss", "kind": "single", "marks": ["boss"], "words": ["chief"]})",
          R"({"id": "chair", "title": "Chair", "kind": "single", "needs": "ephemeral", "marks": ["chair"]})"})
        dialects.push_back(readDialect(json).value());
    InspectorSettings settings;
    settings.dialects = std::make_shared<const DialectCatalogue>(std::move(dialects));
    return settings;
}

/// The node is not ephemeral: no session ever deletes it.
void LiveInspectorTest::aPersistentSingleNodeIsHeldForEver()
{
    World world(knowingTheBoss());
    world.tree({"/a", "/a/chief", "/a/chair"});
    QVERIFY(world.ensemble.create("/a/boss", "one"));
    world.start();
    QCOMPARE(world.summary(), std::string("/a/boss: boss 1+0; "));
    const auto& holder = world.now().find("/a/boss")->queue.at(0);
    QCOMPARE(holder.details->session, 0);
    QCOMPARE(holder.details->client, std::string("one"));
    QVERIFY(world.ensemble.create("/a/other"));
    world.settle();
    QCOMPARE(world.summary(), std::string("/a/boss: boss 1+0; "));
    QVERIFY(world.ensemble.remove("/a/boss"));
    world.settle();
    QVERIFY(world.now().locks.empty());
    QVERIFY(world.ensemble.create("/a/boss", "two", 2, zk::CreateMode::Ephemeral));
    world.settle();
    QCOMPARE(world.now().find("/a/boss")->queue.at(0).details->session, 2);
    QVERIFY(world.ensemble.remove("/a/boss"));
    QVERIFY(world.ensemble.create("/a/boss", "three"));
    world.settle();
    QCOMPARE(world.now().find("/a/boss")->queue.at(0).details->session, 0);
}

void LiveInspectorTest::aDirectoryOfASinglesNameIsNoLock()
{
    World world(knowingTheBoss());
    world.tree({"/a", "/a/boss", "/a/boss/x"});
    world.start();
    QVERIFY(world.now().locks.empty());
    QVERIFY(world.ensemble.create("/a/boss/x/boss", "one", 1, zk::CreateMode::Ephemeral));
    world.settle();
    QCOMPARE(world.summary(), std::string("/a/boss/x/boss: boss 1+0; "));
    QVERIFY(world.ensemble.remove("/a/boss/x/boss"));
    QVERIFY(world.ensemble.remove("/a/boss/x"));
    world.settle();
    QCOMPARE(world.summary(), std::string("/a/boss: boss 1+0; "));
    QVERIFY(world.ensemble.create("/a/boss/x"));
    world.settle();
    QVERIFY(world.now().locks.empty());
}

void LiveInspectorTest::pollsBeyondItsBudget()
{
    World world({.watchBudget = 2});
    world.tree({"/a", "/b", "/c"});
    for (const auto* path : {"/a", "/b", "/c"})
        world.queueUp(path, 1);
    world.start();
    QCOMPARE(world.now().watches, 2);
    QCOMPARE(world.now().locks.size(), std::size_t(3));
    QCOMPARE(std::count_if(world.now().locks.begin(), world.now().locks.end(),
                           [](const auto& lock) { return lock->polled; }),
             std::ptrdiff_t(1)); // the root has none: locks come first
    for (const auto* path : {"/a", "/b", "/c"})
        world.queueUp(path, 2);
    world.executor.advance(8s);
    QCOMPARE(world.summary(), std::string("/a: curator-mutex 1+1; /b: curator-mutex 1+1; /c: curator-mutex 1+1; "));
}

void LiveInspectorTest::staysWhenCutOffAndSaysSo()
{
    World world;
    world.tree({"/a"});
    world.queueUp("/a", 1);
    world.start();
    world.ensemble.disconnect(*world.client);
    world.executor.advance(3s);
    QCOMPARE(printed(world.now().session.state), "Suspended");
    QCOMPARE(world.summary(), std::string("/a: curator-mutex 1+0; "));
    QVERIFY(!world.now().complete);
    QVERIFY(world.clock.wallNow() - world.now().takenAt >= 2s); // it becomes old, and reports its age
}

void LiveInspectorTest::readsAgainAfterAReconnect()
{
    World world;
    world.tree({"/a", "/b"});
    const auto first = world.queueUp("/a", 1);
    world.queueUp("/a", 2);
    world.start();
    world.ensemble.disconnect(*world.client);
    world.settle();
    QVERIFY(world.ensemble.remove(first));
    world.queueUp("/b", 3);
    world.ensemble.reconnect(*world.client);
    world.settle();
    QCOMPARE(world.summary(), std::string("/a: curator-mutex 1+0; /b: curator-mutex 1+0; "));
    QVERIFY(world.now().complete);
    QCOMPARE(world.now().watches, 3);
}

void LiveInspectorTest::readsAgainOnANewSession()
{
    World world;
    world.tree({"/a"});
    const auto first = world.queueUp("/a", 1);
    world.start();
    world.ensemble.expire(*world.client);
    QVERIFY(world.ensemble.remove(first));
    world.settle();
    QCOMPARE(world.summary(), std::string("/a: curator-mutex 0+0; "));
    world.queueUp("/a", 2); // the watches of the new session are set
    world.settle();
    QCOMPARE(world.summary(), std::string("/a: curator-mutex 1+0; "));
    QCOMPARE(world.now().session.generation, std::uint64_t(2));
}

/// Servers and the C client have no limit of their own for replies.
void LiveInspectorTest::listsAQueueAboveTheUsualLimit()
{
    World world;
    world.tree({"/big"});
    for (int i = 0; i < 20'001; ++i)
        world.queueUp("/big", 1);
    world.start();
    QVERIFY(world.now().problems.empty());
    QCOMPARE(world.now().find("/big")->waiters(), 20'000);
    // "_c_", a UUID, "-lock-" and ten digits, each with a length of four bytes.
    const LargeDirectory expected{"/big", 20'001, 20'001LL * (3 + 36 + 6 + 10 + 4)};
    QCOMPARE(world.now().largeDirectories, std::vector<LargeDirectory>{expected});
    QVERIFY(!world.now().find("/big")->polled);
    world.queueUp("/big", 1);
    world.settle();
    QCOMPARE(world.now().find("/big")->waiters(), 20'001);
}

/// A proxy may close the connection for a large reply: it must not do so for ever.
void LiveInspectorTest::givesUpAListingThatBreaksTheConnection()
{
    World world;
    world.tree({"/big"});
    for (int i = 0; i < 4'000; ++i)
        world.queueUp("/big", 1);
    for (int i = 0; i < 2; ++i)
        world.ensemble.fail({.op = FakeOp::List, .code = ErrorCode::ConnectionLoss, .path = "/big"});
    world.start();
    QVERIFY(!world.now().complete);
    world.executor.advance(3s);
    QCOMPARE(world.now().problems.size(), std::size_t(1));
    QCOMPARE(printed(world.now().problems[0].error.code), "TooLarge");
    QVERIFY(world.now().complete);
}

/// A listing with the same nodes proves that they existed all the time.
void LiveInspectorTest::reportsSinceWhenAQueueStands()
{
    World world({.manual = true});
    world.tree({"/a", "/s", "/s/locks", "/s/leases"});
    world.queueUp("/a", 1);
    world.lease("/s", 1);
    world.queueUp("/s/locks", 2);
    world.start();
    const auto first = world.clock.wallNow();
    world.executor.advance(2s);
    world.inspector->refresh();
    world.settle();
    QVERIFY(world.now().manual);
    for (const auto& lock : world.now().locks) {
        QVERIFY(lock->unchangedSince);
        QVERIFY(*lock->unchangedSince <= first);
        QVERIFY(lock->readAt >= first + 2s);
    }
    QVERIFY(world.ensemble.remove(world.queueUp("/a", 2)));
    world.queueUp("/s/locks", 3);
    world.inspector->refresh();
    world.settle();
    for (const auto& lock : world.now().locks)
        QVERIFY2(*lock->unchangedSince >= first + 2s, lock->path.c_str());
}

void LiveInspectorTest::limitsTheRateOfSnapshots()
{
    World world;
    world.tree({"/a"});
    world.start();
    world.snapshots.clear();
    for (int i = 0; i < 100; ++i) {
        world.queueUp("/a", i + 1);
        world.executor.advance(10ms);
    }
    QVERIFY2(world.snapshots.size() <= 11, std::to_string(world.snapshots.size()).c_str());
    world.settle();
    QCOMPARE(world.summary(), std::string("/a: curator-mutex 1+99; "));
    QVERIFY(world.now().eventsPerSecond > 0);
}

void LiveInspectorTest::countsNothingTwice()
{
    World world;
    world.tree({"/a"});
    for (int i = 0; i < 10; ++i)
        world.queueUp("/a", i + 1);
    world.start();
    world.ensemble.clearRequests();
    world.queueUp("/a", 11);
    world.settle();
    QCOMPARE(world.ensemble.count(FakeOp::List), std::size_t(1));
    QCOMPARE(world.ensemble.count(FakeOp::Get), std::size_t(1)); // the new contender only
}

void LiveInspectorTest::looksAgainWhenTheServerWasBusy_data()
{
    QTest::addColumn<int>("op");
    for (const auto op : {FakeOp::Exists, FakeOp::List, FakeOp::Get})
        QTest::addRow("%s", operationName(op).data()) << static_cast<int>(op);
}

void LiveInspectorTest::looksAgainWhenTheServerWasBusy()
{
    QFETCH(int, op);
    World world;
    world.tree({"/a"});
    world.queueUp("/a", 7);
    world.ensemble.fail({.op = static_cast<FakeOp>(op), .code = ErrorCode::Throttled, .path = "/a"});
    world.start();
    QVERIFY(!world.now().complete); // a lock is missing, and the snapshot is marked
    world.executor.advance(3s);
    QVERIFY(world.now().complete);
    QCOMPARE(world.now().find("/a")->queue.at(0).details->session, 7);
}

void LiveInspectorTest::staysOldWhileANewSessionIsAskedFor()
{
    World world;
    world.tree({"/a"});
    world.queueUp("/a", 1);
    world.start();
    world.ensemble.disconnect(*world.client);
    world.executor.advance(30s); // far beyond the session timeout
    QCOMPARE(printed(world.now().session.state), "Connecting");
    const auto age = world.clock.wallNow() - world.now().takenAt;
    QVERIFY2(age >= 29s && age <= 40s, std::to_string(age.count()).c_str());
}

void LiveInspectorTest::watchesWithinOnePacket()
{
    World world;
    const std::string longName(900, 'x');
    for (int i = 0; i < 700; ++i)
        QVERIFY(world.ensemble.create("/" + longName + std::to_string(i)));
    world.start();
    QVERIFY(world.now().complete);
    QVERIFY2(world.now().watches > 400 && world.now().watches < 600, std::to_string(world.now().watches).c_str());
}

} // namespace lockscope::liveInspectorTest

LOCKSCOPE_TEST(lockscope::liveInspectorTest::LiveInspectorTest)
#include "LiveInspectorTest.moc"
