// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/StaleHolds.h"

#include "core/simulate/clients/LockSlotIndex.h"

#include <utility>

namespace lockscope::console {

StaleHolds::StaleHolds(std::size_t most)
    : m_most(most)
{
}

bool StaleHolds::see(const ScenarioFacts& facts, WallTime now)
{
    if (!facts.view)
        return false;
    bool hasChanged = false;
    const LockSlotIndex slots(*facts.view);
    for (const auto& client : facts.clients) {
        const auto open = m_open.find(client.name);
        const auto* slot = slots.of(client);
        const auto held = m_heldAs.find(client.name);
        const bool wasSeen =
            held != m_heldAs.end() && held->second.node == client.node && held->second.token == client.token;
        const bool holds = slot && slot->holds;
        if (holds && client.clientView == ClientView::Holding)
            m_heldAs[client.name] = {slot->path, client.node, slot->creationId, client.token};
        const bool isTroubled = client.paused || client.suspended || client.careless || open != m_open.end();
        const bool isMistaken = client.clientView == ClientView::Holding && !holds && wasSeen && isTroubled;
        // A client that lost one lock and believes it holds the next has another stale hold.
        const bool isSame = open != m_open.end() && isMistaken &&
                            m_all[static_cast<std::size_t>(open->second - m_forgotten)].node == client.node;
        if (isSame)
            continue;
        hasChanged = hasChanged || isMistaken || open != m_open.end();
        if (open != m_open.end())
            end(client.name, now);
        if (!isMistaken)
            continue;
        m_open[client.name] = m_forgotten + m_all.size();
        m_all.push_back({client.name, held->second.path, client.node, held->second.creationId, now, std::nullopt});
        if (m_all.size() > m_most) {
            std::erase_if(m_open, [this](const auto& each) { return each.second == m_forgotten; });
            m_all.pop_front();
            ++m_forgotten;
        }
    }
    return hasChanged;
}

bool StaleHolds::finish(WallTime now)
{
    const bool hasChanged = !m_open.empty();
    while (!m_open.empty())
        end(std::string(m_open.begin()->first), now);
    return hasChanged;
}

void StaleHolds::end(const std::string& client, WallTime now)
{
    const auto open = m_open.find(client);
    m_all[static_cast<std::size_t>(open->second - m_forgotten)].to = now;
    m_open.erase(open);
}

} // namespace lockscope::console
