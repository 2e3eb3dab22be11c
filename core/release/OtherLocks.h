// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What else a session holds or waits for. Pure.

#include "core/release/ReleasePlan.h"

#include <string>
#include <vector>

namespace lockscope::release {

/// As the snapshot shows them, without the node `except`.
[[nodiscard]] std::vector<OtherNode> otherLocks(const inspect::Snapshot& snapshot, std::int64_t session,
                                                const std::string& except);

/// From the servers' list of everybody's ephemeral nodes, as far as their names alone tell what is a lock.
[[nodiscard]] std::vector<OtherNode> otherLocks(const ensemble::EphemeralOwners& ephemerals, std::int64_t session,
                                                const std::string& except, const inspect::DialectCatalogue& dialects);

} // namespace lockscope::release
