// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/base/Log.h"
#include "core/base/Reply.h"
#include "core/base/SessionStatus.h"
#include "core/base/Subscription.h"
#include "core/simulate/clients/ContendEvent.h"
#include "core/simulate/clients/ContendOptions.h"
#include "core/simulate/clients/SimulatedLock.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::console {

/// What a simulated client needs of its backend: a connection to the servers, of its own, and the locks on it.
/// Implemented in zookeeper/ and redis/. Confined to executor(), which must outlive it; close() comes before the
/// destructor.
class SimulatedConnection {
public:
    using StatusHandler = std::function<void(const SessionStatus&)>;

    virtual ~SimulatedConnection() = default;

    [[nodiscard]] virtual Executor& executor() const = 0;
    [[nodiscard]] virtual SessionStatus status() const = 0;
    /// Called at each change of the state, not for the current one.
    [[nodiscard]] virtual Subscription onStatus(StatusHandler handler) = 0;

    /// The locks of the client: for a read/write lock its write side and its read side, in this order; for nested locks
    /// each lock, in the given order; else one. The connection must outlive them. `name`: the client's.
    [[nodiscard]] virtual std::vector<SimulatedSlot> makeSlots(const ContendOptions& options, const std::string& name,
                                                               const Log& log) = 0;
    /// The member of an event that identifies the client's own entry in the lock.
    [[nodiscard]] virtual std::string ContendEvent::*identity() const = 0;

    /// Sends a revocation request to `node`, or with an empty `node` to the holders of the first lock of `options`.
    /// Errors: BadArguments (not supported), NotHeld (no holder), and those of the requests.
    virtual void revoke(const ContendOptions& options, const std::string& node, Reply<void> reply) = 0;

    /// Requests sent so far, and messages received that can wake a waiter.
    [[nodiscard]] virtual std::uint64_t requests() const = 0;
    [[nodiscard]] virtual std::uint64_t wakeUps() const = 0;

    /// Ends the connection once nothing is left to send. `closed` may be called after the destruction.
    virtual void close(Task closed) = 0;
};

/// Makes the connection of the client with this name. It begins to connect by itself.
using MakeConnection = std::function<std::unique_ptr<SimulatedConnection>(const std::string& name)>;

} // namespace lockscope::console
