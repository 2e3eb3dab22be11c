// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/redis/Client.h"
#include "core/sources/redis/topology/RedisServerClock.h"

#include <map>
#include <optional>
#include <string_view>

namespace lockscope::inspect {

/// The clocks of the masters of a client. Confined to the client's executor.
class ServerClocks final {
public:
    /// `client` must outlive it.
    explicit ServerClocks(redis::Client& client)
        : m_client(client)
    {
    }

    /// When the master of `key` executed a request that was sent at `sentAt` and has just been answered, by this
    /// machine's clock. `serverTime`: what the master's clock said then; nullopt: it may not be asked, and the result
    /// is the time of the reply.
    [[nodiscard]] WallTime readAt(std::string_view key, WallTime sentAt, std::optional<WallTime> serverTime);

private:
    redis::Client& m_client;
    std::map<redis::Address, RedisServerClock> m_clocks;
};

} // namespace lockscope::inspect
