// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/check/TestStep.h"
#include "ui/shell/ViewState.h"
#include "ui/shell/connection/ConnectionTarget.h"
#include "ui/shell/connection/RecentConnections.h"
#include "ui/theme/Theme.h"

#include <QObject>
#include <QPointer>

#include <optional>
#include <string>
#include <vector>

class QDialog;
class QMenu;

namespace lockscope::ui {

class ConnectDialog;
class ProfileDialog;
class TestDialog;

/// The window's dialogs about connections: choose a target, save a profile, confirm an unlock. Keeps the lists and
/// opens no connection. Thread: UI.
class ConnectionDialogs final : public QObject {
    Q_OBJECT
public:
    /// The dialogs belong to `window`, which must outlive this object.
    explicit ConnectionDialogs(QWidget& window);

    void setTheme(const Theme& theme) { m_theme = theme; }
    void setRecent(const QList<RecentConnection>& recent);
    void setSaved(const std::vector<connect::Profile>& saved);
    [[nodiscard]] const QList<RecentConnection>& recent() const { return m_recent; }
    [[nodiscard]] const std::vector<connect::Profile>& saved() const { return m_saved; }

    /// The menu of sandboxes in the dialog that opens next.
    void setSandboxMenu(QMenu* sandboxes);
    void openConnect();
    /// To save a connection, in place of the one with the name `replaced`; empty: a new one.
    void openProfile(const connect::Profile& profile, const std::string& replaced);
    /// The next openConnect() shows these servers.
    void propose(const RecentConnection& connection) { m_proposed = connection; }
    void openRecent(const RecentConnection& recent);
    void askUnlock(const connect::Profile& profile);
    /// Asks whether the commands of the servers may be sampled, which shows hosts and costs much.
    void askHosts();
    /// Closes the unlock dialog unless its connection is still shown and locked.
    void setViewState(const ViewState& viewState);
    /// The result of keepWanted(): shown in the dialog that requested it, if that is still open.
    void setKept();
    void setKeepFailed(const QString& sentence);
    /// Shows the test of a connection; testWanted() follows, once the passwords are typed.
    void openTest(const ConnectionTarget& target);
    void setTestProgress(const connect::TestProgress& progress);

Q_SIGNALS:
    void recentChanged(const QList<lockscope::ui::RecentConnection>& recent);
    void savedChanged(const std::vector<lockscope::connect::Profile>& saved);
    void connectWanted(const lockscope::ui::ConnectionTarget& target);
    /// The list of saved connections becomes visible, so it has to be read again.
    void savedListWanted();
    void savedWanted(const std::string& name);
    void keepWanted(const lockscope::connect::Profile& profile, const std::string& replaced);
    void forgetWanted(const std::string& name);
    /// Requests to remove the passwords that are kept for this connection.
    void forgetSecretsWanted(const std::string& name);
    /// The user has confirmed. `profile` may no longer be the one that is connected.
    void unlockWanted(const lockscope::connect::Profile& profile);
    /// The user has confirmed.
    void hostsWanted();
    void recordingWanted();
    void testWanted(const lockscope::ui::ConnectionTarget& target);
    void testCancelWanted();
    /// The dialog of the test has closed: another one would show what is reported from now on.
    void testEndWanted();
    /// A sentence to show in the window, because no dialog is open for it.
    void failed(const QString& sentence);

private:
    QWidget& m_window;
    Theme m_theme = darkTheme();
    QList<RecentConnection> m_recent;
    std::vector<connect::Profile> m_saved;
    QPointer<ConnectDialog> m_connectDialog;
    QPointer<ProfileDialog> m_profileDialog;
    QPointer<TestDialog> m_testDialog;
    QPointer<QDialog> m_unlockDialog;
    QPointer<QDialog> m_hostsDialog;
    QPointer<QMenu> m_sandboxes;
    std::optional<RecentConnection> m_proposed;
    QString m_unlocking; ///< the name of the connection to unlock, while m_unlockDialog is open
};

} // namespace lockscope::ui
