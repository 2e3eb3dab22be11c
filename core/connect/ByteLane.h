// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTcpSocket>

namespace lockscope::connect {

/// One direction of a forwarded connection: what comes from one socket goes to the other, and after the bytes the end.
/// What the receiver has not taken yet is held here up to 64 KiB; then no more is read, so that the sender feels it.
/// Thread: that of the sockets, which must outlive it.
class ByteLane final : public QObject {
    Q_OBJECT
public:
    ByteLane(QTcpSocket& from, QTcpSocket& to, QObject* parent);

    /// From now on; what has come before waits in the sender's socket. The receiver must be ready for it.
    void start();
    void pump();

Q_SIGNALS:
    void moved();

private:
    QTcpSocket& m_from;
    QTcpSocket& m_to;
    bool m_started = false;
};

} // namespace lockscope::connect
