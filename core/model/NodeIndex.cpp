// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/NodeIndex.h"

namespace lockscope::inspect {

NodeIndex::NodeIndex(const Lock& lock)
    : m_lock(&lock)
{
    m_byNode.reserve(lock.queue.size());
    for (const auto& contender : lock.queue)
        m_byNode.emplace(contender.ref(), &contender);
}

const Contender* NodeIndex::find(NodeRef ref) const
{
    const auto found = m_byNode.find(ref);
    return found == m_byNode.end() ? nullptr : found->second;
}

const Contender* NodeIndex::waitedFor(const Contender& waiter, std::string_view node) const
{
    return m_lock ? findWaitedFor(*m_lock, waiter, node, [this](NodeRef ref) { return find(ref); }) : nullptr;
}

} // namespace lockscope::inspect
