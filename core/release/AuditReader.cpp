// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/AuditReader.h"

#include "core/inspect/LineFile.h"
#include "core/inspect/PictureJson.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <map>

namespace lockscope::release {

namespace {

constexpr qint64 mostLineBytes = 8 << 20; ///< a plan with the biggest payload that a server takes, and more

QString text(const std::string& bytes)
{
    return QString::fromStdString(bytes);
}

QString verdictText(const AuditEntry& entry)
{
    return entry.record.outcome ? text(std::string(toString(entry.verdict()))) : QStringLiteral("no outcome written");
}

QStringList cells(const AuditEntry& entry)
{
    const auto& record = entry.record;
    const auto& actor = record.actor;
    const auto outcome = record.outcome.value_or(AuditOutcome());
    const auto field = [&](const char* key) { return record.plan.value(QLatin1String(key)).toString(); };
    return {inspect::isoTime(record.at),
            text(std::string(toString(record.act))),
            verdictText(entry),
            text(actor.user),
            text(actor.sudoUser),
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

const QStringList& header()
{
    static const QStringList names{QStringLiteral("at"),      QStringLiteral("act"),      QStringLiteral("result"),
                                   QStringLiteral("user"),    QStringLiteral("sudoUser"), QStringLiteral("machine"),
                                   QStringLiteral("connect"), QStringLiteral("path"),     QStringLiteral("nodePath"),
                                   QStringLiteral("czxid"),   QStringLiteral("session"),  QStringLiteral("client"),
                                   QStringLiteral("reason"),  QStringLiteral("ticket"),   QStringLiteral("text"),
                                   QStringLiteral("tookMs"),  QStringLiteral("holder")};
    return names;
}

QString quoted(QString cell)
{
    // What begins like this is computed by spreadsheets: names and reasons are other people's.
    if (!cell.isEmpty() && QStringLiteral("=+-@\t\r").contains(cell.front()))
        cell.prepend(u'\'');
    return u'"' + cell.replace(u'"', QStringLiteral("\"\"")) + u'"';
}

QByteArray csvLine(const QStringList& row)
{
    QStringList cellsQuoted;
    for (const auto& cell : row)
        cellsQuoted << quoted(cell);
    return cellsQuoted.join(u',').toUtf8() + "\r\n";
}

} // namespace

Result<AuditReading> readAudit(const std::string& file)
{
    auto opened = inspect::LineFile::open(file, mostLineBytes);
    if (!opened && opened.error().code == ErrorCode::Missing)
        return AuditReading{};
    if (!opened)
        return failure(opened.error());
    AuditReading reading;
    std::map<std::string, std::size_t> byId;
    QByteArray line;
    for (;;) {
        const auto kind = (*opened)->next(line);
        if (kind == inspect::LineFile::Line::End)
            break;
        auto record = kind == inspect::LineFile::Line::TooLong ? std::nullopt : parseAuditRecord(line);
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

bool matches(const AuditEntry& entry, const AuditFilter& filter)
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

QByteArray auditCsv(const std::vector<AuditEntry>& entries)
{
    auto csv = csvLine(header());
    for (const auto& entry : entries)
        csv += csvLine(cells(entry));
    return csv;
}

QByteArray auditJson(const std::vector<AuditEntry>& entries)
{
    QJsonArray acts;
    for (const auto& entry : entries) {
        auto intent = entry.record;
        intent.outcome.reset();
        auto json = QJsonDocument::fromJson(auditLine(intent)).object();
        json.remove(QStringLiteral("phase"));
        json.insert(QStringLiteral("endedAt"),
                    entry.record.outcome ? QJsonValue(inspect::isoTime(entry.endedAt)) : QJsonValue());
        QJsonValue outcome;
        if (entry.record.outcome) {
            const auto whole = QJsonDocument::fromJson(auditLine(entry.record)).object();
            QJsonObject part;
            for (const auto* key : {"result", "text", "tookMs", "verified", "holder"})
                part.insert(QLatin1String(key), whole.value(QLatin1String(key)));
            outcome = part;
        }
        json.insert(QStringLiteral("outcome"), outcome);
        acts.append(json);
    }
    return QJsonDocument(QJsonObject{{QStringLiteral("acts"), acts}}).toJson();
}

} // namespace lockscope::release
