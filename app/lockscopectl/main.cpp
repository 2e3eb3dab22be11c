// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/StandardOutput.h"
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/HelpText.h"
#include "app/lockscopectl/JsonRecords.h"
#include "app/lockscopectl/SecretInput.h"
#include "app/lockscopectl/Table.h"
#include "core/zk/ZooKeeperClient.h"

#include <QCoreApplication>
#include <QJsonDocument>

namespace {

using namespace lockscope;
using namespace Qt::StringLiterals;

/// The description of the program; its commands are those of the table.
ctl::Command program()
{
    ctl::Command program{
        .name = {},
        .summary = {},
        .description =
            {u"Shows distributed locks on ZooKeeper and Redis: holders, waiters and problems. Releases locks safely."_s,
             u"The options below, except --version, may stand before or after the command."_s},
        .arguments = {{u"command"_s, u"COMMAND [ARGS]"_s, u"Command to run."_s}},
        .options = {helpOption(), versionOption()},
        .exits = {{ctl::Done},
                  {ctl::Failed},
                  {ctl::Usage},
                  {ctl::NoConnection},
                  {ctl::Refused,
                   u"refused: the node was deleted or has changed, or writing is not allowed (see --unlock)"_s},
                  {ctl::Found, u"problems found (findings --fail-on)"_s}},
        .records = ctl::sharedRecords(),
    };
    for (const auto& shared : ctl::sharedOptions())
        program.options.push_back(shared.option);
    for (const auto& command : ctl::commands)
        program.commands.push_back(command());
    return program;
}

QString helpOf(QCommandLineParser& parser, const ctl::Command& program)
{
    parser.setApplicationDescription(
        ctl::wrapped(program.description.join(u'\n') + u"\n\nCommands (each has its own --help):\n"_s +
                     ctl::commandTable(program.commands) + u'\n' + ctl::exitText(program.exits)));
    return parserHelp(parser, u"lockscopectl"_s).trimmed();
}

QString commandNames(const ctl::Command& program)
{
    QStringList names;
    for (const auto& command : program.commands)
        names << command.name;
    return names.join(u", "_s);
}

} // namespace

int main(int argc, char** argv)
{
    occupyStandardDescriptors();
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(u"lockscopectl"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(LOCKSCOPE_VERSION));

    const auto program = ::program();
    QCommandLineParser parser;
    parser.setOptionsAfterPositionalArgumentsMode(QCommandLineParser::ParseAsPositionalArguments);
    for (const auto& option : program.options)
        parser.addOption(parserOption(option));
    const auto describe = describeOption();
    parser.addOption(describe);
    for (const auto& argument : program.arguments)
        parser.addPositionalArgument(argument.name, fullText(argument), argument.syntax);

    if (!parser.parse(QCoreApplication::arguments()))
        return ctl::complainUsage(parser.errorText());
    if (parser.isSet(describe)) {
        ctl::printDocument(describedJson(program));
        return ctl::statusWithOutput(ctl::Done);
    }
    auto words = parser.positionalArguments();
    if (parser.isSet(helpOption().names.last()) || words.value(0) == u"help"_s) {
        ctl::print(helpOf(parser, program));
        return ctl::statusWithOutput(ctl::Done);
    }
    if (parser.isSet(versionOption().names.last())) {
        ctl::print(u"lockscopectl "_s + QCoreApplication::applicationVersion());
        return ctl::statusWithOutput(ctl::Done);
    }
    if (words.isEmpty())
        return ctl::complainUsage(u"the command is missing. Commands: %1"_s.arg(commandNames(program)));

    ctl::Context context;
    ctl::takeSecretsFromEnvironment(context);
    context.connect = qEnvironmentVariableIsEmpty("LOCKSCOPE_CONNECT") ? u"127.0.0.1:2181"_s
                                                                       : qEnvironmentVariable("LOCKSCOPE_CONNECT");
    if (qEnvironmentVariableIsSet("LOCKSCOPE_DEBUG"))
        context.log = Log::toStandardError(LogLevel::Debug);
    zk::setClientLogLevel(context.log.accepts(LogLevel::Debug) ? LogLevel::Info : LogLevel::Warning);
    if (const auto bad = ctl::readSharedOptions(parser, context))
        return *bad;
    const auto name = words.takeFirst();
    for (const auto& command : program.commands) {
        if (name == command.name)
            return ctl::statusWithOutput(runCommand(command, words, std::move(context)));
    }
    return ctl::complainUsage(u"unknown command \"%1\". Commands: %2"_s.arg(name, commandNames(program)));
}
