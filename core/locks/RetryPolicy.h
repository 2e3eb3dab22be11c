// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// How often, and after which pauses, an acquisition sends a request again that failed for a passing reason: contact
/// lost, server busy, session moved, session expired (it then queues anew). While there is no contact the next try
/// waits for it, however short the pause. The timeout of the acquisition bounds it all. What already belongs to the
/// caller's past (the deletion of a node that was given up or given back) is retried until it is certain, whatever the
/// policy says. A value; call it on any thread.

#include "core/base/Clock.h"

#include <functional>
#include <memory>
#include <optional>

namespace lockscope::locks {

class RetryPolicy final {
public:
    /// The pause before the try after `failures` failures in a row, the first of which was `elapsed` ago; nothing: give
    /// up.
    using Decide = std::function<std::optional<Duration>(int failures, Duration elapsed)>;
    /// Evenly distributed in [0, 1).
    using Random = std::function<double()>;

    /// For ever, with a short pause: the timeout decides. The default.
    RetryPolicy();
    explicit RetryPolicy(Decide decide);

    /// The first failure is the last.
    [[nodiscard]] static RetryPolicy none();
    /// So many retries: the failure after the last of them is the end.
    [[nodiscard]] static RetryPolicy times(int retries, Duration pause);
    /// For ever, or until `budget` after the first failure in a row.
    [[nodiscard]] static RetryPolicy forever(Duration pause, std::optional<Duration> budget = {});
    /// The nth pause is drawn from [first, first * 2^n), at most `longest`, so that a crowd does not come back as one
    /// (Curator's ExponentialBackoffRetry). `random` is for tests that shall repeat.
    [[nodiscard]] static RetryPolicy exponential(Duration first, Duration longest, int retries, Random random = {});

    [[nodiscard]] std::optional<Duration> pauseAfter(int failures, Duration elapsed) const;

private:
    std::shared_ptr<const Decide> m_decide;
};

} // namespace lockscope::locks
