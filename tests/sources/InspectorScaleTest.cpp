// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The inspector on large trees and with limits: several watch sessions, patterns, a request rate, no watches at all.

#include "core/sources/zookeeper/discovery/ListingLimit.h"
#include "tests/sources/InspectorWorld.h"
#include "tests/support/Test.h"

namespace lockscope::inspectorScaleTest {

using namespace lockscope::test;
using namespace lockscope::inspect;
using namespace std::chrono_literals;

namespace {

/// A world whose inspector may open more sessions. `more` lists them in the order of opening.
struct ShardedWorld : InspectorWorld {
    ShardedWorld() = default; ///< may open none
    /// Starts with this many locks.
    explicit ShardedWorld(int locks)
        : InspectorWorld({.moreSessions = [this]() -> std::unique_ptr<zk::Client> {
            auto made = FakeClient::connect(ensemble, executor, 9s);
            more.push_back(made.get());
            return made;
        }})
    {
        bigTree(locks);
        start();
        executor.advance(10s);
    }

    /// Paths of 900 characters: some 580 fit into one session.
    void bigTree(int locks)
    {
        for (int i = 0; i < locks; ++i) {
            const auto path = "/" + std::string(890, 'x') + std::to_string(1'000 + i);
            QVERIFY(ensemble.create(path));
            queueUp(path, 1);
        }
    }

    std::vector<FakeClient*> more;
};

PathPattern pattern(const char* text)
{
    return PathPattern::parse(text).value();
}

} // namespace

class InspectorScaleTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void looksOnlyWhereItMayFindWhatIsWanted();
    void excludedNodesAreNotRead();
    void manyWatchesTakeSeveralSessions();
    void readsAgainWhatItsSessionWatched_data();
    void readsAgainWhatItsSessionWatched();
    void aLaggingSessionForgetsNothing();
    void withoutOtherSessionsItPolls();
    void manualModeWatchesNothing();
    void keepsToItsRequestRate();
    void showsQueuesFromTheListOfEphemerals();
    void whatIsReadReplacesTheListOfEphemerals();
    void whoWasMissingInTheListOfEphemeralsDidNotComeToHold();
    void aListOfEphemeralsMakesNoLockOfWhatMayNotBeRead();
    void aListOfEphemeralsMakesNoLockOfAMembership();
    void aQueueStaysWhenItsListOfEphemeralsIsForgotten();
    void whatIsListedAtOnceConfirmsItsParent();
    void countsNoChildrenWhereTheEnsembleHasFewNodes();
    void countsNoChildrenWhereTheNodesAreKnownToLieElsewhere();
    void goesSlowlyUntilTheServersHaveReported();
    void listsFirstWhatWasNotReported();
    void readsHoldersAgain();
    void readsManyHoldersOfOneLockAgain();
    void countsEmptyParents();
    void reportsTheParentsStat();
};

void InspectorScaleTest::looksOnlyWhereItMayFindWhatIsWanted()
{
    InspectorWorld world({.filter = {.include = {pattern("/app/*/lock"), pattern("/sem")}, .exclude = {}}});
    world.tree({"/app", "/app/a", "/app/a/lock", "/app/a/other", "/app/lock", "/deep", "/deep/er", "/sem", "/sem/locks",
                "/sem/leases"});
    for (const auto* path : {"/app/a/lock", "/app/a/other", "/app/lock", "/deep/er"})
        world.queueUp(path, 1);
    world.lease("/sem", 1);
    world.start();
    QCOMPARE(world.summary(), std::string("/app/a/lock: curator-mutex 1+0; /sem: curator-semaphore 1+0; "));
    QVERIFY(world.now().complete);
    for (const auto& request : world.ensemble.requests()) {
        QVERIFY2(!request.path.starts_with("/deep"), request.path.c_str());
        QVERIFY2(!request.path.starts_with("/app/a/other"), request.path.c_str());
    }
}

void InspectorScaleTest::excludedNodesAreNotRead()
{
    InspectorWorld world({.filter = {.include = {}, .exclude = {pattern("/**/private")}}});
    world.tree({"/a", "/a/private", "/a/private/lock", "/a/lock"});
    world.queueUp("/a/lock", 1);
    world.queueUp("/a/private/lock", 1);
    world.start();
    QCOMPARE(world.summary(), std::string("/a/lock: curator-mutex 1+0; "));
    for (const auto& request : world.ensemble.requests())
        QVERIFY2(!request.path.starts_with("/a/private"), request.path.c_str());
}

void InspectorScaleTest::manyWatchesTakeSeveralSessions()
{
    ShardedWorld world(1'200);
    QCOMPARE(world.more.size(), std::size_t(2));
    QCOMPARE(world.now().watches, 1'201); // and the root's
    QCOMPARE(world.now().ownSessions.size(), std::size_t(3));
    QVERIFY(world.now().complete);
    for (const auto& lock : world.now().locks)
        QVERIFY(!lock->polled);
    // Changes of both are reported.
    world.ensemble.clearRequests();
    world.queueUp(world.now().locks.front()->path, 2);
    world.queueUp(world.now().locks.back()->path, 2);
    world.settle();
    QCOMPARE(world.now().locks.front()->waiters(), 1);
    QCOMPARE(world.now().locks.back()->waiters(), 1);
}

void InspectorScaleTest::readsAgainWhatItsSessionWatched_data()
{
    QTest::addColumn<Duration>("cutOff");
    QTest::newRow("the session is lost") << Duration(20s);
    QTest::newRow("the session is cut off") << Duration(1s);
}

void InspectorScaleTest::readsAgainWhatItsSessionWatched()
{
    QFETCH(const Duration, cutOff);
    ShardedWorld world(800);
    QCOMPARE(world.more.size(), std::size_t(1));
    world.ensemble.disconnect(*world.more.front());
    world.executor.advance(cutOff);
    QVERIFY(!world.now().complete); // the watched nodes may have changed
    for (const auto& lock : world.now().locks)
        world.queueUp(lock->path, 2);
    world.executor.advance(1s);
    world.ensemble.reconnect(*world.more.front());
    world.executor.advance(5s);
    QVERIFY(world.now().complete);
    QCOMPARE(world.now().watches, 801);
    for (const auto& lock : world.now().locks)
        QCOMPARE(lock->waiters(), 1);
}

void InspectorScaleTest::aLaggingSessionForgetsNothing()
{
    ShardedWorld world(600); // the second session is open, and has room
    QCOMPARE(world.more.size(), std::size_t(1));
    const auto follower = world.ensemble.addFollower();
    world.ensemble.attach(*world.more.front(), follower);
    world.ensemble.disconnect(*world.more.front());
    world.ensemble.reconnect(*world.more.front());
    world.executor.advance(2s);
    QVERIFY(world.ensemble.create("/zzz"));
    world.queueUp("/zzz", 3);
    world.executor.advance(3s);
    QVERIFY(world.ensemble.lag(follower) > 0); // its server does not have the lock yet
    world.ensemble.apply(follower, 10);
    world.executor.advance(3s);
    QVERIFY(world.now().find("/zzz"));
    QCOMPARE(world.now().find("/zzz")->holders(), 1);
}

void InspectorScaleTest::withoutOtherSessionsItPolls()
{
    ShardedWorld world;
    world.bigTree(800);
    world.start();
    world.executor.advance(1s); // within the limit of requests per second
    QVERIFY(world.now().complete);
    QVERIFY(world.now().watches < 600);
    QVERIFY(world.now().locks.back()->polled);
    world.queueUp(world.now().locks.back()->path, 2);
    world.executor.advance(8s);
    QCOMPARE(world.now().locks.back()->waiters(), 1);
}

void InspectorScaleTest::manualModeWatchesNothing()
{
    InspectorWorld world({.manual = true});
    world.tree({"/a"});
    world.queueUp("/a", 1);
    world.start();
    QVERIFY(world.now().complete);
    QVERIFY(world.now().manual);
    QCOMPARE(world.now().watches, 0);
    QCOMPARE(world.ensemble.watchCount("/a"), std::size_t(0));
    world.queueUp("/a", 2);
    world.ensemble.clearRequests();
    world.executor.advance(30s);
    for (const auto& request : world.ensemble.requests()) // only the heartbeats of the session
        QVERIFY2(request.op == FakeOp::Exists && request.path == "/", request.path.c_str());
    QCOMPARE(world.summary(), std::string("/a: curator-mutex 1+0; "));
    world.inspector->refresh();
    world.settle();
    QCOMPARE(world.summary(), std::string("/a: curator-mutex 1+1; "));
}

void InspectorScaleTest::keepsToItsRequestRate()
{
    InspectorWorld world({.requestsPerSecond = 100});
    for (int i = 0; i < 200; ++i)
        QVERIFY(world.ensemble.create("/node-" + std::to_string(i)));
    world.executor.runUntilIdle();
    world.ensemble.clearRequests();
    world.inspector->start();
    std::size_t before = 0;
    for (int second = 0; second < 5; ++second) {
        world.executor.advance(1s);
        const auto sent = world.ensemble.requests().size();
        QVERIFY2(sent - before <= 112, std::to_string(sent - before).c_str());
        before = sent;
    }
    QVERIFY(world.now().complete);
}

void InspectorScaleTest::showsQueuesFromTheListOfEphemerals()
{
    InspectorWorld world;
    world.tree({"/app", "/app/a", "/app/sem", "/app/sem/leases", "/app/sem/locks", "/app/plain"});
    const auto first = world.queueUp("/app/a", 7);
    const auto second = world.queueUp("/app/a", 8);
    const auto lease = world.lease("/app/sem", 9);
    const auto member = world.createEphemeral("/app/plain/lock-", 9); // is only a lock because it is ephemeral
    world.ensemble.disconnect(*world.client);                         // no request is answered
    world.inspector->start();
    world.inspector->know({{first, 7}, {second, 8}, {lease, 9}, {member, 9}, {"/other/x", 9}}, std::nullopt);
    world.settle();
    QCOMPARE(world.summary(), std::string("/app/a: curator-mutex 1+1; /app/plain: documented-lock 1+0; "
                                          "/app/sem: curator-semaphore 1+0; "));
    QVERIFY(!world.now().complete);
    const auto& waiter = world.now().find("/app/a")->queue.at(1);
    QCOMPARE(waiter.owner, std::optional<std::int64_t>(8));
    QVERIFY(!waiter.details);
    QVERIFY(!waiter.firstSeenAt); // nothing was read
    world.ensemble.reconnect(*world.client);
    world.executor.advance(2s);
    QVERIFY(world.now().complete);
    QVERIFY(world.now().find("/app/a")->queue.at(1).details);
}

void InspectorScaleTest::whatIsReadReplacesTheListOfEphemerals()
{
    InspectorWorld world;
    world.tree({"/a", "/gone"});
    const auto first = world.queueUp("/a", 7);
    const auto second = world.queueUp("/a", 8);
    const auto old = world.queueUp("/gone", 9);
    QVERIFY(world.ensemble.remove(first));
    QVERIFY(world.ensemble.remove(old));
    QVERIFY(world.ensemble.remove("/gone"));
    QVERIFY(world.ensemble.create("/a/_c_" + uuid + "-lock-", "", 0, zk::CreateMode::PersistentSequential));
    world.inspector->know({{first, 7}, {second, 8}, {old, 9}}, std::nullopt);
    world.start();
    QVERIFY(world.now().complete);
    QCOMPARE(world.summary(), std::string("/a: curator-mutex 1+1; "));
    const auto& queue = world.now().find("/a")->queue;
    QCOMPARE(queue.at(0).owner, std::optional<std::int64_t>(8));
    QCOMPARE(queue.at(1).owner, std::optional<std::int64_t>(0)); // persistent: in no list of ephemerals
}

void InspectorScaleTest::whoWasMissingInTheListOfEphemeralsDidNotComeToHold()
{
    InspectorWorld world;
    world.tree({"/a"});
    QVERIFY(world.ensemble.create("/a/_c_" + uuid + "-lock-", "", 0, zk::CreateMode::PersistentSequential));
    const auto waiter = world.queueUp("/a", 8);
    world.ensemble.disconnect(*world.client); // no request is answered
    world.inspector->start();
    world.inspector->know({{waiter, 8}}, std::nullopt);
    world.settle();
    QVERIFY(world.now().find("/a")->queue.at(0).holds); // as far as is known
    world.ensemble.reconnect(*world.client);
    world.executor.advance(2s);
    QVERIFY(world.now().complete);
    QCOMPARE(world.summary(), std::string("/a: curator-mutex 1+1; "));
    const auto& holder = world.now().find("/a")->queue.at(0);
    QCOMPARE(holder.owner, std::optional<std::int64_t>(0));
    QVERIFY(!holder.grantedAt); // the hold time is unknown
}

void InspectorScaleTest::aListOfEphemeralsMakesNoLockOfWhatMayNotBeRead()
{
    for (const auto& [isKnownFirst, existsNeedsRead] :
         {std::pair(true, false), std::pair(false, false), std::pair(true, true), std::pair(false, true)}) {
        InspectorWorld world({.roots = {"/shut"}});
        world.ensemble.setExistsNeedsRead(existsNeedsRead);
        world.tree({"/shut"});
        const auto node = world.queueUp("/shut", 7);
        world.ensemble.deny("/shut", zk::Permission::Read);
        if (isKnownFirst)
            world.inspector->know({{node, 7}}, std::nullopt);
        world.start();
        if (!isKnownFirst)
            world.inspector->know({{node, 7}}, std::nullopt);
        world.settle();
        QVERIFY(world.now().complete);
        QCOMPARE(world.summary(), std::string());
        QCOMPARE(world.now().problems.size(), std::size_t(1));
        world.ensemble.deny("/shut", 0);
        world.executor.advance(8s); // polled again from time to time
        QCOMPARE(world.summary(), std::string("/shut: curator-mutex 1+0; "));
        world.ensemble.deny("/shut", zk::Permission::Read);
        world.inspector->refresh();
        world.settle();
        QCOMPARE(world.summary(), std::string());
    }
}

void InspectorScaleTest::aListOfEphemeralsMakesNoLockOfAMembership()
{
    InspectorWorld world;
    world.tree({"/members"});
    const auto one = world.createEphemeral("/members/host-a", 7, zk::CreateMode::Ephemeral);
    world.inspector->know({{one, 7}}, std::nullopt);
    world.start();
    QCOMPARE(world.summary(), std::string());
    QVERIFY(world.now().complete);
}

/// Once the contenders are read, the list of ephemeral nodes is forgotten. The next listing must not need it.
void InspectorScaleTest::aQueueStaysWhenItsListOfEphemeralsIsForgotten()
{
    InspectorWorld world;
    world.tree({"/app", "/app/locks"});
    const auto first = world.createEphemeral("/app/locks/", 7);
    const auto second = world.createEphemeral("/app/locks/", 8);
    world.inspector->know({{first, 7}, {second, 8}}, 20);
    world.start();
    QCOMPARE(world.summary(), std::string("/app/locks: sequential 1+1; "));
    const auto begin = world.snapshots.size();
    QVERIFY(world.ensemble.remove(first));
    world.settle();
    for (auto i = begin; i < world.snapshots.size(); ++i)
        QVERIFY(world.snapshots[i]->find("/app/locks"));
    QCOMPARE(world.summary(), std::string("/app/locks: sequential 1+0; "));
}

/// In a small ensemble children are listed without a Stat before.
void InspectorScaleTest::whatIsListedAtOnceConfirmsItsParent()
{
    InspectorWorld world;
    world.tree({"/app"});
    world.inspector->know({}, 20);
    world.start();
    world.tree({"/app/a", "/app/locks"});
    world.createEphemeral("/app/a/lock-", 7);
    world.createEphemeral("/app/locks/", 7);
    world.createEphemeral("/app/locks/", 8);
    world.settle();
    QCOMPARE(world.summary(), std::string("/app/a: documented-lock 1+0; /app/locks: sequential 1+1; "));
}

void InspectorScaleTest::countsNoChildrenWhereTheEnsembleHasFewNodes()
{
    InspectorWorld world;
    world.tree({"/a"});
    const auto one = world.queueUp("/a", 7);
    world.executor.runUntilIdle();
    world.ensemble.clearRequests();
    world.inspector->know({{one, 7}}, 3);
    world.start();
    QVERIFY(world.now().complete);
    QCOMPARE(world.ensemble.count(FakeOp::Exists), std::size_t(1)); // the root's, which is watched
}

void InspectorScaleTest::countsNoChildrenWhereTheNodesAreKnownToLieElsewhere()
{
    for (const bool isElsewhere : {false, true}) {
        InspectorWorld world({.visitLimit = 0});
        world.tree({"/a", "/b"});
        const std::string first = world.queueUp("/a", 7);
        const std::string second = world.queueUp("/b", 7);
        world.executor.runUntilIdle();
        world.ensemble.clearRequests();
        // One child too many for a listing, if all were in one directory.
        world.inspector->know({{first, 7}, {second, 7}}, mostListableChildren + 2 + (isElsewhere ? 0 : 1));
        world.start();
        QVERIFY(world.now().complete);
        QCOMPARE(world.summary(), std::string("/a: curator-mutex 1+0; /b: curator-mutex 1+0; "));
        QCOMPARE(world.ensemble.count(FakeOp::Exists), std::size_t(isElsewhere ? 1 : 3));
    }
}

void InspectorScaleTest::goesSlowlyUntilTheServersHaveReported()
{
    for (const bool haveReported : {false, true}) {
        InspectorWorld world;
        for (int i = 0; i < 50; ++i)
            QVERIFY(world.ensemble.create("/node-" + std::to_string(i)));
        world.executor.runUntilIdle();
        const auto hold = world.ensemble.hold({.op = FakeOp::Exists, .path = "/node"});
        world.ensemble.clearRequests();
        world.inspector->start();
        world.inspector->expectToKnow(500ms);
        world.executor.runUntilIdle();
        QCOMPARE(world.ensemble.count(FakeOp::Exists), std::size_t(1 + 2)); // the root, and two without an answer
        if (haveReported)
            world.inspector->proceed();
        world.executor.advance(haveReported ? 1ms : 499ms);
        QCOMPARE(world.ensemble.count(FakeOp::Exists), std::size_t(1 + (haveReported ? 50 : 2)));
        world.executor.advance(2ms); // and no longer than the limit
        QCOMPARE(world.ensemble.count(FakeOp::Exists), std::size_t(1 + 50));
        world.ensemble.release(hold);
        world.settle();
        QVERIFY(world.now().complete);
    }
}

void InspectorScaleTest::listsFirstWhatWasNotReported()
{
    InspectorWorld world({.maxInFlight = 1});
    world.tree({"/a", "/b", "/z"});
    const auto first = world.queueUp("/a", 7);
    const auto second = world.queueUp("/b", 7);
    world.queueUp("/z", 7);
    world.executor.runUntilIdle();
    world.ensemble.clearRequests();
    world.inspector->know({{first, 7}, {second, 7}}, std::nullopt);
    world.start();
    QVERIFY(world.now().complete);
    std::vector<std::string> listed;
    for (const auto& request : world.ensemble.requests()) {
        if (request.op == FakeOp::List && request.path != "/")
            listed.push_back(request.path);
    }
    QCOMPARE(listed, (std::vector<std::string>{"/z", "/a", "/b"}));
}

void InspectorScaleTest::readsHoldersAgain()
{
    InspectorWorld world;
    std::vector<std::string> holders;
    for (int i = 0; i < 120; ++i) {
        const auto path = "/lock-" + std::to_string(i);
        QVERIFY(world.ensemble.create(path));
        holders.push_back(world.queueUp(path, 1));
        world.queueUp(path, 2);
    }
    world.start();
    QVERIFY(world.now().complete);
    for (const auto& node : holders)
        QVERIFY(world.ensemble.setData(node, "__REVOKE__"));
    world.ensemble.clearRequests();
    world.snapshots.clear();
    std::size_t complete = 0;
    world.executor.advance(4s);
    for (const auto& lock : world.now().locks)
        QCOMPARE(lock->queue.front().details->payload, std::string("__REVOKE__"));
    QVERIFY2(world.ensemble.requests().size() <= 4 * 50 + 50, std::to_string(world.ensemble.requests().size()).c_str());
    for (const auto& snapshot : world.snapshots)
        complete += snapshot->complete ? 1 : 0;
    QCOMPARE(complete, world.snapshots.size()); // every snapshot stays complete while they are read again
}

void InspectorScaleTest::readsManyHoldersOfOneLockAgain()
{
    InspectorWorld world;
    world.tree({"/s"});
    QVERIFY(world.ensemble.create("/s-__lock__"));
    QVERIFY(world.ensemble.setData("/s", "200"));
    std::vector<std::string> holders;
    for (int i = 0; i < 120; ++i) {
        char hex[40];
        (void)std::snprintf(hex, sizeof(hex), "/s/%032x", static_cast<unsigned>(i));
        holders.push_back(world.createEphemeral(hex, 1, zk::CreateMode::Ephemeral));
    }
    world.start();
    QVERIFY(world.now().complete);
    QCOMPARE(world.now().find("/s")->holders(), 120);
    for (const auto& node : holders)
        QVERIFY(world.ensemble.setData(node, "__REVOKE__"));
    world.executor.advance(4s);
    for (const auto& contender : world.now().find("/s")->queue)
        QCOMPARE(contender.details->payload, std::string("__REVOKE__"));
}

void InspectorScaleTest::countsEmptyParents()
{
    InspectorWorld world;
    world.tree({"/app", "/app/used", "/app/never", "/app/left", "/app/left-too"});
    world.queueUp("/app/used", 1);
    for (const auto* path : {"/app/left", "/app/left-too"})
        QVERIFY(world.ensemble.remove(world.queueUp(path, 1)));
    world.start();
    const std::vector<EmptyParents> expected{{"/app", 2, "/app/left"}};
    QCOMPARE(world.now().emptyParents, expected);
    world.queueUp("/app/left", 1);
    QVERIFY(world.ensemble.remove("/app/left-too"));
    world.settle();
    QVERIFY(world.now().emptyParents.empty());
}

void InspectorScaleTest::reportsTheParentsStat()
{
    InspectorWorld world;
    world.tree({"/a"});
    world.queueUp("/a", 1);
    QVERIFY(world.ensemble.remove(world.queueUp("/a", 2)));
    world.queueUp("/a", 3);
    world.start();
    const auto& parent = world.now().find("/a")->parent;
    QVERIFY(parent);
    QCOMPARE(parent->numChildren, 2);
    // Next number = (creates + deletes + children) / 2.
    QCOMPARE((static_cast<std::uint32_t>(parent->cversion) + 2) / 2, 3U);
}

} // namespace lockscope::inspectorScaleTest

LOCKSCOPE_TEST(lockscope::inspectorScaleTest::InspectorScaleTest)
#include "InspectorScaleTest.moc"
