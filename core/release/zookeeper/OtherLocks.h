// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The other locks that a session holds or waits for. Pure.

#include "core/release/ReleasePlan.h"

#include <string>
#include <vector>

namespace lockscope::release {

/// From a snapshot, without the node `except`.
[[nodiscard]] std::vector<OtherNode> otherLocks(const inspect::Snapshot& snapshot, std::int64_t session,
                                                const std::string& except);

/// From the servers' list of all ephemeral nodes, as far as names alone identify locks.
[[nodiscard]] std::vector<OtherNode> otherLocks(const ensemble::EphemeralOwners& ephemerals, std::int64_t session,
                                                const std::string& except, const inspect::DialectCatalogue& dialects);

} // namespace lockscope::release
