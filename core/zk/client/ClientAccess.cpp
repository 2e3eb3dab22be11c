// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/client/ClientAccess.h"

#include "core/base/Phrase.h"

#include <utility>

namespace lockscope::zk {

namespace {

/// The session of a share whose core was destroyed without a final notification, because the executor has stopped.
const Session& unsaidEnd()
{
    static const auto end = [] {
        Session session;
        session.state = SessionState::Closed;
        session.detail = phrase("the client was destroyed");
        return session;
    }();
    return end;
}

} // namespace

ZooKeeperClient::Access::Access(const std::shared_ptr<Core>& core, ObserverOf whose)
    : m_core(core)
    , m_executor(core->executor())
    , m_callbacks(core->callbacks())
    , m_session(core->session())
    , m_whose(whose)
{
}

ZooKeeperClient::Access ZooKeeperClient::Access::shared() const
{
    auto copy = *this;
    copy.m_whose = ObserverOf::Share;
    return copy;
}

const Session& ZooKeeperClient::Access::session() const
{
    const bool isSaid = m_session->state == SessionState::Closed || !m_core.expired();
    return isSaid ? *m_session : unsaidEnd();
}

Subscription ZooKeeperClient::Access::observe(SessionHandler handler)
{
    const auto core = m_core.lock();
    return core ? core->observe(std::move(handler), m_whose) : Subscription();
}

Subscription ZooKeeperClient::Access::heartbeat()
{
    const auto core = m_core.lock();
    return core ? core->heartbeat() : Subscription();
}

void ZooKeeperClient::Access::ask(Request request, Core::Deliver deliver)
{
    if (const auto core = m_core.lock())
        core->ask(std::move(request), std::move(deliver));
    else
        Core::refuse(m_executor, ErrorCode::Closed, request, std::move(deliver));
}

Subscription ZooKeeperClient::Access::ask(Request request, WatchKind kind, WatchHandler watch, Core::Deliver deliver)
{
    if (const auto core = m_core.lock())
        return core->ask(std::move(request), kind, std::move(watch), std::move(deliver));
    Core::refuse(m_executor, ErrorCode::Closed, request, std::move(deliver));
    return {};
}

void ZooKeeperClient::Access::addAuth(AuthRequest credentials, Core::Deliver deliver)
{
    if (const auto core = m_core.lock())
        core->addAuth(std::move(credentials), std::move(deliver));
    else
        Core::refuse(m_executor, ErrorCode::Closed, credentials, std::move(deliver));
}

void ZooKeeperClient::Access::close(Task closed)
{
    if (const auto core = m_core.lock())
        core->close(std::move(closed));
    else
        m_executor.post(std::move(closed));
}

} // namespace lockscope::zk
