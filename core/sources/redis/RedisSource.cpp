// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/RedisSource.h"

#include <utility>

namespace lockscope::inspect {

RedisSource::RedisSource(Settings settings, Log log)
    : m_settings(std::move(settings))
    , m_log(std::move(log))
{
}

RedisSource::~RedisSource()
{
    stop();
}

void RedisSource::start(Handlers handlers)
{
    m_loop.post([this, handlers = std::move(handlers)] {
        const auto hosts = hostFinderSettings(m_settings.hosts, m_settings.connection.target.database, m_loop);
        if (!hosts) {
            handlers.failed(hosts.error());
            return;
        }
        auto connection = m_settings.connection;
        connection.callbacks = &m_loop; // the handlers below do not block
        m_client = std::make_unique<redis::Client>(std::move(connection), m_loop, m_log);
        if (auto writing = m_settings.writing) {
            writing->callbacks = &m_loop;
            m_writer = std::make_unique<redis::Client>(*std::move(writing), m_loop, m_log);
        }
        m_session = m_client->onStatus(handlers.session);
        handlers.session(m_client->status());
        auto inspector = m_settings.inspector;
        inspector.database = m_settings.connection.target.database;
        m_hosts = std::make_unique<HostFinder>(std::vector<redis::Client*>{m_client.get()}, *hosts, handlers.snapshot);
        m_inspector = std::make_unique<RedisInspector>(*m_client, std::move(inspector),
                                                       [this](const SnapshotPtr& snapshot) { m_hosts->see(snapshot); });
        m_inspector->start();
    });
}

void RedisSource::stop()
{
    m_loop.runAndWait([this] {
        m_inspector.reset();
        m_hosts.reset();
        m_session.reset();
        m_writer.reset();
        m_client.reset();
    });
}

void RedisSource::read(Part part, Task begun)
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
                m_hosts->readClients();
                break;
            case Part::Watches:
                break; // the server reports none
            }
        }
        if (begun)
            begun();
    });
}

bool RedisSource::confirm(const std::vector<std::string>& locks)
{
    m_loop.post([this, locks] {
        if (m_inspector)
            m_inspector->confirm(locks);
    });
    return true;
}

bool RedisSource::sampleHosts(std::chrono::milliseconds duration, std::function<void(const Result<void>&)> ended)
{
    sampleHostsOn(m_loop, m_hosts, duration, std::move(ended));
    return true;
}

} // namespace lockscope::inspect
