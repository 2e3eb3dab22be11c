// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// `sandbox`: temporary servers that leave nothing behind.

#include "tests/cli/Cli.h"
#include "tests/support/RedisConnection.h"
#include "tests/support/Test.h"

#include <QDir>
#include <QFileInfo>

namespace lockscope::cliSandboxTest {

using namespace lockscope::test;

class CliSandboxTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void servesUntilItIsStopped_data();
    void servesUntilItIsStopped();
    void servesRedis_data();
    void servesRedis();
    void endsWithTheLastOfItsServers();
    void printsTheTargetAlone();
    void saysWhatToInstall_data();
    void saysWhatToInstall();
};

void CliSandboxTest::servesUntilItIsStopped_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("Ctrl-C") << SIGINT;
    QTest::newRow("kill") << SIGTERM;
}

void CliSandboxTest::servesUntilItIsStopped()
{
    QFETCH(int, signal);
    const auto sandbox = startCtl({QStringLiteral("--json"), QStringLiteral("sandbox")});
    QVERIFY2(sandbox->waitForLine([](const QByteArray&) { return true; }, 45'000), sandbox->errors());
    const auto json = sandbox->found();
    QCOMPARE(deviations(json, {{QStringLiteral("connect"), QStringLiteral("string")},
                               {QStringLiteral("servers"), QStringLiteral("array")}}),
             "");
    const auto connect = json.value(QStringLiteral("connect")).toString();
    const auto servers = json.value(QStringLiteral("servers")).toArray();
    QCOMPARE(servers.size(), 1);
    const auto process = servers.first().toObject().value(QStringLiteral("pid")).toInteger();
    const QDir serverFolder(QFileInfo(QStringLiteral("/proc/%1/cwd").arg(process)).symLinkTarget());
    const QDir folder(serverFolder.filePath(QStringLiteral("..")));
    QVERIFY2(serverFolder.exists(QStringLiteral("zoo.cfg")), qPrintable(serverFolder.path()));
    const auto path = folder.canonicalPath();
    QVERIFY2(path.startsWith(QDir(QDir::tempPath()).canonicalPath() + u'/'), qPrintable(path));

    const auto listed = runCtl({QStringLiteral("--connect"), connect, QStringLiteral("ls")});
    QVERIFY2(listed.status == 0 && listed.out == "No locks found.\n", listed.reported());

    sandbox->signal(signal);
    QVERIFY(sandbox->waitForEnd());
    QCOMPARE(sandbox->exitCode(), 0);
    QCOMPARE(sandbox->errors(), QByteArray());
    QVERIFY(!QFileInfo::exists(QStringLiteral("/proc/%1").arg(process)));
    QVERIFY2(!QFileInfo::exists(path), qPrintable(path));
    QCOMPARE(sandbox->lines().size(), 1);
}

void CliSandboxTest::servesRedis_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("target"); // "%1" stands for the addresses of the servers with the role `named`
    QTest::addColumn<QString>("named");
    QTest::addColumn<QStringList>("roles");
    const auto master = QStringLiteral("master");
    const auto replica = QStringLiteral("replica");
    const auto sentinel = QStringLiteral("sentinel");
    QTest::newRow("1") << QStringLiteral("1") << QStringLiteral("redis://%1") << master << QStringList{master};
    QTest::newRow("5") << QStringLiteral("5") << QStringLiteral("redlock://%1") << master << QStringList(5, master);
    QTest::newRow("sentinel") << sentinel << QStringLiteral("redis+sentinel://%1/mymaster") << sentinel
                              << QStringList{master, replica, replica, sentinel, sentinel, sentinel};
    QTest::newRow("cluster") << QStringLiteral("cluster") << QStringLiteral("redis+cluster://%1") << master
                             << QStringList(3, master) + QStringList(3, replica);
}

void CliSandboxTest::servesRedis()
{
    QFETCH(QString, kind);
    QFETCH(QString, target);
    QFETCH(QString, named);
    QFETCH(QStringList, roles);
    const auto sandbox =
        startCtl({QStringLiteral("--json"), QStringLiteral("sandbox"), QStringLiteral("--redis"), kind});
    QVERIFY2(sandbox->waitForLine([](const QByteArray&) { return true; }, 90'000), sandbox->errors());
    const auto json = sandbox->found();
    QCOMPARE(deviations(json, {{QStringLiteral("connect"), QStringLiteral("string")},
                               {QStringLiteral("servers"), QStringLiteral("array")}}),
             "");
    QStringList seen;
    QStringList addresses;
    QList<qint64> processes;
    for (const auto& server : json.value(QStringLiteral("servers")).toArray()) {
        const auto port = server[QStringLiteral("clientPort")].toInt();
        const auto process = server[QStringLiteral("pid")].toInteger();
        processes << process;
        seen << server[QStringLiteral("role")].toString();
        if (seen.last() == named)
            addresses << QStringLiteral("127.0.0.1:%1").arg(port);
        const auto info = RedisConnection(port).command({"INFO", "server"}).toByteArray();
        QVERIFY2(info.contains("\r\nprocess_id:" + QByteArray::number(process) + "\r\n"), info);
    }
    QCOMPARE(seen, roles);
    QCOMPARE(json.value(QStringLiteral("connect")).toString(), target.arg(addresses.join(u',')));
    const QDir serverFolder(QFileInfo(QStringLiteral("/proc/%1/cwd").arg(processes.first())).symLinkTarget());
    const auto path = QDir(serverFolder.filePath(QStringLiteral(".."))).canonicalPath();
    QVERIFY2(path.startsWith(QDir(QDir::tempPath()).canonicalPath() + u'/'), qPrintable(path));

    sandbox->signal(SIGINT);
    QVERIFY(sandbox->waitForEnd());
    QCOMPARE(sandbox->exitCode(), 0);
    QCOMPARE(sandbox->errors(), QByteArray());
    for (const auto process : processes)
        QVERIFY(!QFileInfo::exists(QStringLiteral("/proc/%1").arg(process)));
    QVERIFY2(!QFileInfo::exists(path), qPrintable(path));
    QCOMPARE(sandbox->lines().size(), 1);
}

void CliSandboxTest::endsWithTheLastOfItsServers()
{
    const auto sandbox =
        startCtl({QStringLiteral("--json"), QStringLiteral("sandbox"), QStringLiteral("--redis"), QStringLiteral("5")});
    QVERIFY2(sandbox->waitForLine([](const QByteArray&) { return true; }, 90'000), sandbox->errors());
    const auto servers = sandbox->found().value(QStringLiteral("servers")).toArray();
    const auto stop = [&](int index) {
        return ::kill(static_cast<pid_t>(servers.at(index)[QStringLiteral("pid")].toInteger()), SIGKILL);
    };
    QCOMPARE(stop(2), 0);
    QTRY_VERIFY2(sandbox->errors().contains("server 3 of the sandbox has stopped. The other servers run on"),
                 sandbox->errors());
    QCOMPARE(RedisConnection(servers.at(0)[QStringLiteral("clientPort")].toInt()).command({"PING"}),
             QByteArray("PONG"));
    for (const auto index : {0, 1, 3, 4})
        QCOMPARE(stop(index), 0);
    QVERIFY(sandbox->waitForEnd());
    QCOMPARE(sandbox->exitCode(), 1);
}

void CliSandboxTest::printsTheTargetAlone()
{
    const auto sandbox = startCtl({QStringLiteral("sandbox"), QStringLiteral("--redis"), QStringLiteral("1")});
    QVERIFY2(sandbox->waitForLine([](const QByteArray&) { return true; }, 90'000), sandbox->errors());
    const auto line = QString::fromUtf8(sandbox->lines().first());
    const auto match = QRegularExpression(QStringLiteral("^redis://127\\.0\\.0\\.1:(\\d+)$")).match(line);
    QVERIFY2(match.hasMatch(), qPrintable(line));
    QCOMPARE(RedisConnection(match.captured(1).toInt()).command({"PING"}), QByteArray("PONG"));
    sandbox->signal(SIGTERM);
    QVERIFY(sandbox->waitForEnd());
    QCOMPARE(sandbox->exitCode(), 0);
}

void CliSandboxTest::saysWhatToInstall_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("variable");
    QTest::addColumn<QByteArray>("sentence");
    const QStringList redis{QStringLiteral("--redis"), QStringLiteral("5")};
    QTest::newRow("no distribution")
        << QStringList() << QStringLiteral("LOCKSCOPE_ZOOKEEPER_HOME")
        << QByteArray("Set LOCKSCOPE_ZOOKEEPER_HOME to an unpacked Apache ZooKeeper distribution");
    QTest::newRow("no java") << QStringList() << QStringLiteral("PATH")
                             << QByteArray("Install the packages zookeeper, libslf4j-java, libservlet-api-java and "
                                           "default-jre-headless");
    QTest::newRow("no program") << redis << QStringLiteral("LOCKSCOPE_REDIS_SERVER")
                                << QByteArray("Set LOCKSCOPE_REDIS_SERVER to the path of a redis-server program");
    QTest::newRow("no redis-tools") << redis << QStringLiteral("PATH")
                                    << QByteArray("Install the package redis-tools (Debian: apt install redis-tools)");
}

void CliSandboxTest::saysWhatToInstall()
{
    QFETCH(QStringList, options);
    QFETCH(QString, variable);
    QFETCH(QByteArray, sentence);
    auto environment = environmentWith({{variable, QStringLiteral("/nonexistent")}});
    environment.remove(QStringLiteral("JAVA_HOME"));
    if (variable != u"LOCKSCOPE_REDIS_SERVER")
        environment.remove(QStringLiteral("LOCKSCOPE_REDIS_SERVER"));
    const auto outcome = runCtl(QStringList{QStringLiteral("sandbox")} + options, environment);
    QVERIFY2(outcome.status == 1, outcome.reported());
    QVERIFY2(outcome.err.contains(sentence) && outcome.err.count('\n') == 1, outcome.reported());
    QCOMPARE(outcome.out, QByteArray());
}

} // namespace lockscope::cliSandboxTest

LOCKSCOPE_TEST(lockscope::cliSandboxTest::CliSandboxTest)
#include "CliSandboxTest.moc"
