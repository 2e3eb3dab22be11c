// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Functions shared by views that paint themselves.

#include "ui/theme/Theme.h"

#include <QRectF>

class QPainter;
class QString;
class QWidget;

namespace lockscope::ui {

/// Around a whole widget that has the focus.
void paintFocus(QPainter& painter, const QRect& widget, const Theme& theme);

/// The area of a chart: between the two lines of text above it and the one below.
[[nodiscard]] QRectF chartPlot(const QWidget& chart);
/// The two lines above it.
void paintChartWords(QPainter& painter, const QWidget& chart, const Theme& theme, const QString& title,
                     const QString& words);

} // namespace lockscope::ui
