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

std::unique_ptr<redis::Client> RedlockSource::connectTo(const redis::Address& server, redis::ClientSettings connection)
{
    connection.target.topology = redis::Topology::Single;
    connection.target.servers = {server};
    connection.requestTimeout = std::min(connection.requestTimeout, longestAnswer);
    connection.callbacks = &m_loop; // the handlers do not block
    return std::make_unique<redis::Client>(std::move(connection), m_loop, m_log);
}

void RedlockSource::start(Handlers handlers)
{
    m_loop.post([this, handlers = std::move(handlers)] {
        const auto hosts = hostFinderSettings(m_settings.hosts, m_settings.connection.target.database, m_loop);
        if (!hosts) {
            handlers.failed(hosts.error());
            return;
        }
        std::vector<redis::Client*> masters;
        for (const auto& server : m_settings.connection.target.servers) {
            m_clients.push_back(connectTo(server, m_settings.connection));
            masters.push_back(m_clients.back().get());
            if (m_settings.writing)
                m_writers.push_back(connectTo(server, *m_settings.writing));
        }
        m_hosts = std::make_unique<HostFinder>(masters, *hosts, handlers.snapshot);
        const auto see = [this](const SnapshotPtr& snapshot) {
            m_last = snapshot;
            m_hosts->see(withServers(snapshot));
        };
        m_inspector = std::make_unique<RedlockInspector>(masters, m_settings.inspector, see, handlers.session);
        handlers.session(m_inspector->status());
        m_inspector->start();
        if (isLive()) {
            startReaders();
            m_waitLimit = m_loop.after(longestAnswer, [this] { readServers(); });
        }
    });
}

void RedlockSource::stop()
{
    m_loop.runAndWait([this] {
        m_inspector.reset();
        m_waitLimit = {};
        m_readers.clear();
        m_reports.clear();
        m_last.reset();
        m_hosts.reset();
        m_writers.clear();
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
                m_hosts->readClients();
                readServers();
                break;
            case Part::Watches:
                break; // the servers report none
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

bool RedlockSource::sampleHosts(std::chrono::milliseconds duration, std::function<void(const Result<void>&)> ended)
{
    sampleHostsOn(m_loop, m_hosts, duration, std::move(ended));
    return true;
}

/// The votes have what a Redlock needs of its masters. What else they report of themselves, a source that reads once
/// reads on request only.
void RedlockSource::startReaders()
{
    if (!m_readers.empty())
        return;
    m_reports.resize(m_clients.size());
    for (std::size_t i = 0; i < m_clients.size(); ++i) {
        m_readers.push_back(std::make_unique<ServerReader>(*m_clients[i], ServerReader::Settings(),
                                                           [this, i](std::shared_ptr<const RedisServers> report) {
                                                               m_reports[i] = std::move(report);
                                                               if (m_last)
                                                                   m_hosts->see(withServers(m_last));
                                                           }));
        m_readers.back()->start();
    }
}

/// A master without a connection is reported too. The others are read again by themselves.
void RedlockSource::readServers()
{
    startReaders();
    for (const auto& reader : m_readers) {
        if (!reader->hasBegun())
            reader->read();
    }
}

/// Once each master has been asked.
SnapshotPtr RedlockSource::withServers(const SnapshotPtr& snapshot) const
{
    if (m_reports.empty() || std::any_of(m_reports.begin(), m_reports.end(), [](const auto& one) { return !one; }))
        return snapshot;
    auto servers = std::make_shared<RedisServers>();
    for (const auto& report : m_reports)
        servers->servers.insert(servers->servers.end(), report->servers.begin(), report->servers.end());
    std::sort(servers->servers.begin(), servers->servers.end(),
              [](const auto& one, const auto& other) { return one.address < other.address; });
    auto copy = std::make_shared<Snapshot>(*snapshot);
    copy->redisServers = std::move(servers);
    return copy;
}

} // namespace lockscope::inspect
