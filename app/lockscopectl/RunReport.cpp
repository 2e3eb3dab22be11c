// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/RunReport.h"

#include "app/lockscopectl/Table.h"

#include <QDateTime>
#include <QJsonArray>

namespace lockscope::ctl {

namespace {

QString textOf(const QJsonObject& line, const char* key)
{
    return line.value(QLatin1String(key)).toString();
}

QString numberText(double value)
{
    return QString::number(value, 'g', 6);
}

QString joined(const QJsonValue& list)
{
    QStringList words;
    for (const auto& word : list.toArray())
        words << word.toString();
    constexpr qsizetype most = 5;
    const auto more = words.size() - most;
    if (more > 0)
        words = words.first(most) << QStringLiteral("and %1 more").arg(more);
    return words.join(QStringLiteral(", "));
}

} // namespace

QJsonObject scenarioJson(const console::Scenario& scenario)
{
    int clients = 0;
    for (const auto& group : scenario.groups)
        clients += group.options.clients;
    QJsonArray expected;
    for (const auto& check : scenario.expectations)
        expected.append(QString::fromStdString(describe(check)));
    return {{QStringLiteral("id"), QString::fromStdString(scenario.id)},
            {QStringLiteral("title"), QString::fromStdString(scenario.title)},
            {QStringLiteral("story"), QString::fromStdString(scenario.story)},
            {QStringLiteral("backend"), QString::fromUtf8(toString(scenario.backend))},
            {QStringLiteral("servers"), scenario.sandbox.servers},
            {QStringLiteral("clients"), clients},
            {QStringLiteral("steps"), static_cast<int>(scenario.steps.size())},
            {QStringLiteral("expect"), expected}};
}

QString lineText(const QJsonObject& line, bool withClients)
{
    const QString event = textOf(line, "event");
    const QString time = QDateTime::fromString(textOf(line, "at"), Qt::ISODateWithMs)
                             .toLocalTime()
                             .toString(QStringLiteral("HH:mm:ss.zzz"));
    QString text;
    if (event == u"phase") {
        text = QStringLiteral("== %1").arg(textOf(line, "phase"));
        if (const QString detail = textOf(line, "detail"); !detail.isEmpty())
            text += QStringLiteral(": ") + detail;
    } else if (event == u"step" || event == u"fault") {
        text = QStringLiteral("-> %1").arg(textOf(line, "text"));
        if (const QString hit = joined(line.value(QStringLiteral("hit"))); !hit.isEmpty())
            text += QStringLiteral("  (%1)").arg(hit);
        if (const QString error = textOf(line, "error"); !error.isEmpty())
            text += QStringLiteral("  failed: ") + error;
    } else if (event == u"server") {
        text =
            QStringLiteral("server %1 %2").arg(line.value(QStringLiteral("server")).toInt()).arg(textOf(line, "state"));
    } else if (event == u"finding") {
        text = QStringLiteral("inspector: %1 %2").arg(textOf(line, "finding"), textOf(line, "state"));
    } else if (withClients || event == u"refused" || event == u"error") {
        const QString client = textOf(line, "client");
        if (client.isEmpty())
            return {};
        text = QStringLiteral("%1  %2").arg(client.leftJustified(10), event.leftJustified(10));
        for (const char* key : {"token", "detail"}) {
            if (const QString value = textOf(line, key); !value.isEmpty())
                text += QStringLiteral("  ") + value;
        }
    } else {
        return {};
    }
    return time + QStringLiteral("  ") + safe(text.toStdString());
}

QJsonObject outcomeJson(const console::Scenario& scenario, const console::ScenarioOutcome& outcome, int run)
{
    QJsonArray expectations;
    for (const auto& one : outcome.expectations)
        expectations.append(QJsonObject{{QStringLiteral("wanted"), QString::fromStdString(one.wanted)},
                                        {QStringLiteral("found"), QString::fromStdString(one.found)},
                                        {QStringLiteral("passed"), one.passed}});
    QJsonObject measures;
    for (const auto& [name, value] : outcome.measures)
        measures.insert(QString::fromStdString(name), value);
    return {{QStringLiteral("scenario"), QString::fromStdString(scenario.id)},
            {QStringLiteral("run"), run},
            {QStringLiteral("passed"), outcome.passed},
            {QStringLiteral("stopped"), outcome.stopped},
            {QStringLiteral("trouble"),
             outcome.trouble ? QJsonValue(QString::fromStdString(describe(*outcome.trouble))) : QJsonValue()},
            {QStringLiteral("durationMs"), static_cast<qint64>(outcome.duration.count())},
            {QStringLiteral("expectations"), expectations},
            {QStringLiteral("measures"), measures}};
}

QString outcomeText(const console::ScenarioOutcome& outcome)
{
    QList<QStringList> rows;
    for (const auto& one : outcome.expectations)
        rows.append({one.passed ? QStringLiteral("yes") : QStringLiteral("NO"), safe(one.wanted), safe(one.found)});
    QString text = table({QStringLiteral("MET"), QStringLiteral("EXPECTED"), QStringLiteral("FOUND")}, rows);
    QStringList measures;
    for (const auto& [name, value] : outcome.measures) {
        if (value != 0 && name.find(' ') == std::string::npos)
            measures << QStringLiteral("%1 %2").arg(QString::fromStdString(name), numberText(value));
    }
    text += QStringLiteral("\n\n%1\n").arg(measures.join(QStringLiteral("; ")));
    if (outcome.trouble)
        text += safe(describe(*outcome.trouble)) + u'\n';
    return text + QStringLiteral("%1 after %2")
                      .arg(outcome.passed    ? QStringLiteral("passed")
                           : outcome.stopped ? QStringLiteral("stopped")
                                             : QStringLiteral("FAILED"),
                           shortDuration(outcome.duration));
}

QByteArray csvHeader()
{
    return "scenario,run,passed,measure,of,value\n";
}

QByteArray csvLines(const console::Scenario& scenario, const console::ScenarioOutcome& outcome, int run)
{
    // ScenarioReader rejects names with commas or quotes, but the file's own name may have them.
    QString id = QString::fromStdString(scenario.id);
    id = u'"' + id.replace(u'"', QStringLiteral("\"\"")) + u'"';
    QByteArray lines;
    for (const auto& [name, value] : outcome.measures) {
        const auto measure = QString::fromStdString(name).split(QStringLiteral(" of "));
        lines += QStringLiteral("%1,%2,%3,%4,%5,%6\n")
                     .arg(id)
                     .arg(run)
                     .arg(outcome.passed ? QStringLiteral("true") : QStringLiteral("false"), measure.first(),
                          measure.size() > 1 ? measure.last() : QStringLiteral("everybody"), numberText(value))
                     .toUtf8();
    }
    return lines;
}

} // namespace lockscope::ctl
