// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// What a window that is killed leaves behind: nothing that runs.

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <map>
#include <set>

using namespace Qt::StringLiterals;

namespace {

struct Process {
    qint64 parent = 0;
    char state = '?';
    QByteArray command; ///< its arguments, separated by zeros
};

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::map<qint64, Process> allProcesses()
{
    std::map<qint64, Process> processes;
    const auto folders = QDir(u"/proc"_s).entryList({u"[0-9]*"_s}, QDir::Dirs);
    for (const auto& folder : folders) {
        const auto stat = contents(u"/proc/%1/stat"_s.arg(folder));
        const auto rest = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
        if (rest.size() > 1)
            processes[folder.toLongLong()] = {rest[1].toLongLong(), rest[0].isEmpty() ? '?' : rest[0].front(),
                                              contents(u"/proc/%1/cmdline"_s.arg(folder))};
    }
    return processes;
}

/// All that `root` has started, and what these have.
std::map<qint64, Process> descendantsOf(qint64 root)
{
    const auto processes = allProcesses();
    std::map<qint64, Process> found;
    std::set<qint64> parents{root};
    for (auto grew = true; grew;) {
        grew = false;
        for (const auto& [id, process] : processes) {
            if (parents.count(process.parent) > 0 && parents.insert(id).second) {
                found[id] = process;
                grew = true;
            }
        }
    }
    return found;
}

int countOf(const std::map<qint64, Process>& processes, const QByteArray& word)
{
    return static_cast<int>(std::count_if(processes.begin(), processes.end(),
                                          [&](const auto& one) { return one.second.command.contains(word); }));
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
        std::map<qint64, Process> started;
        const auto allRun = [&] {
            started = descendantsOf(window.processId());
            return countOf(started, "contend") == 8 &&
                   countOf(started, "QuorumPeerMain") + countOf(started, "java") > 0;
        };
        QTRY_VERIFY_WITH_TIMEOUT(allRun(), 60'000);
        QCOMPARE(::kill(static_cast<pid_t>(window.processId()), SIGKILL), 0);
        QVERIFY(window.waitForFinished());
        const auto left = [&] {
            QByteArrayList commands;
            for (const auto& [id, process] : allProcesses()) {
                const auto before = started.find(id);
                if (before != started.end() && before->second.command == process.command && process.state != 'Z')
                    commands << process.command.left(60);
            }
            return commands;
        };
        QTRY_COMPARE_WITH_TIMEOUT(left(), QByteArrayList(), 20'000);
    }
};

QTEST_GUILESS_MAIN(WindowCrashTest)
#include "WindowCrashTest.moc"
