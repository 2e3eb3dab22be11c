// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/serverlog/zookeeper/ServerAuditLog.h"

#include <QDateTime>
#include <QRegularExpression>

#include <charconv>

namespace lockscope::inspect {

namespace {

/// Offset of the fields. They are separated by tabs; the first is "session=" or, without a session, "user=".
std::size_t fieldsIn(std::string_view line)
{
    for (const std::string_view first : {"session=", "user="}) {
        const auto found = line.find(first);
        if (found == 0 || (found != std::string_view::npos && (line[found - 1] == ' ' || line[found - 1] == '\t')))
            return found;
    }
    return std::string_view::npos;
}

std::optional<WallTime> timeIn(std::string_view prefix)
{
    static const QRegularExpression form(
        QStringLiteral("(\\d{4}-\\d\\d-\\d\\d)[ T](\\d\\d:\\d\\d:\\d\\d)(?:[.,](\\d{1,9}))?(Z|[+-]\\d\\d:?\\d\\d)?"));
    const auto match = form.match(
        QString::fromLatin1(prefix.data(), static_cast<qsizetype>(std::min<std::size_t>(prefix.size(), 200))));
    if (!match.hasMatch())
        return std::nullopt;
    const auto zone = match.captured(4);
    auto time = QDateTime::fromString(match.captured(1) + u'T' + match.captured(2) + zone, Qt::ISODate);
    if (!time.isValid())
        return std::nullopt;
    const auto fraction = match.captured(3).leftJustified(3, u'0').left(3).toInt();
    return WallTime(std::chrono::milliseconds(time.toMSecsSinceEpoch() + fraction));
}

std::int64_t sessionIn(std::string_view text)
{
    std::uint64_t number = 0;
    if (text.starts_with("0x"))
        std::from_chars(text.data() + 2, text.data() + text.size(), number, 16);
    return static_cast<std::int64_t>(number);
}

AuditLine::Operation operationIn(std::string_view text)
{
    if (text == "create")
        return AuditLine::Operation::Create;
    if (text == "delete")
        return AuditLine::Operation::Delete;
    if (text == "ephemeralZNodeDeletionOnSessionCloseOrExpire")
        return AuditLine::Operation::SessionEnd;
    return AuditLine::Operation::Other;
}

} // namespace

std::optional<AuditLine> parseAuditLine(std::string_view line)
{
    while (!line.empty() && (line.back() == '\r' || line.back() == '\n'))
        line.remove_suffix(1);
    const auto begin = fieldsIn(line);
    if (begin == std::string_view::npos)
        return std::nullopt;
    AuditLine entry;
    bool hasOperation = false;
    bool hasResult = false;
    auto fields = line.substr(begin);
    while (!fields.empty()) {
        const auto field = fields.substr(0, fields.find('\t'));
        fields.remove_prefix(std::min(fields.size(), field.size() + 1));
        const auto equals = field.find('=');
        if (equals == std::string_view::npos)
            continue;
        const auto key = field.substr(0, equals);
        const auto value = field.substr(equals + 1);
        if (key == "session") {
            entry.session = sessionIn(value);
        } else if (key == "user") {
            entry.user = value;
        } else if (key == "ip") {
            entry.ip = value;
        } else if (key == "operation") {
            entry.operation = operationIn(value);
            hasOperation = true;
        } else if (key == "znode") {
            entry.path = value;
        } else if (key == "znode_type") {
            entry.isEphemeral = value.starts_with("ephemeral");
        } else if (key == "result") {
            entry.succeeded = value == "success";
            hasResult = true;
        }
    }
    if (!hasOperation || !hasResult)
        return std::nullopt;
    entry.at = timeIn(line.substr(0, begin));
    return entry;
}

} // namespace lockscope::inspect
