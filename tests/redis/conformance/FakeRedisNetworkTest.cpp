// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Latency, order, and the faults of connections in the in-memory network.

#include "tests/redis/conformance/FakeRedisWorld.h"
#include "tests/support/Test.h"

#include <random>

using namespace std::chrono_literals;

namespace lockscope::test::fakeRedisNetworkTest {

class FakeRedisNetworkTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void nothingArrivesDuringACall();
    void messagesTakeTheirTime();
    void orderIsKeptWhateverTheLatency();
    void seedIsTheSameRunEachTime();
    void unknownAndStoppedServersRefuse();
    void stoppedServerKeepsItsData();
    void cutLosesWhatIsInFlight();
    void cutAffectsOneClient();
    void partitionDelaysRequests();
    void partitionDelaysReplies();
    void partitionedServerCannotBeOpened();
    void healedPartitionOpensInTime();
    void closedTransportIsSilent();
    void sentBeforeTheCloseIsExecuted();
    void transportMayBeDestroyedByItsHandler();
    void suspendedClientGetsItsRepliesLater();
    void clientsMayOutliveTheNetwork();

private:
    std::unique_ptr<FakeRedisWorld> m_world;

    [[nodiscard]] ManualExecutor& executor() { return m_world->executor; }
    [[nodiscard]] FakeRedisNetwork& network() { return m_world->network; }
    [[nodiscard]] static const redis::Address& address() { return FakeRedisWorld::address; }
};

void FakeRedisNetworkTest::init()
{
    m_world = std::make_unique<FakeRedisWorld>();
}

void FakeRedisNetworkTest::nothingArrivesDuringACall()
{
    const auto user = m_world->opening("a");
    QVERIFY(!user->isOpen());
    executor().runUntilIdle();
    QVERIFY(user->isOpen());
    user->send({"PING"});
    QCOMPARE(m_world->server.count("ping"), std::size_t{0});
    QVERIFY(executor().runOne());
    QCOMPARE(m_world->server.count("ping"), std::size_t{1});
    QCOMPARE(user->take(), "");
    QVERIFY(executor().runOne());
    QCOMPARE(user->take(), "+PONG");
}

void FakeRedisNetworkTest::messagesTakeTheirTime()
{
    network().setLatency([] { return 5ms; });
    const auto user = m_world->opening("a");
    executor().advance(9ms);
    QVERIFY(!user->isOpen());
    executor().advance(1ms);
    QVERIFY(user->isOpen());
    user->send({"PING"});
    executor().advance(5ms);
    QCOMPARE(m_world->server.count("ping"), std::size_t{1});
    executor().advance(4ms);
    QCOMPARE(user->take(), "");
    executor().advance(1ms);
    QCOMPARE(user->take(), "+PONG");
}

void FakeRedisNetworkTest::orderIsKeptWhateverTheLatency()
{
    const auto user = m_world->user("a");
    const auto second = m_world->user("b");
    Duration latency = 9ms;
    network().setLatency([&] { return latency -= 1ms; });
    user->send({"SET", "k", "1"});
    user->send({"SET", "k", "2"});
    second->send({"GET", "k"}); // another connection, which is faster
    user->send({"GET", "k"});
    executor().advance(20ms);
    QCOMPARE(user->take(), "+OK +OK \"2\"");
    QCOMPARE(second->take(), "nil");
}

void FakeRedisNetworkTest::seedIsTheSameRunEachTime()
{
    const auto run = [](std::uint64_t seed) {
        FakeRedisWorld world;
        std::mt19937_64 random(seed);
        const auto a = world.user("a");
        const auto b = world.user("b");
        world.network.setLatency([&] { return std::chrono::microseconds(random() % 1000); });
        std::string order;
        world.server.onExecuting([&](const FakeRedis::Logged& request) { order += request.client; });
        for (int i = 0; i < 50; ++i) {
            a->send({"INCR", "n"});
            b->send({"INCR", "n"});
            world.executor.advance(100us);
        }
        world.executor.advance(10ms);
        return printed(order) + a->take() + b->take();
    };
    const auto first = run(1);
    QVERIFY(first.contains(":100"));
    QCOMPARE(run(1), first);
    QVERIFY(run(2) != first);
}

void FakeRedisNetworkTest::unknownAndStoppedServersRefuse()
{
    const auto lost = m_world->user("a", {.host = "nowhere", .port = 1, .socket = {}});
    QCOMPARE(lost->closedWith(), "NoConnection");
    network().stop(address());
    const auto refused = m_world->user("a");
    QCOMPARE(refused->closedWith(), "NoConnection");
    network().start(address());
    QVERIFY(m_world->user("a")->isOpen());
}

void FakeRedisNetworkTest::stoppedServerKeepsItsData()
{
    auto user = m_world->user("a");
    QCOMPARE(m_world->ask(*user, {"SET", "k", "v"}), "+OK");
    user->send({"SET", "k", "late"});
    network().stop(address());
    executor().runUntilIdle();
    QCOMPARE(user->closedWith(), "ConnectionLoss");
    QCOMPARE(user->take(), "");
    network().start(address());
    user = m_world->user("a");
    QCOMPARE(m_world->ask(*user, {"GET", "k"}), "\"v\"");
}

void FakeRedisNetworkTest::cutLosesWhatIsInFlight()
{
    const auto user = m_world->user("a");
    user->send({"SET", "a", "1"});
    QVERIFY(executor().runOne()); // executed; its reply is in flight
    user->send({"SET", "b", "1"});
    network().cut("a", address());
    executor().runUntilIdle();
    QCOMPARE(user->closedWith(), "ConnectionLoss");
    QCOMPARE(user->take(), "");
    QCOMPARE(m_world->server.run({"EXISTS", "a"}).number(), 1);
    QCOMPARE(m_world->server.run({"EXISTS", "b"}).number(), 0);
    QCOMPARE(m_world->server.connections(), std::size_t{0});
}

void FakeRedisNetworkTest::cutAffectsOneClient()
{
    const auto first = m_world->user("a");
    const auto second = m_world->user("b");
    const auto elsewhere = m_world->user("a", FakeRedisWorld::otherAddress);
    network().cut("a", address());
    executor().runUntilIdle();
    QVERIFY(!first->isOpen());
    QVERIFY(second->isOpen());
    QVERIFY(elsewhere->isOpen());
    network().cut({}, address());
    executor().runUntilIdle();
    QVERIFY(!second->isOpen());
    QVERIFY(elsewhere->isOpen());
}

void FakeRedisNetworkTest::partitionDelaysRequests()
{
    const auto user = m_world->user("a");
    const auto second = m_world->user("b");
    network().partition("a", address());
    user->send({"SET", "k", "v", "PX", "10000"});
    user->send({"PTTL", "k"});
    executor().advance(5s);
    QCOMPARE(m_world->ask(*second, {"EXISTS", "k"}), ":0");
    QVERIFY(user->isOpen());
    network().heal("a", address());
    executor().runUntilIdle();
    QCOMPARE(user->take(), "+OK :10000");
}

void FakeRedisNetworkTest::partitionDelaysReplies()
{
    const auto user = m_world->user("a");
    user->send({"SET", "k", "v"});
    QVERIFY(executor().runOne());
    network().partition({}, address());
    executor().advance(5s);
    QCOMPARE(user->take(), "");
    network().healAll();
    executor().runUntilIdle();
    QCOMPARE(user->take(), "+OK");
}

void FakeRedisNetworkTest::partitionedServerCannotBeOpened()
{
    network().partition("a", address());
    const auto user = m_world->opening("a");
    executor().advance(2999ms);
    QCOMPARE(user->closedWith(), "open");
    executor().advance(1ms);
    QCOMPARE(user->closedWith(), "NoConnection");
    network().healAll();
    executor().runUntilIdle();
    QCOMPARE(m_world->server.connections(), std::size_t{0});
}

void FakeRedisNetworkTest::healedPartitionOpensInTime()
{
    network().partition("a", address());
    const auto user = m_world->opening("a");
    executor().advance(2s);
    network().heal("a", address());
    executor().runUntilIdle();
    QVERIFY(user->isOpen());
    executor().advance(10s);
    QVERIFY(user->isOpen());
}

void FakeRedisNetworkTest::closedTransportIsSilent()
{
    const auto user = m_world->user("a");
    user->send({"PING"});
    QVERIFY(executor().runOne());
    user->close();
    executor().advance(1h);
    QCOMPARE(user->take(), "");
    QCOMPARE(user->closedWith(), "open"); // nothing was reported
    QCOMPARE(m_world->server.connections(), std::size_t{0});
    QCOMPARE(executor().pendingTimers(), std::size_t{0});
}

void FakeRedisNetworkTest::sentBeforeTheCloseIsExecuted()
{
    const auto user = m_world->user("a");
    network().setLatency([] { return 10ms; });
    user->send({"SET", "k", "v"});
    user->close();
    executor().advance(10ms);
    QCOMPARE(m_world->server.run({"EXISTS", "k"}).number(), 1);
    QCOMPARE(m_world->server.connections(), std::size_t{0});
}

void FakeRedisNetworkTest::transportMayBeDestroyedByItsHandler()
{
    const auto transports = network().transports(executor(), "a");
    std::unique_ptr<redis::Transport> transport;
    int received = 0;
    redis::Transport::Handlers handlers;
    handlers.opened = [&] { transport->send(redis::encoded({"PING"}) + redis::encoded({"PING"})); };
    handlers.received = [&](std::string_view) {
        ++received;
        transport.reset();
    };
    handlers.closed = [](const Error&) {};
    transport = transports->open(address(), std::nullopt, 1s, handlers);
    executor().advance(1min);
    QCOMPARE(received, 1);
    QCOMPARE(m_world->server.connections(), std::size_t{0});
}

void FakeRedisNetworkTest::suspendedClientGetsItsRepliesLater()
{
    ManualExecutor process(m_world->clock);
    const auto transports = network().transports(process, "a");
    FakeRedisUser user(*transports, address());
    executor().runUntilIdle();
    QVERIFY(!user.isOpen());
    process.runUntilIdle();
    QVERIFY(user.isOpen());
    user.send({"SET", "k", "v", "PX", "1000"});
    executor().advance(5s); // the process is suspended, its server is not
    QCOMPARE(m_world->server.run({"EXISTS", "k"}).number(), 0);
    QCOMPARE(user.take(), "");
    process.runUntilIdle();
    QCOMPARE(user.take(), "+OK");
}

void FakeRedisNetworkTest::clientsMayOutliveTheNetwork()
{
    ManualClock clock;
    ManualExecutor own(clock);
    auto network = std::make_unique<FakeRedisNetwork>(own);
    network->add({.address = address()});
    const auto transports = network->transports(own, "a");
    FakeRedisUser user(*transports, address());
    own.runUntilIdle();
    network.reset();
    user.send({"PING"});
    own.runUntilIdle();
    QCOMPARE(user.take(), "+PONG");
}

} // namespace lockscope::test::fakeRedisNetworkTest

LOCKSCOPE_TEST(lockscope::test::fakeRedisNetworkTest::FakeRedisNetworkTest)
#include "FakeRedisNetworkTest.moc"
