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

/// Zero budget: so long may the one look take. A server that answers nothing, or refuses for the moment, is not waited
/// for.
inline constexpr auto lookTime = std::chrono::seconds(1);

/// One acquisition, from the first request to its end: the engine behind every recipe. Confined to client.executor().
/// From start() on the client keeps the attempt alive until its node is certainly gone. With a client whose executor
/// has stopped it goes unanswered. Its handlers may own whoever waits for it; whoever waits must hold it weakly.
class Attempt {
public:
    using StateHandler = std::function<void(const LockState&)>;

    virtual ~Attempt() = default;

    /// `timeout`: total budget on the steady clock; nothing: wait for ever; zero: one look of lookTime at most. `reply`
    /// is called once, with the grant or with TimedOut, Cancelled, NoAuth, … ; after an error what was queued is being
    /// deleted, until that is certain.
    virtual void start(std::optional<Duration> timeout, zk::Reply<Grant> reply) = 0;

    /// Gives up waiting; the reply is Cancelled. Without effect once granted.
    virtual void cancel() = 0;

    /// Deletes the own node; retried until it is certain. Success: held until then, or until the release was asked for.
    /// NotHeld when the lock was lost before, or its node is found gone. Only after the grant.
    /// After cancel() the reply comes when the node is gone.
    /// Without a reply there is nobody who could keep what the server refuses to delete: that is tried again as well.
    virtual void release(zk::Reply<void> reply) = 0;

    /// As of now: asOf().
    [[nodiscard]] virtual LockState state() const = 0;

    /// Past the deadline and not reported as Uncertain yet, because the timer for that has not had its turn: that is
    /// reported now, so that what is reported from then on follows on state().
    virtual void noteDeadline() = 0;

    /// Called at each change of state().
    virtual void onState(StateHandler handler) = 0;

    /// False: nobody can be told now, for it is being given back. Told again if the server refuses that.
    using RevokedHandler = std::function<bool()>;
    /// Called when somebody asks that we let go, while waiting or holding. The own node is read from now on.
    virtual void onRevoked(RevokedHandler handler) = 0;

    /// Asks the leader whether we still hold. Errors: NotHeld (then state() is Lost), ConnectionLoss and the like (not
    /// known). Only after the grant.
    virtual void verify(zk::Reply<void> reply) = 0;

    /// Steps for a multi that make it fail with NoNode when we don't hold any more; none where the own node's name can
    /// come back as somebody else's. Only after the grant.
    [[nodiscard]] virtual std::vector<zk::Op> checks() const = 0;

    /// Before start(): give `held` back in the very transaction that queues us, or without us if that comes to nothing.
    /// `released` is called as release()'s reply would be. Returns false where the algorithm can't; then nothing has
    /// happened.
    virtual bool replace(const std::shared_ptr<Attempt>& held, zk::Reply<void>& released) = 0;
};

} // namespace lockscope::locks
