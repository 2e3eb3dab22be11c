// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/base/Result.h"
#include "core/locks/Grant.h"
#include "core/locks/LockState.h"
#include "core/zk/Client.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::locks {

/// With a zero timeout: the maximum duration of the one check. It does not wait for a server that does not answer or
/// refuses temporarily.
inline constexpr auto lookTime = std::chrono::seconds(1);

/// One acquisition, from the first request to its end: the engine of every lock. Confined to client.executor(). From
/// start() on, the client keeps the attempt alive until its node is certainly deleted. If the client's executor has
/// stopped, there is no reply. Callbacks may own the caller; the caller keeps only a weak_ptr to the attempt.
class Attempt {
public:
    using StateHandler = std::function<void(const LockState&)>;

    virtual ~Attempt() = default;

    /// `timeout`: total budget on the steady clock; nothing: no limit; zero: one check of at most lookTime. `reply` is
    /// called once, with the grant or with TimedOut, Cancelled, NoAuth, … After an error the queued node is deleted,
    /// with retries until it is certainly deleted.
    virtual void start(std::optional<Duration> timeout, Reply<Grant> reply) = 0;

    /// Cancels the acquisition; the reply is Cancelled. No effect after the grant.
    virtual void cancel() = 0;

    /// Deletes the own node, with retries until it is certainly deleted. Success: held until the deletion, or until
    /// release() was called. NotHeld: the lock was lost before, or the node no longer exists. Only after the grant.
    /// After cancel(), the reply comes when the node is deleted. Without `reply` no caller can keep a node that the
    /// server refuses to delete: the deletion is retried.
    virtual void release(Reply<void> reply) = 0;

    /// The current state: asOf().
    [[nodiscard]] virtual LockState state() const = 0;

    /// Reports Uncertain now if the deadline has passed and its timer has not run yet. Later reports are then
    /// consistent with state().
    virtual void noteDeadline() = 0;

    /// Called at each change of state().
    virtual void onState(StateHandler handler) = 0;

    /// Return false if the lock is being released. If the server refuses that, the request is reported again.
    using RevokedHandler = std::function<bool()>;
    /// Called when a release is requested while waiting or holding. From now on the own node is read.
    virtual void onRevoked(RevokedHandler handler) = 0;

    /// Checks with the leader whether the lock is still held. Errors: NotHeld (state() is then Lost); ConnectionLoss
    /// and similar (unknown). Call it only after the grant.
    virtual void verify(Reply<void> reply) = 0;

    /// Steps for a multi that make it fail with NoNode if the lock is no longer held. Empty if another client can
    /// create a node with the same name. Call it only after the grant.
    [[nodiscard]] virtual std::vector<zk::Op> checks() const = 0;

    /// Call it before start(): releases `held` in the same transaction that queues this attempt, or separately if the
    /// attempt fails before. `released` is called like release()'s reply. Returns false, without effect, if the
    /// algorithm does not support this.
    virtual bool replace(const std::shared_ptr<Attempt>& held, Reply<void>& released) = 0;
};

} // namespace lockscope::locks
