// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/WarmUp.h"

#include <QElapsedTimer>

namespace lockscope::ui {

namespace {

constexpr int atOnceMs = 4;

} // namespace

WarmUp::WarmUp(QWidget& window)
    : QObject(&window)
    , m_window(window)
{
    connect(&m_next, &QTimer::timeout, this, &WarmUp::goOn);
}

void WarmUp::start()
{
    const auto widgets = m_window.findChildren<QWidget*>();
    m_cold.assign(widgets.begin(), widgets.end());
    const auto lists = m_window.findChildren<KeyValueList*>();
    m_lists.assign(lists.rbegin(), lists.rend()); // taken from the end: the first page comes first
    m_next.start(0);
}

void WarmUp::goOn()
{
    QElapsedTimer clock;
    clock.start();
    while (!m_lists.empty() && clock.elapsed() < atOnceMs) {
        if (!m_lists.back() || !m_lists.back()->addRowAhead())
            m_lists.pop_back();
    }
    while (!m_cold.empty() && clock.elapsed() < atOnceMs) {
        if (m_cold.back())
            m_cold.back()->ensurePolished();
        m_cold.pop_back();
    }
    if (m_cold.empty())
        m_next.stop();
}

} // namespace lockscope::ui

#include "moc_WarmUp.cpp"
