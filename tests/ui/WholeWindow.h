// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zk/ZooKeeperClient.h"
#include "tests/support/Test.h"
#include "ui/Connection.h"
#include "ui/Keychain.h"
#include "ui/MainWindow.h"
#include "ui/SandboxHost.h"
#include "ui/SavedConnections.h"
#include "ui/Simulation.h"
#include "ui/WindowController.h"

#include <QAbstractButton>
#include <QSettings>
#include <QSignalSpy>

#include <memory>

namespace lockscope::test {

/// The window with all that stands behind it, as the program puts it together, with sessions that outlive a busy
/// machine. Its settings and saved connections lie in `folder`.
struct WholeWindow final {
    using Traffic = std::shared_ptr<zk::Traffic>;

    explicit WholeWindow(const QString& folder, const QString& program = QStringLiteral(LOCKSCOPECTL),
                         const Traffic& traffic = nullptr,
                         std::chrono::seconds sessionTimeout = std::chrono::seconds(20))
        : settings(folder + QStringLiteral("/test.ini"), QSettings::IniFormat)
        , saved(connect::ProfileFile(folder + QStringLiteral("/profiles.json")))
        , connection(clientsOf(traffic, sessionTimeout), Log())
        , simulation({program, clientsOf(nullptr, sessionTimeout)})
        , window(simulation, ui::Preferences{ui::ThemeChoice::Dark})
        , controller({window, connection, saved, keychain, sandbox, simulation, settings, clock})
    {
        if (!qEnvironmentVariableIsSet("LOCKSCOPE_TEST_BUS"))
            qputenv("DBUS_SESSION_BUS_ADDRESS",
                    "disabled:"); // whoever starts a test by hand has a keychain of their own
        window.show();
    }

    /// As the program ends: the window goes, the session is closed, then the rest.
    [[nodiscard]] bool end()
    {
        QSignalSpy finished(&controller, &ui::WindowController::finished);
        window.close();
        return QTest::qWaitFor([&] { return finished.count() == 1; }, 2 * longestWaitMs);
    }

    template <typename T> [[nodiscard]] T* child(const QString& name) const { return window.findChild<T*>(name); }

    /// Clicks it as somebody would, who can click only what is there and enabled.
    void press(const QString& name) const
    {
        const auto button = [&] { return child<QAbstractButton>(name); };
        QTRY_VERIFY2(button() && button()->isEnabled(), qPrintable(name));
        QTest::mouseClick(button(), Qt::LeftButton);
    }

    static ui::Connection::ClientFactory clientsOf(const Traffic& traffic, std::chrono::seconds sessionTimeout)
    {
        return [traffic, sessionTimeout](zk::ClientSettings wanted, Executor& executor) {
            wanted.sessionTimeout = sessionTimeout;
            if (traffic)
                wanted.traffic = traffic;
            return std::make_unique<zk::ZooKeeperClient>(std::move(wanted), executor, Log());
        };
    }

    SystemClock clock;
    QSettings settings;
    ui::SavedConnections saved;
    ui::Keychain keychain;
    ui::SandboxHost sandbox;
    ui::Connection connection;
    ui::Simulation simulation;
    ui::MainWindow window;
    ui::WindowController controller;
};

} // namespace lockscope::test
