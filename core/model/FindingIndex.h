// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace lockscope::inspect {

/// Whether the finding concerns this lock, alone or with others.
[[nodiscard]] bool concerns(const Finding& finding, const Lock& lock);

/// The lock that this node belongs to, or that it is; null if the snapshot has no such lock.
[[nodiscard]] const Lock* lockOfNode(const Snapshot& snapshot, const std::string& node);

/// The locks that the finding concerns; empty if it concerns a directory without a lock.
[[nodiscard]] std::vector<const Lock*> locksOf(const Snapshot& snapshot, const Finding& finding);

/// The findings of one lock, worst first. FindingIndex is faster for many locks.
[[nodiscard]] std::vector<const Finding*> findingsOf(const Snapshot& snapshot, const Lock& lock);

/// Finds the findings of a snapshot by lock; a deadlock concerns several locks. Pure. The snapshot must outlive the
/// index and keep its address.
class FindingIndex final {
public:
    explicit FindingIndex(const Snapshot& snapshot);

    /// Worst first; empty if the lock has no findings.
    [[nodiscard]] std::vector<const Finding*> of(const Lock& lock) const;

private:
    void add(std::string directory, const Finding& finding);

    std::unordered_map<std::string, std::vector<const Finding*>> m_byDirectory; ///< in the order of the snapshot
};

} // namespace lockscope::inspect
