// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"

#include <string>
#include <vector>

namespace lockscope::inspect {

/// Which findings cannot be made from this snapshot, and why: one sentence each. Empty if all can.
/// `wantsWatches`: the watches were requested. Pure; not for recordings, which lack the servers' reports.
[[nodiscard]] std::vector<std::string> notesOn(const Snapshot& snapshot, bool wantsWatches);

} // namespace lockscope::inspect
