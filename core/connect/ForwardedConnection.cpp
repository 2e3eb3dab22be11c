// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/ForwardedConnection.h"

#include "core/base/Phrase.h"
#include "core/connect/ForeignText.h"
#include "core/connect/TlsRefusal.h"

#include <QNetworkProxy>

#include <chrono>
#include <utility>

#include <unistd.h>

namespace lockscope::connect {

namespace {

using namespace std::chrono_literals;

constexpr auto connectLimit = 15s;  ///< until the server is verified
constexpr auto farewellLimit = 10s; ///< without data, after one end is closed

/// Start of a TLS alert record (SSL 3 or any TLS): the reply of a TLS server to plain bytes. A ZooKeeper reply, which
/// has a smaller length, and the answer to a four-letter command start differently.
constexpr QByteArrayView tlsAlert("\x15\x03");

} // namespace

ForwardedConnection::ForwardedConnection(QTcpSocket* client, zk::Server server, const TlsWay* tls, QObject* parent)
    : QObject(parent)
    , m_server(std::move(server))
    , m_tls(tls)
    , m_client(client)
    , m_requests(*client, m_remote, nullptr)
    , m_answers(m_remote, *client, nullptr)
{
    m_client->setParent(nullptr);
    m_remote.setProxy(QNetworkProxy::NoProxy);
    m_limit.setSingleShot(true);
    for (QTcpSocket* const socket : {m_client, static_cast<QTcpSocket*>(&m_remote)}) {
        connect(socket, &QTcpSocket::disconnected, this, &ForwardedConnection::checkOver, Qt::QueuedConnection);
        connect(socket, &QTcpSocket::errorOccurred, this, &ForwardedConnection::checkOver, Qt::QueuedConnection);
    }
    connect(m_client, &QTcpSocket::disconnected, this, &ForwardedConnection::onClientGone);
    connect(&m_remote, &QSslSocket::connected, this, &ForwardedConnection::onConnected);
    connect(&m_remote, &QSslSocket::encrypted, this, &ForwardedConnection::pass);
    connect(&m_remote, &QSslSocket::readyRead, this, &ForwardedConnection::onServerSaid);
    connect(&m_remote, &QSslSocket::errorOccurred, this, &ForwardedConnection::onServerError);
    connect(&m_limit, &QTimer::timeout, this, &ForwardedConnection::onTimeUp);
    const auto onMoved = [this] {
        if (m_phase == Phase::Ended)
            m_limit.start(farewellLimit);
    };
    connect(&m_requests, &RelayLane::moved, this, onMoved);
    connect(&m_requests, &RelayLane::moved, this, [this] { m_asked = true; });
    connect(&m_answers, &RelayLane::moved, this, onMoved);
}

ForwardedConnection::~ForwardedConnection()
{
    // Before the lanes are destroyed: a socket's disconnect would call them.
    m_over = true;
    for (QTcpSocket* const socket : {m_client, static_cast<QTcpSocket*>(&m_remote)}) {
        socket->disconnect();
        socket->abort();
    }
    delete m_client; // immediately: the thread may be ending
}

std::string ForwardedConnection::expectedName() const
{
    return m_tls && !m_tls->settings.serverName.empty() ? m_tls->settings.serverName : m_server.host;
}

std::string ForwardedConnection::whyClosed() const
{
    if (!m_tls)
        return phrase("the server closed the connection without an answer. Check that this port works without TLS, as "
                      "clientPort does. The server's log shows the cause");
    return m_tls->settings.certificateFile.empty()
               ? phrase("the server closed the connection without an answer. Check that this port uses TLS, as "
                        "secureClientPort does. No client certificate is set: check whether the server requires one. "
                        "The server's log shows the cause")
               : phrase("the server closed the connection without an answer. Check that this port uses TLS, as "
                        "secureClientPort does, and that the port accepts the client certificate. The server's log "
                        "shows the cause");
}

void ForwardedConnection::connectToServer()
{
    m_phase = Phase::Connecting;
    m_since.start();
    m_limit.start(connectLimit);
    m_remote.connectToHost(QString::fromStdString(m_server.host), m_server.port);
}

void ForwardedConnection::connectThrough(int socket)
{
    m_phase = Phase::Connecting;
    m_since.start();
    m_limit.start(connectLimit);
    if (!m_remote.setSocketDescriptor(socket)) {
        ::close(socket);
        fail(ErrorCode::System, phrase("cannot use the socket of ssh: %1", m_remote.errorString()));
        return;
    }
    onConnected();
}

void ForwardedConnection::onConnected()
{
    if (m_phase != Phase::Connecting)
        return;
    m_remote.setSocketOption(QAbstractSocket::LowDelayOption, 1); // Nagle delays add up on two hops
    m_client->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    if (!m_tls) {
        pass();
        return;
    }
    m_remote.setSslConfiguration(m_tls->configuration);
    m_remote.setPeerVerifyMode(QSslSocket::VerifyPeer);
    m_remote.setPeerVerifyName(QString::fromStdString(expectedName()));
    m_remote.startClientEncryption();
}

void ForwardedConnection::pass()
{
    if (m_phase != Phase::Connecting)
        return;
    m_phase = Phase::Passing;
    m_limit.stop();
    m_requests.set(true);
    onServerSaid(); // the server's data may have arrived already
}

void ForwardedConnection::onServerSaid()
{
    if (m_phase != Phase::Passing || m_remote.bytesAvailable() == 0)
        return;
    const auto begin = m_remote.peek(tlsAlert.size());
    if (!m_tls && begin == tlsAlert) {
        fail(ErrorCode::NoConnection, phrase("the server answers with TLS. Check that this port works without TLS, as "
                                             "clientPort does, or connect with TLS"));
        return;
    }
    if (!m_tls && tlsAlert.startsWith(begin))
        return; // wait for the rest, or for the disconnect
    m_phase = Phase::Answered;
    m_answers.set(true);
    Q_EMIT answered();
}

void ForwardedConnection::onServerError(QAbstractSocket::SocketError problem)
{
    if (m_phase != Phase::Connecting && m_phase != Phase::Passing)
        return;
    const auto words = foreignText(m_remote.errorString());
    switch (problem) {
    case QAbstractSocket::SslHandshakeFailedError:
        fail(ErrorCode::Refused, m_remote.sslHandshakeErrors().isEmpty()
                                     ? whyHandshakeEnded(m_remote.errorString(), m_tls->settings)
                                     : whyNotTrusted(m_remote.sslHandshakeErrors(), m_remote.peerCertificate(),
                                                     expectedName(), m_tls->settings));
        return;
    case QAbstractSocket::SslInternalError:
    case QAbstractSocket::SslInvalidUserDataError:
        // A server may check the client's certificate after the client has finished the handshake.
        fail(ErrorCode::Refused, whyHandshakeEnded(m_remote.errorString(), m_tls->settings));
        return;
    case QAbstractSocket::RemoteHostClosedError:
        fail(ErrorCode::NoConnection, whyClosed(), true);
        return;
    case QAbstractSocket::HostNotFoundError:
        fail(ErrorCode::NoConnection, phrase("no such host. Correct the host name, or check the name service"));
        return;
    case QAbstractSocket::ConnectionRefusedError:
        fail(ErrorCode::NoConnection,
             phrase("connection refused. Check that the server is running, and check its port"));
        return;
    default:
        fail(ErrorCode::NoConnection,
             phrase("%1. Check the address, and the network between this machine and the server", words));
        return;
    }
}

void ForwardedConnection::onTimeUp()
{
    if (m_phase == Phase::Connecting)
        fail(ErrorCode::TimedOut, m_remote.state() == QAbstractSocket::ConnectedState
                                      ? phrase("the server accepted the connection, but did not answer the TLS "
                                               "handshake. Check that this port uses TLS, as secureClientPort does")
                                      : phrase("the server does not respond. Check the address, and the network "
                                               "between this machine and the server"));
    abort();
}

void ForwardedConnection::onClientGone()
{
    // The client's timeout is shorter than this one: report what it waited for.
    if (m_phase == Phase::Connecting)
        fail(ErrorCode::TimedOut,
             phrase(m_remote.state() == QAbstractSocket::ConnectedState
                        ? phraseLater(
                              "the client gave up after %1 ms: the server accepted the connection, but did not answer "
                              "the TLS handshake. Check that the server is running, its port, and the network between")
                        : phraseLater("the client gave up after %1 ms: the server did not respond. Check that the "
                                      "server is running, its port, and the network between"),
                    m_since.elapsed()));
    else if (m_phase == Phase::Passing && m_asked)
        report(ErrorCode::TimedOut,
               phrase("the client gave up after %1 ms: the server accepted the connection, but did not respond. Check "
                      "whether the server is busy or has stopped responding",
                      m_since.elapsed()));
    else if (m_phase == Phase::Waiting)
        abort();
}

void ForwardedConnection::fail(ErrorCode code, std::string detail, bool silently)
{
    // Not abort(): this may run inside a signal of the socket.
    m_phase = Phase::Ended;
    m_limit.start(0);
    report(code, std::move(detail), silently);
}

void ForwardedConnection::report(ErrorCode code, std::string detail, bool silently)
{
    Q_EMIT failed({code, phraseLater("connect to"), zk::toString(m_server), std::move(detail)}, silently);
}

void ForwardedConnection::abort()
{
    m_phase = Phase::Ended;
    m_client->abort();
    m_remote.abort();
    checkOver();
}

void ForwardedConnection::checkOver()
{
    if (m_over)
        return;
    const bool clientClosed = m_client->state() == QAbstractSocket::UnconnectedState;
    const bool remoteClosed = m_remote.state() == QAbstractSocket::UnconnectedState;
    if (clientClosed && remoteClosed) {
        m_over = true;
        Q_EMIT over();
    } else if ((clientClosed || remoteClosed) && (m_phase == Phase::Passing || m_phase == Phase::Answered)) {
        // The other end is closed after its pending bytes are delivered.
        m_phase = Phase::Ended;
        m_limit.start(farewellLimit);
        if (!remoteClosed)
            m_answers.set(true);
    }
}

} // namespace lockscope::connect

#include "moc_ForwardedConnection.cpp"
