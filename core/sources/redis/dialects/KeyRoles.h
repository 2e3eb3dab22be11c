// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the name of a key or channel on Redis says of a lock: the inverse of core/redis/KeyNames.h. Names are bytes.
/// Pure.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::inspect {

/// A key that belongs to a lock whose own key has another name.
struct KeyRole {
    enum class Part {
        FairQueue,     ///< LIST of the waiting owners
        FairDeadlines, ///< ZSET: until when each of them counts
        FencingToken,  ///< STRING: the last one
        UnlockLatch,   ///< STRING: the result of an unlock, for some seconds
        ReadLease,     ///< STRING with the lease of one hold of a reader
        PermitLeases   ///< ZSET: when each permit expires
    };
    Part part = Part::FairQueue;
    /// The names that the lock may have. Two if the name in the key has braces around it, which are the name's own or
    /// those of Redisson: both locks have this key.
    std::vector<std::string> locks;
    std::string owner{};   ///< ReadLease: of the reader
    std::int64_t hold = 0; ///< ReadLease: the number of the hold, from 1

    friend bool operator==(const KeyRole&, const KeyRole&) = default;
};

/// Nullopt: the key is no part of another one's lock; it may be a lock itself.
[[nodiscard]] std::optional<KeyRole> roleOfKey(std::string_view key);

/// A channel on which clients of a lock listen.
struct ChannelRole {
    enum class Family {
        Lock, ///< RLock, fenced lock, faster multi-lock; with an owner: one waiter of a fair lock
        ReadWrite,
        Semaphore
    };
    Family family = Family::Lock;
    std::vector<std::string> locks; ///< as in KeyRole
    std::string owner{};            ///< the waiter of a fair lock, "uuid:thread"; else empty
    bool isOld = false;             ///< the spelling of clients of 2016, which newer ones do not hear

    friend bool operator==(const ChannelRole&, const ChannelRole&) = default;
};

/// Nullopt: no channel of Redisson's locks.
[[nodiscard]] std::optional<ChannelRole> roleOfChannel(std::string_view channel);

/// The pattern that matches the channels of all of Redisson's locks.
inline constexpr std::string_view channelPattern = "redisson_*";

} // namespace lockscope::inspect
