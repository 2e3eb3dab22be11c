// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/timeline/TimelineLegend.h"

#include "ui/views/StateMark.h"

#include <QPainter>
#include <QPolygonF>

#include <vector>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int sample = 16; // pixels, the width of a bar beside its word
constexpr int gap = 12;

enum class Sample {
    Unknown, ///< a wait or a hold
    Hold,
    Shared,
    Wait,
    Mistake,
    Lost,
    Gap,
    UsualHold,
    Overdue,
    Lease,
    Dead,
    Planned,
    Vote,
    OtherVote
};

struct Entry {
    Sample sample;
    QString word;
};

std::vector<Entry> usualEntries(TimelineLegend::Kind kind, bool hasReaders)
{
    if (kind == TimelineLegend::Kind::Leases)
        return {{Sample::Lease, TimelineLegend::tr("lease")},
                {Sample::Wait, TimelineLegend::tr("wait")},
                {Sample::Dead, TimelineLegend::tr("dead")},
                {Sample::Planned, TimelineLegend::tr("planned")}};
    if (kind == TimelineLegend::Kind::Votes)
        return {{Sample::Vote, TimelineLegend::tr("vote, renewed")},
                {Sample::OtherVote, TimelineLegend::tr("other token")},
                {Sample::Planned, TimelineLegend::tr("planned")}};
    std::vector<Entry> all{{Sample::Unknown, TimelineLegend::tr("hold or wait")},
                           {Sample::Hold, TimelineLegend::tr("hold")}};
    if (hasReaders)
        all.push_back({Sample::Shared, TimelineLegend::tr("readers")});
    all.push_back({Sample::Wait, TimelineLegend::tr("wait")});
    all.push_back({Sample::Mistake, TimelineLegend::tr("stale hold")});
    all.push_back({Sample::Lost, TimelineLegend::tr("lost")});
    return all;
}

std::vector<Entry> entries(TimelineLegend::Kind kind, const TimelineLegend::Extras& extras)
{
    auto all = usualEntries(kind, extras.hasReaders);
    if (extras.hasUsualHold) {
        all.push_back({Sample::UsualHold, TimelineLegend::tr("usual hold, p50–p99")});
        all.push_back({Sample::Overdue, TimelineLegend::tr("over p99")});
    }
    if (extras.hasGaps)
        all.push_back({Sample::Gap, TimelineLegend::tr("not watched")});
    return all;
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
void paintSample(QPainter& painter, const Theme& theme, Sample kind, const QRectF& box)
{
    const auto middle = box.center().y();
    const auto bar = [&](double tall) { return QRectF(box.left(), middle - tall / 2, box.width(), tall); };
    painter.setPen(Qt::NoPen);
    switch (kind) {
    case Sample::Unknown:
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.good, 1, Qt::DashLine));
        painter.drawRect(bar(11).adjusted(0.5, 0.5, -0.5, -0.5));
        break;
    case Sample::Hold:
        painter.setBrush(theme.goodFill);
        painter.drawRoundedRect(bar(11), 2, 2);
        break;
    case Sample::Shared:
        painter.setBrush(theme.specialFill);
        painter.drawRoundedRect(bar(11), 2, 2);
        paintMark(painter, QRectF(box.left() + 3, middle - 3.5, 7, 7), Mark::Diamond, theme.panel);
        break;
    case Sample::Wait:
        painter.setBrush(theme.waitFill);
        painter.drawRoundedRect(bar(6), 2, 2);
        break;
    case Sample::Mistake:
    case Sample::Dead:
        painter.setPen(QPen(theme.bad, 1));
        painter.setBrush(QBrush(theme.bad, Qt::BDiagPattern));
        painter.drawRoundedRect(bar(11), 2, 2);
        break;
    case Sample::Lost:
        painter.setPen(QPen(theme.bad, 2, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(QPointF(box.right() - 12, middle - 4), QPointF(box.right() - 4, middle + 4));
        painter.drawLine(QPointF(box.right() - 12, middle + 4), QPointF(box.right() - 4, middle - 4));
        break;
    case Sample::Gap:
        painter.fillRect(bar(11), QBrush(theme.muted, Qt::FDiagPattern));
        break;
    case Sample::UsualHold: {
        auto veil = theme.text;
        veil.setAlphaF(0.14F);
        painter.fillRect(bar(11), veil);
        painter.setPen(QPen(theme.muted, 1, Qt::DotLine));
        painter.drawLine(bar(11).topLeft(), bar(11).bottomLeft());
        painter.drawLine(bar(11).topRight(), bar(11).bottomRight());
        break;
    }
    case Sample::Overdue:
        painter.fillRect(bar(11), theme.warnSoft);
        painter.setPen(QPen(theme.warn, 1));
        painter.setBrush(QBrush(theme.warn, Qt::BDiagPattern));
        painter.drawRect(bar(11).adjusted(0.5, 0.5, -0.5, -0.5));
        break;
    case Sample::Lease:
        paintSaw(painter, box, theme.good);
        break;
    case Sample::Planned:
        painter.setPen(QPen(theme.text, 1.5, Qt::DashLine));
        painter.drawLine(QPointF(box.left(), middle), QPointF(box.right(), middle));
        break;
    case Sample::Vote:
        painter.fillRect(QRectF(box.left(), middle - 5, 7, 10), theme.goodFill);
        painter.fillRect(QRectF(box.left() + 8.5, middle - 5, 7, 10), theme.goodFill);
        break;
    case Sample::OtherVote:
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
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(tr(
        "Thick bars show holds, thin bars show waits. A diamond shows a reader. Hatched bars show stale holds: the "
        "client still "
        "acts as the holder. Dashed bars show times in which the client held or waited; which of the two is "
        "unknown. A cross shows the end of a session, or a release by an operator. A hatched "
        "background shows a time in which nothing was watched. A band between dotted lines shows how long the lock is "
        "usually held; the part of a hold beyond it is hatched. On Redis, a saw-tooth shows what is left of a lease, "
        "and dashed lines show what ends when."));
}

void TimelineLegend::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

void TimelineLegend::setExtras(const Extras& extras)
{
    if (m_extras == extras)
        return;
    m_extras = extras;
    updateGeometry();
    update();
}

void TimelineLegend::setKind(Kind kind)
{
    if (m_kind == kind)
        return;
    m_kind = kind;
    updateGeometry();
    update();
}

QSize TimelineLegend::sizeHint() const
{
    auto width = 0;
    for (const auto& entry : entries(m_kind, m_extras))
        width += fontMetrics().horizontalAdvance(entry.word) + 5 + sample + gap;
    return {width, fontMetrics().height() + 4};
}

/// Entries that do not fit are left out, from the left.
void TimelineLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    auto right = static_cast<double>(width()) - gap;
    const auto all = entries(m_kind, m_extras);
    for (auto entry = all.rbegin(); entry != all.rend(); ++entry) {
        const auto words = fontMetrics().horizontalAdvance(entry->word);
        if (right - sample - 5 - words < 0)
            return;
        paintSample(painter, m_theme, entry->sample, QRectF(right - sample, 0, sample, height()));
        right -= sample + 5 + words;
        painter.setPen(m_theme.muted);
        painter.drawText(QRectF(right, 0, words + 1, height()), Qt::AlignVCenter, entry->word);
        right -= gap;
    }
}

} // namespace lockscope::ui

#include "moc_TimelineLegend.cpp"
