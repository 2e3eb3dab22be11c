// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/faults/LinkConnection.h"

#include <utility>

namespace lockscope::console {

LinkConnection::LinkConnection(QTcpSocket* client, const QString& host, quint16 port, const LinkCondition& condition,
                               QObject* parent)
    : QObject(parent)
    , m_client(client)
    , m_requests(*client, m_server, nullptr)
    , m_answers(m_server, *client, nullptr)
{
    m_client->setParent(nullptr);
    for (QTcpSocket* const socket : {m_client, &m_server}) {
        socket->setSocketOption(QAbstractSocket::LowDelayOption, 1); // the delay of Nagle's algorithm adds up
        connect(socket, &QTcpSocket::disconnected, this, &LinkConnection::checkOver, Qt::QueuedConnection);
        connect(socket, &QTcpSocket::errorOccurred, this, &LinkConnection::checkOver, Qt::QueuedConnection);
    }
    connect(&m_server, &QTcpSocket::connected, this,
            [this] { m_server.setSocketOption(QAbstractSocket::LowDelayOption, 1); });
    connect(
        &m_server, &QTcpSocket::errorOccurred, this,
        [this] {
            if (m_server.state() != QAbstractSocket::ConnectedState)
                m_answers.pump(); // passes a refused connection on, unless replies are blocked
        },
        Qt::QueuedConnection);
    connect(&m_answers, &connect::RelayLane::taken, this, &LinkConnection::overhear);
    m_server.connectToHost(host, port);
    set(condition);
}

LinkConnection::~LinkConnection()
{
    // Before the lanes are destroyed: the end of a socket would call them.
    m_over = true;
    for (QTcpSocket* const socket : {m_client, &m_server}) {
        socket->disconnect();
        socket->abort();
    }
    delete m_client; // at once: the thread may be ending
}

void LinkConnection::set(const LinkCondition& condition)
{
    m_requests.set(condition.requestsPass, condition.delay, condition.bytesPerSecond);
    m_answers.set(condition.answersPass, condition.delay, condition.bytesPerSecond);
}

void LinkConnection::abort()
{
    m_client->abort();
    m_server.abort();
    checkOver();
}

void LinkConnection::overhear(const QByteArray& bytes)
{
    if (m_beginning.size() >= LinkGreeting::size)
        return;
    m_beginning += bytes.left(LinkGreeting::size - m_beginning.size());
    if (const auto greeting = LinkGreeting::parsed(m_beginning))
        Q_EMIT greeted(*greeting);
}

void LinkConnection::checkOver()
{
    const bool closed =
        m_client->state() == QAbstractSocket::UnconnectedState && m_server.state() == QAbstractSocket::UnconnectedState;
    if (closed && !std::exchange(m_over, true))
        Q_EMIT over();
}

} // namespace lockscope::console

#include "moc_LinkConnection.cpp"
