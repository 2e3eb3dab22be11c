// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/faults/PeerLinks.h"

#include <utility>

namespace lockscope::console {

PeerLinks::PeerLinks(std::shared_ptr<LinkThread> thread)
    : m_thread(std::move(thread))
{
}

Result<void> PeerLinks::open(const std::vector<ensemble::PeerRoute>& routes)
{
    m_routes = routes;
    m_cut.clear();
    m_link = std::make_unique<LinkProxy>(m_thread);
    std::vector<LinkRoute> links;
    links.reserve(routes.size());
    for (const ensemble::PeerRoute& route : routes)
        links.push_back({QStringLiteral("127.0.0.1"), route.port, QHostAddress(route.listenAddress), route.port});
    return m_link->open(std::move(links));
}

void PeerLinks::cut(int server, bool cut)
{
    if (!m_link || server < 0)
        return;
    m_cut.resize(std::max(m_cut.size(), static_cast<std::size_t>(server) + 1));
    m_cut[static_cast<std::size_t>(server)] = cut;
    const auto isCut = [this](int one) {
        return static_cast<std::size_t>(one) < m_cut.size() && m_cut[static_cast<std::size_t>(one)];
    };
    for (std::size_t i = 0; i < m_routes.size(); ++i)
        m_link->cutServer(i, isCut(m_routes[i].from) || isCut(m_routes[i].to));
}

} // namespace lockscope::console
