// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Small values of a recording's lines, both ways. Pure.

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

/// T as a Json takes it: a Writer only reads it. What is kept of a T is described once, for both ways:
///     template <typename Json> void passMembers(Json& json, Passed<Json, T>& value);
template <typename Json, typename T> using Passed = typename Json::template Value<T>;

template <typename T> [[nodiscard]] QJsonObject jsonOf(const T& value);
/// Returns false, and has done part of the work, where the value is not what it must be.
template <typename T> [[nodiscard]] bool readMembers(const QJsonObject& json, T& value);

/// Writes the members of an object; what has its default value is left out.
class Writer final {
public:
    template <typename T> using Value = const T;

    void bytes(QLatin1String key, const std::string& value);
    void texts(QLatin1String key, const std::vector<std::string>& values);
    void flag(QLatin1String key, bool value);
    void number(QLatin1String key, std::int32_t value, std::int32_t otherwise = 0);
    void number(QLatin1String key, const std::optional<std::int32_t>& value);
    void id(QLatin1String key, std::int64_t value);
    void ids(QLatin1String key, const std::vector<std::int64_t>& values);
    void time(QLatin1String key, WallTime value);
    void time(QLatin1String key, const std::optional<WallTime>& value);
    /// A server may say any number of milliseconds: one that a reader would refuse becomes the nearest that it takes.
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

/// Reads the members of an object that strangers may have written. What is not there leaves the value as it is; what
/// is of another form makes isGood() false.
class Reader final {
public:
    template <typename T> using Value = T;

    explicit Reader(const QJsonObject& json)
        : m_json(json)
    {
    }

    void bytes(QLatin1String key, std::string& value);
    void texts(QLatin1String key, std::vector<std::string>& values);
    void flag(QLatin1String key, bool& value);
    void number(QLatin1String key, std::int32_t& value, std::int32_t otherwise = 0);
    void number(QLatin1String key, std::optional<std::int32_t>& value);
    /// Of a port.
    void number(QLatin1String key, std::uint16_t& value);
    void id(QLatin1String key, std::int64_t& value);
    void ids(QLatin1String key, std::vector<std::int64_t>& values);
    void time(QLatin1String key, WallTime& value);
    void time(QLatin1String key, std::optional<WallTime>& value);
    void milliseconds(QLatin1String key, std::chrono::milliseconds& value);
    void milliseconds(QLatin1String key, std::optional<std::chrono::milliseconds>& value);
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
    /// Instead of those that are there.
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
