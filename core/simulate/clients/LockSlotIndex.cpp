// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/LockSlotIndex.h"

namespace lockscope::console {

LockSlotIndex::LockSlotIndex(const EnsembleView& view)
{
    for (const SeenContender& slot : view.slots) {
        if (!slot.nodePath.empty())
            m_byNodePath.emplace(slot.nodePath, &slot);
        m_byName.emplace(std::pair(std::string_view(slot.path), std::string_view(slot.node)), &slot);
    }
}

const SeenContender* LockSlotIndex::of(const ClientFacts& client) const
{
    if (client.node.empty())
        return nullptr;
    if (!client.nodePath.empty()) {
        const auto slot = m_byNodePath.find(client.nodePath);
        if (slot == m_byNodePath.end())
            return nullptr;
        // The token is the czxid: another client's node can have the same path.
        const auto creationId = slot->second->creationId;
        const bool isSomebodyElse = creationId != 0 && client.token != 0 && creationId != client.token;
        return isSomebodyElse ? nullptr : slot->second;
    }
    if (const auto slot = m_byName.find({client.path, client.node}); slot != m_byName.end())
        return slot->second;
    for (const std::string& path : client.paths) {
        if (const auto slot = m_byName.find({path, client.node}); slot != m_byName.end())
            return slot->second;
    }
    return nullptr;
}

} // namespace lockscope::console
