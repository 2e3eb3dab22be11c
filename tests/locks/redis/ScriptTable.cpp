// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/locks/redis/ScriptTable.h"

#include "core/locks/redis/scripts/Scripts.h"

#include <QFile>
#include <QMap>

#include <algorithm>

namespace lockscope::scriptTable {

using test::errorIn;
using test::RedisConnection;

namespace {

QByteArrayList wordsOf(const QByteArray& line)
{
    auto words = line.simplified().split(' ');
    for (auto& word : words) {
        if (word == "\"\"")
            word.clear();
    }
    return words;
}

/// As the tables write it.
QByteArray printedValue(const QVariant& value)
{
    if (!value.isValid())
        return "nil";
    if (const auto error = errorIn(value); !error.isEmpty())
        return "error " + error;
    if (value.typeId() != QMetaType::QVariantList)
        return value.toByteArray();
    QByteArrayList items;
    for (const auto& item : value.toList())
        items.append(printedValue(item));
    return '[' + items.join(", ") + ']';
}

/// Callers of scripts read numbers from integer replies only.
bool hasNumberAsText(const QVariant& reply)
{
    if (reply.typeId() == QMetaType::QVariantList) {
        const auto items = reply.toList();
        return std::any_of(items.begin(), items.end(), hasNumberAsText);
    }
    bool isNumber = false;
    reply.toByteArray().toLongLong(&isNumber);
    return isNumber && reply.typeId() == QMetaType::QByteArray;
}

const redis::Script* scriptNamed(const QByteArray& name)
{
    for (const auto* script : locks::scripts::all()) {
        if (script->name() == name.toStdString())
            return script;
    }
    return nullptr;
}

} // namespace

QList<ScriptCase> scriptCases(const QByteArray& file)
{
    QFile table(QString::fromUtf8(file));
    QList<ScriptCase> cases;
    if (!table.open(QIODevice::ReadOnly))
        return cases;
    QMap<QByteArray, QByteArray> abbreviations;
    while (!table.atEnd()) {
        auto line = table.readLine().trimmed();
        if (line.startsWith('#') && cases.isEmpty()) {
            const auto words = line.replace(',', "").split(' ');
            for (auto at = words.indexOf("="); at > 0; at = words.indexOf("=", at + 1))
                abbreviations.insert(words[at - 1], words[at + 1]);
        }
        if (line.isEmpty() || line.startsWith('#'))
            continue;
        for (auto each = abbreviations.cbegin(); each != abbreviations.cend(); ++each)
            line.replace(each.key(), each.value());
        if (line.startsWith("== "))
            cases.append({line.mid(3), {}});
        else
            cases.last().steps.append(line);
    }
    return cases;
}

ScriptRunner::ScriptRunner(int port)
    : m_port(port)
    , m_server(port)
    , m_messages(port)
{
    m_messages.command({"PSUBSCRIBE", "*"});
}

QByteArray ScriptRunner::run(const ScriptCase& test)
{
    m_listeners.clear();
    for (const auto* words : {"CONFIG SET maxmemory 0", "FLUSHALL"})
        m_server.command(wordsOf(words));
    m_start = now();
    for (qsizetype at = 0; at < test.steps.size();) {
        const auto& step = test.steps[at++];
        auto wrong = difference(step);
        QByteArrayList expected;
        while (at < test.steps.size() && test.steps[at].startsWith("-> "))
            expected.append(test.steps[at++].mid(3));
        if (const auto messages = published(); wrong.isEmpty() && messages != expected)
            wrong = "published: " + messages.join("; ");
        if (!wrong.isEmpty())
            return step + "\n  " + wrong;
    }
    return {};
}

QByteArray ScriptRunner::difference(const QByteArray& step)
{
    const auto arrow = step.indexOf("=> ");
    const auto words = wordsOf(arrow < 0 ? step : step.left(arrow));
    if (words[0] == "listen") {
        m_listeners.push_back(std::make_unique<RedisConnection>(m_port));
        return errorIn(m_listeners.back()->command({"SUBSCRIBE", words[1]}));
    }
    const auto isScript = words.contains("|");
    auto reply = isScript ? evaluated(words) : executed(words);
    if (isScript && hasNumberAsText(reply))
        return "a number as text: " + printedValue(reply);
    if (words[0] == "keys") {
        auto keys = reply.toList();
        std::sort(keys.begin(), keys.end(),
                  [](const QVariant& a, const QVariant& b) { return a.toByteArray() < b.toByteArray(); });
        reply = keys;
    }
    if (arrow < 0)
        return errorIn(reply);
    return matches(step.mid(arrow + 3), reply) ? QByteArray() : "actual: " + printedValue(reply);
}

QVariant ScriptRunner::executed(QByteArrayList words)
{
    for (auto& word : words) {
        if (word.startsWith('@'))
            word = QByteArray::number(now() + word.mid(1).toLongLong());
    }
    return m_server.command(words);
}

QVariant ScriptRunner::evaluated(const QByteArrayList& words)
{
    const auto* script = scriptNamed(words[0]);
    if (!script)
        return QVariant::fromValue(test::RedisError{"no such script: " + words[0]});
    const auto bar = words.indexOf("|");
    const auto text = QByteArray::fromStdString(std::string(script->text()));
    return m_server.command(QByteArrayList{"EVAL", text, QByteArray::number(bar - 1)} + words.mid(1, bar - 1) +
                            words.mid(bar + 1));
}

/// All messages until now: the last one is our own.
QByteArrayList ScriptRunner::published()
{
    m_server.command({"PUBLISH", "end of step", ""});
    QByteArrayList messages;
    while (true) {
        const auto message = m_messages.next(); // [pmessage, *, channel, payload]
        const auto parts = message.toList();
        const auto channel = parts.value(2).toByteArray();
        if (channel == "end of step")
            return messages;
        messages.append(parts.size() == 4 ? channel + ' ' + parts[3].toByteArray() : printedValue(message));
        if (parts.size() != 4)
            return messages;
    }
}

qlonglong ScriptRunner::now()
{
    const auto time = m_server.command({"TIME"}).toList();
    return time.value(0).toLongLong() * 1000 + time.value(1).toLongLong() / 1000;
}

bool ScriptRunner::matches(const QByteArray& expected, const QVariant& actual)
{
    if (expected.startsWith("error "))
        return errorIn(actual).contains(expected.mid(6));
    if (expected.startsWith('[') && actual.typeId() == QMetaType::QVariantList) {
        const auto wanted = expected.mid(1, expected.size() - 2).split(',');
        const auto items = actual.toList();
        return wanted.size() == items.size() && std::equal(items.begin(), items.end(), wanted.begin(),
                                                           [this](const QVariant& item, const QByteArray& want) {
                                                               return matches(want.trimmed(), item);
                                                           });
    }
    if (expected.startsWith('~') || expected.startsWith('@') || expected.startsWith('>'))
        return matchesNumber(expected, actual.toLongLong());
    return printedValue(actual) == expected;
}

/// A lease that began during the case has run for at most the time since the case's start; one ms is for rounding.
bool ScriptRunner::matchesNumber(const QByteArray& expected, qlonglong actual)
{
    const auto number = expected.mid(1).toLongLong();
    const auto end = now();
    switch (expected[0]) {
    case '~':
        return actual <= number && actual >= number - (end - m_start) - 1;
    case '@':
        return actual >= m_start + number - 1 && actual <= end + number + 1;
    default:
        return actual > number;
    }
}

} // namespace lockscope::scriptTable
