// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/ClientReply.h"

#include "core/base/Phrase.h"
#include "core/model/json/JsonValues.h"
#include "core/simulate/clients/ContendProtocol.h"

#include <QJsonDocument>
#include <QJsonValue>

namespace lockscope::console {

namespace {

QJsonValue numberOrNull(const std::optional<std::int64_t>& number)
{
    return number ? QJsonValue(static_cast<qint64>(*number)) : QJsonValue();
}

std::optional<std::int64_t> numberFrom(const QJsonValue& value)
{
    return value.isDouble() ? std::optional<std::int64_t>(value.toInteger()) : std::nullopt;
}

/// The detail alone is enough: it says what is wrong with the request.
std::string sentenceOf(const Error& error)
{
    return error.code == ErrorCode::BadArguments && !error.detail.empty() ? error.detail : describe(error);
}

} // namespace

ClientReply answerTo(const ClientCommand& order, const Result<void>& outcome)
{
    return {std::string(toString(order.type)), order.client, order.id,
            outcome ? std::string() : sentenceOf(outcome.error())};
}

ClientReply answerTo(const QByteArray& line, const Error& error)
{
    const auto object = QJsonDocument::fromJson(line).object();
    return {object.value(QLatin1String("order")).toString().toStdString(),
            object.value(QLatin1String("client")).toString().toStdString(),
            numberFrom(object.value(QLatin1String("id"))), sentenceOf(error)};
}

QJsonObject toJson(const ClientReply& answer)
{
    QJsonObject json{{QStringLiteral("order"), inspect::textOrNull(answer.order)},
                     {QStringLiteral("client"), inspect::textOrNull(answer.client)},
                     {QStringLiteral("id"), numberOrNull(answer.id)},
                     {QStringLiteral("ok"), answer.isOk()}};
    if (!answer.isOk())
        json.insert(QStringLiteral("error"), QString::fromStdString(answer.error));
    return json;
}

std::optional<ClientReply> answerFrom(const QJsonObject& line)
{
    if (!line.contains(QLatin1String("order")) || !line.value(QLatin1String("ok")).isBool())
        return std::nullopt;
    ClientReply answer{line.value(QLatin1String("order")).toString().toStdString(),
                       line.value(QLatin1String("client")).toString().toStdString(),
                       numberFrom(line.value(QLatin1String("id"))),
                       line.value(QLatin1String("error")).toString().toStdString()};
    if (!line.value(QLatin1String("ok")).toBool() && answer.error.empty())
        answer.error = phrase("refused without a reason");
    return answer;
}

} // namespace lockscope::console
