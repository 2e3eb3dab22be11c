// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/resource/ResourceProtocol.h"

#include "core/base/Path.h"
#include "core/simulate/clients/ContendOptions.h"
#include "core/zk/Values.h"

#include <QJsonDocument>

namespace lockscope::console {

namespace {

Error bad(std::string sentence)
{
    return {ErrorCode::BadArguments, "use the guarded resource", {}, std::move(sentence)};
}

QString wordOf(Visit::What what)
{
    switch (what) {
    case Visit::What::Enter:
        return QStringLiteral("enter");
    case Visit::What::Write:
        return QStringLiteral("write");
    case Visit::What::Leave:
        break;
    }
    return QStringLiteral("leave");
}

std::optional<Visit::What> whatOf(const QString& word)
{
    for (const auto what : {Visit::What::Enter, Visit::What::Write, Visit::What::Leave}) {
        if (word == wordOf(what))
            return what;
    }
    return std::nullopt;
}

std::optional<std::int64_t> tokenOf(const QString& text)
{
    bool isNumber = false;
    const auto token = text.startsWith(u"0x") ? text.mid(2).toLongLong(&isNumber, 16) : 0;
    return isNumber ? std::optional<std::int64_t>(token) : std::nullopt;
}

/// A path of ZooKeeper, or the name of a lock on Redis, which may be anything.
Result<std::string> checkedLock(const std::string& text)
{
    if (text.empty())
        return failure(bad("it is missing"));
    return text.starts_with('/') ? checkedPath(text) : text;
}

} // namespace

QJsonObject toJson(const NumberedVisit& numbered)
{
    const auto& visit = numbered.visit;
    return {{QStringLiteral("id"), static_cast<qint64>(numbered.id)},
            {QStringLiteral("do"), wordOf(visit.what)},
            {QStringLiteral("client"), QString::fromStdString(visit.client)},
            {QStringLiteral("path"), QString::fromStdString(visit.path)},
            {QStringLiteral("token"), QString::fromStdString(toHex(visit.token))},
            {QStringLiteral("mode"), visit.writes ? QStringLiteral("write") : QStringLiteral("read")},
            {QStringLiteral("leases"), visit.admission.most},
            {QStringLiteral("readersShare"), visit.admission.readersShare}};
}

Result<NumberedVisit> parseVisit(const QByteArray& line)
{
    const auto document = QJsonDocument::fromJson(line);
    if (!document.isObject())
        return failure(bad("not a JSON object"));
    const auto json = document.object();
    const auto what = whatOf(json.value(QLatin1String("do")).toString());
    const auto token = tokenOf(json.value(QLatin1String("token")).toString());
    const auto mode = json.value(QLatin1String("mode")).toString();
    NumberedVisit numbered;
    numbered.id = json.value(QLatin1String("id")).toInteger(0);
    auto& visit = numbered.visit;
    visit.client = json.value(QLatin1String("client")).toString().toStdString();
    visit.admission.most = json.value(QLatin1String("leases")).toInt(0);
    visit.admission.readersShare = json.value(QLatin1String("readersShare")).toBool(false);
    if (!what)
        return failure(bad(R"("do" must be enter, write or leave)"));
    if (visit.client.empty())
        return failure(bad("\"client\" is missing"));
    const auto path = checkedLock(json.value(QLatin1String("path")).toString().toStdString());
    if (!path)
        return failure(bad("invalid \"path\": " + path.error().detail));
    if (!token)
        return failure(bad("\"token\" must be a hexadecimal number such as 0x1f"));
    if (mode != u"write" && mode != u"read")
        return failure(bad("\"mode\" must be write or read"));
    if (visit.admission.most < 1 || visit.admission.most > mostLeases)
        return failure(bad("\"leases\" must be a number from 1 to " + std::to_string(mostLeases)));
    visit.what = *what;
    visit.path = *path;
    visit.token = *token;
    visit.writes = mode == u"write";
    return numbered;
}

QJsonObject toJson(const VisitAnswer& answer)
{
    QJsonObject json{{QStringLiteral("id"), static_cast<qint64>(answer.id)},
                     {QStringLiteral("ok"), answer.outcome.has_value()}};
    if (!answer.outcome) {
        json.insert(QStringLiteral("rejected"), answer.outcome.error().code == ErrorCode::Refused);
        json.insert(QStringLiteral("error"), QString::fromStdString(answer.outcome.error().detail));
    }
    return json;
}

std::optional<VisitAnswer> parseVisitAnswer(const QByteArray& line)
{
    const auto json = QJsonDocument::fromJson(line).object();
    if (!json.value(QLatin1String("id")).isDouble() || !json.value(QLatin1String("ok")).isBool())
        return std::nullopt;
    VisitAnswer answer;
    answer.id = json.value(QLatin1String("id")).toInteger();
    if (json.value(QLatin1String("ok")).toBool())
        return answer;
    const bool rejected = json.value(QLatin1String("rejected")).toBool();
    answer.outcome = failure(rejected ? ErrorCode::Refused : ErrorCode::BadArguments, "use the guarded resource", {},
                             json.value(QLatin1String("error")).toString().toStdString());
    return answer;
}

} // namespace lockscope::console
