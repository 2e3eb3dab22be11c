// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/faults/SessionEnding.h"

#include "core/base/Phrase.h"
#include "core/connect/ThreadTasks.h"

#include <utility>

namespace lockscope::console {

SessionEnding::SessionEnding(LinkGreeting greeting, std::vector<Target> servers, std::chrono::milliseconds waitLimit,
                             QObject* parent)
    : QObject(parent)
    , m_greeting(std::move(greeting))
    , m_servers(std::move(servers))
{
    m_waitLimit.setSingleShot(true);
    m_waitLimit.setInterval(waitLimit);
    connect(&m_waitLimit, &QTimer::timeout, this, [this] {
        finish(Error{
            ErrorCode::TimedOut, phraseLater("end the session"), {}, phrase("no server closed the session in time")});
    });
    connect(&m_socket, &QTcpSocket::connected, this, [this] {
        m_answer.clear();
        m_socket.write(m_greeting.takeOver());
    });
    connect(&m_socket, &QTcpSocket::readyRead, this, &SessionEnding::hear);
    connect(&m_socket, &QTcpSocket::errorOccurred, this, [this] {
        if (m_closing)
            finish(std::nullopt); // the server closes the connection after it has closed the session
        else
            tryNext();
    });
}

void SessionEnding::start()
{
    m_waitLimit.start();
    tryNext();
}

void SessionEnding::tryNext()
{
    if (m_finished)
        return;
    if (m_next >= m_servers.size()) {
        finish(Error{ErrorCode::NoConnection,
                     phraseLater("end the session"),
                     {},
                     phrase("no server took over the session: %1", m_socket.errorString())});
        return;
    }
    const Target& server = m_servers[m_next++];
    // Deferred: this may run in a signal of the same socket.
    ensemble::runLater(this, [this, server] {
        m_socket.abort();
        m_socket.connectToHost(server.host, server.port);
    });
}

void SessionEnding::hear()
{
    m_answer += m_socket.readAll();
    if (m_closing || m_answer.size() < LinkGreeting::size)
        return;
    if (!LinkGreeting::parsed(m_answer)) {
        finish(std::nullopt); // the session had already ended
        return;
    }
    m_closing = true;
    m_socket.write(LinkGreeting::closeSession());
}

void SessionEnding::finish(std::optional<Error> error)
{
    if (std::exchange(m_finished, true))
        return;
    m_waitLimit.stop();
    Q_EMIT finished(error);
}

} // namespace lockscope::console

#include "moc_SessionEnding.cpp"
