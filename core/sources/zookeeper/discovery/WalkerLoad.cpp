// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of Walker that tells what it has to do.

#include "core/sources/zookeeper/discovery/Walker.h"

namespace lockscope::inspect {

InspectorLoad LiveInspector::Walker::load() const
{
    InspectorLoad load;
    load.requests = m_requests.load();
    load.directories = m_visits.size();
    for (const auto& [path, visit] : m_visits) {
        load.polled += visit.polled ? 1 : 0;
        load.unread += visit.wanted.size() + visit.asked.size();
    }
    load.watches = m_sessions.watches();
    load.watchBudget = m_settings.watchBudget;
    load.pathBytes = m_sessions.pathBytes();
    load.mostPathBytes = WatchSessions::mostPathBytes;
    return load;
}

} // namespace lockscope::inspect
