// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/Painting.h"

#include "ui/models/text/Formatting.h"

#include <QKeyEvent>
#include <QPainter>
#include <QWidget>

namespace lockscope::ui {

void paintFocus(QPainter& painter, const QRect& widget, const Theme& theme)
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.info, 1.5));
    painter.drawRoundedRect(QRectF(widget).adjusted(1, 1, -1, -1), 5, 5);
}

bool isActivation(const QKeyEvent& event)
{
    return event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter || event.key() == Qt::Key_Space;
}

QRectF chartPlot(const QWidget& chart)
{
    const auto line = chart.fontMetrics().height();
    return QRectF(chart.rect()).adjusted(4, 2 * line + 10, -4, -line - 4);
}

double axisWidth(const QWidget& chart, std::uint64_t most)
{
    return chart.fontMetrics().horizontalAdvance(formatCount(static_cast<qint64>(most))) + 6.0;
}

void paintCountAxis(QPainter& painter, const QRectF& plot, const Theme& theme, std::uint64_t most)
{
    const auto line = static_cast<double>(painter.fontMetrics().height());
    painter.setPen(QPen(theme.border, 1));
    painter.drawLine(plot.topLeft(), plot.bottomLeft());
    painter.setPen(theme.muted);
    const auto label = [&](double bottom, std::uint64_t count) {
        painter.drawText(QRectF(0, bottom - line, plot.left() - 4, line), Qt::AlignRight | Qt::AlignBottom,
                         formatCount(static_cast<qint64>(count)));
    };
    label(plot.bottom() + line / 3, 0);
    if (plot.height() > 2 * line)
        label(plot.top() + 2 * line / 3, most);
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
