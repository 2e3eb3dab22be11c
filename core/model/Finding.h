// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A problem found in a snapshot, as a value: severity, place, evidence and advice.

#include "core/base/Clock.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::inspect {

enum class Severity {
    Info,
    Warning,
    Critical
};

/// "info", "warning", "critical".
[[nodiscard]] std::string_view toString(Severity severity);

enum class FindingKind {
    Deadlock,
    PersistentContender, ///< no session: it never expires
    DeadOwner,           ///< no server lists its session
    DisconnectedOwner,   ///< its session has no connection, and expires unless the client reconnects
    SilentHolder,        ///< connected, but its last heartbeat is old
    QueuedTwice,         ///< one session has two nodes in a queue: one is left from a create whose reply was lost
    WatchesNothing,      ///< a waiter without a watch: it is never notified
    WatchesWrongNode,
    MixedDialects, ///< dialects on one path that ignore each other's nodes: no mutual exclusion
    TooManyHolders,
    SequenceNearOverflow,
    ListingNearLimit,
    ThunderingHerd, ///< many sessions watch one node: its deletion notifies all of them
    LongHold,
    LongWait,
    EmptyParents, ///< unused lock directories accumulate
    StrayChild,   ///< a child that is not a contender, but blocks the queue
    LostPlace,    ///< a session watches a contender, but has no node in the queue
    RevocationIgnored,
    ServerDown, ///< a server of the ensemble does not answer
    // Redis:
    DeadHead,          ///< the next waiter of a fair lock does not listen: a release does not wake it
    DeadWaiters,       ///< the same of waiters behind it
    AbandonedQueue,    ///< entries of waiters that do not listen, and no lock
    EndlessLease,      ///< a holder whose lock never expires
    NotRenewed,        ///< a watchdog has stopped to renew a lease
    RenewedLong,       ///< a watchdog has renewed a lease for an unusually long time
    ExpiredReader,     ///< its own lease has ended, but other readers keep its entry
    LeakedPermits,     ///< permits that never expire, or fewer permits than before
    TokenWentBack,     ///< a fencing token lower than one before
    RedlockRemnant,    ///< a token on fewer masters than a quorum
    RedlockSplit,      ///< several tokens, none on a quorum
    LostVotes,         ///< masters that do not have the token of the holder
    DoubleVotes,       ///< masters that have another token than the holder's
    MasterRestarted,   ///< within the lease of a Redlock: its vote may be lost
    ClockOffset,       ///< the clocks of a Redlock's masters differ by more than the allowance for drift
    HiddenChanges,     ///< the server's settings hide changes of locks
    ReplicaLag,        ///< replicas that do not acknowledge writes
    LocksMayBeEvicted, ///< the server may delete locks to free memory
    Other              ///< from a recording of a newer program: see Finding::otherKind
};

/// "deadlock", "persistent-contender", …: the values in the command line's JSON.
[[nodiscard]] std::string_view toString(FindingKind kind);
/// "Deadlock", "Owner session has ended", …: the title in window and command line.
[[nodiscard]] std::string titleOf(FindingKind kind);

struct Finding {
    FindingKind kind = FindingKind::Deadlock;
    std::string otherKind; ///< the kind as recorded, for FindingKind::Other
    Severity severity = Severity::Info;
    std::string path;                   ///< of the lock, or of a directory where there is no lock
    std::vector<std::string> nodes;     ///< full paths; the window selects the first; may be empty
    std::vector<std::int64_t> sessions; ///< the sessions concerned; may be empty
    std::string text;                   ///< one sentence
    std::string evidence;               ///< what was seen, and its source
    std::string advice;                 ///< what to do next
    std::string note{};                 ///< of the lock, from the limits file; may be empty
    std::string owner{};                ///< who is responsible for the lock, from the limits file; may be empty
    /// The waits through its nodes when it began, a line each; empty: none, or not kept. Untrusted names: not escaped.
    std::string chain{};
    std::optional<WallTime> mutedUntil{}; ///< by the limits file
    std::vector<std::string> owners{};    ///< on Redis: of the holders and waiters concerned; may be empty

    friend bool operator==(const Finding&, const Finding&) = default;
};

/// Its kind as in JSON; otherKind if this program does not know the kind.
[[nodiscard]] std::string_view kindWord(const Finding& finding);
/// Equal for two snapshots' findings with the same kind, path and first node: one problem, at two times.
[[nodiscard]] std::string identityOf(const Finding& finding);

} // namespace lockscope::inspect
