// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QObject>
#include <QTcpSocket>
#include <QTimer>

#include <chrono>
#include <deque>

namespace lockscope::console {

/// One direction of a connection through a link: what comes from one socket goes to the other, later or slower or not
/// at all. An end of the stream passes as the bytes do: after them, and not while nothing passes. Holds 64 KiB at most
/// and then reads no further, so that the sender feels it.
/// Thread: that of the sockets, which must outlive it.
class LinkLane final : public QObject {
    Q_OBJECT
public:
    LinkLane(QTcpSocket& from, QTcpSocket& to, QObject* parent);

    void set(bool passes, std::chrono::milliseconds delay, std::int64_t bytesPerSecond);
    /// Moves what may move now.
    void pump();

Q_SIGNALS:
    /// What was read, before it is passed on.
    void taken(const QByteArray& bytes);

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
    bool m_passes = true;
    bool m_wasOpen = false; ///< the receiver has been connected
    std::chrono::milliseconds m_delay{0};
    std::int64_t m_bytesPerSecond = 0;
    double m_saved = 0; ///< bytes that the speed allows and that were not used yet
    Clock::time_point m_savedAt{};
};

} // namespace lockscope::console
