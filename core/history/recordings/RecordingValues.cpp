// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/recordings/RecordingValues.h"

#include "core/base/SessionStatus.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockscope::inspect::recording {

using namespace Qt::StringLiterals;

namespace {

constexpr double latestTime = 253'402'300'799'999.0; // the end of the year 9999, the last one that ISO 8601 can write

bool isWhole(const QJsonValue& json, double least, double most)
{
    if (!json.isDouble())
        return false;
    const auto value = json.toDouble();
    return std::floor(value) == value && value >= least && value <= most;
}

bool readId(const QJsonValue& json, std::int64_t& id)
{
    const auto text = json.toString();
    bool isNumber = false;
    id = static_cast<std::int64_t>(text.toULongLong(&isNumber, 16));
    return isNumber && text.startsWith("0x"_L1);
}

} // namespace

QJsonValue bytesJson(const std::string& bytes)
{
    const auto raw = QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size()));
    auto text = QString::fromUtf8(raw);
    if (text.toUtf8() == raw)
        return text;
    return QJsonObject{{u"base64"_s, QString::fromLatin1(raw.toBase64())}};
}

bool readBytes(const QJsonValue& json, std::string& bytes)
{
    if (json.isString()) {
        bytes = json.toString().toStdString();
        return true;
    }
    const auto encoded = json.toObject().value("base64"_L1);
    if (!encoded.isString())
        return false;
    auto decoded =
        QByteArray::fromBase64Encoding(encoded.toString().toLatin1(), QByteArray::AbortOnBase64DecodingErrors);
    if (decoded.decodingStatus != QByteArray::Base64DecodingStatus::Ok)
        return false;
    bytes = decoded.decoded.toStdString();
    return true;
}

qint64 timeJson(WallTime time)
{
    constexpr auto latest = static_cast<qint64>(latestTime);
    return std::clamp<qint64>(time.time_since_epoch().count(), -latest, latest);
}

bool readTime(const QJsonValue& json, WallTime& time)
{
    if (!isWhole(json, -latestTime, latestTime))
        return false;
    time = WallTime(std::chrono::milliseconds(static_cast<std::int64_t>(json.toDouble())));
    return true;
}

void Writer::bytes(QLatin1String key, const std::string& value)
{
    if (!value.empty())
        m_json.insert(key, bytesJson(value));
}

void Writer::bytes(QLatin1String key, const std::optional<std::string>& value)
{
    if (value)
        m_json.insert(key, bytesJson(*value));
}

void Writer::word(QLatin1String key, std::string_view value)
{
    m_json.insert(key, QString::fromUtf8(value.data(), static_cast<qsizetype>(value.size())));
}

void Writer::texts(QLatin1String key, const std::vector<std::string>& values)
{
    if (values.empty())
        return;
    QJsonArray array;
    for (const auto& value : values)
        array.append(bytesJson(value));
    m_json.insert(key, array);
}

void Writer::flag(QLatin1String key, bool value)
{
    if (value)
        m_json.insert(key, true);
}

void Writer::number(QLatin1String key, std::int32_t value, std::int32_t otherwise)
{
    if (value != otherwise)
        m_json.insert(key, value);
}

void Writer::number(QLatin1String key, const std::optional<std::int32_t>& value)
{
    if (value)
        m_json.insert(key, *value);
}

void Writer::milliseconds(QLatin1String key, std::chrono::milliseconds value)
{
    if (value.count() != 0)
        milliseconds(key, std::optional(value));
}

void Writer::milliseconds(QLatin1String key, const std::optional<std::chrono::milliseconds>& value)
{
    using Limits = std::numeric_limits<std::int32_t>;
    if (value)
        m_json.insert(key, static_cast<int>(std::clamp<std::int64_t>(value->count(), Limits::min(), Limits::max())));
}

void Writer::id(QLatin1String key, std::int64_t value)
{
    if (value != 0)
        m_json.insert(key, QString::fromStdString(toHex(value)));
}

void Writer::id(QLatin1String key, const std::optional<std::int64_t>& value)
{
    if (value)
        m_json.insert(key, QString::fromStdString(toHex(*value)));
}

void Writer::ids(QLatin1String key, const std::vector<std::int64_t>& values)
{
    std::vector<std::string> words(values.size());
    std::transform(values.begin(), values.end(), words.begin(), toHex);
    texts(key, words);
}

void Writer::time(QLatin1String key, WallTime value)
{
    if (value != WallTime())
        m_json.insert(key, timeJson(value));
}

void Writer::time(QLatin1String key, const std::optional<WallTime>& value)
{
    if (value)
        m_json.insert(key, timeJson(*value));
}

void Reader::bytes(QLatin1String key, std::string& value)
{
    const auto json = m_json.value(key);
    if (!json.isUndefined() && !readBytes(json, value))
        m_isGood = false;
}

void Reader::bytes(QLatin1String key, std::optional<std::string>& value)
{
    if (has(key))
        bytes(key, value.emplace());
}

void Reader::texts(QLatin1String key, std::vector<std::string>& values)
{
    const auto array = list(key);
    for (const auto& element : array) {
        if (!readBytes(element, values.emplace_back()))
            m_isGood = false;
    }
}

void Reader::flag(QLatin1String key, bool& value)
{
    const auto json = m_json.value(key);
    if (json.isUndefined())
        return;
    if (!json.isBool())
        m_isGood = false;
    value = json.toBool();
}

void Reader::number(QLatin1String key, std::int32_t& value, std::int32_t /*otherwise*/)
{
    const auto json = m_json.value(key);
    if (json.isUndefined())
        return;
    using Limits = std::numeric_limits<std::int32_t>;
    if (!isWhole(json, Limits::min(), Limits::max())) {
        m_isGood = false;
        return;
    }
    value = static_cast<std::int32_t>(json.toDouble());
}

void Reader::number(QLatin1String key, std::optional<std::int32_t>& value)
{
    if (has(key))
        number(key, value.emplace());
}

void Reader::number(QLatin1String key, std::uint16_t& value)
{
    std::int32_t number = value;
    this->number(key, number);
    if (number < 0 || number > std::numeric_limits<std::uint16_t>::max())
        fail();
    value = static_cast<std::uint16_t>(number);
}

void Reader::milliseconds(QLatin1String key, std::chrono::milliseconds& value)
{
    auto count = static_cast<std::int32_t>(value.count());
    number(key, count);
    value = std::chrono::milliseconds(count);
}

void Reader::milliseconds(QLatin1String key, std::optional<std::chrono::milliseconds>& value)
{
    if (has(key))
        milliseconds(key, value.emplace());
}

void Reader::id(QLatin1String key, std::int64_t& value)
{
    const auto json = m_json.value(key);
    if (!json.isUndefined() && !readId(json, value))
        m_isGood = false;
}

void Reader::id(QLatin1String key, std::optional<std::int64_t>& value)
{
    if (has(key))
        id(key, value.emplace());
}

void Reader::ids(QLatin1String key, std::vector<std::int64_t>& values)
{
    const auto array = list(key);
    for (const auto& element : array) {
        if (!readId(element, values.emplace_back()))
            m_isGood = false;
    }
}

void Reader::time(QLatin1String key, WallTime& value)
{
    const auto json = m_json.value(key);
    if (!json.isUndefined() && !readTime(json, value))
        m_isGood = false;
}

void Reader::time(QLatin1String key, std::optional<WallTime>& value)
{
    const auto json = m_json.value(key);
    if (!json.isUndefined() && !readTime(json, value.emplace()))
        m_isGood = false;
}

QJsonArray Reader::list(QLatin1String key)
{
    const auto json = m_json.value(key);
    if (!json.isUndefined() && !json.isArray())
        m_isGood = false;
    return json.toArray();
}

QJsonObject Reader::object(QLatin1String key)
{
    const auto json = m_json.value(key);
    if (!json.isUndefined() && !json.isObject())
        m_isGood = false;
    return json.toObject();
}

} // namespace lockscope::inspect::recording
