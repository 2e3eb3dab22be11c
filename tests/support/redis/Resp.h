// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Redis' protocol (RESP2) as a server writes and reads it, and as a test client reads it. Independent of the product's
/// own reader, so that each tests the other. Pure.

#include "core/redis/Value.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lockscope::test {

/// The bytes of a reply.
[[nodiscard]] std::string encodedReply(const redis::Value& value);

/// The value in one line, in the notation of the conformance tables: +OK, -ERR text, :3, "bytes", nil, [:1, "a"]. Bytes
/// that are not printable ASCII, quotes and backslashes are escaped in strings, as is a blank at the end of a status or
/// an error.
[[nodiscard]] std::string printedReply(const redis::Value& value);

/// Takes the replies of a server out of a stream of bytes.
class ReplyReader final {
public:
    void append(std::string_view bytes) { m_bytes += bytes; }
    /// The next complete reply. Without a value: more bytes are needed.
    [[nodiscard]] std::optional<redis::Value> next();
    /// True after bytes that are no RESP2; next() has no value any more.
    [[nodiscard]] bool isBroken() const { return m_broken; }

private:
    [[nodiscard]] std::optional<std::string> line();
    [[nodiscard]] std::optional<redis::Value> value();
    [[nodiscard]] std::optional<redis::Value> bulk(const std::string& size);
    [[nodiscard]] std::optional<redis::Value> array(const std::string& size);

    std::string m_bytes;
    std::size_t m_at = 0;
    bool m_broken = false;
};

/// Takes the commands of a client out of a stream of bytes: arrays of bulk strings, and lines of words.
class RequestReader final {
public:
    void append(std::string_view bytes) { m_bytes += bytes; }
    /// The next complete command, never empty. Without a value: more bytes are needed, or error() is not empty.
    [[nodiscard]] std::optional<redis::Command> next();
    /// Redis' text for bytes that break the protocol, "Protocol error: …"; the connection must be closed.
    [[nodiscard]] const std::string& error() const { return m_error; }

private:
    [[nodiscard]] std::optional<redis::Command> parse();
    [[nodiscard]] std::optional<std::string> line();
    [[nodiscard]] std::optional<std::string> word();

    std::string m_bytes;
    std::size_t m_at = 0;
    std::string m_error;
};

} // namespace lockscope::test
