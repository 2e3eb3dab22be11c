// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Writes and reads the values of a recording's lines. Pure.

#include "core/base/Clock.h"
#include "core/base/EnumWords.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QString>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::inspect::recording {

/// T as the parameter of a Json: const for a Writer. The recorded members of a T are listed once, for writing and
/// reading:
///     template <typename Json> void passMembers(Json& json, Passed<Json, T>& value);
template <typename Json, typename T> using Passed = typename Json::template Value<T>;

template <typename T> [[nodiscard]] QJsonObject jsonOf(const T& value);
/// Returns false for an invalid value, and may then have changed `value` in part.
template <typename T> [[nodiscard]] bool readMembers(const QJsonObject& json, T& value);

/// Writes the members of an object; omits default values.
class Writer final {
public:
    template <typename T> using Value = const T;

    void bytes(QLatin1String key, const std::string& value);
    void bytes(QLatin1String key, const std::optional<std::string>& value);
    void texts(QLatin1String key, const std::vector<std::string>& values);
    void flag(QLatin1String key, bool value);
    void number(QLatin1String key, std::int32_t value, std::int32_t otherwise = 0);
    void number(QLatin1String key, const std::optional<std::int32_t>& value);
    void id(QLatin1String key, std::int64_t value);
    void id(QLatin1String key, const std::optional<std::int64_t>& value);
    void ids(QLatin1String key, const std::vector<std::int64_t>& values);
    void time(QLatin1String key, WallTime value);
    void time(QLatin1String key, const std::optional<WallTime>& value);
    /// Clamps the number to the range that Reader accepts, since a server may report any number.
    void milliseconds(QLatin1String key, std::chrono::milliseconds value);
    void milliseconds(QLatin1String key, const std::optional<std::chrono::milliseconds>& value);
    void word(QLatin1String key, std::string_view value);
    template <typename Enum> void word(QLatin1String key, Enum value, Enum /*unknown*/) { word(key, toString(value)); }
    template <typename Enum> void word(QLatin1String key, Enum value, Enum /*unknown*/, Enum omitted)
    {
        if (value != omitted)
            word(key, toString(value));
    }
    template <typename T> void object(QLatin1String key, const std::optional<T>& value)
    {
        if (value)
            put(key, jsonOf(*value));
    }
    template <typename T> void object(QLatin1String key, const T& value) { put(key, jsonOf(value)); }
    template <typename T> void objects(QLatin1String key, const std::vector<T>& values)
    {
        QJsonArray array;
        for (const auto& value : values)
            array.append(jsonOf(value));
        put(key, array);
    }
    void put(QLatin1String key, const QJsonValue& value) { m_json.insert(key, value); }

    [[nodiscard]] const QJsonObject& json() const { return m_json; }

private:
    QJsonObject m_json;
};

/// Reads the members of an untrusted object. A missing member leaves the value unchanged; an invalid one makes isGood()
/// false.
class Reader final {
public:
    template <typename T> using Value = T;

    explicit Reader(const QJsonObject& json)
        : m_json(json)
    {
    }

    void bytes(QLatin1String key, std::string& value);
    void bytes(QLatin1String key, std::optional<std::string>& value);
    void texts(QLatin1String key, std::vector<std::string>& values);
    void flag(QLatin1String key, bool& value);
    void number(QLatin1String key, std::int32_t& value, std::int32_t otherwise = 0);
    void number(QLatin1String key, std::optional<std::int32_t>& value);
    /// For a port.
    void number(QLatin1String key, std::uint16_t& value);
    void id(QLatin1String key, std::int64_t& value);
    void id(QLatin1String key, std::optional<std::int64_t>& value);
    void ids(QLatin1String key, std::vector<std::int64_t>& values);
    void time(QLatin1String key, WallTime& value);
    void time(QLatin1String key, std::optional<WallTime>& value);
    void milliseconds(QLatin1String key, std::chrono::milliseconds& value);
    void milliseconds(QLatin1String key, std::optional<std::chrono::milliseconds>& value);
    /// Reads the name of an enumerator. For an unknown name, of a newer program, sets `unknown` and returns the name.
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
    template <typename Enum> void word(QLatin1String key, Enum& value, Enum unknown, Enum /*omitted*/)
    {
        word(key, value, unknown);
    }
    template <typename T> void object(QLatin1String key, std::optional<T>& value)
    {
        if (has(key))
            object(key, value.emplace());
    }
    template <typename T> void object(QLatin1String key, T& value)
    {
        if (has(key) && !readMembers(object(key), value))
            fail();
    }
    /// Replaces `values`.
    template <typename T> void objects(QLatin1String key, std::vector<T>& values)
    {
        if (!has(key))
            return;
        values.clear();
        const auto array = list(key);
        for (const auto& element : array) {
            if (!element.isObject() || !readMembers(element.toObject(), values.emplace_back()))
                fail();
        }
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

template <typename T> QJsonObject jsonOf(const T& value)
{
    Writer json;
    passMembers(json, value);
    return json.json();
}

template <typename T> bool readMembers(const QJsonObject& json, T& value)
{
    Reader reader(json);
    passMembers(reader, value);
    return reader.isGood();
}

[[nodiscard]] QJsonValue bytesJson(const std::string& bytes);
[[nodiscard]] bool readBytes(const QJsonValue& json, std::string& bytes);
[[nodiscard]] qint64 timeJson(WallTime time);
[[nodiscard]] bool readTime(const QJsonValue& json, WallTime& time);

} // namespace lockscope::inspect::recording
