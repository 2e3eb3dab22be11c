// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Log.h"
#include "core/simulate/clients/AcquireCycle.h"
#include "core/simulate/clients/ContendOptions.h"
#include "core/simulate/clients/SimulatedConnection.h"

#include <memory>
#include <random>
#include <string>
#include <vector>

namespace lockscope::console {

/// One simulated client: acquires the lock, holds it, releases it, thinks, repeats. It has its own connection and uses
/// the library's recipes as an application does. Confined to connection.executor().
class SimulatedContender final {
public:
    /// Dependencies and settings. All of them must outlive the SimulatedContender.
    struct Setting {
        SimulatedConnection& connection;
        const ContendOptions& options;
        ContentionTally& tally;
        const ResourceWriter* resource = nullptr; ///< null: no writes
        EmitEvent emit;
        Log log;
    };

    /// `name` also identifies the client to the servers.
    SimulatedContender(Setting setting, std::string name, std::uint64_t seed);
    ~SimulatedContender();
    SimulatedContender(const SimulatedContender&) = delete;
    SimulatedContender& operator=(const SimulatedContender&) = delete;

    /// Waits for the connection and, without --control, begins by itself. `finished` is called once, after the last
    /// cycle or stop().
    void start(Task finished);

    // Commands (ContendProtocol.h). After an error nothing has changed.
    [[nodiscard]] Result<void> begin();
    /// Gives up waiting or releases, then finishes.
    [[nodiscard]] Result<void> stop();
    [[nodiscard]] Result<void> release();
    [[nodiscard]] Result<void> set(const std::optional<Spread>& hold, const std::optional<Spread>& think,
                                   const std::optional<Revocation>& revocation);
    [[nodiscard]] Result<void> holdForever();
    [[nodiscard]] Result<void> setCareless(bool on);

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] bool hasEnded() const { return m_ended; }
    [[nodiscard]] SimulatedConnection& connection() { return m_setting.connection; }
    /// Adds the request count of the connection to the tally.
    void countTraffic();

private:
    void onStatus(const SessionStatus& status);
    void takeTurn();
    void onTurnEnded(AcquireCycle::Outcome outcome);
    [[nodiscard]] std::vector<CycleStep> course();
    void think();
    void finish();
    void emit(ContendEvent::Type type, std::string detail = {});
    [[nodiscard]] Result<void> mustRun(const char* order) const;

    Setting m_setting;
    std::string m_name;
    std::mt19937_64 m_random;
    ClientBehaviour m_behaviour;
    std::vector<SimulatedSlot> m_slots;
    CycleWorld m_world;
    std::shared_ptr<AcquireCycle> m_turn; ///< the last one stays until the next begins
    Task m_finished;
    bool m_hasContact = false; ///< as last reported
    bool m_connected = false;  ///< has been connected at least once
    bool m_begun = false;      ///< has been started
    bool m_taking = false;
    bool m_stopping = false;
    bool m_ended = false;
    int m_cycles = 0;
    std::optional<std::uint64_t> m_requestsBefore; ///< requests before the first cycle
    Subscription m_status;
    Subscription m_timer;
};

} // namespace lockscope::console
