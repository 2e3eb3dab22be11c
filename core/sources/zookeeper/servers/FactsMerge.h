// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/zookeeper/servers/FactsRound.h"
#include "core/sources/zookeeper/servers/ServerUptime.h"

#include <memory>
#include <vector>

namespace lockscope::ensemble {

/// Merges the results of a round. `clocks`: one per server, kept between rounds and updated here.
/// `knowsEveryServer`: the ensemble has no other servers. Pure except for the clocks.
[[nodiscard]] std::shared_ptr<const EnsembleFacts> merged(FactsRound::Outcome outcome,
                                                          std::vector<ServerUptime>& clocks, bool knowsEveryServer);

} // namespace lockscope::ensemble
