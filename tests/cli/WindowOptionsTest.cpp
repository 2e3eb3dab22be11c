// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The window's command line: conflicting options are reported as an error before a window opens.

#include "tests/cli/HelpLines.h"
#include "tests/support/LineProcess.h"
#include "tests/support/Test.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

namespace lockscope::windowOptionsTest {

using namespace Qt::StringLiterals;

class WindowOptionsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void helpFitsTheTerminal();
    void refusesWhatDoesNotGoTogether_data();
    void refusesWhatDoesNotGoTogether();
    void opensAuditLogsTogether();
    void failsWhereNothingCanBePrinted_data();
    void failsWhereNothingCanBePrinted();
};

void WindowOptionsTest::helpFitsTheTerminal()
{
    test::LineProcess program(QStringLiteral(LOCKSCOPE), {u"--help"_s}, QProcessEnvironment::systemEnvironment());
    QVERIFY2(program.waitForEnd() && program.exitCode() == 0, program.reported());
    const auto help = program.lines().join('\n');
    QVERIFY2(help.startsWith("Usage: lockscope [options] [FILE]\n"), program.reported());
    QCOMPARE(test::wideLine(help), QString());
}

void WindowOptionsTest::refusesWhatDoesNotGoTogether_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](const char* arguments, const char* sentence) {
        QTest::newRow(arguments) << QString::fromLatin1(arguments) << QByteArray(sentence);
    };
    row("a.rec b.rec", "only one file can be opened: remove \"b.rec\"");
    row("--with b.log", "--with opens an audit log together with FILE: add FILE");
    row("--demo --connect 127.0.0.1:1", "--demo starts its own servers");
    row("--demo etcd", "--demo shows live data: remove --demo or \"etcd\"");
    row("--demo redis a.rec", "--demo shows live data: remove --demo or \"a.rec\"");
    row("--demo redlock --connect 127.0.0.1:1", "--demo starts its own servers");
    row("--profile x --demo", "--profile sets the whole connection");
    row("--root /a", "--root needs servers to search: add --connect SERVERS");
    row("--root /a --demo", "--root needs servers to search");
    row("--root /a a.rec", "--root needs servers to search");
    row("--theme blue", "unknown theme \"blue\": use dark, light or system");
    row("--language xx", "unknown language \"xx\": use en");
    row("--for 5 --demo", "--for and --size need --screenshot");
    row("--size 1024x640 --demo", "--for and --size need --screenshot");
    row("--for soon --demo --screenshot a.png", "invalid --for \"soon\": use a number of seconds from 0 to 3600");
    row("--screenshot a.png", "--screenshot needs --demo");
    row("--screenshot a.png --size big a.rec", "invalid --size \"big\": use a width and a height");
    row("--screenshot a.png --size 1024 a.rec", "invalid --size \"1024\": use a width and a height");
    row("--screenshot a.png --size 0x640 a.rec", "invalid --size \"0x640\": use a width and a height");
    row("--screenshot a.png --size 99999x640 a.rec", "invalid --size \"99999x640\": use a width and a height");
}

void WindowOptionsTest::refusesWhatDoesNotGoTogether()
{
    QFETCH(QString, arguments);
    QFETCH(QByteArray, sentence);
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.remove(u"LOCKSCOPE_CONNECT"_s);
    environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
    test::LineProcess program(QStringLiteral(LOCKSCOPE), arguments.split(u' '), environment);
    QVERIFY2(program.waitForEnd(), program.reported());
    QCOMPARE(program.exitCode(), 2);
    QVERIFY2(program.errors().contains(sentence), program.reported());
}

/// Files that cannot be combined are refused with the name of the wrong one.
void WindowOptionsTest::opensAuditLogsTogether()
{
    const QTemporaryDir folder;
    const auto write = [&](const QString& name, const QByteArray& bytes) {
        QFile file(folder.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
    };
    const QByteArray log("2026-11-21 10:00:00,000 INFO x: session=0x1\tuser=a\tip=10.0.0.1\toperation=create\t"
                         "znode=/a\tznode_type=persistent\tresult=success\n");
    QVERIFY(write(u"1.log"_s, log) && write(u"2.log"_s, log) && write(u"seen.rec"_s, "{\"lockscope-recording\":1}\n"));
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.remove(u"LOCKSCOPE_CONNECT"_s);
    environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
    environment.insert(u"XDG_CONFIG_HOME"_s, folder.path());
    for (const auto& [other, status] : {std::pair(u"2.log"_s, 0), std::pair(u"seen.rec"_s, 1)}) {
        test::LineProcess program(QStringLiteral(LOCKSCOPE),
                                  {folder.filePath(u"1.log"_s), u"--with"_s, folder.filePath(other), u"--screenshot"_s,
                                   folder.filePath(u"shot.png"_s), u"--for"_s, u"0"_s},
                                  environment);
        QVERIFY2(program.waitForEnd(), program.reported());
        QVERIFY2(program.exitCode() == status, program.reported());
        QCOMPARE(program.errors().contains("Cannot open \"seen.rec\": a recording cannot be opened together"),
                 status == 1);
    }
}

void WindowOptionsTest::failsWhereNothingCanBePrinted_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("--help") << QStringList{u"--help"_s};
    QTest::newRow("-h") << QStringList{u"-h"_s};
    QTest::newRow("--version") << QStringList{u"--version"_s};
    QTest::newRow("--screenshot") << QStringList{u"--screenshot"_s, u"shot.png"_s, u"--for"_s, u"0"_s, u"seen.rec"_s};
}

void WindowOptionsTest::failsWhereNothingCanBePrinted()
{
    QFETCH(const QStringList, arguments);
    const QTemporaryDir folder;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.remove(u"LOCKSCOPE_CONNECT"_s);
    environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
    environment.insert(u"XDG_CONFIG_HOME"_s, folder.path());
    QFile recording(folder.filePath(u"seen.rec"_s));
    QVERIFY(recording.open(QIODevice::WriteOnly));
    QVERIFY(recording.write("{\"lockscope-recording\":1}\n{\"full\":{\"at\":1000}}\n"
                            R"({"lock":{"path":"/a","head":{"kind":"mutex","dialect":"curator-mutex"},)"
                            R"("queue":[{"node":"lock-1","holds":true}]}})"
                            "\n{\"done\":{}}\n{\"end\":{\"at\":2000,\"reason\":\"stopped\"}}\n") > 0);
    recording.close();
    for (const auto& [output, status] : {std::pair(u"/dev/full"_s, 1), std::pair(u"/dev/null"_s, 0)}) {
        QProcess program;
        program.setProcessEnvironment(environment);
        program.setWorkingDirectory(folder.path());
        program.setStandardOutputFile(output);
        program.start(QStringLiteral(LOCKSCOPE), arguments);
        QVERIFY(program.waitForFinished(60'000));
        const auto errors = program.readAllStandardError();
        QVERIFY2(program.exitStatus() == QProcess::NormalExit && program.exitCode() == status, errors);
        QCOMPARE(errors.contains("write to standard output"), status == 1);
    }
}

} // namespace lockscope::windowOptionsTest

LOCKSCOPE_TEST(lockscope::windowOptionsTest::WindowOptionsTest)
#include "WindowOptionsTest.moc"
