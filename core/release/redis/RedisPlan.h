// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/redis/RedisFacts.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::release {

/// The part of a plan that only Redis has: what the script compares and what it writes. Names are bytes.
struct RedisPlan {
    enum class Kind {
        None,   ///< cannot be released
        Holder, ///< of a lock with one owner: RLock, fair, fenced and spin lock, the lock of 2016
        Waiter, ///< of a fair lock
        Reader,
        Writer,
        Permit,    ///< of a semaphore whose permits have ids
        Semaphore, ///< without leases: adds permits
        Value,     ///< of a faster multi-lock: one of the values that its owner holds
        Token      ///< a key with the holder's token, as SET NX makes it
    };
    Kind kind = Kind::None;
    std::string owner; ///< as it is shown: "uuid:thread", a token, or a permit's id in hexadecimal
    std::string entry; ///< as it is stored: the field of the hash, the entry of the queue, the token, the permit's id
    std::int64_t count = 1;                         ///< guard: of its holds
    std::optional<std::chrono::milliseconds> lease; ///< what was left of it at ReleasePlan::readAt; nullopt: no end
    /// The snapshot has seen that the lease is not extended: a longer one is of another hold of the same owner.
    bool isLeaseFixed = false;
    /// Token: a list on which waiting clients block until an entry is pushed; empty: they ask again by themselves.
    std::string wakeList;
    std::int64_t permits = 0;                       ///< Semaphore: how many are added
    std::int64_t freePermits = 0;                   ///< guard: of a semaphore
    std::optional<std::int64_t> fencingToken;       ///< guard: the last one that was given
    std::optional<WallTime> keepsPlaceUntil;        ///< guard: of a waiter
    inspect::Alive alive = inspect::Alive::Unknown; ///< of a waiter
    /// The first waiters of the queue that did not listen in two reads: a release of the holder removes them, if they
    /// still do not listen. Else they would keep the lock from the others for minutes.
    std::vector<std::string> deadHeads;
    bool isNextSilent = false; ///< as predicted, the next waiter does not listen: it may be removed, too
    /// The same, but they may listen on another server: they stay. Of a waiter: the next one, if it does not listen.
    std::vector<std::string> silentHeads;
    /// Redlock: of each master, as it was read.
    std::vector<inspect::RedisVote> votes;
    bool isFree = false;              ///< a waiter: no client holds the lock
    bool usesShardedChannels = false; ///< Client::usesShardedChannels()
};

} // namespace lockscope::release
