// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/inspect/NodeIndex.h"

namespace lockscope::inspect {

NodeIndex::NodeIndex(const LockQueue& lock)
{
    m_byNode.reserve(lock.queue.size());
    for (const auto& contender : lock.queue)
        m_byNode.emplace(contender.node, &contender);
}

const Contender* NodeIndex::find(std::string_view node) const
{
    const auto found = m_byNode.find(node);
    return found == m_byNode.end() ? nullptr : found->second;
}

} // namespace lockscope::inspect
