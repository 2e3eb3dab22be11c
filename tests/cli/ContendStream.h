// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/cli/Cli.h"

namespace lockscope::test {

/// The fields of an event of `contend`.
inline Forms eventForms(const QJsonObject& event)
{
    Forms forms{
        {QStringLiteral("at"), QStringLiteral("time")},
        {QStringLiteral("client"), QStringLiteral("string")},
        {QStringLiteral("event"), QStringLiteral("connected/queued/granted/released/timedOut/suspended/lost/error")},
        {QStringLiteral("node"), QStringLiteral("string|null")},
        {QStringLiteral("owner"), QStringLiteral("string|null")},
        {QStringLiteral("token"), QStringLiteral("hex|null")},
        {QStringLiteral("waitMs"), QStringLiteral("int|null")},
        {QStringLiteral("path"), QStringLiteral("string")},
        {QStringLiteral("mode"), QStringLiteral("write/read")},
        {QStringLiteral("steadyUs"), QStringLiteral("int")}};
    if (event.value(QStringLiteral("event")).toString() == u"released")
        forms.insert(QStringLiteral("releaseUs"), QStringLiteral("int"));
    if (event.contains(QStringLiteral("nodePath"))) // while it holds
        forms.insert(QStringLiteral("nodePath"), QStringLiteral("string"));
    if (event.contains(QStringLiteral("paths"))) // of a multi-lock
        forms.insert(QStringLiteral("paths"), QStringLiteral("array"));
    if (event.contains(QStringLiteral("detail")))
        forms.insert(QStringLiteral("detail"), QStringLiteral("string"));
    return forms;
}

inline Forms summaryForms()
{
    return {{QStringLiteral("recipe"), QStringLiteral("string")},
            {QStringLiteral("clients"), QStringLiteral("int")},
            {QStringLiteral("cycles"), QStringLiteral("int")},
            {QStringLiteral("seconds"), QStringLiteral("number")},
            {QStringLiteral("handoversPerS"), QStringLiteral("number")},
            {QStringLiteral("handoverUs"), QStringLiteral("object")},
            {QStringLiteral("waitMs"), QStringLiteral("object")},
            {QStringLiteral("fairness"), QStringLiteral("number")},
            {QStringLiteral("overlaps"), QStringLiteral("int")},
            {QStringLiteral("errors"), QStringLiteral("int")},
            {QStringLiteral("grantsPerS"), QStringLiteral("number")},
            {QStringLiteral("holdMs"), QStringLiteral("object")},
            {QStringLiteral("wakeUpsPerRelease"), QStringLiteral("number")},
            {QStringLiteral("requestsPerGrant"), QStringLiteral("number")},
            {QStringLiteral("grants"), QStringLiteral("int")},
            {QStringLiteral("releases"), QStringLiteral("int")},
            {QStringLiteral("timeouts"), QStringLiteral("int")},
            {QStringLiteral("losses"), QStringLiteral("int")},
            {QStringLiteral("requests"), QStringLiteral("int")},
            {QStringLiteral("wakeUps"), QStringLiteral("int")},
            {QStringLiteral("writes"), QStringLiteral("int")},
            {QStringLiteral("writesRejected"), QStringLiteral("int")},
            {QStringLiteral("revocations"), QStringLiteral("int")}};
}

/// A parsed stream: every line but the last is an event, the last is the summary. `wrong` describes the deviations.
struct ContendStream {
    QList<QJsonObject> events;
    QJsonObject summary;
    QByteArray wrong;

    explicit ContendStream(const QList<QByteArray>& lines)
    {
        for (qsizetype i = 0; i < lines.size(); ++i) {
            const auto json = QJsonDocument::fromJson(lines[i]).object();
            if (i + 1 == lines.size()) {
                summary = json.value(QStringLiteral("summary")).toObject();
                wrong += json.size() == 1 ? deviations(summary, summaryForms()) : "no summary: " + lines[i];
                for (const auto* key : {"handoverUs", "waitMs", "holdMs"})
                    wrong += deviations(summary.value(QLatin1String(key)).toObject(),
                                        {{QStringLiteral("p50"), QStringLiteral("number")},
                                         {QStringLiteral("p99"), QStringLiteral("number")},
                                         {QStringLiteral("max"), QStringLiteral("number")}});
                continue;
            }
            if (const auto deviation = deviations(json, eventForms(json)); !deviation.isEmpty())
                wrong += lines[i] + " deviates in " + deviation;
            events.append(json);
        }
        if (lines.isEmpty())
            wrong = "nothing was printed";
    }

    /// The events of one client, or of all, as text.
    [[nodiscard]] QStringList words(const QString& client = {}) const
    {
        QStringList list;
        for (const auto& event : events) {
            if (client.isEmpty() || event.value(QStringLiteral("client")).toString() == client)
                list << event.value(QStringLiteral("event")).toString();
        }
        return list;
    }
};

} // namespace lockscope::test
