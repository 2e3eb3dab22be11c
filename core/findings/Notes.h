// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"

#include <string>
#include <vector>

namespace lockscope::inspect {

/// Some nodes could not be read, or the read was stopped before all were. A root that does not exist contains nothing.
[[nodiscard]] bool hasUnreadNodes(const Snapshot& snapshot);
/// Everything below the roots was read, so that "no locks" and "no problems" are true.
[[nodiscard]] bool isWhollyRead(const Snapshot& snapshot);

/// Which findings cannot be made from this snapshot, and why: one sentence each. Empty if all can.
/// `wantsWatches`: the watches were requested. Pure; not for recordings, which lack the servers' reports.
[[nodiscard]] std::vector<std::string> notesOn(const Snapshot& snapshot, bool wantsWatches);

} // namespace lockscope::inspect
