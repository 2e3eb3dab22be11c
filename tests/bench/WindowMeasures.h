// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The measures of a window, and their output.

#include "tests/bench/LoopBeat.h"

#include <QEventLoop>
#include <QWidget>

#include <cstdio>

namespace lockscope::bench {

/// Counts the paint events of a widget.
class Paints final : public QObject {
public:
    explicit Paints(QWidget& widget) { widget.installEventFilter(this); }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        m_count += event->type() == QEvent::Paint ? 1 : 0;
        return QObject::eventFilter(watched, event);
    }
    [[nodiscard]] int count() const { return m_count; }

private:
    int m_count = 0;
};

inline void print(const char* what, double value, double limit, const char* unit)
{
    std::printf("%-34s %10.1f %8.0f %-4s %s\n", what, value, limit, unit, value <= limit ? "" : "OVER");
    std::fflush(stdout);
}

inline void printGaps(const char* what, const Beat::Gaps& window, const Beat::Gaps& idle)
{
    std::printf("%-34s %10.1f %8lld ms   %d longer; an idle thread: %.1f, %d longer; %ld MiB  %s%s\n", what,
                static_cast<double>(window.longestUs) / 1'000, static_cast<long long>(stutterUs / 1'000),
                window.stutters, static_cast<double>(idle.longestUs) / 1'000, idle.stutters, residentMiB(),
                window.longestUs <= stutterUs ? "" : "OVER ", qPrintable(window.reported));
    std::fflush(stdout);
}

inline void spin(std::chrono::milliseconds duration)
{
    QEventLoop loop;
    QTimer::singleShot(duration, &loop, &QEventLoop::quit);
    loop.exec();
}

} // namespace lockscope::bench
