// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/ClientCore.h"

#include "core/base/Phrase.h"

#include <algorithm>
#include <utility>

namespace lockscope::redis {

namespace {

std::unique_ptr<ServerTopology> topologyFor(Topology kind, ServerTopology::Context context)
{
    switch (kind) {
    case Topology::Sentinel:
        return sentinelTopology(std::move(context));
    case Topology::Cluster:
        return clusterTopology(std::move(context));
    case Topology::Single:
    case Topology::Independent: // a client each
        break;
    }
    return singleTopology(std::move(context));
}

} // namespace

ClientCore::ClientCore(ClientSettings settings, Executor& executor, Log log, std::unique_ptr<Transports> transports)
    : m_settings(std::move(settings))
    , m_executor(executor)
    , m_log(std::move(log))
    , m_transports(std::move(transports))
    , m_subscriptions(std::make_shared<Subscriptions>(executor, m_log))
{
}

void ClientCore::start()
{
    const auto whileAlive = [this](void (*act)(ClientCore&)) -> Task {
        return [weak = weak_from_this(), act] {
            if (const auto core = weak.lock(); core && !core->isFinal())
                act(*core);
        };
    };
    ServerTopology::Context context{{m_executor, *m_transports, m_settings, m_log}, {}, {}};
    context.makeLink = [this](const Address& address, ServerLink::Probe probe, Task changed) {
        return makeLink(address, std::move(probe), std::move(changed)); // called by the topology, which this owns
    };
    context.handlers.layoutChanged = whileAlive([](ClientCore& core) {
        core.m_subscriptions->place();
        core.placeTrackings();
    });
    context.handlers.connectionsChanged = whileAlive([](ClientCore& core) {
        core.placeTrackings();
        core.updateStatus();
    });
    m_topology = topologyFor(m_settings.target.topology, std::move(context));
    m_subscriptions->use(*m_topology);
    m_executor.post(whileAlive([](ClientCore& core) { core.m_topology->start(); }));
}

void ClientCore::shutdown()
{
    m_executor.run([core = shared_from_this()] { core->endByDestruction(); });
}

ClientCore::LinkPtr ClientCore::makeLink(const Address& address, ServerLink::Probe probe, Task changed)
{
    struct Made {
        std::weak_ptr<ServerLink> link;
        std::uint64_t counted = 0; ///< of its connections
    };
    const auto made = std::make_shared<Made>();
    const auto withBoth = [weak = weak_from_this(), made](auto act) {
        return [weak, made, act = std::move(act)](const auto&... values) {
            const auto core = weak.lock();
            const auto link = made->link.lock();
            if (core && link && !core->isFinal())
                act(*core, link, values...);
        };
    };
    ServerLink::Handlers handlers;
    handlers.changed = withBoth([made, changed = std::move(changed)](ClientCore& core, const LinkPtr& link) {
        core.m_status->generation += link->connections() - std::exchange(made->counted, link->connections());
        changed();
    });
    handlers.confirmed = withBoth([](ClientCore& core, const LinkPtr&, ChannelKind kind, const std::string& name) {
        core.m_subscriptions->onConfirmed(kind, name);
    });
    handlers.message = withBoth([](ClientCore& core, const LinkPtr&, ChannelKind kind, const std::string& name,
                                   const Message& message) { core.m_subscriptions->onMessage(kind, name, message); });
    handlers.ended = withBoth([](ClientCore& core, const LinkPtr& link, ChannelKind kind, const std::string& name,
                                 const Value& reason) { core.m_subscriptions->onEnded(link, kind, name, reason); });
    const LinkContext context{m_executor, *m_transports, m_settings, m_log};
    auto link = std::make_shared<ServerLink>(context, address, std::move(probe), std::move(handlers));
    made->link = link;
    return link;
}

bool ClientCore::isFinal() const
{
    return m_status->state == SessionState::AuthFailed || m_status->state == SessionState::Closed;
}

const Status& ClientCore::status()
{
    refreshTimes();
    return *m_status;
}

Subscription ClientCore::observe(Client::StatusHandler handler, ObserverOf whose)
{
    return m_observers.add(std::move(handler), whose);
}

Subscription ClientCore::trackKeys(std::vector<std::string> prefixes, KeyChangeHandlers handlers)
{
    if (isFinal())
        return {};
    const LinkContext context{m_executor, *m_transports, m_settings, m_log};
    auto tracking = std::make_shared<KeyTracking>(context, *m_topology, std::move(prefixes), std::move(handlers));
    std::erase_if(m_trackings, [](const auto& one) { return one.expired(); });
    m_trackings.push_back(tracking);
    tracking->place();
    return Subscription([tracking = std::move(tracking)] { tracking->end(); });
}

void ClientCore::placeTrackings()
{
    for (const auto& weak : m_trackings) {
        if (const auto tracking = weak.lock())
            tracking->place();
    }
}

Subscription ClientCore::monitor(MonitorHandlers handlers)
{
    if (isFinal())
        return {};
    const LinkContext context{m_executor, *m_transports, m_settings, m_log};
    const auto shared = std::make_shared<const MonitorHandlers>(std::move(handlers));
    std::erase_if(m_monitors, [](const auto& one) { return one.expired(); });
    std::vector<std::shared_ptr<MonitorLink>> links;
    for (const auto& master : masters()) {
        MonitorLink::Handlers ofMaster{[shared, master] { shared->begun(master); },
                                       [shared, master](std::string_view line) { shared->line(master, line); },
                                       [shared, master](const Error& reason) { shared->ended(master, reason); }};
        links.push_back(std::make_shared<MonitorLink>(context, master, std::move(ofMaster)));
        m_monitors.push_back(links.back());
        links.back()->start();
    }
    return Subscription([links = std::move(links)] {
        for (const auto& link : links)
            link->close();
    });
}

bool ClientCore::usesShardedChannels() const
{
    return m_topology->usesShardedChannels();
}

std::shared_ptr<void> ClientCore::attachment(const void* key, const std::function<std::shared_ptr<void>()>& make)
{
    auto& attached = m_attachments[key];
    if (!attached)
        attached = make();
    return attached;
}

/// The times of the master that the client has had no contact with for longest.
void ClientCore::refreshTimes()
{
    if (isFinal())
        return;
    SteadyTime contact = SteadyTime::max();
    SteadyTime connected = SteadyTime::max();
    for (const auto& link : m_topology->masters()) {
        if (link->connections() == 0)
            continue;
        contact = std::min(contact, link->lastContact());
        connected = std::min(connected, link->connectedAt());
    }
    if (contact == SteadyTime::max())
        return;
    m_status->lastContact = contact;
    m_status->connectedAt = connected;
}

void ClientCore::updateStatus()
{
    using Reached = ServerTopology::Summary::State;
    auto summary = m_topology->summary();
    const auto before = *m_status;
    const bool isNewConnection = m_status->generation != m_publishedGeneration;
    if (summary.state == Reached::AuthFailed) {
        end(SessionState::AuthFailed, {ErrorCode::AuthFailed, {}, {}, summary.detail}, summary.detail);
        return publish();
    }
    m_status->server = std::move(summary.server);
    m_status->detail = std::move(summary.detail);
    if (summary.state == Reached::Connected) {
        m_status->state = SessionState::Connected;
        m_lostTimer.reset();
    } else if (before.state == SessionState::Connected) {
        m_status->state = SessionState::Suspended;
        armLost();
    }
    const bool isNewReason = m_status->state == SessionState::Connecting && m_status->detail != before.detail;
    if (isNewConnection || m_status->state != before.state || isNewReason)
        publish();
}

void ClientCore::armLost()
{
    const auto now = m_executor.clock().now();
    auto since = now;
    for (const auto& link : m_topology->masters()) {
        if (!link->isConnected() && link->connections() != 0)
            since = std::min(since, link->lastContact());
    }
    const auto left = std::max<Duration>(since + m_settings.lostAfter - now, Duration::zero());
    m_lostTimer = m_executor.after(left, [weak = weak_from_this()] {
        const auto core = weak.lock();
        if (!core || core->m_status->state != SessionState::Suspended)
            return;
        core->m_status->state = SessionState::Lost;
        core->publish();
    });
}

void ClientCore::publish()
{
    refreshTimes();
    m_publishedGeneration = m_status->generation;
    m_log.write(LogLevel::Info, "redis",
                std::string(toString(m_status->state)) + (m_status->server.empty() ? "" : " " + m_status->server) +
                    (m_status->detail.empty() ? "" : ": " + m_status->detail));
    m_observers.note(*m_status);
    m_observers.report();
}

/// `reason`: of the open requests, which fail in later tasks.
void ClientCore::end(SessionState state, const Error& reason, const std::string& detail)
{
    const bool wasFinal = isFinal();
    m_status->state = state;
    m_status->detail = detail;
    if (wasFinal)
        return;
    m_lostTimer.reset();
    m_topology->stop(reason);
    failRetries(reason);
    failHeld(reason);
    m_subscriptions->clear();
    for (const auto& weak : std::exchange(m_trackings, {})) {
        if (const auto tracking = weak.lock())
            tracking->end();
    }
    for (const auto& weak : std::exchange(m_monitors, {})) {
        if (const auto monitor = weak.lock())
            monitor->close();
    }
}

void ClientCore::endByDestruction()
{
    m_observers.dropTheClients();
    if (m_status->state == SessionState::Closed)
        return;
    end(SessionState::Closed, {ErrorCode::Closed, {}, {}, {}}, phrase("the client was destroyed"));
    m_executor.post([core = shared_from_this()] { core->publish(); });
}

void ClientCore::close(Task closed)
{
    const bool isNew = m_status->state != SessionState::Closed;
    if (isNew)
        end(SessionState::Closed, {ErrorCode::Closed, {}, {}, {}}, phrase("the client was closed"));
    // After the tasks in which the open requests fail.
    m_executor.post([core = shared_from_this(), closed = std::move(closed), isNew] {
        if (isNew)
            core->publish();
        closed();
    });
}

} // namespace lockscope::redis
