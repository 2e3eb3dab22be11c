// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/Sandbox.h"
#include "core/sandbox/SandboxPorts.h"
#include "core/sandbox/ZooKeeperServer.h"
#include "tests/support/FourLetters.h"
#include "tests/support/Processes.h"
#include "tests/support/Test.h"

#include <QDir>
#include <QFile>
#include <QHostAddress>
#include <QProcess>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTemporaryDir>

#include <csignal>
#include <set>

namespace lockscope::sandboxTest {

using namespace lockscope::ensemble;

namespace {

constexpr int startLimitMs = 90'000;

QByteArray modeOf(int port)
{
    const QByteArray answer = test::answerOf(port, "srvr");
    const auto at = answer.indexOf("Mode: ");
    return at < 0 ? QByteArray() : answer.mid(at + 6, answer.indexOf('\n', at) - at - 6);
}

/// Sets the variable for the lifetime of the returned object.
[[nodiscard]] auto withVariable(const char* name, const QByteArray& value)
{
    const bool wasSet = qEnvironmentVariableIsSet(name);
    auto before = qScopeGuard([name, wasSet, old = qgetenv(name)] { wasSet ? qputenv(name, old) : qunsetenv(name); });
    qputenv(name, value);
    return before;
}

bool started(Sandbox& sandbox)
{
    QSignalSpy ready(&sandbox, &Sandbox::ready);
    QSignalSpy failed(&sandbox, &Sandbox::failed);
    sandbox.start();
    const bool reported = QTest::qWaitFor([&] { return ready.count() + failed.count() > 0; }, startLimitMs);
    if (!failed.isEmpty())
        qWarning("%s", failed.at(0).at(0).value<Error>().detail.c_str());
    return reported && ready.count() == 1;
}

} // namespace

class SandboxTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void startsServers_data();
    void startsServers();
    void restartKeepsPorts();
    void answersAgainAfterPause();
    void startServerDuringKillFollowsIt();
    void leavesNothingWhenOwnerIsKilled_data();
    void leavesNothingWhenOwnerIsKilled();
    void saysWhenServerCountIsWrong();
    void saysWhatAnUnusableDistributionLacks();
    void quotesTheLogWhenServersEnd();
    void takesNoPortOfConnectionsThatGoOut();
    void noticesALostPort();
    void triesOtherPortsWhenOneIsLost();
};

void SandboxTest::startsServers_data()
{
    QTest::addColumn<int>("servers");
    QTest::addColumn<QList<QByteArray>>("modes");
    QTest::newRow("one") << 1 << QList<QByteArray>{"standalone"};
    QTest::newRow("three") << 3 << QList<QByteArray>{"follower", "follower", "leader"};
}

void SandboxTest::startsServers()
{
    QFETCH(int, servers);
    QFETCH(QList<QByteArray>, modes);
    QString folder;
    std::vector<Sandbox::Server> list;
    {
        Sandbox sandbox({.servers = servers});
        QVERIFY(sandbox.connectString().isEmpty());
        QVERIFY(started(sandbox));
        list = sandbox.servers();
        folder = sandbox.folder();
        QCOMPARE(static_cast<int>(list.size()), servers);

        QStringList hosts;
        QList<QByteArray> seen;
        for (const Sandbox::Server& server : list) {
            hosts << QStringLiteral("127.0.0.1:%1").arg(server.clientPort);
            seen << modeOf(server.clientPort);
            QVERIFY(server.processId > 0);
            // Commands that a server disables by default.
            QVERIFY(test::answerOf(server.clientPort, "dump").contains("ephemeral nodes dump"));
            QVERIFY(test::answerOf(server.clientPort, "conf").contains("tickTime=500"));
            const QByteArray monitor = test::answerOf(server.adminPort, "GET /commands/monitor HTTP/1.0\r\n\r\n");
            QVERIFY2(monitor.contains("\"command\" : \"monitor\""), monitor.constData());
        }
        std::sort(seen.begin(), seen.end());
        QCOMPARE(seen, modes);
        QCOMPARE(sandbox.connectString(), hosts.join(u','));

        const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther |
                            QFile::WriteOther | QFile::ExeOther;
        QVERIFY(QFile::exists(folder));
        QVERIFY((QFile::permissions(folder) & others) == QFile::Permissions());
    }
    QVERIFY(!QFile::exists(folder));
    for (const Sandbox::Server& server : list)
        QVERIFY(!test::runs(server.processId));
}

void SandboxTest::restartKeepsPorts()
{
    Sandbox sandbox({.servers = 1});
    QVERIFY(started(sandbox));
    const Sandbox::Server before = sandbox.servers().at(0);
    QSignalSpy stopped(&sandbox, &Sandbox::serverStopped);
    QSignalSpy ready(&sandbox, &Sandbox::serverReady);
    QSignalSpy whole(&sandbox, &Sandbox::ready);

    sandbox.killServer(0);
    QTRY_COMPARE(stopped.count(), 1);
    QVERIFY(!test::runs(before.processId));
    QVERIFY(modeOf(before.clientPort).isEmpty());

    sandbox.startServer(0);
    QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 1, startLimitMs);
    const Sandbox::Server after = sandbox.servers().at(0);
    QCOMPARE(after.clientPort, before.clientPort);
    QCOMPARE(after.adminPort, before.adminPort);
    QVERIFY(after.processId != before.processId);
    QCOMPARE(modeOf(after.clientPort), QByteArray("standalone"));
    QCOMPARE(whole.count(), 0); // ready() is emitted once
}

void SandboxTest::answersAgainAfterPause()
{
    Sandbox sandbox({.servers = 1});
    QVERIFY(started(sandbox));
    const int port = sandbox.servers().at(0).clientPort;
    sandbox.pauseServer(0);
    QTRY_VERIFY(test::answerOf(port, "srvr", 300).isEmpty()); // a process is stopped a moment after the signal
    sandbox.resumeServer(0);
    QCOMPARE(modeOf(port), QByteArray("standalone"));
    sandbox.pauseServer(0); // stopping a paused server must not hang
}

void SandboxTest::startServerDuringKillFollowsIt()
{
    Sandbox sandbox({.servers = 1});
    QVERIFY(started(sandbox));
    QSignalSpy stopped(&sandbox, &Sandbox::serverStopped);
    QSignalSpy ready(&sandbox, &Sandbox::serverReady);
    sandbox.killServer(0);
    sandbox.startServer(0);
    QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 1, startLimitMs);
    QCOMPARE(stopped.count(), 1);
}

void SandboxTest::leavesNothingWhenOwnerIsKilled_data()
{
    QTest::addColumn<int>("servers");
    QTest::newRow("one") << 1;
    QTest::newRow("three") << 3;
}

void SandboxTest::leavesNothingWhenOwnerIsKilled()
{
    QFETCH(int, servers);
    QProcess owner;
    owner.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    owner.start(QCoreApplication::applicationDirPath() + QStringLiteral("/sandbox_owner"), {QString::number(servers)});
    QVERIFY(owner.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(owner.canReadLine(), startLimitMs);
    QStringList words = QString::fromUtf8(owner.readLine()).trimmed().split(u' ');
    QCOMPARE(words.size(), servers + 1);
    const QString folder = words.takeFirst();
    QVERIFY(QFile::exists(folder));
    for (const QString& id : words)
        QVERIFY(test::runs(id.toLongLong()));

    owner.kill();
    QVERIFY(owner.waitForFinished());
    for (const QString& id : words)
        QTRY_VERIFY(!test::runs(id.toLongLong()));
    QTRY_VERIFY(!QFile::exists(folder));
}

void SandboxTest::saysWhenServerCountIsWrong()
{
    Sandbox sandbox({.servers = 2});
    QSignalSpy failed(&sandbox, &Sandbox::failed);
    sandbox.start();
    QTRY_COMPARE(failed.count(), 1);
    const auto error = failed.at(0).at(0).value<Error>();
    QVERIFY(error.code == ErrorCode::BadArguments);
    QCOMPARE(QString::fromStdString(error.detail), QStringLiteral("a sandbox has 1 or 3 servers, not 2"));
}

void SandboxTest::saysWhatAnUnusableDistributionLacks()
{
    const QTemporaryDir home;
    const auto before = withVariable("LOCKSCOPE_ZOOKEEPER_HOME", home.path().toLocal8Bit());
    Sandbox sandbox({.servers = 1});
    QSignalSpy failed(&sandbox, &Sandbox::failed);
    sandbox.start();
    QTRY_COMPARE(failed.count(), 1);
    const auto error = failed.at(0).at(0).value<Error>();
    QVERIFY(error.code == ErrorCode::Missing);
    QCOMPARE(error.path, home.path().toStdString());
    QVERIFY2(error.detail.starts_with("LOCKSCOPE_ZOOKEEPER_HOME has no folder lib"), error.detail.c_str());
}

/// A distribution with the right file names and empty files: java itself ends, and its error must be reported.
void SandboxTest::quotesTheLogWhenServersEnd()
{
    const QTemporaryDir home;
    QVERIFY(QDir(home.path()).mkpath(QStringLiteral("lib")));
    for (const char* name : {"zookeeper-3.8.0.jar", "zookeeper-jute-3.8.0.jar", "slf4j-api-1.7.36.jar",
                             "jetty-server-9.4.jar", "javax.servlet-api-3.1.0.jar"}) {
        QFile jar(home.filePath(QStringLiteral("lib/") + QString::fromLatin1(name)));
        QVERIFY(jar.open(QIODevice::WriteOnly));
    }
    const auto before = withVariable("LOCKSCOPE_ZOOKEEPER_HOME", home.path().toLocal8Bit());
    QString folder;
    {
        Sandbox sandbox({.servers = 3});
        QSignalSpy failed(&sandbox, &Sandbox::failed);
        sandbox.start();
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, startLimitMs);
        folder = sandbox.folder();
        const auto error = failed.at(0).at(0).value<Error>();
        QVERIFY(error.code == ErrorCode::System);
        QVERIFY2(error.detail.find("ClassNotFoundException") != std::string::npos, error.detail.c_str());
    }
    QVERIFY(!folder.isEmpty());
    QVERIFY(!QFile::exists(folder));
}

/// Otherwise an outgoing connection could use the port on which a follower listens once it leads.
void SandboxTest::takesNoPortOfConnectionsThatGoOut()
{
    QFile file(QStringLiteral("/proc/sys/net/ipv4/ip_local_port_range"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto lowest = file.readAll().simplified().split(' ').first().toInt();
    const bool isThereRoom = lowest > 12'000;
    for (int i = 0; i < 20; ++i) {
        const auto ports = freeSandboxPorts(3);
        QVERIFY(ports);
        std::set<int> all;
        for (const auto& server : *ports) {
            for (const int port : {server.client, server.admin, server.quorum, server.election}) {
                QVERIFY2(!isThereRoom || (port >= 10'000 && port < lowest), qPrintable(QString::number(port)));
                all.insert(port);
            }
        }
        QCOMPARE(all.size(), std::size_t(12));
    }
}

void SandboxTest::noticesALostPort()
{
    QTcpServer other;
    QVERIFY(other.listen(QHostAddress(QHostAddress::LocalHost)));
    const auto ports = freeSandboxPorts(1);
    QVERIFY(ports);
    const QTemporaryDir folder;
    const Result<ServerSoftware> software = findServerSoftware();
    QVERIFY(software.has_value());
    ServerProcess process(planOf(*software, {.folder = folder.filePath(QStringLiteral("server")),
                                             .clientPort = other.serverPort(),
                                             .adminPort = ports->front().admin,
                                             .settings = QStringLiteral("tickTime=500\n")}));
    QSignalSpy stopped(&process, &ServerProcess::stopped);
    QSignalSpy serving(&process, &ServerProcess::serving);
    QVERIFY(process.prepare().has_value());
    process.start();
    QTRY_COMPARE_WITH_TIMEOUT(stopped.count(), 1, startLimitMs);
    QVERIFY(process.hasLostPort());
    QVERIFY2(process.complaint().contains(QStringLiteral("Address already in use")), qPrintable(process.complaint()));
    QCOMPARE(serving.count(), 0);
}

/// The first java process ends as if its port were in use; every later one is the real one.
void SandboxTest::triesOtherPortsWhenOneIsLost()
{
    const Result<ServerSoftware> software = findServerSoftware();
    QVERIFY(software.has_value());
    const QTemporaryDir home;
    QVERIFY(QDir(home.path()).mkpath(QStringLiteral("bin")));
    QFile script(home.filePath(QStringLiteral("bin/java")));
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("#!/bin/sh\n"
                 "if mkdir \"${0%/bin/java}/first\" 2>/dev/null; then\n"
                 "    echo 'java.net.BindException: Address already in use'\n"
                 "    exit 1\n"
                 "fi\n"
                 "exec " +
                 software->java.toUtf8() + " \"$@\"\n");
    QVERIFY(script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    script.close();
    const auto before = withVariable("JAVA_HOME", home.path().toLocal8Bit());
    Sandbox sandbox({.servers = 3});
    const bool ready = started(sandbox);
    QVERIFY(QFile::exists(home.filePath(QStringLiteral("first"))));
    QVERIFY(ready);
    for (const Sandbox::Server& server : sandbox.servers())
        QVERIFY(!modeOf(server.clientPort).isEmpty());
}

} // namespace lockscope::sandboxTest

LOCKSCOPE_TEST(lockscope::sandboxTest::SandboxTest)
#include "SandboxTest.moc"
