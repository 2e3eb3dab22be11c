// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/StandardOutput.h"
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/SecretInput.h"
#include "app/lockscopectl/Table.h"
#include "core/zk/ZooKeeperClient.h"

#include <QCoreApplication>

namespace {

using namespace lockscope;

QString commandTable()
{
    auto text = QStringLiteral("Commands (each has its own --help):\n");
    for (const auto& command : ctl::commands)
        text += QStringLiteral("  %1 %2\n").arg(QLatin1String(command.name), -10).arg(QLatin1String(command.summary));
    return text +
           QStringLiteral(
               "\nExit status: 0 done; 1 failed; 2 usage; 3 no connection; 4 refused: the node has changed, or the "
               "connection is read-only; 5 findings.");
}

QString commandNames()
{
    QStringList names;
    for (const auto& command : ctl::commands)
        names << QLatin1String(command.name);
    return names.join(QStringLiteral(", "));
}

} // namespace

int main(int argc, char** argv)
{
    occupyStandardDescriptors();
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("lockscopectl"));
    QCoreApplication::setApplicationVersion(QStringLiteral(LOCKSCOPE_VERSION));

    QCommandLineParser parser;
    parser.setApplicationDescription(ctl::wrapped(
        QStringLiteral(
            "Shows distributed locks on ZooKeeper: holders, waiters and problems. Releases locks safely.\n\n") +
        commandTable()));
    parser.setOptionsAfterPositionalArgumentsMode(QCommandLineParser::ParseAsPositionalArguments);
    const QCommandLineOption help({QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("Show this help."));
    const QCommandLineOption version({QStringLiteral("v"), QStringLiteral("version")},
                                     QStringLiteral("Show the version."));
    parser.addOptions({help, version});
    ctl::addSharedOptions(parser);
    parser.addPositionalArgument(QStringLiteral("command"), QStringLiteral("Command to run."),
                                 QStringLiteral("COMMAND [ARGS]"));

    if (!parser.parse(QCoreApplication::arguments()))
        return ctl::complainUsage(parser.errorText());
    const bool asksForHelp = parser.positionalArguments().value(0) == u"help";
    if (parser.isSet(help) || asksForHelp) {
        ctl::print(parser.helpText().trimmed());
        return ctl::statusWithOutput(ctl::Done);
    }
    if (parser.isSet(version)) {
        ctl::print(QStringLiteral("lockscopectl ") + QCoreApplication::applicationVersion());
        return ctl::statusWithOutput(ctl::Done);
    }
    auto words = parser.positionalArguments();
    if (words.isEmpty())
        return ctl::complainUsage(QStringLiteral("the command is missing. Commands: %1").arg(commandNames()));

    ctl::Context context;
    ctl::takeSecretsFromEnvironment(context);
    context.connect = qEnvironmentVariableIsEmpty("LOCKSCOPE_CONNECT") ? QStringLiteral("127.0.0.1:2181")
                                                                       : qEnvironmentVariable("LOCKSCOPE_CONNECT");
    if (qEnvironmentVariableIsSet("LOCKSCOPE_DEBUG"))
        context.log = Log::toStandardError(LogLevel::Debug);
    zk::setClientLogLevel(context.log.accepts(LogLevel::Debug) ? LogLevel::Info : LogLevel::Warning);
    if (const auto bad = ctl::readSharedOptions(parser, context))
        return *bad;
    const auto name = words.takeFirst();
    for (const auto& command : ctl::commands) {
        if (name == QLatin1String(command.name))
            return ctl::statusWithOutput(command.run(std::move(context), words));
    }
    return ctl::complainUsage(QStringLiteral("unknown command \"%1\". Commands: %2").arg(name, commandNames()));
}
