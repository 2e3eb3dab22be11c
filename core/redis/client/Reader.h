// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Parses the replies of a server (RESP2) as their bytes arrive. Based on hiredis' redisReader, versions 0.14 and 1.x,
/// which limits neither arrays nor strings: a reply of a few bytes could reserve all memory. The limits are checked
/// here, when the header of an array or string has arrived.

#include "core/base/Result.h"
#include "core/redis/Value.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

namespace lockscope::redis {

/// Confined to one thread. Private to core/redis.
class Reader final {
public:
    /// Arrays within arrays; the deepest reply of the commands in use has 4 levels.
    static constexpr std::size_t deepest = 8;
    /// Bytes of a status, an error or a number. Longer values are sent as strings.
    static constexpr std::size_t longestLine = 64u << 10;
    static constexpr std::string_view lineTooLong = "a line that does not end";

    /// `largestReply`: bytes in memory for one reply: each Value, and the texts of strings. The received bytes of one
    /// string are buffered in addition.
    explicit Reader(std::size_t largestReply);
    ~Reader();
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

    /// The next complete reply. Removes the bytes that were read from the front of `bytes`; returns nothing when more
    /// are needed: then `bytes` is empty. Errors: TooLarge, and ConnectionLoss for what is not RESP2. The detail says
    /// why. After an error every call fails in the same way: the rest of the stream cannot be understood.
    [[nodiscard]] Result<std::optional<Value>> next(std::string_view& bytes);

private:
    class Parsing;
    std::unique_ptr<Parsing> m_parsing;
};

} // namespace lockscope::redis
