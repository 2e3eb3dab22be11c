// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/RelayLane.h"
#include "core/simulate/faults/LinkCondition.h"
#include "core/simulate/faults/LinkGreeting.h"

#include <QObject>
#include <QTcpSocket>

namespace lockscope::console {

/// One connection through a link: the client's socket, a socket to the server, and a lane for each direction. It reads
/// the server's greeting as it passes. Thread: the link's.
class LinkConnection final : public QObject {
    Q_OBJECT
public:
    /// Takes ownership of the client's socket.
    LinkConnection(QTcpSocket* client, const QString& host, quint16 port, const LinkCondition& condition,
                   QObject* parent);
    ~LinkConnection() override;
    LinkConnection(const LinkConnection&) = delete;
    LinkConnection& operator=(const LinkConnection&) = delete;

    void set(const LinkCondition& condition);
    /// Aborts both sockets; over() follows.
    void abort();

Q_SIGNALS:
    void greeted(const lockscope::console::LinkGreeting& greeting);
    /// Both sockets are closed. Emitted once.
    void over();

private:
    void overhear(const QByteArray& bytes);
    void checkOver();

    QTcpSocket* m_client;
    QTcpSocket m_server;
    connect::RelayLane m_requests;
    connect::RelayLane m_answers;
    QByteArray m_beginning; ///< of the answers, until the greeting is complete
    bool m_over = false;
};

} // namespace lockscope::console
