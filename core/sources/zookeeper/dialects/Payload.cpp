// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/dialects/Payload.h"

#include "core/model/json/JsonValues.h"
#include "core/queue/Revocation.h"

#include <QHostAddress>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lockscope::inspect {

namespace {

constexpr std::size_t longestName = 128;

/// Cut to the longest name.
std::string nameIn(const QString& text)
{
    return text.left(static_cast<qsizetype>(longestName)).toStdString();
}

std::string firstText(const QJsonObject& object, const std::vector<std::string>& keys)
{
    for (const auto& key : keys) {
        const auto value = object.value(QString::fromStdString(key));
        if (value.isString())
            return nameIn(value.toString());
    }
    return {};
}

/// Also accepts numbers: a dialect's name member may be a number.
std::string firstTextOrNumber(const QJsonObject& object, const std::vector<std::string>& keys)
{
    for (const auto& key : keys) {
        const auto value = object.value(QString::fromStdString(key));
        if (value.isString() || value.isDouble())
            return nameIn(value.toVariant().toString());
    }
    return {};
}

QJsonObject objectIn(std::string_view payload)
{
    return QJsonDocument::fromJson(QByteArray(payload.data(), static_cast<qsizetype>(payload.size()))).object();
}

bool isAddress(const QString& text)
{
    QHostAddress address;
    if (address.setAddress(text))
        return true;
    const auto colon = text.lastIndexOf(u':');
    if (colon <= 0)
        return false;
    bool isPort = false;
    text.mid(colon + 1).toUShort(&isPort);
    auto host = text.left(colon);
    if (host.startsWith(u'[') && host.endsWith(u']'))
        host = host.mid(1, host.size() - 2);
    return isPort && address.setAddress(host);
}

} // namespace

std::optional<std::string> valueAt(std::string_view payload, const std::string& pointer)
{
    QJsonValue value(objectIn(payload));
    const auto steps = QString::fromStdString(pointer).split(QLatin1Char('/'));
    for (auto step = steps.begin() + 1; step < steps.end(); ++step) {
        auto key = *step;
        key.replace(QLatin1String("~1"), QLatin1String("/")).replace(QLatin1String("~0"), QLatin1String("~"));
        value = value.isArray() ? value.toArray().at(key.toInt()) : value.toObject().value(key);
    }
    if (!value.isString() && !value.isDouble() && !value.isBool())
        return std::nullopt;
    return value.toVariant().toString().toStdString();
}

bool PayloadCondition::matches(std::string_view payload) const
{
    if (pointer.empty())
        return text.match(payload).has_value();
    const auto value = valueAt(payload, pointer);
    return value && text.match(*value).has_value();
}

ClientIdentity identityOf(std::string_view payload)
{
    if (payload.empty() || !isText(payload) || queue::isRevocation(payload))
        return {};
    const auto bytes = QByteArray(payload.data(), static_cast<qsizetype>(payload.size()));
    if (payload.front() == '{') {
        const auto document = QJsonDocument::fromJson(bytes);
        if (document.isObject())
            return {firstText(document.object(), {"client", "id", "name"}),
                    firstText(document.object(), {"host", "address", "ip"})};
    }
    const auto text = QString::fromUtf8(bytes).trimmed();
    if (isAddress(text))
        return {{}, text.toStdString()};
    if (payload.size() > longestName || text.contains(u'\n'))
        return {};
    return {text.toStdString(), {}};
}

ClientIdentity identityOf(std::string_view payload, const PayloadRule& rule)
{
    using Form = PayloadRule::Form;
    if (rule.form == Form::Auto)
        return identityOf(payload);
    if (payload.empty() || rule.form == Form::Nothing || !isText(payload) || queue::isRevocation(payload))
        return {};
    const bool isShort = payload.size() <= longestName && payload.find('\n') == std::string_view::npos;
    switch (rule.form) {
    case Form::Client:
        return isShort ? ClientIdentity{std::string(payload), {}} : ClientIdentity{};
    case Form::Host:
        return isShort ? ClientIdentity{{}, std::string(payload)} : ClientIdentity{};
    case Form::Python:
        if (payload.size() >= 3 && payload[0] == 'b' && (payload[1] == '\'' || payload[1] == '"') &&
            payload.back() == payload[1])
            return identityOf(payload.substr(2, payload.size() - 3));
        return identityOf(payload);
    case Form::Json: {
        const auto object = objectIn(payload);
        if (object.isEmpty())
            return identityOf(payload); // written by another program with the same node name
        return {firstTextOrNumber(object, rule.clientKeys), firstTextOrNumber(object, rule.hostKeys)};
    }
    case Form::Fields: {
        const auto text = QString::fromUtf8(payload.data(), static_cast<qsizetype>(payload.size()));
        const auto separator = QLatin1Char(rule.separator);
        const auto field = [&](int at, int end) {
            const auto value = at < 0 ? QString() : text.section(separator, at, end).trimmed();
            return value.size() <= static_cast<qsizetype>(longestName) ? value.toStdString() : std::string();
        };
        return {field(rule.clientField, rule.clientField),
                field(rule.hostField, rule.hostField > rule.clientField ? -1 : rule.hostField)};
    }
    case Form::Auto:
    case Form::Nothing:
        break;
    }
    return {};
}

} // namespace lockscope::inspect
