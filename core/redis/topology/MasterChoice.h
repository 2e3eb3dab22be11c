// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Selects the master from the replies of several Sentinels, which may disagree during a failover or a partition. Pure;
/// private to core/redis.

#include "core/redis/Target.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lockscope::redis {

/// What one Sentinel replied.
struct MasterAnswer {
    Address master;
    std::int64_t epoch = 0; ///< config-epoch of the master; 0: none, or before the first failover

    friend bool operator==(const MasterAnswer&, const MasterAnswer&) = default;
};

/// The answer with the highest epoch: a majority of the Sentinels has authorised that failover, and the others take it
/// over when they are notified. Of several masters with that epoch, the one that most Sentinels name.
/// `lastEpoch`: of the master used before. An answer with a lower epoch names an old master: nothing, unless more than
/// half of the `known` Sentinels agree on it, which means that their state was reset.
[[nodiscard]] std::optional<MasterAnswer> chooseMaster(const std::vector<MasterAnswer>& answers, std::size_t known,
                                                       std::int64_t lastEpoch);

} // namespace lockscope::redis
