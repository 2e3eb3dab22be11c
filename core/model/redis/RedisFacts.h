// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What only Redis has of a lock and of its holders and waiters. Values.

#include "core/base/Clock.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::inspect {

/// Whether the client of a waiter still listens for its turn.
enum class Alive {
    Yes,
    No,
    Unknown
};

/// "yes", "no", "unknown": the values in the command line's JSON.
[[nodiscard]] constexpr std::string_view toString(Alive alive)
{
    switch (alive) {
    case Alive::Yes:
        return "yes";
    case Alive::No:
        return "no";
    case Alive::Unknown:
        return "unknown";
    }
    return {};
}

/// Whether a client renews the lease of its hold, as far as the readings tell.
enum class LeaseKind {
    Unknown,
    Watchdog, ///< extended to the same length again and again, each time when a third of it had passed
    Fixed     ///< not extended when a third of it had passed
};

/// What readings found again and again. Does not change while they find it.
struct Steady {
    WallTime since{};         ///< the first of these readings
    bool isConfirmed = false; ///< two of them are at least half a second apart

    friend bool operator==(const Steady&, const Steady&) = default;
};

/// The lease of one hold over its readings. Does not change while the lease only passes.
struct LeaseTrace {
    LeaseKind kind = LeaseKind::Unknown;
    std::optional<WallTime> endsAt;       ///< by the server's clock, else by this machine's; nullopt: no end
    std::chrono::milliseconds highest{0}; ///< the longest that was read: the full length is this or more
    int renewals = 0;                     ///< in a row, each when a third of the lease had passed
    WallTime since{}; ///< since then no reading allows for another hold of the same owner, by this machine's clock
    bool isOverdue = false; ///< Watchdog: a reading found less than half of it left

    friend bool operator==(const LeaseTrace&, const LeaseTrace&) = default;
};

struct RedisContender {
    std::string owner;      ///< "uuid:thread", a token, or a permit's id in hexadecimal
    std::int64_t count = 1; ///< of its holds; of a waiter 1
    /// What was left of its lease at Lock::readAt; nullopt: it has no end, or it waits.
    std::optional<std::chrono::milliseconds> lease;
    Alive alive = Alive::Unknown;
    /// Of a waiter of a fair lock: until when it keeps its place, by the clocks of the clients.
    std::optional<WallTime> keepsPlaceUntil;
    // By several readings. Not recorded:
    LeaseTrace trace{};
    std::optional<Steady> ended{};  ///< of a reader: it has no lease of its own, after it had one
    std::optional<Steady> silent{}; ///< of a waiter: no client listens on its channel
    bool hasListened = false;       ///< a reading has found its listener

    friend bool operator==(const RedisContender&, const RedisContender&) = default;
};

/// "5f0c2a9e:41" of "5f0c2a9e-…:41": the begin of the UUID and what follows it. Another owner stays as it is. Pure.
[[nodiscard]] std::string shortOwner(std::string_view owner);

/// What one master says of a Redlock.
struct RedisVote {
    std::string server; ///< "host:port"
    bool isReachable = false;
    std::optional<std::string> token;               ///< nullopt: none, or not reachable
    std::optional<std::chrono::milliseconds> lease; ///< nullopt: the key has no end, or there is none
    std::optional<std::chrono::milliseconds> roundTrip;
    std::optional<std::chrono::milliseconds>
        clockOffset; ///< of its clock to this machine's, less half of the round trip
    std::optional<std::chrono::milliseconds> uptime;
    std::optional<Steady> same{}; ///< the master has had this token, or none, in all readings. Not recorded

    friend bool operator==(const RedisVote&, const RedisVote&) = default;
};

/// What the votes of a Redlock say together.
enum class Verdict {
    Held,     ///< one token on a quorum of the masters
    Split,    ///< several tokens, none on a quorum
    Remnant,  ///< one token, on fewer masters than a quorum: of a failed attempt, or partly expired
    Free,     ///< none
    Undecided ///< too few masters can be read
};

/// "held", "split", …: the values in the command line's JSON.
[[nodiscard]] std::string_view toString(Verdict verdict);

struct RedisLock {
    bool isOrdered = false;                         ///< the waiters have an order that the server keeps
    std::optional<std::chrono::milliseconds> lease; ///< of the lock's key, at Lock::readAt; nullopt: it has no end
    std::optional<std::int64_t> fencingToken;       ///< the last one that was given
    /// Clients that listen for a release and have no entry of their own: at least this number waits, each for any
    /// number of its threads. Nullopt: unknown.
    std::optional<int> listeners;
    std::optional<std::int64_t> freePermits; ///< of a semaphore
    std::vector<RedisVote> votes;            ///< of a Redlock
    Verdict verdict = Verdict::Free;
    int quorum = 0;                                        ///< votes that a holder needs; 0: no votes
    std::optional<std::chrono::milliseconds> exclusiveFor; ///< Held: until fewer than a quorum of the keys are left
    // By several readings. Not recorded:
    std::optional<std::int64_t> highestToken{}; ///< the highest fencing token that was read
    std::optional<std::int64_t> permits{};      ///< of a semaphore: free and taken, read at one moment
    std::optional<std::int64_t> mostPermits{};  ///< the most of them that were read
    std::string heldToken{};                    ///< of a Redlock: the token that had a quorum last
    std::optional<WallTime> heldUntil{};        ///< when its quorum was to end; nullopt: unknown, or past
    std::chrono::milliseconds longestLease{0};  ///< of all votes that were read

    friend bool operator==(const RedisLock&, const RedisLock&) = default;
};

/// By what the source notices that locks on Redis change.
struct RedisWatch {
    enum class By {
        Tracking, ///< the servers report the names of changed keys (CLIENT TRACKING)
        Events,   ///< keyspace events, which were on already
        Channels, ///< messages on the locks' channels show releases; the rest is polled
        Polling   ///< each lock is read again after `interval`
    };
    By by = By::Polling;
    std::chrono::milliseconds interval{0}; ///< each known lock is read at least this often
    /// Why nothing better is used: a refusal, or too many changes. One or more sentences for users; may be empty.
    std::string reason;

    friend bool operator==(const RedisWatch&, const RedisWatch&) = default;
};

/// "tracking", "events", "channels", "polling": the values in the command line's JSON.
[[nodiscard]] constexpr std::string_view toString(RedisWatch::By by)
{
    switch (by) {
    case RedisWatch::By::Tracking:
        return "tracking";
    case RedisWatch::By::Events:
        return "events";
    case RedisWatch::By::Channels:
        return "channels";
    case RedisWatch::By::Polling:
        return "polling";
    }
    return {};
}

} // namespace lockscope::inspect
