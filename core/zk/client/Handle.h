// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the client's state machine (ClientCore.h) needs of a ZooKeeper client library: one connection to the ensemble,
/// shaped after the single-threaded C client, whose owner asks what to wait for and then lets it work. Two implement
/// it: the C client (ZooKeeperClient.cpp) and the tests' fake, so that the state machine that ships is the one that
/// tests run. Private to core/zk, tests excepted.

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

namespace lockscope::zk {

/// What a handle reports of its connection.
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
    /// When connected: a moment before which this connection was not asked for. The ensemble made or confirmed the
    /// session after it. Zero: unknown.
    SteadyTime askedAfter{};
};

/// One handle, for one session.
///
/// Thread: every call on the owner's executor; only the destructor may run on any thread. It never blocks.
/// Nothing is reported but inside process(), and there one thing a call: the owner may close the handle meanwhile.
class Handle {
public:
    struct Events {
        /// process() has something to do. Called on any thread, also from inside a call to the handle: the owner only
        /// posts, or where the executor is told to (ThreadExecutor::Dispatch::Caller) and has nothing to do, runs
        /// process() right there.
        Task wake;
        std::function<void(const Result<void>&)> opened; ///< an error's detail is for a person; open() may be repeated
        std::function<void(const ConnectionEvent&)> connection;
        std::function<void(const WatchEvent&)> watch; ///< for the one watcher that all requests share
        std::function<void(std::uint64_t id, Result<Answer>)> answer;
    };

    virtual ~Handle() = default;

    /// Begins to connect, and reports by Events::opened whether that could be begun.
    virtual void open() = 0;

    /// When process() is to be called though wake was not; nothing for a handle with threads of its own. May change
    /// with each call to the handle.
    [[nodiscard]] virtual std::optional<SteadyTime> interest() const = 0;

    /// Does one thing that there is to do now. True: call it again.
    virtual bool process() = 0;

    /// The answer comes through Events::answer, unless the request was refused at once.
    [[nodiscard]] virtual Result<void> send(std::uint64_t id, const Request& request) = 0;

    /// Credentials of an earlier session: their answer is not reported. They leave with the next request.
    [[nodiscard]] virtual Result<void> sendAgain(const AuthRequest& credentials) = 0;

    /// Ends the session if there is one, and reports nothing any more: what is open goes unanswered. `closed` is called
    /// on any thread when that is done or given up.
    virtual void close(Task closed) = 0;

    /// Why it can't connect, in the client library's words; may be empty.
    [[nodiscard]] virtual std::string lastError() const = 0;
};

/// Makes the handles of one client.
class HandleSource {
public:
    virtual ~HandleSource() = default;

    /// On any thread. `settings`, `executor` and `log` outlive the handle.
    [[nodiscard]] virtual std::shared_ptr<Handle> make(const ClientSettings& settings, Executor& executor,
                                                       const Log& log, Handle::Events events) = 0;

    /// The client is being destroyed, on any thread: closes `last`, which may be null, and returns when all its handles
    /// are closed. No handle wakes its owner after that.
    virtual void finish(const std::shared_ptr<Handle>& last) = 0;
};

/// Handles of Apache ZooKeeper's C client, which are made and closed on a thread of their own: both may block for
/// seconds.
[[nodiscard]] std::unique_ptr<HandleSource> cClientHandles();

} // namespace lockscope::zk
