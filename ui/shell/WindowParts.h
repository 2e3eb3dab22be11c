// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/base/Log.h"
#include "core/connect/ProfileFile.h"
#include "core/sources/DialectFiles.h"
#include "ui/shell/MainWindow.h"
#include "ui/shell/Preferences.h"
#include "ui/shell/Simulation.h"
#include "ui/shell/WindowController.h"
#include "ui/shell/connection/Connection.h"
#include "ui/shell/connection/ConnectionTester.h"
#include "ui/shell/connection/Keychain.h"
#include "ui/shell/connection/SandboxHost.h"
#include "ui/shell/connection/SavedConnections.h"

namespace lockscope::ui {

/// The window and its services, connected as in the program. Lives on the UI thread; nothing is shown or connected yet.
struct WindowParts {
    struct Dependencies {
        QSettings& settings; ///< must outlive it
        Preferences preferences;
        MakeBackend makeBackend; ///< for the connection
        Simulation::Dependencies simulation;
        connect::ProfileFile profiles{}; ///< where connections are saved
        inspect::DialectLoad dialects{inspect::loadDialects(inspect::userDialectFolder())};
        Log log{};
        ConnectionTester::MakeClient makeClient{}; ///< for tests of connections to ZooKeeper
    };

    explicit WindowParts(Dependencies dependencies);
    ~WindowParts();
    WindowParts(const WindowParts&) = delete;
    WindowParts& operator=(const WindowParts&) = delete;

    const SystemClock clock;
    SavedConnections saved;
    Keychain keychain;
    SandboxHost sandbox;
    Connection connection;
    ConnectionTester tester;
    Simulation simulation;
    MainWindow window;
    WindowController controller;
};

} // namespace lockscope::ui
