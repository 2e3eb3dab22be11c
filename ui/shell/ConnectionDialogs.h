// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/shell/ViewState.h"
#include "ui/shell/connection/ConnectionTarget.h"
#include "ui/shell/connection/RecentConnections.h"
#include "ui/theme/Theme.h"

#include <QObject>
#include <QPointer>

#include <string>
#include <vector>

class QDialog;

namespace lockscope::ui {

class ConnectDialog;
class ProfileDialog;

/// What the window asks about connections, in dialogs of its own: where to, what to save, whether to unlock. It knows
/// the lists and opens no connection. Thread: UI.
class ConnectionDialogs final : public QObject {
    Q_OBJECT
public:
    /// Dialogs belong to `window`, which must outlive this.
    explicit ConnectionDialogs(QWidget& window);

    void setTheme(const Theme& theme) { m_theme = theme; }
    void setRecent(const QList<RecentConnection>& recent);
    void setSaved(const std::vector<connect::Profile>& saved);
    [[nodiscard]] const QList<RecentConnection>& recent() const { return m_recent; }
    [[nodiscard]] const std::vector<connect::Profile>& saved() const { return m_saved; }

    void openConnect();
    void openRecent(const RecentConnection& recent);
    void askUnlock(const connect::Profile& profile);
    /// Is what is asked about still shown, and locked? Else the question goes.
    void setViewState(const ViewState& viewState);
    /// What came of keepWanted(): told where it was asked for, if that is still open.
    void setKept();
    void setKeepFailed(const QString& sentence);

Q_SIGNALS:
    void recentChanged(const QList<lockscope::ui::RecentConnection>& recent);
    void savedChanged(const std::vector<lockscope::connect::Profile>& saved);
    void connectWanted(const lockscope::ui::ConnectionTarget& target);
    /// The list of saved connections is looked at, and one of them is to be opened.
    void savedListWanted();
    void savedWanted(const std::string& name);
    void keepWanted(const lockscope::connect::Profile& profile, const std::string& replaced);
    void forgetWanted(const std::string& name);
    /// The passwords that are kept for this one are to be removed.
    void forgetSecretsWanted(const std::string& name);
    /// Confirmed for this one, which may not be the one that is connected by now.
    void unlockWanted(const lockscope::connect::Profile& profile);
    void sandboxWanted();
    void recordingWanted();
    /// A sentence for which no dialog is open.
    void failed(const QString& sentence);

private:
    void openProfile(const connect::Profile& profile, const std::string& replaced);

    QWidget& m_window;
    Theme m_theme = darkTheme();
    QList<RecentConnection> m_recent;
    std::vector<connect::Profile> m_saved;
    QPointer<ConnectDialog> m_connectDialog;
    QPointer<ProfileDialog> m_profileDialog;
    QPointer<QDialog> m_unlockDialog;
    QString m_unlocking; ///< the name of the connection that m_unlockDialog asks about
};

} // namespace lockscope::ui
