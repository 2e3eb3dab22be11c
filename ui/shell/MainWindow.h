// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/clients/ContendOptions.h"
#include "ui/models/ActivityModel.h"
#include "ui/models/ReleaseSelection.h"
#include "ui/panels/ReplayBar.h"
#include "ui/panels/WindowActions.h"
#include "ui/shell/Preferences.h"
#include "ui/shell/ViewState.h"
#include "ui/theme/Theme.h"

#include <QMainWindow>

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

class QStackedWidget;

namespace lockscope::ui {

class ActivityPanel;
class ActionLogPanel;
class ConnectionDialogs;
class ContenderMenu;
class DetailsPanel;
class FindingsPanel;
class IncidentReporter;
class LocksPanel;
class ServersPanel;
class Notice;
class ProgramDialogs;
class QueuePanel;
class ReleaseBox;
enum class SandboxServers;
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

/// The window: panels, the selection in them, the theme. It shows a ViewState and emits intents; it has no access to
/// connections.
class MainWindow final : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(Simulation& simulation, const Preferences& preferences, QWidget* parent = nullptr);

    /// `wallNow`: the time of day. `isSandbox`: the ensemble is the window's own sandbox.
    void setViewState(const ViewState& viewState, WallTime wallNow, bool isSandbox);
    /// Selects the lock and its holder. Empty: no lock.
    void selectLock(const std::string& path);
    /// In front of the other panels of its area; the keyboard focus stays.
    void showWaitGraph();
    void select(const inspect::ContenderKey& key);
    /// Goes to the finding with this inspect::identityOf() of the shown lock.
    void showFinding(const std::string& identity);
    /// Restores the window and brings it in front of the other programs' windows, as far as the desktop permits.
    void bringForward();
    void setReplay(const ReplayView& view);
    void log(std::vector<ActivityEntry> entries);
    /// One sentence in the place of the status bar; empty removes it. Tone::Info: it goes away after some seconds;
    /// Tone::Wait: something is in progress. `offer`: the text of a button for offerAccepted(); empty: none.
    void say(const QString& sentence, Tone tone, const QString& offer = {});
    /// The dialogs about connections, and their lists.
    [[nodiscard]] ConnectionDialogs& connections() { return *m_connections; }
    void openRecordingDialog();
    /// Does not emit preferencesChosen().
    void setPreferences(const Preferences& preferences);
    [[nodiscard]] const Preferences& preferences() const { return m_preferences; }
    /// The positions of the window and its panels, as bytes.
    [[nodiscard]] QByteArray arrangement() const;
    /// The smallest usable size of the window: half of 1920x1080, as at a display scale of 200 %.
    static constexpr QSize leastSize{960, 540};

    /// Called before the window is shown. Ignores bytes that are not from arrangement(). The geometry is cut to the
    /// present screens.
    void restore(const QByteArray& arrangement);
    /// False if restore() was never called: then the arrangement must not be saved either.
    [[nodiscard]] bool isArrangementWanted() const { return m_isArrangementWanted; }
    /// Runs this many clients at the connected ensemble; `below`: see SimulationPlace.
    void simulate(const console::ContendOptions& options, int clients, const std::string& below = {});

    [[nodiscard]] const Theme& theme() const { return m_theme; }
    /// The lock that is shown; null while it is not in the snapshot.
    [[nodiscard]] const inspect::Lock* shownLock() const;
    /// The lock's lane, which no dialog may cover in a wide window.
    [[nodiscard]] const QWidget* lane() const;
    /// Before and after a dialog of a release: a button would release another contender by then. The focus goes to the
    /// rows of the queue; a view keeps it.
    void takeFocusFromButton();

Q_SIGNALS:
    /// To enter the passwords of the open connection again.
    void secretsWanted();
    /// To unlock the open connection, after a confirmation, or to lock it again.
    void accessWanted();
    void offerAccepted();
    void disconnectWanted();
    /// While connecting: to try again at once; to change the target.
    void retryWanted();
    void editWanted();
    void sandboxWanted(lockscope::ui::SandboxServers servers);
    void pauseWanted(bool paused);
    void refreshWanted();
    void allNodesWanted();
    /// `shownCreationId` is 0 while the node's details are not loaded.
    void releaseWanted(const inspect::ContenderKey& contender, std::int64_t shownCreationId);
    /// To send a revocation request to this holder.
    void requestWanted(const inspect::ContenderKey& contender, std::int64_t shownCreationId);
    /// To be notified when this hold ends, or to be notified no longer.
    void holdNoticeWanted(const inspect::ContenderKey& hold, bool isWanted);
    /// Findings of this groupOf() are to be notified no longer, or again.
    void muteWanted(const std::string& group, bool muted);
    /// The user has looked at the findings.
    void findingsSeen();
    /// Several, with one review.
    void severalWanted(const lockscope::ui::ReleaseSelection& selection);
    /// To add them to a semaphore without stored holders.
    void permitsWanted(const std::string& lockPath, int permits);
    /// An outage in the sandbox: the address of the server.
    void sandboxServerStopWanted(const std::string& address);
    void sandboxServerStartWanted(const std::string& address);
    /// A new recording, or the end of the current one.
    void recordWanted();
    /// One recording, or the audit logs of an ensemble.
    void recordingWanted(const QStringList& files);
    void openingCancelWanted();
    void replayCloseWanted();
    /// Toggles between play and pause.
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
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct OwnSelection {
        std::string lock;
        WallTime at; ///< of the first one after the connect
    };
    struct Choice {
        inspect::ContenderKey key; ///< without a node: the holder, even if it changes
        std::vector<QWidget*> inSight;
    };

    void build();
    void buildPanels();
    void wireActions();
    void wireReasons();
    void wireMenu();
    void wirePanels();
    void choose(const Preferences& preferences);
    void applyTheme();
    void speakAnew();
    void enterOrLeaveReplay(const ViewState& next);
    void showCentre();
    void showQueue();
    void showWorst();
    void forgetSelection();
    void showContender();
    void wantRelease();
    [[nodiscard]] bool mayRelease();
    void releaseShown();
    void wantSeveral(const ReleaseSelection& selection);
    void releaseAt(const inspect::ContenderKey& key);

    Simulation& m_simulated;
    Preferences m_preferences;
    Theme m_theme;
    ViewState m_viewState;
    WallTime m_wallNow{}; ///< as passed with m_viewState, like m_isSandbox
    bool m_isSandbox = false;
    ReplayView m_replay;
    std::tuple<QString, Tone, QString> m_said;
    bool m_isOfAnotherLanguage = false; ///< a rebuild in the new language is scheduled
    // These objects are kept when the window is rebuilt in another language.
    ConnectionDialogs* m_connections;
    ProgramDialogs* m_programDialogs;
    IncidentReporter* m_reporter;
    WindowActions m_actions;
    std::optional<Choice> m_liveChoice;             ///< restored after a replay
    std::optional<OwnSelection> m_selectedByItself; ///< nothing: the user has chosen, or done something else since
    TopBar* m_topBar = nullptr;
    Notice* m_notice = nullptr;
    ContenderMenu* m_contenderMenu = nullptr;
    ReplayBar* m_replayBar = nullptr;
    ServersPanel* m_servers = nullptr;
    LocksPanel* m_locks = nullptr;
    FindingsPanel* m_findings = nullptr;
    QStackedWidget* m_middle = nullptr; ///< contains m_welcome and m_queue
    WelcomePanel* m_welcome = nullptr;
    QueuePanel* m_queue = nullptr;
    DetailsPanel* m_details = nullptr;
    ReleaseBox* m_release = nullptr;
    SidePanel* m_side = nullptr; ///< contains m_details and m_release
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
