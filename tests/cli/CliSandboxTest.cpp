// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// `sandbox`: a temporary ensemble that leaves nothing behind.

#include "tests/cli/Cli.h"
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

void CliSandboxTest::saysWhatToInstall_data()
{
    QTest::addColumn<QString>("variable");
    QTest::addColumn<QByteArray>("sentence");
    QTest::newRow("no distribution")
        << QStringLiteral("LOCKSCOPE_ZOOKEEPER_HOME")
        << QByteArray("Set LOCKSCOPE_ZOOKEEPER_HOME to an unpacked Apache ZooKeeper distribution");
    QTest::newRow("no java") << QStringLiteral("PATH")
                             << QByteArray("Install the packages zookeeper, libslf4j-java, libservlet-api-java and "
                                           "default-jre-headless");
}

void CliSandboxTest::saysWhatToInstall()
{
    QFETCH(QString, variable);
    QFETCH(QByteArray, sentence);
    auto environment = environmentWith({{variable, QStringLiteral("/nonexistent")}});
    environment.remove(QStringLiteral("JAVA_HOME"));
    const auto outcome = runCtl({QStringLiteral("sandbox")}, environment);
    QVERIFY2(outcome.status == 1, outcome.reported());
    QVERIFY2(outcome.err.contains(sentence) && outcome.err.count('\n') == 1, outcome.reported());
    QCOMPARE(outcome.out, QByteArray());
}

} // namespace lockscope::cliSandboxTest

LOCKSCOPE_TEST(lockscope::cliSandboxTest::CliSandboxTest)
#include "CliSandboxTest.moc"
