// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/topology/MasterChoice.h"

#include <algorithm>

namespace lockscope::redis {

std::optional<MasterAnswer> chooseMaster(const std::vector<MasterAnswer>& answers, std::size_t known,
                                         std::int64_t lastEpoch)
{
    const auto votesFor = [&](const MasterAnswer& answer) {
        return static_cast<std::size_t>(std::count(answers.begin(), answers.end(), answer));
    };
    const auto best = std::max_element(answers.begin(), answers.end(), [&](const auto& left, const auto& right) {
        return left.epoch != right.epoch ? left.epoch < right.epoch : votesFor(left) < votesFor(right);
    });
    if (best == answers.end() || (best->epoch < lastEpoch && 2 * votesFor(*best) <= known))
        return std::nullopt;
    return *best;
}

} // namespace lockscope::redis
