// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscope/Options.h"

#include "app/OptionDescription.h"
#include "app/StandardOutput.h"
#include "core/connect/ProfileFile.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTextStream>

#include <cstdlib>
#include <vector>

namespace lockscope::app {

using namespace Qt::StringLiterals;

namespace {

[[noreturn]] void refuse(const QString& sentence)
{
    QTextStream(stderr) << u"lockscope: %1\n"_s.arg(sentence);
    std::exit(2);
}

std::optional<ui::ThemeChoice> themeNamed(const QString& name)
{
    if (name == u"dark"_s)
        return ui::ThemeChoice::Dark;
    if (name == u"light"_s)
        return ui::ThemeChoice::Light;
    if (name == u"system"_s)
        return ui::ThemeChoice::System;
    return std::nullopt;
}

std::optional<QSize> sizeNamed(const QString& name)
{
    static const QRegularExpression form(u"^([1-9][0-9]{2,3})x([1-9][0-9]{2,3})$"_s);
    const auto match = form.match(name);
    const QSize size(match.captured(1).toInt(), match.captured(2).toInt());
    constexpr int most = 8'192;
    return match.hasMatch() && size.width() <= most && size.height() <= most ? std::optional(size) : std::nullopt;
}

/// Qt's own functions for this do not report write errors.
[[noreturn]] void printAndExit(const QString& text)
{
    const auto written = writeToStandardOutput(text.toStdString());
    if (!written)
        QTextStream(stderr) << u"lockscope: %1\n"_s.arg(QString::fromStdString(describe(written.error())));
    std::exit(written ? 0 : 1);
}

const auto connectOption = u"connect"_s;
const auto profileOption = u"profile"_s;
const auto rootOption = u"root"_s;
const auto withOption = u"with"_s;
const auto themeOption = u"theme"_s;
const auto languageOption = u"language"_s;
const auto demoOption = u"demo"_s;
const auto screenshotOption = u"screenshot"_s;
const auto forOption = u"for"_s;
const auto sizeOption = u"size"_s;

const auto description = u"Shows which clients hold or wait for locks, since when, and what blocks them."_s;

/// The command line is in English, like that of lockscopectl.
std::vector<OptionDescription> optionDescriptions()
{
    return {
        helpOption(),
        versionOption(),
        {{connectOption},
         u"Servers to connect to at start. %1 Default $LOCKSCOPE_CONNECT."_s.arg(targetForms()),
         u"servers"_s},
        {.names = {profileOption},
         .text = u"Open the saved connection with this name."_s,
         .value = u"name"_s,
         .completion = Completion::Profile},
        {.names = {rootOption}, .text = rootText(), .value = u"path"_s, .isRepeatable = true},
        {.names = {withOption},
         .text = u"Audit log of another server of the same ensemble, opened together with FILE; may be repeated. Each "
                 "server logs only the requests of its own clients."_s,
         .value = u"file"_s,
         .completion = Completion::File,
         .isRepeatable = true},
        {.names = {themeOption},
         .text = u"Theme: %1."_s,
         .value = u"theme"_s,
         .choices = {{u"dark"_s}, {u"light"_s}, {u"system"_s}}},
        {.names = {languageOption},
         .text = u"Language: %1."_s,
         .value = u"language"_s,
         .choices = {{u"en"_s}, {u"zh_CN"_s}, {u"system"_s}}},
        {{demoOption},
         u"Start a sandbox and eight simulated clients that contend for a lock. The next argument may name the "
         u"servers: "
         "zookeeper (default), redis or redlock."_s},
        {.names = {screenshotOption},
         .text = u"Save a screenshot of the window to this file, such as lockscope.png, and exit."_s,
         .value = u"file"_s,
         .completion = Completion::File},
        {{forOption}, u"Seconds to wait before the screenshot, without a unit."_s, u"seconds"_s, u"10"_s},
        {{sizeOption},
         u"Size of the window in the screenshot, in pixels, such as 1024x640. Default 1440x900."_s,
         u"size"_s},
    };
}

ArgumentDescription fileArgument()
{
    return {.name = u"file"_s,
            .syntax = u"[FILE]"_s,
            .text = u"A recording, or the audit log of a ZooKeeper server, to open."_s,
            .completion = Completion::File};
}

void addDescribed(QCommandLineParser& parser)
{
    parser.setApplicationDescription(description);
    for (const auto& option : optionDescriptions())
        parser.addOption(parserOption(option));
    parser.addOption(describeOption());
    const auto file = fileArgument();
    parser.addPositionalArgument(file.name, fullText(file), file.syntax);
}

/// Like `lockscopectl --describe`.
QByteArray describedProgram()
{
    return QJsonDocument(QJsonObject{{u"name"_s, QString()},
                                     {u"description"_s, QJsonArray{description}},
                                     {u"syntax"_s, fileArgument().syntax},
                                     {u"arguments"_s, describedJson(std::vector{fileArgument()})},
                                     {u"options"_s, describedJson(optionDescriptions())}})
        .toJson();
}

/// The servers of --demo: the first argument that is not an option, if it names some, which is then removed.
ui::SandboxServers demoServers(QStringList& arguments)
{
    static const QStringList names{u"zookeeper"_s, u"redis"_s, u"redlock"_s}; // in the order of the values
    const auto place = arguments.isEmpty() ? -1 : names.indexOf(arguments.first());
    if (place < 0)
        return ui::SandboxServers::Ensemble;
    arguments.removeFirst();
    return static_cast<ui::SandboxServers>(place);
}

/// Reads the source of the data: a file, a demo, a saved connection or servers.
void readSource(const QCommandLineParser& parser, Options& options)
{
    auto files = parser.positionalArguments();
    if (parser.isSet(demoOption))
        options.demo = demoServers(files);
    if (files.size() > 1)
        refuse(u"only one file can be opened: remove \"%1\", or add another server's audit log with --with"_s.arg(
            files.at(1)));
    if (files.isEmpty() && parser.isSet(withOption))
        refuse(u"--with opens an audit log together with FILE: add FILE, or remove --with"_s);
    if (!files.isEmpty())
        options.recording = files + parser.values(withOption);
    const bool isConnectSet = parser.isSet(connectOption);
    const auto servers = isConnectSet ? parser.value(connectOption) : qEnvironmentVariable("LOCKSCOPE_CONNECT");
    if (options.demo && isConnectSet)
        refuse(u"--demo starts its own servers: remove --connect"_s);
    if (parser.isSet(profileOption)) {
        if (isConnectSet || parser.isSet(rootOption) || options.demo || !options.recording.isEmpty())
            refuse(u"--profile sets the whole connection: remove --connect, --root, --demo and FILE"_s);
        auto saved = connect::ProfileFile().find(parser.value(profileOption).toStdString());
        if (!saved)
            refuse(QString::fromStdString(describe(saved.error())));
        options.profile = std::move(*saved);
    }
    if (options.demo && !options.recording.isEmpty())
        refuse(u"--demo shows live data: remove --demo or \"%1\""_s.arg(options.recording.first()));
    // $LOCKSCOPE_CONNECT is a default: a file or a saved connection replaces it.
    const bool wantsServers = (options.recording.isEmpty() && !options.profile) || isConnectSet;
    if (!options.demo && !servers.isEmpty() && wantsServers) {
        auto target = ui::parseTarget(servers, parser.values(rootOption));
        if (!target)
            refuse(QString::fromStdString(describe(target.error())));
        options.target = std::move(*target);
    }
    if (parser.isSet(rootOption) && !options.target)
        refuse(u"--root needs servers to search: add --connect SERVERS, or remove --root"_s);
}

void readLook(const QCommandLineParser& parser, Options& options)
{
    if (parser.isSet(themeOption)) {
        options.theme = themeNamed(parser.value(themeOption));
        if (!options.theme)
            refuse(u"unknown theme \"%1\": use dark, light or system"_s.arg(parser.value(themeOption)));
    }
    if (parser.isSet(languageOption)) {
        options.language = ui::languageNamed(parser.value(languageOption));
        if (!options.language)
            refuse(u"unknown language \"%1\": use en, zh_CN or system"_s.arg(parser.value(languageOption)));
    }
}

void readScreenshot(const QCommandLineParser& parser, Options& options)
{
    bool isNumber = false;
    const auto seconds = parser.value(forOption).toDouble(&isNumber);
    if (!isNumber || seconds < 0 || seconds > 3'600)
        refuse(u"invalid --for \"%1\": use a number of seconds from 0 to 3600"_s.arg(parser.value(forOption)));
    const auto size = parser.isSet(sizeOption) ? sizeNamed(parser.value(sizeOption)) : std::optional(QSize());
    if (!size)
        refuse(u"invalid --size \"%1\": use a width and a height of up to 8192 pixels, such as 1024x640"_s.arg(
            parser.value(sizeOption)));
    if (!parser.isSet(screenshotOption)) {
        if (parser.isSet(forOption) || parser.isSet(sizeOption))
            refuse(u"--for and --size need --screenshot: add --screenshot, or remove --for and --size"_s);
        return;
    }
    if (!options.demo && !options.target && !options.profile && options.recording.isEmpty())
        refuse(u"--screenshot needs --demo, --connect SERVERS, --profile NAME, or a FILE"_s);
    options.screenshot = ScreenshotOrder{parser.value(screenshotOption), seconds, options.demo.has_value(),
                                         !options.recording.isEmpty(), *size};
}

} // namespace

Options readOptions(const QStringList& arguments)
{
    QCommandLineParser parser;
    addDescribed(parser);
    if (!parser.parse(arguments))
        refuse(parser.errorText());
    if (parser.isSet(helpOption().names.last()))
        printAndExit(parserHelp(parser, QCoreApplication::applicationName()));
    if (parser.isSet(describeOption().names().constFirst()))
        printAndExit(QString::fromUtf8(describedProgram()));
    if (parser.isSet(versionOption().names.last()))
        printAndExit(u"%1 %2\n"_s.arg(QCoreApplication::applicationName(), QCoreApplication::applicationVersion()));
    Options options;
    readSource(parser, options);
    readLook(parser, options);
    readScreenshot(parser, options);
    return options;
}

} // namespace lockscope::app
