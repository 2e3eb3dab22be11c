// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/Client.h"
#include "core/redis/Traffic.h"
#include "core/simulate/clients/SimulatedConnection.h"

#include <memory>
#include <string>
#include <vector>

namespace lockscope::console {

/// A simulated client on Redis: one redis::Client, or on independent masters one for each.
class RedisClients final : public SimulatedConnection {
public:
    /// `clients`: at least one, all on one executor, on which they also call callbacks, and all with this `traffic`.
    RedisClients(std::vector<std::unique_ptr<redis::Client>> clients, std::shared_ptr<const redis::Traffic> traffic);
    ~RedisClients() override;
    RedisClients(const RedisClients&) = delete;
    RedisClients& operator=(const RedisClients&) = delete;

    [[nodiscard]] Executor& executor() const override { return m_clients.front()->executor(); }
    /// That of the majority: statusOfMajority().
    [[nodiscard]] SessionStatus status() const override;
    [[nodiscard]] Subscription onStatus(StatusHandler handler) override;
    [[nodiscard]] std::vector<SimulatedSlot> makeSlots(const ContendOptions& options, const std::string& name,
                                                       const Log& log) override;
    [[nodiscard]] std::string ContendEvent::*identity() const override { return &ContendEvent::owner; }
    /// BadArguments.
    void revoke(const ContendOptions& options, const std::string& node, Reply<void> reply) override;
    [[nodiscard]] std::uint64_t requests() const override { return m_traffic->requests.load(); }
    [[nodiscard]] std::uint64_t wakeUps() const override { return m_traffic->messages.load(); }
    /// After the requests that the locks of makeSlots() still send in the background.
    void close(Task closed) override;

    [[nodiscard]] redis::Client& first() { return *m_clients.front(); }
    /// One, or on independent masters one for each.
    [[nodiscard]] std::vector<redis::Client*> all() const;

private:
    void settle(int rounds, Task then);

    std::vector<std::unique_ptr<redis::Client>> m_clients;
    std::shared_ptr<const redis::Traffic> m_traffic;
    std::vector<std::string> m_names; ///< of the locks
    std::shared_ptr<RedisClients*> m_self;
};

/// A client of the target of `settings`, whose traffic and callbacks are set here: handlers must not block. On `loop`,
/// which must outlive it.
[[nodiscard]] std::unique_ptr<RedisClients> makeRedisClients(const redis::ClientSettings& settings, EventLoop& loop,
                                                             const Log& log);

} // namespace lockscope::console
