// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/simulate/clients/ContenderProcess.h"
#include "core/simulate/faults/LinkProxy.h"
#include "core/simulate/measure/Measurements.h"
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

/// All simulated clients of a run: their processes, their links, and what they believe, kept up to date in the facts.
/// Thread: the one that made it, with an event loop. Destroyed, it ends every process.
class ClientPool final : public QObject {
    Q_OBJECT
public:
    /// Some clients in a process of their own.
    struct ClientProcess {
        const ScenarioGroup* group = nullptr;
        std::unique_ptr<LinkProxy> link; ///< null: they connect directly
        std::unique_ptr<ContenderProcess> process;
        std::vector<std::size_t> clients;     ///< places in ScenarioFacts::clients, in the order of the process
        std::optional<Measurements> measured; ///< the last that it told; nothing: killed before it could
        bool wasPaused = false;               ///< as the facts have it
        bool hasEnded = false;
        bool isAsked = false; ///< for its measurements, which it has not told yet
    };

    /// `facts` and the groups must outlive it.
    ClientPool(QString program, std::shared_ptr<LinkThread> thread, ScenarioFacts& facts, QObject* parent = nullptr);
    ~ClientPool() override;

    /// Starts the processes, one at each turn of the event loop, which connect and wait for the order to start. `root`
    /// is what their paths lie below; `resource` is "127.0.0.1:PORT" or empty. Error: a link can't listen.
    [[nodiscard]] Result<void> enter(const std::vector<ScenarioGroup>& groups, const zk::ConnectString& servers,
                                     const std::string& root, const std::string& resource,
                                     std::chrono::milliseconds sessionTimeout);

    [[nodiscard]] std::vector<ClientProcess>& clientProcesses() { return m_processes; }
    [[nodiscard]] const std::vector<ClientProcess>& clientProcesses() const { return m_processes; }
    /// The one that carries this client.
    [[nodiscard]] ClientProcess* clientProcessOf(const std::string& client);
    /// Sends each that has not ended the order to begin, if its group starts off.
    void startOff();
    [[nodiscard]] bool isConnected() const; ///< each has told so, or has ended
    /// Ends all in good order: links healed, everybody resumed and asked to stop; changed() tells of each end.
    void leave();
    /// Asks every process for its measurements, a few at a time: a hundred answers at once would keep whatever else
    /// this thread does waiting. measured() follows once those that can tell have told. Nothing while it is still
    /// asking.
    void measure();
    void kill();
    [[nodiscard]] bool hasLeft() const;

Q_SIGNALS:
    /// One line of a client's stream; the facts are up to date.
    void told(const QJsonObject& line);
    /// All that were asked have told, or, at the next measure(), those that could; and once for each process that ends.
    void measured();
    /// Its process has ended.
    void left(const std::string& client);
    /// A process has ended, was paused or resumed; the facts are up to date.
    void changed();
    /// A client could not do what it was told.
    void refused(const QString& client, const QString& sentence);

private:
    [[nodiscard]] std::span<ClientProcess> started() { return {m_processes.data(), m_started}; }
    [[nodiscard]] std::span<const ClientProcess> started() const { return {m_processes.data(), m_started}; }
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
    std::size_t m_started = 0; ///< so many processes were
    std::size_t m_toAsk = 0;   ///< of those who are asked for their measurements, who comes next; 0: nobody
    bool m_isOld = true;       ///< nobody has told anything since measured()
    bool m_leaving = false;
    std::map<std::string, std::size_t> m_places; ///< of clients in the facts
};

} // namespace lockscope::console
