// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The client when its real server is killed, is paused or closes connections, and when the client ends first.

#include "tests/redis/LiveClient.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <atomic>
#include <thread>

namespace lockscope::clientFaultsTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

using redis::Access;
using redis::Client;
using redis::ClientSettings;
using redis::Script;
using redis::Value;

namespace {

/// Short limits, for tests that wait for them.
ClientSettings impatient()
{
    ClientSettings settings;
    settings.requestTimeout = 500ms;
    settings.lostAfter = 3s;
    return settings;
}

} // namespace

class ClientFaultsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_servers.reset(); }
    void init();
    void killAndRestart();
    void pausedServer();
    void pausedServerIsLost();
    void killedConnections();
    void subscriptionsAfterReconnect();
    void closesWithOpenRequests();
    void isDestroyedOnAnotherThread();
    void isDestroyedWhileItConnects();
    void loopStopsFirst();

private:
    std::unique_ptr<RedisServers> m_servers;
};

void ClientFaultsTest::initTestCase()
{
    m_servers = std::make_unique<RedisServers>();
    QVERIFY_RESULT(m_servers->start());
}

void ClientFaultsTest::init()
{
    QCOMPARE(m_servers->command({"FLUSHALL"}), QByteArray("OK"));
}

void ClientFaultsTest::killAndRestart()
{
    LiveClient client(m_servers->target());
    QTRY_VERIFY(client.isConnected());
    // The killed server has not answered it: BLPOP waits for an element.
    BlockingAnswer<Value> open;
    client.loop().post([&] { client.client().send("q", {"BLPOP", "q", "0"}, Access::Write, open.reply()); });
    QTRY_COMPARE(m_servers->info("blocked_clients"), "1");
    QVERIFY_RESULT(m_servers->killServer());
    const auto lost = open.get();
    QVERIFY(!lost);
    QCOMPARE(printed(lost.error().code), "ConnectionLoss");
    QTRY_COMPARE(printed(client.status().state), "Suspended");
    QTRY_COMPARE(client.text("k", {"GET", "k"}), "NoConnection");
    QTRY_VERIFY(client.status().detail.find("refused") != std::string::npos);
    QVERIFY_RESULT(m_servers->startServer());
    QTRY_VERIFY(client.isConnected());
    QCOMPARE(client.status().generation, 2u);
    QCOMPARE(client.text("k", {"SET", "k", "v"}), "OK");
    // The new process has no scripts.
    BlockingAnswer<Value> script;
    client.loop().post(
        [&] { client.client().run(Script("one", "return 1"), {"n"}, {}, Access::Read, script.reply()); });
    QCOMPARE(script.get()->number(), 1);
}

void ClientFaultsTest::pausedServer()
{
    auto settings = impatient();
    settings.requestTimeout = 2s;
    LiveClient client(m_servers->target(), settings);
    QTRY_VERIFY(client.isConnected());
    QVERIFY_RESULT(m_servers->pauseServer());
    // The first two time out; the server executes all of them when it goes on.
    QCOMPARE(client.text("k", {"SET", "k", "late"}), "OperationTimeout");
    std::atomic<int> calls = 0;
    BlockingAnswer<Value> next;
    client.loop().post([&] {
        client.client().send("k", {"APPEND", "k", "r"}, Access::Write, [&](const Result<Value>&) { ++calls; });
        client.client().send("k", {"GET", "k"}, Access::Read, next.reply());
    });
    m_servers->resumeServer();
    const auto value = next.get();
    QVERIFY_RESULT(value);
    QCOMPARE(printed(value->text()), "later"); // not the discarded reply of the first request
    QCOMPARE(calls.load(), 1);
    QCOMPARE(client.status().generation, 1u);
    QVERIFY(client.isConnected());
}

void ClientFaultsTest::pausedServerIsLost()
{
    LiveClient client(m_servers->target(), impatient());
    QTRY_VERIFY(client.isConnected());
    LiveChannel channel(client, "c");
    QTRY_COMPARE(channel.confirmed(), 1);
    QVERIFY_RESULT(m_servers->pauseServer());
    QTRY_COMPARE(printed(client.status().state), "Lost");
    m_servers->resumeServer();
    QTRY_VERIFY(client.isConnected());
    QTRY_COMPARE(channel.confirmed(), 2);
    std::vector<QByteArray> states;
    for (const auto& status : client.seen())
        states.push_back(printed(status.state));
    const std::vector<QByteArray> expected{"Suspended", "Lost", "Connected"};
    QVERIFY(states.size() >= expected.size());
    QCOMPARE(std::vector(states.end() - 3, states.end()), expected);
}

void ClientFaultsTest::killedConnections()
{
    LiveClient client(m_servers->target());
    QTRY_VERIFY(client.isConnected());
    LiveChannel channel(client, "c");
    QTRY_COMPARE(channel.confirmed(), 1);
    m_servers->command({"CLIENT", "KILL", "TYPE", "pubsub"});
    QTRY_COMPARE(channel.confirmed(), 2);
    QCOMPARE(client.status().generation, 1u);
    m_servers->command({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
    QTRY_COMPARE(client.status().generation, std::uint64_t(2));
    QTRY_VERIFY(client.isConnected());
    QCOMPARE(client.text("k", {"SET", "k", "v"}), "OK");
}

void ClientFaultsTest::subscriptionsAfterReconnect()
{
    LiveClient client(m_servers->target());
    QTRY_VERIFY(client.isConnected());
    LiveChannel channel(client, "c");
    QTRY_COMPARE(channel.confirmed(), 1);
    QVERIFY_RESULT(m_servers->killServer());
    QTRY_COMPARE(printed(client.status().state), "Suspended");
    LiveChannel during(client, "d"); // without a connection
    QVERIFY_RESULT(m_servers->startServer());
    QTRY_COMPARE(channel.confirmed(), 2);
    QTRY_COMPARE(during.confirmed(), 1);
    QCOMPARE(m_servers->command({"PUBLISH", "c", "hello"}), QVariant(1LL));
    QCOMPARE(m_servers->command({"PUBLISH", "d", "hello"}), QVariant(1LL));
    QTRY_VERIFY(channel.has("hello") && during.has("hello"));
}

void ClientFaultsTest::closesWithOpenRequests()
{
    LiveClient client(m_servers->target());
    QTRY_VERIFY(client.isConnected());
    std::vector<QByteArray> order; // on the loop
    BlockingAnswer<Value> closed;
    client.loop().post([&] {
        for (int i = 0; i < 3; ++i) {
            client.client().send("q", {"BLPOP", "q", "0"}, Access::Write, [&](const Result<Value>& reply) {
                order.push_back(reply ? QByteArray("replied") : printed(reply.error().code));
            });
        }
    });
    QTRY_COMPARE(m_servers->info("blocked_clients"), "1");
    client.loop().post([&] {
        client.client().close([&] {
            order.push_back("closed");
            closed.reply()(Value());
        });
    });
    QVERIFY_RESULT(closed.get());
    QCOMPARE(order, (std::vector<QByteArray>{"Closed", "Closed", "Closed", "closed"}));
    QCOMPARE(printed(client.status().state), "Closed");
    QTRY_COMPARE(m_servers->info("blocked_clients"), "0"); // the connection has ended
}

void ClientFaultsTest::isDestroyedOnAnotherThread()
{
    EventLoop loop;
    ClientSettings settings;
    settings.target = redis::parseTarget(m_servers->target().toStdString()).value();
    for (int round = 0; round < 20; ++round) {
        auto client = std::make_unique<Client>(settings, loop, Log());
        std::shared_ptr<Client> share;
        std::atomic<int> calls = 0;
        std::atomic<int> reported = 0;
        Subscription observed;
        loop.runAndWait([&] {
            share = client->share();
            observed = share->onStatus(
                [&](const redis::Status& status) { reported += status.state == SessionState::Closed ? 1 : 0; });
        });
        const auto isConnected = [&] {
            bool connected = false;
            loop.runAndWait([&] { connected = client->status().state == SessionState::Connected; });
            return connected;
        };
        QTRY_VERIFY(isConnected());
        loop.post([&] {
            for (int i = 0; i < 50; ++i)
                share->send("k", {"INCR", "k"}, Access::Write, [&](const Result<Value>&) { ++calls; });
        });
        std::thread([&] { client.reset(); }).join();
        QTRY_COMPARE(reported.load(), 1);
        QCOMPARE(calls.load(), 50);
        BlockingAnswer<Value> late;
        loop.post([&] { share->send("k", {"GET", "k"}, Access::Read, late.reply()); });
        QCOMPARE(printed(late.get().error().code), "Closed");
        loop.runAndWait([&] {
            observed.reset();
            share.reset();
        });
    }
    // No connection is left. One is the fixture's own.
    QTRY_COMPARE(m_servers->info("connected_clients"), "1");
}

void ClientFaultsTest::isDestroyedWhileItConnects()
{
    EventLoop loop;
    ClientSettings settings;
    settings.target = redis::parseTarget(m_servers->target().toStdString()).value();
    for (int round = 0; round < 50; ++round) {
        auto client = std::make_unique<Client>(settings, loop, Log());
        if (round % 2 == 0)
            loop.runAndWait([] {});
    }
    QTRY_COMPARE(m_servers->info("connected_clients"), "1");
}

void ClientFaultsTest::loopStopsFirst()
{
    ClientSettings settings;
    settings.target = redis::parseTarget(m_servers->target().toStdString()).value();
    auto loop = std::make_unique<EventLoop>();
    auto client = std::make_unique<Client>(settings, *loop, Log());
    const auto token = std::make_shared<int>(0);
    const auto isConnected = [&] {
        bool connected = false;
        loop->runAndWait([&] { connected = client->status().state == SessionState::Connected; });
        return connected;
    };
    QTRY_VERIFY(isConnected());
    // An open request and a subscription own shares. Nothing is called, and nothing leaks.
    loop->runAndWait([&] {
        auto share = client->share();
        client->send("q", {"BLPOP", "q", "0"}, Access::Write, [share, token](const auto&) { QFAIL("called"); });
        static_cast<void>(share->subscribe(
            "c", [share, token](const auto&) {}, [] {}));
    });
    QTRY_COMPARE(m_servers->info("blocked_clients"), "1");
    loop->stop();
    client.reset();
    QCOMPARE(token.use_count(), 1L);
    QTRY_COMPARE(m_servers->info("blocked_clients"), "0");
}

} // namespace lockscope::clientFaultsTest

LOCKSCOPE_TEST(lockscope::clientFaultsTest::ClientFaultsTest)
#include "ClientFaultsTest.moc"
