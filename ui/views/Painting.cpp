// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/Painting.h"

#include "ui/models/text/Formatting.h"
#include "ui/theme/Sizes.h"

#include <QKeyEvent>
#include <QPainter>
#include <QWidget>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// Of the height of a chart, for its title, its axis and its bars.
constexpr int linesOfPlot = 5;

} // namespace

void paintFocus(QPainter& painter, const QRect& widget, const Theme& theme)
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.info, 1.5));
    painter.drawRoundedRect(QRectF(widget).adjusted(1, 1, -1, -1), 5, 5);
}

void paintLeaseBar(QPainter& painter, const QRectF& box, double share, double due, const QColor& fill,
                   const Theme& theme)
{
    constexpr double mostRounded = 2;
    constexpr double markBeyond = 3; // of the bar, above and below
    const auto radius = std::min(box.height() / 2, mostRounded);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.border);
    painter.drawRoundedRect(box, radius, radius);
    painter.setBrush(fill);
    painter.drawRoundedRect(QRectF(box.topLeft(), QSizeF(box.width() * std::clamp(share, 0.0, 1.0), box.height())),
                            radius, radius);
    if (due > 0)
        painter.fillRect(
            QRectF(box.left() + box.width() * due - 1, box.top() - markBeyond, 2, box.height() + 2 * markBeyond),
            theme.text);
    painter.restore();
}

bool isActivation(const QKeyEvent& event)
{
    return event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter || event.key() == Qt::Key_Space;
}

QStringList chartLines(const QWidget& chart, const QString& words)
{
    const auto metrics = chart.fontMetrics();
    const auto width = chart.width() - 8;
    const auto most = std::max(chart.height() / metrics.height() - linesOfPlot, 1);
    const auto between = words.contains(u" · "_s) ? u" · "_s : u" "_s;
    QStringList lines;
    for (const auto& part : words.split(between)) {
        const auto longer = lines.isEmpty() ? QString() : lines.last() + between + part;
        if (lines.isEmpty())
            lines << part;
        else if (lines.size() == most || wholeWidth(metrics, longer) <= width)
            lines.last() = longer;
        else
            lines << part;
        // A text without spaces, as in Chinese, is broken anywhere.
        while (between == u" " && lines.size() < most && wholeWidth(metrics, lines.last()) > width) {
            auto& last = lines.last();
            auto fits = std::max<qsizetype>(last.size() - 1, 1);
            while (fits > 1 && wholeWidth(metrics, last.left(fits)) > width)
                --fits;
            const auto rest = last.mid(fits);
            last.truncate(fits);
            lines << rest;
        }
    }
    for (auto& line : lines)
        line = metrics.elidedText(line, Qt::ElideRight, width);
    return lines;
}

QRectF chartPlot(const QWidget& chart, const QString& words)
{
    const auto line = chart.fontMetrics().height();
    const auto lines = static_cast<int>(chartLines(chart, words).size());
    return QRectF(chart.rect()).adjusted(4, (1 + lines) * line + 10, -4, -line - 4);
}

double axisWidth(const QWidget& chart, std::uint64_t most)
{
    return chart.fontMetrics().horizontalAdvance(formatCount(static_cast<qint64>(most))) + 6.0;
}

double paintCountAxis(QPainter& painter, const QRectF& plot, const Theme& theme, std::uint64_t most,
                      const QString& title)
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
    const QRectF word(4, plot.top() - line - 3, painter.fontMetrics().horizontalAdvance(title) + 1.0, line);
    painter.drawText(word, Qt::AlignLeft, title);
    return word.right();
}

void paintChartWords(QPainter& painter, const QWidget& chart, const Theme& theme, const QString& title,
                     const QString& words)
{
    const auto line = chart.fontMetrics().height();
    const auto width = chart.width() - 8;
    painter.setPen(theme.text);
    painter.drawText(QRect(4, 2, width, line), Qt::AlignLeft, title);
    painter.setPen(theme.muted);
    auto top = line + 4;
    for (const auto& text : chartLines(chart, words)) {
        painter.drawText(QRect(4, top, width, line), Qt::AlignLeft, text);
        top += line;
    }
}

} // namespace lockscope::ui
