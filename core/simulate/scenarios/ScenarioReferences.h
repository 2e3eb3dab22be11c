// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Checks that the parts of a scenario refer to existing clients, groups, servers and links. Pure.

#include "core/simulate/scenarios/Scenario.h"

#include <string>
#include <utility>
#include <vector>

namespace lockscope::console {

/// The errors, each with its member: ("steps[2].who", "no client or group …").
[[nodiscard]] std::vector<std::pair<std::string, std::string>> badReferences(const Scenario& scenario);

} // namespace lockscope::console
