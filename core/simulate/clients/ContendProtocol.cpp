// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/ContendProtocol.h"

#include "core/base/Path.h"

#include <QJsonDocument>

#include <array>
#include <cmath>

namespace lockscope::console {

namespace {

constexpr std::array allTypes{Order::Type::Start,   Order::Type::Stop,        Order::Type::Set,
                              Order::Type::Release, Order::Type::HoldForever, Order::Type::Careless,
                              Order::Type::Revoke,  Order::Type::Measure,     Order::Type::Exit};

Error bad(std::string sentence)
{
    return {ErrorCode::BadArguments, "read the command", {}, std::move(sentence)};
}

std::string quoted(const QString& text)
{
    constexpr qsizetype most = 60;
    return '"' + (text.size() > most ? text.left(most) + QStringLiteral("…") : text).toStdString() + '"';
}

QString fieldName(std::string_view name)
{
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

/// Takes the fields of a command one by one; fields that remain at the end are unknown.
class Fields final {
public:
    explicit Fields(QJsonObject object)
        : m_object(std::move(object))
    {
    }

    /// Nothing if the field is missing.
    Result<std::optional<std::string>> takeText(std::string_view name)
    {
        const auto value = m_object.take(fieldName(name));
        if (value.isUndefined())
            return std::nullopt;
        if (!value.isString() || value.toString().isEmpty())
            return failure(bad("\"" + std::string(name) + "\" must be a string that is not empty"));
        return value.toString().toStdString();
    }

    Result<std::optional<std::int64_t>> takeNumber(std::string_view name)
    {
        const auto value = m_object.take(fieldName(name));
        if (value.isUndefined() || value.isNull())
            return std::nullopt;
        constexpr double mostExact = 9'007'199'254'740'992; // 2^53
        const auto number = value.toDouble(0.5);
        if (!value.isDouble() || std::floor(number) != number || std::abs(number) > mostExact)
            return failure(bad("\"" + std::string(name) + "\" must be a whole number"));
        return static_cast<std::int64_t>(number);
    }

    Result<bool> takeFlag(std::string_view name, bool usual)
    {
        const auto value = m_object.take(fieldName(name));
        if (value.isUndefined())
            return usual;
        if (!value.isBool())
            return failure(bad("\"" + std::string(name) + "\" must be true or false"));
        return value.toBool();
    }

    [[nodiscard]] Result<void> checkNothingLeft(std::string_view order) const
    {
        if (m_object.isEmpty())
            return {};
        return failure(bad("\"" + std::string(order) + "\" has no field " + quoted(m_object.keys().first())));
    }

private:
    QJsonObject m_object;
};

/// Does not change `target` if the field is missing.
template <typename T, typename Parse>
Result<void> read(Fields& fields, std::string_view name, std::optional<T>& target, Parse parse)
{
    const auto text = fields.takeText(name);
    if (!text)
        return failure(text.error());
    if (!*text)
        return {};
    auto value = parse(**text);
    if (!value)
        return failure(bad("\"" + std::string(name) + "\": " + value.error().detail));
    target = *std::move(value);
    return {};
}

Result<void> readSet(Fields& fields, Order& order)
{
    for (const auto& outcome :
         {read(fields, "hold", order.hold, parseSpread), read(fields, "think", order.think, parseSpread),
          read(fields, "revocation", order.revocation, parseRevocation)}) {
        if (!outcome)
            return outcome;
    }
    if (order.think && order.think->kind == Spread::Kind::Forever)
        return failure(
            bad("invalid think time \"forever\": the client would never queue again. Stop the client instead"));
    return {};
}

Result<void> readRevoke(Fields& fields, Order& order)
{
    const auto node = fields.takeText("node");
    if (!node)
        return failure(node.error());
    if (!*node)
        return {};
    const auto path = checkedPath(**node);
    if (!path)
        return failure(bad("\"node\": " + path.error().detail));
    order.node = *path;
    return {};
}

Result<void> readCareless(Fields& fields, Order& order)
{
    const auto on = fields.takeFlag("on", true);
    if (!on)
        return failure(on.error());
    order.on = *on;
    return {};
}

Result<void> readOwnFields(Fields& fields, Order& order)
{
    switch (order.type) {
    case Order::Type::Set:
        return readSet(fields, order);
    case Order::Type::Careless:
        return readCareless(fields, order);
    case Order::Type::Revoke:
        return readRevoke(fields, order);
    default:
        return {};
    }
}

Result<void> checkMeaning(const Order& order)
{
    if (order.type == Order::Type::Set && !order.hold && !order.think && !order.revocation)
        return failure(bad(R"("set" needs "hold", "think" or "revocation")"));
    if (order.type == Order::Type::Exit && !order.client.empty())
        return failure(bad(R"("exit" ends the whole process: remove "client")"));
    if (order.type == Order::Type::Measure && !order.client.empty())
        return failure(bad(R"("measure" reports the whole process: remove "client")"));
    return {};
}

Result<Order::Type> parseType(const std::string& word)
{
    std::string words;
    for (const auto type : allTypes) {
        if (word == toString(type))
            return type;
        words += (words.empty() ? "" : ", ") + std::string(toString(type));
    }
    return failure(bad("unknown command " + quoted(QString::fromStdString(word)) + ". Commands: " + words));
}

Result<QJsonObject> parseObject(const QByteArray& line)
{
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(line, &error);
    if (error.error != QJsonParseError::NoError)
        return failure(bad("not valid JSON (" + error.errorString().toStdString() + " at byte " +
                           std::to_string(error.offset) + "): " + quoted(QString::fromUtf8(line))));
    if (!document.isObject())
        return failure(bad("not a JSON object: " + quoted(QString::fromUtf8(line)) +
                           R"(. Use a command such as {"order": "start"})"));
    return document.object();
}

} // namespace

std::string_view toString(Order::Type type)
{
    switch (type) {
    case Order::Type::Start:
        return "start";
    case Order::Type::Stop:
        return "stop";
    case Order::Type::Set:
        return "set";
    case Order::Type::Release:
        return "release";
    case Order::Type::HoldForever:
        return "holdForever";
    case Order::Type::Careless:
        return "careless";
    case Order::Type::Revoke:
        return "revoke";
    case Order::Type::Measure:
        return "measure";
    case Order::Type::Exit:
        return "exit";
    }
    return "?";
}

Result<Order> parseOrder(const QByteArray& line)
{
    const auto object = parseObject(line);
    if (!object)
        return failure(object.error());
    Fields fields(*object);
    const auto word = fields.takeText("order");
    if (!word)
        return failure(word.error());
    if (!*word)
        return failure(bad(R"("order" is missing. Use a command such as {"order": "start"})"));
    const auto type = parseType(**word);
    if (!type)
        return failure(type.error());
    const auto client = fields.takeText("client");
    if (!client)
        return failure(client.error());
    const auto id = fields.takeNumber("id");
    if (!id)
        return failure(id.error());
    Order order;
    order.type = *type;
    order.client = client->value_or(std::string());
    order.id = *id;
    if (const auto own = readOwnFields(fields, order); !own)
        return failure(own.error());
    if (const auto rest = fields.checkNothingLeft(**word); !rest)
        return failure(rest.error());
    if (const auto meaning = checkMeaning(order); !meaning)
        return failure(meaning.error());
    return order;
}

QJsonObject toJson(const Order& order)
{
    QJsonObject json{{QStringLiteral("order"), fieldName(toString(order.type))}};
    const auto add = [&](const char* name, const std::string& text) {
        if (!text.empty())
            json.insert(QLatin1String(name), QString::fromStdString(text));
    };
    add("client", order.client);
    if (order.id)
        json.insert(QStringLiteral("id"), static_cast<qint64>(*order.id));
    if (order.hold)
        add("hold", toString(*order.hold));
    if (order.think)
        add("think", toString(*order.think));
    if (order.revocation)
        add("revocation", std::string(toString(*order.revocation)));
    add("node", order.node);
    if (order.type == Order::Type::Careless)
        json.insert(QStringLiteral("on"), order.on);
    return json;
}

} // namespace lockscope::console
