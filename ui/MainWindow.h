// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/console/ContendOptions.h"
#include "ui/ConnectionTarget.h"
#include "ui/RecentConnections.h"
#include "ui/Situation.h"
#include "ui/Theme.h"
#include "ui/models/ActivityModel.h"
#include "ui/panels/TopBar.h"

#include <QMainWindow>

#include <string>
#include <vector>

namespace lockscope::ui {

class ActivityPanel;
class DetailsPanel;
class LocksPanel;
class Notice;
class QueuePanel;
class ReleaseBox;
class Simulation;
class SimulationPanel;
class StatusLine;

/// The window: panels, what is chosen in them, the theme. It is shown situations and emits intents; it knows no
/// connection.
class MainWindow final : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(Simulation& simulation, ThemeChoice theme, QWidget* parent = nullptr);

    /// `wallNow`: the time of day. `isSandbox`: the ensemble is our own throw-away one.
    void setSituation(const Situation& situation, WallTime wallNow, bool isSandbox);
    void selectLock(const std::string& path, const std::string& node = {});
    void log(std::vector<ActivityEntry> entries);
    /// One sentence below the top bar; empty removes it.
    void say(const QString& sentence, Tone tone);
    void setRecent(const QList<RecentConnection>& recent);
    void openConnectDialog();
    void setThemeChoice(ThemeChoice choice);
    void simulate(const console::ContendOptions& options, int clients);

    [[nodiscard]] const Theme& theme() const { return m_theme; }
    /// The lock that is shown; null while it is not in the picture.
    [[nodiscard]] const inspect::LockQueue* shownLock() const;

Q_SIGNALS:
    void connectWanted(const lockscope::ui::ConnectionTarget& target);
    void disconnectWanted();
    void sandboxWanted();
    void pauseWanted(bool paused);
    void refreshWanted();
    /// `shownCzxid` is 0 while the node's details are not here.
    void releaseWanted(const std::string& nodePath, std::int64_t shownCzxid);
    void themeChosen(lockscope::ui::ThemeChoice choice);
    void closed();

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void buildActions();
    void buildPanels(Simulation& simulation);
    void wirePanels();
    void applyTheme();
    void showContender();
    void wantRelease();
    QAction* addNamedAction(const QString& objectName, const QString& text, const QKeySequence& shortcut = {});

    ThemeChoice m_choice;
    Theme m_theme;
    Situation m_situation;
    QList<RecentConnection> m_recent;
    WindowActions m_actions;
    TopBar* m_topBar = nullptr;
    Notice* m_notice = nullptr;
    LocksPanel* m_locks = nullptr;
    QueuePanel* m_queue = nullptr;
    DetailsPanel* m_details = nullptr;
    ReleaseBox* m_release = nullptr;
    SimulationPanel* m_simulation = nullptr;
    ActivityPanel* m_activity = nullptr;
    StatusLine* m_status = nullptr;
};

} // namespace lockscope::ui
