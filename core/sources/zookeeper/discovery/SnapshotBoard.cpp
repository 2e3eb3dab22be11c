// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/discovery/SnapshotBoard.h"

#include <algorithm>
#include <cassert>

namespace lockscope::inspect {

SnapshotBoard::SnapshotBoard(Executor& executor, const InspectorSettings& settings, TakeStock takeStock,
                             LiveInspector::Publish publish)
    : m_executor(executor)
    , m_settings(settings)
    , m_takeStock(std::move(takeStock))
    , m_publish(std::move(publish))
{
}

void SnapshotBoard::show(Lock lock)
{
    assert(!lock.firstDuplicate()); // a server lists each name of a directory once
    auto path = lock.path;
    m_locks.insert_or_assign(std::move(path), std::make_shared<const Lock>(std::move(lock)));
    changed();
}

void SnapshotBoard::hide(const std::string& path)
{
    if (m_locks.erase(path) > 0)
        changed();
}

const Lock* SnapshotBoard::find(const std::string& path) const
{
    const auto found = m_locks.find(path);
    return found == m_locks.end() ? nullptr : found->second.get();
}

void SnapshotBoard::changed()
{
    if (m_due)
        return;
    m_due = true;
    const Duration wait = m_lastSnapshot + m_settings.snapshotInterval - m_executor.clock().now();
    m_timer = m_executor.after(std::max(wait, Duration::zero()), [this] { publishNow(); });
}

void SnapshotBoard::publishNow()
{
    auto conditions = m_takeStock();
    m_due = false;
    m_lastSnapshot = m_executor.clock().now();
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->connect = m_settings.connect;
    snapshot->dialects = m_settings.dialects;
    snapshot->session = std::move(conditions.session);
    const auto& session = snapshot->session;
    const auto now = m_executor.clock().wallNow();
    if (session.state == SessionState::ReadOnly || m_lastSign == WallTime()) {
        m_lastSign = now; // replies of a read-only server confirm no session, so lastContact does not count them
        m_lastSignAt = m_lastSnapshot;
    } else if (session.lastContact != SteadyTime()) {
        // As old as the server's last reply: a broken connection is noticed late. A new session has no reply yet.
        m_lastSignAt = std::min(session.lastContact, m_lastSnapshot);
        m_lastSign = now - std::chrono::duration_cast<std::chrono::milliseconds>(m_lastSnapshot - m_lastSignAt);
    }
    snapshot->takenAt = m_lastSign;
    snapshot->serverTimeAtLeast = conditions.serverClock.atLeast(m_lastSignAt);
    snapshot->complete = conditions.complete;
    snapshot->unread = conditions.unread;
    snapshot->locks.reserve(m_locks.size());
    for (const auto& [path, lock] : m_locks)
        snapshot->locks.push_back(lock);
    for (const auto& [path, error] : m_problems)
        snapshot->problems.push_back({path, error});
    snapshot->isHalted = conditions.halt.has_value();
    if (conditions.halt)
        snapshot->problems.insert(snapshot->problems.begin(), *std::move(conditions.halt));
    snapshot->watches = conditions.watches;
    snapshot->ownSessions = std::move(conditions.ownSessions);
    snapshot->emptyParents = std::move(conditions.emptyParents);
    snapshot->recognitions = std::move(conditions.recognitions);
    snapshot->largeDirectories = std::move(conditions.largeDirectories);
    snapshot->watchBudget = m_settings.manual ? 0 : m_settings.watchBudget;
    snapshot->manual = m_settings.manual;
    snapshot->eventsPerSecond = m_events.perSecond(m_lastSnapshot);
    snapshot->revision = ++m_revision;
    m_publish(std::move(snapshot));
}

} // namespace lockscope::inspect
