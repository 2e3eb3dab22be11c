// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/measure/Occupancy.h"

#include <algorithm>

namespace lockscope::console {

bool Occupancy::enter(const std::string& client, bool writes)
{
    m_insiders.push_back({client, writes});
    return !isCrowded();
}

void Occupancy::leave(const std::string& client, bool writes)
{
    const auto found = std::find_if(m_insiders.begin(), m_insiders.end(), [&](const Insider& insider) {
        return insider.client == client && insider.writes == writes;
    });
    if (found != m_insiders.end())
        m_insiders.erase(found);
}

bool Occupancy::isInside(const std::string& client) const
{
    return std::any_of(m_insiders.begin(), m_insiders.end(),
                       [&](const Insider& insider) { return insider.client == client; });
}

bool Occupancy::isCrowded() const
{
    const auto inside = clients().size();
    if (!m_admission.readersShare)
        return inside > static_cast<std::size_t>(m_admission.most);
    const bool anyWrites =
        std::any_of(m_insiders.begin(), m_insiders.end(), [](const Insider& insider) { return insider.writes; });
    return anyWrites && inside > 1;
}

std::vector<std::string> Occupancy::clients() const
{
    std::vector<std::string> clients;
    for (const auto& insider : m_insiders) {
        if (std::find(clients.begin(), clients.end(), insider.client) == clients.end())
            clients.push_back(insider.client);
    }
    return clients;
}

} // namespace lockscope::console
