// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/SessionObservers.h"

#include <utility>

namespace lockscope::zk {

Subscription SessionObservers::add(SessionHandler handler)
{
    const auto id = ++m_lastId;
    m_handlers->emplace(id, std::make_shared<const SessionHandler>(std::move(handler)));
    return Subscription([handlers = std::weak_ptr(m_handlers), id] {
        if (const auto all = handlers.lock())
            all->erase(id);
    });
}

void SessionObservers::tell()
{
    if (std::exchange(m_telling, true))
        return;
    while (!m_notices.empty()) {
        const auto notice = std::move(m_notices.front());
        m_notices.pop_front();
        const Handlers present = *m_handlers;
        for (const auto& [id, handler] : present) {
            if (m_handlers->contains(id))
                (*handler)(notice);
        }
    }
    m_telling = false;
}

} // namespace lockscope::zk
