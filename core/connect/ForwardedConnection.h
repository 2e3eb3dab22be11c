// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Error.h"
#include "core/connect/RelayLane.h"
#include "core/connect/TlsSettings.h"
#include "core/zk/ConnectString.h"

#include <QElapsedTimer>
#include <QObject>
#include <QSslConfiguration>
#include <QSslSocket>
#include <QTimer>

#include <string>

namespace lockscope::connect {

/// TLS towards the servers: its configuration, and the settings for error messages.
struct TlsWay {
    TlsSettings settings;
    QSslConfiguration configuration;
};

/// Relays one client connection to one server. Client data is sent only after the server is verified. Thread: the
/// forwarder's.
class ForwardedConnection final : public QObject {
    Q_OBJECT
public:
    /// Takes ownership of the client's socket, and waits for one of the next two calls. `tls` may be null, else it
    /// outlives this.
    ForwardedConnection(QTcpSocket* client, zk::Server server, const TlsWay* tls, QObject* parent);
    ~ForwardedConnection() override;
    ForwardedConnection(const ForwardedConnection&) = delete;
    ForwardedConnection& operator=(const ForwardedConnection&) = delete;

    /// Connects directly to the server.
    void connectToServer();
    /// Connects through a connected socket whose other end leads to the server. Takes ownership of the socket.
    void connectThrough(int socket);
    /// Aborts both connections; over() follows.
    void abort();

Q_SIGNALS:
    /// The first reply of the server arrived: the route works.
    void answered();
    /// The route failed. `silently`: the connection was closed without a reason; only the peer knows the reason.
    void failed(const lockscope::Error& error, bool silently);
    /// Both connections are closed. Emitted once; not emitted by the destructor.
    void over();

private:
    enum class Phase {
        Waiting,
        Connecting,
        Passing,
        Answered,
        Ended
    };

    [[nodiscard]] std::string expectedName() const;
    [[nodiscard]] std::string whyClosed() const;
    void onConnected();
    void pass();
    void onServerSaid();
    void onServerError(QAbstractSocket::SocketError problem);
    void onTimeUp();
    void onClientGone();
    /// Reports the error and aborts both connections.
    void fail(ErrorCode code, std::string detail, bool silently = false);
    void report(ErrorCode code, std::string detail, bool silently = false);
    void checkOver();

    zk::Server m_server;
    const TlsWay* m_tls;
    QTcpSocket* m_client;
    QSslSocket m_remote; ///< without TLS used as a plain TCP socket
    RelayLane m_requests;
    RelayLane m_answers;
    QTimer m_limit;
    QElapsedTimer m_since; ///< since the start of the connect
    Phase m_phase = Phase::Waiting;
    bool m_asked = false; ///< the client has sent a request
    bool m_over = false;
};

} // namespace lockscope::connect
