// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/StatisticsPanel.h"

#include "ui/models/text/Formatting.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/EmptyState.h"
#include "ui/views/Histogram.h"
#include "ui/views/QueueLengthChart.h"

#include <QHBoxLayout>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// The ages of the waits that have not ended, and what is in no statistic.
QString openText(const inspect::LockDurations& durations)
{
    QStringList parts;
    const auto& waits = durations.openWaits;
    if (waits.count() > 0)
        parts << StatisticsPanel::tr("waiting now: %1 · p50 %2 · p99 %3")
                     .arg(formatCount(static_cast<qint64>(waits.count())), formatDuration(waits.quantile(0.5)),
                          formatDuration(waits.quantile(0.99)));
    if (durations.undecided > 0)
        parts << StatisticsPanel::tr("unknown whether waiting: %1").arg(formatCount(durations.undecided));
    return parts.join(u" · "_s);
}

/// How long nothing was watched.
QString notWatchedText(const std::vector<inspect::Gap>& gaps, WallTime now)
{
    std::chrono::milliseconds total{0};
    for (const auto& gap : gaps)
        total += std::max(gap.to.value_or(now), gap.from) - gap.from;
    if (gaps.empty())
        return {};
    return StatisticsPanel::tr("Not watched for %1: waits and holds in that time are not counted.")
        .arg(formatDuration(total));
}

} // namespace

StatisticsPanel::StatisticsPanel(QWidget* parent)
    : QWidget(parent)
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(u"statisticsEmpty"_s, this))
    , m_counts(new ElidedLabel(this))
    , m_waits(new Histogram(u"waitHistogram"_s, tr("Wait time"), Tone::Wait, tr("no complete wait observed"), this))
    , m_holds(new Histogram(u"holdHistogram"_s, tr("Hold time"), Tone::Good, tr("no complete hold observed"), this))
    , m_lengths(new QueueLengthChart(this))
{
    setObjectName(u"statisticsPanel"_s);
    setAttribute(Qt::WA_StyledBackground);
    m_counts->setObjectName(u"statisticsCounts"_s);
    m_counts->setProperty("role", u"muted"_s);
    connect(m_lengths, &QueueLengthChart::timeChosen, this, [this](WallTime at) {
        if (m_viewState.isReplay())
            Q_EMIT timeChosen(at);
    });
    auto* content = new QWidget(this);
    content->setObjectName(u"statisticsContent"_s);
    auto* charts = new QHBoxLayout;
    charts->setSpacing(24);
    charts->addWidget(m_waits, 2);
    charts->addWidget(m_holds, 2);
    charts->addWidget(m_lengths, 3);
    auto* contentLayout = new QVBoxLayout(content);
    contentLayout->setContentsMargins(14, 8, 14, 6);
    contentLayout->setSpacing(6);
    contentLayout->addWidget(m_counts);
    contentLayout->addLayout(charts, 1);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    sayWhy();
}

void StatisticsPanel::setTheme(const Theme& theme)
{
    m_waits->setTheme(theme);
    m_holds->setTheme(theme);
    m_lengths->setTheme(theme);
}

void StatisticsPanel::setViewState(const ViewState& viewState, const std::string& lockPath)
{
    // While paused the history goes on, and the view stands.
    if (viewState.paused && m_viewState.paused && viewState.snapshot == m_viewState.snapshot && lockPath == m_path)
        return;
    m_viewState = viewState;
    m_path = lockPath;
    if (isVisible())
        refresh();
}

void StatisticsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void StatisticsPanel::refresh()
{
    const auto* history = m_viewState.history ? m_viewState.history->find(m_path) : nullptr;
    m_stack->setCurrentIndex(history ? 1 : 0);
    if (!history) {
        m_lengths->clear();
        sayWhy();
        return;
    }
    const auto count = [](std::uint64_t number) { return formatCount(static_cast<qint64>(number)); };
    auto counts =
        (m_viewState.isReplay()
             ? tr("%1 in the whole recording: joined %2 · acquired %3 · left %4 (of these: without acquiring %5, "
                  "session ended %6) · revocation requests %7 · released by an operator %8. Clients in the queue at "
                  "the start are not counted as joined.")
             : tr("%2 since monitoring started at %1: joined %3 · acquired %4 · left %5 (of these: without acquiring "
                  "%6, session ended %7) · revocation requests %8 · released by an operator %9. Clients in the queue "
                  "at the start are not counted as joined.")
                   .arg(formatTime(m_viewState.history->since())))
            .arg(oneLine(m_path), count(history->joined), count(history->granted), count(history->left),
                 count(history->gaveUp), count(history->lost), count(history->revoked), count(history->released));
    if (history->unseen > 0)
        counts +=
            u' ' + tr("Missing, between two readings: up to %1 acquisitions.", nullptr, forPlural(history->unseen))
                       .arg(count(history->unseen));
    if (history->certainty == inspect::Certainty::Possible)
        counts = tr("Possibly a lock.") + u' ' + counts;
    const auto gaps = notWatchedText(m_viewState.history->gapsOf(m_path), m_viewState.now);
    m_counts->setFullText(gaps.isEmpty() ? counts : gaps + u' ' + counts);
    const auto method = tr("Percentiles are Kaplan-Meier estimates: a wait or hold that has not ended counts with the "
                           "time it has lasted.");
    m_counts->setToolTip(plainToolTip(counts + u'\n' + method));
    for (auto* histogram : {m_waits, m_holds})
        histogram->setStale(m_viewState.isStale());
    m_lengths->setStale(m_viewState.isStale());
    const auto end = m_viewState.isReplay() ? m_viewState.recordedUntil : m_viewState.now;
    const auto durations = m_viewState.history->durationsOf(*history, end);
    m_waits->show(durations.waits, history->inferredWaits, openText(durations));
    m_holds->show(durations.holds, history->inferredHolds);
    m_lengths->show(history->lengths, end, m_viewState.isReplay() ? std::optional(m_viewState.now) : std::nullopt,
                    m_viewState.history->gapsOf(m_path));
}

void StatisticsPanel::sayWhy()
{
    if (m_viewState.source == SourceState::NotConnected)
        m_empty->say(tr("No statistics yet"), tr("Connect to ZooKeeper or Redis, or open a recording."));
    else if (m_path.empty())
        m_empty->say(tr("Select a lock"), tr("Wait times and hold times of the lock appear here."));
    else if (m_viewState.isReplay())
        m_empty->say(tr("No events at %1").arg(oneLine(m_path)),
                     tr("No client joined the queue, acquired the lock or left during the recording."));
    else
        m_empty->say(tr("No events at %1 since monitoring started").arg(oneLine(m_path)),
                     tr("Only waits and holds with an observed start and end are counted."));
}

} // namespace lockscope::ui

#include "moc_StatisticsPanel.cpp"
