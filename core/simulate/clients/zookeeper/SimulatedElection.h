// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/zookeeper/Latch.h"
#include "core/simulate/clients/SimulatedLock.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace lockscope::console {

/// Leadership as a lock: acquire joins the election and waits for the leadership, release leaves it. A loss ends it,
/// though a latch would join again by itself.
class SimulatedElection final : public SimulatedLock {
public:
    SimulatedElection(zk::Client& client, std::string path, std::string id, locks::NodeOptions options);
    ~SimulatedElection() override;
    SimulatedElection(const SimulatedElection&) = delete;
    SimulatedElection& operator=(const SimulatedElection&) = delete;

    void acquire(std::optional<Duration> timeout, std::stop_token stop, Reply<locks::Grant> reply) override;
    void release(Reply<void> reply) override;
    [[nodiscard]] Subscription onState(StateHandler handler) override;
    [[nodiscard]] Subscription onRevoked(Task handler) override;

private:
    void onLatchState(const locks::LockState& state);
    void giveUp(ErrorCode code);
    void leave(Reply<void> reply);

    zk::Client& m_client;
    std::string m_path;
    std::string m_id;
    locks::NodeOptions m_options;
    std::unique_ptr<locks::Latch> m_latch;
    Subscription m_states;
    Subscription m_limit;
    std::optional<std::stop_callback<std::function<void()>>> m_stopped;
    Reply<locks::Grant> m_reply; ///< while it waits
    StateHandler m_handler;
    bool m_lost = false;
    std::shared_ptr<SimulatedElection*> m_self; ///< a posted task may run after destruction
};

} // namespace lockscope::console
