// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Conditions and targets from a scenario's file; resources/scenarios/README.md tells the fields. Pure.

#include "core/model/json/JsonFields.h"
#include "core/simulate/scenarios/Check.h"
#include "core/simulate/scenarios/TargetSelector.h"

#include <vector>

namespace lockscope::console {

/// The condition of this member, or all of its list.
[[nodiscard]] std::vector<Check> readChecks(inspect::JsonFields& fields, const QString& key);

/// Whom a step is for: the fields "who", "count" and "oneIn", or "role", or "server".
[[nodiscard]] TargetSelector readTarget(inspect::JsonFields& fields);

} // namespace lockscope::console
