// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/connection/SourceConnection.h"

#include "core/connect/Route.h"

#include <chrono>
#include <sstream>
#include <utility>

namespace lockscope::ui {

namespace {

constexpr std::chrono::seconds figuresInterval{10};

} // namespace

SourceConnection::SourceConnection(const MakeBackend& makeBackend, ConnectionRequest order,
                                   inspect::LockSource::Handlers handlers, Log log)
    : m_log(std::move(log))
{
    const auto& profile = order.target.profile;
    m_releaseSettings.connect = order.target.text.toStdString();
    m_releaseSettings.access.profile = profile.name;
    m_releaseSettings.access.accounts = profile.redis
                                            ? std::vector{release::redisAccount(profile.releasingUser())}
                                            : release::accountNames(connect::accountsOf(profile, order.target.secrets));
    m_releaseSettings.access.unlocked = profile.isGuarded(); // a locked gate rejects every write
    handlers.snapshot = [this, publish = std::move(handlers.snapshot)](inspect::SnapshotPtr snapshot) {
        ++m_snapshotsMade;
        publish(std::move(snapshot));
    };
    auto findings = order.findings;
    auto backend = makeBackend(std::move(order), m_log);
    m_withActor = std::move(backend.withActor);
    m_figures = std::move(backend.figures);
    m_requests = std::move(backend.requests);
    m_requestLimit = backend.requestsPerSecond;
    m_inspection =
        std::make_unique<inspect::Inspection>(std::move(backend.source), std::move(findings), std::move(handlers));
}

SourceConnection::~SourceConnection()
{
    close();
}

void SourceConnection::logFigures()
{
    ++m_snapshotsShown;
    const auto now = SystemClock().now();
    if (!m_log.accepts(LogLevel::Debug) || now < m_nextFigures)
        return;
    m_nextFigures = now + figuresInterval;
    const auto findings = m_inspection->findingsTook().value_or(Duration(0));
    std::ostringstream line;
    line << m_figures() << ", " << m_snapshotsMade << " snapshots, " << m_snapshotsShown
         << " shown, last findings took " << std::chrono::duration<double, std::milli>(findings).count() << " ms";
    m_log.write(LogLevel::Debug, "connection", line.str());
}

void SourceConnection::withReleaseService(std::function<void(release::ReleaseService&)> task)
{
    m_withActor([this, task = std::move(task)](const std::shared_ptr<release::ReleaseActor>& actor) {
        if (!m_service)
            m_service = std::make_unique<release::ReleaseService>(actor, std::move(m_releaseSettings));
        task(*m_service);
    });
}

void SourceConnection::close()
{
    m_inspection->stop();
}

} // namespace lockscope::ui
