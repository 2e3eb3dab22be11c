// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"

#include <functional>
#include <memory>

namespace lockscope {

/// Watches one socket, which must be non-blocking, until it is destroyed. Thread: tasks of the loop, except that it may
/// be destroyed on any thread once the loop has stopped. Does not own the socket. If the socket is closed elsewhere,
/// destroy the watch before another one is opened on this loop: the new one may have the same number. It should be
/// FD_CLOEXEC: while a started process has a socket that was closed here, the loop is busy with its events.
class SocketWatch final {
public:
    struct Events {
        bool read = false; ///< also for an error or the end of the connection
        bool write = false;

        friend bool operator==(const Events&, const Events&) = default;
    };
    using Handler = std::function<void(Events)>;

    /// `ready` is called in tasks of the loop, while the socket is ready for what wait() asked for; it may destroy the
    /// watch.
    SocketWatch(EventLoop& loop, int socket, Handler ready);
    ~SocketWatch();
    SocketWatch(const SocketWatch&) = delete;
    SocketWatch& operator=(const SocketWatch&) = delete;

    void wait(Events events);
    [[nodiscard]] int socket() const;

private:
    friend class EventLoop;
    struct Poll;
    std::shared_ptr<Poll> m_poll;
};

} // namespace lockscope
