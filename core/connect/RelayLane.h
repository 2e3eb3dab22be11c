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

/// One direction of a relayed connection: what comes from one socket goes to the other, and after the bytes the end of
/// the stream; if it shall be so, later or slower or not at all. Holds 64 KiB at most and then reads no further, so
/// that the sender feels it. Thread: that of the sockets, which must outlive it.
class RelayLane final : public QObject {
    Q_OBJECT
public:
    /// Nothing passes before set(): what comes waits in the sender's socket.
    RelayLane(QTcpSocket& from, QTcpSocket& to, QObject* parent);

    /// `bytesPerSecond` 0: as fast as it goes. When something passes for the first time, the receiver may be written to
    /// as soon as it is connected.
    void set(bool passes, std::chrono::milliseconds delay = {}, std::int64_t bytesPerSecond = 0);
    /// Moves what may move now.
    void pump();

Q_SIGNALS:
    /// What was read, before it is passed on.
    void taken(const QByteArray& bytes);
    /// Something was written to the receiver.
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
    /// How many bytes the speed allows now.
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
    double m_saved = 0; ///< bytes that the speed allows and that were not used yet
    Clock::time_point m_savedAt{};
};

} // namespace lockscope::connect
