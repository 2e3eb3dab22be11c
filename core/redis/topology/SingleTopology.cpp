// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/topology/SingleTopology.h"

#include "core/base/Phrase.h"
#include "core/redis/topology/LinkProblem.h"

#include <utility>

namespace lockscope::redis {

namespace {

/// A connection that is older is closed after READONLY. A newer one shows that the name still leads to a replica.
constexpr Duration leastAge = std::chrono::seconds(5);

} // namespace

SingleTopology::SingleTopology(Context context)
    : m_executor(context.link.executor)
    , m_link(context.makeLink(context.link.settings.target.servers.front(), {},
                              std::move(context.handlers.connectionsChanged)))
{
}

void SingleTopology::start()
{
    m_link->start();
}

void SingleTopology::stop(const Error& reason)
{
    m_link->close(reason);
}

std::shared_ptr<ServerLink> SingleTopology::linkFor(std::string_view /*key*/)
{
    return m_link;
}

std::vector<std::shared_ptr<ServerLink>> SingleTopology::masters() const
{
    return {m_link};
}

ServerTopology::Summary SingleTopology::summary() const
{
    Summary summary;
    summary.server = toString(m_link->address());
    if (m_link->isConnected())
        summary.state = Summary::State::Connected;
    else if (m_link->state() == ServerLink::State::AuthFailed)
        summary.state = Summary::State::AuthFailed;
    summary.detail = linkProblem(m_link->address(), m_link->error());
    return summary;
}

/// A server of a cluster, used without it.
std::shared_ptr<ServerLink> SingleTopology::onRedirect(const Redirect& /*redirect*/)
{
    return nullptr;
}

void SingleTopology::onNotServed(ServerLink& link)
{
    if (link.isConnected() && m_executor.clock().now() - link.connectedAt() >= leastAge)
        link.reconnect({ErrorCode::ConnectionLoss, {}, {}, phrase("the server is not a master any more")});
}

std::unique_ptr<ServerTopology> singleTopology(ServerTopology::Context context)
{
    return std::make_unique<SingleTopology>(std::move(context));
}

} // namespace lockscope::redis
