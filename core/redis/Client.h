// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A Redis client with an asynchronous interface, for one server with replicas, Sentinel or Cluster. For N independent
/// masters make one client each.
///
/// Thread: call every member on executor(); every callback runs there. No call blocks.
/// Order: requests for keys of one server are executed in the order in which they were made as long as the connection
/// lasts, and are answered in that order, except those that are sent again. All requests of one task are sent by one
/// system call. After the first use of a script on a connection they wait for its reply: if the server does not have
/// the script, its text is sent before them.
/// Replies: each callback is called exactly once, never during the call that it was passed to. The client never sends a
/// request again, except where the server has certainly not executed it (MOVED, ASK, TRYAGAIN, NOSCRIPT).
/// Errors of a request: NoConnection (not sent: there is no connection to the server of its key), ConnectionLoss and
/// OperationTimeout (outcome unknown), Throttled, Refused (WriteGate), Closed, NoAuth (ACL), TooLarge. An error reply
/// of the server is a Value of kind Error, except NOAUTH, NOPERM and READONLY (ReadOnlyServer). BadArguments: the
/// server belongs to a cluster and redirects the request, but the target is none; the detail names the right one.

#include "core/base/EventLoop.h"
#include "core/base/Log.h"
#include "core/base/Reply.h"
#include "core/base/SessionStatus.h"
#include "core/base/Subscription.h"
#include "core/redis/ClientSettings.h"
#include "core/redis/Script.h"
#include "core/redis/Value.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::redis {

class Transports;

/// SessionStatus of a client: Connected while every master that it knows is connected; Suspended while one is not; Lost
/// after ClientSettings::lostAfter; AuthFailed after WRONGPASS or NOAUTH (final). `generation` counts the connections:
/// it increases when a connection to a master was made, so subscriptions may have missed messages before. `server`: the
/// master, or the cluster node that was lost; `id` and `timeout` are 0.
using Status = SessionStatus;

/// A message that was published. Valid during the call.
struct Message {
    std::string_view channel;
    std::string_view payload;
};

/// What is called while the changes of keys are tracked.
struct KeyChangeHandlers {
    /// Keys that were changed or deleted, or have expired, with their names only; several changes of a key may be one.
    /// Null: every key may have changed, as after FLUSHALL. Valid during the call.
    std::function<void(const std::vector<std::string>* keys)> changed;
    /// From now on the changes on all masters are reported. Again after each interruption and each change of the
    /// masters: changes may have been missed before.
    Task confirmed;
    /// The changes on a master are not reported for now; confirmed() follows if it can be connected again.
    Task interrupted;
    /// A server does not track, or the user may not use it: "host:port: the server's reason". Nothing follows.
    std::function<void(const std::string& reason)> refused;
};

/// What is called while the commands that servers execute are reported.
struct MonitorHandlers {
    /// The server sends the commands from now on.
    std::function<void(const Address& server)> begun;
    /// A command, as the server prints it: '1339518083.107412 [0 127.0.0.1:60866] "get" "key"'. Its arguments may be
    /// secrets. Valid during the call. Lines of more than a megabyte are left out.
    std::function<void(const Address& server, std::string_view line)> line;
    /// Once: nothing follows from this server. NoAuth: the user may not use MONITOR; Unimplemented: the server does not
    /// have it; else the connection could not be made, or was lost. The detail has the server's reason.
    std::function<void(const Address& server, const Error& reason)> ended;
};

/// Whether the command may change a key, for the WriteGate.
enum class Access {
    Read,
    Write
};

class Client final {
public:
    using StatusHandler = std::function<void(const Status&)>;
    using MessageHandler = std::function<void(const Message&)>;

    /// On `loop`, which must outlive the client and the calls on its shares. Starts to connect. Any thread.
    Client(ClientSettings settings, EventLoop& loop, Log log = Log::toStandardError(LogLevel::Warning));
    /// On EventLoop::shared().
    explicit Client(ClientSettings settings, Log log = Log::toStandardError(LogLevel::Warning));
    /// For tests and the simulation: another executor, network and callbacks.
    Client(ClientSettings settings, Executor& executor, Log log, std::unique_ptr<Transports> transports);
    /// Closes the connections; open requests fail with Closed in a later task. Any thread.
    ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    [[nodiscard]] Executor& executor() const;
    [[nodiscard]] Executor& callbacks() const;
    /// The current state.
    [[nodiscard]] const Status& status() const;
    /// Called at each change of state or generation until the subscription is destroyed, not for the current one.
    [[nodiscard]] Subscription onStatus(StatusHandler handler);

    /// Sends a command to the master of `key`; with an empty key to any master.
    void send(std::string_view key, Command command, Access access, Reply<Value> reply);
    /// The masters that are known now, connected or not: in a cluster those that serve slots.
    [[nodiscard]] std::vector<Address> masters() const;
    /// The one of them to which send() would send a command with this key now; nullopt: none is known.
    [[nodiscard]] std::optional<Address> masterOf(std::string_view key) const;
    /// Sends a command that names no key, such as SCAN, to one of masters(). If it is none any more: NoConnection.
    void sendTo(const Address& master, Command command, Access access, Reply<Value> reply);
    /// Runs a script on the master of the first key: EVALSHA, and EVAL after NOSCRIPT. In a cluster all keys must be of
    /// one slot. `access`: Write for scripts that write.
    void run(const Script& script, std::vector<std::string> keys, std::vector<std::string> arguments, Access access,
             Reply<Value> reply);
    /// After the requests made before on the server of `key`: waits until `replicas` replicas have them, at most
    /// `timeout` (WAIT). The reply is their number. A replica that has a write may still lose it in a failover:
    /// Sentinel and Cluster may promote another one.
    void waitForReplicas(std::string_view key, int replicas, std::chrono::milliseconds timeout, Reply<int> reply);

    /// Subscribes to a channel (SUBSCRIBE; SSUBSCRIBE if usesShardedChannels()) while the subscription exists.
    /// `onConfirmed`: called when the server has confirmed, and again after each reconnection: messages may have been
    /// missed before. Several subscriptions to one channel are one of the server's. In a cluster the channel's hash tag
    /// selects the server.
    [[nodiscard]] Subscription subscribe(std::string channel, MessageHandler onMessage, Task onConfirmed);
    /// The same for a pattern (PSUBSCRIBE), on every master.
    [[nodiscard]] Subscription subscribePattern(std::string pattern, MessageHandler onMessage, Task onConfirmed);
    /// Reports which keys change on any master while the subscription exists, by CLIENT TRACKING in broadcast mode,
    /// which changes no setting of the server (Redis 6.0; the user needs +client|id, +client|tracking and the channel
    /// __redis__:invalidate). Of all databases. `prefixes`: the beginnings of the names of these keys; none may be the
    /// beginning of another one; empty: all keys. Takes one more connection to each master.
    [[nodiscard]] Subscription trackKeys(std::vector<std::string> prefixes, KeyChangeHandlers handlers);
    /// Reports the commands that the masters() execute while the subscription exists, by MONITOR, over one more
    /// connection to each. It costs the servers much, and is not begun again after a lost connection. The user needs
    /// +monitor.
    [[nodiscard]] Subscription monitor(MonitorHandlers handlers);
    /// Locks publish by SPUBLISH: in a cluster whose servers have it (7.0), as Redisson does.
    [[nodiscard]] bool usesShardedChannels() const;

    [[nodiscard]] Topology topology() const;

    /// An object that all users of this client share, such as the renewals of its locks: made by `make` at the first
    /// call with `key`, the address of something unique. Destroyed with the client, unless it is owned elsewhere.
    [[nodiscard]] std::shared_ptr<void> attachment(const void* key, const std::function<std::shared_ptr<void>()>& make);

    /// Ends the client; further requests fail with Closed. `closed` is called after the open requests have failed.
    void close(Task closed);

    /// A handle on the same client that may outlive it: afterwards its requests fail with Closed and its status() is
    /// Closed. The executor must outlive the calls on it.
    [[nodiscard]] std::shared_ptr<Client> share();

private:
    class Core;
    explicit Client(std::shared_ptr<Core> core, bool isShare);

    std::shared_ptr<Core> m_core;
    bool m_isShare = false;
};

} // namespace lockscope::redis
