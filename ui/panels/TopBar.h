// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/Profile.h"
#include "ui/models/Finder.h"
#include "ui/models/Roles.h"
#include "ui/panels/WindowActions.h"
#include "ui/shell/ViewState.h"
#include "ui/shell/connection/RecentConnections.h"
#include "ui/theme/Theme.h"

#include <QWidget>

#include <string>
#include <vector>

class QHBoxLayout;
class QLabel;
class QMenu;
class QToolButton;

namespace lockscope::ui {

class BellButton;
class FinderBox;
class KeyButton;

/// Connection with its environment and what it may change, finder, actions, and the bell with the number of findings
/// that the user has not seen.
class TopBar final : public QWidget {
    Q_OBJECT
public:
    explicit TopBar(const WindowActions& actions, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setViewState(const ViewState& viewState, bool isSandbox);
    void setRecent(const QList<RecentConnection>& recent);
    void setSaved(const std::vector<connect::Profile>& saved);
    void focusFinder();
    /// The actions that the finder offers.
    void setActions(const QList<QAction*>& actions);
    /// Of the button that shows the connection.
    [[nodiscard]] QMenu* connectionMenu() const;

Q_SIGNALS:
    void found(const lockscope::ui::FinderHit& hit);
    void recentChosen(const lockscope::ui::RecentConnection& connection);
    void savedChosen(const std::string& name);
    void savedListShown();
    /// To show the findings: the user pressed the bell.
    void findingsWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    KeyButton* addButton(QHBoxLayout& row, QAction* action, const QString& objectName);
    [[nodiscard]] int connectionRoom() const;
    void showConnection();
    void showSaved();
    void showRecorder(const std::optional<RecordingProgress>& progress);
    void showAccess(const ViewState& viewState);
    void showIcons();

    WindowActions m_actions;
    Theme m_theme = darkTheme();
    SourceState m_source = SourceState::NotConnected;
    TonedMark m_look = {Mark::Ring, Tone::Muted}; ///< of the connection
    QString m_connect;
    QString m_serversUp; ///< "2 of 3 servers" while one is down
    QString m_health;    ///< one line for each server, while one is down
    QString m_name;
    QString m_colour;
    WriteAccess m_accessShown = WriteAccess::Free;
    QString m_recording;
    int m_room = 0; ///< the largest width of m_connection, as shown
    bool m_isSandbox = false;
    bool m_isRecording = false;
    bool m_isProduction = false;
    QToolButton* m_connection;
    QLabel* m_production;
    std::vector<connect::Profile> m_savedShown;
    QMenu* m_saved;
    QMenu* m_recent;
    FinderBox* m_finder;
    KeyButton* m_live = nullptr;
    KeyButton* m_record = nullptr;
    KeyButton* m_access = nullptr;
    BellButton* m_bell;
    KeyButton* m_refresh = nullptr;
    QToolButton* m_menu;
};

} // namespace lockscope::ui
