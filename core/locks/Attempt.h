// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/base/Expiry.h"
#include "core/base/Reply.h"
#include "core/locks/Grant.h"
#include "core/locks/LockState.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace lockscope::locks {

/// With a zero timeout: the maximum duration of the one check. It does not wait for a server that does not answer or
/// refuses temporarily.
inline constexpr auto lookTime = std::chrono::seconds(1);

/// One acquisition, from the first request to its end: what a backend implements. Confined to the executor of its
/// client. From start() on, the client keeps the attempt alive until its entries on the servers (ZooKeeper: nodes;
/// Redis: the owner's field, list entry or permit) are certainly deleted or expired. If the client's executor has
/// stopped, there is no reply. Callbacks may own the caller; the caller keeps only a weak_ptr to the attempt.
class Attempt {
public:
    using StateHandler = std::function<void(const LockState&)>;

    virtual ~Attempt() = default;

    /// `timeout`: total budget on the steady clock; nothing: no limit; zero: one check of at most lookTime. `reply` is
    /// called once, with the grant or with TimedOut, Cancelled, NoAuth, … After an error the attempt's entry is
    /// deleted, with retries until it is certainly deleted or expired.
    virtual void start(std::optional<Duration> timeout, Reply<Grant> reply) = 0;

    /// Cancels the acquisition; the reply is Cancelled. No effect after the grant.
    virtual void cancel() = 0;

    /// Deletes the own entry, with retries until it is certainly deleted or expired. Success: held until the deletion,
    /// or until release() was called. NotHeld: the lock was lost before, or the entry no longer exists. Only after the
    /// grant. After cancel(), the reply comes when the entry is deleted. Without `reply` no caller can keep an entry
    /// that the server refuses to delete: the deletion is retried.
    virtual void release(Reply<void> reply) = 0;

    /// The owner has released its last hold: release() follows in a later task, unless the next acquisition replaces
    /// this one. The default does nothing.
    virtual void noteLeaving() {}

    /// The current state: asOf().
    [[nodiscard]] virtual LockState state() const = 0;

    /// After the grant: until when the hold is certainly valid. On ZooKeeper that of the session, on Redis that of the
    /// lease. Null before the grant, and if nothing is held.
    [[nodiscard]] virtual std::shared_ptr<const Expiry> expiry() const = 0;

    /// Reports Uncertain now if the deadline has passed and its timer has not run yet. Later reports are then
    /// consistent with state(). The default does nothing: for attempts without such a timer.
    virtual void noteDeadline() {}

    /// Called at each change of state().
    virtual void onState(StateHandler handler) = 0;

    /// Return false if the lock is being released. If the server refuses that, the request is reported again.
    using RevokedHandler = std::function<bool()>;
    /// Called when a release is requested while waiting or holding. From now on the own entry is read. The default
    /// never calls it: for backends without revocation requests.
    virtual void onRevoked(RevokedHandler /*handler*/) {}

    /// Checks with the server that decides whether the lock is still held: ZooKeeper's leader, or the key's master in
    /// Redis (of several independent ones, their majority). Errors: NotHeld (state() is then Lost); ConnectionLoss and
    /// similar (unknown). Call it only after the grant.
    virtual void verify(Reply<void> reply) = 0;

    /// Call it before start(): releases `held` in the same step of the server that queues this attempt, or separately
    /// if the attempt fails before. `released` is called like release()'s reply. Returns false, without effect, if the
    /// algorithm does not support this, as by default.
    virtual bool replace(const std::shared_ptr<Attempt>& /*held*/, Reply<void>& /*released*/) { return false; }
};

} // namespace lockscope::locks
