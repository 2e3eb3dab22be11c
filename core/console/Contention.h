// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Log.h"
#include "core/console/Contender.h"

#include <functional>
#include <memory>
#include <vector>

namespace lockscope::console {

/// All simulated clients of one process. Confined to `executor`, which must outlive it, as must what the handlers use.
class Contention final {
public:
    using MakeClient = std::function<std::unique_ptr<zk::Client>(Executor&)>;
    using Finished = std::function<void(const ContentionSummary&)>;

    Contention(Executor& executor, ContendOptions options, MakeClient makeClient, Contender::Emit emit, Log log);
    ~Contention();
    Contention(const Contention&) = delete;
    Contention& operator=(const Contention&) = delete;

    /// `finished` is called once, when every client has done its cycles or after stop(); their sessions are closed by
    /// then.
    void start(Finished finished);
    void stop();

private:
    struct Simulated {
        std::unique_ptr<zk::Client> client;
        std::unique_ptr<Contender> contender;
    };

    void clientFinished(Simulated& simulated);
    void clientClosed();

    Executor& m_executor;
    ContendOptions m_options;
    MakeClient m_makeClient;
    Contender::Emit m_emit;
    Log m_log;
    ContentionTally m_tally;
    std::vector<std::unique_ptr<Simulated>> m_simulated;
    std::size_t m_running = 0;
    SteadyTime m_startedAt{};
    SteadyTime m_endedAt{};
    Finished m_finished;
    Subscription m_runTimer;
    std::shared_ptr<Contention*> m_self; ///< a closed() may come after it has gone
};

} // namespace lockscope::console
