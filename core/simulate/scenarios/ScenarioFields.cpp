// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/scenarios/ScenarioFields.h"

#include "core/base/DurationText.h"
#include "core/base/Phrase.h"
#include "core/simulate/clients/Spread.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <cmath>
#include <utility>

namespace lockscope::console {

namespace {

QString shown(const QJsonValue& value)
{
    if (value.isArray())
        return QString::fromStdString(phrase("a list"));
    if (value.isObject())
        return QString::fromStdString(phrase("an object"));
    const QByteArray json = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return QString::fromUtf8(json.mid(1, json.size() - 2));
}

} // namespace

ScenarioFields::ScenarioFields(QJsonObject object, QString where, std::optional<Complaint>& complaint)
    : m_object(std::move(object))
    , m_where(std::move(where))
    , m_complaint(&complaint)
{
}

QString ScenarioFields::place(const QString& key) const
{
    if (m_where.isEmpty() || key.isEmpty())
        return m_where + key;
    return m_where + u'.' + key;
}

void ScenarioFields::complain(const QString& key, const std::string& reason)
{
    if (!m_complaint->has_value())
        m_complaint->emplace(Complaint{place(key), QString::fromStdString(reason)});
}

void ScenarioFields::complainMissing(const QString& key, const std::string& reason)
{
    m_lacks = m_lacks || !m_complaint->has_value();
    complain(key, reason);
}

bool ScenarioFields::has(const QString& key)
{
    if (!m_known.contains(key))
        m_known.append(key);
    return m_object.contains(key);
}

QJsonValue ScenarioFields::take(const QString& key)
{
    return has(key) ? m_object.value(key) : QJsonValue(QJsonValue::Undefined);
}

std::string ScenarioFields::text(const QString& key, const std::string& otherwise)
{
    const QJsonValue value = take(key);
    if (value.isUndefined())
        return otherwise;
    if (!value.isString())
        complain(key, phrase("%1 is no text: put it in quotes", shown(value)));
    return value.toString().toStdString();
}

std::string ScenarioFields::neededText(const QString& key)
{
    std::string value = text(key);
    if (value.empty())
        complainMissing(key, phrase("\"%1\" is missing or empty, and is needed here", key));
    return value;
}

std::vector<std::string> ScenarioFields::texts(const QString& key)
{
    const QJsonValue value = take(key);
    if (value.isUndefined())
        return {};
    if (!value.isString() && !value.isArray())
        complain(key, phrase("%1 is neither a text nor a list of texts", shown(value)));
    const QJsonArray list = value.isString() ? QJsonArray{value} : value.toArray();
    std::vector<std::string> texts;
    for (qsizetype i = 0; i < list.size(); ++i) {
        if (!list.at(i).isString())
            complain(QStringLiteral("%1[%2]").arg(key).arg(i),
                     phrase("%1 is no text: put it in quotes", shown(list.at(i))));
        texts.push_back(list.at(i).toString().toStdString());
    }
    return texts;
}

bool ScenarioFields::flag(const QString& key, bool otherwise)
{
    const QJsonValue value = take(key);
    if (!value.isUndefined() && !value.isBool())
        complain(key, phrase("%1 is neither true nor false", shown(value)));
    return value.toBool(otherwise);
}

int ScenarioFields::number(const QString& key, int least, int most, int otherwise)
{
    const QJsonValue value = take(key);
    if (value.isUndefined())
        return otherwise;
    const double given = value.toDouble(std::nan(""));
    if (!(given >= least && given <= most) || std::floor(given) != given) {
        complain(key, phrase("%1 is no whole number from %2 to %3", shown(value), least, most));
        return otherwise;
    }
    return static_cast<int>(given);
}

std::optional<std::chrono::milliseconds> ScenarioFields::duration(const QString& key)
{
    const QJsonValue value = take(key);
    if (value.isUndefined())
        return std::nullopt;
    const auto text = value.isDouble() ? shown(value).toStdString() : value.toString().toStdString();
    return checked(key, parseDuration(text));
}

std::optional<ScenarioFields> ScenarioFields::object(const QString& key)
{
    const QJsonValue value = take(key);
    if (value.isUndefined())
        return std::nullopt;
    if (!value.isObject())
        complain(key, phrase("%1 is no object: write {…}", shown(value)));
    return ScenarioFields(value.toObject(), place(key), *m_complaint);
}

std::vector<ScenarioFields> ScenarioFields::objects(const QString& key)
{
    const QJsonValue value = take(key);
    if (!value.isUndefined() && !value.isArray())
        complain(key, phrase("%1 is no list: write [{…}, {…}]", shown(value)));
    const QJsonArray list = value.toArray();
    std::vector<ScenarioFields> objects;
    for (qsizetype i = 0; i < list.size(); ++i) {
        const QString name = QStringLiteral("%1[%2]").arg(key).arg(i);
        if (!list.at(i).isObject())
            complain(name, phrase("%1 is no object: write {…}", shown(list.at(i))));
        objects.emplace_back(list.at(i).toObject(), place(name), *m_complaint);
    }
    return objects;
}

void ScenarioFields::finish()
{
    for (const QString& key : m_object.keys()) {
        if (m_known.contains(key))
            continue;
        if (std::exchange(m_lacks, false))
            m_complaint->reset();
        complain(key, phrase("there is no field \"%1\" here: choose one of %2, or remove it", key,
                             m_known.join(QStringLiteral(", "))));
    }
}

} // namespace lockscope::console
