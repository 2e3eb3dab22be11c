// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/client/SessionObservers.h"

#include <iterator>
#include <utility>

namespace lockscope::zk {

Subscription SessionObservers::add(SessionHandler handler, ObserverOf whose)
{
    const auto id = ++m_lastId;
    m_handlers->emplace(id, Observer{std::make_shared<const SessionHandler>(std::move(handler)), whose});
    return Subscription([handlers = std::weak_ptr(m_handlers), id] {
        if (const auto all = handlers.lock())
            all->extract(id); // destroyed outside the map: it may own another subscription
    });
}

void SessionObservers::report()
{
    if (std::exchange(m_telling, true))
        return;
    while (!m_notices.empty()) {
        const auto notice = std::move(m_notices.front());
        m_notices.pop_front();
        const Handlers present = *m_handlers;
        for (const auto& [id, observer] : present) {
            if (m_handlers->contains(id))
                (*observer.handler)(notice);
        }
    }
    m_telling = false;
}

void SessionObservers::dropTheClients()
{
    Handlers dropped; // destroyed outside the map: they may own subscriptions of this object
    for (auto it = m_handlers->begin(); it != m_handlers->end();) {
        const auto next = std::next(it);
        if (it->second.whose == ObserverOf::Client)
            dropped.insert(m_handlers->extract(it));
        it = next;
    }
}

} // namespace lockscope::zk
