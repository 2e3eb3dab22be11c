// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Subscription.h"
#include "core/model/redis/RedisServers.h"
#include "core/redis/Client.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace lockscope::inspect {

/// Reads what the masters of a client report of themselves, by INFO, TIME and CONFIG GET: at each new connection, and
/// again after an interval. What a server refuses stays unknown. No setting of a server is changed.
///
/// Thread: the client's executor. `publish` is called there after each round, not during a call. Destroying it ends the
/// calls.
class ServerReader final {
public:
    struct Settings {
        std::chrono::milliseconds every{10'000}; ///< 0: only at a new connection and at read()
    };
    using Publish = std::function<void(std::shared_ptr<const RedisServers>)>;

    /// `client` must outlive it.
    ServerReader(redis::Client& client, Settings settings, Publish publish);
    ServerReader(const ServerReader&) = delete;
    ServerReader& operator=(const ServerReader&) = delete;

    /// Begins with the first connection.
    void start();
    /// Reads all masters now. A round that is under way is given up.
    void read();
    /// The masters have been read, or are being read.
    [[nodiscard]] bool hasBegun() const { return m_round != nullptr; }

private:
    struct Round;

    void onStatus(const redis::Status& status);
    void ask(const std::shared_ptr<Round>& round, std::size_t server, redis::Command command,
             std::function<void(RedisServerFacts&, const redis::Value&)> take);
    void askTime(const std::shared_ptr<Round>& round, std::size_t server);
    void onAnswered(const std::shared_ptr<Round>& round);

    redis::Client& m_client;
    const Settings m_settings;
    const Publish m_publish;
    std::uint64_t m_generation = 0;              ///< of the connection in which the servers were read last
    std::shared_ptr<Round> m_round;              ///< the last one; replies to an earlier one are of no interest
    std::map<std::string, WallTime> m_downSince; ///< by address of those that do not answer
    Subscription m_status;
    Subscription m_timer;
};

} // namespace lockscope::inspect
