// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QMargins>
#include <QRect>

class QWidget;

namespace lockscope::ui {

/// Where a window with the wanted geometry fits on a screen: on the one that shows most of it, else on the first, cut
/// to what is available there and moved inside. `screens`: the available geometries, the primary screen's first; with
/// none, the wanted geometry. `frame`: what the desktop draws around the window. Pure.
[[nodiscard]] QRect fittedToScreen(const QRect& wanted, const QMargins& frame, const QList<QRect>& screens);

/// Moves and cuts the window, with its frame, so that it is on a screen and not larger than it. Nothing is done to a
/// maximised one. Thread: UI.
void fitToScreen(QWidget& window);

} // namespace lockscope::ui
