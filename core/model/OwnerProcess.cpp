// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/OwnerProcess.h"

#include "core/model/HostNames.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>

namespace lockscope::inspect {

namespace {

struct PidAndHost {
    std::int64_t pid = 0;
    std::string host;
    bool isJava = false;
};

/// Payloads are untrusted: a host goes into a shell command.
bool isHost(std::string_view text)
{
    constexpr std::size_t longestName = 253;
    const auto isHostCharacter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
               c == '_' || c == ':';
    };
    return !text.empty() && text.size() <= longestName && text.front() != '-' &&
           std::all_of(text.begin(), text.end(), isHostCharacter);
}

std::optional<std::int64_t> pidIn(const QString& text)
{
    bool isNumber = false;
    const auto pid = text.toLongLong(&isNumber);
    constexpr std::int64_t mostPid = 1LL << 22; // Linux' limit
    return isNumber && pid > 0 && pid <= mostPid ? std::optional<std::int64_t>(pid) : std::nullopt;
}

std::optional<PidAndHost> inText(const QString& payload)
{
    static const QRegularExpression elasticJob(QStringLiteral("^([0-9A-Za-z.:_-]+)@-@([0-9]{1,7})$"));
    static const QRegularExpression java(QStringLiteral("^([0-9]{1,7})@([0-9A-Za-z._-]+)$"));
    const auto text = payload.trimmed();
    if (const auto match = elasticJob.match(text); match.hasMatch()) {
        if (const auto pid = pidIn(match.captured(2)))
            return PidAndHost{*pid, match.captured(1).toStdString(), true};
    }
    if (const auto match = java.match(text); match.hasMatch()) {
        if (const auto pid = pidIn(match.captured(1)))
            return PidAndHost{*pid, match.captured(2).toStdString(), true};
    }
    return std::nullopt;
}

std::optional<PidAndHost> inJson(const QByteArray& payload)
{
    const auto object = QJsonDocument::fromJson(payload).object();
    const auto pid = pidIn(object.value(QLatin1String("pid")).toVariant().toString());
    if (!pid)
        return std::nullopt;
    for (const auto* key : {"host", "hostname", "ip", "address"}) {
        const auto host = object.value(QLatin1String(key)).toString();
        if (!host.isEmpty())
            return PidAndHost{*pid, host.toStdString()};
    }
    return PidAndHost{*pid, {}};
}

std::optional<PidAndHost> inPayload(const Contender& contender)
{
    if (!contender.details || contender.details->payloadCut > 0)
        return std::nullopt;
    const auto payload = QByteArray::fromStdString(contender.details->payload);
    return payload.startsWith('{') ? inJson(payload) : inText(QString::fromUtf8(payload));
}

/// The port of "10.0.0.4:51234" or "[::1]:49282"; 0: none.
int portIn(const std::string& host)
{
    const auto address = addressIn(host);
    const auto colon = host.rfind(':');
    if (address.size() == host.size() || colon == std::string::npos)
        return 0;
    return QString::fromStdString(host.substr(colon + 1)).toUShort();
}

} // namespace

std::optional<OwnerProcess> processOf(const Owner& owner, const Contender& contender)
{
    const auto found = inPayload(contender);
    OwnerProcess process;
    if (found) {
        process.pid = found->pid;
        process.host = found->host;
        process.isJava = found->isJava;
    }
    if (process.host.empty())
        process.host = addressIn(owner.host);
    if (process.host.empty() && !process.pid)
        return std::nullopt;
    if (!isHost(process.host)) {
        process.host.clear();
        return process.pid ? std::optional(process) : std::nullopt;
    }
    process.port = owner.hostSource != HostSource::Payload ? portIn(owner.host) : 0;
    if (process.pid)
        process.command = "ssh " + process.host + " ps -fp " + std::to_string(*process.pid);
    else if (process.port > 0)
        process.command = "ssh " + process.host + " sudo ss -tnp sport = :" + std::to_string(process.port);
    return process.command.empty() ? std::nullopt : std::optional(process);
}

} // namespace lockscope::inspect
