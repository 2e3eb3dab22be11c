// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/base/Log.h"
#include "core/simulate/clients/StaleHolds.h"
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

/// Where a simulation is to run.
struct SimulationPlace {
    std::optional<ConnectionTarget> target; ///< nothing: a sandbox of its own
    bool isThrowAway = false;               ///< the servers are a sandbox of the window's
    std::string below;                      ///< on an ensemble of the user's: the existing node to work below
};

/// Simulated clients, in processes of their own, and what is done to them. One run at a time; what is known of the last
/// one stays to be looked at. Lives on the UI thread, which nothing here blocks; destroyed, it ends the processes.
class Simulation final : public QObject {
    Q_OBJECT
public:
    struct Dependencies {
        QString program;                              ///< the path of lockscopectl
        console::ScenarioRoot::MakeClient makeClient; ///< for the run's own node
        MakeBackend makeBackend;                      ///< for the inspector that watches it
        Log log{};
    };

    explicit Simulation(Dependencies dependencies, QObject* parent = nullptr);
    ~Simulation() override;

    /// Not while one runs.
    void start(console::Scenario scenario, const SimulationPlace& place);
    /// Asks every client to release and end, and removes what they leave; runningChanged() tells when that is done.
    void stop();
    /// Holds the script's next step back.
    void setPaused(bool paused);
    /// Does something to these clients, each by its name; told() says what came of it.
    void apply(const console::Fault& fault, const std::vector<std::string>& clients);
    /// Does something to a server of a sandbox of its own; from 1.
    void applyToServer(const console::Fault& fault, int server);

    [[nodiscard]] bool isRunning() const;
    /// The run that goes on, or the last one; null before the first.
    [[nodiscard]] const console::ScenarioRun* run() const { return m_run.get(); }
    /// Whether its servers are a sandbox of its own, gone with it.
    [[nodiscard]] bool hasOwnSandbox() const { return m_ownSandbox; }
    /// Who believed to hold what it had lost, in the run that goes on or the last one; null before the first.
    [[nodiscard]] const std::shared_ptr<const std::deque<console::StaleHold>>& mistakes() const { return m_told; }

Q_SIGNALS:
    void runningChanged();
    /// The clients queue from now on, at run()->ensemble().
    void staged();
    /// What is known of the clients, or of the run; at most ten times a second.
    void changed();
    /// Measurements came; about once a second.
    void measured();
    /// One line for the log: see ScenarioRun::happened().
    void happened(const QJsonObject& line);

private:
    void noteLine(const QJsonObject& line);
    void tellChange();
    void applyOne(const console::Fault& fault, const console::TargetSelector& whom);

    Dependencies m_dependencies;
    std::unique_ptr<console::ScenarioRun> m_run;
    SystemClock m_clock;
    std::unique_ptr<console::StaleHolds> m_mistakes;
    std::shared_ptr<const std::deque<console::StaleHold>> m_told;
    bool m_ownSandbox = false;
    bool m_measured = false; ///< since the last tick
    QTimer m_tell;
    QTimer m_measure;
};

} // namespace lockscope::ui
