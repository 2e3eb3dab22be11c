// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/client/SessionProof.h"

namespace lockscope::zk {

void SessionProof::begin(Duration timeout)
{
    m_halfTick = timeout / 4;
    m_grain = timeout / 32;
    m_answered.clear();
}

void SessionProof::answered(SteadyTime sentAt, SteadyTime answeredAt)
{
    // Later proofs are sent after this request.
    while (m_answered.size() > 1 && m_answered[1].at + m_halfTick <= sentAt)
        m_answered.pop_front();
    // One entry for each grain of time is sufficient.
    if (m_answered.empty() || answeredAt >= m_answered.back().at + m_grain)
        m_answered.push_back({sentAt, answeredAt});
}

std::optional<SteadyTime> SessionProof::confirmed(SteadyTime sentAt)
{
    std::optional<SteadyTime> newest;
    while (!m_answered.empty() && m_answered.front().at + m_halfTick <= sentAt) {
        newest = m_answered.front().sentAt;
        m_answered.pop_front();
    }
    return newest;
}

std::optional<SteadyTime> SessionProof::nextUseful() const
{
    return m_answered.empty() ? std::nullopt : std::optional(m_answered.front().at + m_halfTick);
}

} // namespace lockscope::zk
