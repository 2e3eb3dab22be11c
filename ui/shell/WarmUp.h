// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/KeyValueList.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <vector>

namespace lockscope::ui {

/// Polishes the widgets of a window that were never shown, and makes the usual rows of its lists, a few milliseconds at
/// a time while the event loop is idle. All of it when a page is first shown would block the UI noticeably.
class WarmUp final : public QObject {
    Q_OBJECT
public:
    explicit WarmUp(QWidget& window);

    void start();

private:
    void goOn();

    QWidget& m_window;
    QTimer m_next;
    std::vector<QPointer<KeyValueList>> m_lists;
    std::vector<QPointer<QWidget>> m_cold;
};

} // namespace lockscope::ui
