// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/graph/WaitLegend.h"

#include "ui/models/text/Formatting.h"
#include "ui/views/graph/DrawingWords.h"

#include <QPainter>
#include <QPolygonF>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int arrowLength = 26; // pixels
constexpr int wordMargin = 6;
constexpr int entryGap = 12;

struct LegendEntry {
    Qt::PenStyle line;
    QString word;
};

QList<LegendEntry> legendEntries()
{
    return {{Qt::SolidLine, WaitLegend::tr("held by")}, {Qt::DashLine, WaitLegend::tr("waits for")}};
}

} // namespace

WaitLegend::WaitLegend(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(u"waitGraphLegend"_s);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(arrowsText());
    setToolTip(plainToolTip(arrowsText()));
}

void WaitLegend::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

QSize WaitLegend::sizeHint() const
{
    auto width = 0;
    for (const auto& entry : legendEntries())
        width += arrowLength + wordMargin + fontMetrics().horizontalAdvance(entry.word) + entryGap;
    return {width, fontMetrics().height() + 4};
}

void WaitLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto middle = height() / 2.0;
    auto left = 0;
    for (const auto& entry : legendEntries()) {
        const auto right = left + arrowLength;
        painter.setPen(QPen(m_theme.text, 1.6, entry.line));
        painter.drawLine(QPointF(left, middle), QPointF(right - 5, middle));
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_theme.text);
        painter.drawPolygon(QPolygonF({{right + 0.0, middle}, {right - 7.0, middle - 4}, {right - 7.0, middle + 4}}));
        const auto word = fontMetrics().horizontalAdvance(entry.word);
        painter.setPen(m_theme.muted);
        painter.drawText(QRect(right + wordMargin, 0, word + 1, height()), Qt::AlignVCenter, entry.word);
        left = right + wordMargin + word + entryGap;
    }
}

} // namespace lockscope::ui

#include "moc_WaitLegend.cpp"
