// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Log.h"
#include "core/console/ContendEvent.h"
#include "core/console/ContendOptions.h"
#include "core/console/ContentionTally.h"
#include "core/locks/Lock.h"
#include "core/zk/Client.h"

#include <functional>
#include <memory>
#include <random>
#include <stop_token>
#include <string>

namespace lockscope::console {

/// One simulated client: asks for the lock, holds it, lets go, thinks, again. It has a session of its own and uses the
/// library's recipes as any program would. Confined to client.executor().
class Contender final {
public:
    using Emit = std::function<void(const ContendEvent&)>;

    /// The client, the tally and what `emit` needs must outlive it. `name` also goes into the node's payload.
    Contender(zk::Client& client, const ContendOptions& options, std::string name, std::uint64_t seed,
              ContentionTally& tally, Emit emit, Log log);
    ~Contender();
    Contender(const Contender&) = delete;
    Contender& operator=(const Contender&) = delete;

    /// `finished` is called once, after the last cycle or stop().
    void start(Task finished);
    /// Gives up waiting or releases, then finishes.
    void stop();

private:
    void onSession(const zk::Session& session);
    void onState(const locks::LockState& state);
    void noteWaiting(const locks::LockState& state);
    void ask();
    void onAnswer(Result<locks::Grant> answer);
    void letGo();
    void think();
    void finish();
    void emit(ContendEvent::Type type, std::optional<std::chrono::milliseconds> wait = {}, std::string detail = {});

    zk::Client& m_client;
    const ContendOptions& m_options;
    std::string m_name;
    std::mt19937_64 m_random;
    ContentionTally& m_tally;
    Emit m_emit;
    Log m_log;
    std::unique_ptr<locks::Lock> m_lock;
    std::stop_source m_giveUp;
    Task m_finished;
    bool m_connected = false;
    bool m_asking = false;
    bool m_queued = false; ///< said so since it asked
    bool m_holding = false;
    bool m_releasing = false;
    bool m_thinking = false;
    bool m_stopping = false;
    int m_cycles = 0;
    SteadyTime m_askedAt{};
    std::string m_node;
    std::int64_t m_token = 0;
    Subscription m_session;
    Subscription m_states;
    Subscription m_timer;
    std::shared_ptr<Contender*> m_self; ///< replies may come after it has gone
};

} // namespace lockscope::console
