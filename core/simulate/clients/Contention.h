// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Log.h"
#include "core/simulate/clients/ContendProtocol.h"
#include "core/simulate/clients/SimulatedContender.h"

#include <functional>
#include <memory>
#include <vector>

namespace lockscope::console {

/// The number of clients with these options that may hold a lock at once.
[[nodiscard]] Admission admissionOf(const ContendOptions& options);

/// All simulated clients of one process. Confined to `executor`. The executor and the handlers' data must outlive it.
class Contention final {
public:
    using Finished = std::function<void(const Measurements&)>;

    struct Setting {
        Executor& executor;
        ContendOptions options; ///< validated by checked()
        MakeConnection connect; ///< on `executor`
        EmitEvent emit;
        const ResourceWriter* resource = nullptr; ///< the resource at ContendOptions::resource; null: none
        Log log;
    };

    explicit Contention(Setting setting);
    ~Contention();
    Contention(const Contention&) = delete;
    Contention& operator=(const Contention&) = delete;

    /// `finished` is called once, when every client has completed its cycles, or after stop(). All connections are
    /// closed by then.
    void start(Finished finished);
    void stop();

    /// Sends a command to the clients that it names (ContendProtocol.h). The reply may come at once, or later for
    /// revoke. Not for measure and exit, which are for the process. Errors: BadArguments, NotHeld, Closed, and the
    /// errors of a revocation; nothing has changed then.
    void carryOut(const ClientCommand& order, Reply<void> reply);

    /// The measurements up to now.
    [[nodiscard]] Measurements measured();

private:
    struct Simulated {
        std::unique_ptr<SimulatedConnection> connection;
        std::unique_ptr<SimulatedContender> contender;
    };

    [[nodiscard]] Result<std::vector<SimulatedContender*>> targetsOf(const ClientCommand& order);
    void revoke(const ClientCommand& order, Reply<void> reply);
    void clientFinished(Simulated& simulated);
    void clientClosed();

    Setting m_setting;
    ContentionTally m_tally;
    std::vector<std::unique_ptr<Simulated>> m_simulated;
    std::size_t m_running = 0;
    SteadyTime m_startedAt{};
    SteadyTime m_endedAt{}; ///< when the last client finished
    Finished m_finished;
    Subscription m_runTimer;
    std::shared_ptr<Contention*> m_self; ///< a close reply may arrive after destruction
};

} // namespace lockscope::console
