// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

class QWidget;

namespace lockscope::ui {

/// Qt gives the focus of a control that is disabled or hidden to the next control, where the next key may do harm. In
/// this window a view of the same panel gets it instead. Thread: UI.
class FocusKeeper final : public QObject {
public:
    explicit FocusKeeper(QWidget& window);

private:
    void keep(const QWidget* before, QWidget* now) const;

    QWidget& m_window;
};

} // namespace lockscope::ui
