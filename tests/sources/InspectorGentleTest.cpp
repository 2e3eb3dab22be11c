// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The inspector spares the ensemble: few requests, few watches, limits, and complete views although locks change.

#include "tests/sources/InspectorWorld.h"
#include "tests/support/Test.h"

#include <algorithm>
#include <set>

namespace lockscope::inspectorGentleTest {

using namespace lockscope::test;
using namespace lockscope::inspect;
using namespace std::chrono_literals;

namespace {

struct World : InspectorWorld {
    explicit World(InspectorSettings settings = {})
        : InspectorWorld(std::move(settings))
    {
    }

    /// Nodes without children: "/n-100" and so on.
    void leaves(int count)
    {
        for (int i = 0; i < count; ++i)
            QVERIFY(ensemble.create("/n-" + std::to_string(100 + i)));
    }
    void locks(int count)
    {
        for (int i = 0; i < count; ++i) {
            const auto path = "/z-" + std::to_string(100 + i);
            QVERIFY(ensemble.create(path));
            queueUp(path, 1);
        }
    }
    [[nodiscard]] std::size_t countAt(FakeOp op, const std::string& path) const
    {
        const auto all = ensemble.requests();
        return static_cast<std::size_t>(std::count_if(
            all.begin(), all.end(), [&](const FakeServer::Logged& one) { return one.op == op && one.path == path; }));
    }
    /// Requests about nodes, without the session's heartbeats.
    [[nodiscard]] std::size_t requestCount() const
    {
        const auto all = ensemble.requests();
        return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [](const FakeServer::Logged& one) {
            return one.op != FakeOp::Sync && one.path != "/";
        }));
    }
};

} // namespace

class InspectorGentleTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void hasARateByDefault();
    void findsALockAmongManyDirectories();
    void readsALeafOnce();
    void watchesLocksFirst();
    void watchesNewNodes();
    void comparesNodesWithoutAWatch();
    void findsNewLocksByTheListOfEphemerals();
    void stopsAtItsLimit();
    void readsNoOtherNodesOfALargeTree();
    void aLargeEnsembleIsNoReasonBelowARoot();
    void isCompleteAlthoughLocksChange_data();
    void isCompleteAlthoughLocksChange();
    void isIncompleteUntilARefreshIsRead();
    void listsAHotDirectoryAsOftenAsItPublishes();
    void countsWhatItDidNotList();
    void readsNothingAgainThatTheServersReport();
    void readsLocksFirstOnANewSession();
    void severalReturnAtDifferentMoments();
    void readsSingleNodesAgain();
    void showsOwnersBeforeTheWholeTreeIsRead();
    void listsOnlyLocksAgain();
};

void InspectorGentleTest::hasARateByDefault()
{
    QVERIFY(InspectorSettings().requestsPerSecond > 0);
}

/// As in issue reports of Conductor: a directory for each workflow, of which one is in use.
void InspectorGentleTest::findsALockAmongManyDirectories()
{
    World world;
    world.tree({"/conductor", "/conductor/conductor-lock"});
    for (int i = 0; i < 20'000; ++i)
        QVERIFY(world.ensemble.create("/conductor/conductor-lock/wf-" + std::to_string(10'000 + i)));
    world.queueUp("/conductor/conductor-lock/wf-28777", 1);
    world.start();
    world.executor.advance(10s);
    QVERIFY(world.now().complete);
    QVERIFY(world.now().problems.empty());
    QVERIFY(world.now().largeDirectories.empty()); // 0.28 MB
    QCOMPARE(world.now().locks.size(), std::size_t(1));
    QVERIFY(!world.now().locks.front()->polled);
    QVERIFY2(world.now().watches <= 2'010, std::to_string(world.now().watches).c_str());
}

void InspectorGentleTest::readsALeafOnce()
{
    World world({.manual = true});
    world.leaves(50);
    world.executor.runUntilIdle();
    world.ensemble.clearRequests();
    world.start();
    QVERIFY(world.now().complete);
    QCOMPARE(world.requestCount(), std::size_t(50));
}

void InspectorGentleTest::watchesLocksFirst()
{
    World world({.watchBudget = 40});
    world.leaves(100);
    world.locks(25);
    world.start();
    QVERIFY(world.now().complete);
    QCOMPARE(world.now().locks.size(), std::size_t(25));
    for (const auto& lock : world.now().locks)
        QVERIFY2(!lock->polled, lock->path.c_str());
    QVERIFY2(world.now().watches <= 40, std::to_string(world.now().watches).c_str());
    for (const auto& lock : world.now().locks)
        QCOMPARE(world.ensemble.watchCount(lock->path), std::size_t(1));
}

void InspectorGentleTest::watchesNewNodes()
{
    World world({.otherWatches = 5});
    world.leaves(20);
    world.start();
    QCOMPARE(world.now().watches, 5);
    for (int i = 0; i < 20; ++i) {
        const auto path = "/app-" + std::to_string(i);
        QVERIFY(world.ensemble.create(path));
        world.settle();
        world.queueUp(path, 1);
        world.settle();
        QVERIFY2(world.now().find(path), path.c_str());
    }
    QCOMPARE(world.now().locks.size(), std::size_t(20));
    QVERIFY2(world.now().watches <= 5 + 5 + 20, std::to_string(world.now().watches).c_str());
}

void InspectorGentleTest::comparesNodesWithoutAWatch()
{
    World world({.otherWatches = 5});
    world.leaves(300);
    world.start();
    QVERIFY(world.now().complete);
    world.queueUp("/n-390", 1);
    world.ensemble.clearRequests();
    world.executor.advance(10s);
    QCOMPARE(world.summary(), std::string("/n-390: curator-mutex 1+0; "));
    QVERIFY(!world.now().find("/n-390")->polled);
    QVERIFY2(world.requestCount() <= 10 * 160, std::to_string(world.requestCount()).c_str());
    QCOMPARE(world.countAt(FakeOp::List, "/n-391"), std::size_t(0));
}

void InspectorGentleTest::findsNewLocksByTheListOfEphemerals()
{
    World world({.otherWatches = 5});
    world.leaves(300);
    world.start();
    const auto node = world.queueUp("/n-390", 7);
    QVERIFY(world.ensemble.create("/n-391/deep"));
    const auto other = world.queueUp("/n-391/deep", 7);
    world.inspector->lookWhere({{node, 7}, {other, 7}});
    world.settle();
    QCOMPARE(world.summary(), std::string("/n-390: curator-mutex 1+0; /n-391/deep: curator-mutex 1+0; "));
}

void InspectorGentleTest::stopsAtItsLimit()
{
    World world({.visitLimit = 50});
    world.leaves(100);
    world.locks(10);
    world.start();
    QVERIFY(world.now().isHalted);
    QVERIFY(world.now().complete);
    QCOMPARE(world.now().problems.size(), std::size_t(1));
    const auto& detail = world.now().problems[0].error.detail;
    QVERIFY(detail.find("50") != std::string::npos);
    QVERIFY2(detail.find("No server reported") != std::string::npos, detail.c_str());
    QVERIFY2(world.requestCount() <= 2 * 50, std::to_string(world.requestCount()).c_str());
    world.inspector->refresh();
    world.settle();
    QVERIFY(world.now().isHalted);
    world.inspector->readAllNodes();
    world.settle();
    QVERIFY(!world.now().isHalted);
    QVERIFY(world.now().complete);
    QVERIFY(world.now().problems.empty());
    QCOMPARE(world.now().locks.size(), std::size_t(10));
}

void InspectorGentleTest::readsNoOtherNodesOfALargeTree()
{
    World world;
    world.leaves(100);
    world.locks(1);
    const auto node = world.queueUp("/z-100", 7);
    world.executor.runUntilIdle();
    world.ensemble.clearRequests();
    world.inspector->know({{node, 7}}, 300'000);
    world.start();
    QVERIFY(world.now().isHalted);
    QVERIFY(world.now().complete);
    QCOMPARE(world.summary(), std::string("/z-100: curator-mutex 1+1; "));
    QVERIFY(world.now().problems.at(0).error.detail.find("300000") != std::string::npos);
    QVERIFY2(world.requestCount() <= 5, std::to_string(world.requestCount()).c_str());
    world.inspector->readAllNodes();
    world.settle();
    QVERIFY(!world.now().isHalted);
    QVERIFY(world.requestCount() >= 100);
}

void InspectorGentleTest::aLargeEnsembleIsNoReasonBelowARoot()
{
    World world({.roots = {"/z-100"}});
    world.leaves(100);
    world.locks(1);
    world.inspector->count(300'000);
    world.start();
    QVERIFY(!world.now().isHalted);
    QCOMPARE(world.summary(), std::string("/z-100: curator-mutex 1+0; "));
}

void InspectorGentleTest::isCompleteAlthoughLocksChange_data()
{
    QTest::addColumn<Duration>("latency");
    for (const auto latency : {0, 5, 20})
        QTest::addRow("%d ms", latency) << Duration(std::chrono::milliseconds(latency));
}

/// A thousand changes per second: there is hardly a moment without a request in flight.
void InspectorGentleTest::isCompleteAlthoughLocksChange()
{
    QFETCH(const Duration, latency);
    World world;
    world.leaves(50);
    world.locks(50);
    world.executor.runUntilIdle();
    world.ensemble.setLatency(latency);
    world.inspector->start();
    std::vector<std::string> nodes(50);
    const auto change = [&](int i) {
        auto& node = nodes[static_cast<std::size_t>(i) % nodes.size()];
        if (!node.empty())
            QVERIFY(world.ensemble.remove(std::exchange(node, {})));
        else
            node = world.queueUp("/z-" + std::to_string(100 + i % 50), 2);
        world.executor.advance(1ms);
    };
    int i = 0;
    for (; i < 1'000; ++i)
        change(i);
    QVERIFY(world.now().complete);
    QCOMPARE(world.now().locks.size(), std::size_t(50));
    world.snapshots.clear();
    for (; i < 2'000; ++i)
        change(i);
    QVERIFY(world.snapshots.size() >= 9);
    for (const auto& snapshot : world.snapshots)
        QVERIFY(snapshot->complete);
}

void InspectorGentleTest::isIncompleteUntilARefreshIsRead()
{
    World world;
    world.locks(3);
    world.start();
    QVERIFY(world.now().complete);
    const auto hold = world.ensemble.hold({.op = FakeOp::List, .path = "/z-101"});
    world.queueUp("/z-101", 2); // a listing is on its way
    world.executor.runUntilIdle();
    world.inspector->refresh();
    world.settle();
    QVERIFY(!world.now().complete);
    world.ensemble.release(hold);
    world.settle();
    QVERIFY(world.now().complete);
}

void InspectorGentleTest::listsAHotDirectoryAsOftenAsItPublishes()
{
    World world;
    world.locks(1);
    world.start();
    world.ensemble.clearRequests();
    for (int i = 0; i < 1'000; ++i) {
        world.queueUp("/z-100", i + 1);
        world.executor.advance(1ms);
    }
    const auto lists = world.countAt(FakeOp::List, "/z-100");
    QVERIFY2(lists >= 9 && lists <= 12, std::to_string(lists).c_str());
    world.settle();
    QCOMPARE(world.now().find("/z-100")->waiters(), 1'000);
}

void InspectorGentleTest::countsWhatItDidNotList()
{
    World world;
    world.tree({"/hot"});
    const auto first = world.queueUp("/hot", 1);
    world.start();
    QCOMPARE(world.now().find("/hot")->unlisted, 0);
    const auto comeAndGo = [&](int count) {
        for (int i = 0; i < count; ++i)
            QVERIFY(world.ensemble.remove(world.queueUp("/hot", 2)));
    };
    comeAndGo(3);
    const auto stays = world.queueUp("/hot", 3);
    world.settle();
    QCOMPARE(world.now().find("/hot")->queue.size(), 2U);
    QCOMPARE(world.now().find("/hot")->unlisted, 3);
    QVERIFY(world.ensemble.remove(stays)); // was listed
    world.settle();
    QCOMPARE(world.now().find("/hot")->unlisted, 3);
    QVERIFY(world.ensemble.remove(first));
    comeAndGo(2);
    world.settle();
    QCOMPARE(world.now().find("/hot")->queue.size(), 0U);
    QCOMPARE(world.now().find("/hot")->unlisted, 5);
}

void InspectorGentleTest::readsNothingAgainThatTheServersReport()
{
    World world;
    world.locks(50);
    world.start();
    world.ensemble.disconnect(*world.client);
    world.executor.advance(1s);
    world.queueUp("/z-120", 2);
    world.ensemble.clearRequests();
    world.ensemble.reconnect(*world.client);
    world.settle();
    QVERIFY(world.now().complete);
    QCOMPARE(world.now().find("/z-120")->waiters(), 1);
    QCOMPARE(world.countAt(FakeOp::List, "/z-120"), std::size_t(1));
    QCOMPARE(world.countAt(FakeOp::List, "/z-121"), std::size_t(0));
}

void InspectorGentleTest::readsLocksFirstOnANewSession()
{
    World world;
    world.leaves(50);
    world.locks(10);
    world.start();
    world.ensemble.clearRequests();
    world.ensemble.expire(*world.client);
    world.executor.advance(2s);
    QVERIFY(world.now().complete);
    std::vector<std::string> asked;
    for (const auto& request : world.ensemble.requests()) {
        if (request.op == FakeOp::Exists && request.path != "/")
            asked.push_back(request.path);
    }
    QCOMPARE(asked.size(), std::size_t(60));
    for (std::size_t i = 0; i < 10; ++i)
        QVERIFY2(asked[i].starts_with("/z-"), asked[i].c_str());
}

void InspectorGentleTest::severalReturnAtDifferentMoments()
{
    std::set<int> waited;
    for (int i = 0; i < 5; ++i) {
        World world;
        world.leaves(500);
        world.start();
        world.ensemble.clearRequests();
        world.ensemble.expire(*world.client);
        const auto isReading = [&] {
            const auto& requests = world.ensemble.requests();
            return std::any_of(requests.begin(), requests.end(),
                               [](const auto& one) { return one.op == FakeOp::Exists && one.path != "/"; });
        };
        int ms = 0;
        for (; ms < 20'000 && !isReading(); ++ms)
            world.executor.advance(1ms);
        QVERIFY(isReading());
        waited.insert(ms);
    }
    QVERIFY(waited.size() > 1);
}

/// A revocation request, or another holder by the payload, changes no list of children.
void InspectorGentleTest::readsSingleNodesAgain()
{
    World world;
    world.tree({"/a", "/hadoop-ha", "/hadoop-ha/ns1"});
    QVERIFY(world.ensemble.create("/a/lock", "one", 1, zk::CreateMode::Ephemeral));
    const std::string stuck = "/hadoop-ha/ns1/ActiveStandbyElectorLock";
    QVERIFY(world.ensemble.create(stuck, "first"));
    world.start();
    QCOMPARE(world.now().find("/a/lock")->queue.at(0).details->payload, std::string("one"));
    QVERIFY(world.now().find(stuck));
    QVERIFY(world.ensemble.setData("/a/lock", "__REVOKE__"));
    QVERIFY(world.ensemble.setData(stuck, "second"));
    world.executor.advance(3s);
    QCOMPARE(world.now().find("/a/lock")->queue.at(0).details->payload, std::string("__REVOKE__"));
    QCOMPARE(world.now().find(stuck)->queue.at(0).details->payload, std::string("second"));
}

void InspectorGentleTest::showsOwnersBeforeTheWholeTreeIsRead()
{
    World world({.requestsPerSecond = 100});
    world.tree({"/a"});
    world.queueUp("/a", 7);
    world.leaves(800);
    world.start();
    world.executor.advance(2s);
    QVERIFY(!world.now().complete);
    QVERIFY(world.now().find("/a")->queue.at(0).details);
}

void InspectorGentleTest::listsOnlyLocksAgain()
{
    World world({.manual = true});
    world.leaves(50);
    world.locks(2);
    world.start();
    world.ensemble.clearRequests();
    world.queueUp("/z-101", 2);
    world.inspector->listLocks();
    world.settle();
    QCOMPARE(world.now().find("/z-101")->waiters(), 1);
    QVERIFY2(world.requestCount() <= 5, std::to_string(world.requestCount()).c_str());
}

} // namespace lockscope::inspectorGentleTest

LOCKSCOPE_TEST(lockscope::inspectorGentleTest::InspectorGentleTest)
#include "InspectorGentleTest.moc"
