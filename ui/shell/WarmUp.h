// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <vector>

namespace lockscope::ui {

/// Gives the widgets of a window that were never shown their style, a few milliseconds at a time while nothing else is
/// to be done: all those of a page at once, on the day it is first looked at, would make the window stutter.
class WarmUp final : public QObject {
    Q_OBJECT
public:
    explicit WarmUp(QWidget& window);

    void start();

private:
    void goOn();

    QWidget& m_window;
    QTimer m_next;
    std::vector<QPointer<QWidget>> m_cold;
};

} // namespace lockscope::ui
