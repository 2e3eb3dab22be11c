// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The collector on real servers: with every status endpoint, with some, with none, and with a stopped server.

#include "core/base/Phrase.h"
#include "core/sources/zookeeper/servers/EnsembleCollector.h"
#include "core/sources/zookeeper/servers/StatusEndpoints.h"
#include "tests/support/BlockingClient.h"
#include "tests/support/DeadPort.h"
#include "tests/support/Printed.h"
#include "tests/support/ServerFixture.h"
#include "tests/support/Test.h"

#include <QElapsedTimer>
#include <QScopeGuard>
#include <QTcpServer>
#include <QTcpSocket>

#include <algorithm>
#include <cstdlib>

namespace lockscope::collectorTest {

using namespace lockscope::ensemble;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

/// A collector, and the last facts that it reported.
struct Asked {
    explicit Asked(const CollectorSettings& settings)
        : collector(settings, {[this](FactsPtr reported) {
                                   facts = std::move(reported);
                                   ++rounds;
                               },
                               [this](WatchFactsPtr reported) {
                                   watches = std::move(reported);
                                   ++watchRounds;
                               }})
    {
    }

    FactsPtr facts;
    WatchFactsPtr watches;
    int rounds = 0;
    int watchRounds = 0;
    EnsembleCollector collector; ///< destroyed first
};

CollectorSettings settingsFor(const ServerFixture& servers, bool admin = true)
{
    CollectorSettings settings;
    settings.connect = zk::parseConnectString(servers.connectString().toStdString()).value();
    settings.adminPorts.clear();
    for (const auto& server : servers.servers()) {
        if (admin)
            settings.adminPorts.push_back(server.adminPort);
    }
    settings.interval = 300ms;
    return settings;
}

QByteArray reported(const Asked& asked)
{
    QByteArray text;
    for (const auto& server : asked.facts ? asked.facts->servers : std::vector<ServerFacts>()) {
        text += QByteArray::fromStdString(zk::toString(server.address)) + ' ' + QByteArray::fromStdString(server.mode) +
                ' ' + QByteArray::fromStdString(server.trouble) + '\n';
    }
    return text;
}

} // namespace

class CollectorTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void reportsOfOneServer_data();
    void reportsOfOneServer();
    void asksEveryOfThree_data();
    void asksEveryOfThree();
    void learnsTheMembersFromTheServers_data();
    void learnsTheMembersFromTheServers();
    void aDeadServerCostsItsOwnDataOnly();
    void aPausedServerCostsItsOwnDataOnly();
    void saysHowToOpenClosedStatusEndpoints();
    void knowsARefusedWordInAnyLanguage();
    void asksByWordsWhereTheAdminServerIsOff();
    void anotherEnsemblesAdminServerIsLeftAlone();
    void aSilentListenerCostsOneLimit();
    void anEndlessAnswerIsCut();
    void followsNoRedirect();
    void leavesOutTheChrootAndOurOwnWatches();
    void watchesAreAskedForRarely();

private:
    ServerFixture m_one;
    ServerFixture m_three{SandboxOptions{.servers = 3}};
};

void CollectorTest::initTestCase()
{
    for (auto* servers : {&m_one, &m_three}) {
        const auto started = servers->start();
        QVERIFY_RESULT(started);
    }
}

void CollectorTest::reportsOfOneServer_data()
{
    QTest::addColumn<bool>("admin");
    QTest::newRow("by AdminServer") << true;
    QTest::newRow("by words") << false;
}

void CollectorTest::reportsOfOneServer()
{
    QFETCH(bool, admin);
    BlockingClient client(m_one.connectString());
    const auto path = m_one.uniquePath().toStdString();
    QVERIFY(client.create(path, {}, zk::CreateMode::Ephemeral));
    const auto id = client.session();
    Asked asked(settingsFor(m_one, admin));
    asked.collector.start();
    QTRY_VERIFY2(asked.facts && asked.facts->find(id) && !asked.facts->find(id)->host.empty() &&
                     asked.facts->hasEverySession && asked.facts->ephemerals,
                 reported(asked));

    const auto& facts = *asked.facts;
    const auto source = admin ? Source::AdminServer : Source::FourLetter;
    QVERIFY(facts.hasEverySession && facts.hasEveryConnection);
    QCOMPARE(facts.servers.size(), std::size_t(1));
    const auto& server = facts.servers.front();
    QVERIFY(server.answers);
    QCOMPARE(server.mode, std::string("standalone"));
    QVERIFY2(server.version.starts_with("3."), server.version.c_str());
    QVERIFY(server.connections == source && server.sessions == source);
    QVERIFY(server.trouble.empty() && server.advice.empty());

    const auto& session = *facts.find(id);
    QVERIFY(session.host.starts_with("127.0.0.1:"));
    QCOMPARE(session.server, m_one.connectString().toStdString());
    QVERIFY(session.source == source);
    const auto timeout = BlockingClient::longSession;
    QVERIFY(session.timeout == timeout);
    // Four-letter commands report to the second, AdminServers the latest possible time.
    const auto slack = 2'500ms;
    QVERIFY(session.lastHeard && *session.lastHeard <= session.reportedAt &&
            session.reportedAt - *session.lastHeard < timeout);
    QVERIFY(session.expiresAt && *session.expiresAt > session.reportedAt - slack &&
            *session.expiresAt < session.reportedAt + timeout + slack);
    QCOMPARE(facts.clockAhead.has_value(), admin);                  // only HTTP answers have a date
    QVERIFY(!admin || std::abs(facts.clockAhead->count()) < 5'000); // the same machine
    const auto created = client.exists(path);
    QVERIFY(created && *created && facts.isOlder((*created)->czxid));
    QVERIFY(facts.ephemerals && ownerOf(*facts.ephemerals, path));
    QCOMPARE(*ownerOf(*facts.ephemerals, path), id);
}

void CollectorTest::asksEveryOfThree_data()
{
    reportsOfOneServer_data();
}

void CollectorTest::asksEveryOfThree()
{
    QFETCH(bool, admin);
    const auto servers = m_three.connectString().split(u',');
    std::vector<std::unique_ptr<BlockingClient>> clients;
    for (const auto& server : servers) {
        clients.push_back(std::make_unique<BlockingClient>(server));
        QVERIFY(clients.back()->create(m_three.uniquePath().toStdString(), {}, zk::CreateMode::Ephemeral));
    }
    Asked asked(settingsFor(m_three, admin));
    asked.collector.start();
    // The leader reports every session, but only the server with the connection reports its host; a busy server exceeds
    // the wait limit at times.
    const auto allReport = [&] {
        const auto reports = [](const ServerFacts& server) { return server.connections != Source::None; };
        return asked.facts && asked.facts->hasEverySession &&
               std::all_of(asked.facts->servers.begin(), asked.facts->servers.end(), reports);
    };
    QTRY_VERIFY2(allReport(), reported(asked));
    for (int i = 0; i < 3; ++i) {
        const auto* session = asked.facts->find(clients[static_cast<std::size_t>(i)]->session());
        QVERIFY(session);
        QCOMPARE(printed(session->server), servers.at(i).toUtf8());
        QVERIFY(session->timeout == BlockingClient::longSession && session->expiresAt);
    }
    int leaders = 0;
    for (const auto& server : asked.facts->servers) {
        leaders += server.mode == "leader" ? 1 : 0;
        QVERIFY(server.trouble.empty());
    }
    QCOMPARE(leaders, 1);
    // Unknown whether there are more than three, until a later round has read their configuration.
    QVERIFY(!asked.facts->hasEveryConnection || asked.facts->knowsMembers);
    std::vector<Member> members;
    for (const auto& server : settingsFor(m_three).connect.servers)
        members.push_back({server.host, server.port, server.host});
    asked.collector.setMembers(members);
    QTRY_VERIFY(asked.facts->hasEveryConnection);
}

void CollectorTest::learnsTheMembersFromTheServers_data()
{
    reportsOfOneServer_data();
}

/// Below a chroot, the ensemble's configuration can't be read: without its members, a session without a connection may
/// be connected to a further server.
void CollectorTest::learnsTheMembersFromTheServers()
{
    QFETCH(bool, admin);
    auto settings = settingsFor(m_three);
    settings.connect.chroot = "/app";
    settings.words = !admin;
    if (!admin)
        settings.adminPorts.clear();
    Asked asked(settings);
    asked.collector.start();
    // The AdminServers report no observers, so there may be further servers.
    QTRY_VERIFY2(asked.facts && asked.facts->knowsMembers == !admin, reported(asked));
    QCOMPARE(asked.facts->servers.size(), std::size_t(3));
    if (!admin)
        QTRY_VERIFY2(asked.facts->hasEveryConnection, reported(asked));
}

void CollectorTest::aDeadServerCostsItsOwnDataOnly()
{
    BlockingClient client(m_three.connectString().section(u',', 1, 1));
    QVERIFY(client.create(m_three.uniquePath().toStdString(), {}, zk::CreateMode::Ephemeral));
    QVERIFY(m_three.killServer(0));
    Asked asked(settingsFor(m_three));
    asked.collector.start();
    QTRY_VERIFY2(asked.facts && asked.facts->hasEverySession, reported(asked));
    QVERIFY(!asked.facts->hasEveryConnection);
    QVERIFY(asked.facts->find(client.session()));
    const auto& dead = asked.facts->servers.at(0);
    QVERIFY(!dead.answers);
    QVERIFY2(dead.trouble.find("connection refused") != std::string::npos, dead.trouble.c_str());
    QVERIFY(dead.advice.empty());
    QVERIFY(m_three.startServer(0));
    QTRY_VERIFY2(asked.facts->servers.at(0).connections == Source::AdminServer, reported(asked));
}

void CollectorTest::aPausedServerCostsItsOwnDataOnly()
{
    BlockingClient client(m_three.connectString().section(u',', 1, 1));
    QVERIFY(client.create(m_three.uniquePath().toStdString(), {}, zk::CreateMode::Ephemeral));
    auto settings = settingsFor(m_three);
    settings.questionLimit = 400ms;
    QVERIFY(m_three.pauseServer(2));
    const auto resumed = qScopeGuard([this] { m_three.resumeServer(2); });
    Asked asked(settings);
    asked.collector.start();
    // On a busy machine the other servers exceed the limit as well, but not each time.
    const auto othersAreThere = [&] {
        const auto* session = asked.facts ? asked.facts->find(client.session()) : nullptr;
        return session && !session->host.empty();
    };
    QTRY_VERIFY2(othersAreThere(), reported(asked));
    const auto& silent = asked.facts->servers.at(2);
    QVERIFY(!silent.answers);
    QVERIFY2(silent.trouble.find("no answer within 400 ms") != std::string::npos, silent.trouble.c_str());
    m_three.resumeServer(2);
    QTRY_VERIFY2(asked.facts->servers.at(2).answers, reported(asked));
}

void CollectorTest::saysHowToOpenClosedStatusEndpoints()
{
    ServerFixture closed(SandboxOptions{.adminServer = false, .words = QStringLiteral("srvr")});
    QVERIFY(closed.start());
    auto settings = settingsFor(closed, false);
    const DeadPort dead;
    settings.adminPorts = {dead.number()};
    Asked asked(settings);
    asked.collector.start();
    QTRY_VERIFY(asked.facts);
    QVERIFY(asked.facts->sessions.empty() && !asked.facts->hasEverySession && !asked.facts->hasEveryConnection);
    QVERIFY(!asked.facts->ephemerals);
    const auto& server = asked.facts->servers.front();
    QVERIFY(server.answers);
    QCOMPARE(server.mode, std::string("standalone"));
    const auto port = std::to_string(settings.adminPorts.front());
    QCOMPARE(server.trouble,
             "does not report its connections. AdminServer on port " + port +
                 ": connection refused. Four-letter command cons: the command is not in the server's whitelist");
    QVERIFY(server.advice == (std::vector<std::string>{"admin.enableServer=true", "admin.serverPort=" + port,
                                                       "4lw.commands.whitelist=srvr,cons,dump,wchp"}));
    asked.collector.askWatches({});
    QTRY_VERIFY(asked.watches);
    QVERIFY(!asked.watches->isComplete && asked.watches->watchers.empty());
    QVERIFY(asked.watches->source == Source::None);
}

void CollectorTest::knowsARefusedWordInAnyLanguage()
{
    const auto english = qScopeGuard([] { setTranslate(nullptr); });
    setTranslate([](const char* pattern) { return "~" + std::string(pattern); });
    ServerFixture closed(SandboxOptions{.words = QStringLiteral("srvr")});
    QVERIFY(closed.start());
    const auto server = zk::parseConnectString(closed.connectString().toStdString()).value().servers.front();
    StatusEndpoints statusEndpoints;
    std::optional<EndpointAnswer> answer;
    statusEndpoints.askWord(server, "cons", {.time = 10s, .bytes = 10'000},
                            [&](const EndpointAnswer& reported) { answer = reported; });
    QTRY_VERIFY(answer);
    QVERIFY(answer->outcome == EndpointAnswer::Outcome::Unlisted);
    QCOMPARE(answer->reason, std::string("~the command is not in the server's whitelist"));
}

void CollectorTest::asksByWordsWhereTheAdminServerIsOff()
{
    // The setting in the advice enables these commands.
    ServerFixture words(SandboxOptions{.adminServer = false, .words = QStringLiteral("srvr,cons,dump,wchp")});
    QVERIFY(words.start());
    BlockingClient client(words.connectString());
    QVERIFY(client.create("/a", {}, zk::CreateMode::Ephemeral));
    auto settings = settingsFor(words, false);
    const DeadPort dead;
    settings.adminPorts = {dead.number()};
    Asked asked(settings);
    asked.collector.start();
    QTRY_VERIFY(asked.facts && asked.facts->find(client.session()));
    QVERIFY(asked.facts->hasEverySession && asked.facts->servers.front().trouble.empty());
    QVERIFY(asked.facts->find(client.session())->source == Source::FourLetter);
    asked.collector.askWatches({});
    QTRY_VERIFY(asked.watches && asked.watches->isComplete);
    QVERIFY(asked.watches->source == Source::FourLetter);
}

void CollectorTest::anotherEnsemblesAdminServerIsLeftAlone()
{
    BlockingClient client(m_one.connectString());
    BlockingClient unrelated(m_three.connectString());
    QVERIFY(client.create(m_one.uniquePath().toStdString(), {}, zk::CreateMode::Ephemeral));
    QVERIFY(unrelated.create(m_three.uniquePath().toStdString(), {}, zk::CreateMode::Ephemeral));
    int recognised = 0;
    // A server of the other ensemble, leader or not.
    for (const auto& foreign : m_three.servers()) {
        auto settings = settingsFor(m_one, false);
        settings.adminPorts = {foreign.adminPort};
        Asked asked(settings);
        asked.collector.setOwnSession(client.session());
        asked.collector.start();
        QTRY_VERIFY(asked.facts && asked.facts->find(client.session()));
        QVERIFY(asked.facts->find(client.session())->source == Source::FourLetter);
        QVERIFY(!asked.facts->find(unrelated.session()));
        // Without a client its answers do not identify its ensemble.
        if (asked.facts->servers.front().connections == Source::AdminServer)
            continue;
        asked.collector.askWatches({});
        QTRY_VERIFY(asked.watches);
        QVERIFY(asked.watches->source == Source::FourLetter);
        ++recognised;
    }
    QVERIFY(recognised > 0);
}

void CollectorTest::aSilentListenerCostsOneLimit()
{
    QTcpServer silent; // accepts every connection and sends nothing, as behind a firewall
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    auto settings = settingsFor(m_one, false);
    settings.adminPorts = {silent.serverPort()};
    settings.questionLimit = 300ms;
    Asked asked(settings);
    QElapsedTimer watch;
    watch.start();
    asked.collector.start();
    QTRY_VERIFY(asked.rounds >= 1);
    QVERIFY(watch.elapsed() >= 290);
    const auto byWords = [&] { return asked.facts->servers.front().connections == Source::FourLetter; };
    QTRY_VERIFY(byWords()); // on a busy machine that server exceeds the limit too, but not each time
    // For a while it receives no further request.
    while (silent.hasPendingConnections())
        delete silent.nextPendingConnection();
    const auto before = asked.rounds;
    QTRY_VERIFY(asked.rounds >= before + 2 && byWords());
    QVERIFY(!silent.hasPendingConnections());
}

void CollectorTest::anEndlessAnswerIsCut()
{
    QTcpServer endless;
    QVERIFY(endless.listen(QHostAddress::LocalHost));
    QObject::connect(&endless, &QTcpServer::newConnection, [&] {
        while (auto* socket = endless.nextPendingConnection()) {
            QObject::connect(socket, &QTcpSocket::bytesWritten, socket,
                             [socket] { socket->write(QByteArray(100'000, ' ')); });
            socket->write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{");
        }
    });
    auto settings = settingsFor(m_one, false);
    settings.connect.servers = {{"127.0.0.1", endless.serverPort()}};
    settings.adminPorts = {endless.serverPort()};
    settings.mostBytes = 2 << 20;
    settings.questionLimit = 10s;
    Asked asked(settings);
    asked.collector.start();
    QTRY_VERIFY(asked.facts);
    QVERIFY(asked.facts->sessions.empty());
    const auto& trouble = asked.facts->servers.front().trouble;
    QVERIFY2(trouble.find("larger than 2 MiB") != std::string::npos, trouble.c_str());
}

void CollectorTest::followsNoRedirect()
{
    QTcpServer redirecting;
    QVERIFY(redirecting.listen(QHostAddress::LocalHost));
    const auto real = m_one.servers().front().adminPort;
    QObject::connect(&redirecting, &QTcpServer::newConnection, [&] {
        auto* socket = redirecting.nextPendingConnection();
        socket->write("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:" + QByteArray::number(real) +
                      "/commands/connections\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        socket->disconnectFromHost();
    });
    auto settings = settingsFor(m_one, false);
    settings.adminPorts = {redirecting.serverPort()};
    settings.words = false;
    Asked asked(settings);
    asked.collector.start();
    QTRY_VERIFY(asked.facts);
    QVERIFY(asked.facts->servers.front().connections == Source::None);
    const auto& trouble = asked.facts->servers.front().trouble;
    QVERIFY2(trouble.find("HTTP status 302") != std::string::npos, trouble.c_str());
}

void CollectorTest::leavesOutTheChrootAndOurOwnWatches()
{
    BlockingClient client(m_one.connectString());
    BlockingClient ours(m_one.connectString());
    const auto root = m_one.uniquePath().toStdString();
    QVERIFY(client.create(root));
    QVERIFY(client.create(root + "/a", {}, zk::CreateMode::Ephemeral));
    QVERIFY(client.create(root + "-other", {}, zk::CreateMode::Ephemeral));
    std::vector<Subscription> watches;
    int watched = 0;
    for (auto* one : {&client, &ours}) {
        one->executor().runAndWait([&] {
            watches.push_back(one->client().exists(
                root + "/a", [](const zk::WatchEvent&) {}, [&](const auto&) { ++watched; }));
        });
        QVERIFY(one->exists("/")); // answered after the watch was set
    }
    for (const bool admin : {true, false}) {
        auto settings = settingsFor(m_one, admin);
        settings.connect.chroot = root;
        Asked asked(settings);
        asked.collector.start();
        QTRY_VERIFY(asked.facts && asked.facts->ephemerals);
        QVERIFY(*asked.facts->ephemerals == (EphemeralOwners{{"/a", client.session()}}));
        asked.collector.askWatches({ours.session()});
        QTRY_VERIFY(asked.watches);
        QCOMPARE(asked.watches->watchers.size(), std::size_t(1));
        QVERIFY(asked.watches->watchers.at("/a") == std::set<SessionId>{client.session()});
        QVERIFY(asked.watches->isComplete); // it is standalone: there are no other servers
    }
    client.executor().runAndWait([&] { watches.at(0).reset(); });
    ours.executor().runAndWait([&] { watches.at(1).reset(); });
}

void CollectorTest::watchesAreAskedForRarely()
{
    auto settings = settingsFor(m_one);
    settings.watchInterval = 600ms;
    Asked asked(settings);
    QElapsedTimer watch;
    asked.collector.start();
    asked.collector.askWatches({});
    QTRY_COMPARE(asked.watchRounds, 1);
    watch.start();
    for (int i = 0; i < 100; ++i)
        asked.collector.askWatches({});
    QTRY_COMPARE(asked.watchRounds, 2);
    QVERIFY(watch.elapsed() > 400);
}

} // namespace lockscope::collectorTest

LOCKSCOPE_TEST(lockscope::collectorTest::CollectorTest)
#include "CollectorTest.moc"
