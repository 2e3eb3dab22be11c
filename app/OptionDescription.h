// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// An option or an argument of a program as plain data: the only source for its parser, its help, its manual page and
/// its completions.

#include <QCommandLineOption>
#include <QCommandLineParser>
#include <QJsonArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <vector>

namespace lockscope {

/// What the shells offer for a value without choices.
enum class Completion {
    Nothing,
    File,
    Profile,
    Scenario
};

/// One possible value.
struct Choice {
    QString word;
    QString note{}; ///< follows the word in the text: " (or worse)", " PATH"
};

struct OptionDescription {
    QStringList names; ///< without dashes, the short one first
    QString text;      ///< sentences; "%1" stands for the choices
    QString value{};   ///< the name of its value; empty: the option is a switch
    QString preset{};  ///< the default value, which is added to the text
    std::vector<Choice> choices{};
    Completion completion = Completion::Nothing;
    bool isRepeatable = false;
};

struct ArgumentDescription {
    QString name;
    QString syntax; ///< as in the usage line: "[PATH]"
    QString text;   ///< as of an option
    std::vector<Choice> choices{};
    Completion completion = Completion::Nothing;
};

/// The text with the choices and the default value: "Number of servers: 1 or 3. Default 1."
[[nodiscard]] QString fullText(const OptionDescription& option);
[[nodiscard]] QString fullText(const ArgumentDescription& argument);

[[nodiscard]] QCommandLineOption parserOption(const OptionDescription& option);

/// For packaging/help: {"names": ["-h", "--help"], "text", "value": "" for a switch, "choices": ["word"],
/// "completion": "file", "profile", "scenario" or "", "isRepeatable"}.
[[nodiscard]] QJsonObject describedJson(const OptionDescription& option);
/// Likewise: {"syntax", "name", "text", "choices", "completion"}.
[[nodiscard]] QJsonObject describedJson(const ArgumentDescription& argument);

/// A list of these.
template <typename Described> [[nodiscard]] QJsonArray describedJson(const std::vector<Described>& all)
{
    QJsonArray array;
    for (const auto& one : all)
        array.append(describedJson(one));
    return array;
}

/// Every program has these two, and --describe, which its help does not list: it prints the description as JSON.
[[nodiscard]] OptionDescription helpOption();
[[nodiscard]] OptionDescription versionOption();
[[nodiscard]] QCommandLineOption describeOption();
/// Of the option for the servers to connect to: a sentence with the forms of targets.
[[nodiscard]] QString targetForms();
/// Of the option for where to search.
[[nodiscard]] QString rootText();

/// The parser's help. Its usage line has this name; Qt's has the path with which the program was started.
[[nodiscard]] QString parserHelp(const QCommandLineParser& parser, const QString& program);

} // namespace lockscope
