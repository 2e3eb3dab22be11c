// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// One master of a Redlock, in memory: its clock, its uptime and its silence, on a clock by hand.

#include "core/sources/redis/discovery/RedlockMaster.h"
#include "tests/support/ManualClock.h"
#include "tests/support/ManualExecutor.h"
#include "tests/support/Test.h"
#include "tests/support/redis/FakeRedisNetwork.h"

namespace lockscope::redlockMasterTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using inspect::joinedStatus;
using inspect::RedlockMaster;

const std::string token = "9b1c0a7e44d25f83e6b7a90c1d2e3f45";

struct MasterWorld {
    ManualClock clock;
    ManualExecutor executor{clock};
    FakeRedisNetwork network{executor};
    redis::Address address{.host = "one", .port = 6379, .socket = {}};
    int uptime = 77; ///< in seconds, as the server reports it
    int changes = 0;
    std::unique_ptr<redis::Client> client;
    std::unique_ptr<RedlockMaster> master;

    MasterWorld()
    {
        auto& server = network.add({.address = address});
        server.answerWith([this, &server](const redis::Command& words) -> std::optional<redis::Value> {
            if (words.front() == "INFO")
                return redis::Value::string("# Server\r\nuptime_in_seconds:" + std::to_string(uptime) +
                                            "\r\nuptime_in_days:0\r\n");
            if (words.front() == "GETRANGE") // of a whole value
                return server.run({"GET", words.at(1)});
            return std::nullopt;
        });
        redis::ClientSettings settings;
        settings.target.servers = {address};
        settings.callbacks = &executor;
        settings.requestTimeout = 1s;
        client = std::make_unique<redis::Client>(settings, executor, Log(), network.transports(executor, "console"));
        executor.runUntilIdle();
        master = std::make_unique<RedlockMaster>(*client, [this] { ++changes; });
    }
    ~MasterWorld()
    {
        master.reset();
        client.reset();
        executor.runUntilIdle();
    }

    [[nodiscard]] FakeRedis& server() { return network.server(address); }
    void measure()
    {
        master->measure();
        executor.advance(100ms);
    }
    [[nodiscard]] RedlockMaster::Answer read(Duration within = 100ms)
    {
        std::optional<RedlockMaster::Answer> answer;
        master->read("orders", [&](const RedlockMaster::Answer& got) { answer = got; });
        executor.advance(within);
        return answer.value();
    }
};

SessionStatus status(SessionState state, std::uint64_t generation = 1, std::string detail = {})
{
    SessionStatus status;
    status.state = state;
    status.generation = generation;
    status.detail = std::move(detail);
    return status;
}

class RedlockMasterTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void votes();
    void measuresTheClock();
    void readsTheUptime();
    void aSilentMasterHasNoVote();
    void aDeadMasterHasNoVote();
    void aRefusalIsNoVote();
    void joinsTheStates();
};

void RedlockMasterTest::votes()
{
    MasterWorld world;
    QVERIFY(world.master->answers());
    QCOMPARE(world.master->server(), std::string("one:6379"));
    auto free = world.read();
    QVERIFY(free.vote.isReachable && !free.vote.token && !free.vote.lease && !free.problem);
    world.server().run({"SET", "orders", token, "PX", "5000"});
    const auto taken = world.read();
    QVERIFY(taken.vote.token == token);
    QVERIFY(taken.vote.lease == 5s);
    world.server().run({"SET", "orders", token});
    const auto endless = world.read();
    QVERIFY(endless.vote.token == token);
    QVERIFY(!endless.vote.lease);
}

/// Each way takes 20 ms, so the server read its clock 20 ms before the reply arrives.
void RedlockMasterTest::measuresTheClock()
{
    MasterWorld world;
    world.network.setLatency([] { return 20ms; });
    world.server().jumpClock(5s);
    world.measure();
    const auto vote = world.read().vote;
    QVERIFY(vote.roundTrip == 40ms);
    QVERIFY(vote.clockOffset == 5s);
    world.server().jumpClock(-7s);
    world.measure();
    QVERIFY(world.read().vote.clockOffset == -2s);
}

void RedlockMasterTest::readsTheUptime()
{
    MasterWorld world;
    QVERIFY(!world.read().vote.uptime);
    world.measure();
    world.executor.advance(10s);
    const auto uptime = world.read().vote.uptime.value(); // it was read 10 s ago
    QVERIFY(uptime >= 87s && uptime < 88s);
    world.server().clearRequests();
    world.measure();
    QCOMPARE(world.server().count("INFO"), std::size_t(0));
    world.executor.advance(60s);
    world.measure();
    QCOMPARE(world.server().count("INFO"), std::size_t(1));
    // After a restart the old one does not count.
    world.uptime = 0;
    world.server().loseData();
    world.executor.advance(10s);
    QVERIFY(world.master->answers());
    QVERIFY(!world.read().vote.uptime);
    world.measure();
    QVERIFY(world.read().vote.uptime.value() < 1s);
}

void RedlockMasterTest::aSilentMasterHasNoVote()
{
    MasterWorld world;
    world.server().run({"SET", "orders", token, "PX", "60000"});
    world.measure();
    world.network.partition({}, world.address);
    const auto answer = world.read(1'100ms);
    QVERIFY(!answer.vote.isReachable);
    QVERIFY(!answer.vote.token && !answer.vote.uptime && !answer.vote.roundTrip);
    QVERIFY(!world.master->answers());
    QVERIFY(world.master->isDecided());
    QCOMPARE(world.changes, 1);
    QVERIFY(!world.read(0ms).vote.isReachable); // at once
    world.network.healAll();
    world.executor.advance(1s);
    world.measure();
    QVERIFY(world.master->answers());
    QVERIFY(world.read().vote.token == token);
}

void RedlockMasterTest::aDeadMasterHasNoVote()
{
    MasterWorld world;
    world.network.stop(world.address);
    world.executor.advance(100ms);
    QVERIFY(!world.master->answers());
    const auto answer = world.read(0ms);
    QCOMPARE(answer.vote.server, std::string("one:6379"));
    QVERIFY(!answer.vote.isReachable);
    QVERIFY(world.master->trouble().code == ErrorCode::NoConnection);
    QVERIFY(!world.master->trouble().detail.empty());
    QCOMPARE(world.master->trouble().path, std::string("one:6379"));
}

/// A master that refuses to say may have a token.
void RedlockMasterTest::aRefusalIsNoVote()
{
    MasterWorld world;
    world.server().answerWith([](const redis::Command& words) -> std::optional<redis::Value> {
        if (words.front() == "GETRANGE")
            return redis::Value::error(
                "NOPERM this user has no permissions to access one of the keys used as arguments");
        return std::nullopt;
    });
    const auto answer = world.read();
    QVERIFY(!answer.vote.isReachable);
    QVERIFY(answer.problem);
    QVERIFY(world.master->answers());
    world.server().answerWith([](const redis::Command& words) -> std::optional<redis::Value> {
        if (words.front() == "GETRANGE")
            return redis::Value::error("WRONGTYPE Operation against a key holding the wrong kind of value");
        return std::nullopt;
    });
    const auto other = world.read(); // a hash: no token
    QVERIFY(other.vote.isReachable && !other.vote.token && !other.problem);
}

void RedlockMasterTest::joinsTheStates()
{
    const auto one = joinedStatus({status(SessionState::AuthFailed), status(SessionState::Connected, 3),
                                   status(SessionState::Connecting, 0, "two:6379: connection refused")});
    QVERIFY(one.state == SessionState::Connected);
    QCOMPARE(one.generation, std::uint64_t(4));
    QVERIFY(one.detail.empty());
    const auto none = joinedStatus({status(SessionState::AuthFailed, 1, "wrong password"),
                                    status(SessionState::Connecting, 0, "two:6379: connection refused")});
    QVERIFY(none.state == SessionState::Connecting); // it may still be connected
    QCOMPARE(none.detail, std::string("two:6379: connection refused"));
    QVERIFY(joinedStatus({status(SessionState::AuthFailed), status(SessionState::AuthFailed)}).state ==
            SessionState::AuthFailed);
    QVERIFY(joinedStatus({status(SessionState::Lost), status(SessionState::Suspended)}).state ==
            SessionState::Suspended);
}

} // namespace lockscope::redlockMasterTest

LOCKSCOPE_TEST(lockscope::redlockMasterTest::RedlockMasterTest)
#include "RedlockMasterTest.moc"
