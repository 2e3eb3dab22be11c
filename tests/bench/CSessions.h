// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// How a bare C program runs its sessions. With libzookeeper_mt (CSessionsMt.cpp) each handle has two threads, and the
/// callbacks run on the second. With libzookeeper_st (CSessionsSt.cpp) the thread that calls runUntil() runs all
/// handles and all callbacks. A program contains one of both files: the two libraries export the same symbols.

#include <zookeeper/zookeeper.h>

#include <chrono>
#include <functional>
#include <memory>

namespace lockscope::bench {

using SteadyTime = std::chrono::steady_clock::time_point;

/// A server accepts connections with a backlog of 50 by default: more at once may be reset.
inline constexpr int mostConnecting = 16;

/// Owned and called by the main thread, except changed(). Outlives the handles that it opened.
class CSessions final {
public:
    CSessions();
    ~CSessions();
    CSessions(const CSessions&) = delete;
    CSessions& operator=(const CSessions&) = delete;

    /// Starts to connect. Null if the C client made no handle.
    [[nodiscard]] zhandle_t* open(const char* servers, watcher_fn onSession, int timeoutMs, void* context);
    /// Ends the session and waits for the server's reply.
    void close(zhandle_t* handle);

    /// Waits, and with libzookeeper_st runs the handles, until the condition holds. False after `limit`.
    bool runUntil(const std::function<bool()>& condition, SteadyTime limit);
    /// A callback has changed what the condition of runUntil() reads. Any thread.
    void changed();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockscope::bench
