// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscope/Demo.h"

#include "ui/shell/MainWindow.h"
#include "ui/shell/WindowController.h"
#include "ui/shell/connection/Connection.h"

namespace lockscope::app {

Demo::Demo(ui::MainWindow& window, ui::Connection& connection, ui::WindowController& controller, QObject* parent)
    : QObject(parent)
    , m_window(window)
    , m_connection(connection)
{
    connect(&m_connection, &ui::Connection::stateChanged, this, &Demo::startClients);
    controller.startSandbox();
}

void Demo::startClients()
{
    if (m_started || m_connection.source() != ui::SourceState::Live)
        return;
    m_started = true;
    console::ContendOptions options;
    options.hold = {std::chrono::milliseconds(300), std::chrono::milliseconds(1'500)};
    m_window.simulate(options, 8);
}

} // namespace lockscope::app

#include "moc_Demo.cpp"
