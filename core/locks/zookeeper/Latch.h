// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/LockOptions.h"
#include "core/locks/LockState.h"
#include "core/zk/Client.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace lockscope::locks {

struct LatchOptions {
    /// What Curator calls ConnectionStateErrorPolicy: does leadership end when contact is lost (Standard), or only when
    /// the session is (Session)? The latter is for leaders that can stand a second one for a moment.
    enum class EndsWhen {
        ContactIsLost,
        SessionIsLost
    };
    EndsWhen endsWhen = EndsWhen::ContactIsLost;
    LockOptions lock; ///< its payload is not used: the participant's id is
};

/// Leader election: stays in the queue until closed, and leads while it is the first. On the wire it is Curator's
/// LeaderLatch (children "_c_<UUID>-latch-<number>", whose data is the participant's id). Whoever loses the session, or
/// whose node an operator deletes, queues again by itself, at the end.
/// Owned by the caller; the client must outlive it. Thread: any; handlers run on client.executor().
class Latch final {
public:
    using Handler = std::function<void(bool leads)>;
    using StateHandler = std::function<void(const LockState&)>;

    /// Joins at once. `path`: absolute and valid; made when missing.
    Latch(zk::Client& client, std::string path, std::string id, LatchOptions options = {});
    /// Leaves, in the background; handlers hear nothing of it.
    ~Latch();
    Latch(const Latch&) = delete;
    Latch& operator=(const Latch&) = delete;

    [[nodiscard]] const std::string& id() const { return m_id; }

    /// Blocks for a hop to the executor when called elsewhere. With EndsWhen::ContactIsLost false also past validUntil.
    [[nodiscard]] bool leads() const;
    /// Fencing token of the leadership; nothing without.
    [[nodiscard]] std::optional<std::int64_t> fencingToken() const;
    [[nodiscard]] LockState state() const;

    /// Called when leadership is gained (true) and lost (false), until the subscription is destroyed (on the executor).
    [[nodiscard]] Subscription onLeadership(Handler handler);

    /// Called at each change of its place in the queue, as a Lock's states are: it waits with its node, holds (and so
    /// leads), is uncertain, is lost (and waits again soon after). Not called for the present state.
    [[nodiscard]] Subscription onState(StateHandler handler);

    /// Blocks until this leads. Not on the executor. Errors: TimedOut, Cancelled (by `stop`), Closed (also when the
    /// executor has stopped and then the client has ended).
    [[nodiscard]] Result<void> await(std::optional<Duration> timeout = {}, std::stop_token stop = {});

    /// Leaves for good; `reply` comes when the node is gone. A leader's handlers are told. Twice: Closed.
    void closeAsync(zk::Reply<void> reply);
    [[nodiscard]] Result<void> close();

private:
    class State;
    Executor& m_executor;
    std::string m_id;
    std::shared_ptr<State> m_state;
};

/// The id of the present leader at `path`; nothing where nobody leads. Thread: client.executor().
void findLeader(zk::Client& client, const std::string& path, zk::Reply<std::optional<std::string>> reply);

} // namespace lockscope::locks
