// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The window as the program builds it, in a process of its own that prints its content on request: soak_window HOSTS
/// FOLDER. A line "report" on its standard input is answered by a line of JSON; "end" closes the window.

#include "core/zk/ZooKeeperClient.h"
#include "ui/models/LocksModel.h"
#include "ui/shell/WindowParts.h"
#include "ui/shell/connection/ZooKeeperBackend.h"

#include <QApplication>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>
#include <QSocketNotifier>

#include <cstdio>
#include <iostream>
#include <unistd.h>

using namespace lockscope;
using namespace Qt::StringLiterals;

namespace {

void addLocks(const ui::LocksModel& model, const QModelIndex& parent, QJsonArray& locks)
{
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const auto index = model.index(row, 0, parent);
        if (const auto* lock = model.lockAt(index)) {
            QJsonArray holders;
            for (const auto& contender : lock->queue) {
                if (contender.holds)
                    holders.append(QString::fromStdString(contender.node));
            }
            locks.append(QJsonObject{{u"path"_s, QString::fromStdString(lock->path)},
                                     {u"holders"_s, holders},
                                     {u"waiters"_s, lock->waiters()}});
        }
        addLocks(model, index, locks);
    }
}

void report(const ui::MainWindow& window, const ui::WindowController& controller)
{
    QJsonArray locks;
    const auto* model = window.findChild<ui::LocksModel*>();
    if (model != nullptr)
        addLocks(*model, {}, locks);
    qint64 granted = 0;
    qint64 historyBytes = 0;
    if (const auto* history = controller.history()) {
        historyBytes = static_cast<qint64>(history->bytes());
        for (const auto* lock : history->worstFirst(history->last() ? history->last()->takenAt : WallTime()))
            granted += static_cast<qint64>(lock->granted);
    }
    const QJsonObject answer{{u"locks"_s, locks}, {u"granted"_s, granted}, {u"historyBytes"_s, historyBytes}};
    std::printf("%s\n", QJsonDocument(answer).toJson(QJsonDocument::Compact).constData());
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    const auto arguments = QApplication::arguments();
    const auto target = ui::parseTarget(arguments.value(1), {});
    if (arguments.size() != 3 || !target) {
        std::fputs("soak_window HOSTS FOLDER\n", stderr);
        return 2;
    }
    QSettings settings(QDir(arguments.at(2)).filePath(u"window.ini"_s), QSettings::IniFormat);
    const auto makeClient = [](const zk::ClientSettings& wanted, EventLoop& loop) -> std::unique_ptr<zk::Client> {
        return std::make_unique<zk::ZooKeeperClient>(wanted, loop, Log());
    };
    const auto program = QDir(QApplication::applicationDirPath()).filePath(u"lockscopectl"_s);
    ui::WindowParts parts({.settings = settings,
                           .preferences = ui::Preferences{ui::ThemeChoice::Dark},
                           .makeBackend = ui::zooKeeperBackend(makeClient),
                           .simulation = ui::zooKeeperSimulation(program, makeClient),
                           .profiles = connect::ProfileFile(QDir(arguments.at(2)).filePath(u"profiles.json"_s))});
    auto& window = parts.window;
    auto& controller = parts.controller;
    QObject::connect(&controller, &ui::WindowController::finished, &application, &QApplication::quit);
    window.show();
    controller.connectTo(*target);

    QSocketNotifier orders(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&orders, &QSocketNotifier::activated, &window, [&] {
        std::string order;
        if (std::getline(std::cin, order) && order == "tell") {
            report(window, controller);
            return;
        }
        orders.setEnabled(false); // "end", or the other process has ended
        window.close();
    });
    return QApplication::exec();
}
