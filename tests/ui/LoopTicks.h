// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>

namespace lockscope::test {

/// Measures how long the thread's event loop was blocked.
class LoopTicks final {
public:
    LoopTicks()
    {
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer,
                         [this] { m_longestMs = std::max(m_longestMs, m_since.restart()); });
        m_since.start();
        m_timer.start(20);
    }
    [[nodiscard]] qint64 longestMs() const { return std::max(m_longestMs, m_since.elapsed()); }

private:
    QTimer m_timer;
    QElapsedTimer m_since;
    qint64 m_longestMs = 0;
};

} // namespace lockscope::test
