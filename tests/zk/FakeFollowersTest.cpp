// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The followers of the in-memory ensemble, which lag behind the leader, and what is left of clients that are
/// destroyed.

#include "tests/support/Printed.h"
#include "tests/support/Test.h"
#include "tests/zk/FakeEnsembleWorld.h"
#include <limits>

namespace lockscope::fakeFollowersTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using zk::CreateMode;
using World = FakeEnsembleWorld;

namespace {

/// A world whose client is on a follower.
struct Lagging {
    ManualClock clock;
    ManualExecutor executor{clock};
    FakeEnsemble ensemble{executor};
    std::size_t follower = ensemble.addFollower();
    std::unique_ptr<FakeClient> client = FakeClient::connect(ensemble, executor, 10s);

    Lagging()
    {
        ensemble.attach(*client, follower);
        executor.runUntilIdle();
    }
    ~Lagging()
    {
        client.reset();
        executor.runUntilIdle();
    }
    bool seesNode(const std::string& path)
    {
        Answer<std::optional<zk::Stat>> answer;
        client->exists(path, answer.reply());
        executor.runUntilIdle();
        return answer.ok() && answer.result()->has_value();
    }
    void moveTo(std::size_t server)
    {
        ensemble.disconnect(*client, When::AfterExecution);
        ensemble.attach(*client, server);
        ensemble.reconnect(*client);
        executor.runUntilIdle();
    }
};

} // namespace

class FakeFollowersTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void followerShowsWhatItHasApplied();
    void followerShowsWhoWroteItsOwnWrite();
    void syncCatchesUp();
    void watchesFireWhenTheFollowerApplies();
    void viewsDoNotGoBackAtAnotherFollower();
    void unansweredWriteMayBeUnseenElsewhere();
    void newSessionSeesWhatWasBefore();
    void silentlyExpiredSessionWritesNothing();
    void releaseTakesBackAHoldThatMetNothing();
    void droppedExecutorLeavesNothing_data();
    void droppedExecutorLeavesNothing();
    void destroyedClientLeavesNoTimerAndNoWatch();
};

void FakeFollowersTest::followerShowsWhatItHasApplied()
{
    Lagging world;
    QVERIFY(world.ensemble.create("/a"));
    QVERIFY(world.ensemble.create("/b"));
    QCOMPARE(world.ensemble.lag(world.follower), std::size_t(2));
    QVERIFY(!world.seesNode("/a"));
    world.ensemble.apply(world.follower);
    QVERIFY(world.seesNode("/a"));
    QVERIFY(!world.seesNode("/b"));
    Answer<std::vector<std::string>> names;
    world.client->children("/", names.reply());
    world.executor.runUntilIdle();
    QCOMPARE(printed(names.result().value()), "a");
    QCOMPARE(world.ensemble.lag(world.follower), std::size_t(1));
}

void FakeFollowersTest::followerShowsWhoWroteItsOwnWrite()
{
    Lagging world;
    QVERIFY(world.ensemble.create("/a"));
    Answer<zk::Created> created;
    world.client->create({"/b", "", CreateMode::Persistent, zk::openAcl()}, created.reply());
    world.executor.runUntilIdle();
    QVERIFY(created.ok());
    QVERIFY(world.seesNode("/b"));
    QVERIFY(world.seesNode("/a")); // and everything before it
    QCOMPARE(world.ensemble.lag(world.follower), std::size_t(0));
}

void FakeFollowersTest::syncCatchesUp()
{
    Lagging world;
    QVERIFY(world.ensemble.create("/a"));
    Answer<void> synced;
    world.client->sync("/", synced.reply());
    QVERIFY(world.seesNode("/a"));
    QVERIFY(synced.ok());
}

void FakeFollowersTest::watchesFireWhenTheFollowerApplies()
{
    Lagging world;
    QVERIFY(world.ensemble.create("/a"));
    world.ensemble.apply(world.follower);
    Events events;
    Answer<zk::NodeData> read;
    const auto watch = world.client->get("/a", events.handler(), read.reply());
    world.executor.runUntilIdle();
    QVERIFY(world.ensemble.remove("/a"));
    world.executor.runUntilIdle();
    QCOMPARE(events.count(), std::size_t(0));
    // The event arrives before the reply that shows the change.
    bool reportedFirst = false;
    world.client->sync("/", [&](const Result<void>&) { reportedFirst = events.count() == 1; });
    world.executor.runUntilIdle();
    QVERIFY(reportedFirst);
    QCOMPARE(printed(events.at(0).path), "/a");
}

void FakeFollowersTest::viewsDoNotGoBackAtAnotherFollower()
{
    Lagging world;
    const auto other = world.ensemble.addFollower();
    QVERIFY(world.ensemble.create("/a"));
    QVERIFY(world.ensemble.create("/b"));
    world.ensemble.apply(world.follower);
    QVERIFY(world.seesNode("/a"));
    QCOMPARE(world.ensemble.lag(other), std::size_t(2));
    world.moveTo(other);
    QVERIFY(world.seesNode("/a"));
    QVERIFY(!world.seesNode("/b"));
    QCOMPARE(world.ensemble.lag(other), std::size_t(1));
}

void FakeFollowersTest::unansweredWriteMayBeUnseenElsewhere()
{
    Lagging world;
    const auto other = world.ensemble.addFollower();
    const auto held = world.ensemble.hold({.op = FakeOp::Create, .when = When::AfterExecution});
    Answer<zk::Created> created;
    world.client->create({"/a", "", CreateMode::Persistent, zk::openAcl()}, created.reply());
    world.executor.runUntilIdle();
    world.moveTo(other);
    world.ensemble.release(held);
    QVERIFY(created.failedWith(ErrorCode::ConnectionLoss));
    QVERIFY(world.ensemble.exists("/a"));
    QVERIFY(!world.seesNode("/a"));
    Answer<void> synced;
    world.client->sync("/", synced.reply());
    QVERIFY(world.seesNode("/a"));
}

void FakeFollowersTest::newSessionSeesWhatWasBefore()
{
    Lagging world;
    QVERIFY(world.ensemble.create("/a"));
    world.ensemble.expire(*world.client);
    world.executor.runUntilIdle();
    QCOMPARE(printed(world.client->session().state), "Connected");
    QVERIFY(world.seesNode("/a"));
}

void FakeFollowersTest::silentlyExpiredSessionWritesNothing()
{
    World world;
    world.ensemble.cut(*world.client);
    const auto answer = world.create("/a", CreateMode::Ephemeral);
    world.ensemble.expire(*world.client);
    world.ensemble.disconnect(*world.client, When::AfterExecution);
    QVERIFY(!world.ensemble.exists("/a"));
    world.ensemble.reconnect(*world.client);
    world.executor.runUntilIdle();
    QVERIFY(answer.arrived() && !answer.ok());
}

void FakeFollowersTest::releaseTakesBackAHoldThatMetNothing()
{
    World world;
    const auto held = world.ensemble.hold({.op = FakeOp::Create});
    world.ensemble.release(held);
    QCOMPARE(world.ensemble.faultsLeft(), 0U);
    QVERIFY([&] {
        const auto answer = world.create("/a");
        world.executor.runUntilIdle();
        return answer.ok();
    }());
}

void FakeFollowersTest::droppedExecutorLeavesNothing_data()
{
    QTest::addColumn<bool>("inATask");
    QTest::newRow("client destroyed in a task") << true;
    QTest::newRow("client destroyed outside") << false;
}

void FakeFollowersTest::droppedExecutorLeavesNothing()
{
    QFETCH(const bool, inATask);
    std::weak_ptr<zk::Client> left;
    int reported = 0;
    Subscription observer;
    Subscription watch;
    {
        ManualClock clock;
        ManualExecutor executor(clock);
        FakeEnsemble ensemble(executor);
        auto client = FakeClient::connect(ensemble, executor, 10s);
        executor.runUntilIdle();
        executor.post([&] {
            const auto share = client->share();
            left = share;
            observer = share->onSession([&reported, share](const zk::Session&) { ++reported; });
            watch = share->get(
                "/a", [share](const zk::WatchEvent&) {}, [&reported, share](const auto&) { ++reported; });
            if (inATask)
                client.reset();
        });
        QVERIFY(executor.runOne());
        client.reset();
    }
    QVERIFY(left.expired());
    QCOMPARE(reported, 0);
}

void FakeFollowersTest::destroyedClientLeavesNoTimerAndNoWatch()
{
    World world;
    QVERIFY(world.ensemble.create("/a"));
    const auto share = world.client->share();
    const auto watch = share->get("/a", Events().handler(), Answer<zk::NodeData>().reply());
    world.executor.runUntilIdle();
    QCOMPARE(world.ensemble.watchCount(), 1U);
    world.ensemble.disconnect(*world.client);
    world.executor.runUntilIdle();
    QVERIFY(world.executor.pendingTimers() > 1); // the client's own deadline, and the server's
    world.client.reset();
    world.executor.runUntilIdle();
    QCOMPARE(world.executor.pendingTimers(), 1U);
    QCOMPARE(world.ensemble.watchCount(), 0U);
    QCOMPARE(printed(share->session().state), "Closed");
}

} // namespace lockscope::fakeFollowersTest

LOCKSCOPE_TEST(lockscope::fakeFollowersTest::FakeFollowersTest)
#include "FakeFollowersTest.moc"
