// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/redis/RedisFacts.h"

#include <vector>

namespace lockscope::inspect {

/// What the votes of N independent masters say together (Redlock, "Distributed Locks with Redis", redis.io). The reads
/// of the masters are not of one moment: at the end of a lease the verdict may be that of a moment before.
struct VoteCount {
    Verdict verdict = Verdict::Free;
    int quorum = 0;
    std::string token; ///< with the most votes; of several with as many, the first; empty: none
    int votes = 0;     ///< for `token`
    /// Held: the lease of the quorum-th longest vote. When it ends, fewer masters than a quorum have the token.
    std::optional<std::chrono::milliseconds> exclusiveFor;
    /// The shortest lease of a vote for `token`: the holder itself believes in no more, less its allowance for drift.
    std::optional<std::chrono::milliseconds> shortest;

    friend bool operator==(const VoteCount&, const VoteCount&) = default;
};

/// `votes`: one of each master. Pure.
[[nodiscard]] VoteCount countVotes(const std::vector<RedisVote>& votes);

} // namespace lockscope::inspect
