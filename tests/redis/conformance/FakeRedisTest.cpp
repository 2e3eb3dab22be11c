// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// What only the in-memory server has: exact time, faults of requests and of the server.

#include "tests/redis/conformance/FakeRedisWorld.h"
#include "tests/support/Test.h"

using namespace std::chrono_literals;

namespace lockscope::test::fakeRedisTest {

class FakeRedisTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void keysEndAtTheirMillisecond();
    void renewedKeysEndLater();
    void clockJumpEndsKeys();
    void lostRequestIsNotExecuted();
    void lostReplyIsExecuted();
    void silentServerAnswersNothingMore();
    void faultsSelectTheirRequest();
    void delayedRequestIsExecutedLate();
    void delayedRequestIsExecutedAfterItsClientHasLeft();
    void heldRequestWaitsForItsRelease();
    void closedConnectionEndsItsSubscriptions();
    void subscribersAreClosedAlone();
    void messagesAreSwallowed();
    void restartLosesEverything();
    void failoverLosesTheLastWrites();
    void scriptIsOneWrite();
    void replicaRefusesWrites();
    void replicaTakesOverWithoutTheLastWrites();
    void waitCountsAcknowledgements();
    void passwordsAreChecked();
    void testAnswersInPlaceOfTheServer();
    void requestsAreRecorded();
    void endlessScriptFails();
    void bytesArriveInAnyPieces();
    void brokenProtocolClosesTheConnection();

private:
    std::unique_ptr<FakeRedisWorld> m_world;
    std::unique_ptr<FakeRedisUser> m_user;

    [[nodiscard]] QByteArray ask(const redis::Command& words) { return m_world->ask(*m_user, words); }
    [[nodiscard]] FakeRedis& server() { return m_world->server; }
    void reconnect() { m_user = m_world->user("a"); }
};

void FakeRedisTest::init()
{
    m_user.reset();
    m_world = std::make_unique<FakeRedisWorld>();
    reconnect();
}

void FakeRedisTest::keysEndAtTheirMillisecond()
{
    QCOMPARE(ask({"SET", "k", "v", "PX", "50"}), "+OK");
    m_world->executor.advance(50ms);
    // redis-server: a key has expired when the time is later than its deadline.
    QCOMPARE(ask({"PTTL", "k"}), ":0");
    QCOMPARE(ask({"GET", "k"}), "\"v\"");
    m_world->executor.advance(1ms);
    QCOMPARE(ask({"PTTL", "k"}), ":-2");
    QCOMPARE(ask({"DBSIZE"}), ":0");
}

void FakeRedisTest::renewedKeysEndLater()
{
    QCOMPARE(ask({"SET", "renewed", "v", "PX", "50"}), "+OK");
    QCOMPARE(ask({"HSET", "kept", "f", "1"}), ":1");
    QCOMPARE(ask({"PEXPIRE", "kept", "50"}), ":1");
    m_world->executor.advance(40ms);
    QCOMPARE(ask({"PEXPIRE", "renewed", "50"}), ":1");
    QCOMPARE(ask({"HINCRBY", "kept", "f", "1"}), ":2"); // keeps the deadline
    QCOMPARE(ask({"PTTL", "kept"}), ":10");
    QCOMPARE(ask({"PERSIST", "kept"}), ":1");
    m_world->executor.advance(50ms);
    QCOMPARE(ask({"EXISTS", "renewed", "kept"}), ":2");
    m_world->executor.advance(1ms);
    QCOMPARE(ask({"EXISTS", "renewed"}), ":0");
    QCOMPARE(ask({"HGET", "kept", "f"}), "\"2\"");
}

void FakeRedisTest::clockJumpEndsKeys()
{
    QCOMPARE(ask({"SET", "k", "v", "PX", "30000"}), "+OK");
    server().jumpClock(-10s);
    QCOMPARE(ask({"PTTL", "k"}), ":40000");
    server().jumpClock(41s);
    QCOMPARE(ask({"EXISTS", "k"}), ":0");
    const auto wall = m_world->clock.wallNow().time_since_epoch().count() + 31'000;
    QCOMPARE(ask({"TIME"}), "[\"" + QByteArray::number(qint64{wall / 1000}) + "\", \"0\"]");
}

void FakeRedisTest::lostRequestIsNotExecuted()
{
    server().lose({.command = "set"}, When::BeforeExecution);
    QCOMPARE(ask({"SET", "k", "v"}), "");
    QCOMPARE(m_user->closedWith(), "ConnectionLoss");
    reconnect();
    QCOMPARE(ask({"EXISTS", "k"}), ":0");
    QCOMPARE(server().faultsLeft(), std::size_t{0});
}

void FakeRedisTest::lostReplyIsExecuted()
{
    server().lose({.command = "set"}, When::AfterExecution);
    QCOMPARE(ask({"SET", "k", "v"}), "");
    QCOMPARE(m_user->closedWith(), "ConnectionLoss");
    reconnect();
    QCOMPARE(ask({"EXISTS", "k"}), ":1");
}

void FakeRedisTest::silentServerAnswersNothingMore()
{
    server().lose({.command = "set"}, When::AfterExecution, FakeLoss::Silence);
    m_user->send({"SET", "k", "v"});
    m_user->send({"DEL", "k"});
    m_world->executor.advance(1h);
    QCOMPARE(m_user->take(), "");
    QCOMPARE(m_user->closedWith(), "open");
    QCOMPARE(server().run({"EXISTS", "k"}).number(), 1);
}

void FakeRedisTest::faultsSelectTheirRequest()
{
    const auto second = m_world->user("b");
    server().lose({.command = "eval", .word = "lock-2", .client = "b", .nth = 2}, When::BeforeExecution);
    QCOMPARE(ask({"EVAL", "return 1", "1", "{lock-2}"}), ":1");
    QCOMPARE(m_world->ask(*second, {"EVAL", "return 1", "1", "{lock-1}"}), ":1");
    QCOMPARE(m_world->ask(*second, {"EVAL", "return 1", "1", "{lock-2}"}), ":1");
    QCOMPARE(m_world->ask(*second, {"GET", "lock-2"}), "nil");
    QCOMPARE(server().faultsLeft(), std::size_t{1});
    QCOMPARE(m_world->ask(*second, {"Eval", "return 1", "1", "{lock-2}"}), "");
    QCOMPARE(second->closedWith(), "ConnectionLoss");
    QCOMPARE(m_user->closedWith(), "open");
}

void FakeRedisTest::delayedRequestIsExecutedLate()
{
    const auto second = m_world->user("b");
    server().delay({.command = "SET"}, 2s);
    m_user->send({"SET", "k", "v", "PX", "1000"});
    m_user->send({"PTTL", "k"});
    m_world->executor.advance(1999ms);
    QCOMPARE(m_user->take(), "");
    QCOMPARE(m_world->ask(*second, {"EXISTS", "k"}), ":0");
    m_world->executor.advance(1ms);
    QCOMPARE(m_user->take(), "+OK :1000");
}

void FakeRedisTest::delayedRequestIsExecutedAfterItsClientHasLeft()
{
    server().delay({.command = "SET"}, 2s);
    m_user->send({"SET", "k", "v"});
    m_user->send({"INCR", "n"});
    m_world->executor.advance(1s);
    m_user->close();
    m_world->executor.advance(999ms);
    QCOMPARE(server().run({"DBSIZE"}).number(), 0);
    m_world->executor.advance(1ms);
    QCOMPARE(server().run({"DBSIZE"}).number(), 2);
    QCOMPARE(server().connections(), std::size_t{0});
}

void FakeRedisTest::heldRequestWaitsForItsRelease()
{
    const int hold = server().hold({.command = "SET"});
    m_user->send({"SET", "k", "v"});
    m_user->send({"GET", "k"});
    m_world->executor.advance(1h);
    QCOMPARE(m_user->take(), "");
    server().release(hold);
    m_world->executor.runUntilIdle();
    QCOMPARE(m_user->take(), "+OK \"v\"");
    const int unused = server().hold({.command = "GET"});
    server().release(unused);
    QCOMPARE(ask({"GET", "k"}), "\"v\"");
}

void FakeRedisTest::closedConnectionEndsItsSubscriptions()
{
    const auto second = m_world->user("b");
    QCOMPARE(m_world->ask(*second, {"SUBSCRIBE", "ch"}), "[\"subscribe\", \"ch\", :1]");
    QCOMPARE(server().subscribers("ch"), std::size_t{1});
    second->close();
    m_world->executor.runUntilIdle();
    QCOMPARE(server().subscribers("ch"), std::size_t{0});
    QCOMPARE(ask({"PUBLISH", "ch", "x"}), ":0");
    QCOMPARE(server().connections(), std::size_t{1});
}

void FakeRedisTest::subscribersAreClosedAlone()
{
    const auto second = m_world->user("b");
    QCOMPARE(m_world->ask(*second, {"PSUBSCRIBE", "c*"}), "[\"psubscribe\", \"c*\", :1]");
    server().closeSubscribers();
    m_world->executor.runUntilIdle();
    QCOMPARE(second->closedWith(), "ConnectionLoss");
    QCOMPARE(ask({"PUBLISH", "ch", "x"}), ":0");
}

void FakeRedisTest::messagesAreSwallowed()
{
    const auto second = m_world->user("b");
    QCOMPARE(m_world->ask(*second, {"SUBSCRIBE", "ch"}), "[\"subscribe\", \"ch\", :1]");
    server().swallowMessages(true);
    QCOMPARE(ask({"PUBLISH", "ch", "x"}), ":1");
    QCOMPARE(second->take(), "");
    server().swallowMessages(false);
    QCOMPARE(ask({"PUBLISH", "ch", "y"}), ":1");
    QCOMPARE(second->take(), "[\"message\", \"ch\", \"y\"]");
}

void FakeRedisTest::restartLosesEverything()
{
    QCOMPARE(ask({"SET", "k", "v"}), "+OK");
    QCOMPARE(ask({"SCRIPT", "LOAD", "return 1"}), "\"e0e1f9fabfc9d4800c877a703b823ac0578ff8db\"");
    const auto info = ask({"INFO", "server"});
    server().loseData();
    m_world->executor.runUntilIdle();
    QCOMPARE(m_user->closedWith(), "ConnectionLoss");
    reconnect();
    QCOMPARE(ask({"DBSIZE"}), ":0");
    QCOMPARE(ask({"EVALSHA", "e0e1f9fabfc9d4800c877a703b823ac0578ff8db", "0"}),
             "-NOSCRIPT No matching script. Please use EVAL.");
    QVERIFY(ask({"INFO", "server"}) != info); // another run id
}

void FakeRedisTest::failoverLosesTheLastWrites()
{
    QCOMPARE(ask({"SET", "a", "1", "PX", "30000"}), "+OK");
    QCOMPARE(ask({"HSET", "h", "f", "1"}), ":1");
    QCOMPARE(ask({"SET", "a", "2"}), "+OK");
    QCOMPARE(ask({"SET", "a", "3", "NX"}), "nil"); // no write
    QCOMPARE(ask({"DEL", "h"}), ":1");
    QCOMPARE(ask({"RPUSH", "l", "x"}), ":1");
    QCOMPARE(server().writes(), std::uint64_t{5});
    QCOMPARE(server().failOver(3), std::size_t{3});
    m_world->executor.runUntilIdle();
    QCOMPARE(m_user->closedWith(), "ConnectionLoss");
    reconnect();
    QCOMPARE(ask({"GET", "a"}), "\"1\"");
    QCOMPARE(ask({"PTTL", "a"}), ":30000");
    QCOMPARE(ask({"HGETALL", "h"}), "[\"f\", \"1\"]");
    QCOMPARE(ask({"EXISTS", "l"}), ":0");
    QCOMPARE(server().failOver(100), std::size_t{2});
    reconnect();
    QCOMPARE(ask({"DBSIZE"}), ":0");
}

void FakeRedisTest::scriptIsOneWrite()
{
    QCOMPARE(ask({"EVAL", "redis.call('set', 'a', 1) redis.call('incr', 'a') redis.call('hset', 'h', 'f', 1)", "0"}),
             "nil");
    QCOMPARE(server().writes(), std::uint64_t{1});
    QCOMPARE(server().failOver(1), std::size_t{1});
    reconnect();
    QCOMPARE(ask({"DBSIZE"}), ":0");
}

void FakeRedisTest::replicaRefusesWrites()
{
    // Texts of redis-server 7.0.
    server().becomeReplicaOf(FakeRedisWorld::otherAddress);
    QCOMPARE(ask({"SET", "k", "v"}), "-READONLY You can't write against a read only replica.");
    QCOMPARE(ask({"EVAL", "return redis.call('set', 'k', 'v')", "0"}),
             "-READONLY You can't write against a read only replica. script: "
             "2d991be581da74a0c0c441c4beb92ae41c2e1eb9, on @user_script:1.");
    QCOMPARE(ask({"GET", "k"}), "nil");
    QCOMPARE(ask({"ROLE"}), "[\"slave\", \"two\", :6379, \"connected\", :0]");
    server().becomeMaster();
    QCOMPARE(ask({"SET", "k", "v"}), "+OK");
    QCOMPARE(ask({"ROLE"}), "[\"master\", :0, []]");
}

void FakeRedisTest::replicaTakesOverWithoutTheLastWrites()
{
    m_world->other.becomeReplicaOf(FakeRedisWorld::address);
    QCOMPARE(ask({"SET", "a", "1"}), "+OK");
    QCOMPARE(ask({"SET", "b", "1"}), "+OK");
    m_world->network.stop(FakeRedisWorld::address);
    m_world->other.takeOver(server(), 1);
    const auto second = m_world->user("b", FakeRedisWorld::otherAddress);
    QCOMPARE(m_world->ask(*second, {"MGET", "a", "b"}), "[\"1\", nil]");
    QCOMPARE(m_world->ask(*second, {"SET", "b", "2"}), "+OK");
}

void FakeRedisTest::waitCountsAcknowledgements()
{
    const std::vector<redis::Address> replicas{{.host = "r1", .port = 1, .socket = {}},
                                               {.host = "r2", .port = 2, .socket = {}}};
    server().setReplicas(replicas, 1);
    QCOMPARE(ask({"WAIT", "1", "100"}), ":1");
    m_user->send({"WAIT", "2", "100"});
    m_user->send({"PING"});
    m_world->executor.advance(99ms);
    QCOMPARE(m_user->take(), "");
    m_world->executor.advance(1ms);
    QCOMPARE(m_user->take(), ":1 +PONG");
    m_user->send({"WAIT", "2", "0"});
    m_world->executor.advance(1h);
    QCOMPARE(m_user->take(), "");
    server().setReplicas(replicas, 2);
    m_world->executor.runUntilIdle();
    QCOMPARE(m_user->take(), ":2");
    QVERIFY(ask({"INFO", "replication"}).contains("connected_slaves:2"));
}

void FakeRedisTest::passwordsAreChecked()
{
    const redis::Address address{.host = "locked", .port = 6379, .socket = {}};
    m_world->network.add({.address = address, .password = "secret", .users = {{"app", "word"}}});
    const auto user = m_world->user("a", address);
    // Texts of redis-server 7.0.
    const QByteArray refused("-WRONGPASS invalid username-password pair or user is disabled.");
    QCOMPARE(m_world->ask(*user, {"GET", "k"}), "-NOAUTH Authentication required.");
    QCOMPARE(m_world->ask(*user, {"AUTH", "wrong"}), refused);
    QCOMPARE(m_world->ask(*user, {"AUTH", "app", "secret"}), refused);
    QCOMPARE(m_world->ask(*user, {"PING"}), "-NOAUTH Authentication required.");
    QCOMPARE(m_world->ask(*user, {"AUTH", "app", "word"}), "+OK");
    QCOMPARE(m_world->ask(*user, {"GET", "k"}), "nil");
    const auto second = m_world->user("b", address);
    QCOMPARE(m_world->ask(*second, {"AUTH", "secret"}), "+OK");
    QCOMPARE(m_world->ask(*second, {"PING"}), "+PONG");
}

void FakeRedisTest::testAnswersInPlaceOfTheServer()
{
    server().answerWith([](const redis::Command& words) -> std::optional<redis::Value> {
        if (words.back() != "moved")
            return std::nullopt;
        return redis::Value::error("MOVED 42 two:6379");
    });
    QCOMPARE(ask({"GET", "moved"}), "-MOVED 42 two:6379");
    QCOMPARE(ask({"GET", "k"}), "nil");
}

void FakeRedisTest::requestsAreRecorded()
{
    std::vector<std::string> seen;
    server().onExecuting([&](const FakeRedis::Logged& request) {
        seen.push_back(request.client + ":" + request.words.front());
        server().run({"SET", "before", request.words.front()});
    });
    QCOMPARE(ask({"GET", "before"}), "\"GET\"");
    QCOMPARE(printed(seen), "a:GET");
    QCOMPARE(server().count("get"), std::size_t{1});
    QCOMPARE(server().count("set"), std::size_t{0});
    server().clearRequests();
    QVERIFY(server().requests().empty());
}

void FakeRedisTest::endlessScriptFails()
{
    QVERIFY(ask({"EVAL", "while true do end", "0"}).contains("too many instructions"));
    QCOMPARE(ask({"EVAL", "return 1", "0"}), ":1");
}

void FakeRedisTest::bytesArriveInAnyPieces()
{
    std::string replies;
    const auto connection =
        server().connect({.client = "c", .send = [&](std::string_view bytes) { replies += bytes; }, .close = {}});
    const auto bytes = redis::encoded({"SET", "k", "\r\n"}) + redis::encoded({"GET", "k"}) + "PING\r\n\r\nECHO  a\r\n";
    for (const char byte : bytes)
        server().receive(connection, {&byte, 1});
    QCOMPARE(printed(replies), "+OK\r\n$2\r\n\r\n\r\n+PONG\r\n$1\r\na\r\n");
}

void FakeRedisTest::brokenProtocolClosesTheConnection()
{
    std::string replies;
    bool isClosed = false;
    const auto connection = server().connect(
        {.client = "c", .send = [&](std::string_view bytes) { replies += bytes; }, .close = [&] { isClosed = true; }});
    server().receive(connection, "*1\r\n!PING\r\n");
    QCOMPARE(printed(replies), "-ERR Protocol error: expected '$', got '!'\r\n");
    QVERIFY(isClosed);
}

} // namespace lockscope::test::fakeRedisTest

LOCKSCOPE_TEST(lockscope::test::fakeRedisTest::FakeRedisTest)
#include "FakeRedisTest.moc"
