// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/client/Connection.h"
#include "core/redis/client/PendingReplies.h"
#include "core/redis/client/Reader.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace lockscope::redis {

/// What a connection does. Outlives it while one of its handlers runs. Private to core/redis.
class Connection::State final : public std::enable_shared_from_this<State> {
public:
    State(Executor& executor, Transports& transports, Settings settings, Handlers handlers, Log log);

    void open();
    void send(const Command& command, Reply<Value> reply);
    void sendSubscription(const Command& command);
    void close(const Error& reason);

    [[nodiscard]] bool isReady() const { return m_phase == Phase::Ready; }
    [[nodiscard]] SteadyTime lastContact() const { return m_lastContact; }
    [[nodiscard]] const Address& address() const { return m_settings.address; }

private:
    enum class Phase {
        Opening,
        FirstCommands,
        Ready,
        Ended
    };

    void onOpened();
    void onFirstReply(const std::string& name, const Value& reply);
    void becomeReady();
    void onReceived(std::string_view bytes);
    void onValue(Value value);
    void onSubscriptionReply(const Command& command, const Value& reply);
    void onEvent(const Value& event);
    void onUnreadable(const Error& why);
    void onTimer();
    void onNoFirstReply();
    void setTimer();
    void startTimer(SteadyTime due, void (State::*limit)());
    void write(const Command& command, SteadyTime time);
    /// The connection has ended by itself.
    void lose(const Error& why);
    void count(std::atomic<std::uint64_t> Traffic::*what);
    [[nodiscard]] Error failureOf(ErrorCode code, std::string detail = {}) const;
    [[nodiscard]] SteadyTime now() const { return m_executor.clock().now(); }

    /// A callback that has no effect once the state is destroyed.
    template <typename... Args> [[nodiscard]] std::function<void(Args...)> weakly(void (State::*function)(Args...))
    {
        return [weak = weak_from_this(), function](Args... args) {
            if (const auto self = weak.lock())
                (self.get()->*function)(args...);
        };
    }

    Executor& m_executor;
    Transports& m_transports;
    const Settings m_settings;
    const Handlers m_handlers;
    const Log m_log;

    Phase m_phase = Phase::Opening;
    bool m_isClosedByOwner = false;
    Error m_end; ///< of requests that cannot be sent
    std::unique_ptr<Transport> m_transport;
    Reader m_reader;
    PendingReplies m_pending;
    bool m_isSubscriber = false;
    SteadyTime m_lastContact{};
    SteadyTime m_silentSince{}; ///< the last byte from the server, or the first command that waits for one
    Subscription m_timer;
    bool m_isTimerSet = false; ///< it may be early, as the request that it was set for may have been answered
};

} // namespace lockscope::redis
