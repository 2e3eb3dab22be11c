// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/redis/client/ServerLink.h"
#include "core/redis/topology/Slots.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::redis {

/// Which servers a client uses: the master of a key, and the links to all masters. Owns the links. Confined to the
/// executor. Private to core/redis.
class ServerTopology {
public:
    /// Neither is called during a call of the topology's functions: post them there. A handler may call them, stop()
    /// included, but does not destroy the topology.
    struct Handlers {
        /// masters(), the master of some keys or usesShardedChannels() has changed: subscriptions have to move.
        Task layoutChanged;
        /// The summary() or the number of connections of a link has changed.
        Task connectionsChanged;
    };

    /// What the client makes a topology from.
    struct Context {
        LinkContext link; ///< for connections of the topology's own, such as to Sentinels
        /// Makes a link, not started, whose subscription events go to the client. `changed`: see ServerLink::Handlers.
        std::function<std::shared_ptr<ServerLink>(const Address&, ServerLink::Probe, Task changed)> makeLink;
        Handlers handlers;
    };

    /// Whether the client can serve every key.
    struct Summary {
        enum class State {
            Connecting, ///< some master is unknown or not connected
            Connected,  ///< all masters are known and connected, and serve all keys
            AuthFailed  ///< final: a server refused the credentials
        };
        State state = State::Connecting;
        std::string server; ///< Connected: the master, or one of them; Connecting: the one that is not connected
        std::string detail; ///< why it is not Connected, a sentence or clause for users; empty: no attempt has failed
    };

    virtual ~ServerTopology() = default;

    /// Starts to connect. Called once.
    virtual void start() = 0;
    /// Closes all links and its own connections with `reason`. No handler is called any more.
    virtual void stop(const Error& reason) = 0;

    /// The link to the master of `key`, connected or not; of an empty key: to any master, if possible a connected one.
    /// Null: no master is known for it.
    [[nodiscard]] virtual std::shared_ptr<ServerLink> linkFor(std::string_view key) = 0;
    /// The links to all masters that are known.
    [[nodiscard]] virtual std::vector<std::shared_ptr<ServerLink>> masters() const = 0;
    [[nodiscard]] virtual Summary summary() const = 0;
    /// SPUBLISH and SSUBSCRIBE are to be used.
    [[nodiscard]] virtual bool usesShardedChannels() const { return false; }

    /// A server has redirected a request. The link to the server named, made if it is unknown; it may not be connected
    /// yet. After Moved, linkFor() gives it for the keys of the slot. Null: not followed, or no address is named.
    [[nodiscard]] virtual std::shared_ptr<ServerLink> onRedirect(const Redirect& redirect) = 0;
    /// `link`, which serves as a master, has answered READONLY (it is a replica now), CLUSTERDOWN or MASTERDOWN:
    /// look for the master again. Called for each such reply: the topology limits its own work.
    virtual void onNotServed(ServerLink& link) = 0;
};

/// One server, which replicas do not replace. Sentinel: the master that the Sentinels name. Cluster: the master of each
/// hash slot. Calls handlers only after start().
[[nodiscard]] std::unique_ptr<ServerTopology> singleTopology(ServerTopology::Context context);
[[nodiscard]] std::unique_ptr<ServerTopology> sentinelTopology(ServerTopology::Context context);
[[nodiscard]] std::unique_ptr<ServerTopology> clusterTopology(ServerTopology::Context context);

} // namespace lockscope::redis
