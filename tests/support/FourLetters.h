// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QHostAddress>
#include <QTcpSocket>

namespace lockscope::test {

/// The complete answer of a port of 127.0.0.1 to a four-letter command, or to any other request, until it closes the
/// connection. Empty if it accepts no connection. `limitMs`: for the connection, and for each part of the answer.
[[nodiscard]] inline QByteArray answerOf(int port, const QByteArray& question, int limitMs = 5'000)
{
    QTcpSocket socket;
    socket.connectToHost(QHostAddress(QHostAddress::LocalHost), static_cast<quint16>(port));
    if (!socket.waitForConnected(limitMs))
        return {};
    socket.write(question);
    while (socket.state() != QAbstractSocket::UnconnectedState && socket.waitForReadyRead(limitMs)) {
    }
    return socket.readAll();
}

} // namespace lockscope::test
