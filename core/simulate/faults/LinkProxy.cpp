// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/faults/LinkProxy.h"

#include "core/connect/ThreadTasks.h"

#include <QCoreApplication>
#include <QPointer>

#include <algorithm>
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
        m_thread->events().post([hub = m_hub] { delete hub; });
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
    hub->moveToThread(&m_thread->events().thread());
    Result<void> listening;
    // On that thread, as a socket belongs to the thread that created it.
    ensemble::runThere(hub, [hub, &listening] { listening = hub->listen(); });
    if (!listening) {
        m_thread->events().post([hub] { delete hub; });
        return listening;
    }
    const auto ports = hub->ports();
    for (std::size_t i = 0; i < ports.size(); ++i)
        m_connect.servers.push_back({addresses[i].listenAddress.toString().toStdString(), ports[i]});
    m_conditions.resize(ports.size());
    // Through the application object, because the hub does not know whether this object still exists.
    connect(hub, &LinkHub::sessionsEnded, hub,
            [self = QPointer(this)](quint64 request, const std::optional<Error>& error) {
                ensemble::runLater(QCoreApplication::instance(), [self, request, error] {
                    if (self)
                        self->reportEnded(request, error);
                });
            });
    m_hub = hub;
    return {};
}

void LinkProxy::set(const LinkCondition& condition, std::vector<std::size_t> servers)
{
    for (std::size_t i = 0; i < m_conditions.size(); ++i) {
        if (servers.empty() || std::find(servers.begin(), servers.end(), i) != servers.end())
            m_conditions[i] = condition;
    }
    if (m_hub)
        ensemble::runLater(m_hub,
                           [hub = m_hub, condition, servers = std::move(servers)] { hub->set(condition, servers); });
}

bool LinkProxy::hasFault() const
{
    return std::any_of(m_conditions.begin(), m_conditions.end(),
                       [](const LinkCondition& condition) { return condition != LinkCondition(); });
}

void LinkProxy::cutServer(std::size_t index, bool cut)
{
    if (m_hub)
        ensemble::runLater(m_hub, [hub = m_hub, index, cut] { hub->cutRoute(index, cut); });
}

void LinkProxy::settle(Task settled)
{
    const auto request = ++m_requests;
    m_settling.emplace(request, std::move(settled));
    const auto report = [self = QPointer(this), request] {
        ensemble::runLater(QCoreApplication::instance(), [self, request] {
            if (self)
                self->reportSettled(request);
        });
    };
    if (m_hub)
        ensemble::runLater(m_hub, report);
    else
        report();
}

void LinkProxy::reportSettled(quint64 request)
{
    if (const auto settled = m_settling.extract(request); !settled.empty())
        settled.mapped()();
}

void LinkProxy::endSessions(std::chrono::milliseconds waitLimit, Ended ended)
{
    const auto request = ++m_requests;
    m_asked.emplace(request, std::move(ended));
    if (m_hub)
        ensemble::runLater(m_hub, [hub = m_hub, request, waitLimit] { hub->endSessions(request, waitLimit); });
}

void LinkProxy::reportEnded(quint64 request, const std::optional<Error>& error)
{
    const auto asked = m_asked.extract(request);
    if (!asked.empty())
        asked.mapped()(error ? Result<void>(failure(*error)) : Result<void>());
}

} // namespace lockscope::console

#include "moc_LinkProxy.cpp"
