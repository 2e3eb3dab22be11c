// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QTcpSocket>
#include <QVariant>

#include <optional>

namespace lockscope::test {

/// An error reply such as "WRONGTYPE Operation against …", or the reason why there is no reply, which starts with
/// "no reply: ".
struct RedisError {
    QByteArray text;

    friend bool operator==(const RedisError&, const RedisError&) = default;
};

/// The error in a reply; empty if it is none.
[[nodiscard]] QByteArray errorIn(const QVariant& reply);

/// A connection to a real Redis server, with a parser of its own: the product's client is not involved. Blocks.
/// A reply is a QByteArray (text), a qlonglong (number), a QVariantList (array), a RedisError, or an invalid QVariant
/// (nil). Thread: the one that created it; needs no event loop.
class RedisConnection final {
public:
    static constexpr int defaultLimitMs = 30'000;

    /// Connects to 127.0.0.1. If it cannot, each call returns an error.
    explicit RedisConnection(int port, int limitMs = defaultLimitMs);

    /// Sends a command and returns its reply.
    QVariant command(const QByteArrayList& words, int limitMs = defaultLimitMs);

    /// The two halves of command(): for pipelining, for BLPOP and the like.
    void send(const QByteArrayList& words);
    /// The next reply or, after SUBSCRIBE, the next message: ["message", channel, payload]. An error if there is none
    /// within the limit.
    [[nodiscard]] QVariant next(int limitMs = defaultLimitMs);

    /// False after the server has closed the connection.
    [[nodiscard]] bool isConnected();

private:
    /// One reply from `at` on, which moves behind it; nothing if it is not complete yet.
    [[nodiscard]] std::optional<QVariant> parsed(qsizetype& at) const;
    [[nodiscard]] std::optional<QVariant> parsedText(qsizetype& at, qsizetype length) const;
    [[nodiscard]] std::optional<QVariant> parsedArray(qsizetype& at, qsizetype count) const;

    QTcpSocket m_socket;
    QByteArray m_received;
};

} // namespace lockscope::test

Q_DECLARE_METATYPE(lockscope::test::RedisError)
