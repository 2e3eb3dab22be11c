// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the replies to reads of a key have in common. Pure.

#include "core/base/Error.h"
#include "core/base/Phrase.h"
#include "core/redis/Value.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace lockscope::inspect {

/// Milliseconds; no time of a clock is later: Redisson's deadline of a permit without a lease.
inline constexpr std::int64_t longestPttl = 922'337'203'685'477;

/// The key is of another type than that of the command.
[[nodiscard]] inline bool isWrongType(const redis::Value& reply)
{
    return reply.errorCode() == "WRONGTYPE";
}

/// The server tells nothing of the key, as with NOPERM.
[[nodiscard]] inline bool isRefused(const redis::Value& reply)
{
    return reply.isError() && !isWrongType(reply);
}

/// Why `path`, a key or a server, is not read.
[[nodiscard]] inline Error refusedToRead(const std::string& path, const redis::Value& refusal)
{
    return {ErrorCode::NoAuth, phraseLater("read"), path, refusal.text()};
}

/// From the reply to PTTL. Nullopt: the key has no end, or there is none.
[[nodiscard]] inline std::optional<std::chrono::milliseconds> leaseIn(const redis::Value& reply)
{
    if (reply.kind() != redis::Value::Kind::Integer || reply.number() < 0)
        return std::nullopt;
    return std::chrono::milliseconds(std::min(reply.number(), longestPttl));
}

} // namespace lockscope::inspect
