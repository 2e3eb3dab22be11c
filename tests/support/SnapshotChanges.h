// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The changes between two snapshots.

#include "core/history/Changes.h"
#include "core/history/SnapshotStep.h"

#include <iterator>
#include <vector>

namespace lockscope::test {

/// Those of all locks, lock by lock.
[[nodiscard]] inline std::vector<inspect::Change> changesBetween(const inspect::Snapshot& before,
                                                                 const inspect::Snapshot& after)
{
    const auto was = inspect::differences({}, before);
    std::vector<inspect::Change> changes;
    for (const auto& [path, lock] : inspect::differences(was, after)) {
        const auto earlier = was.find(path);
        auto ofLock = inspect::changesOf(earlier == was.end() ? nullptr : earlier->second.get(), lock.get());
        std::move(ofLock.begin(), ofLock.end(), std::back_inserter(changes));
    }
    return changes;
}

} // namespace lockscope::test
