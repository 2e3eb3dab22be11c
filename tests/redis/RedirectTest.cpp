// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Requests of a client in a cluster whose slots move: MOVED, ASK and TRYAGAIN, and what the client makes of them.

#include "core/redis/Client.h"
#include "core/redis/topology/Slots.h"
#include "tests/redis/ScriptedServers.h"
#include "tests/support/Answer.h"
#include "tests/support/ManualExecutor.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::redis::redirectTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

using Commands = std::vector<Command>;

// Slots 5061 and 12182: on the first and on the second master.
const std::string firstKey = "bar";
const std::string secondKey = "foo";
const std::string movedFoo = "MOVED 12182 cache:3";
const std::string askFoo = "ASK 12182 cache:3";

const Script greeting("greet", "return 'hello'");
const Script farewell("part", "return 'bye'");

Value slotRange(int first, int last, std::uint16_t port)
{
    return Value::array(
        {Value::integer(first), Value::integer(last),
         Value::array({Value::string("cache"), Value::integer(port), Value::string("id" + std::to_string(port))})});
}

} // namespace

/// Three masters: port 1 has the lower half of the slots, port 2 the upper half, and port 3 none.
class RedirectTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void sendsToTheMasterOfTheKey();
    void followsMoved();
    void keepsTheOrderOfMovedRequests();
    void followsAskForOneRequest();
    void evaluatesAfterAsking();
    void knowsItsScriptsAfterAsking();
    void waitsForReplicasWhereTheScriptRan();
    void waitsForReplicasNotForever();
    void triesAgain();
    void redirectsCountForEachTry();
    void triesAgainNotForever();
    void givesUpAfterFiveRedirects();
    void targetIsUnreachable();
    void closesDuringTheRetry();
    void retriesClusterDownLater();
    void oneLostMasterSuspends();

private:
    void replyLayout(std::uint16_t upperHalf);
    [[nodiscard]] Answer<Value> send(const std::string& key, Command command)
    {
        Answer<Value> answer;
        m_client->send(key, std::move(command), Access::Write, answer.reply());
        return answer;
    }
    void run() { m_executor->runUntilIdle(); }
    /// Those that the test has sent, without the topology's own.
    [[nodiscard]] Commands commandsAt(std::uint16_t port);
    [[nodiscard]] MemoryLink* linkTo(std::uint16_t port);

    ManualClock m_clock;
    std::unique_ptr<ManualExecutor> m_executor;
    std::unique_ptr<ScriptedServers> m_servers;
    std::unique_ptr<Client> m_client;
};

void RedirectTest::init()
{
    m_executor = std::make_unique<ManualExecutor>(m_clock);
    m_servers = std::make_unique<ScriptedServers>(*m_executor);
    replyLayout(2);
    m_servers->on("PUBSUB", Value::error("ERR Unknown PUBSUB subcommand or wrong number of arguments"));
    m_servers->on("COMMAND", Value::array({Value()}));
    ClientSettings settings;
    settings.target = parseTarget("redis+cluster://cache:1,cache:2").value();
    m_client = std::make_unique<Client>(settings, *m_executor, Log(), m_servers->transports());
    m_executor->advance(1s);
    QCOMPARE(printed(m_client->status().state), "Connected");
    QCOMPARE(slotOf(firstKey), 5061);
    QCOMPARE(slotOf(secondKey), 12182);
    for (const int port : {1, 2, 3})
        static_cast<void>(commandsAt(static_cast<std::uint16_t>(port)));
}

void RedirectTest::cleanup()
{
    m_client.reset();
    run();
    m_executor.reset();
    m_servers.reset();
}

void RedirectTest::replyLayout(std::uint16_t upperHalf)
{
    m_servers->on("CLUSTER", [upperHalf](MemoryLink&, const Command& command) {
        if (command.at(1) == "SLOTS")
            return std::optional(Value::array({slotRange(0, 8191, 1), slotRange(8192, 16383, upperHalf)}));
        if (command.at(1) == "INFO")
            return std::optional(Value::string("cluster_state:ok\r\n"));
        std::string nodes;
        for (const std::uint16_t port : {std::uint16_t(1), upperHalf}) {
            const auto number = std::to_string(port);
            nodes += "id" + number + " cache:" + number + "@1000" + number + " master - 0 0 " + number + " connected\n";
        }
        return std::optional(Value::string(nodes));
    });
}

Commands RedirectTest::commandsAt(std::uint16_t port)
{
    Commands all;
    for (std::size_t i = 0; i < m_servers->network().size(); ++i) {
        auto& link = m_servers->network()[i];
        if (link.address.port != port)
            continue;
        for (auto& command : link.commands()) {
            const auto& name = command.front();
            if (name != "PING" && name != "CLUSTER" && name != "PUBSUB" && name != "COMMAND")
                all.push_back(std::move(command));
        }
    }
    return all;
}

MemoryLink* RedirectTest::linkTo(std::uint16_t port)
{
    for (auto* link : m_servers->links(false)) {
        if (link->address.port == port)
            return link;
    }
    return nullptr;
}

void RedirectTest::sendsToTheMasterOfTheKey()
{
    const auto first = send(firstKey, {"SET", firstKey, "1"});
    const auto second = send(secondKey, {"SET", secondKey, "2"});
    const auto any = send("", {"ECHO", "3"});
    run();
    QVERIFY(first.ok() && second.ok() && any.ok());
    const auto atFirst = commandsAt(1);
    QVERIFY(std::find(atFirst.begin(), atFirst.end(), Command{"SET", firstKey, "1"}) != atFirst.end());
    const auto atSecond = commandsAt(2);
    QVERIFY(std::find(atSecond.begin(), atSecond.end(), Command{"SET", secondKey, "2"}) != atSecond.end());
    QCOMPARE(atFirst.size() + atSecond.size(), std::size_t(3));
    QCOMPARE(m_client->status().generation, 2u);
}

void RedirectTest::followsMoved()
{
    m_servers->on("SET", Value::error(movedFoo), 2);
    replyLayout(3);
    const auto answer = send(secondKey, {"SET", secondKey, "1"});
    m_executor->advance(1s);
    QVERIFY_RESULT(answer.result());
    QVERIFY(answer.result()->isStatus("OK"));
    QCOMPARE(commandsAt(3), (Commands{{"SET", secondKey, "1"}}));
    const auto next = send(secondKey, {"SET", secondKey, "2"});
    run();
    QVERIFY(next.ok());
    QCOMPARE(commandsAt(3), (Commands{{"SET", secondKey, "2"}}));
    QCOMPARE(commandsAt(2).size(), std::size_t(1));
}

void RedirectTest::keepsTheOrderOfMovedRequests()
{
    m_servers->on("SET", Value::error(movedFoo), 2);
    replyLayout(3);
    std::vector<std::string> replies;
    for (const auto* value : {"1", "2", "3"}) {
        m_client->send(secondKey, {"SET", secondKey, value}, Access::Write,
                       [&, value](const Result<Value>&) { replies.emplace_back(value); });
    }
    m_executor->advance(1s);
    QCOMPARE(commandsAt(3), (Commands{{"SET", secondKey, "1"}, {"SET", secondKey, "2"}, {"SET", secondKey, "3"}}));
    QCOMPARE(replies, (std::vector<std::string>{"1", "2", "3"}));
}

void RedirectTest::followsAskForOneRequest()
{
    m_servers->on("GET", Value::error(askFoo), 2);
    const auto answer = send(secondKey, {"GET", secondKey});
    run();
    QVERIFY(answer.ok());
    QCOMPARE(commandsAt(3), (Commands{{"ASKING"}, {"GET", secondKey}}));
    m_servers->forget("GET", 2);
    const auto next = send(secondKey, {"GET", secondKey});
    run();
    QVERIFY(next.ok());
    QVERIFY(commandsAt(3).empty());
}

void RedirectTest::evaluatesAfterAsking()
{
    m_servers->on("EVALSHA", Value::error(askFoo), 2);
    m_servers->on("EVALSHA", Value::error("NOSCRIPT No matching script. Please use EVAL."), 3);
    m_servers->on("EVAL", Value::string("hello"), 3);
    Answer<Value> answer;
    m_client->run(greeting, {secondKey}, {}, Access::Write, answer.reply());
    run();
    QVERIFY_RESULT(answer.result());
    QCOMPARE(printed(answer.result()->text()), "hello");
    QCOMPARE(commandsAt(3), (Commands{{"ASKING"},
                                      {"EVALSHA", greeting.sha1(), "1", secondKey},
                                      {"ASKING"},
                                      {"EVAL", "return 'hello'", "1", secondKey}}));
}

/// The server has never had the script that it lacks: of the others it has lost none, so nothing waits for them.
void RedirectTest::knowsItsScriptsAfterAsking()
{
    m_servers->on("EVALSHA", Value::error("ASK 12182 cache:1"), 2);
    m_servers->on(
        "EVALSHA",
        [](MemoryLink&, const Command& command) {
            return std::optional(command[1] == farewell.sha1() ? Value::integer(1)
                                                               : Value::error("NOSCRIPT No matching script."));
        },
        1);
    Answer<Value> known;
    m_client->run(farewell, {firstKey}, {}, Access::Write, known.reply());
    run();
    QVERIFY(known.ok());
    Answer<Value> asked;
    m_client->run(greeting, {secondKey}, {}, Access::Write, asked.reply());
    run();
    QVERIFY(asked.ok());
    static_cast<void>(commandsAt(1));
    m_servers->pause(true);
    Answer<Value> again;
    m_client->run(farewell, {firstKey}, {}, Access::Write, again.reply());
    const auto behind = send(firstKey, {"GET", firstKey});
    run();
    QCOMPARE(commandsAt(1), (Commands{{"EVALSHA", farewell.sha1(), "1", firstKey}, {"GET", firstKey}}));
    QVERIFY(!again.arrived() && !behind.arrived());
}

void RedirectTest::waitsForReplicasWhereTheScriptRan()
{
    m_servers->on("EVALSHA", Value::error(askFoo), 2);
    m_servers->on("WAIT", Value::integer(9), 2);
    m_servers->on("WAIT", Value::integer(1), 3);
    Answer<Value> script;
    Answer<int> wait;
    m_client->run(greeting, {secondKey}, {}, Access::Write, script.reply());
    m_client->waitForReplicas(secondKey, 1, 1s, wait.reply());
    run();
    QVERIFY(script.ok());
    QVERIFY_RESULT(wait.result());
    QCOMPARE(*wait.result(), 1);
}

void RedirectTest::waitsForReplicasNotForever()
{
    // During each WAIT on the first master a request is redirected on the second one.
    int waits = 0;
    m_servers->on("SET", Value::error(askFoo), 2);
    m_servers->on("WAIT", [&](MemoryLink& link, const Command&) {
        ++waits;
        m_client->send(secondKey, {"SET", secondKey, "1"}, Access::Write, [&link, this](const Result<Value>&) {
            m_clock.advance(500ms);
            link.reply(Value::integer(1));
        });
        return std::optional<Value>();
    });
    Answer<int> wait;
    m_client->waitForReplicas(firstKey, 1, 1s, wait.reply());
    run();
    QVERIFY(wait.failedWith(ErrorCode::OperationTimeout));
    QVERIFY(waits > 1);
}

void RedirectTest::triesAgain()
{
    int tries = 0;
    m_servers->on("MSET", [&](MemoryLink&, const Command&) {
        return std::optional(++tries < 3 ? Value::error("TRYAGAIN Multiple keys request during rehashing of slot")
                                         : Value::status("OK"));
    });
    const auto answer = send(secondKey, {"MSET", "{foo}a", "1", "{foo}b", "2"});
    run();
    QVERIFY(!answer.arrived());
    m_executor->advance(1s);
    QVERIFY(answer.ok());
    QCOMPARE(tries, 3);
}

void RedirectTest::redirectsCountForEachTry()
{
    // Four tries with two redirections each.
    int tries = 0;
    m_servers->on("MSET", Value::error("ASK 12182 cache:3"), 2);
    m_servers->on("MSET", Value::error("ASK 12182 cache:1"), 3);
    m_servers->on(
        "MSET",
        [&](MemoryLink&, const Command&) {
            return std::optional(++tries < 4 ? Value::error("TRYAGAIN Multiple keys request during rehashing of slot")
                                             : Value::status("OK"));
        },
        1);
    const auto answer = send(secondKey, {"MSET", "{foo}a", "1", "{foo}b", "2"});
    m_executor->advance(2s);
    QVERIFY(answer.ok());
    QCOMPARE(tries, 4);
}

void RedirectTest::triesAgainNotForever()
{
    m_servers->on("MSET", Value::error("TRYAGAIN Multiple keys request during rehashing of slot"));
    const auto answer = send(secondKey, {"MSET", "{foo}a", "1", "{foo}b", "2"});
    m_executor->advance(1min);
    QVERIFY(answer.failedWith(ErrorCode::Throttled));
    QVERIFY(isRetryable(answer.result().error()));
    QCOMPARE(commandsAt(2).size(), std::size_t(6));
}

void RedirectTest::givesUpAfterFiveRedirects()
{
    // Two servers that name each other, with a wrong view each.
    m_servers->on("SET", Value::error("MOVED 12182 cache:3"), 2);
    m_servers->on("SET", Value::error("MOVED 12182 cache:2"), 3);
    const auto answer = send(secondKey, {"SET", secondKey, "1"});
    m_executor->advance(1s);
    QVERIFY(answer.failedWith(ErrorCode::Throttled));
    QVERIFY(isRetryable(answer.result().error()));
    QCOMPARE(commandsAt(2).size() + commandsAt(3).size(), std::size_t(6));
}

void RedirectTest::targetIsUnreachable()
{
    m_servers->on("SET", Value::error(movedFoo), 2);
    m_servers->refuse(true);
    const auto answer = send(secondKey, {"SET", secondKey, "1"});
    run();
    QVERIFY(!answer.arrived());
    m_executor->advance(10s);
    QVERIFY(answer.failedWith(ErrorCode::NoConnection));
}

void RedirectTest::closesDuringTheRetry()
{
    m_servers->on("MSET", Value::error("TRYAGAIN Multiple keys request during rehashing of slot"));
    std::vector<std::string> order;
    m_client->send(secondKey, {"MSET", "{foo}a", "1", "{foo}b", "2"}, Access::Write,
                   [&](const Result<Value>& reply) { order.emplace_back(toString(reply.error().code)); });
    m_client->waitForReplicas(secondKey, 1, 1s,
                              [&](const Result<int>& reply) { order.emplace_back(toString(reply.error().code)); });
    m_servers->on("WAIT", Value::integer(1));
    run();
    QVERIFY(order.empty());
    m_client->close([&] { order.emplace_back("closed"); });
    QVERIFY(order.empty());
    run();
    QCOMPARE(order, (std::vector<std::string>{"Closed", "Closed", "closed"}));
}

void RedirectTest::retriesClusterDownLater()
{
    m_servers->on("GET", Value::error("CLUSTERDOWN The cluster is down"));
    const auto answer = send(secondKey, {"GET", secondKey});
    run();
    QVERIFY(answer.arrived() && !answer.ok());
    QVERIFY(isRetryable(answer.result().error()));
    QVERIFY(!isOutcomeUnknown(answer.result().error()));
}

void RedirectTest::oneLostMasterSuspends()
{
    std::vector<std::string> seen;
    const auto observed = m_client->onStatus(
        [&](const Status& status) { seen.push_back(std::string(toString(status.state)) + ' ' + status.server); });
    m_servers->refuse(true);
    linkTo(2)->end({ErrorCode::ConnectionLoss, {}, {}, "connection reset by peer"});
    run();
    QCOMPARE(seen, (std::vector<std::string>{"Suspended cache:2"}));
    const auto first = send(firstKey, {"GET", firstKey});
    const auto second = send(secondKey, {"GET", secondKey});
    run();
    QVERIFY(first.ok());
    QVERIFY(second.failedWith(ErrorCode::NoConnection));
    m_servers->refuse(false);
    m_executor->advance(10s);
    QCOMPARE(printed(m_client->status().state), "Connected");
    QCOMPARE(m_client->status().generation, 3u);
}

} // namespace lockscope::redis::redirectTest

LOCKSCOPE_TEST(lockscope::redis::redirectTest::RedirectTest)
#include "RedirectTest.moc"
