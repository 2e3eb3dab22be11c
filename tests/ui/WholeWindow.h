// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zk/ZooKeeperClient.h"
#include "tests/support/Test.h"
#include "ui/shell/WindowParts.h"
#include "ui/shell/connection/ZooKeeperBackend.h"

#include <QAbstractButton>
#include <QSettings>
#include <QSignalSpy>

#include <memory>

namespace lockscope::test {

struct SettingsIn {
    explicit SettingsIn(const QString& folder)
        : settings(folder + QStringLiteral("/test.ini"), QSettings::IniFormat)
    {
    }

    QSettings settings;
};

/// The window with all its dependencies, as the program builds it, with sessions that outlast a busy machine. Its
/// settings and saved connections are in `folder`.
struct WholeWindow final : SettingsIn, ui::WindowParts {
    using Traffic = std::shared_ptr<zk::Traffic>;

    explicit WholeWindow(const QString& folder, const QString& program = QStringLiteral(LOCKSCOPECTL),
                         const Traffic& traffic = nullptr,
                         std::chrono::seconds sessionTimeout = std::chrono::seconds(20))
        : WholeWindow(ui::zooKeeperBackend(clientsOf(traffic, sessionTimeout)), folder, program, sessionTimeout)
    {
    }
    WholeWindow(ui::MakeBackend makeBackend, const QString& folder,
                const QString& program = QStringLiteral(LOCKSCOPECTL),
                std::chrono::seconds sessionTimeout = std::chrono::seconds(20))
        : SettingsIn(folder)
        , WindowParts({.settings = settings,
                       .preferences = ui::Preferences{ui::ThemeChoice::Dark},
                       .makeBackend = std::move(makeBackend),
                       .simulation = ui::zooKeeperSimulation(program, clientsOf(nullptr, sessionTimeout)),
                       .profiles = connect::ProfileFile(folder + QStringLiteral("/profiles.json")),
                       .dialects = {inspect::builtinDialects(), {}}})
    {
        if (!qEnvironmentVariableIsSet("LOCKSCOPE_TEST_BUS"))
            qputenv("DBUS_SESSION_BUS_ADDRESS",
                    "disabled:"); // a developer who runs a test by hand has a keychain of their own
        window.show();
    }

    /// As the program ends: the window is destroyed, the session is closed, then the rest.
    [[nodiscard]] bool end()
    {
        QSignalSpy finished(&controller, &ui::WindowController::finished);
        window.close();
        return QTest::qWaitFor([&] { return finished.count() == 1; }, 2 * longestWaitMs);
    }

    template <typename T> [[nodiscard]] T* child(const QString& name) const { return window.findChild<T*>(name); }

    /// Clicks the button as a user does: only when it is visible and enabled.
    void press(const QString& name) const
    {
        const auto button = [&] { return child<QAbstractButton>(name); };
        QTRY_VERIFY2(button() && button()->isEnabled(), qPrintable(name));
        QTest::mouseClick(button(), Qt::LeftButton);
    }

    static zk::ClientFactory clientsOf(const Traffic& traffic, std::chrono::seconds sessionTimeout)
    {
        return [traffic, sessionTimeout](zk::ClientSettings wanted, EventLoop& loop) {
            wanted.sessionTimeout = sessionTimeout;
            if (traffic)
                wanted.traffic = traffic;
            return std::make_unique<zk::ZooKeeperClient>(std::move(wanted), loop, Log());
        };
    }
};

} // namespace lockscope::test
