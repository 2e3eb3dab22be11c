// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The client: its status, the errors and the order of its requests, and scripts.

#include "tests/redis/MemoryClient.h"
#include "tests/support/Printed.h"

namespace lockscope::redis::clientTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

using Commands = std::vector<Command>;

const Script greeting("greet", "return 'hello'");
const Script farewell("farewell", "return 'bye'");

} // namespace

class ClientTest final : public MemoryClient {
    Q_OBJECT
private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { end(); }
    void connects();
    void isLostAfterItsLimit();
    void isNotConnectedBeforeTheFirstConnection();
    void statusHasTheReason();
    void lastContactAdvances();
    void authenticationIsFinal();
    void observersSeeEachStatusInOrder();
    void answersInOrder();
    void repliesComeInLaterTasks();
    void errorsNameTheCommand();
    void errorRepliesAreValues();
    void namesTheTargetOfAClusterAfterMoved();
    void someErrorRepliesAreErrors_data();
    void someErrorRepliesAreErrors();
    void reconnectsAfterReadOnly();
    void gateRefusesWrites();
    void evaluatesUnknownScripts();
    void keepsTheOrderBehindAnUnknownScript();
    void aNewConnectionKnowsNoScripts();
    void requestsBehindAScriptFailWithTheConnection();
    void scriptErrorsNameTheScript();
    void waitsForReplicas();
    void waitsForReplicasOfAScriptThatWasSentAgain();
    void countsTheTraffic();
};

void ClientTest::connects()
{
    make();
    const RedisStatusLog log(*m_client);
    QCOMPARE(printed(m_client->status().state), "Connecting");
    QCOMPARE(m_client->status().generation, 0u);
    run();
    QCOMPARE(log.seen(), (std::vector<std::string>{"Connected 1"}));
    const auto& status = m_client->status();
    QCOMPARE(printed(status.server), "cache1:6379");
    QCOMPARE(status.id, 0);
    QVERIFY(status.detail.empty());
    QVERIFY(isAnswered(status));
    QVERIFY(!m_client->usesShardedChannels());
    QCOMPARE(&m_client->executor(), m_executor.get());
    QCOMPARE(&m_client->callbacks(), m_executor.get());
}

void ClientTest::isLostAfterItsLimit()
{
    connect();
    const RedisStatusLog log(*m_client);
    m_executor->advance(5s);
    const auto contact = m_client->status().lastContact;
    m_servers->refuse(true);
    m_servers->disconnect();
    run();
    QCOMPARE(log.seen(), (std::vector<std::string>{"Suspended 1"}));
    m_executor->advance(contact + m_settings.lostAfter - m_clock.now() - 1ms);
    QCOMPARE(log.seen().size(), std::size_t(1));
    m_executor->advance(1ms);
    QCOMPARE(log.seen(), (std::vector<std::string>{"Suspended 1", "Lost 1"}));
    m_servers->refuse(false);
    m_executor->advance(10s);
    QCOMPARE(log.seen(), (std::vector<std::string>{"Suspended 1", "Lost 1", "Connected 2"}));
}

void ClientTest::isNotConnectedBeforeTheFirstConnection()
{
    make();
    const auto early = send({"GET", "a"});
    m_servers->refuse(true);
    m_executor->advance(1h);
    QVERIFY(early.failedWith(ErrorCode::NoConnection));
    QCOMPARE(printed(m_client->status().state), "Connecting");
    const auto late = send({"GET", "a"});
    run();
    QVERIFY(late.failedWith(ErrorCode::NoConnection));
    QCOMPARE(printed(describe(late.result().error())),
             "Cannot run the command \"GET\": no connection: cache1:6379: connection refused");
    QVERIFY(m_servers->takeCommands().empty());
}

void ClientTest::statusHasTheReason()
{
    m_servers->refuse(true);
    make();
    const RedisStatusLog log(*m_client);
    m_executor->advance(1min);
    QCOMPARE(printed(m_client->status().detail), "cache1:6379: connection refused");
    QCOMPARE(log.seen(), (std::vector<std::string>{"Connecting 0"})); // once: the reason is the same each time
}

void ClientTest::lastContactAdvances()
{
    connect();
    for (int i = 0; i < 10; ++i) {
        m_executor->advance(7s);
        QVERIFY(m_clock.now() - m_client->status().lastContact <= m_settings.lostAfter / 3);
    }
    const auto connectedAt = m_client->status().connectedAt;
    m_servers->pause(true);
    const auto open = send({"GET", "a"});
    m_executor->advance(m_settings.requestTimeout);
    QVERIFY(open.failedWith(ErrorCode::OperationTimeout));
    QCOMPARE(m_client->status().connectedAt, connectedAt);
    QVERIFY(m_client->status().lastContact <= m_clock.now() - m_settings.requestTimeout);
}

void ClientTest::authenticationIsFinal()
{
    m_settings.password = "wrong";
    m_servers->on("AUTH", Value::error("WRONGPASS invalid username-password pair or user is disabled."));
    make();
    const RedisStatusLog log(*m_client);
    m_executor->advance(1h);
    QCOMPARE(log.seen(), (std::vector<std::string>{"AuthFailed 0"}));
    QVERIFY(m_client->status().detail.find("WRONGPASS") != std::string::npos);
    const auto answer = send({"GET", "a"});
    QVERIFY(!answer.arrived());
    run();
    QVERIFY(answer.failedWith(ErrorCode::AuthFailed));
    QCOMPARE(m_servers->attempts().size(), std::size_t(1));
    bool closed = false;
    m_client->close([&] { closed = true; });
    run();
    QVERIFY(closed);
    QCOMPARE(log.seen().back(), std::string("Closed 0"));
}

void ClientTest::observersSeeEachStatusInOrder()
{
    make();
    // The first observer causes the next status.
    const auto closing = m_client->onStatus([this](const Status& status) {
        if (status.state == SessionState::Connected)
            m_client->close([] {});
    });
    const RedisStatusLog log(*m_client);
    run();
    QCOMPARE(log.seen(), (std::vector<std::string>{"Connected 1", "Closed 1"}));
}

void ClientTest::answersInOrder()
{
    connect();
    std::vector<std::string> replies;
    for (int i = 0; i < 100; ++i) {
        m_client->send("k" + std::to_string(i), {"ECHO", std::to_string(i)}, Access::Read,
                       [&](const Result<Value>& reply) { replies.push_back(reply->text()); });
    }
    run();
    QCOMPARE(replies.size(), std::size_t(100));
    for (int i = 0; i < 100; ++i)
        QCOMPARE(replies[static_cast<std::size_t>(i)], std::to_string(i));
    QCOMPARE(m_servers->takeCommands().size(), std::size_t(100));
}

void ClientTest::repliesComeInLaterTasks()
{
    m_settings.maxInFlight = 2;
    m_settings.gate = std::make_shared<WriteGate>();
    connect();
    const std::vector<Answer<Value>> answers{send({"ECHO", "a"}), send({"ECHO", "b"}), send({"ECHO", "c"}), send({}),
                                             send({"DEL", "a"}, Access::Write)};
    Answer<int> wait;
    m_client->waitForReplicas("k", 1, 1s, wait.reply());
    for (const auto& answer : answers)
        QVERIFY(!answer.arrived());
    QVERIFY(!wait.arrived());
    run();
    for (const auto& answer : answers)
        QCOMPARE(answer.count(), 1);
    QVERIFY(answers[1].ok());
    QVERIFY(answers[2].failedWith(ErrorCode::Throttled));
    QVERIFY(answers[3].failedWith(ErrorCode::BadArguments));
    QVERIFY(answers[4].failedWith(ErrorCode::Refused));
    QVERIFY(wait.failedWith(ErrorCode::Throttled));
}

void ClientTest::errorsNameTheCommand()
{
    connect();
    m_servers->pause(true);
    const auto answer = send({"SET", "a", "secret"});
    run();
    m_servers->disconnect();
    run();
    QVERIFY(answer.failedWith(ErrorCode::ConnectionLoss));
    QCOMPARE(printed(describe(answer.result().error())),
             "Cannot run the command \"SET\": the connection was lost, but the server may have executed the request: "
             "cache1:6379: connection reset by peer");
}

void ClientTest::errorRepliesAreValues()
{
    connect();
    m_servers->on("GET", Value::error("WRONGTYPE Operation against a key holding the wrong kind of value"));
    const auto get = send({"GET", "a"});
    run();
    QVERIFY_RESULT(get.result());
    QCOMPARE(printed(get.result()->errorCode()), "WRONGTYPE");
}

/// A node of a cluster, used without it: perhaps a proxy with one address is in front of it.
void ClientTest::namesTheTargetOfAClusterAfterMoved()
{
    connect();
    m_servers->on("SET", Value::error("MOVED 3999 10.9.9.9:6379"));
    const auto set = send({"SET", "a", "b"});
    run();
    QVERIFY(set.failedWith(ErrorCode::BadArguments));
    QCOMPARE(printed(describe(set.result().error())),
             "Cannot run the command \"SET\": cache1:6379: the server belongs to a Redis Cluster, which has this key "
             "on another server (MOVED 3999 10.9.9.9:6379). Use the target redis+cluster://cache1:6379");
}

void ClientTest::someErrorRepliesAreErrors_data()
{
    QTest::addColumn<QByteArray>("reply");
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("no password") << QByteArray("NOAUTH Authentication required.") << QByteArray("NoAuth");
    QTest::newRow("ACL") << QByteArray("NOPERM this user has no permissions to run the 'get' command")
                         << QByteArray("NoAuth");
    QTest::newRow("replica") << QByteArray("READONLY You can't write against a read only replica.")
                             << QByteArray("ReadOnlyServer");
    QTest::newRow("script at a replica before 7.0")
        << QByteArray("ERR Error running script (call to f_a): @user_script:1: @user_script: 1: -READONLY You can't "
                      "write against a read only replica.")
        << QByteArray("ReadOnlyServer");
    QTest::newRow("cluster") << QByteArray("CLUSTERDOWN Hash slot not served") << QByteArray("Throttled");
    QTest::newRow("loading") << QByteArray("LOADING Redis is loading the dataset in memory") << QByteArray("Throttled");
    QTest::newRow("script runs") << QByteArray("BUSY Redis is busy running a script. You can only call SCRIPT KILL or "
                                               "SHUTDOWN NOSAVE.")
                                 << QByteArray("Throttled");
    QTest::newRow("replica without its master")
        << QByteArray("MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.")
        << QByteArray("Throttled");
}

void ClientTest::someErrorRepliesAreErrors()
{
    QFETCH(const QByteArray, reply);
    QFETCH(const QByteArray, code);
    connect();
    m_servers->on("GET", Value::error(reply.toStdString()));
    const auto answer = send({"GET", "a"});
    run();
    QVERIFY(answer.arrived() && !answer.ok());
    QCOMPARE(printed(answer.result().error().code), code);
    QCOMPARE(printed(answer.result().error().detail), reply);
    QCOMPARE(printed(m_client->status().state), "Connected");
}

void ClientTest::reconnectsAfterReadOnly()
{
    connect();
    m_servers->on("SET", Value::error("READONLY You can't write against a read only replica."));
    m_executor->advance(10s);
    for (int i = 0; i < 3; ++i) {
        const auto answer = send({"SET", "a", "b"}, Access::Write);
        m_executor->advance(1s);
        QVERIFY(answer.failedWith(ErrorCode::ReadOnlyServer));
    }
    QCOMPARE(m_client->status().generation, 2u); // once: the name leads to the same server
    QCOMPARE(m_servers->attempts().size(), std::size_t(2));
}

void ClientTest::gateRefusesWrites()
{
    const auto gate = std::make_shared<WriteGate>();
    m_settings.gate = gate;
    connect();
    const auto read = send({"GET", "a"}, Access::Read);
    const auto refused = send({"DEL", "a"}, Access::Write);
    Answer<Value> script;
    m_client->run(greeting, {"k"}, {}, Access::Write, script.reply());
    run();
    QVERIFY(read.ok());
    QVERIFY(refused.failedWith(ErrorCode::Refused));
    QVERIFY(script.failedWith(ErrorCode::Refused));
    QCOMPARE(m_servers->takeCommands(), (Commands{{"GET", "a"}}));
    gate->openUntil(m_clock.now() + 1s);
    const auto sent = send({"DEL", "a"}, Access::Write);
    run();
    QVERIFY(sent.ok());
    m_executor->advance(1s);
    const auto late = send({"DEL", "a"}, Access::Write);
    run();
    QVERIFY(late.failedWith(ErrorCode::Refused));
}

void ClientTest::evaluatesUnknownScripts()
{
    connect();
    m_servers->on("EVALSHA", Value::error("NOSCRIPT No matching script. Please use EVAL."));
    m_servers->on("EVAL", Value::string("hello"));
    Answer<Value> answer;
    m_client->run(greeting, {"k1", "k2"}, {"x"}, Access::Write, answer.reply());
    run();
    QVERIFY_RESULT(answer.result());
    QCOMPARE(printed(answer.result()->text()), "hello");
    QCOMPARE(m_servers->takeCommands(), (Commands{{"EVALSHA", greeting.sha1(), "2", "k1", "k2", "x"},
                                                  {"EVAL", "return 'hello'", "2", "k1", "k2", "x"}}));
}

/// The server has one of two scripts: the text of the other one is sent before what was requested after it.
void ClientTest::keepsTheOrderBehindAnUnknownScript()
{
    connect();
    bool isKnown = false;
    m_servers->on("EVALSHA", [&](MemoryLink&, const Command& command) {
        return std::optional(isKnown || command[1] == farewell.sha1() ? Value::integer(1)
                                                                      : Value::error("NOSCRIPT No matching script."));
    });
    m_servers->on("EVAL", [&](MemoryLink&, const Command&) {
        isKnown = true;
        return std::optional(Value::integer(1));
    });
    std::vector<std::string> answered;
    const auto noted = [&](const char* name) {
        return [&, name](const Result<Value>& reply) { answered.push_back(name + std::string(reply ? "" : "?")); };
    };
    const auto runBoth = [&] {
        m_client->run(greeting, {"k"}, {}, Access::Write, noted("greeting"));
        m_client->run(farewell, {"k"}, {}, Access::Write, noted("farewell"));
        m_client->send("k", {"GET", "k"}, Access::Read, noted("get"));
    };
    const std::vector<std::string> inOrder{"greeting", "farewell", "get"};
    runBoth();
    run();
    const Command known{"EVALSHA", greeting.sha1(), "1", "k"};
    const Command bye{"EVALSHA", farewell.sha1(), "1", "k"};
    const Command text{"EVAL", "return 'hello'", "1", "k"};
    QCOMPARE(m_servers->takeCommands(), (Commands{known, text, bye, {"GET", "k"}}));
    QCOMPARE(std::exchange(answered, {}), inOrder);

    // Now it has both: nothing waits for a reply.
    m_servers->pause(true);
    runBoth();
    run();
    QCOMPARE(m_servers->takeCommands(), (Commands{known, bye, {"GET", "k"}}));
    QVERIFY(answered.empty());
    m_executor->advance(m_settings.requestTimeout);
    QCOMPARE(answered, (std::vector<std::string>{"greeting?", "farewell?", "get?"}));
}

/// Behind the address may be another server, or the same one after a restart.
void ClientTest::aNewConnectionKnowsNoScripts()
{
    connect();
    Answer<Value> first;
    m_client->run(farewell, {"k"}, {}, Access::Write, first.reply());
    run();
    QVERIFY(first.ok());
    m_servers->disconnect();
    m_executor->advance(5s);
    QCOMPARE(m_client->status().generation, 2u);
    static_cast<void>(m_servers->takeCommands());
    m_servers->on("EVALSHA", Value::error("NOSCRIPT No matching script."));
    m_servers->on("EVAL", Value::integer(1));
    Answer<Value> again;
    m_client->run(farewell, {"k"}, {}, Access::Write, again.reply());
    const auto behind = send({"GET", "k"});
    run();
    QVERIFY(again.ok() && behind.ok());
    QCOMPARE(m_servers->takeCommands(),
             (Commands{{"EVALSHA", farewell.sha1(), "1", "k"}, {"EVAL", "return 'bye'", "1", "k"}, {"GET", "k"}}));
}

/// They were not sent.
void ClientTest::requestsBehindAScriptFailWithTheConnection()
{
    connect();
    m_servers->pause(true);
    Answer<Value> script;
    m_client->run(greeting, {"k"}, {}, Access::Write, script.reply());
    const auto behind = send({"GET", "k"});
    Answer<int> wait;
    m_client->waitForReplicas("k", 1, 1s, wait.reply());
    run();
    m_servers->refuse(true);
    m_servers->disconnect();
    run();
    QVERIFY(script.failedWith(ErrorCode::ConnectionLoss));
    QVERIFY(behind.failedWith(ErrorCode::NoConnection));
    QVERIFY(wait.failedWith(ErrorCode::NoConnection));
}

void ClientTest::scriptErrorsNameTheScript()
{
    connect();
    m_servers->on("EVALSHA", Value::error("NOSCRIPT No matching script. Please use EVAL."));
    m_servers->on("EVAL", Value::error("NOPERM this user has no permissions to run the 'eval' command"));
    Answer<Value> answer;
    m_client->run(greeting, {"k"}, {}, Access::Write, answer.reply());
    run();
    QCOMPARE(printed(describe(answer.result().error())),
             "Cannot run the script \"greet\": no permission: NOPERM this user has no permissions to run the 'eval' "
             "command");
}

void ClientTest::waitsForReplicas()
{
    connect();
    m_servers->on("WAIT", Value::integer(2));
    Answer<int> answer;
    const auto before = send({"SET", "k", "v"});
    m_client->waitForReplicas("k", 2, 500ms, answer.reply());
    Answer<int> longer;
    m_client->waitForReplicas("k", 1, 1h, longer.reply());
    Answer<int> none;
    m_client->waitForReplicas("k", 1, 0ms, none.reply());
    run();
    QVERIFY_RESULT(answer.result());
    QCOMPARE(*answer.result(), 2);
    // Less than the timeout of requests, and never 0, which the server takes for no limit.
    QCOMPARE(m_servers->takeCommands(),
             (Commands{{"SET", "k", "v"}, {"WAIT", "2", "500"}, {"WAIT", "1", "2250"}, {"WAIT", "1", "1"}}));
    m_servers->on("WAIT", Value::error("ERR WAIT cannot be used with replica instances."));
    Answer<int> refused;
    m_client->waitForReplicas("k", 1, 1s, refused.reply());
    run();
    QVERIFY(refused.arrived() && !refused.ok());
    QVERIFY(refused.result().error().detail.find("replica instances") != std::string::npos);
}

void ClientTest::waitsForReplicasOfAScriptThatWasSentAgain()
{
    connect();
    bool isKnown = false;
    m_servers->on("EVALSHA", Value::error("NOSCRIPT No matching script. Please use EVAL."));
    m_servers->on("EVAL", [&](MemoryLink&, const Command&) {
        isKnown = true;
        return std::optional(Value::string("hello"));
    });
    // A WAIT before the EVAL counts nothing of it.
    m_servers->on("WAIT", [&](MemoryLink&, const Command&) { return std::optional(Value::integer(isKnown ? 1 : 9)); });
    std::vector<std::string> order;
    m_client->run(greeting, {"k"}, {}, Access::Write, [&](const Result<Value>&) { order.emplace_back("script"); });
    m_client->waitForReplicas(
        "k", 1, 1s, [&](const Result<int>& count) { order.push_back("wait " + std::to_string(count.value_or(-1))); });
    run();
    QCOMPARE(order, (std::vector<std::string>{"script", "wait 1"}));
    QCOMPARE(m_servers->takeCommands().back(), (Command{"WAIT", "1", "1000"}));
}

void ClientTest::countsTheTraffic()
{
    m_settings.traffic = std::make_shared<Traffic>();
    connect();
    const auto answer = send({"ECHO", "a"});
    const auto kept = m_client->subscribe(
        "c", [](const Message&) {}, [] {});
    run();
    m_servers->send({"message", "c", "1"});
    run();
    QCOMPARE(m_settings.traffic->requests.load(), 4u); // two PINGs, ECHO and SUBSCRIBE
    QCOMPARE(m_settings.traffic->messages.load(), 1u);
}

} // namespace lockscope::redis::clientTest

LOCKSCOPE_TEST(lockscope::redis::clientTest::ClientTest)
#include "ClientTest.moc"
