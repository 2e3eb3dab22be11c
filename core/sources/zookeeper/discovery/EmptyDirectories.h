// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"

#include <set>
#include <string>
#include <vector>

namespace lockscope::inspect {

/// The directories that had children once and have none now, as unused locks leave them, counted below their ancestors.
/// Confined to one executor.
class EmptyDirectories final {
public:
    /// `dialects` tell which directories are parts of one lock, such as a semaphore's "locks" and "leases": such a pair
    /// counts as one. Not null; must outlive this.
    explicit EmptyDirectories(const DialectCatalogue* dialects)
        : m_dialects(dialects)
    {
    }

    void set(const std::string& path, bool isEmpty);

    /// Each directory with a hundred or more below it, less those that a deeper entry counts; the rest under the
    /// deepest directory above all of them. Sorted by path. Costs time once after a change.
    [[nodiscard]] const std::vector<EmptyParents>& counted();
    [[nodiscard]] std::size_t size() const { return m_paths.size(); }

private:
    [[nodiscard]] std::vector<std::string> locks() const;

    const DialectCatalogue* m_dialects;
    std::set<std::string, std::less<>> m_paths;
    std::vector<EmptyParents> m_counted;
    bool m_hasChanged = false;
};

} // namespace lockscope::inspect
