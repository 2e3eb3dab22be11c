// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/redis/FakeWire.h"

#include <algorithm>

namespace lockscope::test {

void FakeWire::send(Task arrival, Duration latency)
{
    const SteadyTime now = m_receiver.clock().now();
    m_lastDue = std::max(m_lastDue, now + std::max(latency, Duration::zero()));
    m_messages.push_back({m_lastDue, std::move(arrival), {}});
    if (m_lastDue > now)
        m_messages.back().timer = m_receiver.after(m_lastDue - now, deliverLater());
    else
        m_receiver.post(deliverLater());
}

void FakeWire::resume()
{
    const SteadyTime now = m_receiver.clock().now();
    for (const Message& message : m_messages) {
        if (message.due <= now)
            m_receiver.post(deliverLater());
    }
}

Task FakeWire::deliverLater()
{
    return [weak = weak_from_this()] {
        if (const auto wire = weak.lock())
            wire->deliver();
    };
}

void FakeWire::deliver()
{
    if (m_messages.empty() || m_isBlocked() || m_messages.front().due > m_receiver.clock().now())
        return;
    const Message message = std::move(m_messages.front());
    m_messages.pop_front();
    // The task of a later message may have delivered this one, whose timer ends here.
    if (!m_messages.empty() && m_messages.front().due <= m_receiver.clock().now())
        m_receiver.post(deliverLater());
    message.arrival();
}

} // namespace lockscope::test
