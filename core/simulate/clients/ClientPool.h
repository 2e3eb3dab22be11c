// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/simulate/clients/ContenderProcess.h"
#include "core/simulate/faults/LinkProxy.h"
#include "core/simulate/measure/Measurements.h"
#include "core/simulate/scenarios/ObservedEnsemble.h"
#include "core/simulate/scenarios/Scenario.h"
#include "core/simulate/scenarios/ScenarioFacts.h"

#include <QJsonObject>
#include <QObject>

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockscope::console {

/// All simulated clients of a run: their processes, their links, and their reported state, kept up to date in the
/// facts. Thread: the creating one, with an event loop. The destructor ends every process.
class ClientPool final : public QObject {
    Q_OBJECT
public:
    /// One or more clients in a process of their own.
    struct ClientProcess {
        const ScenarioGroup* group = nullptr;
        std::unique_ptr<LinkProxy> link; ///< null: direct connection
        std::unique_ptr<ContenderProcess> process;
        std::vector<std::size_t> clients;     ///< indexes in ScenarioFacts::clients, in the order of the process
        std::optional<Measurements> measured; ///< last reported; nothing: killed before it could report
        bool wasPaused = false;               ///< as in the facts
        bool hasEnded = false;
        bool isAsked = false; ///< for its measurements, without an answer so far
    };

    /// `facts` and the groups must outlive the pool.
    ClientPool(QString program, std::shared_ptr<LinkThread> thread, ScenarioFacts& facts, QObject* parent = nullptr);
    ~ClientPool() override;

    /// Starts the processes, one per event loop pass. They connect and wait for the start command. Their paths are
    /// below the ensemble's root; `resource` is "127.0.0.1:PORT" or empty. `sessionTimeout`: with ZooKeeper. Error: a
    /// link cannot listen.
    [[nodiscard]] Result<void> enter(const std::vector<ScenarioGroup>& groups, const ObservedEnsemble& ensemble,
                                     const std::string& resource, std::chrono::milliseconds sessionTimeout);

    [[nodiscard]] std::vector<ClientProcess>& clientProcesses() { return m_processes; }
    [[nodiscard]] const std::vector<ClientProcess>& clientProcesses() const { return m_processes; }
    /// The process that runs this client.
    [[nodiscard]] ClientProcess* clientProcessOf(const std::string& client);
    /// Sends the start command to each process that has not ended, if its group starts automatically.
    void startOff();
    [[nodiscard]] bool isConnected() const; ///< each client has connected or ended
    /// Ends all cleanly: reconnects links, resumes processes and asks them to stop; each end emits changed().
    void leave();
    /// Requests the measurements of every process, a few at a time: a hundred answers at once would block this thread.
    /// measured() follows once the processes that can answer have answered. No effect while a request is in progress.
    void measure();
    void kill();
    [[nodiscard]] bool hasLeft() const;

Q_SIGNALS:
    /// One line of a client's stream. The facts are up to date.
    void reported(const QJsonObject& line);
    /// All requested measurements arrived, or, at the next measure(), those available; also after each process's end.
    void measured();
    /// The client's process has ended.
    void left(const std::string& client);
    /// A process has ended, was paused or resumed. The facts are up to date.
    void changed();
    /// A client could not carry out a command.
    void refused(const QString& client, const QString& sentence);

private:
    [[nodiscard]] std::span<ClientProcess> started() { return {m_processes.data(), m_started}; }
    [[nodiscard]] std::span<const ClientProcess> started() const { return {m_processes.data(), m_started}; }
    /// The target for a process, through a link if its group has one and the servers allow it.
    [[nodiscard]] Result<std::string> openLink(ClientProcess& clientProcess, const ObservedEnsemble& ensemble);
    void addFacts(ClientProcess& clientProcess, const ContendOptions& options);
    void connectTo(ClientProcess& clientProcess);
    void startNext();
    void askNext();
    void takeMeasured(ClientProcess& clientProcess);
    void take(ClientProcess& clientProcess, const QJsonObject& line);
    void update(ClientProcess& clientProcess, std::size_t index);
    void followProcess(ClientProcess& clientProcess);
    void count(const ClientFacts& client, const std::string& measure, double by);

    QString m_program;
    std::shared_ptr<LinkThread> m_thread;
    ScenarioFacts& m_facts;
    std::vector<ClientProcess> m_processes;
    std::size_t m_started = 0; ///< number of started processes
    std::size_t m_toAsk = 0;   ///< index of the next process to ask for measurements; 0: none
    bool m_isOld = true;       ///< no process has answered since measured()
    bool m_leaving = false;
    std::map<std::string, std::size_t> m_places; ///< indexes of clients in the facts
};

} // namespace lockscope::console
