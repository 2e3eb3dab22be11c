// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/resource/ResourceLink.h"

#include "core/base/DurationText.h"
#include "core/base/Phrase.h"
#include "core/connect/ThreadTasks.h"

#include <QHostAddress>
#include <QJsonDocument>

#include <utility>

namespace lockscope::console {

Result<quint16> ResourceLink::parseAddress(const QString& text)
{
    const auto prefix = QStringLiteral("127.0.0.1:");
    bool isNumber = false;
    const auto port = text.startsWith(prefix) ? text.mid(prefix.size()).toUShort(&isNumber) : 0;
    if (isNumber && port > 0)
        return port;
    return failure(ErrorCode::BadArguments, {}, {},
                   "invalid address \"" + text.toStdString() + "\" of a guarded resource: use 127.0.0.1:PORT");
}

ResourceLink::ResourceLink(quint16 port, Executor& executor, std::chrono::milliseconds silence)
    : m_port(port)
    , m_executor(executor)
{
    m_silence.setInterval(silence);
    m_silence.setSingleShot(true);
    connect(&m_silence, &QTimer::timeout, this, &ResourceLink::onSilence);
    connect(&m_socket, &QTcpSocket::connected, this, [this] {
        m_socket.setSocketOption(QAbstractSocket::LowDelayOption, 1);
        m_socket.write(std::exchange(m_unsent, {}));
    });
    connect(&m_socket, &QTcpSocket::readyRead, this, &ResourceLink::read);
    connect(&m_socket, &QTcpSocket::errorOccurred, this, [this] { fail(m_socket.errorString()); });
}

ResourceLink::~ResourceLink()
{
    m_socket.disconnect(this);
    fail(QStringLiteral("the simulation has ended"));
}

void ResourceLink::say(const Visit& visit, ResourceWriter::Reply reply)
{
    ensemble::runLater(this, [this, visit, reply = std::move(reply)] { send(visit, reply); });
}

void ResourceLink::send(const Visit& visit, const ResourceWriter::Reply& reply)
{
    const auto id = ++m_lastId;
    m_open.insert(id, reply);
    const auto line = QJsonDocument(toJson(NumberedVisit{id, visit})).toJson(QJsonDocument::Compact) + '\n';
    if (m_socket.state() == QAbstractSocket::ConnectedState)
        m_socket.write(line);
    else
        m_unsent += line;
    if (!m_silence.isActive())
        awaitAnswer();
    if (m_socket.state() == QAbstractSocket::UnconnectedState)
        m_socket.connectToHost(QHostAddress(QHostAddress::LocalHost), m_port);
}

void ResourceLink::read()
{
    for (const auto& line : m_lines.feed(m_socket.readAll())) {
        const auto said = line.isTooLong ? std::nullopt : parseVisitAnswer(line.text);
        if (!said) {
            fail(QStringLiteral("unexpected answer: ") + QString::fromUtf8(line.text.left(60)));
            return;
        }
        if (const auto reply = m_open.take(said->id))
            answer(reply, said->outcome);
    }
    if (m_open.isEmpty())
        m_silence.stop();
    else
        awaitAnswer();
}

void ResourceLink::awaitAnswer()
{
    m_silence.start();
    m_awaited.start();
}

/// A timer that is late means that this process was stopped, as a simulated pause does: then the answers may be there,
/// but are not read yet.
void ResourceLink::onSilence()
{
    const auto silence = m_silence.intervalAsDuration();
    if (std::chrono::milliseconds(m_awaited.elapsed()) > silence + silence / 10)
        awaitAnswer();
    else
        fail(QString::fromStdString(phrase("no answer within %1", roundDurationText(silence))));
}

void ResourceLink::fail(const QString& why)
{
    m_silence.stop();
    m_lines = LineCutter(longestVisitBytes);
    m_unsent.clear();
    const auto open = std::exchange(m_open, {});
    const Result<void> outcome = failure(ErrorCode::NoConnection, "use the guarded resource",
                                         "127.0.0.1:" + std::to_string(m_port), why.toStdString());
    for (const auto& reply : open)
        answer(reply, outcome);
    if (m_socket.state() != QAbstractSocket::UnconnectedState)
        m_socket.abort();
}

void ResourceLink::answer(const ResourceWriter::Reply& reply, const Result<void>& outcome)
{
    m_executor.post([reply, outcome] { reply(outcome); });
}

} // namespace lockscope::console
