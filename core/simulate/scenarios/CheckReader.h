// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Reads conditions and targets from a scenario file; resources/scenarios/README.md describes the fields. Pure.

#include "core/model/json/JsonFields.h"
#include "core/simulate/scenarios/Check.h"
#include "core/simulate/scenarios/TargetSelector.h"

#include <vector>

namespace lockscope::console {

/// The condition in this member, or all conditions of its list.
[[nodiscard]] std::vector<Check> readChecks(inspect::JsonFields& fields, const QString& key);

/// The target of a step: the fields "who", "count" and "oneIn", or "role", or "server".
[[nodiscard]] TargetSelector readTarget(inspect::JsonFields& fields);

} // namespace lockscope::console
