// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/History.h"
#include "core/model/FindingSettings.h"

#include <memory>

namespace lockscope::inspect {

/// The p99 of the holds of each lock with enough of them to tell; for FindingSettings::usualHolds. Pure.
[[nodiscard]] std::shared_ptr<const UsualHolds> usualHoldsOf(const History& history);

} // namespace lockscope::inspect
