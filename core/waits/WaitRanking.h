// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Ranks the clients that block others by the waiting time that they cause: number of waits × time. Pure.
///
/// A wait is a waiting contender; of several contenders of a session in one queue, the first. Elections and possible
/// locks have no waits, and the waiters of single-node locks are not known. Nor do the waits count of a queue with a
/// contender of which it is unknown whether it holds (see WaitGraph).
///
/// A wait is blocked by these contenders, in equal parts, so that it counts once:
/// 1. The holders of the lock that the waiter cannot share the lock with. A writer behind three readers counts a third
///    for each; a waiter for one of n leases counts an n-th for each holder.
/// 2. Without such a holder, the contenders that the waiter waits for by the dialect's rule, such as a queued writer
///    before a reader. These are the hard and the soft blocks of PostgreSQL's pg_blocking_pids().
/// 3. Else no contender is blamed: the wait is unattributed. The waiter's own session, for example, is no blocker.
///
/// A blocker that waits itself passes on all waits behind it to its own blockers, as in Oracle's V$WAIT_CHAINS with its
/// FINAL_BLOCKING_SESSION. It passes them on only if its session certainly does one thing at a time (see WaitGraph).
/// Otherwise it keeps them, and its place in the chain is unknown: the thread that holds may not be the one that waits.
/// A holder with an unknown owner is a blocker of its own.
///
/// So each wait ends at the head of its chain, which waits for no contender. A cycle has no head: each of its sessions
/// counts all waits that reach the cycle, without its own. A cycle that is also blocked from outside, as with leases,
/// passes on its waits in equal parts to these blockers. Without cycles, the amounts of heads and unknown places, and
/// the unattributed waits, add up to all waits.
///
/// The time of an open wait is the age of its node, by the clocks of the servers. It includes time before the present
/// holder acquired the lock; the time that a client causes while it is observed is in WaitLedger.

#include "core/waits/WaitGraph.h"

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::inspect {

/// Waits, or parts of waits.
struct WaitAmount {
    double waits = 0;
    double waitedMs = 0; ///< how long they have lasted so far
    double undated = 0;  ///< of `waits`: those with an unknown beginning, which add what was seen of them, or nothing

    WaitAmount& operator+=(const WaitAmount& other);
    friend WaitAmount operator*(const WaitAmount& amount, double share);
};

enum class ChainPlace {
    Head,   ///< waits for no contender
    Middle, ///< passes on the waits behind it
    Cycle,  ///< waits for itself through others
    Unknown ///< also waits or may wait, but perhaps by another thread, or for no known contender
};

/// "head", "middle", "cycle", "unknown": the values in the command line's JSON.
[[nodiscard]] std::string_view toString(ChainPlace place);

struct WaitBlocker {
    WaitNode node;
    ChainPlace place = ChainPlace::Head;
    WaitAmount amount;                 ///< the waits behind it, directly and along chains
    std::vector<ContenderKey> blocks;  ///< by these contenders; at most WaitSnapshot::mostPlaces
    std::vector<std::string> waitsFor; ///< WaitNode::key of its blockers; at most WaitSnapshot::mostPlaces
};

struct WaitRanking {
    /// First those that are not in the middle of a chain; then by waitedMs, descending.
    std::vector<WaitBlocker> blockers;
    WaitAmount all;
    WaitAmount unattributed;
    std::size_t undecidedLocks = 0;              ///< see WaitGraph::undecidedLocks()
    std::vector<std::chrono::milliseconds> ages; ///< of the waits with a known beginning
};

[[nodiscard]] WaitRanking rankBlockers(const WaitGraph& graph);

/// For each lock with waits: how long clients have waited because of it so far: its waits, and the waits behind its
/// waiters. Locks whose waits are all undated are left out.
[[nodiscard]] LockWaits lockWaits(const WaitGraph& graph);

} // namespace lockscope::inspect
