// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Context.h"

#include "app/StandardOutput.h"
#include "app/lockscopectl/Interrupt.h"
#include "app/lockscopectl/Table.h"
#include "core/base/DurationText.h"
#include "core/base/Path.h"
#include "core/connect/ProfileFile.h"

#include <QJsonDocument>

#include <atomic>
#include <cstdio>

namespace lockscope::ctl {

namespace {

const QString connectOption = QStringLiteral("connect");
const QString rootOption = QStringLiteral("root");
const QString includeOption = QStringLiteral("include");
const QString excludeOption = QStringLiteral("exclude");
const QString rateOption = QStringLiteral("rate");
const QString budgetOption = QStringLiteral("watch-budget");
const QString timeoutOption = QStringLiteral("timeout");
const QString jsonOption = QStringLiteral("json");
const QString adminPortOption = QStringLiteral("admin-port");
const QString noAdminOption = QStringLiteral("no-admin");
const QString noWordsOption = QStringLiteral("no-words");
const QString profileOption = QStringLiteral("profile");
const QString userOption = QStringLiteral("user");
const QString passwordOption = QStringLiteral("password-fd");
const QString unlockOption = QStringLiteral("unlock");

std::atomic<bool> outputLost = false;

void write(const QString& line)
{
    if (outputLost)
        return;
    const auto bytes = (line + u'\n').toUtf8();
    const auto written = writeToStandardOutput({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    if (written || outputLost.exchange(true))
        return;
    complain(written.error());
    Interrupt::raise();
}

/// A terminal may interpret U+009B as the start of a command, and U+202E reverses text; JSON keeps both. They can only
/// occur inside strings, where an escape has the same meaning.
QString escaped(const QByteArray& json)
{
    QString text;
    for (const auto c : QString::fromUtf8(json)) {
        if (c.isPrint() || c.isSurrogate() || c == u'\n')
            text += c;
        else
            text += QStringLiteral("\\u%1").arg(c.unicode(), 4, 16, QLatin1Char('0'));
    }
    return text;
}

Exit exitFor(const Error& error)
{
    switch (error.code) {
    case ErrorCode::Refused:
        return Refused;
    case ErrorCode::BadArguments:
        return Usage;
    case ErrorCode::NoConnection:
    case ErrorCode::ConnectionLoss:
    case ErrorCode::OperationTimeout:
    case ErrorCode::SessionExpired:
    case ErrorCode::Closed:
        return NoConnection;
    default:
        return Failed;
    }
}

} // namespace

void print(const QString& text)
{
    write(text);
}

void printDocument(const QJsonObject& json)
{
    write(escaped(QJsonDocument(json).toJson(QJsonDocument::Indented).trimmed()));
}

void printLine(const QJsonObject& json)
{
    write(escaped(QJsonDocument(json).toJson(QJsonDocument::Compact)));
}

void complain(const QString& sentence)
{
    const auto line = (QStringLiteral("lockscopectl: ") + safe(sentence.toStdString()) + u'\n').toUtf8();
    // A failure of this write cannot be reported.
    (void)std::fwrite(line.constData(), 1, static_cast<std::size_t>(line.size()), stderr);
}

bool isOutputLost()
{
    return outputLost;
}

int statusWithOutput(int status)
{
    return isOutputLost() && (status == Done || status == Found) ? Failed : status;
}

Exit complain(const Error& error)
{
    if (error.code == ErrorCode::BadArguments && !error.detail.empty())
        return complainUsage(QString::fromStdString(describe(error)));
    complain(QString::fromStdString(describe(error)));
    return exitFor(error);
}

std::shared_ptr<const inspect::DialectCatalogue> knownDialects()
{
    const auto loaded = inspect::loadDialects(inspect::userDialectFolder());
    for (const auto& problem : loaded.problems)
        complain(QString::fromStdString(inspect::describe(problem)));
    return loaded.catalogue;
}

Exit complainUsage(const QString& sentence)
{
    complain(sentence + QStringLiteral(" (see lockscopectl --help)"));
    return Usage;
}

Error ofOption(const Error& error, const QString& option)
{
    return {error.code, {}, {}, "--" + option.toStdString() + ": " + error.detail};
}

Error invalidOption(const QString& option, const QString& value, const QString& remedy)
{
    // In one call: the value may contain "%3".
    return {ErrorCode::BadArguments,
            {},
            {},
            QStringLiteral("invalid --%1 \"%2\": %3").arg(option, value, remedy).toStdString()};
}

Result<std::chrono::milliseconds> durationOf(const QCommandLineParser& parser, const QString& option)
{
    auto duration = parseDuration(parser.value(option).toStdString());
    if (!duration)
        return failure(ofOption(duration.error(), option));
    return duration;
}

void addSharedOptions(QCommandLineParser& parser, unsigned applying)
{
    const auto add = [&](SharedOptions about, QCommandLineOption option) {
        if ((applying & about) == 0)
            option.setFlags(QCommandLineOption::HiddenFromHelp);
        parser.addOption(option);
    };
    add(AddressOptions, {connectOption,
                         QStringLiteral("Ensemble to connect to: host[:port][,host[:port]…][/chroot]. Default "
                                        "$LOCKSCOPE_CONNECT, else 127.0.0.1:2181."),
                         QStringLiteral("hosts")});
    add(RootOption, {rootOption, QStringLiteral("Search for locks at and below this path; may be repeated. Default /."),
                     QStringLiteral("path")});
    add(FilterOptions,
        {includeOption,
         QStringLiteral("Show only locks whose path matches this pattern, such as /app/*/locks or /**/leader; may be "
                        "repeated. * matches any text in a path component, ** matches any number of components."),
         QStringLiteral("pattern")});
    add(FilterOptions,
        {excludeOption,
         QStringLiteral("Skip nodes that match this pattern, and all nodes below them; may be repeated."),
         QStringLiteral("pattern")});
    add(PaceOptions,
        {rateOption,
         QStringLiteral(
             "Maximum number of requests per second, to limit the load on the servers. Default 0: no limit."),
         QStringLiteral("n")});
    add(PaceOptions,
        {budgetOption,
         QStringLiteral("Maximum number of watches. Nodes above this limit are read every few seconds. Default %1.")
             .arg(inspect::InspectorSettings().watchBudget),
         QStringLiteral("n")});
    add(AddressOptions, {timeoutOption,
                         QStringLiteral("Timeout of the connection in milliseconds, such as 5000. An SSH login before "
                                        "it has a separate timeout of 30 s. Default 10000."),
                         QStringLiteral("ms")});
    add(JsonOption,
        {jsonOption, QStringLiteral("Print JSON instead of text: one document, or one object per line for streams.")});
    add(ServerOptions, {adminPortOption,
                        QStringLiteral("Ports of the AdminServers: one port for all servers, or one per server of "
                                       "--connect, such as 8080,8081. Default 8080."),
                        QStringLiteral("ports")});
    add(ServerOptions, {noAdminOption, QStringLiteral("Do not query the AdminServers for the owners of sessions.")});
    add(ServerOptions, {noWordsOption, QStringLiteral("Do not send four-letter commands to the servers either.")});
    add(AccountOptions, {profileOption,
                         QStringLiteral("Use this connection profile from %1. It sets the servers, the user, the "
                                        "network path and whether writing is allowed.")
                             .arg(connect::ProfileFile::userFile()),
                         QStringLiteral("name")});
    add(AccountOptions, {userOption,
                         QStringLiteral("Connect as this user (scheme digest). The password is read from "
                                        "--password-fd, else from $LOCKSCOPE_PASSWORD, else from the terminal. The "
                                        "password of a TLS key is read from $LOCKSCOPE_KEY_PASSWORD."),
                         QStringLiteral("name")});
    add(AccountOptions,
        {passwordOption, QStringLiteral("Read the password of the user from this file descriptor, as one line."),
         QStringLiteral("n")});
    add(WriteOptions,
        {unlockOption, QStringLiteral("Allow writing, although the profile is read-only or marked as production.")});
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

Result<std::vector<inspect::PathPattern>> readPatterns(const QCommandLineParser& parser, const QString& option)
{
    std::vector<inspect::PathPattern> patterns;
    for (const auto& text : parser.values(option)) {
        auto pattern = inspect::PathPattern::parse(text.toStdString());
        if (!pattern)
            return failure(pattern.error());
        patterns.push_back(*std::move(pattern));
    }
    return patterns;
}

/// The inspector's filter and its load limits.
Result<void> readInspection(const QCommandLineParser& parser, Context& context)
{
    for (const auto& [option, patterns] :
         {std::pair(includeOption, &context.filter.include), std::pair(excludeOption, &context.filter.exclude)}) {
        if (!parser.isSet(option))
            continue;
        auto read = readPatterns(parser, option);
        if (!read)
            return failure(read.error());
        *patterns = *std::move(read);
    }
    for (const auto& [option, value] :
         {std::pair(rateOption, &context.requestsPerSecond), std::pair(budgetOption, &context.watchBudget)}) {
        const auto number = readCount(parser, option, *value);
        if (!number)
            return failure(number.error());
        *value = *number;
    }
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
    if (parser.isSet(unlockOption))
        context.unlocked = true;
    return std::nullopt;
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
    context.connect = QString::fromStdString(zk::toString(profile.servers));
    const auto isOpen = [&context](const QString& option) { return !context.given.contains(option); };
    if (isOpen(rootOption))
        context.roots = profile.roots;
    if (isOpen(rateOption))
        context.requestsPerSecond = profile.requestsPerSecond;
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
    if (parser.isSet(timeoutOption)) {
        bool isNumber = false;
        const auto milliseconds = parser.value(timeoutOption).toInt(&isNumber);
        if (!isNumber || milliseconds <= 0)
            return complainUsage(QStringLiteral("invalid --timeout \"%1\": use a number of milliseconds, such as 5000")
                                     .arg(parser.value(timeoutOption)));
        context.timeout = std::chrono::milliseconds(milliseconds);
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
        for (const auto& root : parser.values(rootOption)) {
            auto path = checkedPath(root.toStdString());
            if (!path)
                return complain(path.error());
            context.roots.push_back(*std::move(path));
        }
    }
    if (const auto read = readInspection(parser, context); !read)
        return complain(read.error());
    return readAccess(parser, context);
}

std::optional<Exit> refuseReadOnly(const Context& context)
{
    if (!context.profile.isGuarded() || context.unlocked)
        return std::nullopt;
    return complain(
        Error{ErrorCode::Refused, "write to", context.profile.name,
              context.profile.production
                  ? "this is a production connection, which is read-only. Add --unlock to allow this command to write"
                  : "this connection is read-only. Add --unlock to allow this command to write"});
}

CommandLine::CommandLine(const QString& command, const QString& description, unsigned applying)
    : m_command(command)
    , m_applying(applying)
{
    m_parser.setApplicationDescription(wrapped(description));
}

std::optional<Exit> CommandLine::parse(const QStringList& arguments, Context& context)
{
    const QCommandLineOption help({QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("Show this help."));
    m_parser.addOption(help);
    addSharedOptions(m_parser, m_applying); // after the command's own options, which come first in the help
    QStringList words{QStringLiteral("lockscopectl ") + m_command};
    words += arguments;
    if (!m_parser.parse(words))
        return complainUsage(m_command + QStringLiteral(": ") + m_parser.errorText());
    if (m_parser.isSet(help)) {
        // Qt's text has the program's name only; the help must have the command's name too.
        auto text = m_parser.helpText();
        text.replace(QStringLiteral("lockscopectl [options]"),
                     QStringLiteral("lockscopectl %1 [options]").arg(m_command));
        print(text.trimmed());
        return Done;
    }
    if (const auto bad = readSharedOptions(m_parser, context))
        return bad;
    if (const auto bad = applyProfile(context))
        return bad;
    auto servers = zk::parseConnectString(context.connect.toStdString());
    if (!servers)
        return complain(servers.error());
    context.servers = *std::move(servers);
    if (const auto ports = context.adminPorts.size(); ports > 1 && ports != context.servers.servers.size())
        return complainUsage(
            QStringLiteral(
                "invalid --admin-port: %1 ports for %2 servers. Use one port for all servers, or one port per server")
                .arg(ports)
                .arg(context.servers.servers.size()));
    return std::nullopt;
}

} // namespace lockscope::ctl
