// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/clients/ContendOptions.h"
#include "ui/models/ActivityModel.h"
#include "ui/panels/ReplayBar.h"
#include "ui/panels/WindowActions.h"
#include "ui/shell/Preferences.h"
#include "ui/shell/ViewState.h"
#include "ui/theme/Theme.h"

#include <QMainWindow>

#include <optional>
#include <string>
#include <utility>
#include <vector>

class QStackedWidget;

namespace lockscope::ui {

class ActivityPanel;
class ActionLogPanel;
class ConnectionDialogs;
class DetailsPanel;
class FindingsPanel;
class IncidentReporter;
class LocksPanel;
class Notice;
class ProgramDialogs;
class QueuePanel;
class ReleaseBox;
class SessionsPanel;
class SidePanel;
class Simulation;
class SimulationPanel;
class StatisticsPanel;
class StatusLine;
class TopBar;
class WarmUp;
class WaitGraphPanel;
class WelcomePanel;
class Workspace;

/// The window: panels, what is chosen in them, the theme. It is shown situations and emits intents; it knows no
/// connection.
class MainWindow final : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(Simulation& simulation, const Preferences& preferences, QWidget* parent = nullptr);

    /// `wallNow`: the time of day. `isSandbox`: the ensemble is our own throw-away one.
    void setViewState(const ViewState& viewState, WallTime wallNow, bool isSandbox);
    /// Its holder, whoever that is. Empty: no lock.
    void selectLock(const std::string& path);
    void select(const inspect::ContenderKey& key);
    void setReplay(const ReplayView& view);
    void log(std::vector<ActivityEntry> entries);
    /// One sentence below the top bar; empty removes it.
    void say(const QString& sentence, Tone tone);
    /// What is asked about connections, and their lists.
    [[nodiscard]] ConnectionDialogs& connections() { return *m_connections; }
    void openRecordingDialog();
    /// Does not emit preferencesChosen().
    void setPreferences(const Preferences& preferences);
    [[nodiscard]] const Preferences& preferences() const { return m_preferences; }
    /// Where the window and its panels are, as bytes.
    [[nodiscard]] QByteArray arrangement() const;
    /// The smallest size at which everything can be used: half of 1920x1080, as with a scale of 200 %.
    static constexpr QSize leastSize{960, 540};

    /// Before it is shown. Of bytes that are not from arrangement() nothing is restored. What is restored is cut to the
    /// screens that there are now.
    void restore(const QByteArray& arrangement);
    /// False where nobody asked to restore() one: then none is to be kept either.
    [[nodiscard]] bool isArrangementWanted() const { return m_isArrangementWanted; }
    /// Runs such clients at what is connected; `below`: see SimulationPlace.
    void simulate(const console::ContendOptions& options, int clients, const std::string& below = {});

    [[nodiscard]] const Theme& theme() const { return m_theme; }
    /// The lock that is shown; null while it is not in the snapshot.
    [[nodiscard]] const inspect::Lock* shownLock() const;

Q_SIGNALS:
    /// The passwords of what is connected are to be asked for again.
    void secretsWanted();
    /// To unlock what is connected, or to lock it again: the first is asked about before.
    void accessWanted();
    void disconnectWanted();
    void sandboxWanted();
    void pauseWanted(bool paused);
    void refreshWanted();
    /// `shownCreationId` is 0 while the node's details are not here.
    void releaseWanted(const std::string& nodePath, std::int64_t shownCreationId);
    void recordingWanted(const QString& file);
    void openingCancelWanted();
    void replayCloseWanted();
    /// Play, or pause.
    void replayPlayWanted();
    void replaySpeedWanted(double speed);
    void replaySeekWanted(lockscope::WallTime at);
    void replayForwardWanted();
    void replayBackWanted();
    void preferencesChosen(const lockscope::ui::Preferences& preferences);
    void closed();

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    struct Choice {
        inspect::ContenderKey key; ///< without a node: the holder, whoever it is
        std::vector<QWidget*> inSight;
    };

    void build();
    void buildPanels();
    void wireActions();
    void wirePanels();
    void choose(const Preferences& preferences);
    void applyTheme();
    void speakAnew();
    void enterOrLeaveReplay(const ViewState& next);
    void showWorst();
    void showContender();
    void wantRelease();

    Simulation& m_simulated;
    Preferences m_preferences;
    Theme m_theme;
    ViewState m_viewState;
    WallTime m_wallNow{}; ///< as it was told with it, like
    bool m_isSandbox = false;
    ReplayView m_replay;
    std::pair<QString, Tone> m_said;
    bool m_isOfAnotherLanguage = false; ///< and will speak anew
    // These stay when the window is made anew in another language.
    ConnectionDialogs* m_connections;
    ProgramDialogs* m_programDialogs;
    IncidentReporter* m_reporter;
    WindowActions m_actions;
    std::optional<Choice> m_liveChoice; ///< to come back to after a replay
    TopBar* m_topBar = nullptr;
    Notice* m_notice = nullptr;
    ReplayBar* m_replayBar = nullptr;
    LocksPanel* m_locks = nullptr;
    FindingsPanel* m_findings = nullptr;
    QStackedWidget* m_middle = nullptr; ///< what to begin with, or
    WelcomePanel* m_welcome = nullptr;
    QueuePanel* m_queue = nullptr;
    DetailsPanel* m_details = nullptr;
    ReleaseBox* m_release = nullptr;
    SidePanel* m_side = nullptr; ///< has the two
    Workspace* m_workspace = nullptr;
    bool m_isArrangementWanted = false;
    SimulationPanel* m_simulation = nullptr;
    ActivityPanel* m_activity = nullptr;
    ActionLogPanel* m_audit = nullptr;
    SessionsPanel* m_sessions = nullptr;
    StatisticsPanel* m_statistics = nullptr;
    WaitGraphPanel* m_waitGraph = nullptr;
    StatusLine* m_status = nullptr;
    WarmUp* m_warmUp = nullptr;
};

} // namespace lockscope::ui
