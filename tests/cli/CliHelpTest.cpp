// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The help of each command: its layout, and exit statuses that the command returns. Without a server.

#include "tests/cli/Cli.h"
#include "tests/cli/HelpLines.h"
#include "tests/support/Test.h"

#include <QDir>
#include <QFile>

#include <array>
#include <set>
#include <vector>

namespace lockscope::cliHelpTest {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

/// A command with a read-only profile, whose server does not answer.
struct Try {
    const char* command;
    const char* arguments;
    int status;
};

constexpr std::array tries{
    Try{"ls", "", 3},
    Try{"show", "/a", 3},
    Try{"watch", "", 3},
    Try{"sessions", "", 3},
    Try{"findings", "--fail-on warning", 3},
    Try{"top", "", 3},
    Try{"record", "FOLDER/locks.rec", 3},
    Try{"open", "FOLDER/none.rec", 1},
    Try{"dialect test", "FOLDER/none.json", 1},
    Try{"revoke", "/a/b", 4},
    Try{"release", "/a/b --czxid 0x1 --reason test", 4},
    Try{"contend", "/a", 4},
    Try{"run", "herd", 2}, // refuses profiles
    Try{"bench locks", "", 4},
    Try{"bench inspect", "", 2}, // likewise
    Try{"sandbox", "--servers 2", 2},
};

using Statuses = std::set<int>;

Statuses statusesOf(const QJsonObject& command)
{
    Statuses statuses;
    for (const auto& exit : command.value(u"exits"_s).toArray())
        statuses.insert(exit[u"status"_s].toInt());
    return statuses;
}

/// The commands that do something: without those that only have commands.
std::vector<QJsonObject> leavesOf(const QJsonObject& command)
{
    const auto inner = command.value(u"commands"_s).toArray();
    if (inner.isEmpty())
        return {command};
    std::vector<QJsonObject> leaves;
    for (const auto& one : inner) {
        for (const auto& leaf : leavesOf(one.toObject()))
            leaves.push_back(leaf);
    }
    return leaves;
}

QString nameOf(const QJsonObject& command)
{
    return command.value(u"name"_s).toString();
}

} // namespace

class CliHelpTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void fitsTheTerminal_data();
    void fitsTheTerminal();
    void groupsHaveTheStatusesOfTheirCommands();
    void statusesFollowFromTheOptions();
    void everyCommandIsTried();
    void readOnlyStatusesAreDescribed_data();
    void readOnlyStatusesAreDescribed();

private:
    QJsonObject m_program;
    QTemporaryDir m_config;
};

void CliHelpTest::initTestCase()
{
    m_program = described();
    QVERIFY(leavesOf(m_program).size() > 12);
    QVERIFY(QDir(m_config.path()).mkpath(u"lockscope"_s));
    QFile profiles(m_config.filePath(u"lockscope/profiles.json"_s));
    QVERIFY(profiles.open(QIODevice::WriteOnly));
    QVERIFY(profiles.write(R"({"profiles": [{"name": "guarded", "servers": "127.0.0.1:1", "adminPorts": [],
        "words": false, "readOnly": true}]})") > 0);
}

void CliHelpTest::fitsTheTerminal_data()
{
    QTest::addColumn<QString>("command");
    QTest::newRow("program") << QString();
    for (const auto& command : m_program.value(u"commands"_s).toArray()) {
        const auto name = nameOf(command.toObject());
        QTest::newRow(qPrintable(name)) << name;
        for (const auto& leaf : leavesOf(command.toObject())) {
            if (nameOf(leaf) != name)
                QTest::newRow(qPrintable(nameOf(leaf))) << nameOf(leaf);
        }
    }
}

void CliHelpTest::fitsTheTerminal()
{
    QFETCH(QString, command);
    for (const auto& option : {u"-h"_s, u"--help"_s}) {
        const auto outcome = runCtl(command.split(u' ', Qt::SkipEmptyParts) + QStringList{option});
        QVERIFY2(outcome.status == 0 && outcome.err.isEmpty(), outcome.reported());
        const auto usage = u"Usage: lockscopectl %1 [options]"_s.arg(command).simplified();
        QVERIFY2(outcome.out.startsWith(usage.toUtf8()), outcome.reported());
        QCOMPARE(wideLine(outcome.out), QString());
    }
}

void CliHelpTest::groupsHaveTheStatusesOfTheirCommands()
{
    std::vector<QJsonObject> groups{m_program};
    for (const auto& command : m_program.value(u"commands"_s).toArray()) {
        if (!command[u"commands"_s].toArray().isEmpty())
            groups.push_back(command.toObject());
    }
    QCOMPARE(groups.size(), std::size_t{3}); // the program, dialect and bench
    for (const auto& group : groups) {
        Statuses all;
        for (const auto& leaf : leavesOf(group))
            all.merge(statusesOf(leaf));
        QVERIFY2(statusesOf(group) == all, qPrintable(nameOf(group)));
    }
}

/// Only a command that connects ends in 3, only one that writes ends in 4, and only one with --fail-on ends in 5.
void CliHelpTest::statusesFollowFromTheOptions()
{
    for (const auto& command : leavesOf(m_program)) {
        const auto common = command.value(u"common"_s).toArray();
        QStringList own;
        for (const auto& option : command.value(u"options"_s).toArray())
            own << option[u"names"_s].toArray().last().toString();
        Statuses expected{0, 1, 2};
        if (common.contains(u"--connect"_s))
            expected.insert(3);
        if (common.contains(u"--unlock"_s))
            expected.insert(4);
        if (own.contains(u"--fail-on"_s))
            expected.insert(5);
        QVERIFY2(statusesOf(command) == expected, qPrintable(nameOf(command)));
    }
}

void CliHelpTest::everyCommandIsTried()
{
    std::set<QString> all;
    for (const auto& leaf : leavesOf(m_program))
        all.insert(nameOf(leaf));
    std::set<QString> tried;
    for (const auto& one : tries)
        tried.insert(QString::fromLatin1(one.command));
    QVERIFY(tried == all);
}

void CliHelpTest::readOnlyStatusesAreDescribed_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<int>("status");
    for (const auto& one : tries)
        QTest::newRow(one.command) << QString::fromLatin1(one.command) << QString::fromLatin1(one.arguments)
                                   << one.status;
}

void CliHelpTest::readOnlyStatusesAreDescribed()
{
    QFETCH(QString, command);
    QFETCH(QString, arguments);
    QFETCH(int, status);
    arguments.replace(u"FOLDER"_s, m_config.path());
    const auto outcome = runCtl(QStringList{u"--profile"_s, u"guarded"_s, u"--timeout"_s, u"300"_s} +
                                    command.split(u' ') + arguments.split(u' ', Qt::SkipEmptyParts),
                                environmentWith({{u"XDG_CONFIG_HOME"_s, m_config.path()}}));
    QVERIFY2(outcome.status == status, outcome.reported());
    for (const auto& leaf : leavesOf(m_program)) {
        if (nameOf(leaf) != command)
            continue;
        QVERIFY(statusesOf(leaf).contains(status));
        QCOMPARE(statusesOf(leaf).contains(4), status == 4);
    }
}

} // namespace lockscope::cliHelpTest

LOCKSCOPE_TEST(lockscope::cliHelpTest::CliHelpTest)
#include "CliHelpTest.moc"
