// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The tables of this folder (*.table, README.md): commands, and the replies that Redis servers give. Pure.

#include "core/redis/Value.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <vector>

namespace lockscope::test {

/// A version of Redis, without the patch: {7, 0}.
struct RedisVersion {
    int major = 0;
    int minor = 0;

    friend auto operator<=>(const RedisVersion&, const RedisVersion&) = default;
};

/// "7.0", "7.0.15". Without a value: it is none.
[[nodiscard]] std::optional<RedisVersion> parseVersion(const QByteArray& text);

struct ConformanceStep {
    enum class Kind {
        Send,    ///< a command, which has a reply
        Read,    ///< one more reply or message
        AwaitEnd ///< waits until a key has expired
    };
    struct Reply {
        std::optional<RedisVersion> version; ///< none: the reply of 7.0
        QByteArray text;                     ///< printed; /regular expression/; or "sorted" and an array
    };

    Kind kind = Kind::Send;
    int line = 0;
    char connection = 'a';
    QByteArray source;    ///< the step as it is written
    redis::Command words; ///< the command, or the key
    std::vector<Reply> replies;

    /// The reply of a server of this version: the one for it, or that of the newest older version since 7.0.
    [[nodiscard]] QByteArray expected(RedisVersion version) const;
};

struct ConformanceSequence {
    QByteArray file;
    QByteArray name;
    RedisVersion since;
    std::vector<ConformanceStep> steps;
};

/// Reads one table. An error names the line.
[[nodiscard]] std::optional<QString> readTable(const QString& path, std::vector<ConformanceSequence>& sequences);

/// Whether a printed reply is the expected one.
[[nodiscard]] bool isExpected(const QByteArray& expected, const redis::Value& reply);

} // namespace lockscope::test
