// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"

namespace lockscope::inspect {

/// Whether nothing but time has passed between two readings of a lock: each lease is shorter by the time between them.
/// Then the first reading still says all. Pure.
[[nodiscard]] bool hasOnlyAged(const Lock& before, const Lock& now);

} // namespace lockscope::inspect
