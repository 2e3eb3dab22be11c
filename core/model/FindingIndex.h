// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace lockscope::inspect {

/// Is it about this lock, alone or among others?
[[nodiscard]] bool concerns(const Finding& finding, const Lock& lock);

/// Those of one lock, worst first. For many locks FindingIndex is quicker.
[[nodiscard]] std::vector<const Finding*> findingsOf(const Snapshot& snapshot, const Lock& lock);

/// The findings of a snapshot by the locks that they concern: a deadlock concerns several. Pure; the snapshot must
/// outlive it and stay where it is.
class FindingIndex final {
public:
    explicit FindingIndex(const Snapshot& snapshot);

    /// Worst first; empty if nothing is wrong with the lock.
    [[nodiscard]] std::vector<const Finding*> of(const Lock& lock) const;

private:
    void add(std::string directory, const Finding& finding);

    std::unordered_map<std::string, std::vector<const Finding*>> m_byDirectory; ///< in the order of the snapshot
};

} // namespace lockscope::inspect
