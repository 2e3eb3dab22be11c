// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0

/// The composition root of the window: makes the parts and connects them.

#include "app/lockscope/Demo.h"
#include "app/lockscope/Options.h"
#include "app/lockscope/Screenshot.h"
#include "core/connect/Interrupt.h"
#include "core/zk/ZooKeeperClient.h"
#include "ui/replay/ReplayController.h"
#include "ui/shell/LargeBlocks.h"
#include "ui/shell/ScreenFit.h"
#include "ui/shell/WindowParts.h"
#include "ui/shell/connection/RedisBackend.h"
#include "ui/shell/connection/ZooKeeperBackend.h"
#include "ui/theme/Icons.h"
#include "ui/theme/Style.h"

#include <QApplication>
#include <QDir>
#include <QSettings>
#include <QTextStream>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>

using namespace Qt::StringLiterals;
using namespace lockscope;

namespace {

constexpr int frameDelayMs = 300;
constexpr auto exitLimit = std::chrono::seconds(5);

/// Without destructors, which may wait. The kernel ends the child processes, and their watchdogs remove the folders.
[[noreturn]] void endNow(int status)
{
    std::fflush(nullptr);
    std::_Exit(status);
}

/// Ends the process after `limit` if it has not ended by then, because it waits for a disk, for example.
void endWithin(std::chrono::seconds limit, int status)
{
    std::thread([limit, status] {
        std::this_thread::sleep_for(limit);
        endNow(status);
    }).detach();
}

/// These options need no display. An explicit choice of the user takes precedence.
void chooseOffscreen(int argc, char** argv)
{
    const auto needsNoDisplay = [](std::string_view argument) {
        return argument.starts_with("--screenshot") || argument == "--help" || argument == "-h" ||
               argument == "--version" || argument == "-v" || argument == "--describe";
    };
    if (std::any_of(argv + 1, argv + argc, needsNoDisplay) && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
}

} // namespace

int main(int argc, char** argv)
{
    ui::returnLargeBlocks();
    chooseOffscreen(argc, argv);
    QApplication application(argc, argv);
    QApplication::setApplicationName(u"lockscope"_s);
    QApplication::setOrganizationName(u"lockscope"_s);
    QApplication::setApplicationVersion(QStringLiteral(LOCKSCOPE_VERSION));
    QApplication::setDesktopFileName(QStringLiteral(LOCKSCOPE_ID));
    QApplication::setWindowIcon(ui::applicationIcon());
    QApplication::setStyle(ui::makeStyle());
    QApplication::setFont(ui::textFont());
    // The program ends when the last session is closed, not when the window closes.
    QApplication::setQuitOnLastWindowClosed(false);
    const auto options = app::readOptions(QApplication::arguments());

    QSettings settings(QSettings::IniFormat, QSettings::UserScope, u"lockscope"_s, u"lockscope"_s);
    auto preferences = ui::Preferences::load(settings);
    preferences.theme = options.theme.value_or(preferences.theme);
    preferences.language = options.language.value_or(preferences.language);
    ui::speak(preferences.language);

    const bool isDebugged = qEnvironmentVariableIsSet("LOCKSCOPE_DEBUG");
    const auto log = Log::toStandardError(isDebugged ? LogLevel::Debug : LogLevel::Warning);
    zk::setClientLogLevel(isDebugged ? LogLevel::Info : LogLevel::Warning);
    const auto makeClient = [log](const zk::ClientSettings& wanted, EventLoop& loop) -> std::unique_ptr<zk::Client> {
        return std::make_unique<zk::ZooKeeperClient>(wanted, loop, log);
    };
    const auto makeBackend = [zooKeeper = ui::zooKeeperBackend(makeClient),
                              redis = ui::redisBackend()](ui::ConnectionRequest order, const Log& own) {
        const auto& make = order.target.profile.redis ? redis : zooKeeper;
        return make(std::move(order), own);
    };
    const auto program = QDir(QApplication::applicationDirPath()).filePath(u"lockscopectl"_s);
    auto simulation = ui::zooKeeperSimulation(program, makeClient, log);
    simulation.makeBackend = makeBackend; // a scenario chooses its servers
    ui::WindowParts parts({.settings = settings,
                           .preferences = preferences,
                           .makeBackend = makeBackend,
                           .simulation = std::move(simulation),
                           .log = log,
                           .makeClient = makeClient});
    auto& connection = parts.connection;
    auto& window = parts.window;
    auto& controller = parts.controller;
    for (const auto& problem : connection.dialects().problems)
        log.write(LogLevel::Warning, "dialects", inspect::describe(problem));
    QObject::connect(&controller, &ui::WindowController::finished, &application, &QApplication::quit);
    QObject::connect(&controller, &ui::WindowController::leftUnfinished, &application,
                     [log](const QString& sentence) { log.write(LogLevel::Warning, "close", sentence.toStdString()); });
    if (!options.screenshot) { // a screenshot must not depend on the user's layout
        window.restore(settings.value(u"layout"_s).toByteArray());
        ui::fitToScreen(window);
        // Again with the frame, whose size is known after the desktop has drawn it.
        QTimer::singleShot(frameDelayMs, &window, [&window] { ui::fitToScreen(window); });
    }
    window.show();
    const connect::Interrupt interrupt([&window] { window.close(); });

    std::unique_ptr<app::Demo> demo;
    if (options.demo)
        demo = std::make_unique<app::Demo>(*options.demo, window, connection, controller);
    else if (options.profile)
        controller.connectTo(*options.profile);
    else if (options.target)
        controller.connectTo(*options.target);
    if (!options.recording.isEmpty())
        controller.openRecording(options.recording);

    auto status = 0;
    QObject::connect(&controller, &ui::WindowController::closing, &window, [&status](std::chrono::milliseconds limit) {
        endWithin(std::chrono::ceil<std::chrono::seconds>(limit) + exitLimit, status);
    });
    std::unique_ptr<app::Screenshot> screenshot;
    if (options.screenshot) {
        screenshot = std::make_unique<app::Screenshot>(*options.screenshot, window, connection, controller);
        const auto end = [&](const QString& sentence) {
            if (!sentence.isEmpty()) {
                QTextStream(stderr) << u"lockscope: %1\n"_s.arg(sentence);
                status = 1;
            }
            window.close();
        };
        QObject::connect(screenshot.get(), &app::Screenshot::done, &window, end);
        QObject::connect(&controller, &ui::WindowController::sandboxFailed, &window, end);
        QObject::connect(&controller.replay(), &ui::ReplayController::failed, &window, end);
    }
    QApplication::exec();
    settings.sync();
    if (controller.isOverdue())
        endNow(status);
    endWithin(exitLimit, status);
    return status;
}
