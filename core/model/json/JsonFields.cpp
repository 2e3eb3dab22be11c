// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/json/JsonFields.h"

#include "core/base/DurationText.h"
#include "core/base/Phrase.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <cmath>
#include <utility>

namespace lockscope::inspect {

namespace {

constexpr qsizetype longestQuoted = 256;
constexpr double mostExact = 9'007'199'254'740'992.0; // 2^53: above it, a JSON number loses precision

} // namespace

QString quoted(const QJsonValue& value)
{
    if (value.isArray())
        return QStringLiteral("[…]");
    if (value.isObject())
        return QStringLiteral("{…}");
    const QByteArray json = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    const QString text = QString::fromUtf8(json.mid(1, json.size() - 2));
    return text.size() > longestQuoted ? text.left(longestQuoted) + u'…' : text;
}

std::string notString(const QJsonValue& value)
{
    return value.isArray() || value.isObject() ? phrase("a string is required")
                                               : phrase("%1 is not a string: put it in quotes", quoted(value));
}

JsonFields::JsonFields(QJsonObject object, QString where, std::optional<JsonFault>& fault)
    : m_object(std::move(object))
    , m_where(std::move(where))
    , m_fault(&fault)
{
}

QString JsonFields::place(const QString& key) const
{
    const auto named = key.isEmpty() ? QStringLiteral(R"("")") : key; // makes an empty name visible
    return m_where.isEmpty() ? named : m_where + u'.' + named;
}

void JsonFields::complain(const QString& key, const std::string& reason)
{
    if (!m_fault->has_value())
        m_fault->emplace(JsonFault{place(key), QString::fromStdString(reason), true});
}

void JsonFields::complain(const std::string& reason)
{
    if (!m_fault->has_value())
        m_fault->emplace(JsonFault{m_where, QString::fromStdString(reason), true});
}

void JsonFields::complainMissing(const QString& key, const std::string& reason)
{
    m_lacks = m_lacks || !m_fault->has_value();
    complain(key, reason);
}

bool JsonFields::has(const QString& key)
{
    if (!m_known.contains(key))
        m_known.append(key);
    return m_object.contains(key);
}

QJsonValue JsonFields::take(const QString& key)
{
    if (!has(key))
        return QJsonValue(QJsonValue::Undefined);
    return m_object.value(key);
}

std::string JsonFields::text(const QString& key, const std::string& otherwise)
{
    const auto value = take(key);
    if (value.isUndefined())
        return otherwise;
    if (!value.isString())
        complain(key, notString(value));
    return value.toString().toStdString();
}

std::string JsonFields::neededText(const QString& key)
{
    auto value = text(key);
    if (value.empty())
        complainMissing(key, phrase("missing or empty. Enter a value"));
    return value;
}

std::vector<std::string> JsonFields::texts(const QString& key)
{
    const auto value = take(key);
    std::vector<std::string> texts;
    if (!value.isUndefined() && !value.isArray())
        complain(key, phrase("%1 is not a list: use [\"…\", \"…\"]", quoted(value)));
    const auto list = value.toArray();
    for (const auto& element : list) {
        if (!element.isString())
            complain(key, notString(element));
        texts.push_back(element.toString().toStdString());
    }
    return texts;
}

std::vector<std::string> JsonFields::textOrTexts(const QString& key)
{
    if (m_object.value(key).isString())
        return {text(key)};
    return texts(key);
}

bool JsonFields::flag(const QString& key, bool otherwise)
{
    const auto value = take(key);
    if (!value.isUndefined() && !value.isBool())
        complain(key, phrase("invalid value %1: use true or false", quoted(value)));
    return value.toBool(otherwise);
}

std::int64_t JsonFields::number(const QString& key, std::int64_t least, std::int64_t otherwise)
{
    const auto value = take(key);
    if (value.isUndefined())
        return otherwise;
    const auto given = value.toDouble(std::nan(""));
    if (std::isnan(given) || std::floor(given) != given || std::abs(given) > mostExact ||
        given < static_cast<double>(least)) {
        complain(key, phrase("invalid value %1: use an integer of at least %2", quoted(value), least));
        return otherwise;
    }
    return static_cast<std::int64_t>(given);
}

int JsonFields::number(const QString& key, int least, int most, int otherwise)
{
    const auto given = number(key, least, otherwise);
    if (given <= most)
        return static_cast<int>(given);
    complain(key, phrase("invalid value %1: the maximum is %2", given, most));
    return otherwise;
}

double JsonFields::real(const QString& key)
{
    const auto value = take(key);
    if (!value.isUndefined() && !value.isDouble())
        complain(key, phrase("%1 is not a number", quoted(value)));
    return value.toDouble();
}

std::optional<std::chrono::milliseconds> JsonFields::duration(const QString& key)
{
    const auto value = take(key);
    if (value.isUndefined())
        return std::nullopt;
    const auto text = value.isDouble() ? quoted(value) : value.toString();
    return checked(key, parseDuration(text.toStdString()));
}

int JsonFields::word(const QString& key, const QStringList& words)
{
    const auto value = take(key);
    if (value.isUndefined())
        return 0;
    const auto at = value.isString() ? words.indexOf(value.toString()) : -1;
    if (at < 0)
        complain(key, phrase("%1 is not valid here: use one of %2", quoted(value), words.join(QStringLiteral(", "))));
    return static_cast<int>(std::max<qsizetype>(at, 0));
}

std::optional<JsonFields> JsonFields::object(const QString& key)
{
    const auto value = take(key);
    if (value.isUndefined())
        return std::nullopt;
    if (!value.isObject()) {
        complain(key, phrase("%1 is not an object: use {…}", quoted(value)));
        return std::nullopt;
    }
    return JsonFields(value.toObject(), place(key), *m_fault);
}

std::vector<JsonFields> JsonFields::objects(const QString& key)
{
    const auto value = take(key);
    std::vector<JsonFields> objects;
    if (!value.isUndefined() && !value.isArray())
        complain(key, phrase("%1 is not a list: use [{…}, {…}]", quoted(value)));
    const auto list = value.toArray();
    for (qsizetype i = 0; i < list.size(); ++i) {
        const auto name = QStringLiteral("%1[%2]").arg(key).arg(i);
        if (!list.at(i).isObject())
            complain(name, phrase("%1 is not an object: use {…}", quoted(list.at(i))));
        objects.emplace_back(list.at(i).toObject(), place(name), *m_fault);
    }
    return objects;
}

std::vector<JsonFields> JsonFields::objectOrObjects(const QString& key)
{
    if (m_object.value(key).isObject())
        return {*object(key)};
    return objects(key);
}

QString JsonFields::oneOf(const QStringList& keys)
{
    QStringList given;
    for (const auto& key : keys) {
        if (has(key))
            given << key;
    }
    if (given.size() == 1)
        return given.first();
    if (given.isEmpty()) {
        m_lacks = m_lacks || !m_fault->has_value();
        complain(phrase("a field is missing: use one of %1", keys.join(QStringLiteral(", "))));
    } else {
        complain(given.last(),
                 phrase("%1 cannot be used together: keep only one of them", given.join(QStringLiteral(", "))));
    }
    return {};
}

void JsonFields::finish()
{
    for (const auto& key : m_object.keys()) {
        if (m_known.contains(key))
            continue;
        if (std::exchange(m_lacks, false))
            m_fault->reset();
        complain(key, phrase("unknown field: use one of %1, or remove the field", m_known.join(QStringLiteral(", "))));
    }
}

} // namespace lockscope::inspect
