// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Does whoever owns the node still live? As the servers tell, with who told it and when. Pure.

#include "core/model/Owners.h"

#include <string>
#include <string_view>

namespace lockscope::release {

enum class Life {
    NoSession, ///< the node is nobody's: no session will ever free it
    Alive,     ///< its session has a connection, and is heard of
    Silent,    ///< its session lives, but is not heard of, or has no connection
    Gone,      ///< its session is in no server's list
    Unknown    ///< nobody told
};

/// "none", "alive", "silent", "gone", "unknown": the words of the command line's JSON.
[[nodiscard]] std::string_view toString(Life life);

struct Evidence {
    Life life = Life::Unknown;
    std::string text;     ///< one sentence: what is known, and who told it
    inspect::Owner owner; ///< what the servers say of the session, each value as old as owner.reportedAt says

    /// When its session ends at the latest unless it is heard of; nothing while nobody told.
    [[nodiscard]] std::optional<WallTime> endsAt() const;
};

/// `facts`: null while no server told. `seenAt`: when the node was certainly there. A session counts as gone only if
/// its node was there before and after the servers were asked.
[[nodiscard]] Evidence evidenceOf(const ensemble::EnsembleFacts* facts, const inspect::Contender& contender,
                                  WallTime seenAt);

} // namespace lockscope::release
