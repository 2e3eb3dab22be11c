// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Error.h"
#include "core/simulate/faults/Fault.h"
#include "core/simulate/measure/Measurements.h"
#include "core/simulate/scenarios/Scenario.h"
#include "core/simulate/scenarios/ScenarioEnvironment.h"
#include "core/simulate/scenarios/ScenarioFacts.h"
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

/// How a run has come out.
struct ScenarioOutcome {
    struct Expectation {
        std::string wanted;
        std::string found;
        bool passed = false;
    };

    bool passed = false;
    bool stopped = false;         ///< by the user, before its end
    std::optional<Error> trouble; ///< what kept it from its end
    std::vector<Expectation> expectations;
    std::map<std::string, double> measures; ///< by name; of a group: "granted of readers"
    Measurements measurements;              ///< of all clients that could still tell
    std::chrono::milliseconds duration{0};  ///< from the start of the clients to the last step
};

/// Plays a scenario: starts the ensemble, the links, the guarded resource and the processes of the clients, does to
/// them what the steps say, watches what the clients believe and what the ensemble knows, and checks what is expected.
///
/// Thread: the one that made it, which needs an event loop and must live as long (the kernel ends the processes with
/// it); nothing blocks but the destructor, for some milliseconds. Everything it started is gone at finished(). After
/// its destruction, or the end of its owner by whatever means, the processes and the sandbox are gone at once, and on
/// an ensemble of the user's the nodes go with their sessions' timeouts and the servers' next look for empty
/// containers.
class ScenarioRun final : public QObject {
    Q_OBJECT
public:
    enum class Phase {
        New,
        Preparing, ///< servers, links and processes come up
        Playing,
        Ending, ///< processes end, and what they left is removed
        Finished
    };
    using Applied = std::function<void(const Result<QStringList>& hit)>;

    ScenarioRun(Scenario scenario, ScenarioDependencies dependencies, QObject* parent = nullptr);
    ~ScenarioRun() override;

    /// Once.
    void start();
    /// Ends it, in good order; finished() follows. Early, unless the scenario goes on by itself and all its steps are
    /// done.
    void stop();
    /// Holds the script's next step back; the clients go on, and so does the time of `at`.
    void pause();
    void resume();
    /// The faults that a script has, by hand. Refused unless it plays. `applied` may be null.
    void apply(const Fault& fault, const TargetSelector& whom, Applied applied = {});

    /// Asks the clients for their measurements; measured() follows once those that can have told, while it plays.
    void measure();
    /// The last that was told, added up, with what happened between the processes.
    [[nodiscard]] Measurements measurements() const;

    [[nodiscard]] Phase phase() const;
    [[nodiscard]] bool isPaused() const;
    [[nodiscard]] const Scenario& scenario() const;
    /// As of now; changed() tells of each change.
    [[nodiscard]] const ScenarioFacts& facts() const;
    /// How many steps have happened.
    [[nodiscard]] std::size_t stepsDone() const;
    /// The ensemble that it uses; from the end of Preparing on.
    [[nodiscard]] const ObservedEnsemble& ensemble() const;
    /// From finished() on.
    [[nodiscard]] const ScenarioOutcome& outcome() const;

Q_SIGNALS:
    void changed();
    void measured();
    /// A line for the log: of a client as it came (ContendJson.h), or of the run itself:
    /// {"at", "event": "phase", "phase": "preparing|playing|ending", "detail"}
    /// {"at", "event": "step", "step": 2, "text": "pause: the holder", "hit": ["worker-1"]}, with "error" if it failed
    /// {"at", "event": "fault", …the same without "step"}, done by hand
    /// {"at", "event": "refused", "client": "worker-1", "detail"}: it could not do what it was told
    /// {"at", "event": "server", "server": 1, "state": "serves|down"}
    /// {"at", "event": "finding", "finding": "deadlock", "state": "shown|gone"}
    void happened(const QJsonObject& line);
    void finished();

private:
    class Private;
    std::unique_ptr<Private> m_private;
};

} // namespace lockscope::console
