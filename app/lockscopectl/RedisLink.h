// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockscopectl/Link.h"
#include "core/base/EventLoop.h"
#include "core/redis/Client.h"
#include "core/simulate/clients/redis/RedisClients.h"

#include <memory>
#include <optional>
#include <string>

namespace lockscope::ctl {

/// The connection's settings from the command line. Reads the secrets, which may prompt the user, checks the TLS files,
/// and logs in to the SSH server of the profile.
[[nodiscard]] Result<redis::ClientSettings> redisSettings(const Context& context);

/// A command's connection to Redis. Created and destroyed on one thread, which is not the executor's. The constructor
/// reads the required secrets; whenConnected() reports errors of that, and of the TLS files.
class RedisLink final {
public:
    explicit RedisLink(const Context& context);
    ~RedisLink();
    RedisLink(const RedisLink&) = delete;
    RedisLink& operator=(const RedisLink&) = delete;

    /// Calls `connected` once, on the executor, when the server is connected, of independent masters a majority. Else
    /// prints an error and ends the event loop, see SessionWait. Called once.
    void whenConnected(Task connected);

    [[nodiscard]] EventLoop& executor() { return m_executor; }
    /// The connection that whenConnected() waits for, for acts of the command's own. On the executor, from then on.
    [[nodiscard]] console::RedisClients& first() { return *m_first; }
    /// A further connection of its own, as the simulated client `name`. On the executor.
    [[nodiscard]] std::unique_ptr<console::RedisClients> another(const std::string& name);

private:
    void see(const SessionStatus& status);
    [[nodiscard]] std::unique_ptr<console::RedisClients> open(const std::string& clientName);

    const Context& m_context;
    std::optional<Error> m_refused; ///< why no connection is opened
    redis::ClientSettings m_settings;
    SessionWait m_wait;
    EventLoop m_executor;
    // On the executor:
    std::unique_ptr<console::RedisClients> m_first;
    Subscription m_status;
};

} // namespace lockscope::ctl
