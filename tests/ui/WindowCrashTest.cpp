// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// After a window is killed, no process remains, and on the user's ensemble no node once the sessions have ended.
/// Called with --window, this program is the window that is killed.

#include "core/base/Path.h"
#include "core/zk/ZooKeeperClient.h"
#include "tests/support/BlockingClient.h"
#include "tests/support/FourLetters.h"
#include "tests/support/Processes.h"
#include "tests/support/ServerFixture.h"
#include "tests/support/Test.h"
#include "ui/shell/WindowParts.h"
#include "ui/shell/connection/ZooKeeperBackend.h"

#include <QApplication>
#include <QProcess>
#include <QRegularExpression>
#include <QSettings>
#include <QTemporaryDir>

#include <algorithm>
#include <csignal>
#include <map>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::test;

namespace {

int countOf(const std::map<qint64, ProcessInfo>& processes, const QByteArray& word)
{
    return static_cast<int>(std::count_if(processes.begin(), processes.end(),
                                          [&](const auto& one) { return one.second.command.contains(word); }));
}

/// Every node below, without ZooKeeper's own nodes, and the number of ephemeral ones.
struct Tree {
    QStringList nodes;
    int ephemeral = 0;

    void read(BlockingClient& client, const std::string& path)
    {
        const auto children = client.children(path);
        if (!children)
            return;
        for (const auto& name : *children) {
            const auto child = path + "/" + name;
            const auto stat = client.exists(child);
            if (!stat || !*stat)
                continue;
            nodes << QString::fromStdString(child);
            ephemeral += (*stat)->ephemeralOwner != 0 ? 1 : 0;
            read(client, child);
        }
    }
};

Tree treeBelow(BlockingClient& client, const std::string& path)
{
    Tree tree;
    tree.read(client, path);
    return tree;
}

/// The commands of those that still run.
QByteArrayList leftOf(const std::map<qint64, ProcessInfo>& started)
{
    QByteArrayList commands;
    for (const auto& [id, process] : allProcesses()) {
        const auto before = started.find(id);
        if (before != started.end() && before->second.command == process.command && process.state != 'Z')
            commands << process.command.left(60);
    }
    return commands;
}

/// A window that simulates six clients below /apps of that ensemble until it is killed.
int runWindow(const QString& connect, const QString& folder)
{
    QSettings settings(folder + u"/window.ini"_s, QSettings::IniFormat);
    const auto makeClient = [](zk::ClientSettings wanted, EventLoop& loop) -> std::unique_ptr<zk::Client> {
        wanted.sessionTimeout = std::chrono::seconds(4);
        return std::make_unique<zk::ZooKeeperClient>(std::move(wanted), loop, Log());
    };
    ui::WindowParts parts({.settings = settings,
                           .preferences = ui::Preferences{ui::ThemeChoice::Dark},
                           .makeBackend = ui::zooKeeperBackend(makeClient),
                           .simulation = ui::zooKeeperSimulation(QStringLiteral(LOCKSCOPECTL), makeClient),
                           .profiles = connect::ProfileFile(folder + u"/profiles.json"_s)});
    auto& connection = parts.connection;
    auto& window = parts.window;
    window.show();
    bool runs = false;
    QObject::connect(&connection, &ui::Connection::stateChanged, &window, [&] {
        if (connection.source() != ui::SourceState::Live || std::exchange(runs, true))
            return;
        console::ContendOptions options;
        // Long enough to read all nodes one after the other.
        options.hold = {std::chrono::seconds(1), std::chrono::seconds(2)};
        options.sessionTimeout = std::chrono::seconds(4);
        window.simulate(options, 6, "/apps");
    });
    const auto target = ui::parseTarget(connect, {});
    if (!target)
        return 1;
    parts.controller.connectTo(*target);
    return QApplication::exec();
}

} // namespace

class WindowCrashTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aKilledWindowLeavesNoProcess()
    {
        QTemporaryDir folder;
        QProcess window;
        auto environment = QProcessEnvironment::systemEnvironment();
        for (const auto* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
            environment.insert(QString::fromLatin1(name), folder.path());
        window.setProcessEnvironment(environment);
        window.setProcessChannelMode(QProcess::ForwardedChannels);
        window.start(QStringLiteral(LOCKSCOPE), {u"--demo"_s});
        QVERIFY(window.waitForStarted());
        std::map<qint64, ProcessInfo> started;
        const auto allRun = [&] {
            started = descendantsOf(window.processId());
            return countOf(started, "contend") == 8 &&
                   countOf(started, "QuorumPeerMain") + countOf(started, "java") > 0;
        };
        QTRY_VERIFY_WITH_TIMEOUT(allRun(), 150'000);
        QCOMPARE(::kill(static_cast<pid_t>(window.processId()), SIGKILL), 0);
        QVERIFY(window.waitForFinished());
        QTRY_COMPARE_WITH_TIMEOUT(leftOf(started), QByteArrayList(), 60'000);
    }

    /// As when the window is closed by hand: what is to be saved is saved, and the sandbox ends.
    void aTerminatedWindowEndsInOrder()
    {
        QTemporaryDir folder;
        QProcess window;
        auto environment = QProcessEnvironment::systemEnvironment();
        for (const auto* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
            environment.insert(QString::fromLatin1(name), folder.path());
        window.setProcessEnvironment(environment);
        window.setProcessChannelMode(QProcess::ForwardedChannels);
        window.start(QStringLiteral(LOCKSCOPE), {u"--demo"_s, u"redis"_s});
        QVERIFY(window.waitForStarted());
        std::map<qint64, ProcessInfo> started;
        const auto runs = [&] { return countOf(started = descendantsOf(window.processId()), "contend") > 0; };
        QTRY_VERIFY_WITH_TIMEOUT(runs(), 150'000);
        QCOMPARE(::kill(static_cast<pid_t>(window.processId()), SIGTERM), 0);
        QVERIFY(window.waitForFinished(60'000));
        QCOMPARE(window.exitStatus(), QProcess::NormalExit);
        QCOMPARE(window.exitCode(), 0);
        const QSettings settings(folder.filePath(u"lockscope/lockscope.ini"_s), QSettings::IniFormat);
        QVERIFY(!settings.value(u"layout"_s).toByteArray().isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(leftOf(started), QByteArrayList(), 60'000);
    }

    /// The session of the window has nothing to release: it ends with its timeout.
    void aClosedWindowDoesNotWaitForASuspendedServer()
    {
        ServerFixture server;
        QVERIFY(server.start().has_value());
        const auto port = server.servers().front().clientPort;
        QTemporaryDir folder;
        QProcess window;
        auto environment = QProcessEnvironment::systemEnvironment();
        for (const auto* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
            environment.insert(QString::fromLatin1(name), folder.path());
        window.setProcessEnvironment(environment);
        window.setProcessChannelMode(QProcess::ForwardedChannels);
        window.start(QStringLiteral(LOCKSCOPE), {u"--connect"_s, server.connectString()});
        QVERIFY(window.waitForStarted());
        // The question is one connection, the window's session is another.
        const auto connections = [&] {
            static const QRegularExpression line(u"Connections: (\\d+)"_s);
            return line.match(QString::fromLatin1(answerOf(port, "srvr"))).captured(1).toInt();
        };
        QTRY_VERIFY_WITH_TIMEOUT(connections() >= 2, 60'000);
        QVERIFY(server.pauseServer().has_value());
        QCOMPARE(::kill(static_cast<pid_t>(window.processId()), SIGTERM), 0);
        const bool hasEnded = window.waitForFinished(30'000); // the limit is 8 s; a busy machine is slower
        server.resumeServer();
        QVERIFY(hasEnded);
        QCOMPARE(window.exitStatus(), QProcess::NormalExit);
        QCOMPARE(window.exitCode(), 0);
    }

    /// Also no container node, which the servers remove when they check for empty ones: here twice a second.
    void aKilledWindowLeavesNoNode()
    {
        qputenv("JAVA_TOOL_OPTIONS", "-Dznode.container.checkIntervalMs=500");
        ServerFixture server;
        const bool isStarted = server.start().has_value();
        qunsetenv("JAVA_TOOL_OPTIONS");
        QVERIFY(isStarted);
        BlockingClient client(server.connectString());
        QVERIFY(client.create("/apps"));
        QVERIFY(client.create("/apps/orders", "not ours"));
        QTemporaryDir folder;
        QProcess window;
        window.setProcessChannelMode(QProcess::ForwardedChannels);
        window.start(QCoreApplication::applicationFilePath(), {u"--window"_s, server.connectString(), folder.path()});
        QVERIFY(window.waitForStarted());
        QVERIFY(QTest::qWaitFor([&] { return treeBelow(client, "/apps").ephemeral >= 6; }, 150'000));
        QCOMPARE(::kill(static_cast<pid_t>(window.processId()), SIGKILL), 0);
        QVERIFY(window.waitForFinished());
        QStringList left;
        const auto isClean = [&] {
            return (left = treeBelow(client, "/apps").nodes) == QStringList(u"/apps/orders"_s);
        };
        QVERIFY2(QTest::qWaitFor(isClean, 60'000), qPrintable(left.join(u'\n')));
    }
};

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    const auto arguments = QCoreApplication::arguments();
    if (arguments.size() == 4 && arguments.at(1) == u"--window"_s)
        return runWindow(arguments.at(2), arguments.at(3));
    WindowCrashTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "WindowCrashTest.moc"
