// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHostAddress>
#include <QTcpSocket>

namespace lockscope::test {

/// A port of 127.0.0.1 without a listener, reserved while this object lives. 0 if no port is free.
class DeadPort final {
public:
    DeadPort() { m_socket.bind(QHostAddress(QHostAddress::LocalHost), 0, QAbstractSocket::DontShareAddress); }

    [[nodiscard]] quint16 number() const { return m_socket.localPort(); }

private:
    QTcpSocket m_socket;
};

} // namespace lockscope::test
