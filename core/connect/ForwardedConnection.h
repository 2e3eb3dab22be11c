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

/// TLS towards the servers: what was read from the settings, for sentences too.
struct TlsWay {
    TlsSettings settings;
    QSslConfiguration configuration;
};

/// One client's connection and the one to a server that serves it. Nothing of the client's is sent before the server is
/// known to be the right one. Thread: the forwarder's.
class ForwardedConnection final : public QObject {
    Q_OBJECT
public:
    /// Takes the client's socket over, and waits for one of the next two calls. `tls` may be null, else it outlives
    /// this.
    ForwardedConnection(QTcpSocket* client, zk::Server server, const TlsWay* tls, QObject* parent);
    ~ForwardedConnection() override;
    ForwardedConnection(const ForwardedConnection&) = delete;
    ForwardedConnection& operator=(const ForwardedConnection&) = delete;

    /// To the server itself.
    void connectToServer();
    /// To the server at the other end of this connected socket, which is taken over.
    void connectThrough(int socket);
    /// Breaks both ends; over() follows.
    void abort();

Q_SIGNALS:
    /// The server has said something: the way works.
    void answered();
    /// It does not. `silently`: the connection was closed, and only who closed it knows why.
    void failed(const lockscope::Error& error, bool silently);
    /// Both ends are closed. Once, as long as this lives.
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
    [[nodiscard]] std::string whatToCheck() const;
    void onConnected();
    void pass();
    void onServerSaid();
    void onServerError(QAbstractSocket::SocketError problem);
    void onTimeUp();
    void onClientGone();
    /// And break both ends.
    void fail(ErrorCode code, std::string detail, bool silently = false);
    void report(ErrorCode code, std::string detail, bool silently = false);
    void checkOver();

    zk::Server m_server;
    const TlsWay* m_tls;
    QTcpSocket* m_client;
    QSslSocket m_remote; ///< without TLS it is a plain one
    RelayLane m_requests;
    RelayLane m_answers;
    QTimer m_limit;
    QElapsedTimer m_since; ///< the server is being connected to
    Phase m_phase = Phase::Waiting;
    bool m_asked = false; ///< the client has
    bool m_over = false;
};

} // namespace lockscope::connect
