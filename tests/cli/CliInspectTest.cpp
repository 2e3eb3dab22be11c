// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// `ls`, `show` and the options of all commands, as a script uses them: fields, error messages, exit statuses.

#include "tests/cli/Cli.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"

#include <QDir>
#include <QTcpServer>
#include <QTemporaryDir>

namespace lockscope::cliInspectTest {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

class CliInspectTest final : public ServerTest {
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
    void lsAsDocumented();
    void showAsDocumented();
    void showsASingleNodeLock();
    void showsWhoReadsAndWhoWrites();
    void showSaysWhyNot_data();
    void showSaysWhyNot();
    void lsSaysWhatItCouldNotRead();
    void scriptsGetWhatTerminalsDoNot();
    void showsASemaphoreAsOneLock();
    void readsTheUsersOwnFamilies();

private:
    void prepare() override;
    [[nodiscard]] Outcome run(const QStringList& arguments) const
    {
        return runCtl(QStringList{QStringLiteral("--connect"), m_servers.connectString()} + arguments);
    }
    /// A contender as Curator's clients create it; returns its name.
    [[nodiscard]] std::string queueUp(const std::string& lock, const std::string& payload);
};

void CliInspectTest::prepare()
{
    QVERIFY(m_client->create("/empty"));
    QVERIFY(m_client->create("/closed", {}, zk::CreateMode::Persistent, {{zk::Create, "world", "anyone"}}));
    QVERIFY(m_client->create("/two"));
    QVERIFY(m_client->create("/two/free"));
    QVERIFY(m_client->create("/one"));
    QVERIFY(m_client->create("/one/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-0000000363"));
    for (const auto* lock : {"/two/a", "/two/b"}) {
        QVERIFY(m_client->create(lock));
        QVERIFY(!queueUp(lock, {}).empty());
    }
}

std::string CliInspectTest::queueUp(const std::string& lock, const std::string& payload)
{
    const auto node = m_client->queueUp(lock, payload);
    return node ? node->path.substr(lock.size() + 1) : std::string();
}

void CliInspectTest::helpNamesTheCommandAndItsOptions_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<QString>("others"); // options of other commands
    const auto row = [](const char* command, const char* options, const char* others) {
        QTest::newRow(command) << QString::fromLatin1(options) << QString::fromLatin1(others);
    };
    row("ls", "--connect --user --root --include --rate --admin-port --timeout", "--unlock --watches");
    row("show", "PATH --watches --connect --no-words --rate", "--root --include --unlock");
    row("sessions", "--all --root --admin-port --no-admin --no-words", "--unlock");
    row("watch", "[PATH] --for --root --exclude", "--unlock");
    row("findings", "--fail-on --hold-limit --wait-limit --limit --root", "--unlock");
    row("record", "FILE --for --every --root --connect", "--unlock");
    row("open", "FILE --at --root", "--connect --user --rate --admin-port --unlock --include --timeout");
    row("release", "NODE --reason --czxid --dry-run --connect --unlock --no-admin", "--root --include --rate");
    row("revoke", "NODE --reason --wait --connect --unlock", "--root --include --rate");
    row("contend", "PATH --recipe --clients --hold --think --cycles --for --acquire-timeout --connect --unlock --user",
        "--root --include --admin-port --rate");
    row("run", "SCENARIO --below --connect --rate --no-words", "--user --profile --root --include --unlock");
    row("sandbox", "--servers", "--connect --user --root --include --rate --admin-port --timeout --unlock");
}

void CliInspectTest::helpNamesTheCommandAndItsOptions()
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
void CliInspectTest::refusesOptionsThatDoNotApply()
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

void CliInspectTest::usageErrorsEndIn2_data()
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
}

void CliInspectTest::usageErrorsEndIn2()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, sentence);
    const auto outcome = runCtl(arguments);
    QVERIFY2(outcome.status == 2, outcome.reported());
    QVERIFY2(outcome.err.startsWith("lockscopectl: ") && outcome.err.contains(sentence), outcome.reported());
    QVERIFY2(outcome.err.count('\n') == 1 && outcome.err.contains("(see lockscopectl --help)"), outcome.reported());
    QCOMPARE(outcome.out, QByteArray());
}

void CliInspectTest::noAnswerEndsIn3_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::newRow("ls") << QStringList{QStringLiteral("ls")};
    QTest::newRow("show") << QStringList{QStringLiteral("show"), QStringLiteral("/a")};
    QTest::newRow("findings") << QStringList{QStringLiteral("findings")};
    QTest::newRow("watch") << QStringList{QStringLiteral("watch")};
    QTest::newRow("watch for a moment") << QStringList{QStringLiteral("watch"), QStringLiteral("--for"),
                                                       QStringLiteral("200ms")};
    QTest::newRow("release") << QStringList{QStringLiteral("release"), QStringLiteral("/a/b"),
                                            QStringLiteral("--dry-run")};
    QTest::newRow("contend") << QStringList{QStringLiteral("contend"), QStringLiteral("/a")};
}

void CliInspectTest::noAnswerEndsIn3()
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
                     outcome.err.contains("Check the address with --connect") && outcome.err.count('\n') == 1,
                 outcome.reported());
        QCOMPARE(outcome.out, QByteArray());
    }
}

void CliInspectTest::connectStringComesFromTheEnvironment()
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
void CliInspectTest::anEmptyConnectStringIsNone()
{
    const auto outcome = runCtl({QStringLiteral("run"), QStringLiteral("--list")},
                                environmentWith({{QStringLiteral("LOCKSCOPE_CONNECT"), QString()}}));
    QVERIFY2(outcome.status == 0 && outcome.err.isEmpty(), outcome.reported());
}

void CliInspectTest::lsAsDocumented()
{
    const auto root = m_servers.uniquePath().toStdString();
    QVERIFY(m_client->create(root));
    QVERIFY(m_client->create(root + "/busy"));
    QVERIFY(m_client->create(root + "/calm"));
    QVERIFY(m_client->create(root + "/stuck"));
    QVERIFY(!queueUp(root + "/calm", "one").empty());
    for (const auto* payload : {"one", "two", "three"})
        QVERIFY(!queueUp(root + "/busy", payload).empty());
    QVERIFY(m_client->create(root + "/stuck/_c_01234567-89ab-cdef-0123-456789abcdef-lock-", {},
                             zk::CreateMode::PersistentSequential)); // no session ever deletes it: the most severe case

    const QStringList rootOption{QStringLiteral("--root"), QString::fromStdString(root)};
    const auto outcome = run(rootOption + QStringList{QStringLiteral("--json"), QStringLiteral("ls")});
    QVERIFY2(outcome.status == 0, outcome.reported());
    QCOMPARE(outcome.err, QByteArray());
    const auto json = outcome.json();
    QCOMPARE(deviations(json, {{QStringLiteral("connect"), QStringLiteral("string")},
                               {QStringLiteral("backend"), QStringLiteral("string")},
                               {QStringLiteral("takenAt"), QStringLiteral("time")},
                               {QStringLiteral("complete"), QStringLiteral("bool")},
                               {QStringLiteral("locks"), QStringLiteral("array")}}),
             "");
    QCOMPARE(json.value(QStringLiteral("complete")).toBool(), true);
    QStringList paths;
    for (const auto& value : json.value(QStringLiteral("locks")).toArray()) {
        const auto lock = value.toObject();
        QCOMPARE(deviations(lock, {{QStringLiteral("path"), QStringLiteral("string")},
                                   {QStringLiteral("dialect"), QStringLiteral("string")},
                                   {QStringLiteral("kind"),
                                    QStringLiteral("mutex/read-write/semaphore/latch/single/unrecognised")},
                                   {QStringLiteral("leases"), QStringLiteral("int|null")},
                                   {QStringLiteral("leasesKnown"), QStringLiteral("exact/inferred/unknown")},
                                   {QStringLiteral("holders"), QStringLiteral("array")},
                                   {QStringLiteral("waiters"), QStringLiteral("int|null")},
                                   {QStringLiteral("longestWaitMs"), QStringLiteral("int|null")},
                                   {QStringLiteral("heldForMs"), QStringLiteral("int|null")},
                                   {QStringLiteral("heldForAtMost"), QStringLiteral("bool|null")},
                                   {QStringLiteral("findings"), QStringLiteral("array")}}),
                 "");
        const auto holders = lock.value(QStringLiteral("holders")).toArray();
        QCOMPARE(holders.size(), 1);
        QCOMPARE(deviations(holders.first().toObject(), contenderForms()), "");
        paths << lock.value(QStringLiteral("path")).toString().section(u'/', -1);
        if (paths.last() == u"busy") {
            QCOMPARE(lock.value(QStringLiteral("waiters")).toInt(), 2);
            QVERIFY(lock.value(QStringLiteral("longestWaitMs")).toInt(-1) >= 0);
        }
    }
    QCOMPARE(paths, (QStringList{QStringLiteral("stuck"), QStringLiteral("busy"), QStringLiteral("calm")}));

    const auto text = run(rootOption + QStringList{QStringLiteral("ls")});
    QCOMPARE(text.status, 0);
    const auto lines = text.out.split('\n');
    QVERIFY2(lines.size() == 5 && lines[0].startsWith("LOCK ") && lines[0].endsWith("  FINDINGS") &&
                 lines[1].contains("no session") && lines[1].endsWith("  persistent-contender"),
             text.reported());
    QCOMPARE(run({QStringLiteral("--root"), QStringLiteral("/empty"), QStringLiteral("ls")}).out, "No locks found.\n");
}

void CliInspectTest::showAsDocumented()
{
    const auto path = m_servers.uniquePath();
    const auto lock = path.toStdString();
    QVERIFY(m_client->create(lock));
    const auto first = queueUp(lock, R"({"client":"web-1","host":"10.0.0.7"})");
    const auto second = queueUp(lock, "10.0.0.8");
    const auto third = queueUp(lock, std::string("\x00\xff", 2));
    QVERIFY(m_client->create(lock + "/README", "no contender"));

    const QStringList alone{QStringLiteral("--no-admin"), QStringLiteral("--no-words")};
    const auto outcome = run(alone + QStringList{QStringLiteral("--json"), QStringLiteral("show"), path});
    QVERIFY2(outcome.status == 0, outcome.reported());
    const auto json = outcome.json();
    QCOMPARE(deviations(json, {{QStringLiteral("path"), QStringLiteral("string")},
                               {QStringLiteral("dialect"), QStringLiteral("string")},
                               {QStringLiteral("kind"), QStringLiteral("mutex")},
                               {QStringLiteral("leases"), QStringLiteral("int|null")},
                               {QStringLiteral("leasesKnown"), QStringLiteral("exact/inferred/unknown")},
                               {QStringLiteral("gate"), QStringLiteral("object|null")},
                               {QStringLiteral("queue"), QStringLiteral("array")},
                               {QStringLiteral("unrecognised"), QStringLiteral("array")},
                               {QStringLiteral("findings"), QStringLiteral("array")}}),
             "");
    QCOMPARE(json.value(QStringLiteral("path")).toString(), path);
    QCOMPARE(json.value(QStringLiteral("unrecognised")).toArray(), (QJsonArray{QStringLiteral("README")}));
    const auto queue = json.value(QStringLiteral("queue")).toArray();
    QCOMPARE(queue.size(), 3);
    const std::vector<std::string> names{first, second, third};
    for (int i = 0; i < 3; ++i) {
        const auto contender = queue.at(i).toObject();
        QCOMPARE(deviations(contender, contenderForms()), "");
        const auto& name = names[static_cast<std::size_t>(i)];
        const auto node = m_client->get(lock + "/" + name);
        QVERIFY(node);
        QCOMPARE(contender.value(QStringLiteral("position")).toInt(), i);
        QCOMPARE(contender.value(QStringLiteral("sequence")).toInt(), i);
        QCOMPARE(contender.value(QStringLiteral("node")).toString().toStdString(), name);
        QCOMPARE(contender.value(QStringLiteral("state")).toString(),
                 i == 0 ? QStringLiteral("holds") : QStringLiteral("waits"));
        QCOMPARE(contender.value(QStringLiteral("czxid")).toString().toStdString(), toHex(node->stat.czxid));
        QCOMPARE(contender.value(QStringLiteral("session")).toString().toStdString(), toHex(node->stat.ephemeralOwner));
        QCOMPARE(contender.value(QStringLiteral("createdAt")).toString(),
                 QDateTime::fromMSecsSinceEpoch(node->stat.ctime.time_since_epoch().count(), Qt::UTC)
                     .toString(Qt::ISODateWithMs));
        QVERIFY(contender.value(QStringLiteral("ageMs")).toInt() >= 0);
        QCOMPARE(contender.value(QStringLiteral("waitsOn")).toArray(),
                 i == 0 ? QJsonArray() : QJsonArray{QString::fromStdString(names[static_cast<std::size_t>(i - 1)])});
    }
    const auto text = [&](int i, const char* key) {
        return queue.at(i).toObject().value(QLatin1String(key)).toString(QStringLiteral("null"));
    };
    QCOMPARE(text(0, "client") + u' ' + text(0, "host") + u' ' + text(0, "hostSource"),
             QStringLiteral("web-1 10.0.0.7 payload"));
    QCOMPARE(text(1, "client") + u' ' + text(1, "host") + u' ' + text(1, "hostSource"),
             QStringLiteral("null 10.0.0.8 payload"));
    QCOMPARE(text(2, "client") + u' ' + text(2, "host") + u' ' + text(2, "hostSource"),
             QStringLiteral("null null none"));
    QCOMPARE(text(2, "payload"), QStringLiteral("0x00ff"));

    const auto human = run({QStringLiteral("show"), path});
    QCOMPARE(human.status, 0);
    QVERIFY2(human.out.startsWith(path.toUtf8() + "   Curator mutex\n2 waiting, longest wait ") &&
                 human.out.contains("\n0  holding  web-1 ") && human.out.contains("\nunrecognised: README\n"),
             human.reported());
}

void CliInspectTest::showsASingleNodeLock()
{
    const auto path = m_servers.uniquePath();
    QVERIFY(m_client->create(path.toStdString()));
    QVERIFY(m_client->create(path.toStdString() + "/lock", "web-1", zk::CreateMode::Ephemeral));
    // The lock's own path, and the path of its directory, which `contend --recipe single` takes.
    for (const auto& asked : {path + QStringLiteral("/lock"), path}) {
        const auto outcome = run({QStringLiteral("--json"), QStringLiteral("show"), asked});
        QVERIFY2(outcome.status == 0, outcome.reported());
        QCOMPARE(outcome.json().value(QStringLiteral("path")).toString(), path + QStringLiteral("/lock"));
        QCOMPARE(outcome.json().value(QStringLiteral("kind")).toString(), QStringLiteral("single"));
        const auto queue = outcome.json().value(QStringLiteral("queue")).toArray();
        QCOMPARE(queue.size(), 1);
        QCOMPARE(deviations(queue.first().toObject(), contenderForms()), "");
        QCOMPARE(queue.first().toObject().value(QStringLiteral("sequence")), QJsonValue());
    }
    const auto human = run({QStringLiteral("show"), path});
    QVERIFY2(human.out.contains("Their number is unknown."), human.reported());
}

void CliInspectTest::showsWhoReadsAndWhoWrites()
{
    const auto path = m_servers.uniquePath().toStdString();
    QVERIFY(m_client->create(path));
    for (const auto* name :
         {"/_c_01234567-89ab-cdef-0123-456789abcde0-__READ__", "/_c_01234567-89ab-cdef-0123-456789abcde1-__WRIT__"})
        QVERIFY(m_client->create(path + name, {}, zk::CreateMode::EphemeralSequential));
    const auto human = run({QStringLiteral("show"), QString::fromStdString(path)});
    const auto lines = human.out.split('\n');
    QVERIFY2(lines.size() > 5 && lines[3].contains("STATE    MODE") && lines[4].contains("holding  shared") &&
                 lines[5].contains("waiting  exclusive"),
             human.reported());
}

void CliInspectTest::showSaysWhyNot_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QByteArray>("sentence");
    QTest::newRow("nothing there") << QStringLiteral("/nope")
                                   << QByteArray("Cannot show \"/nope\": no such node: list every lock with: ");
    const auto contender = QStringLiteral("/one/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-0000000363");
    QTest::newRow("not a lock")
        << QStringLiteral("/two/free")
        << QByteArray("Cannot show \"/two/free\": this is not a lock: no contender exists below this path");
    QTest::newRow("a contender") << contender
                                 << "Cannot show \"" + contender.toUtf8() +
                                        "\": this is not a lock: the node is named like a contender of /one. To show "
                                        "the lock, run: lockscopectl show /one";
    QTest::newRow("a directory of locks")
        << QStringLiteral("/two")
        << QByteArray(
               "Cannot show \"/two\": this is not a lock: 2 locks exist below this path. To list the locks, run: "
               "lockscopectl --root /two ls");
    QTest::newRow("not allowed") << QStringLiteral("/closed")
                                 << QByteArray(
                                        "Cannot show \"/closed\": no permission: the Read permission on /closed ");
}

void CliInspectTest::showSaysWhyNot()
{
    QFETCH(QString, path);
    QFETCH(QByteArray, sentence);
    const auto outcome = run({QStringLiteral("show"), path});
    QVERIFY2(outcome.status == 1, outcome.reported());
    QVERIFY2(outcome.err.startsWith("lockscopectl: " + sentence) && outcome.err.count('\n') == 1, outcome.reported());
    QCOMPARE(outcome.out, QByteArray());
}

void CliInspectTest::lsSaysWhatItCouldNotRead()
{
    // An unreadable root is an error; an unreadable node below one is a warning, and the answer reports that it is not
    // complete.
    for (const auto& root : {QStringLiteral("/nope"), QStringLiteral("/closed"), QStringLiteral("/")}) {
        const auto outcome = run({QStringLiteral("--root"), root, QStringLiteral("--json"), QStringLiteral("ls")});
        QVERIFY2(outcome.status == (root == u"/" ? 0 : 1), outcome.reported());
        QVERIFY2(outcome.err.startsWith("lockscopectl: Cannot read \"/"), outcome.reported());
        QCOMPARE(outcome.json().value(QStringLiteral("complete")), QJsonValue(false));
    }
}

void CliInspectTest::scriptsGetWhatTerminalsDoNot()
{
    const auto path = m_servers.uniquePath();
    const auto lock = path.toStdString();
    QVERIFY(m_client->create(lock));
    QVERIFY(!queueUp(lock, "\x1b[31mred\n<b>").empty());
    QVERIFY(!queueUp(lock, R"({"client":"\u001b]0;title\u0007","host":"\u009b31m\u202e"})").empty());
    const auto queue = run({QStringLiteral("--no-admin"), QStringLiteral("--no-words"), QStringLiteral("--json"),
                            QStringLiteral("show"), path})
                           .json()
                           .value(QStringLiteral("queue"))
                           .toArray();
    QCOMPARE(queue.at(0).toObject().value(QStringLiteral("payload")).toString(),
             QStringLiteral("0x1b5b33316d7265640a3c623e"));
    QCOMPARE(queue.at(1).toObject().value(QStringLiteral("client")).toString(), QStringLiteral("\x1b]0;title\x07"));
    QCOMPARE(queue.at(1).toObject().value(QStringLiteral("host")).toString(), QString::fromUtf8("\u009b31m\u202e"));
}

void CliInspectTest::showsASemaphoreAsOneLock()
{
    const auto path = m_servers.uniquePath();
    const auto lock = path.toStdString();
    const auto stem = std::string("/_c_01234567-89ab-cdef-0123-456789abcdef-");
    for (const auto& directory : {lock, lock + "/locks", lock + "/leases"})
        QVERIFY(m_client->create(directory));
    for (const auto* node : {"/leases", "/locks", "/leases", "/locks"})
        QVERIFY(m_client->create(lock + node + stem + (QByteArray(node) == "/locks" ? "lock-" : "lease-"), {},
                                 zk::CreateMode::EphemeralSequential));
    for (const auto& asked : {path, path + QStringLiteral("/leases")}) {
        const auto outcome = run({QStringLiteral("--json"), QStringLiteral("show"), asked});
        QVERIFY2(outcome.status == 0, outcome.reported());
        const auto json = outcome.json();
        QCOMPARE(json.value(QStringLiteral("path")).toString(), path);
        QCOMPARE(json.value(QStringLiteral("kind")).toString(), QStringLiteral("semaphore"));
        QCOMPARE(json.value(QStringLiteral("leases")).toInt(), 1);
        QCOMPARE(json.value(QStringLiteral("leasesKnown")).toString(), QStringLiteral("inferred"));
        const auto gate = json.value(QStringLiteral("gate")).toObject();
        QCOMPARE(gate.value(QStringLiteral("path")).toString(), path + QStringLiteral("/locks"));
        QVERIFY2(gate.value(QStringLiteral("holder")).toString().endsWith(QStringLiteral("-lock-0000000000")),
                 outcome.reported());
        const auto queue = json.value(QStringLiteral("queue")).toArray();
        QCOMPARE(queue.size(), 3); // one lease held, one waited for, one at the gate
        for (const auto& contender : queue)
            QCOMPARE(deviations(contender.toObject(), contenderForms()), "");
        const auto last = queue.at(2).toObject();
        QCOMPARE(last.value(QStringLiteral("atGate")), QJsonValue(true));
        QCOMPARE(last.value(QStringLiteral("path")).toString(),
                 path + QString::fromStdString("/locks" + stem + "lock-0000000001"));
    }
    const auto human = run({QStringLiteral("show"), path});
    QVERIFY2(human.out.contains("leases: 1 taken. A client waits, so there are no free leases\n") &&
                 human.out.contains("gate lock held by the client that waits for a lease: _c_"),
             human.reported());
}

void CliInspectTest::readsTheUsersOwnFamilies()
{
    const QTemporaryDir config;
    const auto folder = config.filePath(QStringLiteral("lockscope/dialects"));
    QVERIFY(QDir().mkpath(folder));
    const auto write = [&](const char* name, const QByteArray& text) {
        QFile file(folder + u'/' + QLatin1String(name));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    };
    QVERIFY(write("good.json", R"({"id": "our-lock", "title": "Our lock", "marks": ["_c_{uuid}-lock-{seq}"],
                                   "rule": "lease", "kind": "semaphore", "leases": 2})"));
    QVERIFY(write("bad.json", "{\"id\": \"x\",\n \"rule\": \"\x1b[31mfifo\"}"));
    const auto environment = environmentWith({{QStringLiteral("XDG_CONFIG_HOME"), config.path()}});
    const QStringList connect{QStringLiteral("--connect"), m_servers.connectString(), QStringLiteral("--json")};
    for (const auto& command : {QStringList{QStringLiteral("show"), QStringLiteral("/two/a")},
                                QStringList{QStringLiteral("--root"), QStringLiteral("/two"), QStringLiteral("ls")}}) {
        const auto outcome = runCtl(connect + command, environment);
        QVERIFY2(outcome.status == 0, outcome.reported());
        QVERIFY2(outcome.out.contains("\"dialect\": \"our-lock\"") && outcome.out.contains("\"leases\": 2"),
                 outcome.reported());
        QVERIFY2(outcome.err.startsWith("lockscopectl: " + folder.toUtf8() + "/bad.json: ") &&
                     outcome.err.endsWith(". The file is not used until it is corrected\n"),
                 outcome.reported());
        QCOMPARE(outcome.err.count('\n'), 1);
        QVERIFY2(!hasControls(outcome.err), outcome.reported());
    }
    QCOMPARE(run({QStringLiteral("show"), QStringLiteral("/two/a")}).err, QByteArray());
}

} // namespace lockscope::cliInspectTest

LOCKSCOPE_TEST(lockscope::cliInspectTest::CliInspectTest)
#include "CliInspectTest.moc"
