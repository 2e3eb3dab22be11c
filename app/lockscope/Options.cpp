// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscope/Options.h"

#include "core/connect/ProfileFile.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QRegularExpression>
#include <QTextStream>

#include <cstdlib>

namespace lockscope::app {

using namespace Qt::StringLiterals;

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Options)
};

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

} // namespace

Options readOptions(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(Text::tr("Shows who holds a distributed lock, who waits, since when and why."));
    parser.addHelpOption();
    parser.addVersionOption();
    const QCommandLineOption connect(u"connect"_s, Text::tr("Connect at once; else $LOCKSCOPE_CONNECT."),
                                     u"HOSTS[/chroot]"_s);
    const QCommandLineOption profile(u"profile"_s, Text::tr("Open the connection that is saved by this name."),
                                     u"NAME"_s);
    const QCommandLineOption root(u"root"_s, Text::tr("Look for locks below this path; may be repeated."), u"PATH"_s);
    const QCommandLineOption theme(u"theme"_s, Text::tr("dark, light or system."), u"THEME"_s);
    const QCommandLineOption language(u"language"_s, Text::tr("en, zh_CN or system."), u"LANGUAGE"_s);
    const QCommandLineOption demo(u"demo"_s, Text::tr("Start a sandbox and eight clients that queue for a lock."));
    const QCommandLineOption screenshot(u"screenshot"_s, Text::tr("Save the window as a picture and end."), u"FILE"_s);
    const QCommandLineOption after(u"for"_s, Text::tr("Seconds before the screenshot; default 10."), u"SECONDS"_s,
                                   u"10"_s);
    const QCommandLineOption size(u"size"_s, Text::tr("Of the window in the screenshot, in pixels; default 1440x900."),
                                  u"WxH"_s);
    parser.addOptions({connect, profile, root, theme, language, demo, screenshot, after, size});
    parser.addPositionalArgument(u"file"_s, Text::tr("A recording or an audit log to look at."), u"[FILE]"_s);
    parser.process(arguments);
    const auto files = parser.positionalArguments();
    if (files.size() > 1)
        refuse(Text::tr("one file at a time: leave out %1").arg(files.at(1)));

    Options options;
    options.recording = files.value(0);
    options.demo = parser.isSet(demo);
    const auto servers = parser.isSet(connect) ? parser.value(connect) : qEnvironmentVariable("LOCKSCOPE_CONNECT");
    if (options.demo && parser.isSet(connect))
        refuse(Text::tr("--demo starts servers of its own; leave --connect out"));
    if (parser.isSet(profile)) {
        if (parser.isSet(connect) || parser.isSet(root) || options.demo || !options.recording.isEmpty())
            refuse(Text::tr("--profile says all of the connection; leave --connect, --root, --demo and a FILE out"));
        auto saved = connect::ProfileFile().find(parser.value(profile).toStdString());
        if (!saved)
            refuse(QString::fromStdString(describe(saved.error())));
        options.profile = std::move(*saved);
    }
    if (options.demo && !options.recording.isEmpty())
        refuse(Text::tr("--demo shows what happens now; leave it or %1 out").arg(options.recording));
    // Whoever opens a file wants to see it; what the environment says is for when they want an ensemble.
    const bool wantsServers = (options.recording.isEmpty() && !options.profile) || parser.isSet(connect);
    if (!options.demo && !servers.isEmpty() && wantsServers) {
        auto target = ui::parseTarget(servers, parser.values(root));
        if (!target)
            refuse(QString::fromStdString(describe(target.error())));
        options.target = std::move(*target);
    }
    if (parser.isSet(theme)) {
        options.theme = themeNamed(parser.value(theme));
        if (!options.theme)
            refuse(Text::tr("there is no theme %1; choose dark, light or system").arg(parser.value(theme)));
    }
    if (parser.isSet(language)) {
        options.language = ui::languageNamed(parser.value(language));
        if (!options.language)
            refuse(Text::tr("there is no language %1; choose en, zh_CN or system").arg(parser.value(language)));
    }
    bool isNumber = false;
    const auto seconds = parser.value(after).toDouble(&isNumber);
    if (!isNumber || seconds < 0 || seconds > 3'600)
        refuse(Text::tr("--for takes seconds, 0 to 3600, not %1").arg(parser.value(after)));
    if (parser.isSet(screenshot) && !options.demo && !options.target && !options.profile && options.recording.isEmpty())
        refuse(Text::tr("--screenshot needs --demo, --connect HOSTS, --profile NAME, or a FILE"));
    const auto wanted = parser.isSet(size) ? sizeNamed(parser.value(size)) : std::optional(QSize());
    if (!wanted)
        refuse(Text::tr("--size takes a width and a height of up to 8192 pixels, such as 1024x640, not %1")
                   .arg(parser.value(size)));
    if (parser.isSet(screenshot))
        options.screenshot =
            ScreenshotOrder{parser.value(screenshot), seconds, options.demo, !options.recording.isEmpty(), *wanted};
    return options;
}

} // namespace lockscope::app
