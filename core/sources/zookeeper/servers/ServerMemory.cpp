// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/servers/ServerMemory.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

namespace lockscope::ensemble {

namespace {

constexpr std::size_t mostRemembered = 200'000;

} // namespace

ConnectionIds idsOf(const ConnectionList& connections)
{
    ConnectionIds ids;
    ids.reserve(connections.size());
    for (const auto& connection : connections) {
        if (!connection.established)
            continue;
        ids.insert(std::hash<std::string>()(std::to_string(connection.session) + ' ' +
                                            std::to_string(connection.established->time_since_epoch().count())));
    }
    return ids;
}

bool haveCommon(const ConnectionIds& one, const ConnectionIds& other)
{
    const auto& smaller = one.size() < other.size() ? one : other;
    const auto& larger = one.size() < other.size() ? other : one;
    return std::any_of(smaller.begin(), smaller.end(), [&](std::size_t id) { return larger.contains(id); });
}

void ServerMemory::note(const ConnectionList* connections, Source source)
{
    if (connections && std::exchange(m_source, source) != source) {
        m_last.clear();
        m_missing.clear();
    }
    if (!connections) {
        m_uptime.forget();
        m_last.clear();
        return;
    }
    auto ids = idsOf(*connections);
    m_isShared = m_isShared || haveCommon(ids, m_missing);
    if (m_isShared || !haveCommon(ids, m_last))
        m_uptime.forget();
    if (m_missing.size() > mostRemembered)
        m_missing.clear();
    for (const auto id : m_last) {
        if (!ids.contains(id))
            m_missing.insert(id);
    }
    m_last = std::move(ids);
}

} // namespace lockscope::ensemble
