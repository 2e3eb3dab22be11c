// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/ZooKeeperSource.h"

#include "core/base/Background.h"

#include <utility>

namespace lockscope::inspect {

namespace {

connect::ZooKeeperConnection::Settings withLog(connect::ZooKeeperConnection::Settings settings, const Log& log)
{
    settings.log = log;
    return settings;
}

} // namespace

ZooKeeperSource::ZooKeeperSource(zk::ClientFactory makeClient, Settings settings, Log log)
    : m_settings(std::move(settings.inspector))
    , m_collector(std::move(settings.collector))
    , m_isInBackground(settings.isInBackground)
    , m_log(std::move(log))
    , m_connection(std::move(makeClient), withLog(std::move(settings.connection), m_log))
{
    m_settings.moreSessions = [this] { return m_connection.anotherClient(); };
}

ZooKeeperSource::~ZooKeeperSource()
{
    stop();
}

void ZooKeeperSource::start(Handlers handlers)
{
    if (m_isInBackground) // threads started by the client and the collector inherit the priority
        m_connection.executor().post([] { goToBackground(); });
    m_connection.open({[this, handlers](zk::Client& client) { open(client, handlers); }, handlers.failed});
}

void ZooKeeperSource::open(zk::Client& client, const Handlers& handlers)
{
    m_session = client.onSession(handlers.session);
    handlers.session(client.session());
    if (m_collector)
        m_connection.applyTo(*m_collector);
    m_inspector = std::make_unique<EnsembleInspector>(client, m_settings, m_collector, handlers.snapshot, m_log);
    m_inspector->start();
}

void ZooKeeperSource::stop()
{
    m_connection.close([this] {
        m_inspector.reset();
        m_session.reset();
    });
}

void ZooKeeperSource::read(Part part, Task begun)
{
    m_connection.executor().post([this, part, begun = std::move(begun)] {
        if (m_inspector) {
            switch (part) {
            case Part::Everything:
                m_inspector->refresh();
                break;
            case Part::AllNodes:
                m_inspector->readAllNodes();
                break;
            case Part::Locks:
                m_inspector->listAgain();
                break;
            case Part::Servers:
                m_inspector->refreshFacts();
                break;
            case Part::Watches:
                m_inspector->askWatches();
                break;
            }
        }
        if (begun)
            begun();
    });
}

bool ZooKeeperSource::confirm(const std::vector<std::string>& locks)
{
    m_connection.executor().post([this, locks] {
        if (m_inspector)
            m_inspector->confirm(locks);
    });
    return true;
}

void ZooKeeperSource::freshFacts(std::chrono::milliseconds waitLimit, ensemble::FactsSource::Done done)
{
    if (m_inspector)
        m_inspector->freshFacts(waitLimit, std::move(done));
    else
        done(nullptr); // the source is being closed
}

} // namespace lockscope::inspect
