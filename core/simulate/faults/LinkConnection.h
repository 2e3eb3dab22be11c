// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/RelayLane.h"
#include "core/simulate/faults/LinkCondition.h"
#include "core/simulate/faults/LinkGreeting.h"

#include <QObject>
#include <QTcpSocket>

namespace lockscope::console {

/// One connection through a link: the client's socket, ours to the server, and a lane each way. It overhears the
/// server's greeting. Thread: the link's.
class LinkConnection final : public QObject {
    Q_OBJECT
public:
    /// Takes the client's socket over.
    LinkConnection(QTcpSocket* client, const QString& host, quint16 port, const LinkCondition& condition,
                   QObject* parent);
    ~LinkConnection() override;
    LinkConnection(const LinkConnection&) = delete;
    LinkConnection& operator=(const LinkConnection&) = delete;

    void set(const LinkCondition& condition);
    /// Breaks both ends; over() follows.
    void abort();

Q_SIGNALS:
    void greeted(const lockscope::console::LinkGreeting& greeting);
    /// Both ends are closed. Once.
    void over();

private:
    void overhear(const QByteArray& bytes);
    void checkOver();

    QTcpSocket* m_client;
    QTcpSocket m_server;
    connect::RelayLane m_requests;
    connect::RelayLane m_answers;
    QByteArray m_beginning; ///< of the answers, until the greeting is whole
    bool m_over = false;
};

} // namespace lockscope::console
