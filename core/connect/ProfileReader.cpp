// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/Path.h"
#include "core/base/Phrase.h"
#include "core/connect/Profile.h"
#include "core/model/json/JsonFields.h"
#include "core/model/json/JsonSyntax.h"

#include <QJsonArray>

#include <algorithm>

namespace lockscope::connect {

using namespace Qt::StringLiterals;

namespace {

using inspect::JsonFault;
using inspect::JsonFields;

constexpr int mostPort = 65'535;
constexpr int leastTimeoutMs = 100;
constexpr int mostTimeoutMs = 3'600'000;
constexpr int mostUnlockMinutes = 24 * 60;

/// Secrets in this file would be stored as plain text.
void refuseSecrets(JsonFields& fields)
{
    for (const auto& key : {u"password"_s, u"keyPassword"_s, u"secret"_s}) {
        if (fields.has(key))
            fields.complain(
                key, phrase("this file must not contain a secret. Remove the secret. Lockscope asks for the secret, or "
                            "reads the secret from the keychain, the environment or a file descriptor"));
    }
}

void readServers(JsonFields& fields, Profile& profile)
{
    const auto text = fields.neededText(u"servers"_s);
    if (redis::isRedisTarget(text)) {
        if (auto target = redis::parseTarget(text))
            profile.redis = *std::move(target);
        else
            fields.complain(u"servers"_s, target.error().detail);
        return;
    }
    auto servers = zk::parseConnectString(text);
    if (!servers && !text.empty())
        fields.complain(u"servers"_s, servers.error().detail);
    profile.servers = servers.value_or(zk::ConnectString{});
}

std::vector<std::string> readRoots(JsonFields& fields, bool isRedis)
{
    auto roots = fields.texts(u"roots"_s);
    if (isRedis)
        return roots;
    for (auto& root : roots) {
        auto path = checkedPath(root);
        if (!path)
            fields.complain(u"roots"_s, phrase("%1: %2", root, path.error().detail));
        else
            root = *std::move(path);
    }
    return roots.empty() ? std::vector<std::string>{"/"} : roots;
}

std::vector<int> readPorts(JsonFields& fields, std::size_t servers)
{
    if (!fields.has(u"adminPorts"_s))
        return {ensemble::defaultAdminPort};
    const auto value = fields.take(u"adminPorts"_s);
    std::vector<int> ports;
    if (!value.isArray())
        fields.complain(
            u"adminPorts"_s,
            phrase("not a list. Use [8080] for all servers, a list with one port for each server, or [] for none"));
    for (const auto& one : value.toArray()) {
        const auto port = one.toInteger(0);
        if (port < 1 || port > mostPort)
            fields.complain(u"adminPorts"_s, phrase("a port is a number from 1 to %1", mostPort));
        ports.push_back(static_cast<int>(port));
    }
    if (ports.size() > 1 && ports.size() != servers)
        fields.complain(u"adminPorts"_s,
                        phrase("%1 ports for %2 servers. Give one port for all servers, or one port for each server",
                               ports.size(), servers));
    return ports;
}

std::optional<TlsSettings> readTls(JsonFields& fields)
{
    auto member = fields.object(u"tls"_s);
    if (!member)
        return std::nullopt;
    refuseSecrets(*member);
    TlsSettings tls{member->text(u"ca"_s), member->text(u"certificate"_s), member->text(u"key"_s),
                    member->text(u"serverName"_s)};
    if (tls.certificateFile.empty() != tls.keyFile.empty())
        member->complain(tls.keyFile.empty() ? u"key"_s : u"certificate"_s,
                         phrase("missing. A certificate and its key must be set together"));
    member->finish();
    return tls;
}

std::optional<SshSettings> readSsh(JsonFields& fields)
{
    auto member = fields.object(u"ssh"_s);
    if (!member)
        return std::nullopt;
    refuseSecrets(*member);
    SshSettings ssh{member->neededText(u"destination"_s), member->text(u"configFile"_s)};
    if (ssh.destination.starts_with('-'))
        member->complain(u"destination"_s,
                         phrase("the destination starts with \"-\", so ssh would read it as an option"));
    member->finish();
    return ssh;
}

std::string readColour(JsonFields& fields)
{
    auto colour = fields.text(u"colour"_s);
    if (colour.empty() || std::find(profileColours.begin(), profileColours.end(), colour) != profileColours.end())
        return colour;
    fields.complain(u"colour"_s, phrase("unknown colour \"%1\". Colours: %2", colour,
                                        listed({profileColours.begin(), profileColours.end()})));
    return {};
}

std::string readUser(JsonFields& fields, const QString& key)
{
    auto user = fields.text(key);
    if (user.find(':') != std::string::npos)
        fields.complain(key, phrase("a user name must not contain \":\". Do not write the password here"));
    return user;
}

Profile readProfile(JsonFields& fields)
{
    const Profile usual;
    Profile profile;
    refuseSecrets(fields);
    profile.name = fields.neededText(u"name"_s);
    profile.colour = readColour(fields);
    readServers(fields, profile);
    profile.sessionTimeout = std::chrono::milliseconds(fields.number(
        u"sessionTimeoutMs"_s, leastTimeoutMs, mostTimeoutMs, static_cast<int>(usual.sessionTimeout.count())));
    profile.roots = readRoots(fields, profile.redis.has_value());
    profile.readOnly = fields.flag(u"readOnly"_s);
    profile.production = fields.flag(u"production"_s);
    profile.unlockFor = std::chrono::minutes(
        fields.number(u"unlockMinutes"_s, 1, mostUnlockMinutes, static_cast<int>(usual.unlockMinutes().count())));
    profile.adminPorts = readPorts(fields, profile.servers.servers.size());
    profile.adminTls = fields.flag(u"adminTls"_s);
    profile.words = fields.flag(u"words"_s, usual.words);
    profile.requestsPerSecond = fields.number(u"requestsPerSecond"_s, 0, mostRequestsPerSecond, 0);
    profile.watchBudget = fields.number(u"watchBudget"_s, 0, mostWatches, 0);
    profile.hostsFile = fields.text(u"hostsFile"_s);
    profile.resolveHosts = fields.flag(u"resolveHosts"_s);
    profile.user = readUser(fields, u"user"_s);
    profile.needsPassword = fields.flag(u"needsPassword"_s);
    profile.writeUser = readUser(fields, u"writeUser"_s);
    if (!profile.redis && !profile.writeUser.empty())
        fields.complain(u"writeUser"_s, phrase("only Redis has a second user for releases"));
    if (!profile.redis && profile.needsPassword)
        fields.complain(u"needsPassword"_s, phrase("only Redis has a password without a user"));
    if (profile.redis) {
        if (!profile.redis->user.empty() && !profile.user.empty() && profile.redis->user != profile.user)
            fields.complain(u"user"_s, phrase("differs from the user in \"servers\". Use only one of them"));
        profile.redis->user = profile.user = profile.redis->user.empty() ? profile.user : profile.redis->user;
    }
    profile.tls = readTls(fields);
    profile.ssh = readSsh(fields);
    if (profile.redis && profile.tls && !profile.redis->tls)
        fields.complain(u"tls"_s, phrase("the servers are not encrypted. Use a target such as rediss://cache1:6379"));
    if (profile.redis && profile.ssh && profile.redis->servers.front().host.empty())
        fields.complain(u"ssh"_s, phrase("a unix socket of this machine is not reached through SSH. Use a host name or "
                                         "an address, or remove the SSH server"));
    if (profile.adminTls && !profile.tls)
        fields.complain(u"adminTls"_s, phrase("requires \"tls\", which sets the trusted certificate authorities"));
    fields.finish();
    return profile;
}

} // namespace

Result<std::vector<Profile>> readProfiles(const QByteArray& json)
{
    const auto bad = [](const JsonFault& fault) {
        return failure(ErrorCode::BadArguments, phraseLater("read the saved connections in"), {},
                       phrase("%1: %2", fault.where, fault.reason));
    };
    auto object = ensemble::readJsonObject(json, uR"({"profiles": […]})"_s);
    if (!object)
        return bad({object.error().where, object.error().reason});
    std::optional<JsonFault> fault;
    JsonFields fields(*std::move(object), {}, fault);
    std::vector<Profile> profiles;
    for (auto& member : fields.objects(u"profiles"_s)) {
        auto profile = readProfile(member);
        if (std::any_of(profiles.begin(), profiles.end(),
                        [&](const auto& other) { return other.name == profile.name; }))
            member.complain(
                u"name"_s,
                phrase("the name \"%1\" is used twice. Give each saved connection a different name", profile.name));
        profiles.push_back(std::move(profile));
    }
    fields.finish();
    if (fault)
        return bad(*fault);
    return profiles;
}

} // namespace lockscope::connect
