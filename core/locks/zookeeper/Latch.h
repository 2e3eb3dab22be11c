// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/LockState.h"
#include "core/locks/zookeeper/NodeOptions.h"
#include "core/queue/Schemes.h"
#include "core/zk/Client.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace lockscope::locks {

struct LatchOptions {
    /// Curator's ConnectionStateErrorPolicy: leadership ends when contact is lost (Standard), or only when the session
    /// is lost (Session). The latter is for applications that tolerate two leaders for a moment.
    enum class EndsWhen {
        ContactIsLost,
        SessionIsLost
    };
    EndsWhen endsWhen = EndsWhen::ContactIsLost;
    NodeOptions lock{}; ///< its payload is ignored: the node's data is the participant's id
};

/// Leader election: a participant stays in the queue until closed, and leads while it is the first. Compatible with
/// Curator's LeaderLatch (children "_c_<UUID>-latch-<number>" with the participant's id as data). A participant whose
/// session is lost or whose node is deleted queues again at the end, automatically. Owned by the caller; the client
/// must outlive it. Thread: any; handlers run on client.callbacks().
class Latch final {
public:
    using Handler = std::function<void(bool leads)>;
    using StateHandler = std::function<void(const LockState&)>;

    /// Joins at once. `path`: absolute and valid; created if missing.
    Latch(zk::Client& client, std::string path, std::string id, LatchOptions options = {});
    /// Leaves in the background, without calling callbacks.
    ~Latch();
    Latch(const Latch&) = delete;
    Latch& operator=(const Latch&) = delete;

    [[nodiscard]] const std::string& id() const { return m_id; }

    /// On other threads, blocks until the executor answers. With EndsWhen::ContactIsLost also false after validUntil.
    [[nodiscard]] bool leads() const;
    /// Fencing token of the leadership; nothing without leadership.
    [[nodiscard]] std::optional<std::int64_t> fencingToken() const;
    [[nodiscard]] LockState state() const;

    /// Called when leadership is gained (true) and lost (false), until the subscription is destroyed (on
    /// client.callbacks()).
    [[nodiscard]] Subscription onLeadership(Handler handler);

    /// Called at each change of its queue state, like a Lock's states: Waiting, Held (leads), Uncertain, Lost (waits
    /// again soon after). Not called for the current state.
    [[nodiscard]] Subscription onState(StateHandler handler);

    /// Blocks until this leads. Not on the executor. Errors: TimedOut, Cancelled (by `stop`), Closed (also when the
    /// executor has stopped and then the client has ended).
    [[nodiscard]] Result<void> await(std::optional<Duration> timeout = {}, std::stop_token stop = {});

    /// Leaves permanently and notifies a leader's callbacks; `reply` comes after the deletion. Twice: Closed.
    void closeAsync(Reply<void> reply);
    [[nodiscard]] Result<void> close();

private:
    class State;
    /// closeAsync(); `reply` runs on the executor.
    void leave(Reply<void> reply);

    Executor& m_executor;
    Executor& m_callbacks;
    std::string m_id;
    std::shared_ptr<State> m_state;
};

/// The id of the current leader at `path`; nothing if there is none. Thread: client.executor().
void findLeader(zk::Client& client, const std::string& path, Reply<std::optional<std::string>> reply);
/// The same for participants that queue by another scheme, which must outlive the call: queue::curatorMutexScheme() for
/// those of a LeaderSelector.
void findLeader(zk::Client& client, const std::string& path, const queue::Scheme& scheme,
                Reply<std::optional<std::string>> reply);

} // namespace lockscope::locks
