// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/discovery/PictureBoard.h"

#include <algorithm>
#include <cassert>

namespace lockscope::inspect {

PictureBoard::PictureBoard(Executor& executor, const InspectorSettings& settings, TakeStock takeStock,
                           LiveInspector::Publish publish)
    : m_executor(executor)
    , m_settings(settings)
    , m_takeStock(std::move(takeStock))
    , m_publish(std::move(publish))
{
}

void PictureBoard::show(LockQueue lock)
{
    assert(!lock.firstDuplicate()); // a server lists each name of a directory once
    auto path = lock.path;
    m_locks.insert_or_assign(std::move(path), std::make_shared<const LockQueue>(std::move(lock)));
    changed();
}

void PictureBoard::hide(const std::string& path)
{
    if (m_locks.erase(path) > 0)
        changed();
}

const LockQueue* PictureBoard::find(const std::string& path) const
{
    const auto found = m_locks.find(path);
    return found == m_locks.end() ? nullptr : found->second.get();
}

void PictureBoard::changed()
{
    if (m_due)
        return;
    m_due = true;
    const Duration wait = m_lastPicture + m_settings.pictureInterval - m_executor.clock().now();
    m_timer = m_executor.after(std::max(wait, Duration::zero()), [this] { publishNow(); });
}

void PictureBoard::publishNow()
{
    auto conditions = m_takeStock();
    m_due = false;
    m_lastPicture = m_executor.clock().now();
    auto picture = std::make_shared<Picture>();
    picture->connect = m_settings.connect;
    picture->dialects = m_settings.dialects;
    picture->session = std::move(conditions.session);
    const auto& session = picture->session;
    const auto now = m_executor.clock().wallNow();
    const bool connected = zk::canRead(session.state);
    if (connected || m_lastSign == WallTime()) {
        m_lastSign = now;
    } else if (session.lastContact != SteadyTime()) {
        // As old as the server's last sign of life. A new session that is only asked for has none of its own.
        const Duration silence = m_lastPicture - session.lastContact;
        m_lastSign = now - std::chrono::duration_cast<std::chrono::milliseconds>(std::max(silence, Duration::zero()));
    }
    picture->takenAt = m_lastSign;
    picture->complete = conditions.complete;
    picture->locks.reserve(m_locks.size());
    for (const auto& [path, lock] : m_locks)
        picture->locks.push_back(lock);
    for (const auto& [path, error] : m_problems)
        picture->problems.push_back({path, error});
    picture->watches = conditions.watches;
    picture->ownSessions = std::move(conditions.ownSessions);
    picture->emptyParents = std::move(conditions.emptyParents);
    picture->watchBudget = m_settings.manual ? 0 : m_settings.watchBudget;
    picture->manual = m_settings.manual;
    picture->eventsPerSecond = m_events.perSecond(m_lastPicture);
    picture->revision = ++m_revision;
    m_publish(std::move(picture));
}

} // namespace lockscope::inspect
