// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/OptionDescription.h"

#include <QCoreApplication>

namespace lockscope {

using namespace Qt::StringLiterals;

namespace {

/// "a, b or c"
QString listed(const std::vector<Choice>& choices)
{
    QStringList words;
    for (const auto& choice : choices)
        words << choice.word + choice.note;
    const auto last = words.takeLast();
    return words.isEmpty() ? last : words.join(u", "_s) + u" or "_s + last;
}

QString withChoices(const QString& text, const std::vector<Choice>& choices)
{
    return choices.empty() ? text : text.arg(listed(choices));
}

QJsonArray wordsJson(const std::vector<Choice>& choices)
{
    QJsonArray words;
    for (const auto& choice : choices)
        words.append(choice.word);
    return words;
}

QString word(Completion completion)
{
    switch (completion) {
    case Completion::Nothing:
        break;
    case Completion::File:
        return u"file"_s;
    case Completion::Profile:
        return u"profile"_s;
    case Completion::Scenario:
        return u"scenario"_s;
    }
    return {};
}

} // namespace

QString fullText(const OptionDescription& option)
{
    const auto text = withChoices(option.text, option.choices);
    return option.preset.isEmpty() ? text : text + u" Default %1."_s.arg(option.preset);
}

QString fullText(const ArgumentDescription& argument)
{
    return withChoices(argument.text, argument.choices);
}

QCommandLineOption parserOption(const OptionDescription& option)
{
    return {option.names, fullText(option), option.value, option.preset};
}

QJsonObject describedJson(const OptionDescription& option)
{
    QJsonArray names;
    for (const auto& name : option.names)
        names.append((name.size() == 1 ? u"-"_s : u"--"_s) + name);
    return {{u"names"_s, names},
            {u"text"_s, fullText(option)},
            {u"value"_s, option.value},
            {u"choices"_s, wordsJson(option.choices)},
            {u"completion"_s, word(option.completion)},
            {u"isRepeatable"_s, option.isRepeatable}};
}

QJsonObject describedJson(const ArgumentDescription& argument)
{
    return {{u"name"_s, argument.name},
            {u"syntax"_s, argument.syntax},
            {u"text"_s, fullText(argument)},
            {u"choices"_s, wordsJson(argument.choices)},
            {u"completion"_s, word(argument.completion)}};
}

OptionDescription helpOption()
{
    return {{u"h"_s, u"help"_s}, u"Show this help."_s};
}

OptionDescription versionOption()
{
    return {{u"v"_s, u"version"_s}, u"Show the version."_s};
}

QCommandLineOption describeOption()
{
    QCommandLineOption option(u"describe"_s);
    option.setFlags(QCommandLineOption::HiddenFromHelp);
    return option;
}

QString targetForms()
{
    return u"ZooKeeper: host[:port][,host[:port]…][/chroot]. Redis: redis://[user@]host[:port][/db], "
           "redis+sentinel://host[:port][,…]/master, redis+cluster://host[:port][,…] or "
           "redlock://host[:port],host[:port],…; with TLS rediss://, rediss+sentinel://, rediss+cluster:// or "
           "redlocks://."_s;
}

QString rootText()
{
    return u"Search for locks at and below this path; may be repeated. Default /. Redis: only locks whose names begin "
           "with this text, and token locks among them. Default: all locks of Redisson."_s;
}

QString parserHelp(const QCommandLineParser& parser, const QString& program)
{
    const auto usage = u"Usage: "_s;
    auto text = parser.helpText();
    return text.replace(usage + QCoreApplication::arguments().constFirst(), usage + program);
}

} // namespace lockscope
