// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Why there is no connection: each reason has a sentence of its own, tried on real servers. Exit status 3.

#include "tests/cli/Cli.h"
#include "tests/support/BlockingClient.h"
#include "tests/support/DeadPort.h"
#include "tests/support/FourLetters.h"
#include "tests/support/ServerFixture.h"
#include "tests/support/Test.h"

#include <QTcpServer>
#include <QTcpSocket>

namespace lockscope::cliNotConnectedTest {

using namespace lockscope::test;

namespace {

Outcome list(const QString& connect, const QStringList& options = {})
{
    return runCtl(QStringList{QStringLiteral("--connect"), connect, QStringLiteral("--timeout"), QStringLiteral("2000"),
                              QStringLiteral("--no-admin"), QStringLiteral("--no-words")} +
                  options + QStringList{QStringLiteral("ls")});
}

ensemble::SandboxOptions with(const QString& settings)
{
    ensemble::SandboxOptions options;
    options.moreSettings = settings;
    return options;
}

/// A program that is no ZooKeeper server: answers each connection's first bytes with `answer`.
class OtherProgram final : public QObject {
public:
    explicit OtherProgram(QByteArray answer)
        : m_answer(std::move(answer))
    {
        m_server.listen(QHostAddress(QHostAddress::LocalHost));
        connect(&m_server, &QTcpServer::newConnection, this, [this] {
            while (auto* socket = m_server.nextPendingConnection()) {
                connect(socket, &QTcpSocket::readyRead, this, [this, socket] {
                    if (!m_answer.isEmpty() && socket->readAll().contains("\r\n")) {
                        socket->write(m_answer);
                        socket->disconnectFromHost();
                    }
                });
            }
        });
    }
    [[nodiscard]] QString address() const { return QStringLiteral("127.0.0.1:%1").arg(m_server.serverPort()); }

private:
    QByteArray m_answer;
    QTcpServer m_server;
};

} // namespace

class CliNotConnectedTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theServerIsFull()
    {
        ServerFixture servers(with(QStringLiteral("maxClientCnxns=1\n")));
        QVERIFY_RESULT(servers.start());
        BlockingClient only(servers.connectString());
        QVERIFY(only.exists("/")); // its connection is the one that is allowed
        const auto outcome = list(servers.connectString());
        QVERIFY2(outcome.status == 3, outcome.reported());
        QVERIFY2(outcome.err.contains("closes them at once") && outcome.err.contains("maxClientCnxns") &&
                     !outcome.err.contains("TLS"),
                 outcome.reported());
        QCOMPARE(outcome.err.count('\n'), 1);
    }

    void theServerDemandsAuthentication()
    {
        ServerFixture servers(with(QStringLiteral("enforce.auth.enabled=true\nenforce.auth.schemes=digest\n")));
        QVERIFY_RESULT(servers.start());
        const auto outcome = list(servers.connectString());
        QVERIFY2(outcome.status == 3 && outcome.err.contains("enforce.auth.enabled"), outcome.reported());
        QCOMPARE(outcome.err.count('\n'), 1);

        // A user is enough.
        auto environment = environmentWith({{QStringLiteral("LOCKSCOPE_PASSWORD"), QStringLiteral("secret")}});
        const auto as = runCtl({QStringLiteral("--connect"), servers.connectString(), QStringLiteral("--user"),
                                QStringLiteral("ops"), QStringLiteral("ls")},
                               environment);
        QVERIFY2(as.status == 0, as.reported());
    }

    void theEnsembleHasNoQuorum()
    {
        ServerFixture servers{ensemble::SandboxOptions{.servers = 3}};
        QVERIFY_RESULT(servers.start());
        QVERIFY_RESULT(servers.killServer(1));
        QVERIFY_RESULT(servers.killServer(2));
        const auto port = servers.servers().front().clientPort;
        QTRY_VERIFY(answerOf(port, "srvr").startsWith("This ZooKeeper instance is not currently serving"));
        const auto all = list(servers.connectString());
        QVERIFY2(all.status == 3, all.reported());
        QVERIFY2(all.err.contains("1 of 3 servers run") && all.err.contains("no quorum") &&
                     all.err.contains("connection refused") && !all.err.contains("--accept-read-only"),
                 all.reported());

        // Of one server alone it is not known whether it is starting.
        const auto one = list(servers.connectString().section(u',', 0, 0));
        QVERIFY2(one.status == 3 && one.err.contains("it is starting, or its ensemble has no quorum"), one.reported());
    }

    void aServerWithoutQuorumAnswersReads()
    {
        // Without local sessions, a server of ZooKeeper 3.8 refuses every session in read-only mode.
        ServerFixture servers{ensemble::SandboxOptions{
            .servers = 3,
            .readOnlyMode = true,
            .moreSettings = QStringLiteral("localSessionsEnabled=true\nlocalSessionsUpgradingEnabled=true\n")}};
        QVERIFY_RESULT(servers.start());
        BlockingClient client(servers.connectString());
        QVERIFY(client.create("/old"));
        QVERIFY(client.queueUp("/old", "10.0.0.7"));
        // A new server has five nodes.
        for (const auto& server : servers.servers())
            QTRY_VERIFY(answerOf(server.clientPort, "srvr").contains("Node count: 7"));
        QVERIFY_RESULT(servers.killServer(1));
        QVERIFY_RESULT(servers.killServer(2));
        const auto port = servers.servers().front().clientPort;
        QTRY_VERIFY(answerOf(port, "srvr").contains("READ-ONLY"));
        const auto refused = list(servers.connectString());
        QVERIFY2(refused.status == 3 && refused.err.contains("only answers reads") &&
                     refused.err.contains("--accept-read-only"),
                 refused.reported());
        const auto old =
            list(servers.connectString(), {QStringLiteral("--json"), QStringLiteral("--accept-read-only")});
        QVERIFY2(old.status == 0 && old.err.contains("a server without quorum: its data may be old") &&
                     old.err.contains(QByteArray::number(port)),
                 old.reported());
        QCOMPARE(old.json().value(QStringLiteral("stale")), QJsonValue(true));
        QCOMPARE(old.json().value(QStringLiteral("locks")).toArray().size(), 1);
    }

    void aServerWithoutQuorumMayRefuseReadsToo()
    {
        ServerFixture servers{ensemble::SandboxOptions{.servers = 3, .readOnlyMode = true}};
        QVERIFY_RESULT(servers.start());
        QVERIFY_RESULT(servers.killServer(1));
        QVERIFY_RESULT(servers.killServer(2));
        const auto port = servers.servers().front().clientPort;
        QTRY_VERIFY(answerOf(port, "srvr").contains("READ-ONLY"));
        const auto refused = list(servers.connectString(), {QStringLiteral("--accept-read-only")});
        QVERIFY2(refused.status == 3 && refused.err.contains("localSessionsEnabled=true") &&
                     !refused.err.contains("--accept-read-only"),
                 refused.reported());
    }

    void theServerIsSuspended()
    {
        ServerFixture servers;
        QVERIFY_RESULT(servers.start());
        QVERIFY_RESULT(servers.pauseServer());
        const auto outcome = list(servers.connectString());
        servers.resumeServer();
        QVERIFY2(outcome.status == 3 && outcome.err.contains("nothing is answered"), outcome.reported());
    }

    void itIsAnotherProgram_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QByteArray>("sentence");
        QTest::newRow("HTTP") << QByteArray("HTTP/1.0 400 Bad Request\r\n\r\n")
                              << QByteArray("an HTTP server answers there, not ZooKeeper");
        // Redis 7 to "GET / HTTP/1.0" as an inline command.
        QTest::newRow("Redis") << QByteArray("-ERR wrong number of arguments for 'get' command\r\n")
                               << QByteArray("a Redis server answers there, not ZooKeeper");
        QTest::newRow("another") << QByteArray("220 mail.example ESMTP\r\n")
                                 << QByteArray("another program answers there, not ZooKeeper");
        QTest::newRow("silent") << QByteArray() << QByteArray("nothing is answered");
    }
    void itIsAnotherProgram()
    {
        QFETCH(QByteArray, answer);
        QFETCH(QByteArray, sentence);
        const OtherProgram program(answer);
        const auto outcome = list(program.address());
        QVERIFY2(outcome.status == 3 && outcome.err.contains(sentence), outcome.reported());
    }

    void thePortOfTheAdminServer()
    {
        ServerFixture servers;
        QVERIFY_RESULT(servers.start());
        // The program first waits for an answer to a four-letter command.
        const auto outcome = list(QStringLiteral("127.0.0.1:%1").arg(servers.servers().front().adminPort),
                                  {QStringLiteral("--timeout"), QStringLiteral("6000")});
        QVERIFY2(outcome.status == 3 && outcome.err.contains("not the port of its AdminServer"), outcome.reported());
    }

    void nothingListens()
    {
        const DeadPort dead;
        const auto outcome = list(QStringLiteral("127.0.0.1:%1").arg(dead.number()));
        QVERIFY2(outcome.status == 3 && outcome.err.contains("connection refused, no program listens on this port"),
                 outcome.reported());
    }

    void theNameIsUnknown()
    {
        const auto outcome = list(QStringLiteral("nosuch.invalid:2181")); // RFC 2606
        QVERIFY2(outcome.status == 3 && outcome.err.contains("nosuch.invalid:2181: the host name has no address"),
                 outcome.reported());
    }
};

} // namespace lockscope::cliNotConnectedTest

LOCKSCOPE_TEST(lockscope::cliNotConnectedTest::CliNotConnectedTest)
#include "CliNotConnectedTest.moc"
