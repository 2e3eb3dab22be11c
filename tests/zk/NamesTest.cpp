// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Servers by name: names with several addresses, names that do not resolve, that resolve slowly, that move.

#include "tests/support/Printed.h"
#include "tests/support/ServerFixture.h"
#include "tests/support/Test.h"
#include "tests/zk/LoggedClient.h"
#include "tests/zk/NameService.h"
#include "tests/zk/Relay.h"

#include <algorithm>

namespace lockscope::namesTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

constexpr auto sessionTimeout = 10s;
constexpr auto backWithin = 1s;

} // namespace

class NamesTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void connectsToLocalhost();
    void comesBackToANameWithTwoAddresses_data();
    void comesBackToANameWithTwoAddresses();
    void doesWithoutOneOfThree();
    void waitsForNamesAtNoCost();
    void waitsForANameThatDisappeared();
    void followsANameThatMoves();
    void slowNamesDoNotBlockTheLoop();

private:
    using Clients = std::vector<std::unique_ptr<LoggedClient>>;

    [[nodiscard]] static Clients start(ClientLoop& loop, const std::vector<zk::Server>& servers, int count)
    {
        Clients clients;
        for (int i = 0; i < count; ++i)
            clients.push_back(std::make_unique<LoggedClient>(
                loop, zk::ClientSettings{.servers = {servers, ""}, .sessionTimeout = sessionTimeout}));
        return clients;
    }
    [[nodiscard]] static bool areConnected(const Clients& clients)
    {
        return std::all_of(clients.begin(), clients.end(), [](const auto& client) { return client->isConnected(); });
    }
    /// All are connected in time, each with its old session; "" or what failed.
    [[nodiscard]] static QByteArray comeBack(const Clients& clients, SteadyTime since)
    {
        for (const auto& client : clients) {
            const auto back = [&] { return client->connectedAfter(since); };
            if (!QTest::qWaitFor([&] { return back().has_value(); }, longestWaitMs))
                return "not back: " + printed(client->session().detail);
            if (*back() - since > backWithin)
                return millisecondsOf("back only after", *back() - since);
            if (client->was(SessionState::Lost))
                return "lost";
        }
        return {};
    }
    [[nodiscard]] quint16 serverPort() const { return static_cast<quint16>(m_servers.servers().front().clientPort); }

    ServerFixture m_servers;
};

void NamesTest::initTestCase()
{
    const auto started = m_servers.start();
    QVERIFY_RESULT(started);
}

void NamesTest::connectsToLocalhost()
{
    const auto loop = makeClientLoop({});
    const auto clients = start(*loop, {{"localhost", serverPort()}}, 4);
    QTRY_VERIFY(areConnected(clients));
}

void NamesTest::comesBackToANameWithTwoAddresses_data()
{
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    QTest::addRow("IPv6 first") << "::1"
                                << "127.0.0.1";
    QTest::addRow("IPv4 first") << "127.0.0.1"
                                << "::1";
}

/// The server listens at one of them only.
void NamesTest::comesBackToANameWithTwoAddresses()
{
    QFETCH(const QString, first);
    QFETCH(const QString, second);
    makeUpName("both.test", {.addresses = {first.toStdString(), second.toStdString()}});
    Relay relay(serverPort());
    const auto loop = makeClientLoop({});
    const auto clients = start(*loop, {{"both.test", relay.port()}}, 4);
    QTRY_VERIFY(areConnected(clients));
    for (int round = 0; round < 6; ++round) {
        relay.refuse();
        for (const auto& client : clients)
            QTRY_COMPARE(printed(client->session().state), "Suspended");
        const auto since = loop->clock().now();
        relay.accept();
        const auto failed = comeBack(clients, since);
        QVERIFY2(failed.isEmpty(), failed.constData());
    }
}

void NamesTest::doesWithoutOneOfThree()
{
    Relay first(serverPort());
    Relay second(serverPort());
    makeUpName("first.test", {.addresses = {"127.0.0.1"}});
    makeUpName("missing.test", {});
    makeUpName("second.test", {.addresses = {"127.0.0.1"}});
    const auto loop = makeClientLoop({});
    const auto clients =
        start(*loop, {{"first.test", first.port()}, {"missing.test", 2181}, {"second.test", second.port()}}, 4);
    QTRY_VERIFY(areConnected(clients));
    Relay* relays[] = {&first, &second};
    for (int round = 0; round < 6; ++round) {
        const auto since = loop->clock().now();
        relays[round % 2]->refuse();
        for (const auto& client : clients) {
            const auto port = std::to_string(relays[round % 2]->port());
            QTRY_VERIFY(client->isConnected() && !client->session().server.ends_with(":" + port));
            const auto back = client->connectedAfter(since); // nothing: it was on the other one
            if (back)
                QVERIFY2(*back - since <= backWithin, millisecondsOf("back only after", *back - since).constData());
        }
        relays[round % 2]->accept();
    }
}

void NamesTest::waitsForNamesAtNoCost()
{
    makeUpName("missing.test", {});
    const auto loop = makeClientLoop({});
    constexpr int count = 20;
    const auto clients = start(*loop, {{"missing.test", 2181}, {"no-such-host.invalid", 2181}}, count);
    for (const auto& client : clients) {
        QTRY_VERIFY(client->session().detail.find("host not found") != std::string::npos);
        QVERIFY(client->session().detail.find("missing.test") != std::string::npos);
    }
    constexpr std::chrono::microseconds time = 2s;
    const auto used = processorTimeOf(*loop, time);
    // A thousandth of a core for each.
    QVERIFY2(used <= count * time / 1000, millisecondsOf("used", used).constData());
}

void NamesTest::waitsForANameThatDisappeared()
{
    makeUpName("leaving.test", {.addresses = {"127.0.0.1"}});
    Relay relay(serverPort());
    const auto loop = makeClientLoop({});
    constexpr int count = 20;
    const auto clients = start(*loop, {{"leaving.test", relay.port()}}, count);
    QTRY_VERIFY(areConnected(clients));
    makeUpName("leaving.test", {});
    relay.refuse();
    for (const auto& client : clients)
        QTRY_COMPARE(printed(client->session().state), "Suspended");
    constexpr std::chrono::microseconds time = 2s;
    const auto used = processorTimeOf(*loop, time);
    QVERIFY2(used <= count * time / 1000, millisecondsOf("used", used).constData());
    relay.accept();
    makeUpName("leaving.test", {.addresses = {"127.0.0.1"}});
    for (const auto& client : clients) {
        QTRY_VERIFY(client->isConnected());
        QVERIFY(!client->was(SessionState::Lost));
    }
}

void NamesTest::followsANameThatMoves()
{
    makeUpName("moving.test", {.addresses = {"127.0.0.1"}});
    Relay before(serverPort());
    Relay after(serverPort(), "127.0.0.2", before.port());
    QVERIFY(after.port() != 0);
    after.refuse();
    const auto loop = makeClientLoop({});
    const auto clients = start(*loop, {{"moving.test", before.port()}}, 4);
    QTRY_VERIFY(areConnected(clients));
    const int lookUps = lookUpsOf("moving.test");
    makeUpName("moving.test", {.addresses = {"127.0.0.2"}});
    before.refuse();
    after.accept();
    const auto since = loop->clock().now();
    const auto failed = comeBack(clients, since);
    QVERIFY2(failed.isEmpty(), failed.constData());
    QVERIFY(lookUpsOf("moving.test") > lookUps);
    QCOMPARE(after.connections(), 4);
}

void NamesTest::slowNamesDoNotBlockTheLoop()
{
    makeUpName("slow.test", {.addresses = {"127.0.0.1"}, .delay = 1500ms});
    const auto loop = makeClientLoop({});
    const Ticks ticks(*loop);
    {
        const auto clients = start(*loop, {{"slow.test", serverPort()}}, 2);
        QTRY_VERIFY(areConnected(clients));
    }
    QVERIFY2(ticks.latest() <= 500ms, millisecondsOf("the loop was late by", ticks.latest()).constData());
}

} // namespace lockscope::namesTest

LOCKSCOPE_TEST(lockscope::namesTest::NamesTest)
#include "NamesTest.moc"
