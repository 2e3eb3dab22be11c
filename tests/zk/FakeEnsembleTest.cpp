// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The functions that only the fake has: its faults, its operator, its clock. ClientConformance tests what it shares
/// with the real client.

#include "tests/support/Printed.h"
#include "tests/support/Test.h"
#include "tests/zk/FakeEnsembleWorld.h"

#include <limits>

namespace lockscope::fakeEnsembleTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using zk::CreateMode;
using World = FakeEnsembleWorld;

class FakeEnsembleTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void failsOneRequestBeforeItIsExecuted();
    void losesTheAnswerOfAnExecutedRequest();
    void failsTheNthMatch();
    void holdsAnAnswerAndWhatComesAfterIt();
    void holdsARequestBackFromTheServer();
    void disconnectChoosesWhatWasExecuted_data();
    void disconnectChoosesWhatWasExecuted();
    void requestsMadeWhileSuspendedWait();
    void silenceSuspendsAfterTwoThirdsOfTheTimeout();
    void shortSilenceLosesNothing();
    void ownDeadlineComesBeforeTheServers();
    void pausedExpiryKeepsTheSession();
    void expiryFailsWhatIsPending();
    void expiryIsHeardOfAtReconnect();
    void deadSessionsEphemeralsCanStayVisible();
    void readOnlyServerRefusesWrites();
    void readOnlyServerKeepsNoSessionAlive();
    void refusedCredentialsAreFinal();
    void operatorActsWithoutAClient();
    void permissionsAreCheckedWhereServersCheckThem();
    void sequenceOverflows();
    void containersAreReapedOnceUsed();
    void everyWriteTakesOneZxid();
    void rolledBackMultiFiresNothing();
    void closingASessionIsOneTransaction();
    void logsRequestsAndCountsWatches();
    void timersRunInOrder();
};

void FakeEnsembleTest::failsOneRequestBeforeItIsExecuted()
{
    World world;
    world.ensemble.fail({.op = FakeOp::Create, .code = ErrorCode::Throttled, .path = "/b"});
    const auto a = world.create("/a");
    const auto b = world.create("/b");
    const auto again = world.create("/b");
    world.executor.runUntilIdle();
    QVERIFY(a.ok());
    QVERIFY(b.failedWith(ErrorCode::Throttled));
    QCOMPARE(printed(b.result().error().path), "/b");
    QVERIFY(again.ok());
    QCOMPARE(world.ensemble.faultsLeft(), 0U);
}

void FakeEnsembleTest::losesTheAnswerOfAnExecutedRequest()
{
    World world;
    world.ensemble.fail({.op = FakeOp::Create, .when = When::AfterExecution});
    const auto answer = world.create("/a", CreateMode::EphemeralSequential);
    world.executor.runUntilIdle();
    QVERIFY(answer.failedWith(ErrorCode::ConnectionLoss));
    QCOMPARE(printed(world.ensemble.children("/")), "a0000000000");
    QCOMPARE(printed(world.client->session().state), "Connected");
}

void FakeEnsembleTest::failsTheNthMatch()
{
    World world;
    const auto other = FakeClient::connect(world.ensemble, world.executor, 10s);
    world.executor.runUntilIdle();
    world.ensemble.fail({.code = ErrorCode::SessionMoved, .client = world.client.get(), .nth = 2});
    Answer<void> foreign;
    other->sync("/", foreign.reply());
    const auto first = world.create("/a");
    const auto second = world.create("/b");
    world.executor.runUntilIdle();
    QVERIFY(foreign.ok());
    QVERIFY(first.ok());
    QVERIFY(second.failedWith(ErrorCode::SessionMoved));
    QVERIFY(!world.ensemble.exists("/b"));
}

void FakeEnsembleTest::holdsAnAnswerAndWhatComesAfterIt()
{
    World world;
    const int hold = world.ensemble.hold({.op = FakeOp::Create, .when = When::AfterExecution});
    const auto held = world.create("/a");
    const auto next = world.create("/b");
    world.executor.runUntilIdle();
    QVERIFY(world.ensemble.exists("/a"));
    QVERIFY(world.ensemble.exists("/b"));
    QVERIFY(!held.arrived());
    QVERIFY(!next.arrived());
    world.ensemble.release(hold);
    world.executor.runUntilIdle();
    QVERIFY(held.ok());
    QVERIFY(next.ok());
}

void FakeEnsembleTest::holdsARequestBackFromTheServer()
{
    World world;
    const int hold = world.ensemble.hold({.op = FakeOp::Create});
    const auto held = world.create("/a");
    const auto next = world.create("/b");
    world.executor.runUntilIdle();
    QVERIFY(world.ensemble.children("/").empty());
    world.ensemble.release(hold);
    world.executor.runUntilIdle();
    QVERIFY(held.ok());
    QVERIFY(next.ok());
    QCOMPARE(held.count(), 1);
}

void FakeEnsembleTest::disconnectChoosesWhatWasExecuted_data()
{
    QTest::addColumn<bool>("executed");
    QTest::newRow("before") << false;
    QTest::newRow("after") << true;
}

void FakeEnsembleTest::disconnectChoosesWhatWasExecuted()
{
    QFETCH(const bool, executed);
    World world;
    const auto answer = world.create("/a");
    world.ensemble.disconnect(*world.client, executed ? When::AfterExecution : When::BeforeExecution);
    world.executor.runUntilIdle();
    QVERIFY(answer.failedWith(ErrorCode::ConnectionLoss));
    QCOMPARE(answer.count(), 1);
    QCOMPARE(world.ensemble.exists("/a"), executed);
    QCOMPARE(printed(world.client->session().state), "Suspended");
}

void FakeEnsembleTest::requestsMadeWhileSuspendedWait()
{
    World world;
    world.ensemble.disconnect(*world.client);
    world.executor.runUntilIdle();
    const auto waits = world.create("/waits");
    world.executor.runUntilIdle();
    QVERIFY(!waits.arrived());
    world.ensemble.reconnect(*world.client);
    world.executor.runUntilIdle();
    QVERIFY(waits.ok());
    QCOMPARE(printed(world.ensemble.children("/")), "waits");
}

void FakeEnsembleTest::silenceSuspendsAfterTwoThirdsOfTheTimeout()
{
    World world;
    const SteadyTime contact = world.clock.now();
    world.ensemble.cut(*world.client);
    const auto answer = world.create("/a");
    world.executor.advance(6s);
    QCOMPARE(printed(world.client->session().state), "Connected");
    QVERIFY(world.client->session().validUntil == contact + 10s);
    QVERIFY(!answer.arrived());
    world.executor.advance(1s);
    QCOMPARE(printed(world.client->session().state), "Suspended");
    QVERIFY(world.client->session().validUntil == contact + 10s);
    QVERIFY(answer.failedWith(ErrorCode::ConnectionLoss));
    QVERIFY(!world.ensemble.exists("/a"));
}

void FakeEnsembleTest::shortSilenceLosesNothing()
{
    World world;
    SessionLog log(*world.client);
    world.ensemble.cut(*world.client);
    const auto answer = world.create("/a");
    world.executor.advance(3s);
    world.ensemble.reconnect(*world.client);
    world.executor.advance(20s);
    QVERIFY(answer.ok());
    QCOMPARE(log.count(), 0U);
}

void FakeEnsembleTest::ownDeadlineComesBeforeTheServers()
{
    World world;
    const auto node = world.create("/mine", CreateMode::Ephemeral);
    world.executor.runUntilIdle();
    world.ensemble.disconnect(*world.client);
    world.executor.advance(10s - 1ns);
    QCOMPARE(printed(world.client->session().state), "Suspended");
    SessionLog log(*world.client);
    world.executor.advance(1ns);
    QCOMPARE(printed(log.states()), "Lost Connecting");
    QVERIFY(world.ensemble.exists("/mine"));
    world.ensemble.reconnect(*world.client);
    world.executor.runUntilIdle();
    QCOMPARE(printed(world.client->session().state), "Connected");
    QCOMPARE(world.client->session().generation, 2U);
    QVERIFY(world.ensemble.exists("/mine"));
    world.executor.advance(500ms);
    QVERIFY(!world.ensemble.exists("/mine"));
}

void FakeEnsembleTest::pausedExpiryKeepsTheSession()
{
    World world;
    world.create("/mine", CreateMode::Ephemeral);
    world.executor.runUntilIdle();
    world.ensemble.pauseExpiry();
    world.ensemble.disconnect(*world.client);
    world.executor.advance(60s);
    QVERIFY(world.ensemble.exists("/mine"));
    world.ensemble.resumeExpiry();
    QVERIFY(!world.ensemble.exists("/mine"));
}

void FakeEnsembleTest::expiryFailsWhatIsPending()
{
    World world;
    SessionLog log(*world.client);
    const auto id = world.client->session().id;
    const auto answer = world.create("/a");
    world.ensemble.expire(*world.client);
    world.executor.runUntilIdle();
    QVERIFY(answer.failedWith(ErrorCode::ConnectionLoss)); // it was in flight when the server closed the connection
    QVERIFY(!world.ensemble.exists("/a"));
    QCOMPARE(printed(log.states()), "Suspended Lost Connecting Connected");
    QCOMPARE(log.at(1).id, id);
    QVERIFY(log.at(3).id != id);
}

void FakeEnsembleTest::expiryIsHeardOfAtReconnect()
{
    World world;
    world.create("/mine", CreateMode::Ephemeral);
    world.executor.runUntilIdle();
    world.ensemble.disconnect(*world.client);
    world.ensemble.expire(*world.client);
    world.executor.runUntilIdle();
    QVERIFY(!world.ensemble.exists("/mine"));
    QCOMPARE(printed(world.client->session().state), "Suspended");
    const auto waiting = world.create("/late");
    world.ensemble.reconnect(*world.client);
    world.executor.runUntilIdle();
    QVERIFY(waiting.failedWith(ErrorCode::SessionExpired));
    QCOMPARE(world.client->session().generation, 2U);
    QVERIFY(!world.ensemble.exists("/late"));
}

void FakeEnsembleTest::deadSessionsEphemeralsCanStayVisible()
{
    World world;
    const auto id = world.client->session().id;
    world.create("/mine", CreateMode::Ephemeral);
    world.executor.runUntilIdle();
    world.ensemble.keepEphemeralsVisible(*world.client);
    world.ensemble.expire(*world.client);
    world.executor.runUntilIdle();
    QCOMPARE(world.client->session().generation, 2U);
    QCOMPARE(world.ensemble.stat("/mine").value().ephemeralOwner, id);
    Events events;
    const auto watch = world.client->get("/mine", events.handler(), Answer<zk::NodeData>().reply());
    world.executor.runUntilIdle();
    world.ensemble.removeKeptEphemerals();
    world.executor.runUntilIdle();
    QVERIFY(!world.ensemble.exists("/mine"));
    QCOMPARE(events.count(), 1U);
}

void FakeEnsembleTest::readOnlyServerRefusesWrites()
{
    World world;
    QVERIFY(world.ensemble.create("/a", "text"));
    SessionLog log(*world.client);
    world.ensemble.setReadOnly(*world.client, true);
    world.executor.runUntilIdle();
    QCOMPARE(printed(log.states()), "Suspended ReadOnly");
    Answer<zk::NodeData> read;
    world.client->get("/a", read.reply());
    const auto write = world.create("/b");
    world.executor.runUntilIdle();
    QCOMPARE(printed(read.result().value().data), "text");
    QVERIFY(write.failedWith(ErrorCode::ReadOnlyServer));
    world.ensemble.setReadOnly(*world.client, false);
    world.executor.runUntilIdle();
    QCOMPARE(printed(world.client->session().state), "Connected");
    QCOMPARE(world.client->session().generation, 1U);
}

void FakeEnsembleTest::readOnlyServerKeepsNoSessionAlive()
{
    World world;
    world.create("/mine", CreateMode::Ephemeral);
    world.executor.runUntilIdle();
    const SteadyTime contact = world.clock.now();
    world.ensemble.setReadOnly(*world.client, true);
    world.executor.advance(9s);
    QVERIFY(world.client->session().validUntil == contact + 10s);
    QCOMPARE(printed(world.client->session().state), "ReadOnly");
    world.executor.advance(1s);
    QCOMPARE(printed(world.client->session().state), "Connecting");
    world.ensemble.setReadOnly(*world.client, false);
    world.executor.advance(1s);
    QCOMPARE(world.client->session().generation, 2U);
    QVERIFY(!world.ensemble.exists("/mine"));
}

void FakeEnsembleTest::refusedCredentialsAreFinal()
{
    World world;
    world.ensemble.refuseScheme("digest");
    Answer<void> auth;
    world.client->addAuth("digest", "user:secret", auth.reply());
    const auto after = world.create("/a");
    world.executor.runUntilIdle();
    QVERIFY(auth.failedWith(ErrorCode::AuthFailed));
    QVERIFY(after.failedWith(ErrorCode::AuthFailed));
    QCOMPARE(printed(world.client->session().state), "AuthFailed");
}

void FakeEnsembleTest::operatorActsWithoutAClient()
{
    World world;
    QVERIFY(world.ensemble.create("/locks"));
    QVERIFY(world.ensemble.create("/locks/a-", "me", 77, CreateMode::EphemeralSequential));
    QCOMPARE(world.ensemble.stat("/locks/a-0000000000").value().ephemeralOwner, 77);
    Events events;
    Answer<zk::NodeData> read;
    const auto watch = world.client->get("/locks/a-0000000000", events.handler(), read.reply());
    world.executor.runUntilIdle();
    QVERIFY(world.ensemble.setData("/locks/a-0000000000", "revoked"));
    QVERIFY(world.ensemble.remove("/locks/a-0000000000"));
    world.executor.runUntilIdle();
    QCOMPARE(events.count(), 1U);
    QVERIFY(events.at(0).type == zk::WatchEvent::Type::DataChanged);
    QCOMPARE(printed(world.ensemble.remove("/locks/a-0000000000").error().code), "NoNode");
}

void FakeEnsembleTest::permissionsAreCheckedWhereServersCheckThem()
{
    World world;
    QVERIFY(world.ensemble.create("/p"));
    QVERIFY(world.ensemble.create("/p/c"));
    world.ensemble.deny("/p", zk::Permission::Read | zk::Permission::Create | zk::Permission::Delete);
    const auto create = world.create("/p/new");
    Answer<void> remove;
    world.client->remove("/p/c", zk::anyVersion, remove.reply());
    Answer<std::vector<std::string>> children;
    world.client->children("/p", children.reply());
    Answer<std::optional<zk::Stat>> exists;
    world.client->exists("/p", exists.reply());
    world.executor.runUntilIdle();
    QVERIFY(create.failedWith(ErrorCode::NoAuth));
    QVERIFY(remove.failedWith(ErrorCode::NoAuth));
    QVERIFY(children.failedWith(ErrorCode::NoAuth));
    QVERIFY(exists.ok());
    world.ensemble.deny("/p", 0);
    const auto again = world.create("/p/new");
    world.executor.runUntilIdle();
    QVERIFY(again.ok());
}

void FakeEnsembleTest::sequenceOverflows()
{
    World world;
    QVERIFY(world.ensemble.create("/q"));
    QVERIFY(world.ensemble.setNextSequence("/q", std::numeric_limits<std::int32_t>::max() - 1));
    for (const char* name : {"a-", "b-", "c-"})
        world.create(std::string("/q/") + name, CreateMode::EphemeralSequential);
    world.executor.runUntilIdle();
    // The stored counter stays at its greatest value.
    QCOMPARE(printed(world.ensemble.children("/q")), "a-2147483646 b-2147483647 c-2147483647");
    QVERIFY(world.ensemble.setNextSequence("/q", -3));
    const auto negative = world.create("/q/n-", CreateMode::EphemeralSequential);
    world.executor.runUntilIdle();
    QCOMPARE(printed(negative.result().value().path), "/q/n--000000003");
}

void FakeEnsembleTest::containersAreReapedOnceUsed()
{
    World world;
    world.create("/c", CreateMode::Container);
    world.executor.runUntilIdle();
    QCOMPARE(world.ensemble.stat("/c").value().ephemeralOwner, 0);
    world.ensemble.reapContainers();
    QVERIFY(world.ensemble.exists("/c"));
    QVERIFY(world.ensemble.create("/c/x"));
    world.ensemble.reapContainers();
    QVERIFY(world.ensemble.exists("/c"));
    QVERIFY(world.ensemble.remove("/c/x"));
    world.ensemble.reapContainers();
    QVERIFY(!world.ensemble.exists("/c"));
}

void FakeEnsembleTest::everyWriteTakesOneZxid()
{
    World world;
    const auto before = world.ensemble.zxid();
    const auto first = world.create("/a");
    const auto fails = world.create("/a");
    const auto second = world.create("/b");
    world.executor.runUntilIdle();
    QVERIFY(fails.failedWith(ErrorCode::NodeExists));
    QCOMPARE(first.result().value().stat.czxid, before + 1);
    QCOMPARE(second.result().value().stat.czxid, before + 3);
}

void FakeEnsembleTest::rolledBackMultiFiresNothing()
{
    World world;
    Events events;
    const auto watch = world.client->children("/", events.handler(), Answer<std::vector<std::string>>().reply());
    Answer<std::vector<zk::OpResult>> answer;
    world.client->multi({zk::CreateOp{{"/a", "", CreateMode::Persistent, zk::openAcl()}}, zk::CheckOp{"/none", -1}},
                        answer.reply());
    world.executor.runUntilIdle();
    QVERIFY(answer.failedWith(ErrorCode::NoNode));
    QVERIFY(!world.ensemble.exists("/a"));
    QCOMPARE(events.count(), 0U);
    QCOMPARE(world.ensemble.watchCount("/"), 1U);
}

void FakeEnsembleTest::closingASessionIsOneTransaction()
{
    World world;
    world.create("/a", CreateMode::Ephemeral);
    world.create("/b", CreateMode::Ephemeral);
    world.executor.runUntilIdle();
    const auto before = world.ensemble.zxid();
    world.client->close([] {});
    world.executor.runUntilIdle();
    QVERIFY(world.ensemble.children("/").empty());
    QCOMPARE(world.ensemble.zxid(), before + 1);
    QCOMPARE(world.ensemble.sessionCount(), 0U);
}

void FakeEnsembleTest::logsRequestsAndCountsWatches()
{
    World world;
    QVERIFY(world.ensemble.create("/a"));
    auto first = world.client->get("/a", Events().handler(), Answer<zk::NodeData>().reply());
    auto second = world.client->exists("/a", Events().handler(), Answer<std::optional<zk::Stat>>().reply());
    world.executor.runUntilIdle();
    QCOMPARE(world.ensemble.watchCount("/a"), 1U);
    QCOMPARE(world.ensemble.count(FakeOp::Get), 1U);
    QCOMPARE(world.ensemble.count(FakeOp::Any), 2U);
    QCOMPARE(printed(world.ensemble.requests().back().path), "/a");
    first.reset();
    QCOMPARE(world.ensemble.watchCount(), 1U);
    second.reset();
    world.executor.runUntilIdle();
    QCOMPARE(world.ensemble.watchCount(), 0U);
}

void FakeEnsembleTest::timersRunInOrder()
{
    ManualClock clock;
    ManualExecutor executor(clock);
    std::vector<std::pair<int, Duration>> ran;
    const SteadyTime start = clock.now();
    const auto note = [&](int what) {
        QVERIFY(executor.isCurrent());
        ran.emplace_back(what, clock.now() - start);
    };
    const auto late = executor.after(2s, [&] { note(2); });
    const auto early = executor.after(1s, [&] {
        note(1);
        executor.post([&] { note(10); });
    });
    auto dropped = executor.after(1500ms, [&] { note(99); });
    dropped.reset();
    executor.advance(3s);
    QCOMPARE(ran, (std::vector<std::pair<int, Duration>>{{1, 1s}, {10, 1s}, {2, 2s}}));
    QVERIFY(clock.now() == start + 3s);
    QVERIFY(!executor.isCurrent());
    QCOMPARE(executor.pendingTimers(), 0U);
}

} // namespace lockscope::fakeEnsembleTest

LOCKSCOPE_TEST(lockscope::fakeEnsembleTest::FakeEnsembleTest)
#include "FakeEnsembleTest.moc"
