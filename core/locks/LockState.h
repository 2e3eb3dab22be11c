// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Where an acquisition stands, as a value that can be printed, tested and shown.

#include "core/base/Clock.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lockscope::locks {

enum class Phase {
    Waiting,   ///< asked for, queued, or about to be queued again after a lost session
    Held,      ///< ours: own node seen, session connected and confirmed in time
    Uncertain, ///< was ours; contact is lost, or validUntil has passed: stop work
    Lost,      ///< was ours and is no more; LostReason says why. Nothing left to release
    Released,  ///< given back, given up or refused: it ended by itself or by the caller
};

enum class LostReason {
    None, ///< no reason. With phase Lost: only a part could be given back; the server refused to delete the rest
    NodeDeleted,
    SessionExpired,
    ClientClosed
};

struct LockState {
    Phase phase = Phase::Waiting;
    LostReason reason = LostReason::None;
    std::string node;        ///< own node's name; empty while there is none
    std::int64_t token = 0;  ///< fencing token: czxid of the own node; 0 while there is none
    int position = -1;       ///< place in the queue from 0, as last listed; -1 unknown
    std::string waitsOn;     ///< the node before ours; empty when nobody is
    std::string detail;      ///< Waiting without contact: why, in words ("host not found")
    SteadyTime validUntil{}; ///< Held, Uncertain: the server can't have given the lock away before this moment

    friend bool operator==(const LockState&, const LockState&) = default;
};

/// Held, or perhaps still held.
[[nodiscard]] constexpr bool isHold(Phase phase)
{
    return phase == Phase::Held || phase == Phase::Uncertain;
}

/// The state at `now`, given that the session that owns the node is confirmed until `validUntil`: the one rule by which
/// a hold is Uncertain from there on, connected or not.
[[nodiscard]] LockState asOf(LockState state, SteadyTime validUntil, SteadyTime now);

/// What can be said where nobody can be asked any more: the client's executor has stopped.
[[nodiscard]] LockState lostWithItsClient();

[[nodiscard]] std::string_view toString(Phase phase);
[[nodiscard]] std::string_view toString(LostReason reason);
/// "Waiting node=… position=2 waitsOn=…": for logs and test failures.
[[nodiscard]] std::string toString(const LockState& state);

} // namespace lockscope::locks
