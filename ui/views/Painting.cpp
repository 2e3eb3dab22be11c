// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/Painting.h"

#include <QPainter>
#include <QWidget>

namespace lockscope::ui {

void paintFocus(QPainter& painter, const QRect& widget, const Theme& theme)
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.info, 1.5));
    painter.drawRoundedRect(QRectF(widget).adjusted(1, 1, -1, -1), 5, 5);
}

QRectF chartPlot(const QWidget& chart)
{
    const auto line = chart.fontMetrics().height();
    return QRectF(chart.rect()).adjusted(4, 2 * line + 10, -4, -line - 4);
}

void paintChartWords(QPainter& painter, const QWidget& chart, const Theme& theme, const QString& title,
                     const QString& words)
{
    const auto metrics = chart.fontMetrics();
    const auto line = metrics.height();
    const auto width = chart.width() - 8;
    painter.setPen(theme.text);
    painter.drawText(QRect(4, 2, width, line), Qt::AlignLeft, title);
    painter.setPen(theme.muted);
    painter.drawText(QRect(4, line + 4, width, line), Qt::AlignLeft, metrics.elidedText(words, Qt::ElideRight, width));
}

} // namespace lockscope::ui
