// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"

#include <QObject>
#include <QTimer>

#include <optional>

class QWidget;

namespace lockscope::ui {

/// Measures how smoothly a window runs: the longest time in which its thread took no event, and how long its paints
/// took. Between start() and stop() it wakes the thread at each `pace`; otherwise it costs nothing. Lives on the UI
/// thread.
class LoopProbe final : public QObject {
    Q_OBJECT
public:
    /// How finely a pause is measured: at rest it is about as long as this.
    static constexpr std::chrono::milliseconds pace{16};

    struct Reading {
        Duration longestPause{};
        std::optional<Duration> slowestPaint; ///< nothing: none was asked for
        int paints = 0;
        Duration over{}; ///< how long was measured
    };

    /// Whose paints are measured: a window, which outlives this.
    explicit LoopProbe(QWidget& window, QObject* parent = nullptr);

    void start();
    void stop();
    [[nodiscard]] bool isRunning() const { return m_ticks.isActive(); }

    /// Measured since the last take() or start(); a pause still going on is counted in both readings. Stopped, it is
    /// empty.
    [[nodiscard]] Reading take();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void tick();

    QWidget& m_window;
    SystemClock m_clock;
    QTimer m_ticks;
    SteadyTime m_lastTick{};
    SteadyTime m_since{};
    Reading m_reading;
};

} // namespace lockscope::ui
