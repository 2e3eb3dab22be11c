// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Whether the value of a string on Redis can be the token of a lock: what SET NX stores for Redlock, redis-py's Lock
/// and others. Pure.
///
/// A session id or a cached checksum has the same shape: the value alone never makes a lock certain.

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lockscope::inspect {

inline constexpr std::size_t shortestToken = 16;
inline constexpr std::size_t longestToken = 64;
/// Bytes of a value that are read: a longer value is no token, nor an owner that a dialect describes.
inline constexpr std::size_t longestOwner = 1024;

/// A UUID, hexadecimal digits, base64 (also of its form for URLs) or a mix of letters and digits; 16 to 64 characters.
/// Numbers, words and text are none.
[[nodiscard]] bool isToken(std::string_view value);

/// A string as it was read: its value, and what was left of its time to live.
struct TokenValue {
    std::string value;
    std::optional<std::chrono::milliseconds> lease; ///< nullopt: it has no end

    friend bool operator==(const TokenValue&, const TokenValue&) = default;
};

/// Whether a string can be a token lock. Without an end it cannot: most such strings are no locks.
[[nodiscard]] inline bool hasTokenShape(const TokenValue& read)
{
    return read.lease && isToken(read.value);
}

} // namespace lockscope::inspect
