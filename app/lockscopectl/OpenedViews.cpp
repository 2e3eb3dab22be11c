// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/OpenedViews.h"

#include "app/lockscopectl/Table.h"
#include "core/model/SnapshotJson.h"
#include "core/model/json/JsonValues.h"

#include <QDateTime>
#include <QJsonArray>

namespace lockscope::ctl {

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
            {QStringLiteral("released"), static_cast<qint64>(history.released)}};
}

QJsonObject durationsJson(const inspect::DurationStatistics& durations)
{
    const auto orNothing = [&](std::chrono::milliseconds value) {
        return durations.count() == 0 ? QJsonValue() : QJsonValue(static_cast<qint64>(value.count()));
    };
    return {{QStringLiteral("count"), static_cast<qint64>(durations.count())},
            {QStringLiteral("p50"), orNothing(durations.quantile(0.5))},
            {QStringLiteral("p99"), orNothing(durations.quantile(0.99))},
            {QStringLiteral("longest"), orNothing(durations.longest())}};
}

QJsonObject historyJson(const inspect::LockHistory& history)
{
    auto json = countsJson(history);
    json.insert(QStringLiteral("path"), QString::fromStdString(*history.path));
    json.insert(QStringLiteral("waitMs"), durationsJson(history.waits));
    json.insert(QStringLiteral("holdMs"), durationsJson(history.holds));
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
    }
    return sum;
}

QString statisticOf(const inspect::DurationStatistics& durations, std::chrono::milliseconds value)
{
    return durations.count() == 0 ? QStringLiteral("-") : shortDuration(value);
}

QString summaryText(const inspect::Replay& replay, const std::vector<const inspect::LockHistory*>& histories)
{
    const auto sum = sumOf(histories);
    const auto& header = replay.header();
    QStringList lines;
    const auto of = header.connect.empty() ? safe(header.source) : safe(header.connect);
    lines.append(
        QStringLiteral("%1 to %2 (%3), of %4")
            .arg(localTime(replay.from()), localTime(replay.to()), shortDuration(replay.to() - replay.from()), of));
    lines.append(QStringLiteral("%1 snapshots, %2 locks: joined %3, acquired %4, left %5 (gave up waiting %6, session "
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
    if (histories.empty())
        return lines.join(u'\n');
    QList<QStringList> rows;
    for (const auto* history : histories) {
        if (static_cast<std::size_t>(rows.size()) == mostRows)
            break;
        const auto& waits = history->waits;
        const auto& holds = history->holds;
        rows.append({safe(*history->path), QString::number(history->granted), statisticOf(waits, waits.quantile(0.5)),
                     statisticOf(waits, waits.quantile(0.99)), statisticOf(waits, waits.longest()),
                     statisticOf(holds, holds.quantile(0.5)), statisticOf(holds, holds.quantile(0.99)),
                     statisticOf(holds, holds.longest()), QString::number(history->lengths.most())});
    }
    lines.append(QString());
    lines.append(table({QStringLiteral("LOCK"), QStringLiteral("ACQUIRED"), QStringLiteral("WAIT p50"),
                        QStringLiteral("p99"), QStringLiteral("LONGEST"), QStringLiteral("HOLD p50"),
                        QStringLiteral("p99"), QStringLiteral("LONGEST"), QStringLiteral("QUEUE")},
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
        if (item.snapshot)
            history.see(item.snapshot);
        else if (item.event)
            history.add(*item.event);
        return true;
    });
    history.finish();
    const auto histories = history.worstFirst();
    if (!context.json) {
        print(summaryText(replay, histories));
        return;
    }
    QJsonArray locks;
    for (const auto* one : histories)
        locks.append(historyJson(*one));
    printDocument({{QStringLiteral("file"), QString::fromStdString(file)},
                   {QStringLiteral("source"), QString::fromStdString(replay.header().source)},
                   {QStringLiteral("connect"), QString::fromStdString(replay.header().connect)},
                   {QStringLiteral("from"), inspect::isoTime(replay.from())},
                   {QStringLiteral("to"), inspect::isoTime(replay.to())},
                   {QStringLiteral("end"), replay.end() ? inspect::textOrNull(replay.end()->reason) : QJsonValue()},
                   {QStringLiteral("pictures"), static_cast<qint64>(replay.size())},
                   {QStringLiteral("events"), countsJson(sumOf(histories))},
                   {QStringLiteral("locks"), locks}});
}

} // namespace lockscope::ctl
