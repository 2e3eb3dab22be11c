// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Whether the owner of a node is alive, by the servers' reports, with source and time. Pure.

#include "core/model/Owners.h"

#include <string>
#include <string_view>

namespace lockscope::release {

enum class Life {
    NoSession, ///< the node has no session and never expires
    Alive,     ///< its session is connected, with a recent heartbeat
    Silent,    ///< its session is alive, but has no recent heartbeat or no connection
    Gone,      ///< no server lists its session
    Unknown    ///< not reported
};

/// "none", "alive", "silent", "gone", "unknown": the values in the command line's JSON.
[[nodiscard]] std::string_view toString(Life life);

struct Evidence {
    Life life = Life::Unknown;
    std::string text;     ///< one sentence: what is known, and its source
    inspect::Owner owner; ///< the servers' facts about the session, as of owner.reportedAt

    /// The latest time at which its session expires without a further heartbeat; nullopt while unknown.
    [[nodiscard]] std::optional<WallTime> endsAt() const;
};

/// `facts`: null before the first report. `seenAt`: when the node was last known to exist. A session counts as gone
/// only if its node existed before and after the servers were asked.
[[nodiscard]] Evidence evidenceOf(const ensemble::EnsembleFacts* facts, const inspect::Contender& contender,
                                  WallTime seenAt);

} // namespace lockscope::release
