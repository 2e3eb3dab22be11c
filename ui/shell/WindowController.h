// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/base/Result.h"
#include "core/history/History.h"
#include "core/history/StallDetector.h"
#include "ui/models/ActivityModel.h"
#include "ui/models/AwaitedHolds.h"
#include "ui/models/NewFindings.h"
#include "ui/models/ReleaseSelection.h"
#include "ui/shell/LimitsSource.h"
#include "ui/shell/Preferences.h"
#include "ui/shell/ViewState.h"
#include "ui/shell/connection/ConnectionTarget.h"
#include "ui/shell/connection/RecentConnections.h"

#include <QJsonObject>
#include <QObject>
#include <QSettings>
#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QDialog;

namespace lockscope::release {
struct ChangeReason;
struct ReleaseOutcome;
struct ReleasePlan;
} // namespace lockscope::release

namespace lockscope::ui {

class Connection;
class ConnectionTester;
class Keychain;
class MainWindow;
class Notifier;
class Recorder;
class ReplayController;
class SandboxHost;
enum class SandboxServers;
class SavedConnections;
class SecretsSource;
class Simulation;

/// Connects the window to the services: intents go to the connection, the sandbox and the simulation; snapshots,
/// results and events come back. Lives on the UI thread. All `parts` must outlive it.
class WindowController final : public QObject {
    Q_OBJECT
public:
    struct Parts {
        MainWindow& window;
        Connection& connection;
        ConnectionTester& tester;
        SavedConnections& saved;
        Keychain& keychain;
        SandboxHost& sandbox;
        Simulation& simulation;
        QSettings& settings;
        const Clock& clock;
    };

    explicit WindowController(const Parts& parts, QObject* parent = nullptr);
    ~WindowController() override;

    void connectTo(const ConnectionTarget& target);
    /// Reads missing secrets from the system's keychain; if it has none, asks the user.
    void connectTo(const connect::Profile& profile);
    void startSandbox();
    /// With these servers.
    void startSandbox(SandboxServers servers);
    /// Shows a recording once it is read; the open connection stays open.
    void openRecording(const QStringList& files);

    [[nodiscard]] ReplayController& replay() { return *m_replay; }
    /// The limit for the end has passed. Destructors may wait for long: the process should end without them.
    [[nodiscard]] bool isOverdue() const { return m_isOverdue; }
    /// The events since the connection was opened; null before its first snapshot.
    [[nodiscard]] const inspect::History* history() const { return m_history.get(); }

Q_SIGNALS:
    /// The window is closed; finished() follows within this limit.
    void closing(std::chrono::milliseconds limit);
    /// The window is closed, and every session and process has ended, or the limit for that has passed: isOverdue().
    void finished();
    /// Before finished(): what has not ended in time, as a sentence.
    void leftUnfinished(const QString& sentence);
    /// The sandbox could not be started.
    void sandboxFailed(const QString& sentence);

private:
    void wireWindow();
    void wireServices();
    void usePreferences();
    void noteLimits();
    void wireConnections();
    void wireSecrets();
    void wireTests();
    [[nodiscard]] bool isStillSaved(const connect::Profile& profile) const;
    void askIfRefused();
    void leaveRefused(const connect::Profile& profile);
    void doubtSecrets(const inspect::SnapshotPtr& snapshot);
    void showViewState();
    void sampleHosts();
    void showTrouble();
    void sayTrouble(const QString& sentence, bool isReadOnlyServer);
    void clearNotice();
    void noteReached();
    void retry();
    void editTarget();
    void noteAccess(WriteAccess access);
    void changeAccess();
    void showAs(const connect::Profile& kept);
    void guardAs(const connect::Profile& kept, bool mayFree);
    void startOrStopRecording();
    void noteRecorded(const QString& file, const RecordingProgress& progress, bool isFull,
                      const std::optional<Error>& error);
    void logSnapshot(const inspect::SnapshotPtr& snapshot);
    void logEvent(const inspect::LockEvent& event);
    void logChange(ActivityEntry entry);
    void noteStall();
    void notePause();
    void wireNotifications();
    void noteNews(const inspect::SnapshotPtr& snapshot);
    [[nodiscard]] SimulatedLocks simulatedLocks() const;
    [[nodiscard]] SimulatedLocks sandboxedLocks() const;
    void awaitEnd(const inspect::ContenderKey& hold, bool isWanted);
    void showLive();
    void showNotified(const inspect::Finding& finding);
    void rememberRelease(const release::ReleaseOutcome& outcome);
    void open(const ConnectionTarget& target);
    void showScenario();
    void showTurningPoint(const QString& sentence);
    void showDeadlock();
    void keepLastView();
    void noteSimulation();
    void logSimulation(const QJsonObject& line);
    /// `permits`: that are added to a semaphore; 0: the release is of the contender. `isRequest`: it is only asked to
    /// release.
    void openRelease(const inspect::ContenderKey& contender, std::int64_t shownCreationId, int permits = 0,
                     bool isRequest = false);
    void openSeveral(const ReleaseSelection& selection);
    /// When it is closed, the focus is not on a button of the window.
    void openOverView(QDialog& dialog);
    void endSeveral();
    void noteReleased(const release::ReleasePlan& plan, const release::ChangeReason& changeReason,
                      const Result<release::ReleaseOutcome>& outcome);
    void logRelease(const QString& sentence, Tone tone, const std::string& lockPath, const QString& reason);
    void flushLog();
    void finish();
    void limitClosing();
    void endConnection();
    void endSimulation();
    void endWhenAllHasEnded();
    void endOverdue();

    Parts m_parts;
    Preferences m_preferences;
    QTimer m_tick;
    LimitsSource m_limits;
    QTimer m_limitsTick;     ///< the limits file may change, and the history grows
    QString m_limitsProblem; ///< the problem of the limits file that the notice shows
    std::unique_ptr<ReplayController> m_replay;
    std::unique_ptr<SecretsSource> m_secrets;
    std::string m_keptAs; ///< the name under which the open connection is saved; empty: not saved
    std::optional<RecentConnection> m_notYetRecent; ///< the open target, until its first session
    bool m_isDoubted = false; ///< the open connection's password is or may be wrong, and the user has been warned
    std::unique_ptr<Recorder> m_recorder;
    std::unique_ptr<Notifier> m_notifier;
    NewFindings m_newFindings; ///< of this connection, like the next two
    UnseenFindings m_unseen;
    QString m_mutedAt; ///< the target whose findings are muted
    AwaitedHolds m_awaited;
    std::function<void()> m_offered;             ///< what the notice's button does
    std::shared_ptr<inspect::History> m_history; ///< of this connection; null before its first snapshot
    inspect::StallDetector m_stalls;
    bool m_isPaused = false;             ///< the user has paused the updates
    std::size_t m_changesBehind = 0;     ///< since then
    std::vector<ActivityEntry> m_behind; ///< of these changes, the last ones: logged when the pause ends
    std::size_t m_changesOfSnapshot = 0;
    bool m_expectsDeadlock = false; ///< the turning point that is reached may be one
    std::vector<ActivityEntry> m_pending;
    QString m_unlocked;          ///< the connection that is writable for a time; empty: none
    QString m_trouble;           ///< the problem that the notice shows
    bool m_isEndReported = true; ///< that the view keeps its last state, or it does not
    QString m_source;            ///< the last simulation's own sandbox that was shown
    bool m_closing = false;
    bool m_ended = false;
    bool m_isEndingAll = false; ///< everything was asked to end
    bool m_isOverdue = false;
    QTimer m_closeLimit;
};

} // namespace lockscope::ui
