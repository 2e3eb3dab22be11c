// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The state of an acquisition, as a value for logs, tests and display.

#include "core/base/Clock.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lockscope::locks {

enum class Phase {
    Waiting,   ///< requested, queued, or about to be queued again after a lost session
    Held,      ///< own node or key exists, connected; session or lease confirmed in time
    Uncertain, ///< was held; contact is lost, or validUntil has passed: stop work
    Lost,      ///< no longer held; LostReason has the cause. Nothing left to release
    Released,  ///< released, cancelled or refused
};

enum class LostReason {
    None,           ///< no reason. With phase Lost: only a part was released; the server refused to delete the rest
    NodeDeleted,    ///< ZooKeeper
    SessionExpired, ///< ZooKeeper
    LeaseExpired,   ///< Redis: not renewed in time, or a lease of fixed duration has ended
    KeyDeleted,     ///< Redis: deleted, or now of another owner
    ClientClosed
};

struct LockState {
    Phase phase = Phase::Waiting;
    LostReason reason = LostReason::None;
    std::string node;       ///< as Grant::node; empty if there is none
    std::int64_t token = 0; ///< fencing token; 0 if there is none. ZooKeeper: czxid of the own node, also while waiting
    int position = -1;      ///< position in the queue from 0, as of the last listing; -1: unknown or no queue
    std::string waitsOn;    ///< ZooKeeper: the node that this one waits for; empty if there is none or it is unknown
    std::string detail;     ///< Waiting without contact: the reason ("host not found")
    SteadyTime validUntil{}; ///< Held, Uncertain: before this time no other client can have acquired the lock

    friend bool operator==(const LockState&, const LockState&) = default;
};

/// True if the lock is or may be held.
[[nodiscard]] constexpr bool isHold(Phase phase)
{
    return phase == Phase::Held || phase == Phase::Uncertain;
}

/// The state at `now` if the session or lease of the hold is confirmed until `validUntil`. The only place that makes a
/// hold Uncertain after that time, connected or not.
[[nodiscard]] LockState asOf(LockState state, SteadyTime validUntil, SteadyTime now);

/// The state to report after the client's executor has stopped.
[[nodiscard]] LockState lostWithItsClient();

[[nodiscard]] std::string_view toString(Phase phase);
[[nodiscard]] std::string_view toString(LostReason reason);
/// "Waiting node=… position=2 waitsOn=…": for logs and test failures.
[[nodiscard]] std::string toString(const LockState& state);

} // namespace lockscope::locks
