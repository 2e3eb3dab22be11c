// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A snapshot by its difference from the one before it. In a long sequence of snapshots, in which each changes few of
/// many locks, a step costs as much as its changes; a whole snapshot costs as much as all locks. Pure.

#include "core/model/Snapshot.h"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace lockscope::inspect {

/// Locks by path. In a difference, null: the lock is gone.
using LockMap = std::map<std::string, std::shared_ptr<const Lock>, std::less<>>;

struct SnapshotStep {
    SnapshotPtr rest; ///< not null: all but the locks, so its `locks` have no meaning
    LockMap locks;    ///< those that differ from the locks of the snapshot before
};

/// The locks of the snapshot that are not the same objects as in `before`, and those that it lacks.
[[nodiscard]] LockMap differences(const LockMap& before, const Snapshot& snapshot);

/// Makes `locks` those of the next snapshot.
void applyTo(LockMap& locks, const LockMap& differing);

/// The whole snapshot.
[[nodiscard]] SnapshotPtr wholeOf(const Snapshot& rest, const LockMap& locks);

} // namespace lockscope::inspect
