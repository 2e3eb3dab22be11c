// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A ZooKeeper client with an asynchronous interface.
///
/// Thread: call every member on executor(); every callback runs there. No call blocks.
/// Order: requests are answered in the order in which they were made. A watch fires only after the reply to the request
/// that set it. Each callback sees a state at least as new as the callback before it.
/// Replies: each callback is called exactly once, never during the call that it was passed to. When the session ends,
/// open requests fail with SessionExpired (or Closed after close()), so no reply arrives after its session. While
/// Suspended, requests wait or fail with ConnectionLoss; the client never sends a request again.
/// Watches: one-shot. After the watch has fired or its session has ended, its Subscription has no effect. A get or
/// children watch on a missing node is not set (the reply is NoNode); an exists watch is. Destroying a Subscription
/// also removes the watch from the server, unless this client has another watch on the node.
/// After Lost, the client opens a new session automatically (Session::generation increases), without the old watches.

#include "core/base/Executor.h"
#include "core/base/Reply.h"
#include "core/base/Result.h"
#include "core/zk/Session.h"
#include "core/zk/Values.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::zk {

using lockscope::Reply;
using WatchHandler = std::function<void(const WatchEvent&)>;
using SessionHandler = std::function<void(const Session&)>;

class Client {
public:
    virtual ~Client() = default;

    [[nodiscard]] virtual Executor& executor() const = 0;

    /// Where locks on this client call the program's replies and handlers (ClientSettings::callbacks). Unlike tasks of
    /// executor(), these may block.
    [[nodiscard]] virtual Executor& callbacks() const = 0;

    /// The current state.
    [[nodiscard]] virtual const Session& session() const = 0;

    /// Called at each change of state until the subscription is destroyed, but not for the current state. Also called,
    /// with Connected, when validUntil has expired during a heartbeat() and then advances again.
    [[nodiscard]] virtual Subscription onSession(SessionHandler handler) = 0;

    /// Keeps the session confirmed while the subscription exists, so that validUntil advances: by a sync every third of
    /// the session's timeout, unless writes confirm it. Keep one while a lock is held or waited for. If less than a
    /// third is left, the first one sends a sync at once, before any later request. A client without a heartbeat()
    /// sends a read of a node in place of the client library's ping.
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

    /// Names only.
    virtual void children(std::string path, Reply<std::vector<std::string>> reply) = 0;
    [[nodiscard]] virtual Subscription children(std::string path, WatchHandler watch,
                                                Reply<std::vector<std::string>> reply) = 0;

    /// Names and the parent's Stat.
    virtual void list(std::string path, Reply<Listing> reply) = 0;
    [[nodiscard]] virtual Subscription list(std::string path, WatchHandler watch, Reply<Listing> reply) = 0;

    /// The ACL of the node itself; creating and deleting the node is governed by its parent's ACL. Needs Read or Admin
    /// on the node. A client without Admin sees digests without their password part ("user:x").
    virtual void acl(std::string path, Reply<std::vector<Acl>> reply) = 0;

    /// Executes all steps or none. On failure the error, with its path, is that of the first step that failed.
    virtual void multi(std::vector<Op> ops, Reply<std::vector<OpResult>> reply) = 0;

    /// Reads after the reply are at least as new as the leader's state when the sync was sent.
    virtual void sync(std::string path, Reply<void> reply) = 0;

    /// Adds credentials to this client; each new session gets them again. Kept in memory only, never logged.
    virtual void addAuth(std::string scheme, std::string credential, Reply<void> reply) = 0;

    /// Ends the session: the server removes its ephemeral nodes at once. `closed` is called when this is done or
    /// abandoned.
    virtual void close(Task closed) = 0;

    /// A handle on the same client that may outlive it, for clean-up after its destruction. Once the client is
    /// destroyed, requests through the handle fail with Closed, session() is Closed, and the handle's observers are
    /// notified of this. share() may be called on a handle. A handle may be destroyed before or after the client, on
    /// any thread; this does not cancel its requests. close() on a handle closes the client. If the client is destroyed
    /// on executor(), the handles see Closed at once, otherwise in a later task. In both cases a separate task fails
    /// the open requests in order, and then notifies the observers. If the executor stops before, no callback is called
    /// and nothing leaks. The executor must outlive the calls on a handle.
    [[nodiscard]] virtual std::shared_ptr<Client> share() = 0;
};

} // namespace lockscope::zk
