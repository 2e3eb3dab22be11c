// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/SharedOptions.h"

#include "core/base/Path.h"
#include "core/connect/ProfileFile.h"

#include <algorithm>

namespace lockscope::ctl {

using namespace Qt::StringLiterals;

namespace {

const QString connectOption = QStringLiteral("connect");
const QString rootOption = QStringLiteral("root");
const QString includeOption = QStringLiteral("include");
const QString excludeOption = QStringLiteral("exclude");
const QString rateOption = QStringLiteral("rate");
const QString budgetOption = QStringLiteral("watch-budget");
const QString yesOption = QStringLiteral("yes");
const QString timeoutOption = QStringLiteral("timeout");
const QString jsonOption = QStringLiteral("json");
const QString adminPortOption = QStringLiteral("admin-port");
const QString noAdminOption = QStringLiteral("no-admin");
const QString noWordsOption = QStringLiteral("no-words");
const QString hostsOption = QStringLiteral("hosts");
const QString resolveOption = QStringLiteral("resolve-hosts");
const QString profileOption = QStringLiteral("profile");
const QString userOption = QStringLiteral("user");
const QString passwordOption = QStringLiteral("password-fd");
const QString caOption = QStringLiteral("ca");
const QString certOption = QStringLiteral("cert");
const QString keyOption = QStringLiteral("key");
const QString acceptReadOnlyOption = QStringLiteral("accept-read-only");
const QString unlockOption = QStringLiteral("unlock");

std::vector<SharedOption> makeSharedOptions()
{
    return {
        {AddressOptions,
         {{connectOption},
          u"Servers to connect to. %1 Default $LOCKSCOPE_CONNECT, else 127.0.0.1:2181."_s.arg(targetForms()),
          u"servers"_s},
         true},
        {RootOption, {.names = {rootOption}, .text = rootText(), .value = u"path"_s, .isRepeatable = true}, true},
        {FilterOptions,
         {.names = {includeOption},
          .text = u"Show only locks whose path matches this pattern, such as /app/*/locks or /**/leader; may be "
                  "repeated. * matches any text in a path component, ** matches any number of components. Redis: a "
                  "pattern for names as of SCAN MATCH, such as orders:*."_s,
          .value = u"pattern"_s,
          .isRepeatable = true}},
        {FilterOptions,
         {.names = {excludeOption},
          .text = u"Skip nodes that match this pattern, and all nodes below them; Redis: locks whose names match this "
                  "pattern. May be repeated."_s,
          .value = u"pattern"_s,
          .isRepeatable = true}},
        {PaceOptions,
         {{rateOption},
          u"Maximum number of requests per second, to limit the load on the servers. 0: no limit. Default %1."_s.arg(
              inspect::InspectorSettings().requestsPerSecond),
          u"n"_s}},
        {PaceOptions,
         {{budgetOption},
          u"Maximum number of watches. Further locks get no watch; they are read every few seconds. Default %1."_s.arg(
              inspect::InspectorSettings().watchBudget),
          u"n"_s}},
        {WalkOptions,
         {{yesOption},
          u"Read all nodes of the tree, also more than %1. Without this option, the command asks on the terminal, or "
          "stops there."_s.arg(inspect::InspectorSettings().visitLimit)}},
        {AddressOptions,
         {{timeoutOption},
          u"Maximum time to connect, in milliseconds without a unit, such as 5000. Default 10000. An SSH login has its "
          "own timeout of 30 s. Commands that list locks once also read for this time at most; default 300000."_s,
          u"ms"_s},
         true},
        {JsonOption,
         {{jsonOption},
          u"Print a JSON document instead of text. watch, contend, run and \"open FILE watch\" print one object per "
          "line."_s},
         true},
        {ServerOptions,
         {{adminPortOption},
          u"Ports of the AdminServers: one port for all servers, or one per server of --connect, such as 8080,8081. "
          "Default 8080."_s,
          u"ports"_s}},
        {ServerOptions,
         {{noAdminOption}, u"Do not query the AdminServers for client addresses, heartbeats and sessions."_s}},
        {ServerOptions,
         {{noWordsOption},
          u"Do not send four-letter commands such as cons and dump. With --no-admin as well, dead clients cannot be "
          "detected."_s}},
        {ServerOptions,
         {{hostsOption},
          u"Show the names in this file beside the addresses of clients. It has lines like /etc/hosts: an address and "
          "a name."_s,
          u"file"_s}},
        {ServerOptions,
         {{resolveOption},
          u"Look up names for the addresses of clients (reverse DNS), unless --hosts has them. Off by default: it asks "
          "the name servers."_s}},
        {AccountOptions,
         {.names = {profileOption},
          .text = u"Use this connection profile from %1. It sets the servers, the user, the network path and whether "
                  "writing is allowed."_s.arg(connect::ProfileFile::userFile()),
          .value = u"name"_s,
          .completion = Completion::Profile},
         true},
        {AccountOptions,
         {{userOption},
          u"Connect as this user: on ZooKeeper of the scheme digest, on Redis of its ACL. The password is read from "
          "--password-fd, else from $LOCKSCOPE_PASSWORD, else from the terminal. The password of a TLS key is read "
          "from "
          "$LOCKSCOPE_KEY_PASSWORD."_s,
          u"name"_s}},
        {AccountOptions,
         {{passwordOption}, u"Read the password of the user from this file descriptor, as one line."_s, u"n"_s}},
        {AccountOptions,
         {.names = {caOption},
          .text = u"Connect with TLS, and trust the CA certificates in this PEM file. Without it, TLS trusts those of "
                  "the system. The certificate and the host name are always checked."_s,
          .value = u"file"_s,
          .completion = Completion::File}},
        {AccountOptions,
         {.names = {certOption},
          .text = u"Certificate of this client for TLS, a PEM file. Needs --key."_s,
          .value = u"file"_s,
          .completion = Completion::File}},
        {AccountOptions,
         {.names = {keyOption},
          .text = u"Private key of the certificate, a PEM file. Needs --cert."_s,
          .value = u"file"_s,
          .completion = Completion::File}},
        {ReadOptions,
         {{acceptReadOnlyOption},
          u"Also read from a server without quorum, if its read-only mode is enabled. Its data may be old; a warning "
          "says so."_s}},
        {WriteOptions,
         {{unlockOption},
          u"Allow this command to write even if the profile is read-only or marked as production. It unlocks the "
          "connection, not a lock."_s}},
    };
}

} // namespace

const std::vector<SharedOption>& sharedOptions()
{
    static const auto all = makeSharedOptions();
    return all;
}

namespace {

/// A number from 0 to a million, if the option is set.
Result<int> readCount(const QCommandLineParser& parser, const QString& option, int unset)
{
    if (!parser.isSet(option))
        return unset;
    constexpr int most = 1'000'000;
    bool isNumber = false;
    const auto number = parser.value(option).toInt(&isNumber);
    if (!isNumber || number < 0 || number > most)
        return failure(
            invalidOption(option, parser.value(option), QStringLiteral("use a number from 0 to %1").arg(most)));
    return number;
}

template <typename Pattern> Result<void> readPatterns(const QStringList& texts, std::vector<Pattern>& patterns)
{
    for (const auto& text : texts) {
        auto pattern = Pattern::parse(text.toStdString());
        if (!pattern)
            return failure(pattern.error());
        patterns.push_back(*std::move(pattern));
    }
    return {};
}

/// --include and --exclude are paths on ZooKeeper, and names on Redis.
template <typename Filter> std::optional<Exit> applyFilter(const Context& context, Filter& filter)
{
    auto read = readPatterns(context.include, filter.include);
    if (read)
        read = readPatterns(context.exclude, filter.exclude);
    if (!read)
        return complain(read.error());
    return std::nullopt;
}

/// The inspector's patterns and its load limits.
Result<void> readInspection(const QCommandLineParser& parser, Context& context)
{
    if (parser.isSet(includeOption))
        context.include = parser.values(includeOption);
    if (parser.isSet(excludeOption))
        context.exclude = parser.values(excludeOption);
    for (const auto& [option, value] :
         {std::pair(rateOption, &context.requestsPerSecond), std::pair(budgetOption, &context.watchBudget)}) {
        const auto number = readCount(parser, option, *value);
        if (!number)
            return failure(number.error());
        *value = *number;
    }
    return {};
}

/// The names of the clients' hosts.
Result<void> readHosts(Context& context)
{
    if (context.hostsFile.isEmpty())
        return {};
    auto names = inspect::HostNames::read(context.hostsFile.toStdString());
    if (!names)
        return failure(names.error());
    context.hostNames = std::make_shared<const inspect::HostNames>(*std::move(names));
    return {};
}

/// The profile, the user, the source of the password, and --unlock.
std::optional<Exit> readAccess(const QCommandLineParser& parser, Context& context)
{
    if (parser.isSet(profileOption)) {
        auto profile = connect::ProfileFile().find(parser.value(profileOption).toStdString());
        if (!profile) {
            complain(profile.error());
            return Usage;
        }
        const auto user = context.profile.user;
        context.profile = *std::move(profile);
        if (context.given.contains(userOption))
            context.profile.user = user;
    }
    if (parser.isSet(userOption)) {
        context.profile.user = parser.value(userOption).toStdString();
        if (context.profile.user.find(':') != std::string::npos)
            return complainUsage(QStringLiteral(
                "invalid --user: use a name without \":\". Text after \":\" would be visible in the process list"));
    }
    if (parser.isSet(passwordOption)) {
        bool isNumber = false;
        context.passwordDescriptor = parser.value(passwordOption).toInt(&isNumber);
        if (!isNumber || context.passwordDescriptor < 0)
            return complainUsage(
                QStringLiteral("invalid --password-fd \"%1\": use the number of an open file descriptor")
                    .arg(parser.value(passwordOption)));
    }
    for (const auto& [option, file] :
         {std::pair(caOption, &context.tls.caFile), std::pair(certOption, &context.tls.certificateFile),
          std::pair(keyOption, &context.tls.keyFile)}) {
        if (!parser.isSet(option))
            continue;
        *file = parser.value(option).toStdString();
        if (file->empty())
            return complainUsage(QStringLiteral("invalid --%1 \"\": use the path of a PEM file").arg(option));
    }
    if (parser.isSet(acceptReadOnlyOption))
        context.acceptReadOnly = true;
    if (parser.isSet(unlockOption))
        context.unlocked = true;
    return std::nullopt;
}

/// Adds the TLS options to the profile.
std::optional<Exit> applyTls(Context& context)
{
    const auto& given = context.tls;
    if (given == connect::TlsSettings())
        return std::nullopt;
    if (given.certificateFile.empty() != given.keyFile.empty())
        return complainUsage(
            QStringLiteral("--cert and --key belong together: give both, or neither. One file may contain both"));
    auto& tls = context.profile.tls ? *context.profile.tls : context.profile.tls.emplace();
    if (!given.caFile.empty())
        tls.caFile = given.caFile;
    if (!given.certificateFile.empty()) {
        tls.certificateFile = given.certificateFile;
        tls.keyFile = given.keyFile;
    }
    return std::nullopt;
}

/// Parses the target, and applies the user and the TLS options to it.
std::optional<Exit> applyTarget(const QString& command, unsigned applying, Context& context)
{
    auto target = parseTarget(context.connect);
    if (!target)
        return complain(target.error());
    context.target = *std::move(target);
    if (!context.target.isRedis()) {
        for (auto& root : context.roots) {
            auto path = checkedPath(root);
            if (!path)
                return complain(path.error());
            root = *std::move(path);
        }
        return applyFilter(context, context.filter);
    }
    // Without an account, the command connects only to servers that --connect names.
    const bool isUsed = (applying & AccountOptions) != 0 || ((applying & AddressOptions) != 0 && context.connectGiven);
    if (isUsed && (applying & RedisTargets) == 0)
        return complainUsage(
            u"%1: \"%2\" is a Redis target, and this command works only on ZooKeeper. Use a target such "
            "as zk1:2181,zk2:2181"_s.arg(command, context.connect));
    auto& redis = context.target.redis;
    auto& user = context.profile.user;
    if (!redis.user.empty() && !user.empty() && redis.user != user)
        return complainUsage(u"--user \"%1\" and the user \"%2\" of the target differ: use only one of them"_s.arg(
            QString::fromStdString(user), QString::fromStdString(redis.user)));
    redis.user = user = redis.user.empty() ? user : redis.user;
    if (context.profile.tls && !redis.tls)
        return complainUsage(u"--ca, --cert and --key are for TLS, and \"%1\" is not encrypted. Use a target such as "
                             "rediss://cache1:6379"_s.arg(context.connect));
    return applyFilter(context, context.nameFilter);
}

/// Applies the profile's values for options that are not set on the command line.
std::optional<Exit> applyProfile(Context& context)
{
    const auto& profile = context.profile;
    if (profile.name.empty())
        return std::nullopt;
    if (context.connectGiven)
        return complainUsage(
            QStringLiteral("--connect and --profile \"%1\" both select the servers: use only one of them")
                .arg(QString::fromStdString(profile.name)));
    context.connect = QString::fromStdString(profile.target());
    const auto isOpen = [&context](const QString& option) { return !context.given.contains(option); };
    if (isOpen(rootOption))
        context.roots = profile.roots;
    if (isOpen(rateOption))
        context.requestsPerSecond =
            profile.requestsPerSecond > 0 ? profile.requestsPerSecond : context.requestsPerSecond;
    if (isOpen(budgetOption) && profile.watchBudget > 0)
        context.watchBudget = profile.watchBudget;
    if (isOpen(adminPortOption) && isOpen(noAdminOption))
        context.adminPorts = profile.adminPorts;
    if (isOpen(noWordsOption))
        context.words = profile.words;
    return std::nullopt;
}

} // namespace

std::optional<Exit> readSharedOptions(const QCommandLineParser& parser, Context& context)
{
    context.given += parser.optionNames();
    if (parser.isSet(connectOption)) {
        context.connect = parser.value(connectOption);
        context.connectGiven = true;
    }
    if (parser.isSet(jsonOption))
        context.json = true;
    if (parser.isSet(yesOption))
        context.yes = true;
    if (parser.isSet(timeoutOption)) {
        bool isNumber = false;
        const auto milliseconds = parser.value(timeoutOption).toInt(&isNumber);
        if (!isNumber || milliseconds <= 0)
            return complainUsage(QStringLiteral("invalid --timeout \"%1\": use a number of milliseconds, such as 5000")
                                     .arg(parser.value(timeoutOption)));
        context.timeout = std::chrono::milliseconds(milliseconds);
        context.readLimit = context.timeout;
    }
    if (parser.isSet(adminPortOption)) {
        context.adminPorts.clear();
        for (const auto& text : parser.value(adminPortOption).split(u',')) {
            const auto port = text.toUShort();
            if (port == 0)
                return complainUsage(
                    QStringLiteral(
                        "invalid --admin-port \"%1\": use one port, or one port per server, such as 8080,8081")
                        .arg(parser.value(adminPortOption)));
            context.adminPorts.push_back(port);
        }
    }
    if (parser.isSet(noAdminOption))
        context.adminPorts.clear();
    if (parser.isSet(noWordsOption))
        context.words = false;
    if (parser.isSet(rootOption)) {
        context.roots.clear();
        for (const auto& root : parser.values(rootOption))
            context.roots.push_back(root.toStdString());
    }
    if (const auto read = readInspection(parser, context); !read)
        return complain(read.error());
    if (parser.isSet(hostsOption))
        context.hostsFile = parser.value(hostsOption);
    if (parser.isSet(resolveOption))
        context.looksUpHosts = true;
    return readAccess(parser, context);
}

std::optional<Exit> finishSharedOptions(const QString& command, unsigned applying, Context& context)
{
    for (const auto& shared : sharedOptions()) {
        const auto name = shared.option.names.last();
        if (!shared.isGlobal && (shared.group & applying) == 0 && context.given.contains(name))
            return complainUsage(u"%1: the option --%2 does not apply to this command"_s.arg(command, name));
    }
    if (const auto bad = applyProfile(context))
        return bad;
    if (const auto read = readHosts(context); !read)
        return complain(read.error());
    if (const auto bad = applyTls(context))
        return bad;
    if (const auto bad = applyTarget(command, applying, context))
        return bad;
    const auto servers = context.target.zooKeeper.servers.size();
    if (const auto ports = context.adminPorts.size(); ports > 1 && ports != servers)
        return complainUsage(
            u"invalid --admin-port: %1 ports for %2 servers. Use one port for all servers, or one port per server"_s
                .arg(ports)
                .arg(servers));
    return std::nullopt;
}

} // namespace lockscope::ctl
