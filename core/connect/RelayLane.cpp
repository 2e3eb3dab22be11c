// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/RelayLane.h"

#include <QSslSocket>

#include <algorithm>

namespace lockscope::connect {

namespace {

using namespace std::chrono_literals;

constexpr qint64 mostHeld = qint64(64) * 1024;
constexpr auto slowStep = 20ms; // a slow link sends in steps of this time, or of one byte

/// A TLS socket encrypts all data immediately, and counts encrypted bytes separately.
qint64 unsentBytes(const QTcpSocket& socket)
{
    const auto* const tls = qobject_cast<const QSslSocket*>(&socket);
    return socket.bytesToWrite() + (tls && tls->isEncrypted() ? tls->encryptedBytesToWrite() : 0);
}

} // namespace

RelayLane::RelayLane(QTcpSocket& from, QTcpSocket& to, QObject* parent)
    : QObject(parent)
    , m_from(from)
    , m_to(to)
    , m_wasOpen(to.state() == QAbstractSocket::ConnectedState)
{
    m_from.setReadBufferSize(mostHeld);
    m_later.setSingleShot(true);
    m_later.setTimerType(Qt::PreciseTimer);
    connect(&m_later, &QTimer::timeout, this, &RelayLane::pump);
    connect(&m_from, &QTcpSocket::readyRead, this, &RelayLane::pump);
    connect(&m_from, &QTcpSocket::disconnected, this, &RelayLane::pump);
    connect(&m_to, &QTcpSocket::connected, this, &RelayLane::pump);
    connect(&m_to, &QTcpSocket::bytesWritten, this, &RelayLane::pump);
    if (auto* const tls = qobject_cast<QSslSocket*>(&m_to))
        connect(tls, &QSslSocket::encryptedBytesWritten, this, &RelayLane::pump);
}

void RelayLane::set(bool passes, std::chrono::milliseconds delay, std::int64_t bytesPerSecond)
{
    m_passes = passes;
    m_delay = delay;
    m_bytesPerSecond = bytesPerSecond;
    m_saved = 0;
    m_savedAt = Clock::now();
    // Chunks with an older, longer delay must not delay newer chunks.
    for (Chunk& chunk : m_queue)
        chunk.due = std::min(chunk.due, m_savedAt + m_delay);
    pump();
}

void RelayLane::pump()
{
    m_wasOpen = m_wasOpen || m_to.state() == QAbstractSocket::ConnectedState;
    if (!m_passes)
        return;
    takeIn();
    giveOut();
    takeIn();
    passEnd();
}

void RelayLane::takeIn()
{
    while (m_queued < mostHeld && m_from.bytesAvailable() > 0) {
        QByteArray bytes = m_from.read(mostHeld - m_queued);
        if (bytes.isEmpty())
            return;
        Q_EMIT taken(bytes);
        m_queued += bytes.size();
        m_queue.push_back({Clock::now() + m_delay, std::move(bytes)});
    }
}

qint64 RelayLane::allowance()
{
    if (m_bytesPerSecond <= 0)
        return mostHeld;
    const auto now = Clock::now();
    const auto rate = static_cast<double>(m_bytesPerSecond);
    const double step = std::max(1.0, rate * std::chrono::duration<double>(slowStep).count());
    m_saved = std::min(m_saved + rate * std::chrono::duration<double>(now - m_savedAt).count(), step);
    m_savedAt = now;
    return static_cast<qint64>(m_saved);
}

void RelayLane::giveOut()
{
    const auto waitFor = [this](Clock::duration time) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(time);
        m_later.start(std::max(left, 1ms));
    };
    while (!m_queue.empty()) {
        if (m_to.state() != QAbstractSocket::ConnectedState) {
            // Unread bytes would make the kernel send the sender a reset instead of an end of stream.
            if (m_wasOpen) {
                m_queue.clear();
                m_queued = 0;
            }
            return;
        }
        Chunk& first = m_queue.front();
        if (const auto now = Clock::now(); first.due > now) {
            waitFor(first.due - now);
            return;
        }
        const qint64 room = mostHeld - unsentBytes(m_to);
        if (room <= 0)
            return; // bytesWritten() calls this again
        const qint64 allowed = allowance();
        if (allowed <= 0) {
            waitFor(slowStep);
            return;
        }
        const qint64 count = std::min({room, allowed, static_cast<qint64>(first.bytes.size())});
        m_to.write(first.bytes.constData(), count);
        Q_EMIT moved();
        first.bytes.remove(0, count);
        m_queued -= count;
        if (m_bytesPerSecond > 0)
            m_saved -= static_cast<double>(count);
        if (first.bytes.isEmpty())
            m_queue.pop_front();
    }
}

void RelayLane::passEnd()
{
    const bool ended = m_from.state() == QAbstractSocket::UnconnectedState && m_from.bytesAvailable() == 0;
    if (!ended || !m_queue.empty())
        return;
    if (m_to.state() == QAbstractSocket::ConnectedState)
        m_to.disconnectFromHost(); // writes pending bytes first
    else if (m_to.state() != QAbstractSocket::UnconnectedState && m_to.state() != QAbstractSocket::ClosingState)
        m_to.abort();
}

} // namespace lockscope::connect

#include "moc_RelayLane.cpp"
