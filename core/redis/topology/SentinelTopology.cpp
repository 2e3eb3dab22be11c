// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/topology/SentinelTopology.h"

#include "core/base/Phrase.h"
#include "core/redis/topology/LinkProblem.h"
#include "core/redis/topology/SentinelReplies.h"

#include <utility>

namespace lockscope::redis {

namespace {

/// Between two looks because of replies.
constexpr Duration gapAfterReadOnly = std::chrono::seconds(1);

std::optional<Error> whyNotMaster(const Value& reply)
{
    const auto role = parseRole(reply);
    if (!role) {
        // An ACL may forbid ROLE, which is in the category "dangerous". Then READONLY shows that it is a replica.
        return role.error().code == ErrorCode::NoAuth ? std::nullopt : std::optional(role.error());
    }
    switch (role->kind) {
    case Role::Kind::Master:
        return std::nullopt;
    case Role::Kind::Replica:
        return Error{ErrorCode::NoConnection, {}, {}, phrase("the server is a replica, not the master")};
    case Role::Kind::Sentinel:
        return Error{ErrorCode::NoConnection, {}, {}, phrase("the server is a Sentinel, not the master")};
    }
    return std::nullopt;
}

} // namespace

std::unique_ptr<ServerTopology> sentinelTopology(ServerTopology::Context context)
{
    return std::make_unique<SentinelTopology>(std::move(context));
}

SentinelTopology::SentinelTopology(Context context)
    : m_context(std::move(context))
    , m_schedule(m_context.link.executor, [this] { look(); })
{
}

SentinelTopology::~SentinelTopology()
{
    stop({ErrorCode::Closed, {}, {}, {}});
}

void SentinelTopology::start()
{
    m_sentinels = std::make_unique<SentinelGroup>(
        m_context.link, SentinelGroup::Handlers{whileAlive([this] { m_schedule.request(); })});
    m_sentinels->start();
    m_schedule.request();
}

void SentinelTopology::stop(const Error& reason)
{
    m_alive.reset();
    m_schedule.stop();
    m_sentinels.reset();
    if (const auto link = std::exchange(m_link, nullptr))
        link->close(reason);
}

std::shared_ptr<ServerLink> SentinelTopology::linkFor(std::string_view)
{
    return m_link;
}

std::vector<std::shared_ptr<ServerLink>> SentinelTopology::masters() const
{
    return m_link ? std::vector{m_link} : std::vector<std::shared_ptr<ServerLink>>();
}

ServerTopology::Summary SentinelTopology::summary() const
{
    Summary summary;
    if (m_link)
        summary.server = toString(m_link->address());
    if (isConnected()) {
        summary.state = Summary::State::Connected;
        return summary;
    }
    const bool isRefused = m_link && m_link->state() == ServerLink::State::AuthFailed;
    if (isRefused || m_isAuthFailed)
        summary.state = Summary::State::AuthFailed;
    summary.detail = m_link && m_problem.empty() ? linkProblem(m_link->address(), m_link->error()) : m_problem;
    return summary;
}

std::shared_ptr<ServerLink> SentinelTopology::onRedirect(const Redirect&)
{
    return nullptr; // only nodes of a cluster redirect
}

void SentinelTopology::onNotServed(ServerLink& link)
{
    if (&link != m_link.get())
        return;
    verifyRole();
    m_schedule.request(gapAfterReadOnly);
}

void SentinelTopology::look()
{
    m_sentinels->ask(m_epoch, whileAlive([this](const SentinelGroup::Outcome& outcome) { onOutcome(outcome); }));
}

void SentinelTopology::onOutcome(const SentinelGroup::Outcome& outcome)
{
    m_problem = outcome.problem;
    m_isAuthFailed = outcome.isAuthFailed;
    if (outcome.master)
        use(*outcome.master);
    m_schedule.end(lookOutcome());
    notify(&Handlers::connectionsChanged);
}

LookSchedule::Outcome SentinelTopology::lookOutcome() const
{
    if (m_problem.empty() && isConnected())
        return LookSchedule::Outcome::Settled;
    const bool isConnecting = m_link && m_link->error() == Error();
    return m_problem.empty() && isConnecting ? LookSchedule::Outcome::Pending : LookSchedule::Outcome::Unsettled;
}

void SentinelTopology::use(const MasterAnswer& answer)
{
    m_epoch = answer.epoch;
    if (!m_link || m_link->address() != answer.master)
        connect(answer.master);
    else if (m_link->isConnected())
        verifyRole();
}

void SentinelTopology::connect(const Address& address)
{
    m_context.link.log.write(LogLevel::Info, "redis", "The Sentinels name the master " + toString(address));
    // The old master may still serve. What it executes from now on is lost: its open requests have no known outcome.
    if (m_link)
        m_link->close({ErrorCode::ConnectionLoss, {}, {}, phrase("the master is now %1", toString(address))});
    m_isVerifying = false;
    m_link =
        m_context.makeLink(address, ServerLink::Probe{{"ROLE"}, whyNotMaster}, whileAlive([this] { onLinkChanged(); }));
    m_link->start();
    notify(&Handlers::layoutChanged);
}

void SentinelTopology::onLinkChanged()
{
    if (!isConnected())
        m_schedule.request();
    notify(&Handlers::connectionsChanged);
}

/// A connection can outlive the role that its server had.
void SentinelTopology::verifyRole()
{
    if (!isConnected() || std::exchange(m_isVerifying, true))
        return;
    m_link->send({"ROLE"}, whileAlive([this, weak = std::weak_ptr(m_link)](const Result<Value>& reply) {
                     const auto link = weak.lock();
                     if (!link || link != m_link)
                         return; // of the master before
                     m_isVerifying = false;
                     if (!reply)
                         return; // the connection is lost, or will be closed if the server does not answer
                     if (const auto problem = whyNotMaster(*reply))
                         link->reconnect(*problem);
                 }));
}

/// A handler may call this object's functions, so it is called in a task of its own.
void SentinelTopology::notify(Task Handlers::*handler)
{
    m_context.link.executor.post(whileAlive([this, handler] { (m_context.handlers.*handler)(); }));
}

} // namespace lockscope::redis
