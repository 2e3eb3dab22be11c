// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Reply.h"
#include "core/locks/Hold.h"
#include "core/locks/Lock.h"
#include "core/locks/redis/LeaseOptions.h"
#include "core/redis/Client.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace lockscope::locks {

/// A number of free permits, not fair. Compatible with RSemaphore of Redisson. The server records neither owners nor
/// leases: a client that dies never returns its permits, and after a lost reply it is unknown whether permits were
/// taken (ConnectionLoss). Use RedissonPermitSemaphore unless this type is given. Each acquisition is a Hold of its
/// own.
class RedissonSemaphore final : public Lock {
public:
    RedissonSemaphore(redis::Client& client, std::string name, LeaseOptions options = {});

    /// Takes `permits` at once, all or none; errors as Lock::acquire(), and BadArguments if `permits` is below 1.
    Owner takeAsync(int permits, std::optional<Duration> timeout, std::stop_token stop, Reply<Hold> reply);
    [[nodiscard]] Result<Hold> take(int permits, std::optional<Duration> timeout = {}, std::stop_token stop = {});

    // The functions below block, as acquire(). They wait for the client's first contact with the server, at most for
    // firstContact of the options. After a lost reply (ConnectionLoss, OperationTimeout) the outcome is unknown.

    /// Sets the number of free permits if none is set. False: one was set.
    [[nodiscard]] Result<bool> trySetPermits(int permits);
    /// Adds permits; a negative number removes them.
    [[nodiscard]] Result<void> addPermits(int permits);
    /// Takes all free permits without a Hold. The result is their number.
    [[nodiscard]] Result<int> drainPermits();
    /// The number of free permits; nothing: none is set.
    [[nodiscard]] Result<std::optional<int>> availablePermits();

private:
    std::shared_ptr<redis::Client> m_client;
    std::string m_name;
    LeaseOptions m_options;
};

/// Permits with an id and a lease each, not fair. Compatible with RPermitExpirableSemaphore of Redisson. Without a
/// fixed lease, permits are renewed as locks are. Promises what RedissonLock promises, for a number of holders.
class RedissonPermitSemaphore final : public Lock {
public:
    RedissonPermitSemaphore(redis::Client& client, std::string name, LeaseOptions options = {});

    /// Takes `permits` at once, all or none, released with the Hold.
    Owner takeAsync(int permits, std::optional<Duration> timeout, std::stop_token stop, Reply<Hold> reply);
    [[nodiscard]] Result<Hold> take(int permits, std::optional<Duration> timeout = {}, std::stop_token stop = {});

    /// As of RedissonSemaphore.
    [[nodiscard]] Result<bool> trySetPermits(int permits);
    [[nodiscard]] Result<void> addPermits(int permits);
    [[nodiscard]] Result<std::optional<int>> availablePermits();

private:
    std::shared_ptr<redis::Client> m_client;
    std::string m_name;
    LeaseOptions m_options;
};

} // namespace lockscope::locks
