// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/discovery/Walker.h"

#include "core/base/Path.h"

#include <utility>

namespace lockscope::inspect {

namespace {

constexpr auto tickInterval = std::chrono::seconds(1);

} // namespace

LiveInspector::Walker::Walker(zk::Client& client, InspectorSettings settings, Publish publish, Log log)
    : m_client(client)
    , m_settings(std::move(settings))
    , m_log(std::move(log))
    , m_requests(client.executor(), m_settings.maxInFlight, m_settings.requestsPerSecond)
    , m_sessions(client, m_settings, [this](WatchSessions::Index index) { onWatchSession(index); })
    , m_board(
          client.executor(), m_settings, [this] { return takeStock(); }, std::move(publish))
{
}

// --- the connection ------------------------------------------------------------------------------------------------

void LiveInspector::Walker::start()
{
    m_session = m_client.onSession([weak = weak_from_this()](const zk::Session& session) {
        if (const auto me = weak.lock())
            me->onSession(session);
    });
    tick();
    onSession(m_client.session());
}

void LiveInspector::Walker::onSession(const zk::Session& session)
{
    switch (session.state) {
    case SessionState::Connected:
    case SessionState::ReadOnly:
        // The client has set its watches again, but changes during the disconnect are only found by reading.
        refresh();
        break;
    case SessionState::Lost:
    case SessionState::Closed:
    case SessionState::AuthFailed:
        dropWatches();
        break;
    case SessionState::Connecting:
    case SessionState::Suspended:
        break;
    }
    m_board.changed();
}

void LiveInspector::Walker::dropWatches()
{
    m_requests.clear();
    for (auto& [path, visit] : m_visits) {
        visit.watch.reset();
        visit.rootWatch.reset();
        giveWatch(path, visit);
        visit.open = false;
        visit.again = false;
        visit.asksLeases = false;
        visit.generation = ++m_generation;
        visit.wanted.clear();
        visit.isInLine = false;
        visit.asked.clear();
    }
    m_again.clear();
}

/// The session is new: nodes without capacity are watched now. Or it was disconnected: the nodes that it watched may
/// have changed.
void LiveInspector::Walker::onWatchSession(WatchSessions::Index index)
{
    std::vector<std::string> due;
    for (const auto& [path, visit] : m_visits) {
        if (visit.watchedBy == index || (visit.watchedBy == WatchSessions::none && visit.polled))
            due.push_back(path);
    }
    for (const auto& path : due)
        look(path);
    m_board.changed();
}

void LiveInspector::Walker::takeWatch(const std::string& path, Visit& visit)
{
    if (visit.watchedBy == WatchSessions::none)
        visit.watchedBy = m_sessions.reserve(path);
}

void LiveInspector::Walker::giveWatch(const std::string& path, Visit& visit)
{
    m_sessions.release(std::exchange(visit.watchedBy, WatchSessions::none), path);
}

void LiveInspector::Walker::countEmpty(const std::string& path, bool isEmpty)
{
    const auto parent = parentOf(path);
    if (isEmpty) {
        m_emptyBelow[parent].insert(path);
        return;
    }
    const auto found = m_emptyBelow.find(parent);
    if (found == m_emptyBelow.end())
        return;
    found->second.erase(path);
    if (found->second.empty())
        m_emptyBelow.erase(found);
}

void LiveInspector::Walker::refresh()
{
    if (!canRead(m_client.session().state))
        return;
    m_walked = true;
    std::vector<std::string> known;
    for (const auto& [path, visit] : m_visits)
        known.push_back(path);
    for (const auto& root : m_settings.roots)
        visit(root);
    for (const auto& path : known)
        look(path);
}

// --- time and snapshots ---------------------------------------------------------------------------------------------

void LiveInspector::Walker::tick()
{
    m_ticker = m_client.executor().after(tickInterval, [weak = weak_from_this()] {
        const auto me = weak.lock();
        if (!me)
            return;
        me->lookAgain();
        me->reviewHolders();
        me->m_board.changed(); // ages change even without events
        me->tick();
    });
}

void LiveInspector::Walker::lookAgain()
{
    if (!canRead(m_client.session().state))
        return;
    std::vector<std::string> due;
    for (const auto& path : std::exchange(m_again, {})) {
        if (m_visits.contains(path))
            due.push_back(path);
    }
    const auto now = m_client.executor().clock().now();
    if (now >= m_nextPoll && !m_settings.manual) {
        // Jitter of up to a third, so that several inspectors do not poll at the same moment.
        const auto third = m_settings.pollInterval.count() / 3;
        std::uniform_int_distribution<std::int64_t> jitter(-third, third);
        m_nextPoll = now + m_settings.pollInterval + std::chrono::milliseconds(jitter(m_random));
        for (const auto& [path, visit] : m_visits) {
            if (visit.polled || m_board.hasProblem(path))
                due.push_back(path);
        }
    }
    for (const auto& path : due)
        look(path);
}

SnapshotBoard::Conditions LiveInspector::Walker::takeStock()
{
    for (const auto& path : std::exchange(m_stale, {})) {
        const auto found = m_visits.find(path);
        if (found != m_visits.end() && found->second.dialect)
            rebuild(found->second);
    }
    SnapshotBoard::Conditions conditions;
    conditions.session = m_client.session();
    conditions.complete = canRead(conditions.session.state) && m_walked && m_requests.isIdle() && m_again.empty() &&
                          !m_sessions.isCutOff();
    conditions.watches = m_sessions.watches();
    conditions.ownSessions = m_sessions.ids();
    for (const auto& [path, empty] : m_emptyBelow)
        conditions.emptyParents.push_back({path, static_cast<int>(empty.size()), *empty.begin()});
    return conditions;
}

} // namespace lockscope::inspect
