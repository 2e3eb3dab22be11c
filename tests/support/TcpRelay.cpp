// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/TcpRelay.h"

#include <QDataStream>
#include <QDeadlineTimer>
#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>

#include <functional>
#include <optional>
#include <vector>

namespace lockscope::test {

/// The server's first answer on a connection: length, protocol, timeout, session id, length and bytes of the password.
struct TcpRelay::Greeting {
    qint32 timeout = 0;
    qint64 session = 0;
    QByteArray password;

    [[nodiscard]] static std::optional<Greeting> parsed(const QByteArray& bytes);
};

std::optional<TcpRelay::Greeting> TcpRelay::Greeting::parsed(const QByteArray& bytes)
{
    QDataStream in(bytes);
    qint32 length = 0;
    qint32 protocol = 0;
    Greeting greeting;
    in >> length >> protocol >> greeting.timeout >> greeting.session >> greeting.password;
    if (in.status() != QDataStream::Ok || greeting.session == 0)
        return std::nullopt;
    return greeting;
}

namespace {

constexpr qsizetype greetingSize = 40;

QByteArray framed(const QByteArray& body)
{
    QByteArray frame;
    QDataStream out(&frame, QIODevice::WriteOnly);
    out << body; // length first, as ZooKeeper has it
    return frame;
}

} // namespace

class TcpRelay::Hub final : public QObject {
public:
    explicit Hub(quint16 serverPort)
        : m_serverPort(serverPort)
    {
        QObject::connect(&m_listener, &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket* const client = m_listener.nextPendingConnection())
                accept(client);
        });
    }

    ~Hub() override { disconnectAll(); } // before the sockets' own destructors call back into what is gone
    Hub(const Hub&) = delete;
    Hub& operator=(const Hub&) = delete;

    quint16 listen() { return m_listener.listen(QHostAddress::LocalHost) ? m_listener.serverPort() : 0; }

    void disconnectAll()
    {
        m_refuses = true;
        for (const Cable& cable : std::exchange(m_cables, {})) {
            discard(cable.client);
            discard(cable.server);
        }
    }

    void setRefuses(bool refuses) { m_refuses = refuses; }

    void setStalled(bool stalled)
    {
        m_stalled = stalled;
        if (!stalled) {
            for (const Cable& cable : m_cables) {
                forward(cable.client, cable.server);
                forward(cable.server, cable.client);
            }
        }
    }

    [[nodiscard]] QByteArray greeting() const { return m_greeting; }

private:
    struct Cable {
        QPointer<QTcpSocket> client;
        QPointer<QTcpSocket> server;
    };

    static void discard(QTcpSocket* socket)
    {
        if (!socket)
            return;
        socket->disconnect();
        socket->abort();
        socket->deleteLater();
    }

    void accept(QTcpSocket* client)
    {
        if (m_refuses) {
            discard(client);
            return;
        }
        auto* const server = new QTcpSocket(this);
        const Cable cable{client, server};
        m_cables.push_back(cable);
        m_greeting.clear();
        for (QTcpSocket* const socket : {client, server}) {
            QObject::connect(socket, &QTcpSocket::disconnected, this, [this, cable] { unplug(cable); });
            QObject::connect(socket, &QTcpSocket::errorOccurred, this, [this, cable] { unplug(cable); });
        }
        QObject::connect(client, &QTcpSocket::readyRead, this, [this, cable] { forward(cable.client, cable.server); });
        QObject::connect(server, &QTcpSocket::connected, this, [this, cable] { forward(cable.client, cable.server); });
        QObject::connect(server, &QTcpSocket::readyRead, this, [this, cable] { forward(cable.server, cable.client); });
        server->connectToHost(QHostAddress(QHostAddress::LocalHost), m_serverPort);
    }

    /// One end has hung up. What it said before still gets through: a server says that a session has expired and hangs
    /// up.
    void unplug(const Cable& cable)
    {
        forward(cable.client, cable.server);
        forward(cable.server, cable.client);
        std::erase_if(m_cables, [&](const Cable& other) { return other.client == cable.client; });
        for (QTcpSocket* const socket : {cable.client.data(), cable.server.data()}) {
            if (!socket)
                continue;
            socket->disconnect();
            QObject::connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
            if (socket->state() == QAbstractSocket::ConnectedState)
                socket->disconnectFromHost(); // writes what is left first
            else
                socket->deleteLater();
        }
    }

    void forward(QTcpSocket* from, QTcpSocket* to)
    {
        if (m_stalled || !from || !to || to->state() != QAbstractSocket::ConnectedState)
            return;
        const QByteArray bytes = from->readAll();
        const bool fromServer = from->peerPort() == m_serverPort;
        if (fromServer && m_greeting.size() < greetingSize)
            m_greeting += bytes.left(greetingSize - m_greeting.size());
        to->write(bytes);
    }

    const quint16 m_serverPort;
    QTcpServer m_listener{this};
    std::vector<Cable> m_cables;
    QByteArray m_greeting;
    bool m_refuses = false;
    bool m_stalled = false;
};

TcpRelay::TcpRelay(quint16 serverPort)
    : m_hub(new Hub(serverPort))
    , m_serverPort(serverPort)
{
    m_hub->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, m_hub, &QObject::deleteLater);
    m_thread.start();
    onHub([this] { m_port = m_hub->listen(); });
}

TcpRelay::~TcpRelay()
{
    m_thread.quit();
    m_thread.wait();
}

void TcpRelay::onHub(const std::function<void()>& task)
{
    QMetaObject::invokeMethod(m_hub, task, Qt::BlockingQueuedConnection);
}

void TcpRelay::disconnect()
{
    onHub([this] { m_hub->disconnectAll(); });
}

void TcpRelay::connect()
{
    onHub([this] { m_hub->setRefuses(false); });
}

void TcpRelay::stall()
{
    onHub([this] { m_hub->setStalled(true); });
}

void TcpRelay::resume()
{
    onHub([this] { m_hub->setStalled(false); });
}

Result<void> TcpRelay::endSession(std::chrono::milliseconds patience)
{
    QByteArray overheard;
    onHub([&] { overheard = m_hub->greeting(); });
    const auto greeting = Greeting::parsed(overheard);
    if (!greeting)
        return failure(ErrorCode::NoConnection, "endSession", {}, "no session has passed through the relay");

    // The server hangs up on the client when the session is taken over: were the client to come back before the close
    // is through, it would take the session back.
    disconnect();
    const auto ended = closeAs(*greeting, patience);
    connect();
    return ended;
}

Result<void> TcpRelay::closeAs(const Greeting& greeting, std::chrono::milliseconds patience) const
{
    const QDeadlineTimer deadline(patience);
    const auto left = [&] { return static_cast<int>(deadline.remainingTime()); };
    QTcpSocket socket;
    socket.connectToHost(QHostAddress(QHostAddress::LocalHost), m_serverPort);
    if (!socket.waitForConnected(left()))
        return failure(ErrorCode::NoConnection, "endSession", {}, socket.errorString().toStdString());

    QByteArray connect;
    QDataStream(&connect, QIODevice::WriteOnly)
        << qint32(0) << qint64(0) << greeting.timeout << greeting.session << greeting.password << false;
    socket.write(framed(connect));
    QByteArray answer;
    while (answer.size() < greetingSize) {
        if (!socket.waitForReadyRead(left()))
            return failure(ErrorCode::NoConnection, "endSession", {}, "the server did not take the session over");
        answer += socket.readAll();
    }
    if (!Greeting::parsed(answer))
        return failure(ErrorCode::SessionExpired, "endSession", {}, "the session had ended already");

    constexpr qint32 closeSession = -11;
    QByteArray close;
    QDataStream(&close, QIODevice::WriteOnly) << qint32(1) << closeSession;
    socket.write(framed(close));
    if (!socket.waitForDisconnected(left()))
        return failure(ErrorCode::TimedOut, "endSession", {}, "the server did not close the session");
    return {};
}

} // namespace lockscope::test
