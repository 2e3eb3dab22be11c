// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Context.h"

#include "app/lockscopectl/Table.h"
#include "core/zk/Path.h"

#include <QJsonDocument>

#include <cstdio>

namespace lockscope::ctl {

namespace {

const QString connectOption = QStringLiteral("connect");
const QString rootOption = QStringLiteral("root");
const QString timeoutOption = QStringLiteral("timeout");
const QString jsonOption = QStringLiteral("json");
const QString adminPortOption = QStringLiteral("admin-port");
const QString noAdminOption = QStringLiteral("no-admin");
const QString noWordsOption = QStringLiteral("no-words");

void write(FILE* stream, const QString& line)
{
    const auto bytes = (line + u'\n').toUtf8();
    std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), stream);
    std::fflush(stream);
}

/// A terminal may take U+009B for the beginning of a command, and U+202E turns text around; JSON leaves both as they
/// are. They can only stand inside of strings, where an escape means the same.
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

} // namespace

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

void print(const QString& text)
{
    write(stdout, text);
}

void printDocument(const QJsonObject& json)
{
    write(stdout, escaped(QJsonDocument(json).toJson(QJsonDocument::Indented).trimmed()));
}

void printLine(const QJsonObject& json)
{
    write(stdout, escaped(QJsonDocument(json).toJson(QJsonDocument::Compact)));
}

void complain(const QString& sentence)
{
    write(stderr, QStringLiteral("lockscopectl: ") + safe(sentence.toStdString()));
}

Exit complain(const Error& error)
{
    if (error.code == ErrorCode::BadArguments && !error.detail.empty()) {
        // The detail says what is wrong; that the request is malformed would not help anybody.
        const auto what = error.path.empty() ? error.operation : error.operation + " " + error.path;
        return complainUsage(QString::fromStdString(what + ": " + error.detail));
    }
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

void addSharedOptions(QCommandLineParser& parser)
{
    parser.addOptions({
        {connectOption,
         QStringLiteral(
             "The ensemble: host[:port][,host[:port]…][/chroot]. Else $LOCKSCOPE_CONNECT, else 127.0.0.1:2181."),
         QStringLiteral("hosts")},
        {rootOption, QStringLiteral("Look for locks at and below this path; may be repeated. Default /."),
         QStringLiteral("path")},
        {timeoutOption, QStringLiteral("How long to wait for the connection, in milliseconds. Default 10000."),
         QStringLiteral("ms")},
        {jsonOption, QStringLiteral("JSON instead of text: one document, or one object a line for streams.")},
        {adminPortOption,
         QStringLiteral("Where the servers' AdminServers listen: one port, or one a server of --connect, with commas. "
                        "Default 8080."),
         QStringLiteral("ports")},
        {noAdminOption, QStringLiteral("Don't ask the AdminServers who owns the sessions.")},
        {noWordsOption, QStringLiteral("Don't ask by four-letter words either.")},
    });
}

std::optional<Exit> readSharedOptions(const QCommandLineParser& parser, Context& context)
{
    if (parser.isSet(connectOption))
        context.connect = parser.value(connectOption);
    if (parser.isSet(jsonOption))
        context.json = true;
    if (parser.isSet(timeoutOption)) {
        bool isNumber = false;
        const auto milliseconds = parser.value(timeoutOption).toInt(&isNumber);
        if (!isNumber || milliseconds <= 0)
            return complainUsage(QStringLiteral("--timeout %1: give a number of milliseconds, such as 5000")
                                     .arg(parser.value(timeoutOption)));
        context.timeout = std::chrono::milliseconds(milliseconds);
    }
    if (parser.isSet(adminPortOption)) {
        context.adminPorts.clear();
        for (const auto& text : parser.value(adminPortOption).split(u',')) {
            const auto port = text.toUShort();
            if (port == 0)
                return complainUsage(QStringLiteral("--admin-port %1: give a port, or one a server, such as 8080,8081")
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
            auto path = zk::checkedPath(root.toStdString());
            if (!path)
                return complain(path.error());
            context.roots.push_back(*std::move(path));
        }
    }
    return std::nullopt;
}

CommandLine::CommandLine(const QString& command, const QString& description)
    : m_command(command)
{
    m_parser.setApplicationDescription(description);
    addSharedOptions(m_parser);
}

std::optional<Exit> CommandLine::parse(const QStringList& arguments, Context& context)
{
    const QCommandLineOption help({QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("This text."));
    m_parser.addOption(help);
    QStringList words{QStringLiteral("lockscopectl ") + m_command};
    words += arguments;
    if (!m_parser.parse(words))
        return complainUsage(m_command + QStringLiteral(": ") + m_parser.errorText());
    if (m_parser.isSet(help)) {
        // Qt's text names the program alone; ours must name the command too.
        auto text = m_parser.helpText();
        text.replace(QStringLiteral("lockscopectl [options]"),
                     QStringLiteral("lockscopectl %1 [options]").arg(m_command));
        print(text.trimmed());
        return Done;
    }
    if (const auto bad = readSharedOptions(m_parser, context))
        return bad;
    auto servers = zk::parseConnectString(context.connect.toStdString());
    if (!servers)
        return complain(servers.error());
    context.servers = *std::move(servers);
    if (const auto ports = context.adminPorts.size(); ports > 1 && ports != context.servers.servers.size())
        return complainUsage(QStringLiteral("--admin-port: %1 ports for %2 servers; give one for all, or one a server")
                                 .arg(ports)
                                 .arg(context.servers.servers.size()));
    return std::nullopt;
}

} // namespace lockscope::ctl
