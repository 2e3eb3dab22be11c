// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/StackedPanel.h"

#include <QDockWidget>
#include <QMainWindow>

namespace lockscope::ui {

bool isStacked(const QWidget& panel)
{
    auto* dock = qobject_cast<QDockWidget*>(panel.parentWidget());
    const auto* workspace = dock ? qobject_cast<const QMainWindow*>(dock->parentWidget()) : nullptr;
    return workspace && !dock->isFloating() && workspace->dockWidgetArea(dock) != Qt::BottomDockWidgetArea;
}

} // namespace lockscope::ui
