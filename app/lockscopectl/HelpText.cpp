// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/HelpText.h"

#include "app/lockscopectl/Table.h"

#include <algorithm>
#include <array>

namespace lockscope::ctl {

using namespace Qt::StringLiterals;

namespace {

QString meaningOf(const ExitStatus& exit)
{
    static const std::array usual{u"done"_s,
                                  u"failed"_s,
                                  u"usage error"_s,
                                  u"no connection"_s,
                                  u"refused: writing is not allowed (see --unlock)"_s,
                                  u"problems found"_s};
    return exit.meaning.isEmpty() ? usual.at(exit.status) : exit.meaning;
}

/// The shared options that apply, with dashes.
QStringList commonOptions(const Command& command)
{
    QStringList names;
    for (const auto& shared : sharedOptions()) {
        if ((shared.group & command.shared) != 0)
            names << u"--"_s + shared.option.names.last();
    }
    return names;
}

QString examplesText(const std::vector<Example>& examples)
{
    QStringList lines{u"Examples:"_s};
    for (const auto& example : examples)
        lines << u"  "_s + example.text << u"    lockscopectl "_s + example.words;
    return lines.join(u'\n');
}

QJsonObject recordJson(const JsonRecord& record)
{
    QJsonArray fields;
    for (const auto& field : record.fields)
        fields.append(QJsonObject{{u"name"_s, field.name},
                                  {u"type"_s, field.type},
                                  {u"text"_s, field.text},
                                  {u"isOptional"_s, field.isOptional}});
    return {{u"name"_s, record.name}, {u"text"_s, record.text}, {u"fields"_s, fields}};
}

} // namespace

QString commandTable(const std::vector<Command>& commands)
{
    qsizetype width = 0;
    for (const auto& command : commands)
        width = std::max(width, command.name.size());
    QString text;
    for (const auto& command : commands) {
        if (!command.isHidden)
            text += u"  %1   %2\n"_s.arg(command.name.leftJustified(width), command.summary);
    }
    return text;
}

QString exitText(const std::vector<ExitStatus>& exits)
{
    QStringList texts;
    for (const auto& exit : exits)
        texts << u"%1 %2"_s.arg(exit.status).arg(meaningOf(exit));
    return u"Exit status: "_s + texts.join(u"; "_s) + u'.';
}

QString helpText(const QCommandLineParser& parser, const Command& command)
{
    QStringList parts{parserHelp(parser, u"lockscopectl "_s + command.name).trimmed()};
    if (const auto common = commonOptions(command); !common.isEmpty())
        parts << wrapped(u"Common options (see lockscopectl --help): "_s + common.join(u", "_s) + u'.');
    if (!command.examples.empty())
        parts << examplesText(command.examples);
    if (!command.exits.empty())
        parts << wrapped(exitText(command.exits));
    return parts.join(u"\n\n"_s);
}

QJsonObject describedJson(const Command& command)
{
    QStringList syntax;
    for (const auto& argument : command.arguments)
        syntax << argument.syntax;
    QJsonArray examples;
    for (const auto& example : command.examples)
        examples.append(QJsonObject{{u"text"_s, example.text}, {u"words"_s, example.words}});
    QJsonArray exits;
    for (const auto& exit : command.exits)
        exits.append(QJsonObject{{u"status"_s, exit.status}, {u"meaning"_s, meaningOf(exit)}});
    QJsonArray records;
    for (const auto& record : command.records)
        records.append(recordJson(record));
    QJsonArray commands;
    for (const auto& inner : command.commands) {
        if (!inner.isHidden)
            commands.append(describedJson(inner));
    }
    return {{u"name"_s, command.name},
            {u"summary"_s, command.summary},
            {u"description"_s, QJsonArray::fromStringList(command.description)},
            {u"syntax"_s, syntax.join(u' ')},
            {u"arguments"_s, lockscope::describedJson(command.arguments)},
            {u"options"_s, lockscope::describedJson(command.options)},
            {u"common"_s, QJsonArray::fromStringList(commonOptions(command))},
            {u"examples"_s, examples},
            {u"exits"_s, exits},
            {u"documents"_s, QJsonArray::fromStringList(command.documents)},
            {u"records"_s, records},
            {u"commands"_s, commands}};
}

} // namespace lockscope::ctl
