// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The values of Redis' protocol (RESP2), binary-safe. Pure.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::redis {

/// A reply of a server. Owns its bytes.
class Value final {
public:
    enum class Kind {
        Nil,
        Integer,
        String, ///< a bulk string, any bytes
        Status, ///< such as "OK"
        Error,  ///< such as "WRONGTYPE Operation against a key …"
        Array,
    };

    Value() = default; ///< nil
    [[nodiscard]] static Value integer(std::int64_t number);
    [[nodiscard]] static Value string(std::string bytes);
    [[nodiscard]] static Value status(std::string word);
    [[nodiscard]] static Value error(std::string text);
    [[nodiscard]] static Value array(std::vector<Value> items);

    [[nodiscard]] Kind kind() const { return m_kind; }
    [[nodiscard]] bool isNil() const { return m_kind == Kind::Nil; }
    [[nodiscard]] bool isError() const { return m_kind == Kind::Error; }
    [[nodiscard]] bool isStatus(std::string_view word) const { return m_kind == Kind::Status && m_text == word; }
    /// The number of an Integer; otherwise 0.
    [[nodiscard]] std::int64_t number() const { return m_number; }
    /// The bytes of a String, Status or Error; otherwise empty.
    [[nodiscard]] const std::string& text() const { return m_text; }
    /// The items of an Array; otherwise empty.
    [[nodiscard]] const std::vector<Value>& items() const { return m_items; }
    /// The code of an Error, its first word: "NOSCRIPT", "MOVED"; otherwise empty.
    [[nodiscard]] std::string_view errorCode() const;

    friend bool operator==(const Value&, const Value&) = default;

private:
    Kind m_kind = Kind::Nil;
    std::int64_t m_number = 0;
    std::string m_text;
    std::vector<Value> m_items;
};

/// For logs and test failures: '["OK", 3, nil]'. Bytes that are not printable ASCII are escaped.
[[nodiscard]] std::string toString(const Value& value);

/// The words of a command: its name and its arguments, any bytes.
using Command = std::vector<std::string>;

/// The command in the form in which it is sent.
[[nodiscard]] std::string encoded(const Command& command);

} // namespace lockscope::redis
