// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/LimitsFile.h"

#include "core/base/DurationText.h"
#include "core/base/EnumWords.h"
#include "core/base/Phrase.h"
#include "core/model/json/JsonFields.h"
#include "core/model/json/JsonPlaces.h"
#include "core/model/json/JsonSyntax.h"

#include <QDateTime>
#include <QFile>
#include <QStandardPaths>
#include <QTimeZone>

#include <chrono>
#include <optional>
#include <string>
#include <utility>

namespace lockscope::inspect {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 mostLimitsBytes = 4LL << 20;
constexpr auto longestLimit = std::chrono::hours(24 * 366);
constexpr auto readOperation = phraseLater("read the limits in");

/// Nullopt: the field is missing. "off": no limit.
std::optional<AgeLimit> ageLimitIn(JsonFields& fields, const QString& key)
{
    if (!fields.has(key))
        return std::nullopt;
    const auto text = fields.text(key);
    if (text == "off")
        return AgeLimit{};
    const auto duration = durationIn(text, longestLimit);
    if (!duration)
        fields.complain(key, phrase("invalid limit \"%1\": use 30s, 10m, 2h or off", text));
    return AgeLimit{duration};
}

/// A date is its beginning, in UTC.
std::optional<WallTime> muteTimeIn(JsonFields& fields)
{
    const auto key = u"mute"_s;
    if (!fields.has(key))
        return std::nullopt;
    const auto text = fields.text(key);
    auto time = QDateTime::fromString(QString::fromStdString(text), Qt::ISODateWithMs);
    if (time.timeSpec() == Qt::LocalTime)
        time.setTimeZone(QTimeZone::utc());
    if (!time.isValid()) {
        fields.complain(key,
                        phrase("invalid time \"%1\": use the end of the mute, such as 2026-12-31T18:00:00Z", text));
        return std::nullopt;
    }
    return WallTime(std::chrono::milliseconds(time.toMSecsSinceEpoch()));
}

std::vector<FindingKind> mutedKindsIn(JsonFields& fields, bool isMuted)
{
    const auto key = u"kinds"_s;
    std::vector<FindingKind> kinds;
    for (const auto& word : fields.texts(key)) {
        if (const auto kind = valueNamed<FindingKind>(word); kind && *kind != FindingKind::Other)
            kinds.push_back(*kind);
        else
            fields.complain(key, phrase("unknown kind \"%1\": use the kinds in the output of findings, such as "
                                        "long-hold",
                                        word));
    }
    if (!kinds.empty() && !isMuted)
        fields.complain(key, phrase("kinds without \"mute\": add the end of the mute, such as "
                                    "\"mute\": \"2026-12-31T18:00:00Z\""));
    return kinds;
}

std::optional<PathLimit> limitEntry(JsonFields& fields)
{
    const auto text = fields.neededText(u"pattern"_s);
    auto pattern = PathPattern::parse(text);
    if (!pattern && !text.empty())
        fields.complain(u"pattern"_s, phrase("invalid pattern \"%1\": %2", text, pattern.error().detail));
    const auto hold = ageLimitIn(fields, u"hold"_s);
    const auto wait = ageLimitIn(fields, u"wait"_s);
    auto note = fields.text(u"note"_s);
    auto owner = fields.text(u"owner"_s);
    const auto muteUntil = muteTimeIn(fields);
    auto kinds = mutedKindsIn(fields, muteUntil.has_value());
    fields.finish();
    if (!pattern)
        return std::nullopt;
    return PathLimit{*std::move(pattern), hold, wait, std::move(note), std::move(owner), muteUntil, std::move(kinds)};
}

} // namespace

QString userLimitsFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + u"/lockscope/limits.json"_s;
}

Result<std::vector<PathLimit>> readLimits(const QByteArray& json)
{
    const auto bad = [](std::string detail) {
        return failure(ErrorCode::BadArguments, readOperation, {}, std::move(detail));
    };
    auto object = ensemble::readJsonObject(json, uR"({"limits": […]})"_s);
    if (!object)
        return bad(phrase("%1: %2", object.error().where, object.error().reason));
    std::optional<JsonFault> fault;
    JsonFields fields(*std::move(object), {}, fault);
    std::vector<PathLimit> limits;
    for (auto& member : fields.objects(u"limits"_s)) {
        if (auto limit = limitEntry(member))
            limits.push_back(*std::move(limit));
    }
    fields.finish();
    if (fault)
        return bad(phrase("%1, %2: %3", console::JsonPlaces(json).of(fault->where), fault->where, fault->reason));
    return limits;
}

Result<std::vector<PathLimit>> loadLimits(const QString& file)
{
    const auto bad = [&](ErrorCode code, std::string detail) {
        return failure(code, readOperation, file.toStdString(), std::move(detail));
    };
    QFile source(file);
    if (!source.open(QIODevice::ReadOnly)) {
        const auto code = !source.exists()                                  ? ErrorCode::Missing
                          : source.error() == QFileDevice::PermissionsError ? ErrorCode::NoAuth
                                                                            : ErrorCode::System;
        return bad(code, source.errorString().toStdString());
    }
    const auto bytes = source.read(mostLimitsBytes + 1);
    if (bytes.size() > mostLimitsBytes)
        return bad(ErrorCode::TooLarge, phrase("the file has more than 4 MiB, so it is not a limits file"));
    auto limits = readLimits(bytes);
    if (!limits)
        limits.error().path = file.toStdString();
    return limits;
}

Result<std::vector<PathLimit>> loadUserLimits()
{
    const auto file = userLimitsFile();
    return QFile::exists(file) ? loadLimits(file) : Result<std::vector<PathLimit>>(std::vector<PathLimit>());
}

} // namespace lockscope::inspect
