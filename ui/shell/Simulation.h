// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/base/Log.h"
#include "core/simulate/clients/StaleHolds.h"
#include "core/simulate/resource/WriteLog.h"
#include "core/simulate/scenarios/ScenarioRun.h"
#include "ui/shell/connection/Backend.h"

#include <QJsonObject>
#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::ui {

/// Where to run a simulation.
struct SimulationPlace {
    std::optional<ConnectionTarget> target; ///< nothing: a sandbox of its own
    bool isThrowAway = false;               ///< the servers are the window's sandbox
    std::string below;                      ///< on an ensemble of the user's: the existing node to work below
};

/// Simulated clients in processes of their own, and the faults injected into them. One run at a time; the results of
/// the last one are kept. Lives on the UI thread and never blocks it; the destructor ends the processes.
class Simulation final : public QObject {
    Q_OBJECT
public:
    struct Dependencies {
        QString program;                              ///< the path of lockscopectl
        console::ScenarioRoot::MakeClient makeClient; ///< for the root node of the run
        MakeBackend makeBackend;                      ///< for the connection that observes the run
        Log log{};
    };

    explicit Simulation(Dependencies dependencies, QObject* parent = nullptr);
    ~Simulation() override;

    /// Does nothing while a simulation runs.
    void start(console::Scenario scenario, const SimulationPlace& place);
    /// Asks every client to release and end, removes the remaining nodes, then emits runningChanged().
    void stop();
    /// When the window is closed: its clients and its own servers are killed, then runningChanged() follows. Only where
    /// nothing remains of it: isThrowAway().
    void abandon();
    /// While true, the script's next step does not begin.
    void setPaused(bool paused);
    /// Also for the next runs.
    void setTurningPoints(console::TurningPoints turningPoints);
    [[nodiscard]] console::TurningPoints turningPoints() const { return m_turningPoints; }
    /// Leaves the turning point that is reached.
    void goOn();
    /// Injects a fault into these clients, given by name; happened() reports the result.
    void apply(const console::Fault& fault, const std::vector<std::string>& clients);
    /// Injects a fault into a server of the simulation's own sandbox; the number starts at 1.
    void applyToServer(const console::Fault& fault, int server);

    [[nodiscard]] bool isRunning() const;
    /// The current run, or the last one; null before the first.
    [[nodiscard]] const console::ScenarioRun* run() const { return m_run.get(); }
    /// Whether its servers are a sandbox of its own, which is removed when it ends.
    [[nodiscard]] bool hasOwnSandbox() const { return m_ownSandbox; }
    /// Whether its servers end with it, or with the window.
    [[nodiscard]] bool isThrowAway() const { return m_isThrowAway; }
    /// Stale holds of the current or last run: clients that act as holders after a loss. Null before the first.
    [[nodiscard]] const std::shared_ptr<const std::deque<console::StaleHold>>& mistakes() const { return m_reported; }
    /// The writes to the guarded resource in the current or last run. Null before the first.
    [[nodiscard]] const std::shared_ptr<const std::deque<console::HoldWrites>>& writes() const
    {
        return m_reportedWrites;
    }

Q_SIGNALS:
    void runningChanged();
    /// The clients now acquire locks, at run()->ensemble().
    void staged();
    /// All steps are done, or it is stopped: the clients end now, then their servers.
    void ending();
    /// The state of the clients or of the run has changed; at most ten times a second.
    void changed();
    /// A turning point of the scenario is reached: `sentence` says what is seen.
    void turningPointReached(const QString& sentence);
    /// New measurements; about once a second.
    void measured();
    /// One line for the log: see ScenarioRun::happened().
    void happened(const QJsonObject& line);

private:
    void noteLine(const QJsonObject& line);
    void reportChange();
    void applyOne(const console::Fault& fault, const console::TargetSelector& target);

    Dependencies m_dependencies;
    std::unique_ptr<console::ScenarioRun> m_run;
    SystemClock m_clock;
    std::unique_ptr<console::StaleHolds> m_mistakes;
    std::shared_ptr<const std::deque<console::StaleHold>> m_reported;
    console::WriteLog m_writes;
    std::shared_ptr<const std::deque<console::HoldWrites>> m_reportedWrites;
    bool m_hasWritten = false; ///< since the last report
    console::TurningPoints m_turningPoints = console::TurningPoints::Linger;
    std::string m_turningPoint; ///< that is reached; empty: none
    bool m_ownSandbox = false;
    bool m_isThrowAway = false;
    bool m_measured = false; ///< since the last tick
    QTimer m_report;
    QTimer m_measure;
};

} // namespace lockscope::ui
