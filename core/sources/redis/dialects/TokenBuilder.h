// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"
#include "core/sources/redis/dialects/RedisDialect.h"

#include <string>
#include <vector>

namespace lockscope::inspect {

/// What the masters of a Redlock say of one key. A value.
struct RedlockReading {
    std::string name;
    WallTime begunAt{};                    ///< this machine's clock when the masters were asked
    WallTime readAt{};                     ///< and when the last one had answered
    std::vector<RedisVote> votes;          ///< one of each master
    const RedisDialect* dialect = nullptr; ///< that the key fits; null: none of the user's. Must outlive the call
};

/// Whether the key may be a Redlock: the masters are independent, so a value that two of them have was stored there by
/// a client. Pure.
[[nodiscard]] bool isRedlock(const std::vector<RedisVote>& votes);

/// Whether a master has a token, or may have it.
[[nodiscard]] bool isTaken(const std::vector<RedisVote>& votes);

/// The lock as it is shown: its votes, what they say together, and its holder. Pure.
/// The holder is the token that a quorum of the masters has. A token that fewer have holds nothing, and nothing tells
/// that its client waits: the votes show it, and it is no contender. While masters that do not answer may complete its
/// quorum, it is a contender whose state is unknown.
/// `before`, the lock as it was shown last, may be null: what was seen of a holder stays.
[[nodiscard]] Lock buildRedlock(const RedlockReading& reading, const Lock* before);

/// A token lock on one server.
struct TokenReading {
    std::string name;
    WallTime readAt{};
    TokenValue read;
    const RedisDialect* dialect = nullptr; ///< null: only its shape says that it is a lock. Must outlive the call
    bool hasCompanion = false;             ///< a key exists that the dialect names as a companion
    bool isPolled = false;                 ///< see Lock::polled
};

/// Pure. `before` as above.
[[nodiscard]] Lock buildTokenLock(const TokenReading& reading, const Lock* before);

} // namespace lockscope::inspect
