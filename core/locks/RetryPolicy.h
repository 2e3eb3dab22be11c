// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Defines how often, and after which pauses, an acquisition repeats a request that failed for a temporary reason:
/// contact lost, server busy, and on ZooKeeper session moved or expired (it then queues again). Without contact, the
/// next try always waits for contact. The timeout of the acquisition limits all retries. The deletion of what a
/// cancelled or released acquisition left on the servers is always retried until it is certain, independent of the
/// policy. A value; any thread.

#include "core/base/Clock.h"

#include <functional>
#include <memory>
#include <optional>

namespace lockscope::locks {

class RetryPolicy final {
public:
    /// The pause before the next try after `failures` consecutive failures, the first of them `elapsed` ago; nothing:
    /// give up.
    using Decide = std::function<std::optional<Duration>(int failures, Duration elapsed)>;
    /// Uniformly distributed in [0, 1).
    using Random = std::function<double()>;

    /// Unlimited retries with a pause of 50 ms, limited by the timeout. The default.
    RetryPolicy();
    explicit RetryPolicy(Decide decide);

    /// No retries.
    [[nodiscard]] static RetryPolicy none();
    /// At most `retries` retries, with a fixed pause.
    [[nodiscard]] static RetryPolicy times(int retries, Duration pause);
    /// Unlimited retries, or until `budget` after the first of consecutive failures.
    [[nodiscard]] static RetryPolicy forever(Duration pause, std::optional<Duration> budget = {});
    /// The nth pause is random in [first, first * 2^n), at most `longest`: many clients then do not retry at the same
    /// time (Curator's ExponentialBackoffRetry). `random` makes tests repeatable.
    [[nodiscard]] static RetryPolicy exponential(Duration first, Duration longest, int retries, Random random = {});

    [[nodiscard]] std::optional<Duration> pauseAfter(int failures, Duration elapsed) const;

private:
    std::shared_ptr<const Decide> m_decide;
};

} // namespace lockscope::locks
