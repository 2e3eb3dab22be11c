// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/SocketStream.h"

#include "core/redis/client/SocketProblem.h"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <utility>

namespace lockscope::redis {

SocketStream::SocketStream(EventLoop& loop, SocketHandle socket, Handlers handlers)
    : m_loop(loop)
    , m_socket(std::move(socket))
    , m_handlers(std::make_shared<const Handlers>(std::move(handlers)))
{
}

SocketStream::~SocketStream()
{
    close();
}

void SocketStream::start()
{
    m_watch =
        std::make_unique<SocketWatch>(m_loop, m_socket.get(), [weak = weak_from_this()](SocketWatch::Events events) {
            if (const auto stream = weak.lock())
                stream->onReady(events);
        });
    watch();
}

void SocketStream::watch()
{
    m_watch->wait({.read = true, .write = m_isFull});
}

void SocketStream::onReady(SocketWatch::Events events)
{
    if (events.write) {
        m_isFull = false;
        write();
        if (m_outgoing.isEmpty() && m_handlers) {
            const auto handlers = m_handlers;
            handlers->drained();
        }
        if (m_handlers)
            watch();
    }
    if (events.read && m_handlers && !m_isReadingLater)
        read();
}

/// Until there is nothing left, or another socket's turn. After an error the loop does not report the socket again, so
/// a rest is not left for the next report.
void SocketStream::read()
{
    std::size_t budget = mostReadInATurn;
    while (m_handlers && budget > 0 && readOnce(budget)) {
    }
    if (m_handlers && budget == 0)
        readLater();
    if (const auto handlers = m_handlers)
        handlers->turnEnded();
}

void SocketStream::readLater()
{
    if (std::exchange(m_isReadingLater, true))
        return;
    m_loop.post([weak = weak_from_this()] {
        const auto stream = weak.lock();
        if (!stream || !stream->m_handlers)
            return;
        stream->m_isReadingLater = false;
        stream->read();
    });
}

/// False if there is nothing more now.
bool SocketStream::readOnce(std::size_t& budget)
{
    std::array<char, mostReadInATurn> bytes;
    const auto got = ::recv(m_socket.get(), bytes.data(), budget, 0);
    if (got > 0) {
        budget -= static_cast<std::size_t>(got);
        const auto handlers = m_handlers;
        handlers->received({bytes.data(), static_cast<std::size_t>(got)});
        return true;
    }
    if (got == 0)
        end(m_writeError);
    else if (errno == EINTR)
        return true;
    else if (errno != EAGAIN || m_writeError != 0)
        end(m_writeError != 0 ? m_writeError : errno);
    return false;
}

void SocketStream::flush()
{
    if (!m_handlers || m_isFull || m_outgoing.isEmpty())
        return;
    write();
    watch();
}

void SocketStream::write()
{
    if (m_writeError == 0 && !m_outgoing.isEmpty()) {
        const auto bytes = m_outgoing.bytes();
        const auto sent = ::send(m_socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent >= 0)
            m_outgoing.drop(static_cast<std::size_t>(sent));
        else if (errno != EAGAIN && errno != EINTR)
            onWriteError(errno);
    }
    if (m_writeError != 0)
        m_outgoing.clear();
    m_isFull = !m_outgoing.isEmpty();
}

/// What the server has sent before, perhaps the reason, is still to be read: then the stream ends.
void SocketStream::onWriteError(int code)
{
    m_writeError = code;
    readLater();
}

void SocketStream::end(int code)
{
    const auto handlers = m_handlers;
    close();
    handlers->ended(lossProblem(code));
}

void SocketStream::close()
{
    m_handlers.reset();
    m_watch.reset(); // before its socket
    m_socket.reset();
}

} // namespace lockscope::redis
