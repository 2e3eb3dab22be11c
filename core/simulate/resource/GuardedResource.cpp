// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/resource/GuardedResource.h"

#include "core/base/Phrase.h"

#include <QHostAddress>
#include <QJsonDocument>

namespace lockscope::console {

GuardedResource::GuardedResource(Fencing fencing, QObject* parent)
    : QObject(parent)
    , m_ledger(fencing == Fencing::Guarded)
{
    connect(&m_server, &QTcpServer::newConnection, this, &GuardedResource::accept);
}

GuardedResource::~GuardedResource()
{
    m_server.disconnect(this);
    for (auto* socket : m_visitors.keys()) {
        socket->disconnect(this);
        delete socket;
    }
}

Result<void> GuardedResource::listen()
{
    if (m_server.listen(QHostAddress::LocalHost, 0))
        return {};
    return failure(ErrorCode::System, phraseLater("start the guarded resource"), {},
                   phrase("cannot listen on 127.0.0.1: %1", m_server.errorString()));
}

QString GuardedResource::address() const
{
    return m_server.isListening() ? QStringLiteral("127.0.0.1:%1").arg(m_server.serverPort()) : QString();
}

void GuardedResource::accept()
{
    while (auto* socket = m_server.nextPendingConnection()) {
        socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
        m_visitors.insert(socket, {});
        connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(*socket); });
        connect(socket, &QTcpSocket::disconnected, this, [this, socket] { forget(*socket); });
    }
}

void GuardedResource::read(QTcpSocket& socket)
{
    for (const auto& line : m_visitors[&socket].lines.feed(socket.readAll())) {
        if (line.isTooLong) {
            socket.abort(); // not a simulated client; forget() handles the disconnection
            return;
        }
        takeLine(socket, line.text);
    }
}

void GuardedResource::takeLine(QTcpSocket& socket, const QByteArray& line)
{
    VisitAnswer answer;
    const auto numbered = parseVisit(line);
    if (numbered) {
        const auto& visit = numbered->visit;
        m_visitors[&socket].clients.insert(QString::fromStdString(visit.client));
        answer = {numbered->id, m_ledger.take(visit, now())};
        const bool isAccepted = answer.outcome.has_value();
        if (visit.what == Visit::What::Write && (isAccepted || answer.outcome.error().code == ErrorCode::Refused))
            Q_EMIT wrote(visit, isAccepted);
    } else {
        answer.outcome = failure(numbered.error());
    }
    socket.write(QJsonDocument(toJson(answer)).toJson(QJsonDocument::Compact) + '\n');
    Q_EMIT changed();
}

void GuardedResource::forget(QTcpSocket& socket)
{
    socket.disconnect(this); // later data must not insert the visitor again
    const auto visitor = m_visitors.take(&socket);
    for (const auto& client : visitor.clients)
        m_ledger.forget(client.toStdString(), now());
    socket.deleteLater();
    Q_EMIT changed();
}

} // namespace lockscope::console

#include "moc_GuardedResource.cpp"
