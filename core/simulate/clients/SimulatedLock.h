// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Log.h"
#include "core/base/Reply.h"
#include "core/locks/Lock.h"
#include "core/simulate/clients/ContendOptions.h"
#include "core/zk/Client.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lockscope::console {

/// What a simulated client acquires and releases: a lock, a lease, the leadership. One hold or wait at a time. Confined
/// to client.executor(), which must outlive it, as must the client.
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
};

/// A lock of a client, and its paths.
struct SimulatedSlot {
    std::unique_ptr<SimulatedLock> lock;
    std::vector<std::string> paths; ///< one, except for a multi-lock
    bool writes = true;
};

/// The locks of one client: for a read/write lock its write side and its read side, in this order; for nested locks
/// each lock, in the given order; else one. `name` is part of the nodes' payload.
[[nodiscard]] std::vector<SimulatedSlot> makeSlots(zk::Client& client, const ContendOptions& options,
                                                   const std::string& name, const Log& log);

} // namespace lockscope::console
