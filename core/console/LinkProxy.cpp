// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/console/LinkProxy.h"

#include "core/ensemble/RunThere.h"

#include <utility>

namespace lockscope::console {

LinkProxy::LinkProxy(std::shared_ptr<LinkThread> thread, QObject* parent)
    : QObject(parent)
    , m_thread(std::move(thread))
{
}

LinkProxy::~LinkProxy()
{
    if (m_hub)
        m_hub->deleteLater(); // on its thread
}

Result<void> LinkProxy::open(const zk::ConnectString& servers)
{
    std::vector<LinkRoute> routes;
    for (const zk::Server& server : servers.servers)
        routes.push_back({QString::fromStdString(server.host), server.port});
    m_connect.chroot = servers.chroot;
    return open(std::move(routes));
}

Result<void> LinkProxy::open(std::vector<LinkRoute> routes)
{
    const auto addresses = routes;
    auto* const hub = new LinkHub(std::move(routes));
    hub->moveToThread(&m_thread->thread());
    Result<void> listening;
    // There, for a socket belongs to the thread that made it.
    ensemble::runThere(hub, [hub, &listening] { listening = hub->listen(); });
    if (!listening) {
        hub->deleteLater();
        return listening;
    }
    const auto ports = hub->ports();
    for (std::size_t i = 0; i < ports.size(); ++i)
        m_connect.servers.push_back({addresses[i].listenAddress.toString().toStdString(), ports[i]});
    connect(hub, &LinkHub::sessionsEnded, this, [this](quint64 request, const std::optional<Error>& error) {
        const auto asked = m_asked.extract(request);
        if (!asked.empty())
            asked.mapped()(error ? Result<void>(failure(*error)) : Result<void>());
    });
    m_hub = hub;
    return {};
}

void LinkProxy::set(const LinkCondition& condition)
{
    m_condition = condition;
    if (m_hub)
        QMetaObject::invokeMethod(m_hub, [hub = m_hub, condition] { hub->set(condition); });
}

void LinkProxy::cutServer(std::size_t index, bool cut)
{
    if (m_hub)
        QMetaObject::invokeMethod(m_hub, [hub = m_hub, index, cut] { hub->cutRoute(index, cut); });
}

void LinkProxy::endSessions(std::chrono::milliseconds patience, Ended ended)
{
    const auto request = ++m_requests;
    m_asked.emplace(request, std::move(ended));
    if (m_hub)
        QMetaObject::invokeMethod(m_hub, [hub = m_hub, request, patience] { hub->endSessions(request, patience); });
}

void LinkProxy::settle()
{
    if (m_hub)
        ensemble::runThere(m_hub, [] {});
}

} // namespace lockscope::console
