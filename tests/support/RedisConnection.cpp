// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/RedisConnection.h"

#include <QDeadlineTimer>
#include <QHostAddress>

namespace lockscope::test {

namespace {

QVariant redisError(const QByteArray& text)
{
    return QVariant::fromValue(RedisError{text});
}

} // namespace

QByteArray errorIn(const QVariant& reply)
{
    return reply.canConvert<RedisError>() ? reply.value<RedisError>().text : QByteArray();
}

RedisConnection::RedisConnection(int port, int limitMs)
{
    m_socket.connectToHost(QHostAddress(QHostAddress::LocalHost), static_cast<quint16>(port));
    m_socket.waitForConnected(limitMs);
}

QVariant RedisConnection::command(const QByteArrayList& words, int limitMs)
{
    send(words);
    return next(limitMs);
}

void RedisConnection::send(const QByteArrayList& words)
{
    QByteArray bytes = '*' + QByteArray::number(words.size()) + "\r\n";
    for (const auto& word : words)
        bytes += '$' + QByteArray::number(word.size()) + "\r\n" + word + "\r\n";
    m_socket.write(bytes);
    m_socket.flush();
}

QVariant RedisConnection::next(int limitMs)
{
    const QDeadlineTimer deadline(limitMs);
    while (true) {
        qsizetype at = 0;
        if (auto reply = parsed(at)) {
            m_received.remove(0, at);
            return *reply;
        }
        if (m_socket.bytesAvailable() == 0 && !m_socket.waitForReadyRead(static_cast<int>(deadline.remainingTime())))
            return redisError("no reply: " +
                              (isConnected() ? QByteArray("time limit") : m_socket.errorString().toUtf8()));
        m_received += m_socket.readAll();
    }
}

bool RedisConnection::isConnected()
{
    // Without an event loop the socket notices its end only in a call like this.
    m_socket.waitForReadyRead(0);
    return m_socket.state() == QAbstractSocket::ConnectedState;
}

std::optional<QVariant> RedisConnection::parsed(qsizetype& at) const
{
    const auto end = m_received.indexOf("\r\n", at);
    if (end < 0)
        return std::nullopt;
    const auto kind = m_received[at];
    const auto line = m_received.mid(at + 1, end - at - 1);
    at = end + 2;
    switch (kind) {
    case '+':
        return line;
    case '-':
        return redisError(line);
    case ':':
        return line.toLongLong();
    case '$':
        return parsedText(at, line.toLongLong());
    case '*':
        return parsedArray(at, line.toLongLong());
    default:
        return redisError("no reply: not the protocol of Redis: " + kind + line);
    }
}

std::optional<QVariant> RedisConnection::parsedText(qsizetype& at, qsizetype length) const
{
    if (length < 0)
        return QVariant();
    if (m_received.size() < at + length + 2)
        return std::nullopt;
    const auto text = m_received.mid(at, length);
    at += length + 2;
    return text;
}

std::optional<QVariant> RedisConnection::parsedArray(qsizetype& at, qsizetype count) const
{
    if (count < 0)
        return QVariant();
    QVariantList list;
    for (qsizetype i = 0; i < count; ++i) {
        const auto member = parsed(at);
        if (!member)
            return std::nullopt;
        list.append(*member);
    }
    return list;
}

} // namespace lockscope::test
