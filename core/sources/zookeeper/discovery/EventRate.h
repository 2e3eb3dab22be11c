// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"

#include <deque>

namespace lockscope::inspect {

/// The mean number of events per second during the last three seconds.
class EventRate final {
public:
    void count(SteadyTime now)
    {
        forget(now);
        m_events.push_back(now);
    }

    [[nodiscard]] double perSecond(SteadyTime now)
    {
        forget(now);
        return static_cast<double>(m_events.size()) / std::chrono::duration<double>(window).count();
    }

private:
    static constexpr auto window = std::chrono::seconds(3);

    void forget(SteadyTime now)
    {
        while (!m_events.empty() && m_events.front() + window < now)
            m_events.pop_front();
    }

    std::deque<SteadyTime> m_events;
};

} // namespace lockscope::inspect
