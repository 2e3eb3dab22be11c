// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/redis/Script.h"
#include "core/redis/Value.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::locks {

/// A script with its keys and arguments.
struct ScriptCall {
    const redis::Script* script = nullptr;
    std::vector<std::string> keys;
    std::vector<std::string> arguments;
};

/// What a message on a lock's channel means.
enum class WakeRule {
    ByMessage, ///< "1": all waiters of this process may try; else one of them
    ByCount,   ///< the message is the number of free permits: that many waiters may try
};

/// The channel on which a release is published.
struct WakeChannel {
    std::string name;
    WakeRule rule = WakeRule::ByMessage;
};

/// The answer to a request for the lock.
struct TryAnswer {
    bool isGranted = false;
    std::int64_t token = 0; ///< granted: the fencing token; 0: the lock has none
    /// Not granted: the lock is free, or its lease over, not later than after this; nothing: the lock has no lease.
    std::optional<std::chrono::milliseconds> busyFor{};
    /// Not granted: the lock is free, but this owner is before in the queue; empty: it is held, or there is no queue.
    std::string blockedBy{};
    std::int64_t free = 0; ///< not granted: the number of free permits, too few for this owner
    int position = -1;     ///< not granted: the place in the queue from 0; -1: unknown, or there is no queue
};

/// The answer to a release.
enum class ReleaseAnswer {
    NotHeld,
    Released,
    Remains ///< an earlier request, whose reply was lost, had acquired the lock once more
};

/// How a lease is renewed. Leases that differ only in keys and arguments are renewed by one request. KEYS = fixedKeys,
/// then the keys of each lease; ARGV = the lease in ms, fixedArguments, then the arguments of each lease. The reply is
/// an array with `replies` numbers for each lease: 1 (renewed) or 0 (no longer held).
struct Renewal {
    const redis::Script* script = nullptr;
    std::vector<std::string> fixedKeys{};
    std::vector<std::string> fixedArguments{};
    std::vector<std::string> keys{};
    std::vector<std::string> arguments{};
    std::size_t replies = 1;
};

/// One type of lock on Redis for one owner: its scripts, and the meaning of their replies. Values only; no state of its
/// own. Private to core/locks/redis.
class LeaseRules {
public:
    virtual ~LeaseRules() = default;

    /// The lock's name, for errors.
    [[nodiscard]] virtual const std::string& name() const = 0;
    /// The owner's id on the server: "uuid:thread", a token or a permit id.
    [[nodiscard]] virtual const std::string& owner() const = 0;

    [[nodiscard]] virtual ScriptCall acquire(std::chrono::milliseconds lease) const = 0;
    [[nodiscard]] virtual Result<TryAnswer> acquired(const redis::Value& reply) const = 0;

    /// `lease`: of holds that remain.
    [[nodiscard]] virtual ScriptCall release(std::chrono::milliseconds lease) const = 0;
    [[nodiscard]] virtual Result<ReleaseAnswer> released(const redis::Value& reply) const = 0;

    /// Reads whether the owner holds the lock. Nothing: the server does not record owners.
    [[nodiscard]] virtual std::optional<ScriptCall> inspect() const = 0;
    [[nodiscard]] virtual Result<bool> isHeld(const redis::Value& reply) const = 0;

    /// The head of the queue that the release has notified although no client listens on its channel; empty: none, or
    /// it may not be removed.
    [[nodiscard]] virtual std::string unheardHead(const redis::Value& /*releaseReply*/) const { return {}; }

    /// Removes the waiting owner from the queue. Nothing: there is no queue.
    [[nodiscard]] virtual std::optional<ScriptCall> leave() const { return std::nullopt; }

    /// Removes `head` from the queue if it is still its head, the lock is free, and no client listens on its channel.
    /// Nothing: there is no queue.
    [[nodiscard]] virtual std::optional<ScriptCall> evict(const std::string& /*head*/) const { return std::nullopt; }

    /// False: the hold lasts until its release, also if the client dies.
    [[nodiscard]] virtual bool hasLease() const { return true; }
    /// Nothing: the lease is not renewed.
    [[nodiscard]] virtual std::optional<Renewal> renewal() const = 0;

    /// Nothing: releases are not published, so waiters poll.
    [[nodiscard]] virtual std::optional<WakeChannel> channel() const = 0;
    /// Without a channel: the pause after the nth try in a row, from 1. `random`: in [0, 1).
    [[nodiscard]] virtual std::chrono::milliseconds pollPause(int /*tries*/, double /*random*/) const
    {
        return std::chrono::milliseconds(100);
    }
};

} // namespace lockscope::locks
