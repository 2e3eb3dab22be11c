// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The way to the first connection: which addresses are tried, how many at a time, and at which cost.

#include "tests/support/DeadPort.h"
#include "tests/support/Descriptors.h"
#include "tests/support/Printed.h"
#include "tests/support/ServerFixture.h"
#include "tests/support/Test.h"
#include "tests/zk/LoggedClient.h"
#include "tests/zk/Relay.h"

#include <algorithm>

namespace lockscope::connectingTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

constexpr auto sessionTimeout = 20s;
constexpr int mostConnecting = 16;

} // namespace

class ConnectingTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    static void triesEveryPort_data();
    void triesEveryPort();
    void connectsFewAtATime();
    static void costsLittleWithoutServers_data();
    void costsLittleWithoutServers();
    void aChildProcessInheritsNoConnection();

private:
    using Clients = std::vector<std::unique_ptr<LoggedClient>>;

    /// All start in one turn of the loop.
    [[nodiscard]] static Clients start(ClientLoop& loop, const std::vector<quint16>& ports, int count)
    {
        Clients clients;
        loop.runAndWait([&] {
            for (int i = 0; i < count; ++i)
                clients.push_back(std::make_unique<LoggedClient>(
                    loop, zk::ClientSettings{.servers = onThisMachine(ports), .sessionTimeout = sessionTimeout}));
        });
        return clients;
    }
    [[nodiscard]] static bool areConnected(const Clients& clients)
    {
        return std::all_of(clients.begin(), clients.end(), [](const auto& client) { return client->isConnected(); });
    }
    [[nodiscard]] quint16 serverPort() const { return static_cast<quint16>(m_servers.servers().front().clientPort); }

    ServerFixture m_servers;
};

void ConnectingTest::initTestCase()
{
    const auto started = m_servers.start();
    QVERIFY_RESULT(started);
}

void ConnectingTest::triesEveryPort_data()
{
    QTest::addColumn<bool>("firstServes");
    QTest::addRow("the first serves") << true;
    QTest::addRow("the second serves") << false;
}

void ConnectingTest::triesEveryPort()
{
    QFETCH(const bool, firstServes);
    Relay first(serverPort());
    Relay second(serverPort());
    auto& gone = firstServes ? second : first;
    auto& serving = firstServes ? first : second;
    gone.refuse();
    const auto loop = makeClientLoop({});
    const auto clients = start(*loop, {first.port(), second.port()}, 8); // each has an order of its own
    QTRY_VERIFY(areConnected(clients));
    // And the other way round.
    gone.accept();
    const auto since = loop->clock().now();
    serving.refuse();
    for (const auto& client : clients) {
        QTRY_VERIFY(client->connectedAfter(since));
        const auto took = *client->connectedAfter(since) - since;
        QVERIFY2(took <= 1s, millisecondsOf("back only after", took).constData());
        QVERIFY(!client->was(SessionState::Lost));
    }
}

void ConnectingTest::connectsFewAtATime()
{
    Relay relay(serverPort());
    relay.delayFirstAnswers(20ms);
    const auto loop = makeClientLoop({});
    constexpr int count = 500;
    int closed = 0;
    const auto clients = start(*loop, {relay.port()}, count);
    QTRY_VERIFY(areConnected(clients));
    QVERIFY2(relay.mostUnanswered() <= mostConnecting,
             qPrintable(QStringLiteral("%1 at a time").arg(relay.mostUnanswered())));
    QCOMPARE(relay.accepted(), count); // none was tried twice
    loop->runAndWait([&] {
        for (const auto& client : clients)
            client->client().close([&closed] { ++closed; });
    });
    QVERIFY(waitOn(*loop, [&] { return closed == count; }));
}

void ConnectingTest::costsLittleWithoutServers_data()
{
    QTest::addColumn<int>("addresses");
    for (int addresses = 1; addresses <= 4; ++addresses)
        QTest::addRow("addresses: %d", addresses) << addresses;
}

void ConnectingTest::costsLittleWithoutServers()
{
    QFETCH(const int, addresses);
    const std::vector<DeadPort> dead(static_cast<std::size_t>(addresses));
    std::vector<quint16> ports;
    for (const auto& one : dead)
        ports.push_back(one.number());
    const auto loop = makeClientLoop({});
    constexpr int count = 10;
    const auto clients = start(*loop, ports, count);
    constexpr std::chrono::microseconds time = 2s;
    const auto used = processorTimeOf(*loop, time);
    // One percent of a core for each.
    QVERIFY2(used <= count * time / 100, millisecondsOf("used", used).constData());
    for (const auto& client : clients)
        QCOMPARE(printed(client->session().state), "Connecting");
}

void ConnectingTest::aChildProcessInheritsNoConnection()
{
    // The runner's own descriptors are inherited, as they were by this process.
    const auto before = inheritableDescriptors();
    const auto loop = makeClientLoop({});
    const auto clients = start(*loop, {serverPort()}, 3);
    QTRY_VERIFY(areConnected(clients));
    QCOMPARE(inheritableDescriptors(), before);
}

} // namespace lockscope::connectingTest

LOCKSCOPE_TEST(lockscope::connectingTest::ConnectingTest)
#include "ConnectingTest.moc"
