// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ensemble/ServerRoles.h"

#include "core/ensemble/ServerStatus.h"

#include <QHostAddress>

#include <chrono>
#include <utility>

namespace lockscope::ensemble {

namespace {

constexpr auto longestWait = std::chrono::seconds(1);
constexpr qsizetype longestAnswer = 4'096;

} // namespace

ServerRoles::ServerRoles(QObject* parent)
    : QObject(parent)
{
    m_patience.setSingleShot(true);
    m_patience.setInterval(longestWait);
    connect(&m_patience, &QTimer::timeout, this, &ServerRoles::finish);
}

ServerRoles::~ServerRoles()
{
    for (const auto& socket : m_sockets)
        socket->disconnect(this);
}

void ServerRoles::ask(const std::vector<quint16>& ports, Told told)
{
    for (const auto& socket : m_sockets)
        socket->disconnect(this);
    m_told = std::move(told);
    m_sockets.clear();
    m_answers.assign(ports.size(), {});
    m_open = ports.size();
    m_patience.start(ports.empty() ? std::chrono::seconds(0) : longestWait);
    for (std::size_t i = 0; i < ports.size(); ++i) {
        m_sockets.push_back(std::make_unique<QTcpSocket>());
        QTcpSocket* const socket = m_sockets.back().get();
        connect(socket, &QTcpSocket::connected, this, [socket] { socket->write("srvr"); });
        connect(socket, &QTcpSocket::readyRead, this, [this, i] { hear(i); });
        // The server hangs up after its answer, which is an "error" as well.
        connect(
            socket, &QTcpSocket::errorOccurred, this, [this, i] { close(i); }, Qt::QueuedConnection);
        socket->connectToHost(QHostAddress(QHostAddress::LocalHost), ports[i]);
    }
}

void ServerRoles::hear(std::size_t index)
{
    QByteArray& answer = m_answers[index];
    answer += m_sockets[index]->read(longestAnswer - answer.size());
}

void ServerRoles::close(std::size_t index)
{
    hear(index);
    if (--m_open == 0)
        finish();
}

void ServerRoles::finish()
{
    m_patience.stop();
    for (const auto& socket : m_sockets)
        socket->disconnect(this);
    std::vector<std::string> roles;
    for (const QByteArray& answer : m_answers) {
        const auto status = statusFromWord(answer);
        roles.push_back(status ? status->mode : std::string());
    }
    if (const Told told = std::exchange(m_told, nullptr))
        told(roles);
}

} // namespace lockscope::ensemble

#include "moc_ServerRoles.cpp"
