// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/dialects/Votes.h"

#include <algorithm>
#include <map>

namespace lockscope::inspect {

namespace {

/// A key without an end keeps its vote.
constexpr auto noEnd = std::chrono::milliseconds::max();

} // namespace

VoteCount countVotes(const std::vector<RedisVote>& votes)
{
    VoteCount count;
    count.quorum = static_cast<int>(votes.size() / 2 + 1);
    std::map<std::string, std::vector<std::chrono::milliseconds>> leases; // by token
    int unreachable = 0;
    for (const auto& vote : votes) {
        unreachable += vote.isReachable ? 0 : 1;
        if (vote.token)
            leases[*vote.token].push_back(vote.lease.value_or(noEnd));
    }
    for (const auto& [token, ofToken] : leases) {
        if (static_cast<int>(ofToken.size()) > count.votes) {
            count.token = token;
            count.votes = static_cast<int>(ofToken.size());
        }
    }
    const auto orNoEnd = [](std::chrono::milliseconds lease) {
        return lease == noEnd ? std::nullopt : std::optional(lease);
    };
    if (count.votes > 0) {
        auto& longest = leases.at(count.token);
        std::sort(longest.begin(), longest.end(), std::greater());
        count.shortest = orNoEnd(longest.back());
        if (count.votes >= count.quorum)
            count.exclusiveFor = orNoEnd(longest.at(static_cast<std::size_t>(count.quorum - 1)));
    }
    count.verdict = count.votes >= count.quorum                 ? Verdict::Held
                    : count.votes + unreachable >= count.quorum ? Verdict::Undecided
                    : leases.size() > 1                         ? Verdict::Split
                    : leases.size() == 1                        ? Verdict::Remnant
                                                                : Verdict::Free;
    return count;
}

} // namespace lockscope::inspect
