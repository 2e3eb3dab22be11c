// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/Forwarder.h"

#include "core/sources/zookeeper/servers/EnsembleCollector.h"
#include "tests/connect/Certificates.h"
#include "tests/connect/SecureServer.h"
#include "tests/connect/SshProcesses.h"
#include "tests/connect/SshServer.h"
#include "tests/support/BlockingClient.h"
#include "tests/support/DeadPort.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <QFileInfo>

#include <memory>

namespace lockscope::test::sshForwarderTest {

using connect::Forwarder;
using connect::ForwarderSettings;
using connect::SshSettings;
using connect::TlsSettings;

/// A real server behind an SSH server of the test's own.
class SshForwarderTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void works_data();
    void works();
    void passesMuch();
    void reportsFacts();
    void keepsSecretsAndLeavesNothing();
    void leavesNothingWhenItsOwnerIsKilled();
    void refusesStrangers();
    void saysWhyItIsNotLetIn_data();
    void saysWhyItIsNotLetIn();
    void saysThatTheServerIsNotReached_data();
    void saysThatTheServerIsNotReached();
    void comesBackAfterTheSshServer();
    void startsSshAgainWhenItEnds();

private:
    [[nodiscard]] ForwarderSettings settingsFor(const char* destination, quint16 port, bool tls) const;
    [[nodiscard]] static QString connectText(const Forwarder& forwarder);

    Certificates m_files;
    SecureServer m_server;
    SshServer m_ssh;
};

void SshForwarderTest::initTestCase()
{
    const auto authority = QStringLiteral("authority");
    QVERIFY(m_files.authority(authority));
    QVERIFY(m_files.certificate(QStringLiteral("server"), authority, QStringLiteral("DNS:localhost")));
    QVERIFY(m_files.certificate(QStringLiteral("client"), authority, QStringLiteral("DNS:client")));
    QVERIFY(m_files.lock(QStringLiteral("client"), QStringLiteral("open sesame")));
    const auto started =
        m_server.start(m_files.file(QStringLiteral("server.store")), m_files.file(QStringLiteral("authority.pem")));
    QVERIFY_RESULT(started);
    BlockingClient plain(m_server.plainConnect());
    QVERIFY(plain.create("/node", "behind"));
    QVERIFY(m_ssh.prepare());
    QVERIFY(m_ssh.start());
}

void SshForwarderTest::cleanupTestCase()
{
    QVERIFY(sshProcesses().isEmpty());
    m_ssh.stop();
    QVERIFY(m_server.kill());
}

ForwarderSettings SshForwarderTest::settingsFor(const char* destination, quint16 port, bool tls) const
{
    ForwarderSettings settings{{{{"localhost", port}}, {}}, {}, {}, SshSettings{destination, m_ssh.configFile()}};
    if (tls)
        settings.tls = TlsSettings{m_files.path("authority.pem"), {}, {}, {}};
    return settings;
}

QString SshForwarderTest::connectText(const Forwarder& forwarder)
{
    return QString::fromStdString(forwarder.connectString().text());
}

void SshForwarderTest::works_data()
{
    QTest::addColumn<QByteArray>("destination");
    QTest::addColumn<bool>("tls");
    QTest::newRow("plain") << QByteArray("gate") << false;
    QTest::newRow("TLS inside") << QByteArray("gate") << true;
    QTest::newRow("by way of another") << QByteArray("behind") << true;
}

void SshForwarderTest::works()
{
    QFETCH(QByteArray, destination);
    QFETCH(bool, tls);
    Forwarder forwarder(settingsFor(destination.constData(), tls ? m_server.securePort() : m_server.plainPort(), tls));
    const auto opened = forwarder.open();
    QVERIFY_RESULT(opened);
    BlockingClient client(connectText(forwarder));
    const auto node = client.get("/node");
    QVERIFY_RESULT(node);
    QCOMPARE(node->data, std::string("behind"));
    QVERIFY(!forwarder.trouble());
}

void SshForwarderTest::passesMuch()
{
    Forwarder forwarder(settingsFor("gate", m_server.securePort(), true));
    QVERIFY(forwarder.open());
    BlockingClient client(connectText(forwarder));
    const std::string much(1'000'000, 'x');
    QVERIFY(client.create("/much", much));
    BlockingClient other(connectText(forwarder));
    const auto read = other.get("/much");
    QVERIFY(read && read->data == much);
}

void SshForwarderTest::reportsFacts()
{
    auto settings = settingsFor("gate", m_server.securePort(), true);
    settings.adminPorts = {m_server.adminPort()};
    settings.adminTls = true;
    Forwarder forwarder(settings);
    QVERIFY(forwarder.open());
    ensemble::CollectorSettings asked;
    forwarder.lead(asked);
    asked.questionLimit = std::chrono::seconds(10);
    std::shared_ptr<const ensemble::EnsembleFacts> facts;
    ensemble::EnsembleCollector collector(asked,
                                          {.facts = [&](const auto& reported) { facts = reported; }, .watches = {}});
    // Other servers that the ensemble reports: there is no path to them.
    collector.setMembers({{"zk1.example", 2181, "zk1.example"}, {"zk2.example", 2181, "zk2.example"}});
    collector.start();
    QTRY_VERIFY(facts != nullptr);
    QCOMPARE(facts->servers.size(), 1U);
    const auto& server = facts->servers.front();
    QVERIFY2(server.answers, server.trouble.c_str());
    QCOMPARE(server.mode, std::string("standalone"));
    QVERIFY2(server.connections == ensemble::Source::AdminServer, server.trouble.c_str()); // by HTTPS, through SSH
    QCOMPARE(asked.adminTrouble(0), std::string());
}

void SshForwarderTest::keepsSecretsAndLeavesNothing()
{
    auto settings = settingsFor("gate", m_server.securePort(), true);
    settings.tls->certificateFile = m_files.path("client.pem");
    settings.tls->keyFile = m_files.path("client.locked");
    settings.keyPassword = "open sesame";
    qint64 process = 0;
    QString folder;
    {
        Forwarder forwarder(settings);
        QVERIFY(forwarder.open());
        QCOMPARE(sshProcesses().size(), 1);
        process = sshProcesses().first();
        for (const char* const file : {"cmdline", "environ"})
            QVERIFY(
                !contentsOf(QStringLiteral("/proc/%1/%2").arg(process).arg(QLatin1String(file))).contains("sesame"));
        folder = sshFolderOf(process);
        QVERIFY(QFileInfo(folder).isDir());
        QCOMPARE(QFileInfo(folder).permissions() & ~QFile::Permissions(0x7700),
                 QFile::Permissions()); // only its owner's
        QCOMPARE(QDir(folder).entryList(QDir::AllEntries | QDir::System | QDir::Hidden | QDir::NoDotAndDotDot).size(),
                 1);
        BlockingClient client(connectText(forwarder));
        QVERIFY(client.get("/node"));
    }
    QVERIFY(!QFileInfo::exists(folder));
    QVERIFY(sshProcesses().isEmpty());
    QVERIFY(!QFileInfo::exists(QStringLiteral("/proc/%1").arg(process)));
}

void SshForwarderTest::leavesNothingWhenItsOwnerIsKilled()
{
    QProcess owner;
    owner.start(QCoreApplication::applicationDirPath() + QStringLiteral("/connect_forwarder_owner"),
                {QStringLiteral("gate"), QString::fromStdString(m_ssh.configFile())});
    QVERIFY(owner.waitForReadyRead());
    const auto processes = sshProcesses(owner.processId());
    QCOMPARE(processes.size(), 1);
    const auto folder = sshFolderOf(processes.first());
    QVERIFY(QFileInfo(folder).isDir());
    owner.kill(); // SIGKILL
    QVERIFY(owner.waitForFinished());
    QTRY_VERIFY(contentsOf(QStringLiteral("/proc/%1/cmdline").arg(processes.first())).isEmpty());
    QTRY_VERIFY(!QFileInfo::exists(folder));
}

void SshForwarderTest::refusesStrangers()
{
    Forwarder forwarder(settingsFor("gate", m_server.plainPort(), false));
    QVERIFY(forwarder.open());
    const auto reported = [](quint16 port) -> QByteArray {
        QProcess unrelated;
        const auto script = QStringLiteral("trap '' PIPE; exec 3<>/dev/tcp/127.0.0.1/%1; echo ruok >&3; cat <&3; "
                                           "echo over");
        unrelated.start(QStringLiteral("bash"), {QStringLiteral("-c"), script.arg(port)});
        if (!unrelated.waitForFinished())
            return "it did not end";
        return unrelated.exitCode() == 0 ? unrelated.readAllStandardOutput() : unrelated.readAllStandardError();
    };
    QCOMPARE(reported(m_server.plainPort()), QByteArray("imokover\n")); // it uses a command that is answered
    QCOMPARE(reported(forwarder.connectString().servers.front().port), QByteArray("over\n"));
}

void SshForwarderTest::saysWhyItIsNotLetIn_data()
{
    QTest::addColumn<QByteArray>("destination");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QString>("reason");
    QTest::newRow("an option") << QByteArray("-oProxyCommand=false") << QByteArray("BadArguments")
                               << QStringLiteral("Use user@host");
    QTest::newRow("key refused") << QByteArray("unknown-key") << QByteArray("NoConnection")
                                 << QStringLiteral("ssh-add");
    QTest::newRow("host key changed") << QByteArray("changed-host") << QByteArray("NoConnection")
                                      << QStringLiteral("The host key of the SSH server");
    QTest::newRow("no server") << QByteArray("no-server") << QByteArray("NoConnection")
                               << QStringLiteral("No SSH server listens on this port");
}

void SshForwarderTest::saysWhyItIsNotLetIn()
{
    QFETCH(QByteArray, destination);
    QFETCH(QByteArray, code);
    QFETCH(QString, reason);
    Forwarder forwarder(settingsFor(destination.constData(), m_server.plainPort(), false));
    const auto opened = forwarder.open();
    QVERIFY(!opened);
    const auto reported = QString::fromStdString(describe(opened.error()));
    QVERIFY2(reported.contains(reason), qPrintable(reported));
    QCOMPARE(printed(opened.error().code), code);
    QVERIFY(sshProcesses().isEmpty());
}

void SshForwarderTest::saysThatTheServerIsNotReached_data()
{
    QTest::addColumn<bool>("tls");
    QTest::newRow("plain") << false;
    QTest::newRow("TLS inside") << true;
}

void SshForwarderTest::saysThatTheServerIsNotReached()
{
    QFETCH(bool, tls);
    const DeadPort dead;
    const auto port = dead.number();
    QVERIFY(port != 0);
    Forwarder forwarder(settingsFor("gate", port, tls));
    QVERIFY(forwarder.open());
    QTcpSocket client;
    client.connectToHost(QHostAddress::LocalHost, forwarder.connectString().servers.front().port);
    QTRY_VERIFY(forwarder.trouble().has_value());
    const auto reported = QString::fromStdString(describe(*forwarder.trouble()));
    QVERIFY2(reported.startsWith(QStringLiteral("Cannot connect to \"localhost:%1\": ").arg(port)),
             qPrintable(reported));
    QVERIFY2(reported.contains(u"the SSH server cannot connect to this server (connect failed: Connection refused)"),
             qPrintable(reported));
    QTRY_COMPARE(client.state(), QAbstractSocket::UnconnectedState);
}

void SshForwarderTest::comesBackAfterTheSshServer()
{
    Forwarder forwarder(settingsFor("gate", m_server.securePort(), true));
    QVERIFY(forwarder.open());
    BlockingClient client(connectText(forwarder));
    QVERIFY(client.get("/node"));
    m_ssh.stop();
    QTRY_VERIFY_WITH_TIMEOUT(
        forwarder.trouble() &&
            QString::fromStdString(forwarder.trouble()->detail).contains(u"No SSH server listens on this port"),
        40'000);
    QVERIFY(m_ssh.start());
    QTRY_VERIFY_WITH_TIMEOUT(!forwarder.trouble(), 40'000);
    QVERIFY(client.get("/node"));
}

void SshForwarderTest::startsSshAgainWhenItEnds()
{
    Forwarder forwarder(settingsFor("gate", m_server.plainPort(), false));
    QVERIFY(forwarder.open());
    const auto before = sshProcesses();
    QCOMPARE(before.size(), 1);
    QCOMPARE(::kill(static_cast<pid_t>(before.first()), SIGKILL), 0);
    QTRY_VERIFY(forwarder.trouble().has_value());
    BlockingClient client(connectText(forwarder));
    QVERIFY(client.get("/node"));
    QVERIFY(!forwarder.trouble());
    QCOMPARE(sshProcesses().size(), 1);
    QVERIFY(sshProcesses() != before);
}

} // namespace lockscope::test::sshForwarderTest

LOCKSCOPE_TEST(lockscope::test::sshForwarderTest::SshForwarderTest)
#include "SshForwarderTest.moc"
