// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/SimulationResults.h"

#include "ui/models/text/Formatting.h"
#include "ui/theme/Sizes.h"
#include "ui/views/Histogram.h"
#include "ui/views/KeyValueList.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QVBoxLayout>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

QString numberText(double value, int decimals)
{
    return QString::number(value, 'f', decimals);
}

QString latencyText(double milliseconds)
{
    return formatLatency(std::chrono::microseconds(static_cast<std::int64_t>(milliseconds * 1'000)));
}

void addVerdict(const console::ScenarioOutcome& outcome, bool hasExpectations, std::vector<KeyValue>& rows)
{
    if (outcome.trouble && !outcome.stopped)
        rows.push_back({SimulationResults::tr("Outcome"), oneLine(describe(*outcome.trouble)), false, Tone::Bad});
    else if (outcome.stopped)
        rows.push_back(
            {SimulationResults::tr("Outcome"), SimulationResults::tr("stopped before the end"), false, Tone::Warn});
    else if (hasExpectations)
        rows.push_back(
            {SimulationResults::tr("Outcome"),
             outcome.passed ? SimulationResults::tr("✓ as expected") : SimulationResults::tr("✗ not as expected"),
             false, outcome.passed ? Tone::Good : Tone::Bad});
}

void addExpectations(const console::ScenarioOutcome& outcome, bool passed, std::vector<KeyValue>& rows)
{
    for (const auto& one : outcome.expectations) {
        const auto wanted = oneLine(one.wanted);
        if (one.passed && passed)
            rows.push_back({SimulationResults::tr("✓ expected"), wanted, false, Tone::Good});
        else if (!one.passed && !passed)
            rows.push_back({SimulationResults::tr("✗ expected"),
                            SimulationResults::tr("%1 — actual: %2").arg(wanted, oneLine(one.found)), false,
                            Tone::Bad});
    }
}

} // namespace

SimulationResults::SimulationResults(QWidget* parent)
    : QWidget(parent)
    , m_handovers(new Histogram(u"handoverHistogram"_s, tr("Handover latency"), Tone::Info,
                                tr("from the start of a release to the next acquisition"), this))
    , m_rows(new KeyValueList(u"simulationResult"_s, this))
{
    setObjectName(u"simulationResults"_s);
    auto* scroll = new QScrollArea(this);
    scroll->setObjectName(u"simulationResultScroll"_s);
    scroll->setAccessibleName(tr("Simulation results"));
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* scrolled = new QWidget(scroll);
    scrolled->setObjectName(u"scrolled"_s);
    auto* rowsLayout = new QVBoxLayout(scrolled);
    rowsLayout->setContentsMargins(0, 0, 4, 0);
    rowsLayout->addWidget(m_rows);
    rowsLayout->addStretch();
    scroll->setWidget(scrolled);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 0, 0, 0);
    layout->setSpacing(14);
    m_handovers->setMinimumWidth(scaled(118)); // its title
    layout->addWidget(scroll, 1);
    layout->addWidget(m_handovers, 1);
    scroll->setMinimumWidth(m_rows->fontMetrics().averageCharWidth() * 38); // so that no value is cut off
}

void SimulationResults::setTheme(const Theme& theme)
{
    m_handovers->setTheme(theme);
    m_rows->setTheme(theme);
}

void SimulationResults::show(const console::ScenarioRun& run, const console::Measurements& measured)
{
    std::vector<KeyValue> rows;
    m_handovers->show(measured.handovers);
    const auto summary = console::summarise(measured);
    const auto& counts = run.facts().measures;
    const auto countOf = [&](const char* name) {
        const auto found = counts.find(name);
        return found == counts.end() ? 0.0 : found->second;
    };
    const bool isOver = run.phase() == console::ScenarioRun::Phase::Finished;
    // First what a person who watches a scenario looks for.
    if (isOver) {
        addVerdict(run.outcome(), !run.scenario().expectations.empty(), rows);
        addExpectations(run.outcome(), false, rows);
    }
    if (run.scenario().hasResource) {
        const auto row = [&](const QString& name, const char* count, Tone some, Tone none) {
            const auto value = countOf(count);
            rows.push_back({name, formatCount(static_cast<qint64>(value)), false, value > 0 ? some : none});
        };
        row(tr("Two holders overlapped"), "overlaps", Tone::Bad, Tone::Good);
        row(tr("Stale writes rejected"), "staleRejected", Tone::Good, Tone::Muted);
        row(tr("Stale writes accepted"), "staleThrough", Tone::Bad, Tone::Good);
    }
    rows.push_back({tr("Throughput"), tr("%1 handovers/s").arg(numberText(summary.handoversPerSecond, 1))});
    rows.push_back(
        {tr("Wait p50 / p99"), u"%1 / %2"_s.arg(latencyText(summary.waitMs.p50), latencyText(summary.waitMs.p99))});
    rows.push_back({tr("Fairness (Jain)"), numberText(summary.fairness, 3)});
    rows.push_back({tr("Wake-ups per release"), numberText(summary.wakeUpsPerRelease, 1)});
    rows.push_back({tr("Requests per acquisition"), numberText(summary.requestsPerGrant, 1)});
    if (isOver)
        addExpectations(run.outcome(), true, rows);
    m_rows->setRows(rows);
}

} // namespace lockscope::ui

#include "moc_SimulationResults.cpp"
