// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/ActionLogReader.h"

#include "core/model/SnapshotJson.h"
#include "core/model/files/LineFile.h"
#include "core/zk/Values.h"

#include <algorithm>
#include <map>

namespace lockscope::release {

namespace {

constexpr qint64 mostLineBytes = 8 << 20; ///< more than a plan with the largest payload that a server accepts

QString text(const std::string& bytes)
{
    return QString::fromStdString(bytes);
}

QString verdictText(const ActionEntry& entry)
{
    return entry.record.outcome ? text(std::string(toString(entry.verdict()))) : QStringLiteral("no outcome recorded");
}

/// The texts that a filter searches.
QStringList cells(const ActionEntry& entry)
{
    const auto& record = entry.record;
    const auto& actor = record.actor;
    const auto outcome = record.outcome.value_or(ActionOutcome());
    const auto field = [&](const char* key) { return record.plan.value(QLatin1String(key)).toString(); };
    return {inspect::isoTime(record.at),
            text(std::string(toString(record.act))),
            verdictText(entry),
            text(actor.user),
            text(actor.sudoUser),
            text(actor.loginUser),
            text(record.access.profile),
            text(actor.machine),
            text(record.connect),
            text(record.lockPath()),
            text(record.nodePath()),
            field("czxid"),
            field("session"),
            field("client"),
            text(record.reason),
            text(record.ticket),
            text(outcome.text),
            record.outcome ? QString::number(outcome.took.count()) : QString(),
            text(outcome.holder)};
}

} // namespace

Result<ActionLogReading> readAudit(const std::string& file)
{
    auto opened = inspect::LineFile::open(file, mostLineBytes);
    if (!opened && opened.error().code == ErrorCode::Missing)
        return ActionLogReading{};
    if (!opened)
        return failure(opened.error());
    ActionLogReading reading;
    std::map<std::string, std::size_t> byId;
    QByteArray line;
    for (;;) {
        const auto kind = (*opened)->next(line);
        if (kind == inspect::LineFile::Line::End)
            break;
        auto record = kind == inspect::LineFile::Line::TooLong ? std::nullopt : parseActionRecord(line);
        if (!record) {
            ++reading.unreadable;
            continue;
        }
        const auto [known, isNew] = byId.try_emplace(record->id, reading.entries.size());
        if (isNew) {
            const auto at = record->at;
            reading.entries.push_back({*std::move(record), at});
        } else if (record->outcome) {
            auto& entry = reading.entries[known->second];
            entry.record.outcome = std::move(record->outcome);
            entry.endedAt = record->at;
        }
    }
    std::reverse(reading.entries.begin(), reading.entries.end());
    return reading;
}

std::string lastKnownClient(const std::string& file, const std::string& nodePath, std::int64_t creationId)
{
    const auto reading = readAudit(file);
    const auto number = text(toHex(creationId));
    if (!reading)
        return {};
    for (const auto& entry : reading->entries) {
        const auto& plan = entry.record.plan;
        const auto client = plan.value(u"client").toString();
        if (!client.isEmpty() && plan.value(u"czxid").toString() == number && entry.record.nodePath() == nodePath)
            return client.toStdString();
    }
    return {};
}

bool matches(const ActionEntry& entry, const ActionLogFilter& filter)
{
    if (filter.verdict && entry.verdict() != *filter.verdict)
        return false;
    if (filter.since && entry.record.at < *filter.since)
        return false;
    const auto wanted = text(filter.text);
    const auto row = cells(entry);
    return wanted.isEmpty() || std::any_of(row.begin(), row.end(), [&](const QString& cell) {
               return cell.contains(wanted, Qt::CaseInsensitive);
           });
}

} // namespace lockscope::release
