// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Which nodes are in the way of a lock besides its contenders: one opinion for what is shown, what a finding advises
/// to release, and what a release accepts. Pure.

#include "core/model/Snapshot.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockscope::inspect {

/// The dialect of the persistent node `path` that is a lock of one node: its name is certain, and it has no children.
/// No session will ever free it. Null: it is no such lock.
[[nodiscard]] const Dialect* persistentSingle(const DialectCatalogue& dialects, std::string_view path,
                                              bool hasChildren);

/// The children of the queue's directory that are no contenders and that contenders wait for, by name: the dialect's
/// clients sort every child into the queue, or count it as a lease. Sources: Apache Curator,
/// LockInternals.getSortedChildren, LeaderLatch and InterProcessSemaphoreV2; ZooKeeper, zoo_lock.c.
[[nodiscard]] std::vector<std::string> strayChildren(const Lock& lock, const Dialect& dialect);

} // namespace lockscope::inspect
