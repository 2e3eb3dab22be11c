// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Functions shared by views that paint themselves.

#include "ui/theme/Theme.h"

#include <QRectF>

#include <cstdint>

class QKeyEvent;
class QPainter;
class QString;
class QWidget;

namespace lockscope::ui {

/// Around a whole widget that has the focus.
void paintFocus(QPainter& painter, const QRect& widget, const Theme& theme);
/// Return or Space: the keys that activate what acts like a link.
[[nodiscard]] bool isActivation(const QKeyEvent& event);

/// The area of a chart: between the two lines of text above it and the one below.
[[nodiscard]] QRectF chartPlot(const QWidget& chart);
/// The room that an axis of counts from 0 to `most` needs on the left of it.
[[nodiscard]] double axisWidth(const QWidget& chart, std::uint64_t most);
/// That axis, on the left of `plot`.
void paintCountAxis(QPainter& painter, const QRectF& plot, const Theme& theme, std::uint64_t most);
/// The two lines above it.
void paintChartWords(QPainter& painter, const QWidget& chart, const Theme& theme, const QString& title,
                     const QString& words);

} // namespace lockscope::ui
