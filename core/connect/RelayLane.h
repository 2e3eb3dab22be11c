// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QObject>
#include <QTcpSocket>
#include <QTimer>

#include <chrono>
#include <deque>

namespace lockscope::connect {

/// One direction of a relayed connection: passes bytes from one socket to another, then the end of the stream;
/// optionally delayed, slowed down or blocked. Buffers 64 KiB at most and then stops reading (back-pressure). Thread:
/// that of the sockets, which must outlive it.
class RelayLane final : public QObject {
    Q_OBJECT
public:
    /// Nothing passes before set(): data waits in the sender's socket.
    RelayLane(QTcpSocket& from, QTcpSocket& to, QObject* parent);

    /// `bytesPerSecond` 0: no limit. After the first call with `passes`, data is written as soon as the receiver is
    /// connected.
    void set(bool passes, std::chrono::milliseconds delay = {}, std::int64_t bytesPerSecond = 0);
    /// Moves all data that may pass now.
    void pump();

Q_SIGNALS:
    /// Data was read, not yet passed on.
    void taken(const QByteArray& bytes);
    /// Data was written to the receiver.
    void moved();

private:
    using Clock = std::chrono::steady_clock;

    struct Chunk {
        Clock::time_point due;
        QByteArray bytes;
    };

    void takeIn();
    void giveOut();
    void passEnd();
    /// Bytes that the speed limit allows now.
    [[nodiscard]] qint64 allowance();

    QTcpSocket& m_from;
    QTcpSocket& m_to;
    QTimer m_later;
    std::deque<Chunk> m_queue;
    qint64 m_queued = 0;
    bool m_passes = false;
    bool m_wasOpen; ///< the receiver has been connected
    std::chrono::milliseconds m_delay{0};
    std::int64_t m_bytesPerSecond = 0;
    double m_saved = 0; ///< bytes allowed by the speed limit and not used yet
    Clock::time_point m_savedAt{};
};

} // namespace lockscope::connect
