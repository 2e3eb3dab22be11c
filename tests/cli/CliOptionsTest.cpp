// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The options of all commands, as a script uses them: help, usage errors, the address, exit statuses.

#include "tests/cli/Cli.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"

#include <QTcpServer>

namespace lockscope::cliOptionsTest {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

class CliOptionsTest final : public ServerTest {
    Q_OBJECT
private Q_SLOTS:
    void helpNamesTheCommandAndItsOptions_data();
    void helpNamesTheCommandAndItsOptions();
    void refusesOptionsThatDoNotApply();
    void usageErrorsEndIn2_data();
    void usageErrorsEndIn2();
    void noAnswerEndsIn3_data();
    void noAnswerEndsIn3();
    void connectStringComesFromTheEnvironment();
    void anEmptyConnectStringIsNone();
};

void CliOptionsTest::helpNamesTheCommandAndItsOptions_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<QString>("others"); // options of other commands
    const auto row = [](const char* command, const char* options, const char* others) {
        QTest::newRow(command) << QString::fromLatin1(options) << QString::fromLatin1(others);
    };
    row("ls", "--connect --user --root --include --rate --admin-port --timeout --yes", "--unlock --watches");
    row("show", "PATH --watches --why --connect --no-words --rate", "--root --include --unlock");
    row("sessions", "--all --root --admin-port --no-admin --no-words", "--unlock");
    row("watch", "[PATH] --for --root --exclude", "--unlock");
    row("findings", "--fail-on --hold-limit --wait-limit --limit --root", "--unlock");
    row("top", "--for --root --include --no-words", "--unlock --watches --fail-on");
    row("record", "FILE --for --every --root --connect", "--unlock");
    row("open", "FILE --at --root", "--connect --user --rate --admin-port --unlock --include --timeout");
    row("release", "NODE --reason --czxid --dry-run --connect --unlock --no-admin", "--root --include --rate");
    row("revoke", "NODE --reason --wait --connect --unlock", "--root --include --rate");
    row("contend", "PATH --recipe --clients --hold --think --cycles --for --acquire-timeout --connect --unlock --user",
        "--root --include --admin-port --rate");
    row("run", "SCENARIO --below --connect --rate --no-words", "--yes --user --profile --root --include --unlock");
    row("sandbox", "--servers --heap --redis",
        "--connect --user --root --include --rate --admin-port --timeout --unlock");
}

void CliOptionsTest::helpNamesTheCommandAndItsOptions()
{
    QFETCH(QString, options);
    QFETCH(QString, others);
    const auto command = QString::fromLatin1(QTest::currentDataTag());
    const auto names = [](const QByteArray& help, const QString& option) {
        const QRegularExpression word(u"(?<![\\w-])"_s + QRegularExpression::escape(option) + u"(?![\\w-])"_s);
        return QString::fromUtf8(help.mid(help.indexOf("Options:"))).contains(word) ||
               (!option.startsWith(u'-') && help.contains(option.toUtf8()));
    };
    for (const auto& help : {QStringLiteral("-h"), QStringLiteral("--help")}) {
        const auto outcome = runCtl({command, help});
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.out.contains("lockscopectl " + command.toUtf8() + " [options]"), outcome.reported());
        for (const auto& option : (options + u" --json"_s).split(u' '))
            QVERIFY2(names(outcome.out, option), qPrintable(option));
        for (const auto& option : others.split(u' '))
            QVERIFY2(!names(outcome.out, option), qPrintable(option));
        QCOMPARE(outcome.err, QByteArray());
    }
    QVERIFY(runCtl({QStringLiteral("-h")}).out.contains("\n  " + command.toUtf8() + ' '));
    for (const auto& words :
         {QStringList{u"--root"_s, u"/a"_s, command, u"-h"_s}, {command, u"--root"_s, u"/a"_s, u"-h"_s}})
        QCOMPARE(runCtl(words).status, 0);
}

/// All but those that scripts set before any command.
void CliOptionsTest::refusesOptionsThatDoNotApply()
{
    const QStringList global{u"--connect"_s, u"--profile"_s, u"--root"_s, u"--timeout"_s, u"--json"_s};
    const auto program = described();
    const auto shared = program.value(u"options"_s).toArray();
    QVERIFY(shared.size() > 10);
    for (const auto& command : program.value(u"commands"_s).toArray()) {
        const auto name = command[u"name"_s].toString();
        if (!command[u"commands"_s].toArray().isEmpty())
            continue;
        const auto applying = command[u"common"_s].toArray();
        for (const auto& option : shared) {
            const auto word = option[u"names"_s].toArray().last().toString();
            if (word == u"--help" || word == u"--version" || global.contains(word) || applying.contains(word))
                continue;
            QStringList words{word};
            if (const auto value = option[u"value"_s].toString(); !value.isEmpty())
                words << (value == u"pattern" ? u"/a"_s : u"1"_s);
            for (const auto& line : {words + QStringList{name}, QStringList{name} + words}) {
                const auto outcome = runCtl(line);
                QVERIFY2(outcome.status == 2 && outcome.out.isEmpty() &&
                             outcome.err == QStringLiteral("lockscopectl: %1: the option %2 does not apply to this "
                                                           "command (see lockscopectl --help)\n")
                                                .arg(name, word)
                                                .toUtf8(),
                         outcome.reported());
            }
        }
    }
    // Without effect, but not refused.
    const auto accepted = runCtl(
        {u"--root"_s, u"/a"_s, u"--timeout"_s, u"99"_s, u"--connect"_s, u"host"_s, u"open"_s, u"/nonexistent.rec"_s});
    QVERIFY2(accepted.status == 1 && accepted.err.contains("/nonexistent.rec"), accepted.reported());
}

void CliOptionsTest::usageErrorsEndIn2_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](const char* arguments, const char* sentence) {
        QTest::newRow(arguments) << QString::fromLatin1(arguments).split(u' ', Qt::SkipEmptyParts)
                                 << QByteArray(sentence);
    };
    row("", "the command is missing. Commands: ls, show, ");
    row("lock", "unknown command \"lock\". Commands: ls, show, ");
    row("--colour ls", "Unknown option 'colour'");
    row("ls --colour", "Unknown option 'colour'");
    row("ls /locks", "--root /locks");
    row("--connect 127.0.0.1:x ls",
        "Cannot connect to \"127.0.0.1:x\": invalid port in \"127.0.0.1:x\": use a number from 1 to 65535");
    row("--connect 127.0.0.1:2181/ch//root ls", "chroot");
    row("--timeout soon ls", "invalid --timeout \"soon\": use a number of milliseconds");
    row("--timeout 0 ls", "invalid --timeout \"0\": use a number");
    row("--root locks ls", "Cannot use the path \"locks\": the path does not start with \"/\"");
    row("show", "show takes one path");
    row("show /a /b", "show takes one path");
    row("show a", "Cannot use the path \"a\": the path does not start with \"/\"");
    row("watch /a /b", "watch takes at most one path");
    row("watch --for long", "--for: invalid duration \"long\": use 50ms, 10s or 2m");
    row("release", "full path of a node");
    row("release /", "not the root node");
    row("release /a/b --reason x --czxid 12", "invalid --czxid \"12\": use the number as printed by show --json");
    row("release /a/b --reason x --czxid 0xno", "invalid --czxid \"0xno\"");
    row("contend", "Cannot contend: the path is missing: use a path such as /locks/orders");
    row("contend /", "the root node cannot be a lock");
    row("contend /a --recipe herd", "--recipe: unknown recipe \"herd\": use mutex, semaphore-mutex");
    row("contend /a --clients 0", "invalid --clients \"0\": use a number of 1 or more");
    row("contend /a --hold 2s..1s", "--hold: invalid range \"2s..1s\": write the shorter duration first");
    row("contend /a --think x", "--think: invalid duration \"x\"");
    row("contend /a --cycles -1", "invalid --cycles \"-1\"");
    row("contend /a --for x", "--for: invalid duration \"x\"");
    row("contend /a --acquire-timeout x", "--acquire-timeout: invalid duration \"x\"");
    row("sessions /a", "--root /a");
    row("--admin-port x sessions", "invalid --admin-port \"x\": use one port");
    row("--admin-port 0 sessions", "invalid --admin-port \"0\": use one port");
    row("--admin-port 1,2 --connect a,b,c sessions", "2 ports for 3 servers");
    row("sandbox --servers 2", "invalid --servers \"2\": use 1 or 3");
    row("sandbox now", "sandbox takes no arguments");
    row("sandbox --redis 3", "invalid --redis \"3\": use 1, 5, sentinel or cluster");
    row("sandbox --redis 1 --servers 1", "--servers is for ZooKeeper: use it without --redis");
    row("sandbox --redis cluster --heap 256", "--heap is for ZooKeeper: use it without --redis");
}

void CliOptionsTest::usageErrorsEndIn2()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, sentence);
    const auto outcome = runCtl(arguments);
    QVERIFY2(outcome.status == 2, outcome.reported());
    QVERIFY2(outcome.err.startsWith("lockscopectl: ") && outcome.err.contains(sentence), outcome.reported());
    QVERIFY2(outcome.err.count('\n') == 1 && outcome.err.contains("(see lockscopectl --help)"), outcome.reported());
    QCOMPARE(outcome.out, QByteArray());
}

void CliOptionsTest::noAnswerEndsIn3_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::newRow("ls") << QStringList{QStringLiteral("ls")};
    QTest::newRow("show") << QStringList{QStringLiteral("show"), QStringLiteral("/a")};
    QTest::newRow("findings") << QStringList{QStringLiteral("findings")};
    QTest::newRow("watch") << QStringList{QStringLiteral("watch")};
    QTest::newRow("top") << QStringList{QStringLiteral("top")};
    QTest::newRow("top for a moment") << QStringList{QStringLiteral("top"), QStringLiteral("--for"),
                                                     QStringLiteral("200ms")};
    QTest::newRow("watch for a moment") << QStringList{QStringLiteral("watch"), QStringLiteral("--for"),
                                                       QStringLiteral("200ms")};
    QTest::newRow("release") << QStringList{QStringLiteral("release"), QStringLiteral("/a/b"),
                                            QStringLiteral("--dry-run")};
    QTest::newRow("contend") << QStringList{QStringLiteral("contend"), QStringLiteral("/a")};
}

void CliOptionsTest::noAnswerEndsIn3()
{
    QFETCH(QStringList, command);
    QTcpServer silent; // accepts connections and sends nothing, as a stopped server does
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    for (const auto port : {silent.serverPort(), quint16(1)}) {
        const auto address = QStringLiteral("127.0.0.1:%1").arg(port);
        const auto outcome = runCtl(
            QStringList{QStringLiteral("--connect"), address, QStringLiteral("--timeout"), QStringLiteral("1000")} +
            command);
        QVERIFY2(outcome.status == 3, outcome.reported());
        QVERIFY2(outcome.err.contains("Cannot connect to \"" + address.toUtf8() + "\": no connection: ") &&
                     outcome.err.contains(port == 1 ? "connection refused" : "nothing is answered") &&
                     outcome.err.count('\n') == 1,
                 outcome.reported());
        QCOMPARE(outcome.out, QByteArray());
    }
}

void CliOptionsTest::connectStringComesFromTheEnvironment()
{
    const QStringList ls{QStringLiteral("--timeout"), QStringLiteral("5000"), QStringLiteral("--json"),
                         QStringLiteral("ls")};
    const auto here = environmentWith({{QStringLiteral("LOCKSCOPE_CONNECT"), m_servers.connectString()}});
    const auto outcome = runCtl(ls, here);
    QVERIFY2(outcome.status == 0, outcome.reported());
    QCOMPARE(outcome.json().value(QStringLiteral("connect")).toString(), m_servers.connectString());
    // The option takes precedence.
    const auto nowhere = environmentWith({{QStringLiteral("LOCKSCOPE_CONNECT"), QStringLiteral("nonsense:x")}});
    QCOMPARE(runCtl(ls, nowhere).status, 2);
    QCOMPARE(runCtl(QStringList{QStringLiteral("--connect"), m_servers.connectString()} + ls, nowhere).status, 0);
}

/// A command that needs no ensemble still parses the address.
void CliOptionsTest::anEmptyConnectStringIsNone()
{
    const auto outcome = runCtl({QStringLiteral("run"), QStringLiteral("--list")},
                                environmentWith({{QStringLiteral("LOCKSCOPE_CONNECT"), QString()}}));
    QVERIFY2(outcome.status == 0 && outcome.err.isEmpty(), outcome.reported());
}

} // namespace lockscope::cliOptionsTest

LOCKSCOPE_TEST(lockscope::cliOptionsTest::CliOptionsTest)
#include "CliOptionsTest.moc"
