// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/OpenedViews.h"

#include "app/lockscopectl/Table.h"
#include "core/inspect/PictureJson.h"

#include <QDateTime>
#include <QJsonArray>

#include <map>

namespace lockscope::ctl {

namespace {

/// Of more locks the worst are printed for people; --json has all.
constexpr std::size_t mostRows = 50;

QJsonValue orNull(const std::string& value)
{
    return value.empty() ? QJsonValue() : QJsonValue(QString::fromStdString(value));
}

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

QString durationOf(const inspect::DurationStatistics& durations, std::chrono::milliseconds value)
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
    lines.append(
        QStringLiteral("%1 pictures, %2 locks: %3 joined, %4 granted, %5 left (%6 before their turn, %7 lost), "
                       "%8 revoked, %9 released")
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
        rows.append({safe(*history->path), QString::number(history->granted), durationOf(waits, waits.quantile(0.5)),
                     durationOf(waits, waits.quantile(0.99)), durationOf(waits, waits.longest()),
                     durationOf(holds, holds.quantile(0.5)), durationOf(holds, holds.quantile(0.99)),
                     durationOf(holds, holds.longest()), QString::number(history->lengths.most())});
    }
    lines.append(QString());
    lines.append(table({QStringLiteral("LOCK"), QStringLiteral("GRANTED"), QStringLiteral("WAIT p50"),
                        QStringLiteral("p99"), QStringLiteral("LONGEST"), QStringLiteral("HOLD p50"),
                        QStringLiteral("p99"), QStringLiteral("LONGEST"), QStringLiteral("QUEUE")},
                       rows));
    if (histories.size() > mostRows)
        lines.append(QStringLiteral("and %1 more: --json has all").arg(histories.size() - mostRows));
    return lines.join(u'\n');
}

struct Place {
    std::string lock;
    const inspect::Contender* contender = nullptr;
};

QJsonArray placesJson(const std::vector<Place>& places, bool holds)
{
    QJsonArray array;
    for (const auto& place : places) {
        if (place.contender->holds == holds)
            array.append(QJsonObject{{QStringLiteral("path"), QString::fromStdString(place.lock)},
                                     {QStringLiteral("node"), QString::fromStdString(place.contender->node)},
                                     {QStringLiteral("position"), place.contender->position}});
    }
    return array;
}

QJsonObject sessionJson(zk::SessionId id, const std::vector<Place>& places, const ensemble::SessionFacts* facts,
                        WallTime now)
{
    const auto& details = *places.front().contender->details;
    const bool isTold = facts && !facts->host.empty();
    const auto since = [&](const std::optional<WallTime>& time) {
        return time ? QJsonValue(static_cast<qint64>((now - *time).count())) : QJsonValue();
    };
    return {{QStringLiteral("session"), QString::fromStdString(zk::toHex(id))},
            {QStringLiteral("client"), orNull(details.client)},
            {QStringLiteral("host"), orNull(isTold ? facts->host : details.host)},
            {QStringLiteral("hostSource"),
             QString::fromStdString(std::string(isTold ? toString(facts->source) : toString(details.hostSource)))},
            {QStringLiteral("server"), orNull(facts ? facts->server : std::string())},
            {QStringLiteral("timeoutMs"),
             facts && facts->timeout ? QJsonValue(static_cast<qint64>(facts->timeout->count())) : QJsonValue()},
            {QStringLiteral("lastHeardMs"), since(facts ? facts->lastHeard : std::nullopt)},
            {QStringLiteral("expiresInMs"), facts && facts->expiresAt
                                                ? QJsonValue(static_cast<qint64>((*facts->expiresAt - now).count()))
                                                : QJsonValue()},
            {QStringLiteral("holds"), placesJson(places, true)},
            {QStringLiteral("waits"), placesJson(places, false)}};
}

} // namespace

void printSummary(const Context& context, const std::string& file, inspect::Replay& replay)
{
    inspect::History history({.events = 0, .eventBytes = 0, .locks = 200'000, .openContenders = 2'000'000});
    replay.play([&](const inspect::RecordingReader::Item& item) {
        if (item.picture)
            history.see(item.picture);
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
                   {QStringLiteral("end"), replay.end() ? orNull(replay.end()->reason) : QJsonValue()},
                   {QStringLiteral("pictures"), static_cast<qint64>(replay.size())},
                   {QStringLiteral("events"), countsJson(sumOf(histories))},
                   {QStringLiteral("locks"), locks}});
}

void printSessions(const Context& context, const inspect::Picture& picture, WallTime now)
{
    std::map<zk::SessionId, std::vector<Place>> sessions;
    for (const auto& lock : picture.locks) {
        for (const auto& contender : lock->queue) {
            if (contender.details && contender.details->session != 0)
                sessions[contender.details->session].push_back({lock->path, &contender});
        }
    }
    QJsonArray array;
    QList<QStringList> rows;
    for (const auto& [id, places] : sessions) {
        const auto json = sessionJson(id, places, picture.ensemble ? picture.ensemble->find(id) : nullptr, now);
        array.append(json);
        const auto text = [&](const char* key) {
            const auto value = json.value(QLatin1String(key)).toString();
            return value.isEmpty() ? QStringLiteral("-") : safe(value.toStdString());
        };
        rows.append({text("session"), text("client"), text("host"),
                     QString::number(json.value(QStringLiteral("holds")).toArray().size()),
                     QString::number(json.value(QStringLiteral("waits")).toArray().size())});
    }
    if (context.json)
        printDocument({{QStringLiteral("connect"), QString::fromStdString(picture.connect)},
                       {QStringLiteral("takenAt"), inspect::isoTime(picture.takenAt)},
                       {QStringLiteral("sessions"), array}});
    else if (rows.isEmpty())
        print(QStringLiteral("No session holds or waits."));
    else
        print(table({QStringLiteral("SESSION"), QStringLiteral("CLIENT"), QStringLiteral("HOST"),
                     QStringLiteral("HOLDS"), QStringLiteral("WAITS")},
                    rows));
}

void printFindings(const Context& context, const inspect::Picture& picture)
{
    QJsonArray findings;
    for (const auto& finding : picture.findings) {
        QJsonArray nodes;
        for (const auto& node : finding.nodes)
            nodes.append(QString::fromStdString(node));
        QJsonArray sessions;
        for (const auto session : finding.sessions)
            sessions.append(QString::fromStdString(zk::toHex(session)));
        findings.append(
            QJsonObject{{QStringLiteral("kind"), QString::fromStdString(std::string(toString(finding.kind)))},
                        {QStringLiteral("severity"), QString::fromStdString(std::string(toString(finding.severity)))},
                        {QStringLiteral("path"), QString::fromStdString(finding.path)},
                        {QStringLiteral("nodes"), nodes},
                        {QStringLiteral("sessions"), sessions},
                        {QStringLiteral("text"), QString::fromStdString(finding.text)},
                        {QStringLiteral("evidence"), QString::fromStdString(finding.evidence)},
                        {QStringLiteral("advice"), QString::fromStdString(finding.advice)}});
        if (!context.json)
            print(QStringLiteral("%1  %2  %3\n    %4\n    %5")
                      .arg(QString::fromUtf8(toString(finding.severity).data()), safe(finding.path), safe(finding.text),
                           safe(finding.evidence), safe(finding.advice)));
    }
    if (context.json)
        printDocument({{QStringLiteral("findings"), findings}});
    else if (picture.findings.empty())
        print(QStringLiteral("Nothing was found wrong then."));
}

} // namespace lockscope::ctl
