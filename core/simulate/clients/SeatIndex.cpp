// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/SeatIndex.h"

namespace lockscope::console {

SeatIndex::SeatIndex(const EnsembleView& view)
{
    for (const SeenContender& seat : view.seats) {
        if (!seat.nodePath.empty())
            m_byNodePath.emplace(seat.nodePath, &seat);
        m_byName.emplace(std::pair(std::string_view(seat.path), std::string_view(seat.node)), &seat);
    }
}

const SeenContender* SeatIndex::of(const ClientFacts& client) const
{
    if (client.node.empty())
        return nullptr;
    if (!client.nodePath.empty()) {
        const auto seat = m_byNodePath.find(client.nodePath);
        if (seat == m_byNodePath.end())
            return nullptr;
        // Its token is the czxid: another one's node can stand there under the same name.
        const auto czxid = seat->second->czxid;
        const bool isSomebodyElse = czxid != 0 && client.token != 0 && czxid != client.token;
        return isSomebodyElse ? nullptr : seat->second;
    }
    if (const auto seat = m_byName.find({client.path, client.node}); seat != m_byName.end())
        return seat->second;
    for (const std::string& path : client.paths) {
        if (const auto seat = m_byName.find({path, client.node}); seat != m_byName.end())
            return seat->second;
    }
    return nullptr;
}

} // namespace lockscope::console
