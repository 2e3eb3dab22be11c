// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The ephemeral nodes of sessions beyond locks. Pure.

#include "core/model/Snapshot.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::inspect {

/// Full paths, sorted.
using NodesBySession = std::map<SessionId, std::vector<std::string>>;

/// The ephemeral nodes that belong to no lock, by the servers' list. Nothing: no server reported it, or the snapshot
/// does not keep it. Nodes outside the chroot of the connect string are not in the list.
[[nodiscard]] std::optional<NodesBySession> nodesOutsideLocks(const Snapshot& snapshot);

} // namespace lockscope::inspect
