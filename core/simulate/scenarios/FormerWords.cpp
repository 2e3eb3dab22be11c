// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/scenarios/FormerWords.h"

#include "core/base/Phrase.h"

#include <QRegularExpression>

#include <span>

namespace lockscope::console {

namespace {

constexpr qsizetype longestReported = 256;

/// A pattern, and the fields to write instead: "\1" is the first group, "@" the fields of the target in it.
struct Rule {
    const char* words;
    const char* fields;
};

constexpr Rule targetRules[] = {
    {"the holder", R"("role": "holder")"},
    {"the first waiter", R"("role": "first-waiter")"},
    {"the leader", R"("role": "leader")"},
    {"a follower", R"("role": "follower")"},
    {"somebody", R"("who": "everybody", "count": 1)"},
    {R"(server (\d+))", R"("server": \1)"},
    {R"((\d+) of ([\w.-]+))", R"("who": "\2", "count": \1)"},
    {R"(half of ([\w.-]+))", R"("who": "\1", "oneIn": 2)"},
    {R"(a third of ([\w.-]+))", R"("who": "\1", "oneIn": 3)"},
    {R"(a quarter of ([\w.-]+))", R"("who": "\1", "oneIn": 4)"},
    {R"(a tenth of ([\w.-]+))", R"("who": "\1", "oneIn": 10)"},
    {R"(([\w.-]+))", R"("who": "\1")"},
};

constexpr Rule conditionRules[] = {
    {R"((.+) saw (\w+))", R"({@, "event": "\2"})"},
    {R"((.+) saw (\w+) (\d+) times)", R"({@, "event": "\2", "times": \3})"},
    {"(.+) really (hold|wait|queue)s?", R"({@, "actual": "\2ing"})"},
    {"(.+) really gone", R"({@, "actual": "gone"})"},
    {"(.+) (hold|wait)s?", R"({@, "state": "\2ing"})"},
    {"(.+?) (?:is |are |has |have )?(idle|suspended|paused|careless|ended|started)", R"({@, "state": "\2"})"},
    {"inspector shows ([a-z-]+)", R"({"finding": "\1"})"},
    {"inspector shows no ([a-z-]+)", R"({"finding": "\1", "shown": "no"})"},
    {"inspector showed ([a-z-]+)", R"({"finding": "\1", "shown": "ever"})"},
    {"inspector never showed ([a-z-]+)", R"({"finding": "\1", "shown": "never"})"},
    {"servers serves?", R"({"serving": true})"},
    {R"(server (\d) serves?)", R"({"serving": true, "server": \1})"},
    {R"(server (\d) (?:is )?down)", R"({"serving": false, "server": \1})"},
    {R"((\w+) *([<>!]?=|[<>]) *(-?[\d.]+))", R"({"measure": "\1", "\2": \3})"},
    {R"((\w+) of ([\w.-]+) *([<>!]?=|[<>]) *(-?[\d.]+))", R"({"measure": "\1", "who": "\2", "\3": \4})"},
};

/// Empty: no rule matches these words.
QString rewritten(const QString& words, std::span<const Rule> rules)
{
    for (const Rule& rule : rules) {
        const QRegularExpression expression(QRegularExpression::anchoredPattern(QLatin1StringView(rule.words)));
        const auto match = expression.match(words);
        if (!match.hasMatch())
            continue;
        QString fields = QString(words).replace(expression, QLatin1StringView(rule.fields));
        if (!fields.contains(u'@'))
            return fields;
        const QString target = rewritten(match.captured(1), targetRules);
        return target.isEmpty() ? QString() : fields.replace(u'@', target);
    }
    return {};
}

} // namespace

std::string insteadOfCondition(const QString& words)
{
    const QString json = words.size() > longestReported ? QString() : rewritten(words, conditionRules);
    if (json.isEmpty())
        return phrase("a condition must be an object such as {\"who\": \"worker-1\", \"state\": \"holding\"}. "
                      "lockscopectl run --help shows where its fields are described");
    return phrase("a condition must be an object: write %1 instead of \"%2\"", json, words);
}

std::optional<std::string> insteadOfTarget(const std::string& words)
{
    if (words.find(' ') == std::string::npos && words != "somebody")
        return std::nullopt; // one word is a name: most are, and compiling the patterns takes its time
    const std::span rules(targetRules);
    const QString fields = rewritten(QString::fromStdString(words), rules.first(rules.size() - 1));
    if (fields.isEmpty())
        return std::nullopt;
    return phrase(R"("who" takes only a name: write %1 instead of "who": "%2")", fields, words);
}

} // namespace lockscope::console
