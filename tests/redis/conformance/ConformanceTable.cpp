// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/redis/conformance/ConformanceTable.h"

#include "tests/support/Printed.h"
#include "tests/support/redis/Resp.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace lockscope::test {

namespace {

using Kind = ConformanceStep::Kind;

QString problem(const QString& path, int line, const char* what)
{
    return QStringLiteral("%1:%2: %3").arg(path).arg(line).arg(QLatin1StringView(what));
}

/// The byte of an escape after its backslash at `at`, which moves behind it.
char unescaped(const QByteArray& text, qsizetype& at)
{
    const char kind = text.at(at++);
    if (kind == 'x') {
        at += 2;
        return static_cast<char>(text.mid(at - 2, 2).toInt(nullptr, 16));
    }
    return kind == 'n' ? '\n' : kind == 'r' ? '\r' : kind == 't' ? '\t' : kind;
}

/// The words of a command as redis-cli reads them: quoted words have escapes.
std::optional<redis::Command> wordsIn(const QByteArray& text)
{
    redis::Command words;
    for (qsizetype at = 0; at < text.size();) {
        if (text.at(at) == ' ') {
            ++at;
            continue;
        }
        std::string word;
        if (text.at(at) != '"') {
            const auto end = text.indexOf(' ', at);
            word = text.mid(at, end < 0 ? -1 : end - at).toStdString();
            at = end < 0 ? text.size() : end;
        } else {
            ++at;
            while (at < text.size() && text.at(at) != '"') {
                const char byte = text.at(at++);
                word += byte == '\\' && at < text.size() ? unescaped(text, at) : byte;
            }
            if (at++ >= text.size())
                return std::nullopt;
        }
        words.push_back(std::move(word));
    }
    return words;
}

ConformanceSequence sequenceNamed(const QByteArray& file, QByteArray name)
{
    ConformanceSequence sequence{.file = file, .name = name, .since = {}, .steps = {}};
    static const QRegularExpression since(QStringLiteral(R"(^(.*) \(since ([\d.]+)\)$)"));
    if (const auto match = since.match(QString::fromUtf8(name)); match.hasMatch()) {
        sequence.name = match.captured(1).toUtf8();
        sequence.since = parseVersion(match.captured(2).toUtf8()).value_or(RedisVersion());
    }
    return sequence;
}

/// Without a value: the line is no step.
std::optional<ConformanceStep> stepIn(const QByteArray& line, int number)
{
    static const QRegularExpression form(QStringLiteral(R"(^([a-z]?)(>|<)(?: (.*))?$)"));
    ConformanceStep step;
    step.line = number;
    step.source = line;
    QByteArray rest;
    if (line.startsWith("gone ")) {
        step.kind = Kind::AwaitEnd;
        rest = line.mid(5);
    } else if (const auto match = form.match(QString::fromUtf8(line)); match.hasMatch()) {
        step.kind = match.captured(2) == QLatin1Char('>') ? Kind::Send : Kind::Read;
        if (!match.captured(1).isEmpty())
            step.connection = match.captured(1).front().toLatin1();
        rest = match.captured(3).toUtf8();
    } else {
        return std::nullopt;
    }
    const auto words = wordsIn(rest);
    if (!words || (words->empty() != (step.kind == Kind::Read)))
        return std::nullopt;
    step.words = *words;
    return step;
}

ConformanceStep::Reply replyIn(const QByteArray& line)
{
    const auto bar = line.indexOf("| ");
    const auto version = bar > 0 ? parseVersion(line.left(bar)) : std::nullopt;
    return {version, version ? line.mid(bar + 2) : line};
}

redis::Value sortedItems(const redis::Value& reply)
{
    auto items = reply.items();
    std::sort(items.begin(), items.end(),
              [](const redis::Value& a, const redis::Value& b) { return a.text() < b.text(); });
    return redis::Value::array(std::move(items));
}

} // namespace

std::optional<RedisVersion> parseVersion(const QByteArray& text)
{
    const auto parts = text.split('.');
    if (parts.size() < 2)
        return std::nullopt;
    bool isMajor = false;
    bool isMinor = false;
    const RedisVersion version{parts.at(0).toInt(&isMajor), parts.at(1).toInt(&isMinor)};
    return isMajor && isMinor ? std::optional(version) : std::nullopt;
}

QByteArray ConformanceStep::expected(RedisVersion version) const
{
    constexpr RedisVersion base{7, 0};
    const Reply* best = nullptr;
    for (const Reply& reply : replies) {
        const auto from = reply.version.value_or(base);
        const bool fits = from == version || (from >= base && from <= version);
        if (fits && (!best || from > best->version.value_or(base)))
            best = &reply;
    }
    return best ? best->text : replies.front().text;
}

std::optional<QString> readTable(const QString& path, std::vector<ConformanceSequence>& sequences)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return problem(path, 0, "cannot be read");
    const auto name = QFileInfo(path).completeBaseName().toUtf8();
    const auto before = sequences.size();
    int number = 0;
    for (const QByteArray& line : file.readAll().split('\n')) {
        ++number;
        if (line.isEmpty() || line.startsWith('#'))
            continue;
        if (line.startsWith("== ")) {
            sequences.push_back(sequenceNamed(name, line.mid(3)));
            continue;
        }
        if (sequences.size() == before)
            return problem(path, number, "stands before the first sequence");
        auto& steps = sequences.back().steps;
        if (auto step = stepIn(line, number))
            steps.push_back(std::move(*step));
        else if (steps.empty() || steps.back().kind == Kind::AwaitEnd)
            return problem(path, number, "is no step");
        else
            steps.back().replies.push_back(replyIn(line));
    }
    for (auto i = before; i < sequences.size(); ++i) {
        for (const ConformanceStep& step : sequences[i].steps) {
            if (step.kind != Kind::AwaitEnd && (step.replies.empty() || step.replies.front().version))
                return problem(path, step.line, "has no reply of 7.0");
        }
    }
    return std::nullopt;
}

bool isExpected(const QByteArray& expected, const redis::Value& reply)
{
    if (expected.startsWith('/') && expected.endsWith('/')) {
        const auto pattern = QString::fromUtf8(expected.mid(1, expected.size() - 2));
        const QRegularExpression regular(QRegularExpression::anchoredPattern(pattern));
        return regular.isValid() && regular.match(QString::fromStdString(printedReply(reply))).hasMatch();
    }
    if (expected.startsWith("sorted "))
        return printed(printedReply(sortedItems(reply))) == expected.mid(7);
    return printed(printedReply(reply)) == expected;
}

} // namespace lockscope::test
