// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/sources/redis/dialects/HashShape.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::inspect {

/// All that was read of one lock of Redisson's. A value.
struct LockReading {
    /// What is known before it is read: by the type of its key, its other keys and its channels.
    enum class Family {
        Owner, ///< a hash with one owner; or only the queue of a fair lock
        ReadWrite,
        FasterMulti,
        Semaphore,      ///< a number; certain by its channel
        PermitSemaphore ///< a number, and the leases of the permits
    };
    /// The lease of one hold of a reader: a key of its own.
    struct ReadLease {
        std::string owner; ///< "uuid:thread"
        std::int64_t hold = 0;
        std::optional<std::chrono::milliseconds> left; ///< nullopt: the key is gone, or has no end

        friend bool operator==(const ReadLease&, const ReadLease&) = default;
    };
    struct Permit {
        std::string id;                ///< 16 bytes
        std::optional<WallTime> until; ///< by the clocks of the clients; nullopt: no end
    };

    std::string name;
    Family family = Family::Owner;
    WallTime readAt{};                              ///< this machine's clock
    std::optional<WallTime> serverTime;             ///< the server's clock at that time
    bool isOneMoment = true;                        ///< its parts were read by one transaction
    HashShape shape;                                ///< of the lock's key; None: there is no such key
    std::optional<std::chrono::milliseconds> lease; ///< of the lock's key; nullopt: no key, or no end
    std::vector<std::string> queue;                 ///< of a fair lock, the next one first
    std::map<std::string, std::int64_t> deadlines;  ///< of its waiters, in ms since 1970
    std::optional<std::int64_t> token;              ///< the last fencing token
    std::optional<std::int64_t> highestToken;       ///< of all readings of this name, also before the lock was free
    std::vector<ReadLease> readLeases;              ///< all of a reader, or none: they were not read
    std::optional<std::int64_t> freePermits;
    std::vector<Permit> permits;
    bool mayHaveMore = false; ///< waiters or permits than were read
    /// How many connections listen to a channel, by the channel's name. A channel that was not asked about is missing.
    std::map<std::string, int> listeners;
};

} // namespace lockscope::inspect
