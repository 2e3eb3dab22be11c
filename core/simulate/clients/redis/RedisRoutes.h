// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The servers of a Redis target: which recipes they are for, and before which of them a link can be placed. Pure.

#include "core/base/Result.h"
#include "core/simulate/clients/Recipe.h"
#include "core/simulate/faults/LinkHub.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lockscope::console {

/// Errors: those of redis::parseTarget().
[[nodiscard]] Result<RecipeServers> recipeServersOf(const std::string& target);

/// One for each server, in the target's order. Empty where no link is possible: Sentinels and a cluster name further
/// servers, a certificate names its host, and a unix socket is not forwarded.
[[nodiscard]] std::vector<LinkRoute> routesOf(const std::string& target);

/// The same target through links on these ports of 127.0.0.1, one for each server.
[[nodiscard]] std::string targetThrough(const std::string& target, const std::vector<std::uint16_t>& ports);

} // namespace lockscope::console
