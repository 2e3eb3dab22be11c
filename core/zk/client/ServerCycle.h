// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"

#include <deque>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace lockscope::zk {

/// The order in which a client tries the addresses of its servers, and the pauses in between. Pure; private to core/zk.
///
/// A round tries each address once, in random order, so that the clients of an ensemble spread over its servers. After
/// a lost connection, its server comes last. A round without success is followed by a pause, which doubles from round
/// to round: exponential backoff with jitter (Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog,
/// 2015), up to a limit that keeps the time short until a server that serves again is found.
class ServerCycle final {
public:
    static constexpr auto firstPause = std::chrono::milliseconds(50);
    static constexpr auto longestPause = std::chrono::milliseconds(500);

    explicit ServerCycle(std::uint32_t seed);

    /// Starts a round. `last`: tried last; may be empty.
    void begin(std::vector<std::string> addresses, const std::string& last);
    /// The next address of the round; nothing at its end.
    [[nodiscard]] std::optional<std::string> next();
    /// Before the next round: between half of the present limit and the limit, which doubles with each call.
    [[nodiscard]] Duration pause();
    /// A connection was made: the next pause is short again.
    void succeeded() { m_pause = firstPause; }
    /// The number of addresses in a round.
    [[nodiscard]] std::size_t size() const { return m_size; }

private:
    std::minstd_rand m_random;
    std::deque<std::string> m_left;
    std::size_t m_size = 0;
    Duration m_pause = firstPause;
};

} // namespace lockscope::zk
