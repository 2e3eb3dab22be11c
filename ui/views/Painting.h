// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Functions shared by views that paint themselves.

#include "ui/theme/Theme.h"

#include <QRectF>
#include <QStringList>

#include <cstdint>

class QKeyEvent;
class QPainter;
class QWidget;

namespace lockscope::ui {

/// Around a whole widget that has the focus.
void paintFocus(QPainter& painter, const QRect& widget, const Theme& theme);
/// What is left of a lease on Redis, from 0 to 1, with a mark where a renewal is due; `due` 0: no mark.
void paintLeaseBar(QPainter& painter, const QRectF& box, double share, double due, const QColor& fill,
                   const Theme& theme);
/// Return or Space: the keys that activate what acts like a link.
[[nodiscard]] bool isActivation(const QKeyEvent& event);

/// The words above a chart in lines that fit, broken between their parts: at " · ", else at spaces or anywhere. As many
/// lines as leave room for the bars; what is longer is elided.
[[nodiscard]] QStringList chartLines(const QWidget& chart, const QString& words);
/// The area of a chart: between its title with these words above it and the line of text below.
[[nodiscard]] QRectF chartPlot(const QWidget& chart, const QString& words);
/// The room that an axis of counts from 0 to `most` needs on the left of it.
[[nodiscard]] double axisWidth(const QWidget& chart, std::uint64_t most);
/// That axis, on the left of `plot`, with what it counts above it. Returns the right end of that word.
double paintCountAxis(QPainter& painter, const QRectF& plot, const Theme& theme, std::uint64_t most,
                      const QString& title);
/// The title of the chart and the words below it.
void paintChartWords(QPainter& painter, const QWidget& chart, const Theme& theme, const QString& title,
                     const QString& words);

} // namespace lockscope::ui
