// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/client/Backoff.h"
#include "core/redis/client/ServerLink.h"

#include <cstdint>
#include <memory>

namespace lockscope::redis {

/// A connection to one server that is made again whenever it is lost. Each new one is ready after the reply to the
/// probe. Sends a PING every third of ClientSettings::lostAfter if it is idle: a request without a reply closes a
/// connection to a dead server. Confined to the executor. Private to core/redis.
class PersistentConnection final : public std::enable_shared_from_this<PersistentConnection> {
public:
    using State = ServerLink::State;

    struct Handlers {
        Task changed; ///< state(), error() or connections() have changed
        std::function<void(const Value&)> event;
        std::function<void(const Command&, const Value& error)> refused;
    };

    PersistentConnection(LinkContext context, Address address, ServerLink::Probe probe, Handlers handlers);

    void start();
    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] const Error& error() const { return m_error; }
    [[nodiscard]] std::uint64_t connections() const { return m_connections; }
    [[nodiscard]] SteadyTime lastContact() const;
    [[nodiscard]] SteadyTime connectedAt() const { return m_connectedAt; }

    /// Fails with NoConnection in a later task if it is not Connected.
    void send(const Command& command, Reply<Value> reply);
    /// Only while it is Connected.
    void sendSubscription(const Command& command);

    void reconnect(const Error& reason);
    void close(const Error& reason);

    /// Why a request is not sent.
    [[nodiscard]] Error whyNotSent() const;

private:
    void open();
    void probe();
    void onProbed(const Result<Value>& reply);
    void onLost(const Error& error);
    void drop(Error error);
    void becomeReady();
    void armHeartbeat(SteadyTime at);
    void onHeartbeat();
    void release(const Error& reason);
    [[nodiscard]] std::optional<Error> whyUnusable(const Result<Value>& reply) const;
    [[nodiscard]] std::string label() const;

    /// A task that runs `act` on this object if it still exists and `attempt` is the current one.
    template <typename Act> [[nodiscard]] auto inAttempt(Act act)
    {
        return [weak = weak_from_this(), attempt = m_attempt, act = std::move(act)](const auto&... values) {
            if (const auto self = weak.lock(); self && self->m_attempt == attempt)
                act(*self, values...);
        };
    }

    const LinkContext m_context;
    const Address m_address;
    const ServerLink::Probe m_probe;
    const Handlers m_handlers;
    Backoff m_backoff;
    std::shared_ptr<Connection> m_connection; ///< of the current attempt; null between two
    bool m_isStarted = false;
    State m_state = State::Connecting;
    Error m_error;
    std::uint64_t m_attempt = 0;
    std::uint64_t m_connections = 0;
    SteadyTime m_lastContact{}; ///< on the connections before
    SteadyTime m_connectedAt{};
    Subscription m_retry;
    Subscription m_heartbeat;
};

} // namespace lockscope::redis
