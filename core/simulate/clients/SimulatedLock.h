// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Log.h"
#include "core/locks/Lock.h"
#include "core/simulate/clients/ContendOptions.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lockscope::console {

/// What a simulated client takes for a while and gives back: a lock, a lease, the leadership. It holds or waits for one
/// at a time. Confined to client.executor(), which must outlive it, as must the client.
class SimulatedLock {
public:
    using StateHandler = std::function<void(const locks::LockState&)>;

    virtual ~SimulatedLock() = default;

    /// As Lock::acquireAsync(); the lock keeps the Hold.
    virtual void acquire(std::optional<Duration> timeout, std::stop_token stop, zk::Reply<locks::Grant> reply) = 0;
    /// As Hold::releaseAsync(): NotHeld also where it was lost.
    virtual void release(zk::Reply<void> reply) = 0;
    /// Called at each change of state while it waits or is held.
    [[nodiscard]] virtual Subscription onState(StateHandler handler) = 0;
    /// Called when somebody asks that it be let go. Empty where the recipe can't be asked.
    [[nodiscard]] virtual Subscription onRevoked(Task handler) = 0;
};

/// A lock of a client, and which locks it is about.
struct SimulatedSlot {
    std::unique_ptr<SimulatedLock> lock;
    std::vector<std::string> paths; ///< one, but for a multi-lock
    bool writes = true;
};

/// What one client needs for its turns: for a read/write lock the writers' side and the readers' side, in this order;
/// for nested locks each of them, in the order given; else one. `name` goes into the nodes' payload.
[[nodiscard]] std::vector<SimulatedSlot> makeSlots(zk::Client& client, const ContendOptions& options,
                                                   const std::string& name, const Log& log);

} // namespace lockscope::console
