// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QElapsedTimer>
#include <QFile>
#include <QTimer>

#include <algorithm>
#include <ctime>

namespace lockscope::test {

/// Measures how long the thread's event loop was blocked.
class LoopTicks final {
public:
    LoopTicks()
    {
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] {
            m_longestBlockMs = longestBlockMs();
            m_longestMs = std::max(m_longestMs, m_since.restart());
            m_busyBefore = busyMs();
        });
        m_since.start();
        m_timer.start(20);
    }
    /// By the clock on the wall: depends on the load of the machine.
    [[nodiscard]] qint64 longestMs() const { return std::max(m_longestMs, m_since.elapsed()); }
    /// Without the time in which the thread worked or waited for a processor. What is left is sleep: the interval of
    /// the timer, and each wait for a process, a thread or the disk. Independent of the load of the machine.
    [[nodiscard]] qint64 longestBlockMs() const
    {
        return std::max(m_longestBlockMs, m_since.elapsed() - (busyMs() - m_busyBefore));
    }

private:
    /// The second number of schedstat is the time in nanoseconds in which the thread waited for a processor. See
    /// Documentation/scheduler/sched-stats of Linux.
    [[nodiscard]] static qint64 busyMs()
    {
        constexpr qint64 nanoseconds = 1'000'000;
        timespec worked{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &worked);
        QFile file(QStringLiteral("/proc/thread-self/schedstat"));
        const auto waited = file.open(QIODevice::ReadOnly) ? file.readLine().split(' ').value(1).toLongLong() : 0;
        return qint64(worked.tv_sec) * 1'000 + (worked.tv_nsec + waited) / nanoseconds;
    }

    QTimer m_timer;
    QElapsedTimer m_since;
    qint64 m_longestMs = 0;
    qint64 m_longestBlockMs = 0;
    qint64 m_busyBefore = busyMs(); ///< at the last tick
};

} // namespace lockscope::test
