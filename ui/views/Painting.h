// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What views that paint themselves paint alike.

#include "ui/theme/Theme.h"

#include <QRectF>

class QPainter;
class QString;
class QWidget;

namespace lockscope::ui {

/// Around the whole of a widget that has the focus.
void paintFocus(QPainter& painter, const QRect& widget, const Theme& theme);

/// Where a chart is drawn: between its two lines of words and the one below it.
[[nodiscard]] QRectF chartPlot(const QWidget& chart);
/// The two lines above it.
void paintChartWords(QPainter& painter, const QWidget& chart, const Theme& theme, const QString& title,
                     const QString& words);

} // namespace lockscope::ui
