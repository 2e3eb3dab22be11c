// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/discovery/WatchSessions.h"

#include <algorithm>

namespace lockscope::inspect {

namespace {

/// Limit of watched path bytes per session: half of the servers' packet limit.
constexpr std::size_t mostPathBytes = std::size_t(512) * 1024;
/// From this size on the next session is opened, so that it is ready in time.
constexpr std::size_t manyBytes = mostPathBytes / 4 * 3;
/// Length prefix of each path in the packet.
constexpr std::size_t bytesBesidePath = 4;

std::size_t bytesOf(const std::string& path)
{
    return path.size() + bytesBesidePath;
}

} // namespace

WatchSessions::WatchSessions(zk::Client& first, const InspectorSettings& settings, News news)
    : m_settings(settings)
    , m_news(std::move(news))
{
    m_sessions.push_back(std::make_unique<Session>());
    m_sessions.front()->client = &first;
    m_sessions.front()->isReady = true; // the inspector handles its state
}

WatchSessions::~WatchSessions() = default;

WatchSessions::Index WatchSessions::reserve(const std::string& path)
{
    if (m_settings.manual || m_watches >= m_settings.watchBudget)
        return none;
    const auto bytes = bytesOf(path);
    const auto found = std::find_if(m_sessions.begin(), m_sessions.end(), [&](const auto& session) {
        return session->isReady && session->bytes + bytes <= mostPathBytes;
    });
    const auto index = static_cast<Index>(found - m_sessions.begin());
    const bool hasRoom = found != m_sessions.end();
    const bool isFilling = !hasRoom || (std::next(found) == m_sessions.end() && (*found)->bytes + bytes > manyBytes);
    if (hasRoom) {
        (*found)->bytes += bytes;
        ++m_watches;
    }
    if (isFilling && m_settings.moreSessions && !isOpening())
        open();
    return hasRoom ? index : none;
}

void WatchSessions::release(Index index, const std::string& path)
{
    if (index == none)
        return;
    m_sessions.at(static_cast<std::size_t>(index))->bytes -= bytesOf(path);
    --m_watches;
}

zk::Client& WatchSessions::client(Index index) const
{
    return *m_sessions.at(static_cast<std::size_t>(index))->client;
}

bool WatchSessions::isOpening() const
{
    return std::any_of(m_sessions.begin(), m_sessions.end(), [](const auto& session) { return !session->isReady; });
}

bool WatchSessions::isCutOff() const
{
    return std::any_of(m_sessions.begin(), m_sessions.end(),
                       [](const auto& session) { return !session->isReady && session->bytes > 0; });
}

std::vector<SessionId> WatchSessions::ids() const
{
    std::vector<SessionId> ids;
    for (const auto& session : m_sessions) {
        if (const auto id = session->client->session().id; id != 0)
            ids.push_back(id);
    }
    return ids;
}

void WatchSessions::open()
{
    auto session = std::make_unique<Session>();
    session->own = m_settings.moreSessions();
    session->client = session->own.get();
    const auto index = static_cast<Index>(m_sessions.size());
    session->state = session->client->onSession([this, index](const zk::Session& state) { onState(index, state); });
    m_sessions.push_back(std::move(session));
}

void WatchSessions::onState(Index index, const zk::Session& state)
{
    auto& session = *m_sessions.at(static_cast<std::size_t>(index));
    const bool isReady = canRead(state.state);
    if (std::exchange(session.isReady, isReady) != isReady && isReady)
        m_news(index, std::exchange(session.generation, state.generation) != state.generation);
}

} // namespace lockscope::inspect
