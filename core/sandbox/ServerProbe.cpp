// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/ServerProbe.h"

#include <QHostAddress>

#include <chrono>
#include <utility>

namespace lockscope::ensemble {

namespace {

using namespace std::chrono_literals;

constexpr auto pause = 50ms;
constexpr auto waitLimit = 2s; ///< for one reply: a paused server accepts connections but does not reply

} // namespace

ServerProbe::ServerProbe(int clientPort, int adminPort, QByteArray folder, bool reportsFolder, QObject* parent)
    : QObject(parent)
    , m_clientPort(clientPort)
    , m_adminPort(adminPort)
    , m_folder(std::move(folder))
    , m_reportsFolder(reportsFolder)
{
    m_next.setSingleShot(true);
    m_waitLimit.setSingleShot(true);
    m_waitLimit.setInterval(waitLimit);
    connect(&m_next, &QTimer::timeout, this, &ServerProbe::ask);
    connect(&m_waitLimit, &QTimer::timeout, this, &ServerProbe::judge);
    connect(&m_socket, &QTcpSocket::connected, this, [this] {
        switch (m_question) {
        case Question::Mode:
            m_socket.write("srvr");
            break;
        case Question::Folder:
            m_socket.write("conf");
            break;
        case Question::Admin:
            m_socket.write("GET /commands/configuration HTTP/1.0\r\n\r\n");
            break;
        }
    });
    // The server closes the connection after its reply; a refused connection counts as a reply too.
    connect(&m_socket, &QTcpSocket::disconnected, this, &ServerProbe::judge);
    connect(&m_socket, &QTcpSocket::errorOccurred, this, &ServerProbe::judge);
}

ServerProbe::~ServerProbe()
{
    m_socket.disconnect(this); // it emits its disconnect during destruction
}

void ServerProbe::start()
{
    stop();
    m_question = Question::Mode;
    ask();
}

void ServerProbe::stop()
{
    m_asking = false;
    m_next.stop();
    m_waitLimit.stop();
    m_socket.abort();
}

void ServerProbe::ask()
{
    m_asking = true;
    m_waitLimit.start();
    m_socket.connectToHost(QHostAddress(QHostAddress::LocalHost),
                           static_cast<quint16>(m_question == Question::Admin ? m_adminPort : m_clientPort));
}

std::optional<ServerProbe::Question> ServerProbe::next() const
{
    if (m_question == Question::Mode && m_reportsFolder)
        return Question::Folder;
    if (m_question != Question::Admin && m_adminPort > 0)
        return Question::Admin;
    return std::nullopt;
}

void ServerProbe::judge()
{
    // One connection may emit both an error and a disconnect; abort() emits one more.
    if (!std::exchange(m_asking, false))
        return;
    const QByteArray answer = m_socket.readAll();
    m_waitLimit.stop();
    m_socket.abort();

    const bool good = m_question == Question::Mode ? answer.contains("\nMode: ") : answer.contains(m_folder);
    const auto following = next();
    if (good && !following) {
        Q_EMIT serving();
        return;
    }
    // Queued: the next connection must not start inside this socket's own signal.
    if (good) {
        m_question = *following;
        m_next.start(0ms);
    } else {
        m_question = Question::Mode;
        m_next.start(pause);
    }
}

} // namespace lockscope::ensemble

#include "moc_ServerProbe.cpp"
