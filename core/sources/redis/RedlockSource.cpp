// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/RedlockSource.h"

#include <algorithm>
#include <utility>

namespace lockscope::inspect {

RedlockSource::RedlockSource(Settings settings, Log log)
    : m_settings(std::move(settings))
    , m_log(std::move(log))
{
}

RedlockSource::~RedlockSource()
{
    stop();
}

void RedlockSource::start(Handlers handlers)
{
    m_loop.post([this, handlers = std::move(handlers)] {
        std::vector<redis::Client*> masters;
        for (const auto& server : m_settings.connection.target.servers) {
            auto connection = m_settings.connection;
            connection.target.topology = redis::Topology::Single;
            connection.target.servers = {server};
            connection.requestTimeout = std::min(connection.requestTimeout, longestAnswer);
            connection.callbacks = &m_loop; // the handlers below do not block
            m_clients.push_back(std::make_unique<redis::Client>(std::move(connection), m_loop, m_log));
            masters.push_back(m_clients.back().get());
        }
        m_inspector =
            std::make_unique<RedlockInspector>(masters, m_settings.inspector, handlers.snapshot, handlers.session);
        handlers.session(m_inspector->status());
        m_inspector->start();
    });
}

void RedlockSource::stop()
{
    m_loop.runAndWait([this] {
        m_inspector.reset();
        m_clients.clear();
    });
}

void RedlockSource::read(Part part, Task begun)
{
    m_loop.post([this, part, begun = std::move(begun)] {
        if (m_inspector) {
            switch (part) {
            case Part::Everything:
            case Part::AllNodes:
                m_inspector->refresh();
                break;
            case Part::Locks:
                m_inspector->readLocks();
                break;
            case Part::Servers:
            case Part::Watches:
                break; // the servers report no sessions and no watches
            }
        }
        if (begun)
            begun();
    });
}

bool RedlockSource::confirm(const std::vector<std::string>& locks)
{
    m_loop.post([this, locks] {
        if (m_inspector)
            m_inspector->readLocks(locks);
    });
    return true;
}

} // namespace lockscope::inspect
