// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The interface between the client's state machine (ClientCore.h) and a ZooKeeper client library: one connection to
/// the ensemble. Modelled on the single-threaded C client, whose owner asks what to wait for and then calls it. Two
/// classes implement it: the C client (CHandle.h) and the tests' fake, so that tests run the same state
/// machine. Private to core/zk, tests excepted.

#include "core/base/Clock.h"
#include "core/base/Executor.h"
#include "core/base/Log.h"
#include "core/zk/client/Request.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lockscope {
class EventLoop;
}

namespace lockscope::zk {

/// A change of a handle's connection.
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
    /// When connected: a time before the request for this connection. The ensemble created or confirmed the session
    /// after it. Zero: unknown.
    SteadyTime askedAfter{};
};

/// One handle, for one session.
///
/// Thread: every call on the owner's executor; only the destructor may run on any thread. Never blocks.
/// Events are reported only inside process(), one per call: the owner may close the handle meanwhile.
class Handle {
public:
    struct Events {
        /// process() has work to do. Called on any thread, also during a call to the handle: the owner only posts.
        Task wake;
        /// The same, and the owner calls process() at once. Called on the executor, not during a call to the handle.
        Task run;
        std::function<void(const Result<void>&)> opened; ///< an error's detail is for users; open() may be called again
        std::function<void(const ConnectionEvent&)> connection;
        std::function<void(const WatchEvent&)> watch; ///< for the only watcher, which all requests share
        std::function<void(std::uint64_t id, Result<Answer>)> answer;
    };

    virtual ~Handle() = default;

    /// Starts to connect, and reports by Events::opened whether it could start.
    virtual void open() = 0;

    /// When to call process() without a wake; nothing: never. May change with each call to the handle.
    [[nodiscard]] virtual std::optional<SteadyTime> interest() const = 0;

    /// Does one step of the pending work. True: call it again.
    virtual bool process() = 0;

    /// The answer is reported by Events::answer, unless this call returns an error.
    [[nodiscard]] virtual Result<void> send(std::uint64_t id, const Request& request) = 0;

    /// Credentials of an earlier session: the answer is not reported. They are sent with the next request.
    [[nodiscard]] virtual Result<void> sendAgain(const AuthRequest& credentials) = 0;

    /// Ends the session if there is one. Reports nothing more: open requests get no answer. `closed` is called on any
    /// thread when this is done or abandoned.
    virtual void close(Task closed) = 0;

    /// Why it cannot connect, from the client library; may be empty.
    [[nodiscard]] virtual std::string lastError() const = 0;
};

/// Creates the handles of one client.
class HandleSource {
public:
    virtual ~HandleSource() = default;

    /// Any thread. `settings`, `executor` and `log` outlive the handle.
    [[nodiscard]] virtual std::shared_ptr<Handle> make(const ClientSettings& settings, Executor& executor,
                                                       const Log& log, Handle::Events events) = 0;

    /// Called by the client's destructor, on any thread: closes `last`, which may be null, and returns when all its
    /// handles are closed. On the executor itself, it does not wait. After that no handle wakes its owner.
    virtual void finish(const std::shared_ptr<Handle>& last) = 0;
};

/// Handles of Apache ZooKeeper's C client, on `loop`, which must be their client's executor and outlive the client.
[[nodiscard]] std::unique_ptr<HandleSource> cClientHandles(EventLoop& loop);

} // namespace lockscope::zk
