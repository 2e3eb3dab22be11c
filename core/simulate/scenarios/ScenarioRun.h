// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Error.h"
#include "core/simulate/faults/Fault.h"
#include "core/simulate/measure/Measurements.h"
#include "core/simulate/scenarios/Scenario.h"
#include "core/simulate/scenarios/ScenarioEnvironment.h"
#include "core/simulate/scenarios/ScenarioFacts.h"
#include "core/simulate/scenarios/StepPlayer.h"
#include "core/simulate/scenarios/TargetSelector.h"

#include <QJsonObject>
#include <QObject>
#include <QStringList>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::console {

/// The result of a run.
struct ScenarioOutcome {
    struct Expectation {
        std::string wanted;
        std::string found;
        bool passed = false;
    };

    bool passed = false;
    bool stopped = false;         ///< by the user, before its end
    std::optional<Error> trouble; ///< the reason why it did not complete
    std::vector<Expectation> expectations;
    std::map<std::string, double> measures; ///< by name; of a group: "granted of readers"
    Measurements measurements;              ///< of all clients that could report them
    std::chrono::milliseconds duration{0};  ///< from the start of the clients to the last step
};

/// Plays a scenario. Starts the ensemble, the links, the guarded resource and the processes of the clients. Performs
/// the steps, observes the clients' view and the ensemble's state, and checks the expectations.
///
/// Thread: the creating one, with an event loop; it must live as long (the kernel ends the processes with that thread).
/// Only the destructor blocks, for some milliseconds. At finished() everything that it started is gone. After its
/// destruction, or any end of its owner, the processes and the sandbox are gone at once. On the user's ensemble its
/// nodes then end with their sessions' timeouts, and the servers remove the empty containers.
class ScenarioRun final : public QObject {
    Q_OBJECT
public:
    enum class Phase {
        New,
        Preparing, ///< servers, links and processes start
        Playing,
        Ending, ///< processes end, and their remaining nodes are removed
        Finished
    };
    using Applied = std::function<void(const Result<QStringList>& hit)>;

    ScenarioRun(Scenario scenario, ScenarioDependencies dependencies, QObject* parent = nullptr);
    ~ScenarioRun() override;

    /// Called once.
    void start();
    /// Ends the run cleanly; finished() follows. This counts as an early stop, unless the scenario is open-ended and
    /// all its steps are done.
    void stop();
    /// Ends the run without a farewell: its clients and its own servers are killed, without blocking; finished()
    /// follows. On the user's ensemble its nodes then end with their sessions' timeouts.
    void abandon();
    /// Delays the script's next step; the clients continue, and so does the time of `at`. The scenario's limit waits.
    void pause();
    void resume();
    /// Passes over turning points by default. The scenario's limit waits at them.
    void setTurningPoints(TurningPoints turningPoints);
    /// Leaves the turning point that is reached.
    void goOn();
    /// The sentence of the turning point that is reached; empty: none.
    [[nodiscard]] std::string turningPoint() const;
    /// Applies a fault by hand, as a script does. Refused unless the phase is Playing. `applied` may be null.
    void apply(const Fault& fault, const TargetSelector& target, Applied applied = {});

    /// Requests the clients' measurements while it plays; measured() follows once all available answers are in.
    void measure();
    /// The last reported measurements of all processes, with the hand-overs and overlaps between processes.
    [[nodiscard]] Measurements measurements() const;

    [[nodiscard]] Phase phase() const;
    [[nodiscard]] bool isPaused() const;
    [[nodiscard]] const Scenario& scenario() const;
    /// The current facts; changed() reports each change.
    [[nodiscard]] const ScenarioFacts& facts() const;
    /// The number of completed steps.
    [[nodiscard]] std::size_t stepsDone() const;
    /// The ensemble that it uses; valid after Preparing.
    [[nodiscard]] const ObservedEnsemble& ensemble() const;
    /// Valid after finished().
    [[nodiscard]] const ScenarioOutcome& outcome() const;

Q_SIGNALS:
    void changed();
    void measured();
    /// The guarded resource has accepted or rejected a write of a client.
    void wrote(const lockscope::console::Visit& visit, bool isAccepted);
    /// A line for the log: a client's line unchanged (ContendJson.h), or one of the run itself:
    /// {"at", "event": "phase", "phase": "preparing|playing|ending", "detail"}
    /// {"at", "event": "step", "step": 2, "text": "pause: the holder", "hit": ["worker-1"]}, with "error" if it failed
    /// {"at", "event": "fault", …the same without "step"}, applied by hand
    /// {"at", "event": "refused", "client": "worker-1", "detail"}: the client could not carry out a command
    /// {"at", "event": "server", "server": 1, "state": "serves|down"}
    /// {"at", "event": "finding", "finding": "deadlock", "state": "shown|gone"}
    void happened(const QJsonObject& line);
    void finished();

private:
    class Private;
    std::unique_ptr<Private> m_private;
};

} // namespace lockscope::console
