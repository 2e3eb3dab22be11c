// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/servers/ServerList.h"

#include "core/sources/zookeeper/servers/AnswerText.h"

#include <QHostAddress>
#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>

namespace lockscope::ensemble {

namespace {

constexpr std::size_t mostMembers = 64; ///< limit for untrusted configurations; real ensembles are smaller

/// Parts of "host:port…" or "[v6]:port…"; `rest` starts after the host's colon.
struct HostAndRest {
    QByteArrayView host;
    QByteArrayView rest;
};

std::optional<HostAndRest> hostIn(QByteArrayView text)
{
    qsizetype end = 0;
    qsizetype begin = 0;
    if (text.startsWith('[')) {
        begin = 1;
        end = text.indexOf(']');
        if (end < 0)
            return std::nullopt;
    } else {
        end = text.indexOf(':');
        if (end < 0)
            return std::nullopt;
    }
    const auto colon = text.indexOf(':', end);
    if (colon < 0 || end == begin)
        return std::nullopt;
    return HostAndRest{text.sliced(begin, end - begin), text.sliced(colon + 1)};
}

std::uint16_t portIn(QByteArrayView text)
{
    qsizetype end = 0;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9')
        ++end;
    bool isNumber = false;
    const auto port = text.first(end).toUShort(&isNumber);
    return isNumber ? port : std::uint16_t(0);
}

/// IPv6 addresses in their shortest form, as in a connect string.
std::string plainHost(QByteArrayView host)
{
    const QHostAddress address(QString::fromLatin1(host));
    if (address.protocol() == QAbstractSocket::IPv6Protocol)
        return address.toString().toStdString();
    return host.toByteArray().toLower().toStdString();
}

bool isEverywhere(QByteArrayView host)
{
    const QHostAddress address(QString::fromLatin1(host));
    return address == QHostAddress(QHostAddress::AnyIPv4) || address == QHostAddress(QHostAddress::AnyIPv6);
}

} // namespace

std::vector<Member> membersInView(const QByteArray& answer)
{
    QByteArray lines;
    const auto view = commandAnswer(answer).value_or(QJsonObject()).value(QLatin1String("current_config")).toObject();
    for (auto member = view.begin(); member != view.end(); ++member) {
        const auto addresses = member->toObject().value(QLatin1String("server_addresses")).toArray();
        lines += "server." + member.key().toUtf8() + '=' + addresses.at(0).toString().toUtf8() + ';' +
                 member->toObject().value(QLatin1String("client_address")).toString().toUtf8() + '\n';
    }
    return membersIn(lines);
}

std::vector<Member> membersIn(const QByteArray& config)
{
    std::vector<Member> members;
    eachLine(config, [&](QByteArrayView line) {
        const auto equals = line.indexOf('=');
        if (!line.startsWith("server.") || equals < 0)
            return true;
        auto value = line.sliced(equals + 1).trimmed();
        const auto semicolon = value.indexOf(';');
        const auto client = semicolon < 0 ? QByteArrayView() : value.sliced(semicolon + 1);
        const auto quorum = hostIn(semicolon < 0 ? value : value.first(semicolon));
        if (!quorum)
            return true;
        Member member;
        member.host = plainHost(quorum->host);
        member.clientHost = member.host;
        if (const auto address = hostIn(client)) {
            member.port = portIn(address->rest);
            if (!isEverywhere(address->host))
                member.clientHost = plainHost(address->host);
        } else {
            member.port = portIn(client); // only the port
        }
        members.push_back(std::move(member));
        return members.size() < mostMembers;
    });
    return members;
}

ServerList serversToAsk(const std::vector<zk::Server>& named, const std::vector<Member>& members)
{
    ServerList list{named, !members.empty() && members.size() <= named.size(), members.size()};
    if (members.size() <= named.size() || named.empty())
        return list;
    for (const auto& member : members) {
        const bool isNamed = std::any_of(named.begin(), named.end(), [&](const zk::Server& server) {
            const auto host = plainHost(QByteArrayView(server.host.data(), qsizetype(server.host.size())));
            const bool sameHost = host == member.clientHost || host == member.host;
            return sameHost && (member.port == 0 || member.port == server.port);
        });
        if (!isNamed)
            list.servers.push_back({member.clientHost, member.port == 0 ? named.front().port : member.port});
    }
    // Members on one host without client ports cannot be reported apart or found.
    list.isWhole = list.servers.size() >= members.size();
    return list;
}

} // namespace lockscope::ensemble
