// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/GrantRecord.h"

#include <optional>
#include <utility>

namespace lockscope::locks {

void GrantRecord::granted(const std::shared_ptr<Attempt>& attempt, Grant grant)
{
    held = attempt;
    holds = 1;
    m_grant = std::move(grant);
    m_expiry = attempt->expiry();
}

void GrantRecord::setState(LockState state)
{
    std::optional<std::stop_source> ended;
    {
        const std::lock_guard guard(m_mutex);
        m_state = std::move(state);
        if (m_state.phase == Phase::Held && m_lost.stop_requested())
            m_lost = std::stop_source();
        else if (m_state.phase == Phase::Uncertain || m_state.phase == Phase::Lost)
            ended = m_lost;
    }
    if (ended)
        ended->request_stop();
}

LockState GrantRecord::state() const
{
    std::unique_lock guard(m_mutex);
    auto state = m_state;
    guard.unlock();
    return m_expiry ? asOf(std::move(state), m_expiry->validUntil(), m_clock.now()) : state;
}

std::stop_token GrantRecord::lostToken() const
{
    const std::lock_guard guard(m_mutex);
    return m_lost.get_token();
}

} // namespace lockscope::locks
