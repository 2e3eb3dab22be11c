// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The end of a client: closed or destroyed, with open requests, in its own callbacks, and before its shares.

#include "tests/redis/MemoryClient.h"
#include "tests/support/Printed.h"

#include <thread>

namespace lockscope::redis::clientEndTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

class ClientEndTest final : public MemoryClient {
    Q_OBJECT
private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { end(); }
    void closesWithOpenRequests();
    void closesWithRequestsBehindAScript();
    void closesTwice();
    void isDestroyedInATask();
    void isDestroyedOnAnotherThread();
    void isDestroyedInItsReply();
    void isDestroyedInAMessage();
    void isDestroyedByItsObserver();
    void shareOutlivesTheClient();
    void nothingLeaksIfTheExecutorHasStopped();
    void subscriptionsEndWithTheClient();
};

void ClientEndTest::closesWithOpenRequests()
{
    connect();
    const RedisStatusLog log(*m_client);
    m_servers->pause(true);
    std::vector<std::string> order;
    for (const auto* name : {"1", "2"}) {
        m_client->send("k", {"GET", name}, Access::Read, [&, name](const Result<Value>& reply) {
            order.push_back(name + std::string(toString(reply.error().code)));
        });
    }
    run();
    m_client->close([&] { order.emplace_back("closed"); });
    QCOMPARE(printed(m_client->status().state), "Closed");
    const auto late = send({"GET", "3"});
    QVERIFY(order.empty());
    QVERIFY(!late.arrived());
    run();
    QCOMPARE(order, (std::vector<std::string>{"1Closed", "2Closed", "closed"}));
    QVERIFY(late.failedWith(ErrorCode::Closed));
    QCOMPARE(log.seen(), (std::vector<std::string>{"Closed 1"}));
    QVERIFY(m_servers->links(false).empty());
    m_executor->advance(1h);
    QCOMPARE(m_servers->attempts().size(), std::size_t(1));
}

/// The server may not have the script: what was requested after it was not sent yet.
void ClientEndTest::closesWithRequestsBehindAScript()
{
    const Script script("greet", "return 'hello'");
    connect();
    m_servers->pause(true);
    std::vector<std::string> order;
    const auto noted = [&](const char* name) {
        return [&, name](const auto& reply) { order.push_back(name + std::string(toString(reply.error().code))); };
    };
    m_client->run(script, {"k"}, {}, Access::Write, noted("1"));
    m_client->run(script, {"k"}, {}, Access::Write, noted("2"));
    m_client->send("k", {"GET", "k"}, Access::Read, noted("3"));
    m_client->waitForReplicas("k", 1, std::chrono::seconds(1), noted("4"));
    run();
    m_client->close([&] { order.emplace_back("closed"); });
    run();
    QCOMPARE(order, (std::vector<std::string>{"1Closed", "2Closed", "3Closed", "4Closed", "closed"}));
}

void ClientEndTest::closesTwice()
{
    connect();
    int closed = 0;
    m_client->close([&] { ++closed; });
    m_client->close([&] { ++closed; });
    run();
    m_client->close([&] { ++closed; });
    run();
    QCOMPARE(closed, 3);
}

void ClientEndTest::isDestroyedInATask()
{
    connect();
    const auto share = m_client->share();
    m_servers->pause(true);
    const auto open = send({"GET", "a"});
    run();
    m_executor->runAndWait([&] {
        m_client.reset();
        QVERIFY(!open.arrived());
        QCOMPARE(printed(share->status().state), "Closed");
    });
    run();
    QVERIFY(open.failedWith(ErrorCode::Closed));
    QVERIFY(m_servers->links(false).empty());
}

void ClientEndTest::isDestroyedOnAnotherThread()
{
    connect();
    m_servers->pause(true);
    const auto open = send({"GET", "a"});
    const RedisStatusLog log(*m_client);
    run();
    std::thread([this] { m_client.reset(); }).join();
    QVERIFY(!open.arrived());
    run();
    QVERIFY(open.failedWith(ErrorCode::Closed));
    QVERIFY(log.seen().empty()); // the client's observers end with it
    QVERIFY(m_servers->links(false).empty());
    m_executor->advance(1h);
    QCOMPARE(m_servers->attempts().size(), std::size_t(1));
}

void ClientEndTest::isDestroyedInItsReply()
{
    connect();
    Answer<Value> second;
    m_client->send("k", {"ECHO", "1"}, Access::Read, [this](const Result<Value>&) { m_client.reset(); });
    m_client->send("k", {"ECHO", "2"}, Access::Read, second.reply());
    run();
    QVERIFY(!m_client);
    QVERIFY(second.failedWith(ErrorCode::Closed));
}

void ClientEndTest::isDestroyedInAMessage()
{
    connect();
    int calls = 0;
    const auto first = m_client->subscribe(
        "c",
        [&](const Message&) {
            ++calls;
            m_client.reset();
        },
        [] {});
    const auto second = m_client->subscribe(
        "c", [&](const Message&) { ++calls; }, [] {});
    run();
    m_servers->send({"message", "c", "1"});
    m_servers->send({"message", "c", "2"});
    run();
    QVERIFY(!m_client);
    QCOMPARE(calls, 1);
}

void ClientEndTest::isDestroyedByItsObserver()
{
    make();
    const auto share = m_client->share();
    int calls = 0;
    const auto first = m_client->onStatus([&](const Status&) {
        ++calls;
        m_client.reset();
    });
    const auto second = m_client->onStatus([&](const Status&) { ++calls; });
    const RedisStatusLog log(*share);
    run();
    QVERIFY(!m_client);
    QCOMPARE(calls, 1);
    QCOMPARE(log.seen(), (std::vector<std::string>{"Connected 1", "Closed 1"}));
}

void ClientEndTest::shareOutlivesTheClient()
{
    connect();
    const auto share = m_client->share()->share();
    const RedisStatusLog log(*share);
    m_servers->pause(true);
    std::vector<std::string> order;
    share->send("k", {"GET", "a"}, Access::Read,
                [&](const Result<Value>& reply) { order.emplace_back(toString(reply.error().code)); });
    const auto observed = share->onStatus([&](const Status& status) { order.emplace_back(toString(status.state)); });
    run();
    m_client.reset();
    run();
    QCOMPARE(order, (std::vector<std::string>{"Closed", "Closed"}));
    QCOMPARE(log.seen(), (std::vector<std::string>{"Closed 1"}));
    QCOMPARE(printed(share->status().state), "Closed");
    QCOMPARE(printed(share->status().detail), "the client was destroyed");
    Answer<Value> late;
    share->run(Script("greet", "return 'hello'"), {"k"}, {}, Access::Read, late.reply());
    Answer<int> wait;
    share->waitForReplicas("k", 1, 1s, wait.reply());
    bool closed = false;
    share->close([&] { closed = true; });
    QVERIFY(!late.arrived());
    run();
    QVERIFY(late.failedWith(ErrorCode::Closed));
    QVERIFY(wait.failedWith(ErrorCode::Closed));
    QVERIFY(closed);
    QVERIFY(!share->usesShardedChannels());
    const auto none = share->subscribe(
        "c", [](const Message&) {}, [] {});
    QVERIFY(!none);
}

void ClientEndTest::nothingLeaksIfTheExecutorHasStopped()
{
    connect();
    m_servers->pause(true);
    const auto token = std::make_shared<int>(0);
    // An open request, a subscription and an observer own a share.
    m_client->send("k", {"GET", "a"}, Access::Read, [share = m_client->share(), token](const Result<Value>&) {});
    auto subscribed = m_client->subscribe(
        "c", [share = m_client->share(), token](const Message&) {}, [] {});
    auto observed = m_client->onStatus([share = m_client->share(), token](const Status&) {});
    run();
    // An executor that has stopped destroys each task unrun, as this one does at the end.
    m_client.reset();
    QVERIFY(token.use_count() > 1);
    m_executor.reset();
    QCOMPARE(token.use_count(), 1L);
}

void ClientEndTest::subscriptionsEndWithTheClient()
{
    connect();
    const auto token = std::make_shared<int>(0);
    auto kept = m_client->subscribe(
        "c", [token](const Message&) {}, [] {});
    auto pattern = m_client->subscribePattern(
        "p*", [token](const Message&) {}, [] {});
    run();
    m_client->close([] {});
    run();
    QCOMPARE(token.use_count(), 1L);
    QVERIFY(m_servers->links(true).empty());
    m_client.reset();
    run();
    kept.reset(); // later than the client
    pattern.reset();
}

} // namespace lockscope::redis::clientEndTest

LOCKSCOPE_TEST(lockscope::redis::clientEndTest::ClientEndTest)
#include "ClientEndTest.moc"
