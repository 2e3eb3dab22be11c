// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ensemble/SessionCensus.h"

#include <QRegularExpression>
#include <QTcpSocket>
#include <QTimer>

#include <utility>

namespace lockscope::ensemble {

namespace {

constexpr auto patience = std::chrono::seconds(2);

} // namespace

std::optional<std::set<std::int64_t>> sessionsInDump(const QByteArray& dump)
{
    // Leaders begin with "SessionTracker dump:", followers have "Global Sessions(n):" there; the word of refusal has
    // neither.
    if (!dump.contains("SessionTracker dump") && !dump.contains("Sessions"))
        return std::nullopt;
    std::set<std::int64_t> sessions;
    static const QRegularExpression hexadecimal(QStringLiteral("0x([0-9a-f]{1,16})\\b"));
    // Whoever is connected without a session has number 0. Paths of nodes stand on lines of their own, behind a tab and
    // a slash.
    for (const auto& line : dump.split('\n')) {
        if (line.startsWith("\t/"))
            continue;
        auto found = hexadecimal.globalMatch(QString::fromLatin1(line));
        while (found.hasNext()) {
            const auto id = found.next().captured(1).toULongLong(nullptr, 16);
            if (id != 0)
                sessions.insert(static_cast<std::int64_t>(id));
        }
    }
    return sessions;
}

SessionCensus::SessionCensus(std::vector<zk::Server> servers, QObject* parent)
    : QObject(parent)
    , m_servers(std::move(servers))
{
}

void SessionCensus::ask(Answer answer)
{
    m_answer = std::move(answer);
    m_next = 0;
    askNext();
}

void SessionCensus::askNext()
{
    if (m_next == m_servers.size()) {
        std::exchange(m_answer, nullptr)(std::nullopt);
        return;
    }
    const auto& server = m_servers[m_next++];
    auto* socket = new QTcpSocket(this);
    auto* limit = new QTimer(socket);
    limit->setSingleShot(true);
    // The server closes the connection when it has told everything; a refused one ends the same way.
    connect(socket, &QTcpSocket::connected, socket, [socket] { socket->write("dump"); });
    connect(limit, &QTimer::timeout, socket, [socket] { socket->abort(); });
    connect(socket, &QTcpSocket::stateChanged, this, [this, socket](QAbstractSocket::SocketState state) {
        if (state == QAbstractSocket::UnconnectedState)
            heard(*socket);
    });
    limit->start(patience);
    socket->connectToHost(QString::fromStdString(server.host), server.port);
}

void SessionCensus::heard(QTcpSocket& socket)
{
    socket.disconnect(this);
    const auto sessions = sessionsInDump(socket.readAll());
    socket.deleteLater();
    if (sessions)
        std::exchange(m_answer, nullptr)(sessions);
    else
        askNext();
}

} // namespace lockscope::ensemble
