// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The time that the client reports its session as valid, and the requests it sends for that. The leader expires
/// sessions like ZooKeeper's.

#include "tests/support/Answer.h"
#include "tests/support/FakeEnsemble.h"
#include "tests/support/ManualExecutor.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::sessionExpiryTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using zk::CreateMode;

namespace {

constexpr auto timeout = 12s; // a third: 4 s, a quarter: 3 s
constexpr Duration third = timeout / 3;

/// A client of a follower.
struct World {
    explicit World(std::chrono::milliseconds sessionTimeout = timeout)
        : client(FakeClient::connect(ensemble, executor, sessionTimeout))
    {
        ensemble.attach(*client, follower);
        executor.runUntilIdle();
        ensemble.clearRequests();
    }
    ~World()
    {
        heartbeat.reset();
        client.reset();
        executor.runUntilIdle();
    }
    [[nodiscard]] SteadyTime validUntil() const { return client->session().validUntil; }
    [[nodiscard]] Duration left() const { return validUntil() - clock.now(); }
    [[nodiscard]] bool isConnected() const { return client->session().state == SessionState::Connected; }
    template <typename Ask> bool succeeds(Ask ask)
    {
        Answer<void> answer;
        ask(answer.reply());
        executor.runUntilIdle();
        return answer.ok();
    }
    bool sync()
    {
        return succeeds([&](auto reply) { client->sync("/", std::move(reply)); });
    }

    ManualClock clock;
    ManualExecutor executor{clock};
    FakeEnsemble ensemble{executor};
    std::size_t follower = ensemble.addFollower();
    std::unique_ptr<FakeClient> client;
    Subscription heartbeat;
};

} // namespace

class SessionExpiryTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isNotOutlivedBehindALostFollower_data();
    void isNotOutlivedBehindALostFollower();
    void readsProveNothing();
    void writesProve();
    void refusedWritesAndSyncsProveNothing();
    void movesOnWhileSomebodyReliesOnIt();
    void writesTakeThePlaceOfSyncs();
    void idleClientReadsInPlaceOfPings();
    void firstLockAfterALongTimeDoesNotWait();
    void reconnectingConfirmsWhatWasAnswered();
    void sessionThatTookLongIsConfirmedFirst();
    void recoveredCertaintyIsReported();
    void nothingIsReportedToIdleClients();
    void refusedSyncsAreNotRepeatedWithoutAPause();
    void otherThreadsReadIt();
};

void SessionExpiryTest::isNotOutlivedBehindALostFollower_data()
{
    QTest::addColumn<bool>("reads");
    QTest::newRow("the holder reads on") << true;
    QTest::newRow("the holder does nothing") << false;
}

void SessionExpiryTest::isNotOutlivedBehindALostFollower()
{
    QFETCH(const bool, reads);
    // At any moment of the follower's loss, and for any phase of the leader's clocks.
    constexpr auto shortest = 4s;
    constexpr auto tick = 2s;
    int certain = 0;
    for (int phase = 0; phase < 10; ++phase) {
        for (int moment = 0; moment < 60; ++moment) {
            World world(shortest);
            world.ensemble.setTick(tick, phase * 97ms);
            world.executor.advance(10s);
            world.heartbeat = world.client->heartbeat();
            world.executor.advance(10s + moment * 71ms);
            const auto id = world.client->session().id;
            QVERIFY(world.left() > 0s); // without faults it never runs out
            world.ensemble.partition(world.follower);
            world.ensemble.isolate(*world.client);
            SteadyTime latest{};
            while (world.ensemble.hasSession(id) && world.client->session().id == id) {
                latest = std::max(latest, world.validUntil());
                if (reads)
                    world.client->get("/", [](const auto&) {});
                world.executor.advance(50ms);
            }
            QVERIFY(latest != SteadyTime());
            QVERIFY2(world.ensemble.hasSession(id) || world.clock.now() >= latest,
                     qPrintable(QStringLiteral("phase %1, moment %2").arg(phase).arg(moment)));
            certain += world.clock.now() < latest + tick ? 1 : 0;
        }
    }
    QVERIFY(certain > 0); // otherwise the test proves nothing
}

void SessionExpiryTest::readsProveNothing()
{
    World world;
    const auto before = world.validUntil();
    for (int i = 0; i < 20; ++i) {
        world.client->get("/", [](const auto&) {});
        world.executor.advance(500ms);
    }
    QVERIFY(world.validUntil() == before);
    QVERIFY(world.client->session().lastContact >= world.clock.now() - 500ms);
}

void SessionExpiryTest::writesProve()
{
    World world;
    const auto read = world.clock.now();
    world.client->get("/", [](const auto&) {});
    world.executor.advance(timeout / 4);
    world.client->create({"/a", "", CreateMode::Persistent, zk::openAcl()}, [](const auto&) {});
    world.executor.runUntilIdle();
    QVERIFY(world.validUntil() == read + timeout);
}

void SessionExpiryTest::refusedWritesAndSyncsProveNothing()
{
    World world;
    const auto before = world.validUntil();
    world.executor.advance(1s);
    world.client->get("/", [](const auto&) {});
    world.executor.advance(timeout / 4);
    world.client->remove("/none", zk::anyVersion, [](const auto&) {});
    world.ensemble.fail({.op = FakeOp::Sync, .code = ErrorCode::Throttled});
    world.client->sync("/", [](const auto&) {});
    world.executor.runUntilIdle();
    QVERIFY(world.validUntil() == before);
}

void SessionExpiryTest::movesOnWhileSomebodyReliesOnIt()
{
    World world;
    world.heartbeat = world.client->heartbeat();
    world.executor.advance(timeout);
    world.ensemble.clearRequests();
    Duration least = timeout;
    for (int i = 0; i < 100; ++i) {
        world.executor.advance(Duration(timeout) / 10);
        least = std::min(least, world.left());
    }
    QVERIFY(least >= third);
    // One per third, and nothing else.
    const auto syncs = world.ensemble.count(FakeOp::Sync);
    QVERIFY2(syncs >= 30 && syncs <= 32, qPrintable(QString::number(syncs)));
    QCOMPARE(world.ensemble.count(FakeOp::Any), syncs);
    world.heartbeat.reset();
    world.executor.advance(third);
    world.ensemble.clearRequests();
    world.executor.advance(10 * timeout);
    QCOMPARE(world.ensemble.count(FakeOp::Sync), std::size_t(0));
}

void SessionExpiryTest::writesTakeThePlaceOfSyncs()
{
    World world;
    QVERIFY(world.ensemble.create("/a"));
    world.heartbeat = world.client->heartbeat();
    Duration least = timeout;
    for (int i = 0; i < 100; ++i) {
        world.client->set("/a", "new", zk::anyVersion, [](const auto&) {});
        world.executor.advance(1s);
        least = std::min(least, world.left());
    }
    QCOMPARE(world.ensemble.count(FakeOp::Sync), std::size_t(0));
    QCOMPARE(world.ensemble.count(FakeOp::Any), std::size_t(100));
    QVERIFY(least >= third);
}

void SessionExpiryTest::idleClientReadsInPlaceOfPings()
{
    World world;
    world.executor.advance(20 * timeout);
    // The C client would send sixty pings.
    const auto reads = world.ensemble.count(FakeOp::Exists);
    QVERIFY2(reads >= 60 && reads <= 63, qPrintable(QString::number(reads)));
    QCOMPARE(world.ensemble.count(FakeOp::Any), reads);
    QVERIFY(world.isConnected());
    QCOMPARE(world.client->session().generation, 1U);
}

void SessionExpiryTest::firstLockAfterALongTimeDoesNotWait()
{
    for (int moment = 0; moment < 40; ++moment) {
        World world;
        world.executor.advance(10min + moment * 109ms);
        QVERIFY(world.left() < 0s);
        world.heartbeat = world.client->heartbeat();
        Duration leftAtTheAnswer{};
        world.client->create({"/a", "", CreateMode::Ephemeral, zk::openAcl()}, [&](const Result<zk::Created>& created) {
            leftAtTheAnswer = created ? world.left() : 0s;
        });
        world.executor.runUntilIdle();
        QVERIFY(leftAtTheAnswer >= timeout * 5 / 12);
        QCOMPARE(world.ensemble.count(FakeOp::Sync), std::size_t(1));
    }
}

void SessionExpiryTest::reconnectingConfirmsWhatWasAnswered()
{
    World world;
    world.executor.advance(timeout);
    const auto contact = world.clock.now();
    world.client->get("/", [](const auto&) {});
    world.executor.advance(1s);
    QVERIFY(world.validUntil() < contact + timeout);
    world.ensemble.disconnect(*world.client);
    world.executor.advance(3s);
    world.ensemble.reconnect(*world.client);
    world.executor.runUntilIdle();
    QVERIFY(world.isConnected());
    QVERIFY(world.validUntil() == contact + timeout);
}

void SessionExpiryTest::sessionThatTookLongIsConfirmedFirst()
{
    World world;
    world.ensemble.disconnect(*world.client);
    world.ensemble.expire(*world.client);
    world.executor.advance(2 * timeout); // given up; the next session is requested and not opened
    QCOMPARE(printed(world.client->session().state), "Connecting");
    SessionLog log(*world.client);
    world.ensemble.clearRequests();
    world.ensemble.reconnect(*world.client);
    world.executor.runUntilIdle();
    const auto first = world.clock.now();
    QCOMPARE(world.ensemble.sessionCount(), std::size_t(1));
    world.executor.advance(timeout / 4 - 1ns);
    QCOMPARE(log.count(), std::size_t(0));
    world.executor.advance(1ns);
    QCOMPARE(printed(log.states()), "Connected");
    QVERIFY(log.at(0).validUntil == first + timeout);
    QCOMPARE(world.ensemble.count(FakeOp::Any), std::size_t(2));
}

void SessionExpiryTest::recoveredCertaintyIsReported()
{
    World world;
    world.heartbeat = world.client->heartbeat();
    world.executor.advance(timeout);
    SessionLog log(*world.client);
    while (world.left() > 0s) { // a throttling server answers no sync
        world.ensemble.fail({.op = FakeOp::Sync, .code = ErrorCode::Throttled});
        world.executor.advance(100ms);
    }
    world.ensemble.clearFaults();
    QVERIFY(world.isConnected());
    QCOMPARE(log.count(), std::size_t(0));
    while (log.count() == 0)
        world.executor.advance(100ms);
    QCOMPARE(printed(log.states()), "Connected");
    QVERIFY(log.at(0).validUntil > world.clock.now());
    QVERIFY(world.left() > 0s);
}

void SessionExpiryTest::nothingIsReportedToIdleClients()
{
    World world;
    SessionLog log(*world.client);
    world.executor.advance(5 * timeout);
    QVERIFY(world.sync());
    QVERIFY(world.left() > 0s);
    QCOMPARE(log.count(), std::size_t(0));
}

void SessionExpiryTest::refusedSyncsAreNotRepeatedWithoutAPause()
{
    World world;
    world.heartbeat = world.client->heartbeat();
    world.executor.advance(timeout);
    world.ensemble.clearRequests();
    for (int i = 0; i < 1000; ++i)
        world.ensemble.fail({.op = FakeOp::Sync, .code = ErrorCode::Throttled});
    world.executor.advance(2 * timeout);
    QVERIFY(world.left() < 0s);
    QVERIFY2(world.ensemble.count(FakeOp::Sync) <= 24, qPrintable(QString::number(world.ensemble.count(FakeOp::Sync))));
}

void SessionExpiryTest::otherThreadsReadIt()
{
    World world;
    world.heartbeat = world.client->heartbeat();
    const auto expiry = world.client->session().expiry;
    QVERIFY(expiry);
    world.executor.advance(3 * timeout);
    QVERIFY(world.client->session().expiry == expiry);
    QVERIFY(expiry->validUntil() == world.validUntil());
    world.ensemble.expire(*world.client);
    world.executor.runUntilIdle();
    QCOMPARE(world.client->session().generation, 2U);
    QVERIFY(world.client->session().expiry != expiry);
    QVERIFY(expiry->validUntil() < world.validUntil()); // unchanged
}

} // namespace lockscope::sessionExpiryTest

LOCKSCOPE_TEST(lockscope::sessionExpiryTest::SessionExpiryTest)
#include "SessionExpiryTest.moc"
