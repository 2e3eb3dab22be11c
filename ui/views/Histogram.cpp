// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/Histogram.h"

#include "ui/models/text/Formatting.h"
#include "ui/views/Painting.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double widestBar = 64;

QString barText(const HistogramLayout::Bar& bar)
{
    return Histogram::tr("%1 to %2: count %3")
        .arg(formatLatency(bar.from), formatLatency(bar.to), formatCount(static_cast<qint64>(bar.count)));
}

QString rangeText(const HistogramLayout::Bar& bar)
{
    return u"%1–%2"_s.arg(formatLatency(bar.from), formatLatency(bar.to));
}

QString summaryOf(std::uint64_t count, std::chrono::microseconds half, std::chrono::microseconds most,
                  std::chrono::microseconds longest)
{
    if (count == 0)
        return {};
    return Histogram::tr("count %1 · p50 %2 · p99 %3 · max %4")
        .arg(formatCount(static_cast<qint64>(count)), formatLatency(half), formatLatency(most), formatLatency(longest));
}

/// With the durations that have not ended; "≥" if only a lower bound is known.
QString summaryOf(const inspect::DurationStatistics& durations)
{
    if (durations.count() + durations.openCount() == 0)
        return {};
    const auto quantile = [&](double share) {
        const auto estimate = durations.estimate(share);
        return (estimate.isAtLeast ? u"≥ "_s : QString()) + formatLatency(estimate.value);
    };
    return Histogram::tr("count %1 · p50 %2 · p99 %3 · max %4")
        .arg(formatCount(static_cast<qint64>(durations.count())), quantile(0.5), quantile(0.99),
             formatLatency(durations.longest()));
}

} // namespace

Histogram::Histogram(const QString& objectName, const QString& title, Tone tone, const QString& none, QWidget* parent)
    : QWidget(parent)
    , m_title(title)
    , m_none(none)
    , m_tone(tone)
{
    setObjectName(objectName);
    setAccessibleName(title);
}

void Histogram::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

void Histogram::setStale(bool stale)
{
    if (std::exchange(m_stale, stale) != stale)
        update();
}

void Histogram::show(const inspect::DurationStatistics& durations, std::uint64_t uncounted, const QString& note)
{
    std::vector<DurationCount> counts;
    for (const auto& group : durations.groups())
        counts.push_back({group.about, group.count});
    m_layout = HistogramLayout::of(counts, std::chrono::milliseconds(1));
    m_marks.clear();
    for (const auto& [name, share] : {std::pair("p50", 0.5), std::pair("p99", 0.99)}) {
        const auto estimate = durations.estimate(share);
        m_marks.push_back({name, estimate.value, estimate.isAtLeast});
    }
    m_summary = summaryOf(durations);
    if (!note.isEmpty())
        m_summary += (m_summary.isEmpty() ? QString() : u" · "_s) + note;
    if (uncounted > 0)
        m_summary += (m_summary.isEmpty() ? QString() : u" · "_s) +
                     tr("%1 more not fully observed").arg(formatCount(static_cast<qint64>(uncounted)));
    describe();
}

void Histogram::show(const console::DurationHistogram& durations)
{
    using std::chrono::duration_cast;
    using std::chrono::microseconds;
    std::vector<DurationCount> counts;
    for (const auto& [index, count] : durations.buckets())
        counts.push_back({duration_cast<microseconds>(console::DurationHistogram::durationOf(index)), count});
    m_layout = HistogramLayout::of(counts, microseconds(1));
    m_marks.clear();
    for (const auto& [name, share] : {std::pair("p50", 0.5), std::pair("p99", 0.99)})
        m_marks.push_back({name, duration_cast<microseconds>(durations.quantile(share)), false});
    m_summary = summaryOf(durations.count(), duration_cast<microseconds>(durations.quantile(0.5)),
                          duration_cast<microseconds>(durations.quantile(0.99)),
                          duration_cast<microseconds>(durations.longest()));
    describe();
}

void Histogram::describe()
{
    QStringList texts{m_summary};
    for (const auto& bar : m_layout.bars)
        texts << barText(bar);
    setAccessibleDescription(asClauses(texts));
    update();
}

const QString& Histogram::words() const
{
    return m_summary.isEmpty() ? m_none : m_summary;
}

/// If the chart is high enough.
bool Histogram::hasMarkLine(const QRectF& chart) const
{
    return chart.height() > 3 * fontMetrics().height();
}

/// With room for the axis on the left, and for the names of the axis and of the marks above.
QRectF Histogram::plot() const
{
    const auto box = chartPlot(*this, words());
    return box.adjusted(axisWidth(*this, m_layout.most), hasMarkLine(box) ? fontMetrics().height() : 0, 0, 0);
}

double Histogram::paintAxis(QPainter& painter, const QRectF& box) const
{
    painter.setPen(QPen(m_theme.border, 1));
    painter.drawLine(box.bottomLeft(), box.bottomRight());
    return paintCountAxis(painter, box, m_theme, m_layout.most,
                          hasMarkLine(chartPlot(*this, words())) ? tr("count") : QString());
}

void Histogram::paintMarks(QPainter& painter, const QRectF& box, double axisEnd) const
{
    auto labelEnd = std::max(box.left(), axisEnd + 8);
    for (const auto& mark : m_marks) {
        const auto x = box.left() + box.width() * m_layout.placeOf(mark.at);
        painter.setPen(QPen(m_theme.text, 1, Qt::DashLine));
        painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()));
        const auto label =
            u"%1 %2%3"_s.arg(QLatin1String(mark.name), mark.isAtLeast ? u"≥ "_s : QString(), formatLatency(mark.at));
        const auto wide = fontMetrics().horizontalAdvance(label) + 8.0;
        const auto left = std::min(std::max(x - wide / 2, labelEnd), width() - wide);
        if (left < labelEnd)
            continue; // its tooltip and the summary have it
        painter.setPen(m_theme.text);
        painter.drawText(QRectF(left, box.top() - fontMetrics().height(), wide, fontMetrics().height()),
                         Qt::AlignHCenter, label);
        labelEnd = left + wide;
    }
}

int Histogram::barAt(const QPoint& point) const
{
    if (m_layout.bars.empty() || point.x() < plot().left() || point.x() >= plot().right())
        return -1;
    return static_cast<int>((point.x() - plot().left()) * static_cast<double>(m_layout.bars.size()) / plot().width());
}

bool Histogram::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto bar = barAt(help->pos());
    const bool isSummary = bar < 0 || help->pos().y() < plot().top();
    QToolTip::showText(help->globalPos(), isSummary ? m_summary : barText(m_layout.bars[static_cast<std::size_t>(bar)]),
                       this);
    return true;
}

void Histogram::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintChartWords(painter, *this, m_theme, m_title, words());
    const auto box = plot();
    if (m_layout.bars.empty() || box.height() < 10)
        return;
    const auto step = box.width() / static_cast<double>(m_layout.bars.size());
    const auto gap = step > 6 ? 2.0 : 0.5;
    const auto axisEnd = paintAxis(painter, box);
    const auto color = m_theme.fill(m_stale ? Tone::Muted : m_tone);
    const auto widthOf = [&](const QString& label) { return fontMetrics().horizontalAdvance(label) + 8.0; };
    const bool withRanges = std::all_of(m_layout.bars.begin(), m_layout.bars.end(),
                                        [&](const auto& bar) { return widthOf(rangeText(bar)) <= step; });
    auto labelEnd = box.left() - 1;
    for (std::size_t i = 0; i < m_layout.bars.size(); ++i) {
        const auto& bar = m_layout.bars[i];
        const auto left = box.left() + static_cast<double>(i) * step;
        if (bar.count > 0) {
            // At least two pixels, so that one among thousands is visible.
            const auto tall =
                std::max(2.0, box.height() * static_cast<double>(bar.count) / static_cast<double>(m_layout.most));
            painter.fillRect(QRectF(left + gap / 2, box.bottom() - tall, std::clamp(step - gap, 1.0, widestBar), tall),
                             color);
        }
        const auto label = withRanges ? rangeText(bar) : formatLatency(bar.from);
        const auto wide = widthOf(label);
        if (left < labelEnd || left + wide > width())
            continue;
        painter.setPen(m_theme.muted);
        painter.drawText(QRectF(left, box.bottom() + 2, wide, fontMetrics().height()), Qt::AlignLeft, label);
        labelEnd = left + wide;
    }
    paintMarks(painter, box, axisEnd);
}

} // namespace lockscope::ui

#include "moc_Histogram.cpp"
