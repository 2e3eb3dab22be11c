// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/zookeeper/engine/AdmissionAttempt.h"

#include "core/base/Phrase.h"

#include <utility>

namespace lockscope::locks {

AdmissionAttempt::AdmissionAttempt(zk::Client& client, std::string path, std::string lacking,
                                   std::optional<Duration> firstContact)
    : m_client(client.share())
    , m_path(std::move(path))
    , m_lacking(std::move(lacking))
    , m_firstContact(firstContact)
{
}

void AdmissionAttempt::start(std::optional<Duration> timeout, Reply<Grant> reply)
{
    m_reply = std::move(reply);
    if (m_state.phase == Phase::Held) {
        end(Phase::Held, Grant{});
        return;
    }
    m_session = m_client->onSession([me = shared_from_this()](const zk::Session& session) { me->onSession(session); });
    onSession(m_client->session());
    if (!m_reply)
        return;
    if (!timeout && m_firstContact)
        m_budget = m_client->executor().after(*m_firstContact, [weak = weak_from_this()] {
            const auto me = weak.lock();
            const auto& session = me ? me->m_client->session() : zk::Session();
            if (me && session.id == 0 && session.generation == 0)
                me->refuse({ErrorCode::NoConnection, "acquire", me->m_path, session.detail});
        });
    if (!timeout)
        return;
    if (*timeout <= Duration::zero()) {
        if (m_client->session().state == SessionState::Connected)
            refuse({ErrorCode::TimedOut, "acquire", m_path, m_lacking});
        else
            refuse({ErrorCode::NoConnection, "acquire", m_path, phrase("the client is not connected")});
        return;
    }
    m_budget = m_client->executor().after(*timeout, [weak = weak_from_this()] {
        if (const auto me = weak.lock())
            me->refuse({ErrorCode::TimedOut, "acquire", me->m_path, me->m_lacking});
    });
}

void AdmissionAttempt::onSession(const zk::Session& session)
{
    if (session.state == SessionState::Closed)
        refuse({ErrorCode::Closed, "acquire", m_path, session.detail});
    else if (session.state == SessionState::AuthFailed)
        refuse({ErrorCode::AuthFailed, "acquire", m_path, session.detail});
}

void AdmissionAttempt::admit()
{
    if (m_state.phase == Phase::Waiting)
        end(Phase::Held, Grant{});
}

void AdmissionAttempt::refuse(Error error)
{
    if (m_reply)
        end(Phase::Released, failure(std::move(error)));
}

void AdmissionAttempt::cancel()
{
    refuse({ErrorCode::Cancelled, "acquire", m_path, {}});
}

void AdmissionAttempt::end(Phase phase, Result<Grant> result)
{
    const auto alive = shared_from_this();
    m_state.phase = phase;
    m_budget.reset();
    m_session.reset();
    if (const auto reply = std::exchange(m_reply, nullptr))
        reply(std::move(result));
}

void AdmissionAttempt::release(Reply<void> reply)
{
    m_state.phase = Phase::Released;
    if (reply)
        m_client->executor().post([reply = std::move(reply)] { reply({}); });
}

void AdmissionAttempt::verify(Reply<void> reply)
{
    m_client->executor().post([reply = std::move(reply)] { reply({}); });
}

} // namespace lockscope::locks
