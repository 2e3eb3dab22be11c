// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Small values of a recording's lines, both ways. Pure.

#include "core/base/Clock.h"
#include "core/base/EnumWords.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QString>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::inspect::recording {

/// Writes the members of an object; what has its default value is left out.
class Writer final {
public:
    void bytes(QLatin1String key, const std::string& value);
    void word(QLatin1String key, std::string_view value);
    void texts(QLatin1String key, const std::vector<std::string>& values);
    void flag(QLatin1String key, bool value);
    void number(QLatin1String key, std::int32_t value, std::int32_t otherwise = 0);
    void id(QLatin1String key, std::int64_t value);
    void time(QLatin1String key, WallTime value);
    void time(QLatin1String key, const std::optional<WallTime>& value);
    void put(QLatin1String key, const QJsonValue& value) { m_json.insert(key, value); }

    [[nodiscard]] const QJsonObject& json() const { return m_json; }

private:
    QJsonObject m_json;
};

/// Reads the members of an object that strangers may have written. What is not there leaves the value as it is; what
/// is of another form makes isGood() false.
class Reader final {
public:
    explicit Reader(const QJsonObject& json)
        : m_json(json)
    {
    }

    void bytes(QLatin1String key, std::string& value);
    void texts(QLatin1String key, std::vector<std::string>& values);
    void flag(QLatin1String key, bool& value);
    void number(QLatin1String key, std::int32_t& value);
    void id(QLatin1String key, std::int64_t& value);
    void time(QLatin1String key, WallTime& value);
    void time(QLatin1String key, std::optional<WallTime>& value);
    /// A word of an enumeration. One that is not known was written by a newer program: the value is `unknown` then, and
    /// the word is given back.
    template <typename Enum> std::optional<std::string> word(QLatin1String key, Enum& value, Enum unknown)
    {
        const auto json = m_json.value(key);
        if (json.isUndefined())
            return std::nullopt;
        if (!json.isString()) {
            m_isGood = false;
            return std::nullopt;
        }
        auto word = json.toString().toStdString();
        const auto known = valueNamed<Enum>(word);
        value = known.value_or(unknown);
        return known ? std::nullopt : std::optional(std::move(word));
    }
    [[nodiscard]] bool has(QLatin1String key) const { return m_json.contains(key); }
    [[nodiscard]] QJsonArray list(QLatin1String key);
    [[nodiscard]] QJsonObject object(QLatin1String key);
    void fail() { m_isGood = false; }

    [[nodiscard]] bool isGood() const { return m_isGood; }

private:
    const QJsonObject& m_json;
    bool m_isGood = true;
};

[[nodiscard]] QJsonValue bytesJson(const std::string& bytes);
[[nodiscard]] bool readBytes(const QJsonValue& json, std::string& bytes);
[[nodiscard]] qint64 timeJson(WallTime time);
[[nodiscard]] bool readTime(const QJsonValue& json, WallTime& time);

} // namespace lockscope::inspect::recording
