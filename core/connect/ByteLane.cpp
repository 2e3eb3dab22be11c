// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/ByteLane.h"

#include <QSslSocket>

namespace lockscope::connect {

namespace {

constexpr qint64 mostUnsent = qint64(64) * 1024;

/// A TLS socket encrypts at once all that it is given, and counts apart what it has encrypted.
qint64 unsentBytes(const QTcpSocket& socket)
{
    const auto* const tls = qobject_cast<const QSslSocket*>(&socket);
    return socket.bytesToWrite() + (tls && tls->isEncrypted() ? tls->encryptedBytesToWrite() : 0);
}

} // namespace

ByteLane::ByteLane(QTcpSocket& from, QTcpSocket& to, QObject* parent)
    : QObject(parent)
    , m_from(from)
    , m_to(to)
{
    m_from.setReadBufferSize(mostUnsent);
    connect(&m_from, &QTcpSocket::readyRead, this, &ByteLane::pump);
    connect(&m_from, &QTcpSocket::disconnected, this, &ByteLane::pump);
    connect(&m_to, &QTcpSocket::bytesWritten, this, &ByteLane::pump);
    if (auto* const tls = qobject_cast<QSslSocket*>(&m_to))
        connect(tls, &QSslSocket::encryptedBytesWritten, this, &ByteLane::pump);
}

void ByteLane::start()
{
    m_started = true;
    pump();
}

void ByteLane::pump()
{
    if (!m_started)
        return;
    if (m_to.state() != QAbstractSocket::ConnectedState) {
        // Nobody is there any more. Bytes left unread would make the system tell the sender of an error, not of an end.
        m_from.readAll();
        return;
    }
    while (m_from.bytesAvailable() > 0) {
        const qint64 room = mostUnsent - unsentBytes(m_to);
        if (room <= 0)
            return; // bytesWritten() comes
        const QByteArray bytes = m_from.read(room);
        if (bytes.isEmpty())
            break;
        m_to.write(bytes);
        Q_EMIT moved();
    }
    if (m_from.state() == QAbstractSocket::UnconnectedState && m_from.bytesAvailable() == 0)
        m_to.disconnectFromHost(); // writes what is left first
}

} // namespace lockscope::connect

#include "moc_ByteLane.cpp"
