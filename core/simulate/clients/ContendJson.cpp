// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/ContendJson.h"

#include "core/model/json/JsonValues.h"
#include "core/zk/Values.h"

#include <QDateTime>
#include <QJsonArray>

namespace lockscope::console {

namespace {

template <typename Time> qint64 wholeMicroseconds(Time duration)
{
    return std::chrono::duration_cast<std::chrono::microseconds>(duration).count();
}

void addLock(QJsonObject& json, const ContendEvent& event)
{
    json.insert(QStringLiteral("path"), event.paths.empty() ? QJsonValue() : inspect::textOrNull(event.paths.front()));
    json.insert(QStringLiteral("mode"), event.writes ? QStringLiteral("write") : QStringLiteral("read"));
    if (event.paths.size() < 2)
        return;
    QJsonArray paths;
    for (const auto& path : event.paths)
        paths.append(QString::fromStdString(path));
    json.insert(QStringLiteral("paths"), paths);
}

} // namespace

QJsonObject toJson(const ContendEvent& event)
{
    const auto at = QDateTime::fromMSecsSinceEpoch(event.at.time_since_epoch().count()).toUTC();
    QJsonObject json{
        {QStringLiteral("at"), at.toString(Qt::ISODateWithMs)},
        {QStringLiteral("client"), QString::fromStdString(event.client)},
        {QStringLiteral("node"), inspect::textOrNull(event.node)},
        {QStringLiteral("owner"), inspect::textOrNull(event.owner)},
        {QStringLiteral("token"), inspect::hexOrNull(event.token)},
        {QStringLiteral("steadyUs"), wholeMicroseconds(event.steady.time_since_epoch())},
    };
    addLock(json, event);
    if (event.type == ContendEvent::Type::Note) {
        json.insert(QStringLiteral("note"), QString::fromStdString(event.note));
    } else {
        json.insert(QStringLiteral("event"), QString::fromUtf8(toString(event.type).data()));
        json.insert(QStringLiteral("waitMs"), event.wait ? QJsonValue(qint64(event.wait->count())) : QJsonValue());
    }
    if (!event.nodePath.empty())
        json.insert(QStringLiteral("nodePath"), QString::fromStdString(event.nodePath));
    if (event.took)
        json.insert(QStringLiteral("releaseUs"), wholeMicroseconds(*event.took));
    if (event.careless)
        json.insert(QStringLiteral("careless"), true);
    if (!event.cause.empty())
        json.insert(QStringLiteral("cause"), QString::fromStdString(event.cause));
    if (!event.detail.empty())
        json.insert(QStringLiteral("detail"), QString::fromStdString(event.detail));
    return json;
}

} // namespace lockscope::console
