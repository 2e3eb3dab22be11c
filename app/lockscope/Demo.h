// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace lockscope::ui {
class Connection;
class MainWindow;
enum class SandboxServers;
class WindowController;
} // namespace lockscope::ui

namespace lockscope::app {

/// --demo: a sandbox with these servers, a connection to it, and eight real clients that queue for one lock, which is
/// selected.
class Demo final : public QObject {
    Q_OBJECT
public:
    Demo(ui::SandboxServers servers, ui::MainWindow& window, ui::Connection& connection,
         ui::WindowController& controller, QObject* parent = nullptr);

private:
    void startClients();

    ui::SandboxServers m_servers;
    ui::MainWindow& m_window;
    ui::Connection& m_connection;
    bool m_started = false;
};

} // namespace lockscope::app
