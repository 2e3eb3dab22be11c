// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/redis/client/Backoff.h"

#include <optional>

namespace lockscope::redis {

/// When a topology asks the servers for the masters again: every 30 s, of which 10 s are random; soon after a failure,
/// with growing pauses; and on request. Confined to the executor. Private to core/redis.
class LookSchedule final {
public:
    /// Between the beginnings of two looks.
    static constexpr Duration leastGap = std::chrono::milliseconds(100);

    enum class Outcome {
        Settled,  ///< all masters are known and connected
        Pending,  ///< some connection is being made
        Unsettled ///< look again soon
    };

    /// `look`: starts a look, in a task of the executor. The next one starts only after end().
    LookSchedule(Executor& executor, Task look);

    /// Look now, but at least `gap` after the beginning of the last look. During a look: after its end.
    void request(Duration gap = leastGap);
    /// The look has ended.
    void end(Outcome outcome);
    /// No look is started any more.
    void stop();

private:
    void plan(Duration delay, Duration gap = leastGap);
    void begin();
    [[nodiscard]] Duration pauseAfter(Outcome outcome);

    Executor& m_executor;
    const Task m_look;
    const Backoff::Random m_random;
    Backoff m_backoff;
    std::optional<SteadyTime> m_began; ///< the last look
    bool m_isLooking = false;
    bool m_isStopped = false;
    std::optional<Duration> m_requested; ///< during a look: the gap of the next one
    SteadyTime m_due{};
    Subscription m_timer;
};

} // namespace lockscope::redis
