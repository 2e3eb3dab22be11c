// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/LoopProbe.h"

#include <QEvent>
#include <QWidget>

#include <algorithm>
#include <utility>

namespace lockscope::ui {

LoopProbe::LoopProbe(QWidget& window, QObject* parent)
    : QObject(parent)
    , m_window(window)
{
    m_ticks.setTimerType(Qt::PreciseTimer);
    m_ticks.setInterval(pace);
    connect(&m_ticks, &QTimer::timeout, this, &LoopProbe::tick);
}

void LoopProbe::start()
{
    if (isRunning())
        return;
    m_reading = {};
    m_since = m_lastTick = m_clock.now();
    m_window.installEventFilter(this);
    m_ticks.start();
}

void LoopProbe::stop()
{
    m_ticks.stop();
    m_window.removeEventFilter(this);
    m_reading = {};
}

LoopProbe::Reading LoopProbe::take()
{
    if (!isRunning())
        return {};
    const auto now = m_clock.now();
    auto reading = std::exchange(m_reading, {});
    reading.longestPause = std::max(reading.longestPause, now - m_lastTick);
    reading.over = now - std::exchange(m_since, now);
    return reading;
}

void LoopProbe::tick()
{
    const auto now = m_clock.now();
    m_reading.longestPause = std::max(m_reading.longestPause, now - std::exchange(m_lastTick, now));
}

/// The window paints whatever is due of it when it gets this event, so it gets it from here.
bool LoopProbe::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != &m_window || event->type() != QEvent::UpdateRequest)
        return false;
    const auto began = m_clock.now();
    watched->event(event);
    const auto took = m_clock.now() - began;
    m_reading.slowestPaint = std::max(m_reading.slowestPaint.value_or(took), took);
    ++m_reading.paints;
    return true;
}

} // namespace lockscope::ui

#include "moc_LoopProbe.cpp"
