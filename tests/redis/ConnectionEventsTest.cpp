// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/Connection.h"
#include "tests/redis/MemoryTransport.h"
#include "tests/support/ManualExecutor.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::redis::connectionEventsTest {

using namespace std::chrono_literals;
using test::printed;

/// A connection that subscribes. What servers send is in Redis' documentation of pub/sub.
class ConnectionEventsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void reportsMessages();
    void reportsEachConfirmation();
    void matchesPongs();
    void tellsRepliesFromEventsWithoutASubscription();
    void reportsRefusedCommands();
    void keepsTheOrderOfRefusalsAndReplies();
    void isNotConfusedByUnaskedEvents();
    void closesWhenASubscriptionIsNotAnswered();
    void refusesAReplyInPlaceOfAConfirmation();
    void failsAllWhenAMessageIsTooLarge();
    void mayBeDestroyedByAnEvent();

private:
    void open();
    void subscribe(const Command& command) { m_connection->sendSubscription(command); }
    void ping();
    void receive(const char* bytes);
    void receiveWords(const char* words);
    [[nodiscard]] QByteArray takeSeen() { return std::exchange(m_seen, {}).join(", "); }
    [[nodiscard]] test::MemoryLink& link() { return m_network->newest(); }

    std::unique_ptr<test::ManualClock> m_clock;
    std::unique_ptr<test::ManualExecutor> m_executor;
    std::unique_ptr<test::MemoryNetwork> m_network;
    std::unique_ptr<Transports> m_transports;
    std::shared_ptr<Traffic> m_traffic;
    std::unique_ptr<Connection> m_connection;
    Task m_onEvent;
    QByteArrayList m_seen;
};

void ConnectionEventsTest::init()
{
    m_clock = std::make_unique<test::ManualClock>();
    m_executor = std::make_unique<test::ManualExecutor>(*m_clock);
    m_network = std::make_unique<test::MemoryNetwork>(*m_executor);
    m_transports = m_network->transports();
    m_traffic = std::make_shared<Traffic>();
    m_onEvent = nullptr;
    m_seen.clear();
    open();
}

void ConnectionEventsTest::cleanup()
{
    m_connection.reset();
    m_transports.reset();
    m_network.reset();
    m_executor.reset();
}

void ConnectionEventsTest::open()
{
    Connection::Settings settings;
    settings.address = {"cache1", 6379, {}};
    settings.connectTimeout = 3s;
    settings.requestTimeout = 1s;
    settings.largestReply = 1u << 20;
    settings.maxInFlight = 100;
    settings.traffic = m_traffic;
    Connection::Handlers handlers;
    handlers.event = [this](const Value& event) {
        m_seen += printed(toString(event));
        if (m_onEvent)
            m_onEvent();
    };
    handlers.closed = [this](const Error& error) { m_seen += "closed: " + printed(error.detail); };
    handlers.refused = [this](const Command& command, const Value& error) {
        m_seen += "refused " + printed(command) + ": " + printed(error.text());
    };
    m_connection =
        std::make_unique<Connection>(*m_executor, *m_transports, std::move(settings), std::move(handlers), Log());
    m_connection->open();
    link().accept();
    m_executor->runUntilIdle();
    QVERIFY(m_connection->isReady());
}

void ConnectionEventsTest::ping()
{
    m_connection->send({"PING"}, [this](const Result<Value>& reply) {
        m_seen += "PING " + (reply ? printed(toString(*reply)) : printed(reply.error().code));
    });
}

void ConnectionEventsTest::receive(const char* bytes)
{
    link().send(bytes);
    m_executor->runUntilIdle();
}

/// An array of strings, and of a number if the last word is one.
void ConnectionEventsTest::receiveWords(const char* words)
{
    std::vector<Value> items;
    for (const auto& word : QByteArray(words).split(' ')) {
        bool isNumber = false;
        const auto number = word.toLongLong(&isNumber);
        items.push_back(isNumber ? Value::integer(number) : Value::string(word.toStdString()));
    }
    link().reply(Value::array(std::move(items)));
    m_executor->runUntilIdle();
}

void ConnectionEventsTest::reportsMessages()
{
    subscribe({"SUBSCRIBE", "first"});
    receiveWords("subscribe first 1");
    QCOMPARE(takeSeen(), "[\"subscribe\", \"first\", 1]");
    receiveWords("message first Hello");
    receiveWords("pmessage f* first Hello");
    receiveWords("smessage first Hello");
    QCOMPARE(takeSeen(), "[\"message\", \"first\", \"Hello\"], [\"pmessage\", \"f*\", \"first\", \"Hello\"], "
                         "[\"smessage\", \"first\", \"Hello\"]");
    QCOMPARE(m_traffic->messages.load(), std::uint64_t(3));
    QCOMPARE(m_traffic->requests.load(), std::uint64_t(1));
}

void ConnectionEventsTest::reportsEachConfirmation()
{
    const auto sentAt = m_clock->now();
    subscribe({"SUBSCRIBE", "first", "second"});
    m_executor->advance(100ms);
    receiveWords("subscribe first 1");
    receiveWords("message first Hello");
    QVERIFY(m_connection->lastContact() == SteadyTime{});
    receiveWords("subscribe second 2");
    QVERIFY(m_connection->lastContact() == sentAt);
    subscribe({"unsubscribe", "second"});
    subscribe({"PSUBSCRIBE", "x*"});
    subscribe({"SSUBSCRIBE", "y"});
    subscribe({"PUNSUBSCRIBE", "x*"});
    subscribe({"SUNSUBSCRIBE", "y"});
    receiveWords("unsubscribe second 1");
    receiveWords("psubscribe x* 2");
    receiveWords("ssubscribe y 1");
    receiveWords("punsubscribe x* 1");
    receiveWords("sunsubscribe y 0");
    QCOMPARE(m_seen.size(), 8);
    QVERIFY(m_connection->lastContact() == sentAt + 100ms);
    m_executor->advance(1h); // nothing is pending
    QVERIFY(m_connection->isReady());
}

void ConnectionEventsTest::matchesPongs()
{
    subscribe({"SUBSCRIBE", "first"});
    ping();
    receiveWords("subscribe first 1");
    receiveWords("message first Hello");
    receive("*2\r\n$4\r\npong\r\n$0\r\n\r\n");
    QCOMPARE(takeSeen(), "[\"subscribe\", \"first\", 1], [\"message\", \"first\", \"Hello\"], PING [\"pong\", \"\"]");
    subscribe({"UNSUBSCRIBE", "first"});
    ping();
    receiveWords("unsubscribe first 0");
    receive("+PONG\r\n"); // no subscription is left
    QCOMPARE(takeSeen(), "[\"unsubscribe\", \"first\", 0], PING \"PONG\"");
    ping();
    m_executor->advance(1s);
    QCOMPARE(takeSeen(), "PING OperationTimeout");
}

void ConnectionEventsTest::tellsRepliesFromEventsWithoutASubscription()
{
    m_connection->send({"LRANGE", "list", "0", "-1"},
                       [this](const Result<Value>& reply) { m_seen += "reply " + printed(toString(*reply)); });
    receiveWords("message first Hello");
    QCOMPARE(takeSeen(), "reply [\"message\", \"first\", \"Hello\"]");
}

void ConnectionEventsTest::reportsRefusedCommands()
{
    subscribe({"SSUBSCRIBE", "first"});
    receive("-MOVED 11691 10.0.0.2:6379\r\n");
    QCOMPARE(takeSeen(), "refused SSUBSCRIBE first: MOVED 11691 10.0.0.2:6379");
    QVERIFY(m_connection->isReady());
}

void ConnectionEventsTest::keepsTheOrderOfRefusalsAndReplies()
{
    subscribe({"SUBSCRIBE", "first"});
    ping();
    subscribe({"SUBSCRIBE", "second"});
    receive("-NOPERM No permissions to access a channel\r\n+PONG\r\n*3\r\n$9\r\nsubscribe\r\n$6\r\nsecond\r\n:1\r\n");
    QCOMPARE(takeSeen(), "refused SUBSCRIBE first: NOPERM No permissions to access a channel, PING \"PONG\", "
                         "[\"subscribe\", \"second\", 1]");
}

/// A cluster that moves a slot ends the subscriptions to its channels by sunsubscribe.
void ConnectionEventsTest::isNotConfusedByUnaskedEvents()
{
    subscribe({"SSUBSCRIBE", "first"});
    receiveWords("ssubscribe first 1");
    subscribe({"SSUBSCRIBE", "second"});
    ping();
    receiveWords("sunsubscribe first 0");
    receive("-MOVED 1 10.0.0.2:6379\r\n+PONG\r\n");
    QCOMPARE(takeSeen(), "[\"ssubscribe\", \"first\", 1], [\"sunsubscribe\", \"first\", 0], "
                         "refused SSUBSCRIBE second: MOVED 1 10.0.0.2:6379, PING \"PONG\"");
}

void ConnectionEventsTest::closesWhenASubscriptionIsNotAnswered()
{
    subscribe({"SUBSCRIBE", "first", "second"});
    m_executor->advance(2s);
    receiveWords("subscribe first 1");
    m_executor->advance(2999ms);
    QVERIFY(m_connection->isReady());
    m_executor->advance(1ms);
    QCOMPARE(takeSeen(), "[\"subscribe\", \"first\", 1], closed: the server has sent nothing for 3.0 s");
}

void ConnectionEventsTest::refusesAReplyInPlaceOfAConfirmation()
{
    subscribe({"SUBSCRIBE", "first"});
    receive("+OK\r\n");
    QCOMPARE(takeSeen(), "closed: the server did not confirm a subscription");
}

/// It is not the reply to the oldest request.
void ConnectionEventsTest::failsAllWhenAMessageIsTooLarge()
{
    subscribe({"SUBSCRIBE", "first"});
    receiveWords("subscribe first 1");
    ping();
    m_seen.clear();
    receive("*3\r\n$7\r\nmessage\r\n$5\r\nfirst\r\n$1000000000\r\n");
    const auto seen = takeSeen();
    QVERIFY2(seen.startsWith("PING ConnectionLoss, closed: a reply of the server is larger"), seen.constData());
}

void ConnectionEventsTest::mayBeDestroyedByAnEvent()
{
    subscribe({"SUBSCRIBE", "first"});
    ping();
    m_onEvent = [this] { m_connection.reset(); };
    receive("*3\r\n$9\r\nsubscribe\r\n$5\r\nfirst\r\n:1\r\n+PONG\r\n");
    QCOMPARE(takeSeen(), "[\"subscribe\", \"first\", 1], PING Closed");
}

} // namespace lockscope::redis::connectionEventsTest

LOCKSCOPE_TEST(lockscope::redis::connectionEventsTest::ConnectionEventsTest)
#include "ConnectionEventsTest.moc"
