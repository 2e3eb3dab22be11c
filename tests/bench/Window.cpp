// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// How long the window's event loop is blocked while simulated clients queue in it. For comparison, an otherwise idle
/// thread runs the same timer: its gaps come from the machine, which the clients and the server share.

#include "core/zk/ZooKeeperClient.h"
#include "tests/bench/LoopBeat.h"
#include "ui/shell/WindowParts.h"
#include "ui/shell/connection/ZooKeeperBackend.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

#include <cstdio>
#include <memory>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::bench;

namespace {

void print(const char* what, const Beat::Gaps& window, const Beat::Gaps& idle, double handovers)
{
    std::printf("%-8s %10.1f %9d %13.1f %9d %12.0f %8ld  %s\n", what, static_cast<double>(window.longestUs) / 1'000,
                window.stutters, static_cast<double>(idle.longestUs) / 1'000, idle.stutters, handovers, residentMiB(),
                qPrintable(window.reported));
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

    const QTemporaryDir folder;
    QSettings settings(folder.filePath(u"window.ini"_s), QSettings::IniFormat);
    const auto makeClient = [](const zk::ClientSettings& wanted, EventLoop& loop) -> std::unique_ptr<zk::Client> {
        return std::make_unique<zk::ZooKeeperClient>(wanted, loop, Log());
    };
    const auto program = QDir(QApplication::applicationDirPath()).filePath(u"lockscopectl"_s);
    ui::WindowParts parts({.settings = settings,
                           .preferences = ui::Preferences{ui::ThemeChoice::Dark},
                           .makeBackend = ui::zooKeeperBackend(makeClient),
                           .simulation = ui::zooKeeperSimulation(program, makeClient),
                           .profiles = connect::ProfileFile(folder.filePath(u"profiles.json"_s))});
    auto& connection = parts.connection;
    auto& simulation = parts.simulation;
    auto& window = parts.window;
    auto& controller = parts.controller;
    window.show();

    Beat ours([&application](qint64 gapUs) { return application.take(gapUs); });
    ours.start();
    IdleBeat idle;

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
        if (connection.source() != ui::SourceState::Live || std::exchange(isStarted, true))
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
    return status;
}
