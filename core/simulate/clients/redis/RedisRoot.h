// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
#include "core/simulate/clients/ContendOptions.h"
#include "core/simulate/clients/redis/RedisClients.h"
#include "core/simulate/scenarios/RunRoot.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::console {

/// The keys of a run's locks on Redis, which have only the run's own names. Nothing is created: the first client
/// creates what a lock needs. Has its own connection and its own thread.
class RedisRoot final : public RunRoot {
public:
    using MakeClients = std::function<std::unique_ptr<RedisClients>(EventLoop&, const std::string& target)>;

    /// `makeClients`: null: without a password and TLS. `groups`: the clients' options, with the full names of their
    /// locks.
    RedisRoot(MakeClients makeClients, std::vector<ContendOptions> groups, QObject* parent = nullptr);
    ~RedisRoot() override;
    RedisRoot(const RedisRoot&) = delete;
    RedisRoot& operator=(const RedisRoot&) = delete;

    /// Connects; prepared() follows. Called once.
    void prepare(const std::string& target, std::chrono::milliseconds waitLimit);
    /// Counts the locks that are still held, the entries in the queues of fair locks, and the permits that are missing
    /// in semaphores. On independent masters, those of the master with the most.
    void clear(std::chrono::milliseconds waitLimit) override;

private:
    class Sweep;
    void reportPrepared(const std::optional<Error>& error);

    MakeClients m_makeClients;
    std::vector<ContendOptions> m_groups;
    EventLoop m_executor{Log()}; // its own keys only: no warnings
    // Confined to the executor:
    std::unique_ptr<RedisClients> m_clients;
    Subscription m_status;
    Subscription m_limit;
    std::shared_ptr<Sweep> m_sweep;
    bool m_reported = false;
};

} // namespace lockscope::console
