// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscope/Demo.h"

#include "ui/shell/MainWindow.h"
#include "ui/shell/WindowController.h"
#include "ui/shell/connection/Connection.h"
#include "ui/shell/connection/SandboxHost.h"

namespace lockscope::app {

namespace {

/// Where the queue is visible: a fair lock. A Redlock has no queue.
console::Recipe recipeFor(ui::SandboxServers servers)
{
    switch (servers) {
    case ui::SandboxServers::Redis:
    case ui::SandboxServers::Sentinel:
    case ui::SandboxServers::Cluster:
        return console::Recipe::RedissonFairLock;
    case ui::SandboxServers::Redlock:
        return console::Recipe::Redlock;
    case ui::SandboxServers::Ensemble:
        break;
    }
    return console::Recipe::Mutex;
}

} // namespace

Demo::Demo(ui::SandboxServers servers, ui::MainWindow& window, ui::Connection& connection,
           ui::WindowController& controller, QObject* parent)
    : QObject(parent)
    , m_servers(servers)
    , m_window(window)
    , m_connection(connection)
{
    connect(&m_connection, &ui::Connection::stateChanged, this, &Demo::startClients);
    controller.startSandbox(servers);
}

void Demo::startClients()
{
    if (m_started || m_connection.source() != ui::SourceState::Live)
        return;
    m_started = true;
    console::ContendOptions options;
    options.recipe = recipeFor(m_servers);
    options.hold = {std::chrono::milliseconds(300), std::chrono::milliseconds(1'500)};
    m_window.simulate(options, 8);
}

} // namespace lockscope::app

#include "moc_Demo.cpp"
