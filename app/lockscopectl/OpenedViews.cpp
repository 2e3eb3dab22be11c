// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/OpenedViews.h"

#include "app/lockscopectl/Table.h"
#include "core/model/FindingJson.h"
#include "core/model/SnapshotJson.h"
#include "core/model/json/JsonValues.h"

#include <QDateTime>
#include <QJsonArray>

namespace lockscope::ctl {

QJsonObject durationsJson(const inspect::DurationStatistics& durations)
{
    const auto orNothing = [&](std::chrono::milliseconds value) {
        return durations.count() + durations.openCount() == 0 ? QJsonValue()
                                                              : QJsonValue(static_cast<qint64>(value.count()));
    };
    return {{QStringLiteral("count"), static_cast<qint64>(durations.count())},
            {QStringLiteral("open"), static_cast<qint64>(durations.openCount())},
            {QStringLiteral("p50"), orNothing(durations.quantile(0.5))},
            {QStringLiteral("p50AtLeast"), durations.estimate(0.5).isAtLeast},
            {QStringLiteral("p99"), orNothing(durations.quantile(0.99))},
            {QStringLiteral("p99AtLeast"), durations.estimate(0.99).isAtLeast},
            {QStringLiteral("longest"), orNothing(durations.longest())}};
}

namespace {

/// The text has only the worst locks; --json has all.
constexpr std::size_t mostRows = 50;

QString localTime(WallTime time)
{
    return QDateTime::fromMSecsSinceEpoch(time.time_since_epoch().count())
        .toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz"));
}

QJsonObject countsJson(const inspect::LockHistory& history)
{
    return {{QStringLiteral("joined"), static_cast<qint64>(history.joined)},
            {QStringLiteral("granted"), static_cast<qint64>(history.granted)},
            {QStringLiteral("left"), static_cast<qint64>(history.left)},
            {QStringLiteral("gaveUp"), static_cast<qint64>(history.gaveUp)},
            {QStringLiteral("lost"), static_cast<qint64>(history.lost)},
            {QStringLiteral("revoked"), static_cast<qint64>(history.revoked)},
            {QStringLiteral("released"), static_cast<qint64>(history.released)},
            {QStringLiteral("unseen"), static_cast<qint64>(history.unseen)}};
}

QJsonArray gapsJson(const std::vector<inspect::Gap>& gaps)
{
    QJsonArray array;
    for (const auto& gap : gaps)
        array.append(QJsonObject{{QStringLiteral("from"), inspect::isoTime(gap.from)},
                                 {QStringLiteral("to"), gap.to ? QJsonValue(inspect::isoTime(*gap.to)) : QJsonValue()},
                                 {QStringLiteral("path"), inspect::textOrNull(gap.path)}});
    return array;
}

QJsonArray findingsJson(const inspect::FindingHistory& findings)
{
    const auto timeIf = [](bool isKnown, WallTime at) {
        return isKnown ? QJsonValue(inspect::isoTime(at)) : QJsonValue();
    };
    QJsonArray array;
    for (const auto* record : findings.records()) {
        auto json = inspect::findingJson(record->finding);
        json.insert(QStringLiteral("beganAt"),
                    timeIf(record->beganKnown != inspect::Confidence::Unknown, record->began));
        json.insert(QStringLiteral("beganKnown"), inspect::text(toString(record->beganKnown)));
        json.insert(QStringLiteral("endedAt"), timeIf(record->ended.has_value(), record->ended.value_or(WallTime())));
        json.insert(QStringLiteral("endedKnown"), inspect::text(toString(record->endedKnown)));
        array.append(json);
    }
    return array;
}

QJsonObject historyJson(const inspect::LockHistory& history, const inspect::LockDurations& durations)
{
    auto json = countsJson(history);
    json.insert(QStringLiteral("path"), QString::fromStdString(*history.path));
    json.insert(QStringLiteral("certainty"), inspect::text(toString(history.certainty)));
    json.insert(QStringLiteral("waitMs"), durationsJson(durations.waits));
    json.insert(QStringLiteral("holdMs"), durationsJson(durations.holds));
    json.insert(QStringLiteral("openWaitMs"), durationsJson(durations.openWaits));
    json.insert(QStringLiteral("undecided"), durations.undecided);
    json.insert(QStringLiteral("inferredWaits"), static_cast<qint64>(history.inferredWaits));
    json.insert(QStringLiteral("inferredHolds"), static_cast<qint64>(history.inferredHolds));
    json.insert(QStringLiteral("mostWaiters"), history.lengths.most());
    QJsonArray lengths;
    for (const auto& step : history.lengths.steps())
        lengths.append(
            QJsonObject{{QStringLiteral("at"), inspect::isoTime(step.from)}, {QStringLiteral("most"), step.most}});
    json.insert(QStringLiteral("queueLength"), lengths);
    return json;
}

inspect::LockHistory sumOf(const std::vector<const inspect::LockHistory*>& histories)
{
    inspect::LockHistory sum;
    for (const auto* history : histories) {
        sum.joined += history->joined;
        sum.granted += history->granted;
        sum.left += history->left;
        sum.gaveUp += history->gaveUp;
        sum.lost += history->lost;
        sum.revoked += history->revoked;
        sum.released += history->released;
        sum.unseen += history->unseen;
    }
    return sum;
}

QString quantileText(const inspect::DurationStatistics& durations, double share)
{
    if (durations.count() + durations.openCount() == 0)
        return QStringLiteral("-");
    const auto quantile = durations.estimate(share);
    return (quantile.isAtLeast ? QStringLiteral("\u2265") : QString()) + shortDuration(quantile.value);
}

QString longestText(const inspect::DurationStatistics& durations)
{
    return durations.count() + durations.openCount() == 0 ? QStringLiteral("-") : shortDuration(durations.longest());
}

QString gapsText(const std::vector<inspect::Gap>& gaps, WallTime end)
{
    std::chrono::milliseconds total{0};
    int common = 0;
    for (const auto& gap : gaps) {
        if (!gap.path.empty())
            continue;
        total += gap.to.value_or(end) - gap.from;
        ++common;
    }
    return QStringLiteral("Not watched: %1 in all (gaps: %2). Waits and holds that touch a gap are not counted.")
        .arg(shortDuration(total))
        .arg(common);
}

QString findingLine(const inspect::FindingRecord& record)
{
    const auto& finding = record.finding;
    const bool isOld = record.beganKnown == inspect::Confidence::Unknown;
    return QStringLiteral("%1  %2  %3  %4 to %5")
        .arg(QString::fromUtf8(toString(finding.severity).data()).toUpper().leftJustified(8),
             safe(std::string(inspect::kindWord(finding))), safe(finding.path),
             isOld ? QStringLiteral("before the start") : localTime(record.began),
             record.ended ? localTime(*record.ended) : QStringLiteral("the end"));
}

/// When the recorder ended; an imported log ended with its last change.
WallTime endOf(const inspect::Replay& replay)
{
    const bool isLive = replay.header().source == "live";
    return isLive && replay.end() ? std::max(replay.to(), replay.end()->at) : replay.to();
}

QString summaryText(const inspect::Replay& replay, const inspect::History& history,
                    const std::vector<const inspect::LockHistory*>& histories)
{
    const auto sum = sumOf(histories);
    const auto& header = replay.header();
    QStringList lines;
    const auto of = header.connect.empty() ? safe(header.source) : safe(header.connect);
    lines.append(
        QStringLiteral("%1 to %2 (%3), of %4")
            .arg(localTime(replay.from()), localTime(replay.to()), shortDuration(replay.to() - replay.from()), of));
    lines.append(
        QStringLiteral("%1 snapshots, %2 locks: joined %3, acquired %4, left %5 (without acquiring %6, session "
                       "ended %7), revocation requests %8, released by an operator %9")
            .arg(replay.size())
            .arg(histories.size())
            .arg(sum.joined)
            .arg(sum.granted)
            .arg(sum.left)
            .arg(sum.gaveUp)
            .arg(sum.lost)
            .arg(sum.revoked)
            .arg(sum.released));
    if (sum.unseen > 0)
        lines.append(QStringLiteral("Not observed: up to %1 acquisitions between two readings").arg(sum.unseen));
    if (const auto gaps = history.gapsOf({}); !gaps.empty())
        lines.append(gapsText(gaps, endOf(replay)));
    const auto findings = history.findings().records();
    for (std::size_t i = 0; i < std::min(findings.size(), mostRows); ++i)
        lines.append(findingLine(*findings[i]));
    if (findings.size() > mostRows)
        lines.append(QStringLiteral("and %1 more problems (--json lists all)").arg(findings.size() - mostRows));
    if (histories.empty())
        return lines.join(u'\n');
    QList<QStringList> rows;
    for (const auto* lock : histories) {
        if (static_cast<std::size_t>(rows.size()) == mostRows)
            break;
        const auto durations = history.durationsOf(*lock, endOf(replay));
        const auto& [waits, holds, open, undecided] = durations;
        const auto isPossible = lock->certainty == inspect::Certainty::Possible;
        rows.append({safe(*lock->path) + (isPossible ? QStringLiteral(" (possible)") : QString()),
                     QString::number(lock->granted), quantileText(waits, 0.5), quantileText(waits, 0.99),
                     longestText(waits),
                     (undecided == 0 ? QString() : QStringLiteral("\u2265")) + QString::number(open.count()),
                     quantileText(open, 0.5), quantileText(open, 0.99), quantileText(holds, 0.5),
                     quantileText(holds, 0.99), longestText(holds), QString::number(lock->lengths.most())});
    }
    lines.append(QString());
    lines.append(QStringLiteral(
        "Percentiles are Kaplan-Meier estimates: a wait or hold that has not ended counts with "
        "the time it has lasted. OPEN: waits at the end, and their ages; with \u2265, it is unknown whether "
        "other clients hold or wait."));
    lines.append(
        table({QStringLiteral("LOCK"), QStringLiteral("ACQUIRED"), QStringLiteral("WAIT p50"), QStringLiteral("p99"),
               QStringLiteral("LONGEST"), QStringLiteral("OPEN"), QStringLiteral("p50"), QStringLiteral("p99"),
               QStringLiteral("HOLD p50"), QStringLiteral("p99"), QStringLiteral("LONGEST"), QStringLiteral("QUEUE")},
              rows));
    if (histories.size() > mostRows)
        lines.append(QStringLiteral("and %1 more (--json lists all)").arg(histories.size() - mostRows));
    return lines.join(u'\n');
}

} // namespace

void printSummary(const Context& context, const std::string& file, inspect::Replay& replay)
{
    inspect::History history({.events = 0, .eventBytes = 0, .locks = 200'000, .openContenders = 2'000'000});
    replay.play([&](const inspect::RecordingReader::Item& item) {
        if (item.step)
            history.see(*item.step);
        else if (item.event)
            history.add(*item.event);
        return true;
    });
    history.finish();
    const auto histories = history.worstFirst(endOf(replay));
    if (!context.json) {
        print(summaryText(replay, history, histories));
        return;
    }
    QJsonArray locks;
    for (const auto* one : histories)
        locks.append(historyJson(*one, history.durationsOf(*one, endOf(replay))));
    printDocument({{QStringLiteral("file"), QString::fromStdString(file)},
                   {QStringLiteral("source"), QString::fromStdString(replay.header().source)},
                   {QStringLiteral("connect"), QString::fromStdString(replay.header().connect)},
                   {QStringLiteral("from"), inspect::isoTime(replay.from())},
                   {QStringLiteral("to"), inspect::isoTime(replay.to())},
                   {QStringLiteral("end"), replay.end() ? inspect::textOrNull(replay.end()->reason) : QJsonValue()},
                   {QStringLiteral("pictures"), static_cast<qint64>(replay.size())},
                   {QStringLiteral("events"), countsJson(sumOf(histories))},
                   {QStringLiteral("gaps"), gapsJson(history.gapsOf({}))},
                   {QStringLiteral("findings"), findingsJson(history.findings())},
                   {QStringLiteral("locks"), locks}});
}

} // namespace lockscope::ctl
