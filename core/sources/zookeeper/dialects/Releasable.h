// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Nodes that block a lock without being contenders. Shared by the display, the findings and the release. Pure.

#include "core/model/Snapshot.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockscope::inspect {

/// The dialect of the persistent node `path` that is a single-node lock: its name is certain, and it has no children.
/// It never expires, as it has no session. Null: it is no lock of this kind. `trace` as in
/// DialectCatalogue::recogniseSingle().
[[nodiscard]] const Dialect* persistentSingle(const DialectCatalogue& dialects, std::string_view path, bool hasChildren,
                                              RecognitionTrace* trace = nullptr);

/// Children of the queue's directory that are not contenders but block contenders, or will when the contender before
/// them leaves, by name. The dialect's clients sort every child into the queue, or count it as a lease. Sources: Apache
/// Curator, LockInternals.getSortedChildren, LeaderLatch and InterProcessSemaphoreV2; ZooKeeper, zoo_lock.c.
[[nodiscard]] std::vector<std::string> strayChildren(const Lock& lock, const Dialect& dialect);

} // namespace lockscope::inspect
