// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/base/Log.h"
#include "core/base/Reply.h"
#include "core/redis/ClientSettings.h"
#include "core/redis/Value.h"
#include "core/redis/client/Connection.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lockscope::redis {

class LinkSubscriber;
class PersistentConnection;
struct Message;

/// What a subscription names: a channel, a pattern of channels, or a channel of a cluster's hash slot.
enum class ChannelKind {
    Plain,
    Pattern,
    Sharded
};

/// What the connections of one client share. The references outlive its links and topology.
struct LinkContext {
    Executor& executor;
    Transports& transports;
    const ClientSettings& settings;
    Log log;
};

/// The settings of a connection to `address` with the client's user, password, database and limits.
[[nodiscard]] Connection::Settings connectionSettings(const ClientSettings& settings, const Address& address);

/// One server of the topology: a command connection, and a subscriber connection after the first subscription. Connects
/// again when a connection is lost: at once, then after 50 ms doubling to 2 s, of which half is random. Sends a PING
/// every third of ClientSettings::lostAfter on an idle connection. Confined to the executor. Private to core/redis.
///
/// Owner: the topology, which closes it. No handler is called during a call of a member; a handler may call them all,
/// and may destroy the link.
class ServerLink final {
public:
    enum class State {
        Connecting, ///< or waiting for the next attempt: see error()
        Connected,
        AuthFailed, ///< final: the server refused the credentials
        Closed      ///< final
    };

    /// The request that each new command connection sends first. It is Connected after the reply was accepted.
    struct Probe {
        Command command{"PING"};
        /// The reason not to use the connection, which is closed and made again later; AuthFailed is final. Called for
        /// every reply except LOADING, NOAUTH and the refusal of too many clients. Null: every reply is accepted that
        /// is no error, and NOPERM.
        std::function<std::optional<Error>(const Value&)> check = nullptr;
    };

    struct Handlers {
        Task changed; ///< state(), error() or connections() have changed
        /// The server has confirmed a subscription. Again after each reconnection.
        std::function<void(ChannelKind, const std::string& name)> confirmed;
        /// `name`: the channel or pattern that is subscribed to.
        std::function<void(ChannelKind, const std::string& name, const Message&)> message;
        /// The server refused or ended a subscription, which is forgotten: an error reply such as MOVED or NOPERM, or
        /// Nil if a cluster has moved the channel's slot.
        std::function<void(ChannelKind, const std::string& name, const Value& reason)> ended;
    };

    ServerLink(LinkContext context, Address address, Probe probe, Handlers handlers);
    ~ServerLink();
    ServerLink(const ServerLink&) = delete;
    ServerLink& operator=(const ServerLink&) = delete;

    /// Starts to connect. Call it once.
    void start();

    [[nodiscard]] const Address& address() const;
    [[nodiscard]] State state() const;
    [[nodiscard]] bool isConnected() const { return state() == State::Connected; }
    /// Why it is not connected: of the last attempt. Empty detail: no attempt has failed yet.
    [[nodiscard]] const Error& error() const;
    /// The number of command connections that were made.
    [[nodiscard]] std::uint64_t connections() const;
    /// When the newest request was sent that the server has answered. Zero: none yet.
    [[nodiscard]] SteadyTime lastContact() const;
    /// When the current or last command connection was made. Zero: none yet.
    [[nodiscard]] SteadyTime connectedAt() const;

    /// Fails with NoConnection in a later task if it is not connected. Other errors: those of Connection::send().
    void send(const Command& command, Reply<Value> reply);
    /// For a request that another server has redirected here. If not connected, waits for the connection, at most
    /// ClientSettings::connectTimeout. `isAsking`: sends ASKING before it.
    void sendRedirected(Command command, bool isAsking, Reply<Value> reply);

    /// Keeps a subscription, again on each connection, until unsubscribe(). No effect if it exists.
    void subscribe(ChannelKind kind, const std::string& name);
    void unsubscribe(ChannelKind kind, const std::string& name);
    /// The server has confirmed the subscription, on the current connection.
    [[nodiscard]] bool isConfirmed(ChannelKind kind, const std::string& name) const;

    /// Closes both connections and connects again, with the name resolved again: the address has another server behind
    /// it, or the server another role. Open requests fail with `reason` in a later task.
    void reconnect(const Error& reason);
    /// Final. Open requests fail with `reason` in a later task. No handler is called any more.
    void close(const Error& reason);

private:
    class Commands;

    const Address m_address;
    const std::shared_ptr<Commands> m_commands;
    const std::shared_ptr<LinkSubscriber> m_subscriber;
};

} // namespace lockscope::redis
