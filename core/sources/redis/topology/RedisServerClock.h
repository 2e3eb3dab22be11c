// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/redis/Value.h"

#include <chrono>
#include <optional>

namespace lockscope::inspect {

/// The server's clock, from its reply to TIME, in whole milliseconds. Pure.
[[nodiscard]] std::optional<WallTime> serverTimeOf(const redis::Value& reply);

/// Tells when a server executed a request, by this machine's clock, also if its reply was handled late. Each request
/// and its reply bound the offset of the server's clock; the intersection of these intervals is as exact as the fastest
/// exchange (Marzullo and Owicki, "Maintaining the time in a distributed system", 1983). A value.
class RedisServerClock final {
public:
    /// An exchange: `executed` is the server's clock, the others are this machine's. Returns the time of `executed` by
    /// this machine's clock, between `sent` and `handled`.
    [[nodiscard]] WallTime localTime(WallTime sent, WallTime executed, WallTime handled);

private:
    /// Of the server's clock to this machine's, in microseconds.
    struct Offsets {
        std::chrono::microseconds least{};
        std::chrono::microseconds most{};
    };

    std::optional<Offsets> m_offsets; ///< nullopt: before the first exchange
    WallTime m_takenAt{};             ///< the last exchange
};

} // namespace lockscope::inspect
