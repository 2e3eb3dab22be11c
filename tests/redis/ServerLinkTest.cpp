// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// One server's connections: made again when they are lost, and checked before they are used.

#include "tests/redis/LinkWorld.h"
#include "tests/support/Answer.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::redis::serverLinkTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

using State = ServerLink::State;

namespace {

const Error over{ErrorCode::Closed, {}, {}, {}};

} // namespace

class ServerLinkTest final : public LinkWorld {
    Q_OBJECT
private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { end(); }
    void isConnectedAfterTheProbe();
    void sendsCredentialsBeforeTheProbe();
    void pausesBetweenAttempts();
    void reconnectsAtOnce();
    void pausesAfterAShortConnection();
    void waitsWhileTheServerLoads();
    void waitsWhileTheServerIsFull();
    void ownProbeRefuses();
    void authenticationIsFinal();
    void failsRequestsWithoutConnection();
    void failsOpenRequestsOnLoss();
    void pingsWhenIdle();
    void doesNotPingWhenBusy();
    void noticesADeadServer();
    void reconnectsOnDemand();
    void redirectedRequestsWait();
    void redirectedRequestsWaitNotForever();
    void askingGoesFirst();
    void closesWithWaitingRequests();
    void isClosedByAReply();
    void isDestroyedByItsHandler();
};

void ServerLinkTest::isConnectedAfterTheProbe()
{
    m_servers->pause(true); // accepts the connection, as the system does for a stopped process
    start();
    QVERIFY(!m_link->isConnected());
    QCOMPARE(m_link->connections(), 0u);
    QCOMPARE(m_changes, 0);
    m_servers->pause(false);
    m_executor->advance(10s);
    QVERIFY(m_link->isConnected());
    QCOMPARE(m_link->connections(), 1u);
    QCOMPARE(m_link->error(), Error());
    QVERIFY(m_link->lastContact() >= m_link->connectedAt());
}

void ServerLinkTest::sendsCredentialsBeforeTheProbe()
{
    m_settings.target = parseTarget("redis://app@cache1/2").value();
    m_settings.password = "secret";
    m_settings.clientName = "me";
    start();
    QVERIFY(m_link->isConnected());
    const auto commands = m_servers->network()[0].commands();
    QCOMPARE(commands.size(), std::size_t(4));
    QCOMPARE(commands[0], (Command{"AUTH", "app", "secret"}));
    QCOMPARE(commands.back(), (Command{"PING"}));
}

void ServerLinkTest::pausesBetweenAttempts()
{
    m_servers->refuse(true);
    start();
    m_executor->advance(20s);
    const auto& attempts = m_servers->attempts();
    QVERIFY(attempts.size() > 9);
    Duration longest = 50ms;
    for (std::size_t i = 1; i < attempts.size(); ++i) {
        const auto pause = attempts[i] - attempts[i - 1];
        QVERIFY(pause >= longest / 2);
        QVERIFY(pause <= longest);
        longest = std::min<Duration>(longest * 2, 2s);
    }
    QCOMPARE(longest, Duration(2s));
    QCOMPARE(printed(toString(m_link->error().code)), "NoConnection");
    QCOMPARE(printed(m_link->error().detail), "connection refused");
    QVERIFY(m_link->state() == State::Connecting);
}

void ServerLinkTest::reconnectsAtOnce()
{
    start();
    for (int round = 1; round <= 3; ++round) {
        m_executor->advance(1s);
        m_servers->disconnect();
        m_executor->runUntilIdle();
        QVERIFY(m_link->isConnected());
        QCOMPARE(m_servers->attempts().size(), std::size_t(round + 1));
        QCOMPARE(m_servers->attempts().back(), m_clock.now());
    }
    QCOMPARE(m_link->connections(), 4u);
    QCOMPARE(m_changes, 7); // connected, and lost and connected each time
}

void ServerLinkTest::pausesAfterAShortConnection()
{
    start();
    m_executor->advance(1s);
    m_servers->disconnect();
    m_executor->runUntilIdle();
    QVERIFY(m_link->isConnected());
    m_servers->disconnect(); // such as by an administrator's rule
    m_executor->runUntilIdle();
    QVERIFY(!m_link->isConnected());
    m_executor->advance(50ms);
    QVERIFY(m_link->isConnected());
}

void ServerLinkTest::waitsWhileTheServerLoads()
{
    m_servers->on("PING", Value::error("LOADING Redis is loading the dataset in memory"));
    start();
    QVERIFY(!m_link->isConnected());
    QCOMPARE(printed(m_link->error().detail), "cache1:6379 is loading its data");
    m_servers->forget("PING");
    m_executor->advance(2s);
    QVERIFY(m_link->isConnected());
}

void ServerLinkTest::waitsWhileTheServerIsFull()
{
    m_servers->on("PING", Value::error("ERR max number of clients reached"));
    start();
    QVERIFY(!m_link->isConnected());
    QVERIFY(m_link->state() == State::Connecting);
    m_servers->on("PING", Value::error("NOPERM this user has no permissions to run the 'ping' command"));
    m_executor->advance(2s);
    QVERIFY(m_link->isConnected());
}

void ServerLinkTest::ownProbeRefuses()
{
    bool isMaster = false;
    const Error replica{ErrorCode::NoConnection, {}, {}, "a replica"};
    start({{"ROLE"}, [&](const Value& reply) {
               return reply.isStatus("OK") && isMaster ? std::nullopt : std::optional(replica);
           }});
    QCOMPARE(m_servers->takeCommands(), (std::vector<Command>{{"ROLE"}}));
    QVERIFY(!m_link->isConnected());
    QCOMPARE(m_link->error(), replica);
    isMaster = true;
    m_executor->advance(1s);
    QVERIFY(m_link->isConnected());
}

void ServerLinkTest::authenticationIsFinal()
{
    m_servers->on("PING", Value::error("NOAUTH Authentication required."));
    start();
    QVERIFY(m_link->state() == State::AuthFailed);
    QCOMPARE(printed(m_link->error().detail), "NOAUTH Authentication required.");
    Answer<Value> answer;
    m_link->send({"GET", "a"}, answer.reply());
    Answer<Value> redirected;
    m_link->sendRedirected({"GET", "a"}, false, redirected.reply());
    m_executor->advance(1h);
    QVERIFY(answer.failedWith(ErrorCode::AuthFailed));
    QVERIFY(redirected.failedWith(ErrorCode::AuthFailed));
    QCOMPARE(m_servers->attempts().size(), std::size_t(1));
}

void ServerLinkTest::failsRequestsWithoutConnection()
{
    make();
    Answer<Value> answer;
    m_link->send({"GET", "a"}, answer.reply());
    QVERIFY(!answer.arrived());
    m_executor->runUntilIdle();
    QVERIFY(answer.failedWith(ErrorCode::NoConnection));
    QVERIFY(m_servers->takeCommands().empty());
}

void ServerLinkTest::failsOpenRequestsOnLoss()
{
    start();
    m_servers->pause(true);
    Answer<Value> open;
    Answer<Value> during;
    m_link->send({"GET", "a"}, [&](Result<Value> result) {
        open.reply()(std::move(result));
        m_link->send({"GET", "b"}, during.reply());
    });
    m_executor->runUntilIdle();
    m_servers->pause(false);
    m_servers->disconnect();
    m_executor->runUntilIdle();
    QVERIFY(open.failedWith(ErrorCode::ConnectionLoss));
    QVERIFY(during.failedWith(ErrorCode::NoConnection));
}

void ServerLinkTest::pingsWhenIdle()
{
    start();
    QCOMPARE(m_servers->pings(), std::size_t(1));
    m_executor->advance(m_settings.lostAfter);
    QCOMPARE(m_servers->pings(), std::size_t(4)); // three thirds
    QVERIFY(m_clock.now() - m_link->lastContact() <= m_settings.lostAfter / 3);
}

void ServerLinkTest::doesNotPingWhenBusy()
{
    start();
    for (int i = 0; i < 40; ++i) {
        m_link->send({"ECHO", "a"}, [](const Result<Value>&) {});
        m_executor->advance(m_settings.lostAfter / 4);
    }
    QCOMPARE(m_servers->pings(), std::size_t(1));
}

void ServerLinkTest::noticesADeadServer()
{
    start();
    m_servers->pause(true);
    m_executor->advance(m_settings.lostAfter / 3 + 3 * m_settings.requestTimeout);
    QVERIFY(!m_link->isConnected());
    m_servers->pause(false);
    m_executor->advance(m_settings.requestTimeout * 4);
    QVERIFY(m_link->isConnected());
}

void ServerLinkTest::reconnectsOnDemand()
{
    start();
    m_link->subscribe(ChannelKind::Plain, "c");
    m_executor->advance(1s);
    m_servers->pause(true);
    Answer<Value> open;
    m_link->send({"GET", "a"}, open.reply());
    m_executor->runUntilIdle();
    m_servers->pause(false);
    m_changes = 0;
    m_link->reconnect({ErrorCode::ConnectionLoss, {}, {}, "it is a replica"});
    QVERIFY(!m_link->isConnected());
    QCOMPARE(m_changes, 0); // not during the call
    m_executor->runUntilIdle();
    QVERIFY(open.failedWith(ErrorCode::ConnectionLoss));
    QCOMPARE(m_link->connections(), 2u);
    QCOMPARE(m_changes, 2);
    QCOMPARE(m_confirmed, (std::vector<std::string>{"c", "c"}));
}

void ServerLinkTest::redirectedRequestsWait()
{
    make();
    m_link->start();
    std::vector<std::string> replies;
    for (const auto* word : {"1", "2"}) {
        m_link->sendRedirected({"ECHO", word}, false,
                               [&](const Result<Value>& reply) { replies.push_back(reply->text()); });
    }
    m_executor->runUntilIdle();
    QCOMPARE(replies, (std::vector<std::string>{"1", "2"}));
}

void ServerLinkTest::redirectedRequestsWaitNotForever()
{
    m_servers->refuse(true);
    start();
    Answer<Value> answer;
    m_link->sendRedirected({"GET", "a"}, false, answer.reply());
    m_executor->advance(m_settings.connectTimeout - 1ms);
    QVERIFY(!answer.arrived());
    m_executor->advance(1ms);
    QVERIFY(answer.failedWith(ErrorCode::NoConnection));
    QCOMPARE(printed(answer.result().error().detail), "connection refused");
}

void ServerLinkTest::askingGoesFirst()
{
    start();
    static_cast<void>(m_servers->takeCommands());
    Answer<Value> answer;
    m_link->sendRedirected({"ECHO", "x"}, true, answer.reply());
    m_executor->runUntilIdle();
    QCOMPARE(m_servers->takeCommands(), (std::vector<Command>{{"ASKING"}, {"ECHO", "x"}}));
    QCOMPARE(printed(answer.result()->text()), "x");
}

void ServerLinkTest::closesWithWaitingRequests()
{
    m_servers->refuse(true);
    start();
    Answer<Value> waiting;
    m_link->sendRedirected({"GET", "a"}, false, waiting.reply());
    m_changes = 0;
    m_link->close(over);
    QVERIFY(!waiting.arrived());
    Answer<Value> later;
    m_link->send({"GET", "a"}, later.reply());
    m_executor->advance(1min);
    QVERIFY(waiting.failedWith(ErrorCode::Closed));
    QVERIFY(later.failedWith(ErrorCode::Closed));
    QCOMPARE(m_changes, 0);
    QVERIFY(m_link->state() == State::Closed);
}

void ServerLinkTest::isClosedByAReply()
{
    m_servers->on("PING", Value::error("NOAUTH Authentication required."));
    make();
    m_link->start();
    int replies = 0;
    m_link->sendRedirected({"GET", "a"}, false, [&](const Result<Value>&) {
        ++replies;
        m_link->close(over);
    });
    m_executor->advance(1min);
    QCOMPARE(replies, 1);
    QCOMPARE(m_changes, 0);
    QVERIFY(m_link->state() == State::Closed);
}

void ServerLinkTest::isDestroyedByItsHandler()
{
    Answer<Value> open;
    int calls = 0;
    ServerLink::Handlers handlers;
    handlers.changed = [&] {
        ++calls;
        m_link->send({"GET", "a"}, open.reply());
        m_link.reset();
    };
    m_link = std::make_unique<ServerLink>(LinkContext{*m_executor, *m_transports, m_settings, Log()},
                                          m_settings.target.servers.front(), ServerLink::Probe(), std::move(handlers));
    m_link->start();
    m_executor->advance(1min);
    QCOMPARE(calls, 1);
    QCOMPARE(open.count(), 1);
    QVERIFY(!open.ok());
}

} // namespace lockscope::redis::serverLinkTest

LOCKSCOPE_TEST(lockscope::redis::serverLinkTest::ServerLinkTest)
#include "ServerLinkTest.moc"
