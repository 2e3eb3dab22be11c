// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Whether the parts of a scenario speak of what there is: clients, groups, servers, links. Pure.

#include "core/simulate/scenarios/Scenario.h"

#include <string>
#include <utility>
#include <vector>

namespace lockscope::console {

/// What is wrong, each with the member that it concerns: ("steps[2].who", "there is no client …").
[[nodiscard]] std::vector<std::pair<std::string, std::string>> badReferences(const Scenario& scenario);

} // namespace lockscope::console
