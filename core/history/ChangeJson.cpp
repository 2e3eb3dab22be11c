// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/ChangeJson.h"

#include "core/base/SessionStatus.h"
#include "core/model/SnapshotJson.h"
#include "core/model/json/JsonValues.h"

namespace lockscope::inspect {

QJsonObject changeJson(const Change& change, WallTime at)
{
    const auto& details = change.contender.details;
    return {
        {QStringLiteral("at"), isoTime(at)},
        {QStringLiteral("path"), text(change.lockPath)},
        {QStringLiteral("event"), text(typeWord(change))},
        {QStringLiteral("node"), text(change.contender.node)},
        {QStringLiteral("position"), change.contender.position},
        {QStringLiteral("client"), details ? textOrNull(details->client) : QJsonValue()},
        {QStringLiteral("session"),
         details && details->session != 0 ? QJsonValue(text(toHex(details->session))) : QJsonValue()},
    };
}

} // namespace lockscope::inspect
