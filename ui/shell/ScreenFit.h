// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QMargins>
#include <QRect>

class QWidget;

namespace lockscope::ui {

/// The geometry at which a window fits on a screen: on the one that shows most of it, else on the first, cut to the
/// available geometry and moved inside. `screens`: the available geometries, the primary screen's first; if empty, the
/// wanted geometry is returned. `frame`: the window manager's frame around the window. Pure function.
[[nodiscard]] QRect fittedToScreen(const QRect& wanted, const QMargins& frame, const QList<QRect>& screens);

/// Moves and cuts the window, with its frame, so that it fits on a screen. Does nothing to a maximised window. Thread:
/// UI.
void fitToScreen(QWidget& window);

} // namespace lockscope::ui
