// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/StatusObservers.h"

#include <utility>
#include <vector>

namespace lockscope::redis {

Subscription StatusObservers::add(Client::StatusHandler handler, ObserverOf whose)
{
    const auto id = ++m_lastId;
    m_observers->emplace(id, std::make_shared<const Observer>(Observer{std::move(handler), whose}));
    return Subscription([weak = std::weak_ptr(m_observers), id] {
        if (const auto observers = weak.lock())
            observers->extract(id); // destroyed outside the map: it may own another subscription
    });
}

/// An observer may add others, which are called from the next status on, and remove others.
void StatusObservers::report()
{
    if (std::exchange(m_isReporting, true))
        return;
    while (!m_notices.empty()) {
        const auto notice = std::move(m_notices.front());
        m_notices.pop_front();
        const auto last = m_lastId;
        for (auto next = m_observers->begin(); next != m_observers->end() && next->first <= last;) {
            const auto [id, observer] = *next;
            observer->handler(notice);
            next = m_observers->upper_bound(id);
        }
    }
    m_isReporting = false;
}

void StatusObservers::dropTheClients()
{
    std::vector<Observers::node_type> dropped; // destroyed outside the map, for the same reason
    for (auto next = m_observers->begin(); next != m_observers->end();) {
        const auto one = next++;
        if (one->second->whose == ObserverOf::Client)
            dropped.push_back(m_observers->extract(one));
    }
}

} // namespace lockscope::redis
