// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/timeline/TimelineLegend.h"

#include <QPainter>

#include <vector>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int sample = 16; // pixels, the width of a bar beside its word
constexpr int gap = 12;

enum class Sample {
    Unknown, ///< a wait or a hold
    Hold,
    Wait,
    Mistake,
    Lost,
    Gap
};

struct Entry {
    Sample sample;
    QString word;
};

std::vector<Entry> entries(bool hasGaps)
{
    std::vector<Entry> all{{Sample::Unknown, TimelineLegend::tr("hold or wait")},
                           {Sample::Hold, TimelineLegend::tr("hold")},
                           {Sample::Wait, TimelineLegend::tr("wait")},
                           {Sample::Mistake, TimelineLegend::tr("stale hold")},
                           {Sample::Lost, TimelineLegend::tr("lost")}};
    if (hasGaps)
        all.push_back({Sample::Gap, TimelineLegend::tr("not watched")});
    return all;
}

} // namespace

TimelineLegend::TimelineLegend(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(u"timelineLegend"_s);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(
        tr("Thick bars show holds, thin bars show waits. Hatched bars show stale holds: the client still "
           "acts as the holder. Dashed bars show times in which the client held or waited; which of the two is "
           "unknown. A cross shows the end of a session, or a release by an operator. A hatched "
           "background shows a time in which nothing was watched."));
}

void TimelineLegend::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

void TimelineLegend::setHasGaps(bool hasGaps)
{
    if (m_hasGaps == hasGaps)
        return;
    m_hasGaps = hasGaps;
    updateGeometry();
    update();
}

QSize TimelineLegend::sizeHint() const
{
    auto width = 0;
    for (const auto& entry : entries(m_hasGaps))
        width += fontMetrics().horizontalAdvance(entry.word) + 5 + sample + gap;
    return {width, fontMetrics().height() + 4};
}

/// Entries that do not fit are left out, from the left.
void TimelineLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    auto right = static_cast<double>(width()) - gap;
    const auto all = entries(m_hasGaps);
    for (auto entry = all.rbegin(); entry != all.rend(); ++entry) {
        const auto words = fontMetrics().horizontalAdvance(entry->word);
        if (right - sample - 5 - words < 0)
            return;
        const auto middle = height() / 2.0;
        const auto bar = [&](double tall) { return QRectF(right - sample, middle - tall / 2, sample, tall); };
        painter.setPen(Qt::NoPen);
        switch (entry->sample) {
        case Sample::Unknown:
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(m_theme.good, 1, Qt::DashLine));
            painter.drawRect(bar(11).adjusted(0.5, 0.5, -0.5, -0.5));
            break;
        case Sample::Hold:
            painter.setBrush(m_theme.good);
            painter.drawRoundedRect(bar(11), 2, 2);
            break;
        case Sample::Wait:
            painter.setBrush(m_theme.wait);
            painter.drawRoundedRect(bar(6), 2, 2);
            break;
        case Sample::Mistake:
            painter.setPen(QPen(m_theme.bad, 1));
            painter.setBrush(QBrush(m_theme.bad, Qt::BDiagPattern));
            painter.drawRoundedRect(bar(11), 2, 2);
            break;
        case Sample::Lost:
            painter.setPen(QPen(m_theme.bad, 2, Qt::SolidLine, Qt::RoundCap));
            painter.drawLine(QPointF(right - 12, middle - 4), QPointF(right - 4, middle + 4));
            painter.drawLine(QPointF(right - 12, middle + 4), QPointF(right - 4, middle - 4));
            break;
        case Sample::Gap:
            painter.fillRect(bar(11), QBrush(m_theme.muted, Qt::FDiagPattern));
            break;
        }
        right -= sample + 5 + words;
        painter.setPen(m_theme.muted);
        painter.drawText(QRectF(right, 0, words + 1, height()), Qt::AlignVCenter, entry->word);
        right -= gap;
    }
}

} // namespace lockscope::ui

#include "moc_TimelineLegend.cpp"
