// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"

namespace lockscope::inspect {

/// Why the lock is recognised as what it is: decides once more, by the snapshot's dialects and what it has of the
/// lock. Pure.
[[nodiscard]] Recognition recognitionOf(const Snapshot& snapshot, const Lock& lock);

} // namespace lockscope::inspect
