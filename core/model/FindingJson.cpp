// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/FindingJson.h"

#include "core/model/SnapshotJson.h"
#include "core/model/json/JsonValues.h"

namespace lockscope::inspect {

QJsonObject findingJson(const Finding& finding)
{
    QJsonArray nodes;
    for (const auto& node : finding.nodes)
        nodes.append(text(node));
    QJsonArray sessions;
    for (const auto session : finding.sessions)
        sessions.append(text(toHex(session)));
    QJsonArray owners;
    for (const auto& owner : finding.owners)
        owners.append(textOrHex(owner));
    return {
        {QStringLiteral("kind"), text(kindWord(finding))},
        {QStringLiteral("severity"), text(toString(finding.severity))},
        {QStringLiteral("path"), textOrHex(finding.path)},
        {QStringLiteral("nodes"), nodes},
        {QStringLiteral("sessions"), sessions},
        {QStringLiteral("owners"), owners},
        {QStringLiteral("text"), text(finding.text)},
        {QStringLiteral("evidence"), text(finding.evidence)},
        {QStringLiteral("advice"), text(finding.advice)},
        {QStringLiteral("note"), textOrNull(finding.note)},
        {QStringLiteral("owner"), textOrNull(finding.owner)},
        {QStringLiteral("mutedUntil"), finding.mutedUntil ? QJsonValue(isoTime(*finding.mutedUntil)) : QJsonValue()},
        {QStringLiteral("chain"), textOrNull(finding.chain)},
    };
}

QJsonArray findingsJson(const std::vector<const Finding*>& findings)
{
    QJsonArray array;
    for (const auto* finding : findings)
        array.append(findingJson(*finding));
    return array;
}

QJsonArray kindsJson(const std::vector<const Finding*>& findings)
{
    QJsonArray array;
    for (const auto* finding : findings) {
        const QJsonValue kind(text(kindWord(*finding)));
        if (!array.contains(kind))
            array.append(kind);
    }
    return array;
}

QJsonObject findingsDocument(const Snapshot& snapshot, const std::vector<std::string>& notes)
{
    const auto arrayOf = [](const std::vector<Finding>& findings) {
        QJsonArray array;
        for (const auto& finding : findings)
            array.append(findingJson(finding));
        return array;
    };
    QJsonArray sentences;
    for (const auto& note : notes)
        sentences.append(text(note));
    return {
        {QStringLiteral("takenAt"), isoTime(snapshot.takenAt)},
        {QStringLiteral("complete"), snapshot.complete && snapshot.problems.empty()},
        {QStringLiteral("findings"), arrayOf(snapshot.findings)},
        {QStringLiteral("muted"), arrayOf(snapshot.muted)},
        {QStringLiteral("notes"), sentences},
    };
}

} // namespace lockscope::inspect
