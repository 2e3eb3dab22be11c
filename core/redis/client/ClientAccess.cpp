// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/ClientAccess.h"

#include "core/base/Phrase.h"

#include <utility>

namespace lockscope::redis {

namespace {

/// The status of a share whose core was destroyed without a final notification, because the executor has stopped.
const Status& unreportedEnd()
{
    static const auto end = [] {
        Status status;
        status.state = SessionState::Closed;
        status.detail = phrase("the client was destroyed");
        return status;
    }();
    return end;
}

} // namespace

Client::Core::Core(std::shared_ptr<ClientCore> core)
    : m_owned(std::move(core))
    , m_core(m_owned)
    , m_executor(m_owned->executor())
    , m_callbacks(m_owned->callbacks())
    , m_status(m_owned->sharedStatus())
{
}

Client::Core::Core(const Core& other)
    : m_core(other.m_core)
    , m_executor(other.m_executor)
    , m_callbacks(other.m_callbacks)
    , m_status(other.m_status)
{
}

void Client::Core::shutdown()
{
    m_owned->shutdown();
}

const Status& Client::Core::status() const
{
    if (const auto core = m_core.lock())
        return core->status();
    return m_status->state == SessionState::Closed ? *m_status : unreportedEnd();
}

} // namespace lockscope::redis
