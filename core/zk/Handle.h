// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/zk/Request.h"
#include "core/zk/ZooKeeperClient.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace lockscope::zk {

/// What the C client says of the connection.
struct ConnectionEvent {
    enum class Kind {
        Connected,
        ReadOnly,
        Disconnected,
        Expired,
        AuthFailed
    };
    Kind kind = Kind::Disconnected;
    SessionId session = 0;
    std::chrono::milliseconds timeout{0};
    std::string server; ///< "host:port", when connected
};

/// One handle of the C client, for one session. Private to core/zk, and implemented in ZooKeeperClient.cpp, the one
/// file that knows the C client.
///
/// Thread: open() and close() on the worker, everything else on any thread. No call reaches the C client after
/// retire(), so none runs while it closes: the C client would not survive that. It owns all that the C client is handed
/// as a context; what is still open at the end goes with it, unanswered.
class Handle final {
public:
    /// Called on the C client's threads, and on the worker in close(): they only post, or where the executor is told to
    /// (ThreadExecutor::Dispatch::Caller) and has nothing to do, run the handlers right there.
    struct Events {
        std::function<void(ConnectionEvent)> connection;
        std::function<void(WatchEvent)> watch; ///< for the one watcher that all requests share
        std::function<void(std::uint64_t id, Result<Answer>)> answer;
    };

    Handle(const ClientSettings& settings, const Clock& clock, const Log& log, Events events);
    ~Handle();
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    /// Begins to connect. Resolves the host names, which may take its time. An error's detail is for a person, and the
    /// call may be repeated. Does nothing when retired.
    [[nodiscard]] Result<void> open();

    /// From here on nothing is sent: what is asked for goes unanswered, as does what is on its way. Whoever retires the
    /// handle tells those who wait why.
    void retire();

    /// Ends the session if there is one. Takes up to 5.5 s when the server does not answer.
    void close();

    /// The answer comes through Events::answer, unless the request was refused at once.
    [[nodiscard]] Result<void> send(std::uint64_t id, const Request& request);

    /// Credentials of an earlier session: nobody waits for the answer. They leave with the next request.
    [[nodiscard]] Result<void> sendAgain(const AuthRequest& credentials);

    /// Why it can't connect, in the C client's words; may be empty.
    [[nodiscard]] std::string lastError() const;

private:
    struct Call;
    struct Connection;
    std::unique_ptr<Connection> m_connection;
};

} // namespace lockscope::zk
