// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"

#include <string_view>
#include <unordered_map>

namespace lockscope::inspect {

/// Lock::find() for many look-ups, by a hash table; a queue may have thousands of contenders. Pure. The lock must
/// outlive the index and must not change.
class NodeIndex final {
public:
    NodeIndex() = default; ///< finds nothing
    explicit NodeIndex(const Lock& lock);

    /// Null when no contender has this node.
    [[nodiscard]] const Contender* find(NodeRef ref) const;
    /// As Lock::waitedFor().
    [[nodiscard]] const Contender* waitedFor(const Contender& waiter, std::string_view node) const;

private:
    const Lock* m_lock = nullptr;
    std::unordered_map<NodeRef, const Contender*> m_byNode;
};

} // namespace lockscope::inspect
