// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/zookeeper/servers/FactsRound.h"
#include "core/sources/zookeeper/servers/ServerMemory.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace lockscope::ensemble {

/// Merges the results of a round. `memories`: one per server, kept between rounds and updated here. `members`: the
/// number of servers of the ensemble, all of which were asked; 0 if there may be others. Pure except for the memories.
[[nodiscard]] std::shared_ptr<EnsembleFacts> merged(FactsRound::Outcome outcome, std::vector<ServerMemory>& memories,
                                                    std::size_t members);

/// Adds to `facts` what earlier facts had from servers that do not answer now: a lost connection erases nothing, it
/// ages. Each such session keeps its reportedAt. Pure.
void keepKnown(EnsembleFacts& facts, const EnsembleFacts& earlier);

} // namespace lockscope::ensemble
