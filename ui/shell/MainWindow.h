// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/clients/ContendOptions.h"
#include "ui/models/ActivityModel.h"
#include "ui/panels/ReplayBar.h"
#include "ui/panels/TopBar.h"
#include "ui/shell/Preferences.h"
#include "ui/shell/ViewState.h"
#include "ui/shell/connection/ConnectionTarget.h"
#include "ui/shell/connection/RecentConnections.h"
#include "ui/theme/Theme.h"

#include <QMainWindow>
#include <QPointer>

#include <optional>
#include <string>
#include <utility>
#include <vector>

class QStackedWidget;

namespace lockscope::ui {

class AboutDialog;
class ActivityPanel;
class ActionLogPanel;
class ConnectDialog;
class DetailsPanel;
class FindingsPanel;
class IncidentReporter;
class KeysDialog;
class LocksPanel;
class Notice;
class PreferencesDialog;
class ProfileDialog;
class QueuePanel;
class ReleaseBox;
class SessionsPanel;
class Simulation;
class SimulationPanel;
class StatisticsPanel;
class StatusLine;
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
    void setRecent(const QList<RecentConnection>& recent);
    void setSaved(const std::vector<connect::Profile>& saved);
    /// What came of keepWanted(): told where it was asked for, if that is still open.
    void setKept();
    void setKeepFailed(const QString& sentence);
    void askUnlock(const connect::Profile& profile);
    void openConnectDialog();
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
    /// The window, with its frame, is on a screen and not larger than it. Nothing is done to a maximised one.
    void fitToScreen();
    /// False where nobody asked to restore() one: then none is to be kept either.
    [[nodiscard]] bool isArrangementWanted() const { return m_isArrangementWanted; }
    /// Runs such clients at what is connected; `below`: see SimulationPlace.
    void simulate(const console::ContendOptions& options, int clients, const std::string& below = {});

    [[nodiscard]] const Theme& theme() const { return m_theme; }
    /// The lock that is shown; null while it is not in the snapshot.
    [[nodiscard]] const inspect::LockQueue* shownLock() const;

Q_SIGNALS:
    void connectWanted(const lockscope::ui::ConnectionTarget& target);
    /// The list of saved connections is looked at, and one of them is to be opened.
    void savedListWanted();
    void savedWanted(const std::string& name);
    void keepWanted(const lockscope::connect::Profile& profile, const std::string& replaced);
    void forgetWanted(const std::string& name);
    /// The passwords of what is connected are to be asked for again; those that are kept for this one, to be removed.
    void secretsWanted();
    void forgetSecretsWanted(const std::string& name);
    /// To unlock what is connected, or to lock it again: the first is asked about before.
    void accessWanted();
    /// Confirmed for this one, which may not be the one that is connected by now.
    void unlockWanted(const lockscope::connect::Profile& profile);
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
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    struct Choice {
        inspect::ContenderKey key; ///< without a node: the holder, whoever it is
        std::vector<QWidget*> inSight;
    };

    static constexpr int releaseHeight = 430; ///< at most: more than all of it takes
    static constexpr std::size_t manyLocks = 2'000;
    static constexpr int replayHeight = 140; ///< a sentence takes no more

    void buildActions();
    void buildReplayActions();
    void fillMenu();
    void openPreferences();
    void openKeys();
    void openAbout();
    void buildExports();
    void makeReporter();
    void wireExports();
    QWidget* buildSide();
    void build();
    void buildPanels();
    void wirePanels();
    void applyTheme();
    void speakAnew();
    void enterOrLeaveReplay(const ViewState& next);
    void showWorst();
    void showContender();
    void wantRelease();
    void openRecent(const RecentConnection& recent);
    void forgetUnlocking();
    void openProfileDialog(const connect::Profile& profile, const std::string& replaced);
    QAction* addNamedAction(const QString& objectName, const QString& text, const QKeySequence& shortcut = {});

    Simulation& m_simulated;
    Preferences m_preferences;
    Theme m_theme;
    ViewState m_viewState;
    WallTime m_wallNow{}; ///< as it was told with it, like
    bool m_isSandbox = false;
    ReplayView m_replay;
    std::pair<QString, Tone> m_said;
    bool m_isOfAnotherLanguage = false; ///< and will speak anew
    QList<RecentConnection> m_recent;
    std::vector<connect::Profile> m_saved;
    QPointer<ConnectDialog> m_connectDialog;
    QPointer<ProfileDialog> m_profileDialog;
    QPointer<PreferencesDialog> m_preferencesDialog;
    QPointer<KeysDialog> m_keysDialog;
    QPointer<AboutDialog> m_aboutDialog;
    QPointer<QDialog> m_unlockDialog;
    QString m_unlocking; ///< the name of the connection that m_unlockDialog asks about
    WindowActions m_actions;
    ReplayActions m_replayActions;
    IncidentReporter* m_reporter = nullptr;
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
    QStackedWidget* m_releaseStack = nullptr; ///< the box, or why there is none in a replay
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
