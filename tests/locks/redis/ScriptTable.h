// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/RedisConnection.h"

#include <QByteArray>
#include <QByteArrayList>
#include <QList>

#include <memory>

namespace lockscope::scriptTable {

/// One case of a table in tests/locks/redis/scripts: "== what it shows", and its steps.
struct ScriptCase {
    QByteArray name;
    QByteArrayList steps;
};

/// The cases of a file; the abbreviations of its second comment (%C = …) are replaced. A line is a comment (#) or a
/// step:
///   LockAcquire L | 60000 a:1 => nil     a script with its keys, its arguments and its reply
///   pttl L => ~60000                     a command; without "=>" any reply that is no error
///   -> CHANNEL MESSAGE                   published by the script before; each message is listed, so none means none
///   listen CHANNEL                       another client subscribes
/// Words end at spaces; "" is the empty one. In a command "@N" is the epoch ms of the server's clock plus N. Values:
/// nil, a number, text, [a, b], "error WORD", and for numbers ~N: N ms at the start of the case, less by now; @N: epoch
/// ms, N ms after the time of a step; >N: more than N.
[[nodiscard]] QList<ScriptCase> scriptCases(const QByteArray& file);

/// Runs cases on a real server with the scripts' text, and compares what the server then has.
class ScriptRunner final {
public:
    explicit ScriptRunner(int port);

    /// Starts with an empty server. Returns the first difference; empty if there is none.
    [[nodiscard]] QByteArray run(const ScriptCase& test);
    QVariant command(const QByteArrayList& words) { return m_server.command(words); }

private:
    [[nodiscard]] QByteArray difference(const QByteArray& step);
    [[nodiscard]] QVariant executed(QByteArrayList words);
    [[nodiscard]] QVariant evaluated(const QByteArrayList& words);
    [[nodiscard]] QByteArrayList published();
    [[nodiscard]] qlonglong now();
    [[nodiscard]] bool matches(const QByteArray& expected, const QVariant& actual);
    [[nodiscard]] bool matchesNumber(const QByteArray& expected, qlonglong actual);

    int m_port;
    test::RedisConnection m_server;
    test::RedisConnection m_messages;
    std::vector<std::unique_ptr<test::RedisConnection>> m_listeners;
    qlonglong m_start = 0;
};

} // namespace lockscope::scriptTable
