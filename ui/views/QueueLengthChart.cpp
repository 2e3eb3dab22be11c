// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/QueueLengthChart.h"

#include "ui/models/text/Formatting.h"
#include "ui/views/Painting.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

QueueLengthChart::QueueLengthChart(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(u"queueLengthChart"_s);
    setAccessibleName(tr("Queue length over time"));
    setFocusPolicy(Qt::StrongFocus);
}

void QueueLengthChart::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

void QueueLengthChart::setStale(bool stale)
{
    if (std::exchange(m_stale, stale) != stale)
        update();
}

void QueueLengthChart::clear()
{
    m_steps.clear();
    m_gaps.clear();
    m_most = 0;
    m_current = -1;
    m_marked.reset();
    setAccessibleDescription({});
    update();
}

void QueueLengthChart::show(const inspect::QueueLengths& lengths, WallTime end, std::optional<WallTime> marked,
                            std::vector<inspect::Gap> gaps)
{
    m_gaps = std::move(gaps);
    m_steps = lengths.steps();
    m_most = lengths.most();
    m_marked = marked;
    m_end = m_steps.empty() ? end : std::max(end, m_steps.back().from + std::chrono::milliseconds(1));
    m_current = std::min(m_current, static_cast<int>(m_steps.size()) - 1);
    setAccessibleDescription(m_current >= 0 ? stepText(m_current) : tr("Maximum number of waiters: %1").arg(m_most));
    update();
}

QString QueueLengthChart::words() const
{
    if (m_steps.empty())
        return tr("no client has queued since monitoring started");
    return m_current >= 0 && hasFocus() ? stepText(m_current) : mostWords();
}

QString QueueLengthChart::mostWords() const
{
    return tr("maximum number of waiters: %1").arg(formatCount(m_most));
}

/// Below the longest text that the arrow keys can show, so it stays in place between them.
QRectF QueueLengthChart::titledPlot() const
{
    const auto ofStep = chartPlot(*this, stepWords(m_most, m_end));
    const auto ofAll = chartPlot(*this, mostWords());
    return ofStep.top() > ofAll.top() ? ofStep : ofAll;
}

QRectF QueueLengthChart::plot() const
{
    const auto box = titledPlot();
    return box.adjusted(axisWidth(*this, static_cast<std::uint64_t>(m_most)),
                        hasTitleLine(box) ? fontMetrics().height() : 0, 0, 0);
}

/// Of the axis of counts, if the chart is high enough.
bool QueueLengthChart::hasTitleLine(const QRectF& chart) const
{
    return chart.height() > 3 * fontMetrics().height();
}

double QueueLengthChart::xOf(WallTime at, const QRectF& box) const
{
    const auto from = m_steps.front().from;
    const auto share = static_cast<double>((at - from).count()) / static_cast<double>((m_end - from).count());
    return box.left() + box.width() * std::clamp(share, 0.0, 1.0);
}

int QueueLengthChart::stepAt(double x) const
{
    const auto box = plot();
    auto step = static_cast<int>(m_steps.size()) - 1;
    while (step > 0 && xOf(m_steps[static_cast<std::size_t>(step)].from, box) > x)
        --step;
    return step;
}

QString QueueLengthChart::stepText(int step) const
{
    const auto& at = m_steps[static_cast<std::size_t>(step)];
    return stepWords(at.most, at.from);
}

QString QueueLengthChart::stepWords(int most, WallTime from)
{
    return tr("up to %1 waiting, from %2").arg(formatCount(most), formatTime(from));
}

bool QueueLengthChart::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || m_steps.empty())
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto step = stepAt(help->pos().x());
    QToolTip::showText(help->globalPos(),
                       withAside(stepText(step), formatUtc(m_steps[static_cast<std::size_t>(step)].from)), this);
    return true;
}

void QueueLengthChart::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_steps.empty() || !plot().contains(event->position()))
        return;
    m_current = stepAt(event->position().x());
    Q_EMIT timeChosen(m_steps[static_cast<std::size_t>(m_current)].from);
    update();
}

void QueueLengthChart::keyPressEvent(QKeyEvent* event)
{
    const auto last = static_cast<int>(m_steps.size()) - 1;
    const bool isLeft = event->key() == Qt::Key_Left;
    if (last >= 0 && (isLeft || event->key() == Qt::Key_Right)) {
        m_current = std::clamp(m_current < 0 ? last : m_current + (isLeft ? -1 : 1), 0, last);
        setAccessibleDescription(stepText(m_current));
        update();
    } else if (m_current >= 0 && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        Q_EMIT timeChosen(m_steps[static_cast<std::size_t>(m_current)].from);
    } else {
        QWidget::keyPressEvent(event);
    }
}

void QueueLengthChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintChartWords(painter, *this, m_theme, tr("Queue length over time"), words());
    const auto box = plot();
    if (!m_steps.empty() && box.height() >= 10) {
        // Antialiased edges would show seams between adjacent steps.
        painter.setRenderHint(QPainter::Antialiasing, false);
        const auto tone = m_stale ? Tone::Muted : Tone::Wait;
        for (std::size_t i = 0; i < m_steps.size(); ++i) {
            const auto left = xOf(m_steps[i].from, box);
            const auto right = i + 1 < m_steps.size() ? xOf(m_steps[i + 1].from, box) : box.right();
            const auto tall = m_most > 0 ? box.height() * m_steps[i].most / m_most : 0;
            const bool isCurrent = static_cast<int>(i) == m_current && hasFocus();
            painter.fillRect(QRectF(left, box.bottom() - tall, std::max(right - left, 1.0), tall),
                             isCurrent ? m_theme.color(tone) : m_theme.fill(tone));
        }
        for (const auto& gap : m_gaps) {
            const auto left = xOf(gap.from, box);
            painter.fillRect(
                QRectF(left, box.top(), std::max(xOf(gap.to.value_or(m_end), box) - left, 1.0), box.height()),
                QBrush(m_theme.muted, Qt::FDiagPattern));
        }
        painter.setPen(QPen(m_theme.border, 1));
        painter.drawLine(box.bottomLeft(), box.bottomRight());
        const bool hasTitle = hasTitleLine(titledPlot());
        paintCountAxis(painter, box, m_theme, static_cast<std::uint64_t>(m_most), hasTitle ? tr("waiters") : QString());
        painter.setPen(m_theme.muted);
        const QRectF labels(box.left(), box.bottom() + 2, box.width(), fontMetrics().height());
        painter.drawText(labels, Qt::AlignLeft, formatTime(m_steps.front().from).section(u' ', 1).section(u'.', 0, 0));
        painter.drawText(labels, Qt::AlignRight, formatTime(m_end).section(u' ', 1).section(u'.', 0, 0));
        if (m_marked) {
            painter.setPen(QPen(m_theme.special, 2));
            const auto x = xOf(*m_marked, box);
            painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()));
        }
    }
    painter.setRenderHint(QPainter::Antialiasing);
    if (hasFocus())
        paintFocus(painter, rect(), m_theme);
}

} // namespace lockscope::ui

#include "moc_QueueLengthChart.cpp"
