// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Log.h"
#include "core/base/Reply.h"
#include "core/redis/ClientSettings.h"
#include "core/redis/Value.h"
#include "core/redis/client/Transport.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lockscope::redis {

/// One connection to one server: transport, first commands (AUTH, SELECT, CLIENT SETNAME, READONLY), pipelined requests
/// with their timeouts, and the messages of subscriptions. It does not reconnect: its owner makes another one. Confined
/// to the executor. Private to core/redis.
class Connection final {
public:
    struct Settings {
        Address address;
        std::string user;
        std::string password;
        int database = 0;
        std::string clientName;
        std::optional<TlsSettings> tls;
        bool readOnly = false; ///< READONLY: reads from a replica of a cluster
        Duration connectTimeout{};
        Duration requestTimeout{};
        std::size_t largestReply = 0;
        std::size_t maxInFlight = 0;
        std::shared_ptr<Traffic> traffic;
    };
    struct Handlers {
        Task ready; ///< after the first commands
        /// A subscribe, unsubscribe or message event: an Array as sent by the server. Only on a connection that has
        /// sent a subscribe command.
        std::function<void(const Value&)> event;
        /// Once: could not connect (NoConnection, or the transport's error), authentication failed (AuthFailed), or
        /// lost (ConnectionLoss). Open requests have failed before.
        std::function<void(const Error&)> closed;
        /// The server refused a subscribe command: an Error such as NOPERM or MOVED.
        std::function<void(const Command&, const Value& error)> refused = nullptr;
    };

    Connection(Executor& executor, Transports& transports, Settings settings, Handlers handlers, Log log);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// Call it once.
    void open();
    [[nodiscard]] bool isReady() const;
    /// Errors: NoConnection (not ready, or lost before: not sent), ConnectionLoss, OperationTimeout, Throttled, the
    /// reason of close(), and TooLarge: executed, but the reply exceeds Settings::largestReply. The replies come in the
    /// order of the calls; one that comes after its timeout is discarded. After a subscribe command the server accepts
    /// little else: PING is answered by ["pong", ""] while there is a subscription, and by the status PONG otherwise.
    void send(const Command& command, Reply<Value> reply);
    /// SUBSCRIBE, UNSUBSCRIBE and their kinds, with at least one channel; answered by events or refused(). Not sent if
    /// the connection is not ready.
    void sendSubscription(const Command& command);
    /// When the newest request was sent that the server has answered.
    [[nodiscard]] SteadyTime lastContact() const;
    [[nodiscard]] const Address& address() const;
    /// Open requests fail with `reason` in a later task; closed is not called any more.
    void close(const Error& reason);

private:
    class State;
    std::shared_ptr<State> m_state;
};

} // namespace lockscope::redis
