// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/connection/ConnectionLine.h"

#include <chrono>
#include <sstream>
#include <utility>

namespace lockscope::ui {

namespace {

constexpr std::chrono::milliseconds factsWaitLimit{3'000};
constexpr std::chrono::seconds figuresInterval{10};

inspect::ZooKeeperSource::Settings settingsOf(ConnectionLine::Order order, std::shared_ptr<zk::Traffic> traffic)
{
    inspect::ZooKeeperSource::Settings settings;
    const auto& profile = order.target.profile;
    settings.inspector.connect = order.target.text.toStdString();
    settings.inspector.dialects = std::move(order.dialects);
    settings.inspector.roots = profile.roots;
    settings.inspector.requestsPerSecond = profile.requestsPerSecond;
    if (profile.watchBudget > 0)
        settings.inspector.watchBudget = profile.watchBudget;
    settings.collector = std::move(order.collector);
    settings.isInBackground = true;
    settings.connection = {profile, std::move(order.target.secrets), std::move(order.gate), std::move(traffic)};
    return settings;
}

} // namespace

ConnectionLine::ConnectionLine(const zk::ClientFactory& makeClient, Order order, inspect::LockSource::Handlers handlers,
                               Log log)
    : m_dialects(order.dialects)
    , m_log(log)
{
    const auto& profile = order.target.profile;
    m_deskSettings.connect = order.target.text.toStdString();
    m_deskSettings.access.profile = profile.name;
    m_deskSettings.access.accounts = release::accountNames(connect::accountsOf(profile, order.target.secrets));
    m_deskSettings.access.unlocked = profile.isGuarded(); // else the gate lets nothing through
    if (order.collector)
        m_actorSettings.freshFacts = [this](ensemble::FactsSource::Done done) {
            m_source->freshFacts(factsWaitLimit, std::move(done));
        };
    handlers.snapshot = [this, publish = std::move(handlers.snapshot)](inspect::SnapshotPtr snapshot) {
        ++m_snapshotsMade;
        publish(std::move(snapshot));
    };
    auto findings = order.findings;
    auto source =
        std::make_unique<inspect::ZooKeeperSource>(makeClient, settingsOf(std::move(order), m_traffic), std::move(log));
    m_source = source.get();
    m_inspection = std::make_unique<inspect::Inspection>(std::move(source), std::move(findings), std::move(handlers));
}

ConnectionLine::~ConnectionLine()
{
    close();
}

void ConnectionLine::logFigures()
{
    ++m_snapshotsShown;
    const auto now = SystemClock().now();
    if (!m_log.accepts(LogLevel::Debug) || now < m_nextFigures)
        return;
    m_nextFigures = now + figuresInterval;
    const auto findings = m_inspection->findingsTook().value_or(Duration(0));
    std::ostringstream line;
    line << m_traffic->requests << " requests, " << m_traffic->writes << " writes, " << m_traffic->watchEvents
         << " watch events, " << m_snapshotsMade << " snapshots, " << m_snapshotsShown << " shown, last findings took "
         << std::chrono::duration<double, std::milli>(findings).count() << " ms";
    m_log.write(LogLevel::Debug, "connection", line.str());
}

void ConnectionLine::withDesk(std::function<void(release::ReleaseDesk&)> task)
{
    m_source->connection().executor().post([this, task = std::move(task)] {
        auto* client = m_source->connection().client();
        if (!client)
            return;
        if (!m_desk)
            m_desk = std::make_unique<release::ReleaseDesk>(
                std::make_shared<release::ZooKeeperReleaseActor>(*client, m_dialects, std::move(m_actorSettings)),
                std::move(m_deskSettings));
        task(*m_desk);
    });
}

void ConnectionLine::close()
{
    m_inspection->stop();
}

} // namespace lockscope::ui
