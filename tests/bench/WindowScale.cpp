// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// What many locks that change all the time cost the window: how long until it is painted first, how long its event
/// loop stands still, how long until a filter shows its result, and what the process weighs. The pictures are made
/// here, ten a second as a connection gives them, and judged by the thread that judges live ones.

#include "tests/bench/LoopBeat.h"
#include "ui/FindingsThread.h"
#include "ui/MainWindow.h"
#include "ui/Simulation.h"

#include <QAbstractItemView>
#include <QCommandLineParser>
#include <QLineEdit>
#include <QScrollBar>
#include <QTreeView>

#include <atomic>
#include <cstdio>
#include <thread>

using namespace lockscope;
using namespace lockscope::bench;

namespace {

constexpr auto pictureEvery = std::chrono::milliseconds(100);
constexpr qint64 firstPaintLimitMs = 500;
constexpr qint64 filterLimitMs = 100;
constexpr long memoryLimitMiB = 350;

/// Locks of Curator's mutex, which clients leave and join.
class Crowd final {
public:
    Crowd(int locks, int contenders)
    {
        for (auto i = 0; i < locks; ++i) {
            auto lock = std::make_shared<inspect::LockQueue>();
            char path[64];
            std::snprintf(path, sizeof path, "/prod/service-%02d/locks/resource-%05d", i % 40, i);
            lock->path = path;
            lock->dialect = "curator-mutex";
            lock->dialectTitle = "Curator mutex";
            lock->kind = inspect::LockKind::Mutex;
            const auto queued = contenders / locks + (i < contenders % locks ? 1 : 0);
            for (auto k = 0; k < queued; ++k)
                lock->queue.push_back(newcomer());
            seat(*lock);
            m_locks.push_back(std::move(lock));
        }
        std::sort(m_locks.begin(), m_locks.end(), [](const auto& a, const auto& b) { return a->path < b->path; });
    }

    /// So many holders let go, and queue again at the end.
    inspect::PicturePtr next(int changes)
    {
        for (auto i = 0; i < changes; ++i) {
            m_at = (m_at + 7'919) % m_locks.size();
            auto lock = std::make_shared<inspect::LockQueue>(*m_locks[m_at]);
            lock->queue.erase(lock->queue.begin());
            lock->queue.push_back(newcomer());
            seat(*lock);
            m_locks[m_at] = std::move(lock);
        }
        auto picture = std::make_shared<inspect::Picture>();
        picture->connect = "zk1:2181";
        picture->session.state = zk::SessionState::Connected;
        picture->takenAt = SystemClock().wallNow();
        picture->complete = true;
        picture->locks = m_locks;
        picture->watches = static_cast<int>(m_locks.size());
        picture->watchBudget = 100'000;
        return picture;
    }

private:
    inspect::Contender newcomer()
    {
        const auto number = ++m_number;
        inspect::Contender contender;
        char name[80];
        std::snprintf(name, sizeof name, "_c_%08x-0000-4000-8000-%012x-lock-%010d", number, number, number);
        contender.node = name;
        contender.sequence = number;
        inspect::ContenderDetails details;
        details.session = 0x100000000 + number;
        details.createdAt = SystemClock().wallNow();
        details.czxid = number;
        details.client = "worker-" + std::to_string(number % 5'000);
        details.host = "10.20." + std::to_string(number / 250 % 250) + "." + std::to_string(number % 250);
        details.hostSource = inspect::HostSource::Payload;
        details.payload = details.host;
        contender.details = std::move(details);
        return contender;
    }

    static void seat(inspect::LockQueue& lock)
    {
        lock.readAt = SystemClock().wallNow();
        for (std::size_t i = 0; i < lock.queue.size(); ++i) {
            auto& contender = lock.queue[i];
            contender.position = static_cast<int>(i);
            contender.holds = i == 0;
            contender.waitsOn.clear();
            if (i > 0)
                contender.waitsOn = {lock.queue[i - 1].node};
        }
    }

    std::vector<std::shared_ptr<const inspect::LockQueue>> m_locks;
    std::size_t m_at = 0;
    int m_number = 0;
};

/// Counts what a widget paints.
class Paints final : public QObject {
public:
    explicit Paints(QWidget& widget) { widget.installEventFilter(this); }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        m_count += event->type() == QEvent::Paint ? 1 : 0;
        return QObject::eventFilter(watched, event);
    }
    [[nodiscard]] int count() const { return m_count; }

private:
    int m_count = 0;
};

/// Since this process was started, as the kernel has it.
qint64 sinceStartMs()
{
    QFile stat(u"/proc/self/stat"_s);
    QFile uptime(u"/proc/uptime"_s);
    if (!stat.open(QIODevice::ReadOnly) || !uptime.open(QIODevice::ReadOnly))
        return -1;
    const auto line = stat.readAll();
    const auto started = line.mid(line.lastIndexOf(')') + 2).split(' ').value(19).toDouble() / ::sysconf(_SC_CLK_TCK);
    return static_cast<qint64>((uptime.readAll().split(' ').value(0).toDouble() - started) * 1'000);
}

void print(const char* what, double value, double limit, const char* unit)
{
    std::printf("%-34s %10.1f %8.0f %-4s %s\n", what, value, limit, unit, value <= limit ? "" : "OVER");
    std::fflush(stdout);
}

void printGaps(const char* what, const Beat::Gaps& window, const Beat::Gaps& idle)
{
    std::printf("%-34s %10.1f %8lld ms   %d longer; an idle thread: %.1f, %d longer; %ld MiB  %s\n", what,
                static_cast<double>(window.longestUs) / 1'000, static_cast<long long>(stutterUs / 1'000),
                window.stutters, static_cast<double>(idle.longestUs) / 1'000, idle.stutters, residentMiB(),
                qPrintable(window.told));
    std::fflush(stdout);
}

void spin(std::chrono::milliseconds duration)
{
    QEventLoop loop;
    QTimer::singleShot(duration, &loop, &QEventLoop::quit);
    loop.exec();
}

} // namespace

int main(int argc, char** argv)
{
    Watched application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions({{u"locks"_s, u"How many."_s, u"N"_s, u"10000"_s},
                       {u"contenders"_s, u"In all of them."_s, u"N"_s, u"89000"_s},
                       {u"changes"_s, u"Locks that change hands in a second."_s, u"N"_s, u"1000"_s},
                       {u"seconds"_s, u"For how long each, standing still and scrolling."_s, u"S"_s, u"30"_s}});
    parser.process(application);
    const auto locks = parser.value(u"locks"_s).toInt();
    const auto contenders = parser.value(u"contenders"_s).toInt();
    const auto changes = parser.value(u"changes"_s).toInt();
    const auto seconds = parser.value(u"seconds"_s).toInt();
    if (locks < 1 || contenders < locks || changes < 10 || seconds < 1) {
        std::fputs(
            "window-scale: --locks and --seconds take numbers from 1 on, --changes from 10 on, --contenders from "
            "that of the locks on\n",
            stderr);
        return 2;
    }

    ui::Simulation simulation{ui::Simulation::Means()};
    ui::MainWindow window(simulation, ui::Preferences{ui::ThemeChoice::Dark});
    Paints paints(*window.centralWidget());
    window.show();
    while (paints.count() == 0)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    std::printf("%-34s %10s %8s\n", "", "MEASURED", "LIMIT");
    print("start to first paint", static_cast<double>(sinceStartMs()), firstPaintLimitMs, "ms");

    const auto show = [&window](const inspect::PicturePtr& picture) {
        ui::Situation situation;
        situation.stage = ui::Stage::Live;
        situation.connect = u"zk1:2181"_s;
        situation.session = picture->session;
        situation.picture = picture;
        situation.now = picture->takenAt;
        window.setSituation(situation, picture->takenAt, false);
    };
    Beat ours([&application](qint64 gapUs) { return application.take(gapUs); });
    ours.start();
    IdleBeat idle;
    // Of several pictures that wait for the window only the newest is shown, as a connection does it.
    std::atomic<int> waiting = 0;
    ui::FindingsThread judge(inspect::FindingSettings(), [&](const inspect::PicturePtr& picture) {
        ++waiting;
        QMetaObject::invokeMethod(&window, [&, picture] {
            if (--waiting == 0)
                show(picture);
        });
    });
    std::atomic<bool> isOver = false;
    std::thread crowd([&] {
        Crowd made(locks, contenders);
        for (auto at = std::chrono::steady_clock::now(); !isOver; at += pictureEvery) {
            judge.give(made.next(changes / 10));
            std::this_thread::sleep_until(at + pictureEvery);
        }
    });

    auto* tree = window.findChild<QTreeView*>(u"locksTree"_s);
    auto* filter = window.findChild<QLineEdit*>(u"locksFilter"_s);
    const auto isShown = [&] { return window.shownLock() != nullptr; };
    while (!isShown())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    printGaps("the first picture", ours.take(), idle.take());
    spin(std::chrono::seconds(seconds));
    printGaps("standing still", ours.take(), idle.take());

    tree->expandAll();
    spin(std::chrono::seconds(1));
    printGaps("everything expanded", ours.take(), idle.take());
    for (auto i = 0; i < seconds * 20; ++i) {
        auto* bar = tree->verticalScrollBar();
        bar->setValue(bar->value() + bar->pageStep() < bar->maximum() ? bar->value() + bar->pageStep() : 0);
        spin(std::chrono::milliseconds(50));
    }
    printGaps("scrolling", ours.take(), idle.take());

    Paints results(*tree->viewport());
    std::vector<double> took;
    for (const auto* typed :
         {"resource-0", "service-12", "9", "resource-00042", "", "prod", "nowhere", "e-0", "7/locks", ""}) {
        QElapsedTimer clock;
        clock.start();
        const auto before = results.count();
        filter->setText(QString::fromLatin1(typed));
        while (tree->isVisible() && results.count() == before)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        took.push_back(static_cast<double>(clock.nsecsElapsed()) / 1'000'000);
        spin(std::chrono::milliseconds(300));
    }
    std::sort(took.begin(), took.end());
    print("filter to result, median", took[took.size() / 2], filterLimitMs, "ms");
    print("filter to result, longest", took.back(), filterLimitMs, "ms");
    printGaps("filtering", ours.take(), idle.take());
    print("memory", static_cast<double>(residentMiB()), memoryLimitMiB, "MiB");
    isOver = true;
    crowd.join();
    return 0;
}
