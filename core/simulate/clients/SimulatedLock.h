// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/base/Reply.h"
#include "core/base/Subscription.h"
#include "core/locks/Lock.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lockscope::console {

/// What a simulated client acquires and releases: a lock, a lease, the leadership. One hold or wait at a time. Confined
/// to the connection's executor, which must outlive it, as must the connection.
class SimulatedLock {
public:
    using StateHandler = std::function<void(const locks::LockState&)>;

    virtual ~SimulatedLock() = default;

    /// Like Lock::acquireAsync(); the lock keeps the Hold.
    virtual void acquire(std::optional<Duration> timeout, std::stop_token stop, Reply<locks::Grant> reply) = 0;
    /// Like Hold::releaseAsync(); NotHeld also after a loss.
    virtual void release(Reply<void> reply) = 0;
    /// Called at each change of state while it waits or holds.
    [[nodiscard]] virtual Subscription onState(StateHandler handler) = 0;
    /// Called on a revocation request. Empty if the recipe does not support revocation.
    [[nodiscard]] virtual Subscription onRevoked(Task handler) = 0;
    /// Whether onState() reports when the client has queued. False: it counts as queued from its request on.
    [[nodiscard]] virtual bool reportsQueue() const { return true; }
};

/// A lock of a client, and its paths.
struct SimulatedSlot {
    std::unique_ptr<SimulatedLock> lock;
    std::vector<std::string> paths; ///< one, except for a multi-lock
    bool writes = true;
};

} // namespace lockscope::console
