// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The cost of many locks that change all the time: the time to the first paint, how long the window's event loop is
/// blocked (in each panel in turn, too), the time until a filter shows its result, and the memory of the process. The
/// snapshots are made here, ten a second as on a connection, and the thread for live snapshots finds the problems in
/// them.

#include "core/inspection/FindingsThread.h"
#include "core/sources/DialectFiles.h"
#include "tests/bench/Crowd.h"
#include "tests/bench/RedisCrowd.h"
#include "tests/bench/WindowMeasures.h"
#include "ui/shell/LargeBlocks.h"
#include "ui/shell/MainWindow.h"
#include "ui/shell/Simulation.h"

#include <QAbstractItemView>
#include <QCommandLineParser>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>

#include <atomic>
#include <cstdio>
#include <thread>
#include <utility>

using namespace lockscope;
using namespace lockscope::bench;

namespace {

constexpr auto snapshotEvery = std::chrono::milliseconds(100);
constexpr qint64 firstPaintLimitMs = 300;
constexpr qint64 filterLimitMs = 100;
constexpr long memoryLimitMiB = 350;
constexpr long memoryWithSessionsLimitMiB = 512;

/// The time since the start of this process, as the kernel reports it.
qint64 sinceStartMs()
{
    QFile stat(u"/proc/self/stat"_s);
    QFile uptime(u"/proc/uptime"_s);
    if (!stat.open(QIODevice::ReadOnly) || !uptime.open(QIODevice::ReadOnly))
        return -1;
    const auto line = stat.readAll();
    const auto started = line.mid(line.lastIndexOf(')') + 2).split(' ').value(19).toDouble() /
                         static_cast<double>(::sysconf(_SC_CLK_TCK));
    return static_cast<qint64>((uptime.readAll().split(' ').value(0).toDouble() - started) * 1'000);
}

/// Gives snapshots of these locks until it is over.
template <typename Locks>
void giveSnapshots(inspect::FindingsThread& judge, Locks made, int changes, const std::atomic<bool>& isOver)
{
    for (auto at = std::chrono::steady_clock::now(); !isOver; at += snapshotEvery) {
        judge.give(made.next(changes, SystemClock().wallNow()));
        std::this_thread::sleep_until(at + snapshotEvery);
    }
}

} // namespace

int main(int argc, char** argv)
{
    ui::returnLargeBlocks(); // as the program does
    Watched application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions({{u"locks"_s, u"How many."_s, u"N"_s, u"10000"_s},
                       {u"contenders"_s, u"In all of them."_s, u"N"_s, u"89000"_s},
                       {u"changes"_s, u"Locks that change hands in a second."_s, u"N"_s, u"1000"_s},
                       {u"redis"_s, u"Fair locks on Redis instead of mutexes on ZooKeeper."_s},
                       {u"seconds"_s, u"For how long each, standing still and scrolling."_s, u"S"_s, u"30"_s}});
    parser.process(application);
    const auto locks = parser.value(u"locks"_s).toInt();
    const auto contenders = parser.value(u"contenders"_s).toInt();
    const auto changes = parser.value(u"changes"_s).toInt();
    const auto seconds = parser.value(u"seconds"_s).toInt();
    const auto isRedis = parser.isSet(u"redis"_s);
    if (locks < 1 || contenders < locks || changes < 10 || seconds < 1) {
        std::fputs(
            "window-scale: --locks and --seconds take numbers from 1 on, --changes from 10 on, --contenders from "
            "that of the locks on\n",
            stderr);
        return 2;
    }

    ui::Simulation simulation{ui::Simulation::Dependencies()};
    [[maybe_unused]] const auto dialects = inspect::builtinDialects(); // read before, as in the program
    ui::MainWindow window(simulation, ui::Preferences{ui::ThemeChoice::Dark});
    Paints paints(*window.centralWidget());
    window.show();
    while (paints.count() == 0)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    std::printf("%-34s %10s %8s\n", "", "MEASURED", "LIMIT");
    print("start to first paint", static_cast<double>(sinceStartMs()), firstPaintLimitMs, "ms");

    const auto show = [&window](const inspect::SnapshotPtr& snapshot) {
        ui::ViewState viewState;
        viewState.source = ui::SourceState::Live;
        viewState.connect = QString::fromStdString(snapshot->connect);
        viewState.session = snapshot->session;
        viewState.snapshot = snapshot;
        viewState.now = snapshot->takenAt;
        window.setViewState(viewState, snapshot->takenAt, false);
    };
    Beat ours([&application](qint64 gapUs) { return application.take(gapUs); });
    ours.start();
    IdleBeat idle;
    // As on a connection, only the newest of several pending snapshots is shown.
    std::atomic<int> waiting = 0;
    inspect::FindingsThread judge(
        inspect::FindingSettings(),
        [&](const inspect::SnapshotPtr& snapshot) {
            ++waiting;
            QMetaObject::invokeMethod(&window, [&, snapshot] {
                if (--waiting == 0)
                    show(snapshot);
            });
        },
        [](const std::vector<std::string>&) { return false; });
    std::atomic<bool> isOver = false;
    std::thread crowd([&] {
        const auto now = SystemClock().wallNow();
        if (isRedis)
            giveSnapshots(judge, RedisCrowd(locks, contenders, now), changes / 10, isOver);
        else
            giveSnapshots(judge, Crowd(locks, contenders, now), changes / 10, isOver);
    });

    auto* tree = window.findChild<QTreeView*>(u"locksTree"_s);
    auto* filter = window.findChild<QLineEdit*>(u"locksFilter"_s);
    const auto isShown = [&] { return window.shownLock() != nullptr; };
    while (!isShown())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    printGaps("the first snapshot", ours.take(), idle.take());
    spin(std::chrono::seconds(seconds));
    printGaps("standing still", ours.take(), idle.take());

    const auto scroll = [&](const char* what) {
        for (auto i = 0; i < seconds * 20; ++i) {
            auto* bar = tree->verticalScrollBar();
            bar->setValue(bar->value() + bar->pageStep() < bar->maximum() ? bar->value() + bar->pageStep() : 0);
            spin(std::chrono::milliseconds(50));
        }
        printGaps(what, ours.take(), idle.take());
    };
    scroll("scrolling");
    for (auto* order : window.findChild<QMenu*>(u"locksSortMenu"_s)->actions()) {
        order->trigger();
        spin(std::chrono::seconds(3));
        printGaps(qPrintable(u"sorted by "_s + order->text()), ours.take(), idle.take());
    }
    window.findChild<QToolButton*>(u"locksAsTree"_s)->click();
    tree->expandAll();
    spin(std::chrono::seconds(1));
    printGaps("a tree, everything expanded", ours.take(), idle.take());
    scroll("scrolling the tree");
    window.findChild<QToolButton*>(u"locksAsList"_s)->click();

    print("memory", static_cast<double>(residentMiB()), memoryLimitMiB, "MiB");
    auto* sessions = window.findChild<QTableView*>(u"sessionsTable"_s);
    for (auto* panel : window.findChild<QMenu*>(u"goToMenu"_s)->actions()) {
        panel->trigger();
        spin(std::chrono::seconds(3));
        printGaps(qPrintable(panel->text()), ours.take(), idle.take());
        if (!sessions->isVisible())
            continue;
        sessions->sortByColumn(sessions->model()->columnCount() - 1, Qt::DescendingOrder);
        spin(std::chrono::seconds(3));
        printGaps("sessions by what they wait for", ours.take(), idle.take());
        window.findChild<QLineEdit*>(u"sessionsFilter"_s)->setText(u"worker-12"_s);
        spin(std::chrono::seconds(3));
        printGaps("sessions filtered", ours.take(), idle.take());
    }

    Paints results(*tree->viewport());
    std::vector<std::pair<double, const char*>> took;
    for (const auto* typed : {"resource-0", "service-12", "9", "resource-00042", "", "service-3", "nowhere", "e-0",
                              "7/locks", "7:res", ""}) {
        QElapsedTimer clock;
        clock.start();
        const auto before = results.count();
        filter->setText(QString::fromLatin1(typed));
        while (tree->isVisible() && results.count() == before)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        took.emplace_back(static_cast<double>(clock.nsecsElapsed()) / 1'000'000, typed);
        spin(std::chrono::milliseconds(300));
    }
    std::sort(took.begin(), took.end());
    print("filter to result, median", took[took.size() / 2].first, filterLimitMs, "ms");
    print(qPrintable(u"filter to result, \"%1\""_s.arg(QLatin1String(took.back().second))), took.back().first,
          filterLimitMs, "ms");
    printGaps("filtering", ours.take(), idle.take());
    print("memory with all sessions", static_cast<double>(residentMiB()), memoryWithSessionsLimitMiB, "MiB");
    isOver = true;
    crowd.join();
    return 0;
}
