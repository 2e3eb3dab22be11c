// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/ActWords.h"

#include "app/lockscopectl/Table.h"
#include "core/base/Phrase.h"
#include "core/model/SnapshotJson.h"
#include "core/model/json/JsonValues.h"
#include "core/release/PlanJson.h"
#include "core/release/PlanRows.h"

#include <QStringList>

namespace lockscope::ctl {

namespace {

constexpr qsizetype labelWidth = 10;
constexpr qsizetype lineWidth = 80;

QString folded(const QString& sentence)
{
    QStringList lines{QString()};
    for (const auto& word : sentence.split(u' ', Qt::SkipEmptyParts)) {
        auto& line = lines.last();
        if (line.isEmpty())
            line = word;
        else if (labelWidth + line.size() + 1 + word.size() <= lineWidth)
            line += u' ' + word;
        else
            lines.append(word);
    }
    return lines.join(u'\n' + QString(labelWidth, u' '));
}

void addChangeReason(QJsonObject& json, const release::ChangeReason& changeReason)
{
    json.insert(QStringLiteral("reason"), inspect::textOrNull(changeReason.reason));
    json.insert(QStringLiteral("ticket"), inspect::textOrNull(changeReason.ticket));
}

void addAudit(QJsonObject& json, const std::string& trouble)
{
    json.insert(QStringLiteral("audit"),
                trouble.empty() ? inspect::textOrNull(release::ActionLog::userFile()) : QJsonValue());
}

} // namespace

QString planText(const release::ReleasePlan& plan, WallTime now)
{
    QStringList lines;
    for (const auto& row : release::planRows(plan, now)) {
        auto text = row.time ? inspect::isoTime(*row.time) : safe(row.text);
        if (text.endsWith(u'.'))
            text = folded(text);
        lines.append(QString::fromStdString(row.key).leftJustified(labelWidth) + text);
    }
    return lines.join(u'\n');
}

namespace {

/// What was done, and the evidence that it was.
QStringList doneLines(const release::ReleaseOutcome& outcome)
{
    const auto& plan = outcome.plan;
    const auto& after = outcome.releaseResult;
    if (plan.isRedis())
        return {QStringLiteral("Done: %1 (after %2).").arg(safe(after.text), shortDuration(outcome.took))};
    QStringList lines{QStringLiteral("Released: %1 was deleted.").arg(safe(plan.nodePath))};
    lines << (after.isGone
                  ? QStringLiteral("Verified: the node no longer exists (after %1).").arg(shortDuration(outcome.took))
                  : QStringLiteral("Not verified: the node could not be checked after the deletion."));
    if (after.guarded.proof == release::GuardProof::Version)
        lines << QStringLiteral("Guard: deleted by version, after %1 attempts. The node name cannot be used again.")
                     .arg(after.guarded.attempts);
    return lines;
}

} // namespace

QString outcomeText(const release::ReleaseOutcome& outcome)
{
    const auto& plan = outcome.plan;
    const auto& after = outcome.releaseResult;
    auto lines = doneLines(outcome);
    if (plan.redis.kind == release::RedisPlan::Kind::Semaphore)
        return lines.join(u'\n'); // the server stores no holders
    if (!after.holderKnown)
        lines << QStringLiteral("The current holder of %1 is unknown.").arg(safe(plan.lockPath));
    else if (after.holder.empty())
        lines << QStringLiteral("%1 has no holder now.").arg(safe(plan.lockPath));
    else if (after.others > 0)
        lines << QString::fromStdString(counted(static_cast<std::size_t>(after.others),
                                                "%2 and %1 other client hold %3 now.",
                                                "%2 and %1 other clients hold %3 now."))
                     .arg(safe(release::named(after.holder, after.holderClient)), safe(plan.lockPath));
    else
        lines << QStringLiteral("%1 holds %2 now.")
                     .arg(safe(release::named(after.holder, after.holderClient)), safe(plan.lockPath));
    return lines.join(u'\n');
}

QJsonObject dryRunJson(const release::ReleasePlan& plan, const release::ChangeReason& changeReason, WallTime now)
{
    QJsonObject json{{QStringLiteral("plan"), release::planJson(plan, now)}, {QStringLiteral("released"), false}};
    addChangeReason(json, changeReason);
    return json;
}

QJsonObject outcomeJson(const release::ReleaseOutcome& outcome, const release::ChangeReason& changeReason)
{
    const auto& after = outcome.releaseResult;
    QJsonObject json{
        {QStringLiteral("plan"), release::planJson(outcome.plan, after.releasedAt)},
        {QStringLiteral("released"), true},
        {QStringLiteral("releasedAt"), inspect::isoTime(after.releasedAt)},
        {QStringLiteral("guard"), inspect::textOrNull(std::string(release::toString(after.guarded.proof)))},
        {QStringLiteral("verified"), after.isGone},
        {QStringLiteral("tookMs"), static_cast<qint64>(outcome.took.count())},
        {QStringLiteral("holderKnown"), after.holderKnown},
        {QStringLiteral("holder"),
         after.holder.empty() ? QJsonValue()
                              : QJsonObject{{QStringLiteral("node"), inspect::textOrNull(after.holder)},
                                            {QStringLiteral("client"), inspect::textOrNull(after.holderClient)}}},
    };
    addChangeReason(json, changeReason);
    addAudit(json, outcome.auditTrouble);
    return json;
}

QJsonObject askJson(const release::AskOutcome& outcome, const std::string& message,
                    const release::ChangeReason& changeReason, WallTime now)
{
    QJsonObject json{{QStringLiteral("plan"), release::planJson(outcome.plan, now)},
                     {QStringLiteral("asked"), inspect::textOrNull(message)},
                     {QStringLiteral("followed"), outcome.followed},
                     {QStringLiteral("waitedMs"), static_cast<qint64>(outcome.took.count())}};
    addChangeReason(json, changeReason);
    addAudit(json, outcome.auditTrouble);
    return json;
}

} // namespace lockscope::ctl
