// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/base/Error.h"
#include "core/base/SessionStatus.h"
#include "core/model/redis/RedisFacts.h"
#include "core/redis/Client.h"
#include "core/sources/redis/discovery/Transaction.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::inspect {

/// One of the independent masters of a Redlock: whether it answers, its clock and uptime, and its votes. Thread: the
/// client's executor. Destroying it ends the calls.
class RedlockMaster final {
public:
    /// What it says of a key. `problem`: it refuses to say.
    struct Answer {
        RedisVote vote;
        std::optional<Error> problem;
    };

    /// `client`, of one server, must outlive it. `changed`: see answers().
    RedlockMaster(redis::Client& client, Task changed);
    RedlockMaster(const RedlockMaster&) = delete;
    RedlockMaster& operator=(const RedlockMaster&) = delete;

    [[nodiscard]] const std::string& server() const { return m_server; }
    [[nodiscard]] redis::Client& client() { return m_client; }
    /// It is connected, and has answered the last request in time.
    [[nodiscard]] bool answers() const;
    /// answers(), or why not is known.
    [[nodiscard]] bool isDecided() const;
    /// Why it does not answer.
    [[nodiscard]] Error trouble() const;

    /// Measures the round trip and the clock, and reads the uptime: once per connection, then each minute. The requests
    /// are sent before those of a later read().
    void measure();
    /// Reads the key. `reply` is called before it returns if the master does not answer.
    void read(const std::string& key, std::function<void(const Answer&)> reply);

private:
    [[nodiscard]] RedisVote vote() const;
    void note(const Result<redis::Value>& reply);
    void setSilent(bool isSilent);
    void onTime(const Result<redis::Value>& reply, SteadyTime sentAt);
    void readUptime();
    [[nodiscard]] Answer answerOf(const Together& parts) const;

    redis::Client& m_client;
    const Task m_changed;
    const std::string m_server;
    Transactions m_transactions;
    std::uint64_t m_generation = 0; ///< of the connection of which the uptime was read
    bool m_isSilent = false;        ///< connected, but the last request was not answered in time
    bool m_isMeasuring = false;
    std::optional<std::chrono::milliseconds> m_roundTrip;
    std::optional<std::chrono::milliseconds> m_clockOffset;
    std::optional<std::chrono::milliseconds> m_uptime; ///< at m_uptimeAt
    SteadyTime m_uptimeAt{};
    std::shared_ptr<const bool> m_alive = std::make_shared<const bool>(true);
};

/// The state of the connections to all masters as one: Connected while one of them is. `statuses`: at least one. Pure.
[[nodiscard]] SessionStatus joinedStatus(const std::vector<SessionStatus>& statuses);

} // namespace lockscope::inspect
