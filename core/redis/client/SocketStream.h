// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
#include "core/base/SocketWatch.h"
#include "core/redis/client/ByteQueue.h"
#include "core/redis/client/SocketHandle.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace lockscope::redis {

/// Reads and writes the bytes of a connected socket. In one turn of the loop it reads at most `mostReadInATurn`, so
/// that one server cannot starve the others. Confined to the loop. Private to core/redis.
class SocketStream final : public std::enable_shared_from_this<SocketStream> {
public:
    static constexpr std::size_t mostReadInATurn = 64u << 10;

    /// Each handler may close() the stream.
    struct Handlers {
        std::function<void(std::string_view)> received; ///< valid during the call
        Task turnEnded;                                 ///< after the last received of a turn: time to flush()
        Task drained;                                   ///< outgoing() has been written; not called by flush() itself
        std::function<void(std::string)> ended;         ///< once, with the reason: the stream has ended
    };

    SocketStream(EventLoop& loop, SocketHandle socket, Handlers handlers);
    ~SocketStream();
    SocketStream(const SocketStream&) = delete;
    SocketStream& operator=(const SocketStream&) = delete;

    /// Begins to read.
    void start();
    /// The bytes to be written: append to it, then flush().
    [[nodiscard]] ByteQueue& outgoing() { return m_outgoing; }
    /// Writes what the system takes by one call; the rest follows when the socket is writable. An error is reported
    /// later by `ended`, after the bytes that were received before it.
    void flush();
    /// Closes the socket. No handler is called afterwards.
    void close();

private:
    void onReady(SocketWatch::Events events);
    void read();
    [[nodiscard]] bool readOnce(std::size_t& budget);
    void readLater();
    void write();
    void onWriteError(int code);
    void watch();
    void end(int code);

    EventLoop& m_loop;
    SocketHandle m_socket;
    std::shared_ptr<const Handlers> m_handlers; ///< null: closed
    std::unique_ptr<SocketWatch> m_watch;
    ByteQueue m_outgoing;
    bool m_isFull = false; ///< waits until the socket is writable
    bool m_isReadingLater = false;
    int m_writeError = 0;
};

} // namespace lockscope::redis
