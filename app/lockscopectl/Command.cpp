// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Command.h"

#include "app/lockscopectl/HelpText.h"
#include "app/lockscopectl/Table.h"

namespace lockscope::ctl {

using namespace Qt::StringLiterals;

int runCommand(const Command& command, const QStringList& arguments, Context context)
{
    for (const auto& inner : command.commands) {
        if (inner.name == command.name + u' ' + arguments.value(0))
            return runCommand(inner, arguments.mid(1), std::move(context));
    }
    QCommandLineParser parser;
    auto description = command.description.join(u'\n');
    if (!command.commands.empty())
        description += u"\n\nCommands (each has its own --help):\n"_s + commandTable(command.commands).chopped(1);
    parser.setApplicationDescription(wrapped(description));
    for (const auto& option : command.options)
        parser.addOption(parserOption(option));
    parser.addOption(parserOption(helpOption()));
    for (const auto& shared : sharedOptions()) {
        auto option = parserOption(shared.option);
        option.setFlags(QCommandLineOption::HiddenFromHelp); // helpText() names those that apply
        parser.addOption(option);
    }
    for (const auto& argument : command.arguments)
        parser.addPositionalArgument(argument.name, fullText(argument), argument.syntax);
    if (!parser.parse(QStringList{u"lockscopectl "_s + command.name} + arguments))
        return complainUsage(command.name + u": "_s + parser.errorText());
    if (parser.isSet(helpOption().names.last())) {
        print(helpText(parser, command));
        return Done;
    }
    if (const auto bad = readSharedOptions(parser, context))
        return *bad;
    if (const auto bad = finishSharedOptions(command.name, command.shared, context))
        return *bad;
    return command.run(std::move(context), parser);
}

} // namespace lockscope::ctl
