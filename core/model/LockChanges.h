// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"

#include <memory>
#include <span>

namespace lockscope::inspect {

/// Compares the locks of two snapshots in the order of their paths, in one pass. Snapshots share the locks that have
/// not changed: `same(lock)` for each of these, `differs(was, is)` for each other path, null: missing. `before`: null:
/// it has none. Pure.
template <typename Same, typename Differs>
void compareLocks(const Snapshot* before, const Snapshot& after, const Same& same, const Differs& differs)
{
    using LockPtr = std::shared_ptr<const Lock>;
    const std::span<const LockPtr> earlier =
        before ? std::span<const LockPtr>(before->locks) : std::span<const LockPtr>();
    const LockPtr missing;
    auto was = earlier.begin();
    for (const auto& is : after.locks) {
        // Paths are compared only beside a difference.
        for (; was != earlier.end() && *was != is && (*was)->path < is->path; ++was)
            differs(*was, missing);
        if (was == earlier.end() || (*was != is && (*was)->path != is->path)) {
            differs(missing, is);
            continue;
        }
        if (*was == is)
            same(is);
        else
            differs(*was, is);
        ++was;
    }
    for (; was != earlier.end(); ++was)
        differs(*was, missing);
}

} // namespace lockscope::inspect
