// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// One ZooKeeper client, asynchronous throughout.
///
/// Thread: every member is called on executor(), and every handler is called there. Nothing blocks.
/// Order: requests are answered in the order in which they were made, and a watch fires only after the reply to the
/// request that set it; what a handler sees is never older than what the one before it saw.
/// Replies: each handler is called exactly once, never from inside the call that took it. When the session ends, what
/// is still open fails with SessionExpired (or Closed after close()), so an answer never outlives its session. While
/// Suspended, requests wait or fail with ConnectionLoss; they are never sent again by the client.
/// Watches: one-shot. The Subscription of a watch that has fired, or whose session has ended, is merely empty. A get or
/// children watch on a missing node is not set (the reply says NoNode); an exists watch on a missing node is. A dropped
/// Subscription takes the watch off the server too, when nothing else here watches the same node.
/// After Lost the client opens a new session by itself (Session::generation grows). Watches are not carried over.

#include "core/base/Executor.h"
#include "core/base/Result.h"
#include "core/zk/Session.h"
#include "core/zk/Values.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::zk {

template <typename T> using Reply = std::function<void(Result<T>)>;
using WatchHandler = std::function<void(const WatchEvent&)>;
using SessionHandler = std::function<void(const Session&)>;

class Client {
public:
    virtual ~Client() = default;

    [[nodiscard]] virtual Executor& executor() const = 0;

    /// The present state.
    [[nodiscard]] virtual const Session& session() const = 0;

    /// Called at each change of state, until the subscription is destroyed. Not called for the present state. Called
    /// again with Connected when validUntil had passed during a heartbeat() and has moved ahead again.
    [[nodiscard]] virtual Subscription onSession(SessionHandler handler) = 0;

    /// Has the ensemble confirm the session while the subscription lives, so that validUntil moves on: every third of
    /// the session's timeout by a sync, unless writes do it anyway. Keep one while a lock is held or waited for. With
    /// less than a third left the first one asks at once, and requests that are made after it are answered after it.
    /// A client of which nobody keeps one reads a node in its place, where the client library would send a ping.
    [[nodiscard]] virtual Subscription heartbeat() = 0;

    virtual void create(CreateRequest request, Reply<Created> reply) = 0;

    /// Deletes the node if its data version is `version` (or anyVersion).
    virtual void remove(std::string path, std::int32_t version, Reply<void> reply) = 0;

    /// The node's Stat, or nothing if there is no such node.
    virtual void exists(std::string path, Reply<std::optional<Stat>> reply) = 0;
    [[nodiscard]] virtual Subscription exists(std::string path, WatchHandler watch,
                                              Reply<std::optional<Stat>> reply) = 0;

    virtual void get(std::string path, Reply<NodeData> reply) = 0;
    [[nodiscard]] virtual Subscription get(std::string path, WatchHandler watch, Reply<NodeData> reply) = 0;

    virtual void set(std::string path, std::string data, std::int32_t version, Reply<Stat> reply) = 0;

    /// Names alone: what a recipe needs.
    virtual void children(std::string path, Reply<std::vector<std::string>> reply) = 0;
    [[nodiscard]] virtual Subscription children(std::string path, WatchHandler watch,
                                                Reply<std::vector<std::string>> reply) = 0;

    /// Names and the parent's Stat.
    virtual void list(std::string path, Reply<Listing> reply) = 0;
    [[nodiscard]] virtual Subscription list(std::string path, WatchHandler watch, Reply<Listing> reply) = 0;

    /// Who may do what with the node itself; creating and deleting it are its parent's business. Needs Read or Admin on
    /// the node. A client without Admin sees digests without their password part ("user:x").
    virtual void acl(std::string path, Reply<std::vector<Acl>> reply) = 0;

    /// All or nothing. On failure the error is the first failing step's, its path that step's path.
    virtual void multi(std::vector<Op> ops, Reply<std::vector<OpResult>> reply) = 0;

    /// What is read after the reply is at least as new as what the leader had when it was asked.
    virtual void sync(std::string path, Reply<void> reply) = 0;

    /// Adds credentials to this client; they are sent again to each new session. Kept in memory only, never logged.
    virtual void addAuth(std::string scheme, std::string credential, Reply<void> reply) = 0;

    /// Ends the session: the server removes its ephemeral nodes at once. `closed` is called when that is done or given
    /// up.
    virtual void close(Task closed) = 0;

    /// A handle on the same client that may outlive it: once the client is destroyed, everything asked for through the
    /// handle fails with Closed, session() says Closed, and its observers are told so. For what must still be tidied up
    /// then. Handles may be shared on, and be destroyed before the client or after it, on any thread; that ends nothing
    /// that was asked for through them. close() on one closes the client.
    /// The end comes at once for who destroys the client on executor(); from another thread it comes with a later task.
    /// Either way a task of its own answers what is still open, in order, and then tells the observers. If the executor
    /// stops before, nothing is told, and nothing stays behind. The executor must outlive the calls on a handle.
    [[nodiscard]] virtual std::shared_ptr<Client> share() = 0;
};

} // namespace lockscope::zk
