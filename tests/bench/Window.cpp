// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// How long the window's event loop stands still while simulated clients queue in it. Beside it beats the loop of a
/// thread that does nothing else: its gaps are the machine's, which is shared with the clients and the server.

#include "core/ensemble/EnsembleCollector.h"
#include "core/zk/ZooKeeperClient.h"
#include "ui/Connection.h"
#include "ui/MainWindow.h"
#include "ui/SandboxHost.h"
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
    };

    void start()
    {
        m_timer = std::make_unique<QTimer>();
        auto* timer = m_timer.get();
        timer->setTimerType(Qt::PreciseTimer);
        connect(timer, &QTimer::timeout, this, [this] {
            const auto gap = m_since.nsecsElapsed() / 1'000;
            m_since.restart();
            const std::lock_guard lock(m_mutex);
            m_gaps.longestUs = std::max(m_gaps.longestUs, gap);
            m_gaps.stutters += gap > stutterUs ? 1 : 0;
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
    std::unique_ptr<QTimer> m_timer;
    QElapsedTimer m_since;
    std::mutex m_mutex;
    Gaps m_gaps;
};

/// Tells what the longest event was: of what kind, and whose.
class Watched final : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override
    {
        if (QThread::currentThread() != thread())
            return QApplication::notify(receiver, event);
        // Before: it may be gone after.
        const auto type = event->type();
        const auto* const kind = receiver->metaObject()->className();
        QElapsedTimer clock;
        clock.start();
        const auto done = QApplication::notify(receiver, event);
        if (const auto took = clock.nsecsElapsed() / 1'000; took > m_longestUs) {
            m_longestUs = took;
            m_longest = u"%1, event %2"_s.arg(QLatin1StringView(kind)).arg(static_cast<int>(type));
        }
        return done;
    }
    /// Since it was called last, of events that hold others: the outermost.
    QString takeLongest()
    {
        return u"%1 ms: %2"_s.arg(static_cast<double>(std::exchange(m_longestUs, 0)) / 1'000).arg(m_longest);
    }

private:
    qint64 m_longestUs = 0;
    QString m_longest;
};

long residentMiB()
{
    QFile file(u"/proc/self/statm"_s);
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return file.readAll().split(' ').value(1).toLong() * ::sysconf(_SC_PAGESIZE) / 1'048'576;
}

void print(const char* what, const Beat::Gaps& window, const Beat::Gaps& idle, double handovers,
           const QString& longest = {})
{
    std::printf("%-8s %10.1f %9d %13.1f %9d %12.0f %8ld  %s\n", what, static_cast<double>(window.longestUs) / 1'000,
                window.stutters, static_cast<double>(idle.longestUs) / 1'000, idle.stutters, handovers, residentMiB(),
                qPrintable(longest));
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
    const auto makeClient = [](const zk::ConnectString& servers, Executor& executor) -> std::unique_ptr<zk::Client> {
        zk::ClientSettings client;
        client.servers = servers;
        return std::make_unique<zk::ZooKeeperClient>(client, executor, Log());
    };
    ui::SandboxHost sandbox;
    ui::Connection connection(makeClient, Log());
    connection.setCollector(ensemble::CollectorSettings());
    ui::Simulation simulation(
        {QDir(QApplication::applicationDirPath()).filePath(u"lockscopectl"_s),
         [makeClient](Executor& executor, const zk::ConnectString& servers) { return makeClient(servers, executor); },
         [makeClient] { return std::make_unique<ui::Connection>(makeClient, Log()); }});
    ui::MainWindow window(simulation, ui::ThemeChoice::Dark);
    ui::WindowController controller({window, connection, sandbox, simulation, settings, clock});
    window.show();

    Beat ours;
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
        print(what, gaps, idleGaps, static_cast<double>(now - std::exchange(handovers, now)) / elapsed,
              application.takeLongest());
        for (const auto& [sum, one] : {std::pair{&worst, &gaps}, std::pair{&worstIdle, &idleGaps}}) {
            sum->longestUs = std::max(sum->longestUs, one->longestUs);
            sum->stutters += one->stutters;
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
                "HAND-OVERS/S", "MIB", "LONGEST EVENT");
    controller.startSandbox();
    QApplication::exec();
    thread.quit();
    thread.wait();
    return status;
}
