// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/base/Log.h"
#include "core/locks/RetryPolicy.h"

#include <chrono>
#include <optional>

namespace lockscope::locks {

/// How long a lock on Redis is held, and its behaviour on errors. A value.
struct LeaseOptions {
    /// The server deletes the lock after this time, whatever the holder does. Nothing: watchdogTimeout, renewed while
    /// the hold exists, as Redisson does without a lease time.
    std::optional<std::chrono::milliseconds> lease{};
    /// The lease of locks that are renewed, every third of it. The same for all clients of a lock is usual, not
    /// required.
    std::chrono::milliseconds watchdogTimeout{30'000};
    /// Allowance for clocks that run at different rates, and for the server's expiry: a lease counts as valid for
    /// lease * (1 - driftFactor) - driftConstant from before its request was sent. The values of Redlock.
    double driftFactor = 0.01;
    std::chrono::milliseconds driftConstant{2};
    /// Number of replicas that must have the lock before it counts as acquired, by WAIT. 0: do not wait. It makes the
    /// loss of the lock in a failover less likely, not impossible: another replica may be promoted.
    int replicas = 0;
    std::chrono::milliseconds replicaTimeout{1'000};
    RetryPolicy retry{};
    /// For pauses between polls. Null: a generator of the thread.
    RetryPolicy::Random random{};
    /// A client that has never had contact with a server for this long most likely has a wrong target. An acquisition
    /// without a timeout then fails with NoConnection and the client's reason. Nothing: it continues to wait.
    std::optional<Duration> firstContact = std::chrono::seconds(30);
    Log log = Log::toStandardError(LogLevel::Warning);

    /// The time to live that is requested.
    [[nodiscard]] std::chrono::milliseconds requested() const { return lease.value_or(watchdogTimeout); }
    [[nodiscard]] bool isRenewed() const { return !lease; }
    /// When a lease that was requested at `sentAt` stops being certain.
    [[nodiscard]] SteadyTime validUntil(SteadyTime sentAt) const
    {
        const auto length = std::chrono::duration<double, std::milli>(requested()) * (1 - driftFactor);
        return sentAt + std::chrono::duration_cast<Duration>(length) - driftConstant;
    }
    /// When a lease that was requested not later than `sentAt`, and executed at once, has certainly ended.
    [[nodiscard]] SteadyTime endsBefore(SteadyTime sentAt) const
    {
        const auto length = std::chrono::duration<double, std::milli>(requested()) * (1 + driftFactor);
        return sentAt + std::chrono::duration_cast<Duration>(length) + driftConstant;
    }
};

} // namespace lockscope::locks
