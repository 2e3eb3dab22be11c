// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/timeline/TimelineLegend.h"

#include "ui/models/text/Formatting.h"
#include "ui/views/StateMark.h"

#include <QHelpEvent>
#include <QPainter>
#include <QPolygonF>
#include <QToolTip>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int sampleWidth = 16; // pixels
constexpr int wordGap = 5;      ///< between a sample and its word
constexpr int gap = 12;

QString wordOf(TimelineSample sample)
{
    switch (sample) {
    case TimelineSample::Lease:
        return TimelineLegend::tr("lease");
    case TimelineSample::Hold:
        return TimelineLegend::tr("hold");
    case TimelineSample::Shared:
        return TimelineLegend::tr("readers");
    case TimelineSample::Wait:
        return TimelineLegend::tr("wait");
    case TimelineSample::Unknown:
        return TimelineLegend::tr("hold or wait");
    case TimelineSample::Mistake:
        return TimelineLegend::tr("acts as holder without the lock");
    case TimelineSample::Write:
        return TimelineLegend::tr("write");
    case TimelineSample::RejectedWrite:
        return TimelineLegend::tr("rejected write");
    case TimelineSample::Dead:
        return TimelineLegend::tr("dead");
    case TimelineSample::Asked:
        return TimelineLegend::tr("release requested");
    case TimelineSample::Released:
        return TimelineLegend::tr("released by an operator");
    case TimelineSample::Lost:
        return TimelineLegend::tr("lost");
    case TimelineSample::UsualHold:
        return TimelineLegend::tr("usual hold, p50–p99");
    case TimelineSample::Overdue:
        return TimelineLegend::tr("over p99");
    case TimelineSample::Planned:
        return TimelineLegend::tr("planned");
    case TimelineSample::Vote:
        return TimelineLegend::tr("vote, renewed");
    case TimelineSample::OtherVote:
        return TimelineLegend::tr("other token");
    case TimelineSample::NoAnswer:
        return TimelineLegend::tr("no answer");
    case TimelineSample::Gap:
        return TimelineLegend::tr("not watched");
    }
    return {};
}

void paintSaw(QPainter& painter, const QRectF& box, const QColor& color)
{
    const auto low = box.center().y() + 5;
    const auto high = box.center().y() - 5;
    QPolygonF line;
    for (auto x = box.left(); x < box.right() - 1; x += 5)
        line << QPointF(x, high) << QPointF(x + 5, low);
    painter.setPen(QPen(color, 1.4));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
}

/// The shape of `kind` in the middle of `box`.
void paintSample(QPainter& painter, const Theme& theme, TimelineSample kind, const QRectF& box)
{
    const auto middle = box.center().y();
    const auto bar = [&](double tall) { return QRectF(box.left(), middle - tall / 2, box.width(), tall); };
    painter.setPen(Qt::NoPen);
    switch (kind) {
    case TimelineSample::Unknown:
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.good, 1, Qt::DashLine));
        painter.drawRect(bar(11).adjusted(0.5, 0.5, -0.5, -0.5));
        break;
    case TimelineSample::Hold:
        painter.setBrush(theme.goodFill);
        painter.drawRoundedRect(bar(11), 2, 2);
        break;
    case TimelineSample::Shared:
        painter.setBrush(theme.specialFill);
        painter.drawRoundedRect(bar(11), 2, 2);
        paintMark(painter, QRectF(box.left() + 3, middle - 3.5, 7, 7), Mark::Diamond, theme.panel);
        break;
    case TimelineSample::Wait:
        painter.setBrush(theme.waitFill);
        painter.drawRoundedRect(bar(6), 2, 2);
        break;
    case TimelineSample::Mistake:
    case TimelineSample::Dead:
        painter.setPen(QPen(theme.bad, 1));
        painter.setBrush(QBrush(theme.bad, Qt::BDiagPattern));
        painter.drawRoundedRect(bar(11), 2, 2);
        break;
    case TimelineSample::Write:
        for (const auto x : {1, 6, 11})
            painter.fillRect(QRectF(box.left() + x, middle - 2, 2, 4), theme.good);
        break;
    case TimelineSample::Released:
        painter.setPen(QPen(theme.text, 2));
        painter.drawLine(box.center() - QPointF(0, 7), box.center() + QPointF(0, 7));
        break;
    case TimelineSample::RejectedWrite:
        painter.fillRect(QRectF(box.right() - 9, middle - 7, 2, 14), theme.bad);
        [[fallthrough]];
    case TimelineSample::Lost:
        painter.setPen(QPen(theme.bad, 2, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(QPointF(box.right() - 12, middle - 4), QPointF(box.right() - 4, middle + 4));
        painter.drawLine(QPointF(box.right() - 12, middle + 4), QPointF(box.right() - 4, middle - 4));
        break;
    case TimelineSample::Asked:
        painter.setBrush(theme.window);
        painter.setPen(QPen(theme.text, 1));
        painter.drawEllipse(box.center(), 3, 3);
        break;
    case TimelineSample::NoAnswer:
    case TimelineSample::Gap:
        painter.fillRect(bar(11), QBrush(theme.muted, Qt::FDiagPattern));
        break;
    case TimelineSample::UsualHold: {
        auto veil = theme.text;
        veil.setAlphaF(0.14F);
        painter.fillRect(bar(11), veil);
        painter.setPen(QPen(theme.muted, 1, Qt::DotLine));
        painter.drawLine(bar(11).topLeft(), bar(11).bottomLeft());
        painter.drawLine(bar(11).topRight(), bar(11).bottomRight());
        break;
    }
    case TimelineSample::Overdue:
        painter.fillRect(bar(11), theme.warnSoft);
        painter.setPen(QPen(theme.warn, 1));
        painter.setBrush(QBrush(theme.warn, Qt::BDiagPattern));
        painter.drawRect(bar(11).adjusted(0.5, 0.5, -0.5, -0.5));
        break;
    case TimelineSample::Lease:
        paintSaw(painter, box, theme.good);
        break;
    case TimelineSample::Planned:
        painter.setPen(QPen(theme.text, 1.5, Qt::DashLine));
        painter.drawLine(QPointF(box.left(), middle), QPointF(box.right(), middle));
        break;
    case TimelineSample::Vote:
        painter.fillRect(QRectF(box.left(), middle - 5, 7, 10), theme.goodFill);
        painter.fillRect(QRectF(box.left() + 8.5, middle - 5, 7, 10), theme.goodFill);
        break;
    case TimelineSample::OtherVote:
        painter.setPen(QPen(theme.special, 1.2));
        painter.setBrush(theme.specialSoft);
        painter.drawRect(bar(10).adjusted(0.5, 0.5, -0.5, -0.5));
        break;
    }
}

} // namespace

TimelineLegend::TimelineLegend(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(u"timelineLegend"_s);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setAccessibleName(
        tr("Thick bars show holds, thin bars show waits. A diamond shows a reader. A hatched bar shows that a client "
           "acts as holder without the lock. In a simulation, small ticks show writes to the resource that the lock "
           "protects, crossed lines show rejected writes. Dashed bars show times in which the client held or waited; "
           "which of the "
           "two is unknown. A cross shows the end of a session, or that another client deleted the node; a line shows "
           "a release by an operator, a circle the request for one. A hatched background shows a time in which nothing "
           "was watched. A band between dotted lines shows how long the lock is usually held; the part of a hold "
           "beyond it is hatched. On Redis, a saw-tooth shows what is left of a lease, and dashed lines show what ends "
           "when."));
}

void TimelineLegend::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

void TimelineLegend::setSamples(const TimelineSamples& samples)
{
    if (m_samples == samples)
        return;
    m_samples = samples;
    updateGeometry();
    update();
}

QStringList TimelineLegend::words() const
{
    QStringList words;
    for (const auto each : m_samples)
        words << wordOf(each);
    return words;
}

QSize TimelineLegend::sizeHint() const
{
    auto width = 0;
    for (const auto each : m_samples)
        width += sampleWidth + wordGap + fontMetrics().horizontalAdvance(wordOf(each)) + gap;
    return {width, fontMetrics().height() + 4};
}

/// Right-aligned. If not all words fit, the first ones are left out: holds and waits are in every timeline. What does
/// not fit even so is left out, from the left.
std::vector<TimelineLegend::Entry> TimelineLegend::entries() const
{
    auto withWords = m_samples.begin();
    for (auto missing = sizeHint().width() - width(); missing > 0 && withWords != m_samples.end(); ++withWords)
        missing -= fontMetrics().horizontalAdvance(wordOf(*withWords)) + gap;
    std::vector<Entry> placed;
    auto right = static_cast<double>(width()) - gap;
    for (auto each = m_samples.rbegin(); each != m_samples.rend(); ++each) {
        const bool hasWord = withWords != m_samples.end() && *each >= *withWords;
        const auto word = hasWord ? wordGap + fontMetrics().horizontalAdvance(wordOf(*each)) : 0;
        const auto left = right - sampleWidth - word;
        if (left < 0)
            break;
        placed.push_back({*each, QRectF(left, 0, right - left, height())});
        right = left - (hasWord ? gap : wordGap);
    }
    return placed;
}

QString TimelineLegend::tipAt(const QPoint& point) const
{
    for (const auto& entry : entries())
        if (entry.box.contains(point))
            return wordOf(entry.sample);
    return {};
}

bool TimelineLegend::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), plainToolTip(tipAt(help->pos())), this);
    return true;
}

void TimelineLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const auto& entry : entries()) {
        auto box = entry.box;
        box.setWidth(sampleWidth);
        paintSample(painter, m_theme, entry.sample, box);
        painter.setPen(m_theme.muted);
        if (entry.box.width() > sampleWidth)
            painter.drawText(entry.box.adjusted(sampleWidth + wordGap, 0, 1, 0), Qt::AlignVCenter,
                             wordOf(entry.sample));
    }
}

} // namespace lockscope::ui

#include "moc_TimelineLegend.cpp"
