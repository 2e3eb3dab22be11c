// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// How long the window's event loop stands still while simulated clients queue in it. Beside it beats the loop of a
/// thread that does nothing else: its gaps are the machine's, which is shared with the clients and the server.

#include "core/ensemble/EnsembleCollector.h"
#include "core/zk/ZooKeeperClient.h"
#include "ui/Connection.h"
#include "ui/Keychain.h"
#include "ui/MainWindow.h"
#include "ui/SandboxHost.h"
#include "ui/SavedConnections.h"
#include "ui/Simulation.h"
#include "ui/WindowController.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QSettings>
#include <QTemporaryDir>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <mutex>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace lockscope;

namespace {

constexpr auto beatEvery = std::chrono::milliseconds(2);
constexpr qint64 stutterUs = 50'000;

/// The gaps between the beats of a timer in the event loop where it lives.
class Beat final : public QObject {
public:
    struct Gaps {
        qint64 longestUs = 0;
        int stutters = 0;
        QString told{}; ///< what the thread did in the longest, if somebody told
    };

    /// What the thread has done since it was asked last.
    explicit Beat(std::function<QString(qint64 gapUs)> tell = {})
        : m_tell(std::move(tell))
    {
    }

    void start()
    {
        m_timer = std::make_unique<QTimer>();
        auto* timer = m_timer.get();
        timer->setTimerType(Qt::PreciseTimer);
        connect(timer, &QTimer::timeout, this, [this] {
            const auto gap = m_since.nsecsElapsed() / 1'000;
            m_since.restart();
            const auto told = m_tell ? m_tell(gap) : QString();
            const std::lock_guard lock(m_mutex);
            m_gaps.stutters += gap > stutterUs ? 1 : 0;
            if (gap > m_gaps.longestUs) {
                m_gaps.longestUs = gap;
                m_gaps.told = told;
            }
        });
        m_since.start();
        timer->start(beatEvery);
    }
    /// On the thread where it started.
    void stop() { m_timer.reset(); }
    /// Those since it was called last. Any thread.
    Gaps take()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_gaps, {});
    }

private:
    std::function<QString(qint64)> m_tell;
    std::unique_ptr<QTimer> m_timer;
    QElapsedTimer m_since;
    std::mutex m_mutex;
    Gaps m_gaps;
};

/// Knows what the events of its thread cost.
class Watched final : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override
    {
        if (QThread::currentThread() != thread() || m_isInside)
            return QApplication::notify(receiver, event);
        // Before: it may be gone after.
        const auto type = event->type();
        const auto* const kind = receiver->metaObject()->className();
        const auto* const timer = qobject_cast<QTimer*>(receiver);
        const auto interval = timer ? timer->interval() : 0;
        QElapsedTimer clock;
        clock.start();
        m_isInside = true;
        const auto done = QApplication::notify(receiver, event);
        m_isInside = false;
        if (const auto took = clock.nsecsElapsed() / 1'000; took > worthTellingUs)
            m_events.append({kind, type, interval, took});
        return done;
    }
    /// What happened since it was called last: how long the thread had a processor, how long it was ready to go on and
    /// had none, and the longest events (of those that hold others, the outermost).
    QString take(qint64 gapUs)
    {
        const auto now = scheduled();
        const auto used = now.ranUs - m_scheduled.ranUs;
        const auto queued = now.queuedUs - m_scheduled.queuedUs;
        m_scheduled = now;
        auto events = std::exchange(m_events, {});
        if (gapUs < worthTellingUs)
            return {};
        std::sort(events.begin(), events.end(), [](const Took& a, const Took& b) { return a.us > b.us; });
        auto told = u"ran %1, ready %2"_s.arg(static_cast<double>(used) / 1'000, 0, 'f', 1)
                        .arg(static_cast<double>(queued) / 1'000, 0, 'f', 1);
        for (const auto& event : events.first(std::min<qsizetype>(3, events.size())))
            told += u", %1 %2: %3"_s.arg(QLatin1StringView(event.kind))
                        .arg(event.interval > 0 ? event.interval : static_cast<int>(event.type))
                        .arg(static_cast<double>(event.us) / 1'000, 0, 'f', 1);
        return told;
    }

private:
    static constexpr qint64 worthTellingUs = 2'000;
    struct Took {
        const char* kind;
        QEvent::Type type;
        int interval; ///< of a timer, by which it is known; else 0
        qint64 us;
    };

    struct Scheduled {
        qint64 ranUs = 0;
        qint64 queuedUs = 0;
    };

    /// As the kernel counts it for the main thread; nothing where it does not.
    Scheduled scheduled()
    {
        if (!m_statistics.isOpen() && !m_statistics.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
            return {};
        m_statistics.seek(0);
        const auto numbers = m_statistics.readLine().split(' ');
        return {numbers.value(0).toLongLong() / 1'000, numbers.value(1).toLongLong() / 1'000};
    }

    QFile m_statistics{u"/proc/thread-self/schedstat"_s};
    QList<Took> m_events;
    Scheduled m_scheduled;
    bool m_isInside = false;
};

long residentMiB()
{
    QFile file(u"/proc/self/statm"_s);
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return file.readAll().split(' ').value(1).toLong() * ::sysconf(_SC_PAGESIZE) / 1'048'576;
}

void print(const char* what, const Beat::Gaps& window, const Beat::Gaps& idle, double handovers)
{
    std::printf("%-8s %10.1f %9d %13.1f %9d %12.0f %8ld  %s\n", what, static_cast<double>(window.longestUs) / 1'000,
                window.stutters, static_cast<double>(idle.longestUs) / 1'000, idle.stutters, handovers, residentMiB(),
                qPrintable(window.told));
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    Watched application(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions({{u"clients"_s, u"How many queue."_s, u"N"_s, u"200"_s},
                       {u"seconds"_s, u"For how long, from the moment when all of them do."_s, u"S"_s, u"600"_s}});
    parser.process(application);
    const auto clients = parser.value(u"clients"_s).toInt();
    const auto seconds = parser.value(u"seconds"_s).toInt();
    if (clients < 1 || seconds < 1) {
        std::fputs("window: --clients and --seconds take numbers from 1 on\n", stderr);
        return 2;
    }

    const SystemClock clock;
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(u"window.ini"_s), QSettings::IniFormat);
    const auto makeClient = [](const zk::ClientSettings& wanted, Executor& executor) -> std::unique_ptr<zk::Client> {
        return std::make_unique<zk::ZooKeeperClient>(wanted, executor, Log());
    };
    ui::SavedConnections saved(connect::ProfileFile(folder.filePath(u"profiles.json"_s)));
    ui::Keychain keychain;
    ui::SandboxHost sandbox;
    ui::Connection connection(makeClient, Log());
    connection.setCollector(ensemble::CollectorSettings());
    ui::Simulation simulation({QDir(QApplication::applicationDirPath()).filePath(u"lockscopectl"_s), makeClient});
    ui::MainWindow window(simulation, ui::Preferences{ui::ThemeChoice::Dark});
    ui::WindowController controller({window, connection, saved, keychain, sandbox, simulation, settings, clock});
    window.show();

    Beat ours([&application](qint64 gapUs) { return application.take(gapUs); });
    ours.start();
    QThread thread;
    Beat idle;
    idle.moveToThread(&thread);
    QObject::connect(&thread, &QThread::started, &idle, [&idle] { idle.start(); });
    QObject::connect(&thread, &QThread::finished, &idle, [&idle] { idle.stop(); });
    thread.start();

    QTimer minute;
    minute.setInterval(std::chrono::minutes(1));
    quint64 handovers = 0;
    Beat::Gaps worst;
    Beat::Gaps worstIdle;
    QElapsedTimer since;
    const auto report = [&](const char* what) {
        if (!simulation.run())
            return;
        const auto now = simulation.run()->measurements().handovers.count();
        const auto elapsed = static_cast<double>(since.restart()) / 1'000;
        const auto gaps = ours.take();
        const auto idleGaps = idle.take();
        print(what, gaps, idleGaps, static_cast<double>(now - std::exchange(handovers, now)) / elapsed);
        for (const auto& [sum, one] : {std::pair{&worst, &gaps}, std::pair{&worstIdle, &idleGaps}}) {
            const auto stutters = sum->stutters + one->stutters;
            if (one->longestUs > sum->longestUs)
                *sum = *one;
            sum->stutters = stutters;
        }
    };
    QObject::connect(&minute, &QTimer::timeout, &window, [&] { report("minute"); });
    bool isStarted = false;
    QObject::connect(&connection, &ui::Connection::stateChanged, &window, [&] {
        if (connection.stage() != ui::Stage::Live || std::exchange(isStarted, true))
            return;
        console::ContendOptions options;
        options.hold = {std::chrono::milliseconds(1), std::chrono::milliseconds(5)};
        (void)ours.take();
        (void)idle.take();
        since.start();
        window.simulate(options, clients);
    });
    QObject::connect(&simulation, &ui::Simulation::staged, &window, [&] {
        report("start");
        minute.start();
        QTimer::singleShot(std::chrono::seconds(seconds), &window, [&] {
            minute.stop();
            report("last");
            window.close();
        });
    });
    auto status = 1;
    QObject::connect(&simulation, &ui::Simulation::runningChanged, &window, [&] {
        if (!simulation.isRunning())
            window.close();
    });
    QObject::connect(&controller, &ui::WindowController::finished, &application, [&] {
        report("end");
        print("all", worst, worstIdle, 0);
        const auto* run = simulation.run();
        if (run && run->outcome().trouble)
            std::fprintf(stderr, "window: %s\n", describe(*run->outcome().trouble).c_str());
        status = run && !run->outcome().trouble ? 0 : 1;
        QApplication::quit();
    });
    QObject::connect(&controller, &ui::WindowController::sandboxFailed, &application, [](const QString& sentence) {
        std::fprintf(stderr, "window: %s\n", qPrintable(sentence));
        QApplication::exit(1);
    });
    std::printf("%d clients; gaps of the event loop in ms, and how many are longer than %lld ms\n", clients,
                static_cast<long long>(stutterUs / 1'000));
    std::printf("%-8s %10s %9s %13s %9s %12s %8s  %s\n", "", "WINDOW", "STUTTERS", "IDLE THREAD", "STUTTERS",
                "HAND-OVERS/S", "MIB", "IN THE LONGEST GAP, MS");
    controller.startSandbox();
    QApplication::exec();
    thread.quit();
    thread.wait();
    return status;
}
