// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/Value.h"

#include <array>
#include <charconv>
#include <cstddef>
#include <utility>

namespace lockscope::redis {

namespace {

void appendNumber(std::string& text, std::int64_t number)
{
    std::array<char, 20> digits{}; // of the lowest number, with its sign
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    text.append(digits.data(), end);
}

void appendQuoted(std::string& text, std::string_view bytes)
{
    constexpr std::string_view hexDigits = "0123456789abcdef";
    text += '"';
    for (const char c : bytes) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            text += '\\';
            text += c;
        } else if (c == '\n') {
            text += "\\n";
        } else if (c == '\r') {
            text += "\\r";
        } else if (code < 0x20 || code > 0x7e) {
            text += "\\x";
            text += hexDigits[code >> 4];
            text += hexDigits[code & 0xf];
        } else {
            text += c;
        }
    }
    text += '"';
}

void appendValue(std::string& text, const Value& value)
{
    switch (value.kind()) {
    case Value::Kind::Nil:
        text += "nil";
        break;
    case Value::Kind::Integer:
        appendNumber(text, value.number());
        break;
    case Value::Kind::String:
    case Value::Kind::Status:
        appendQuoted(text, value.text());
        break;
    case Value::Kind::Error:
        text += "error ";
        appendQuoted(text, value.text());
        break;
    case Value::Kind::Array:
        text += '[';
        for (const auto& item : value.items()) {
            if (&item != &value.items().front())
                text += ", ";
            appendValue(text, item);
        }
        text += ']';
        break;
    }
}

/// "*2" or "$5", and the end of the line.
void appendEncodedHeader(std::string& bytes, char type, std::size_t count)
{
    bytes += type;
    appendNumber(bytes, static_cast<std::int64_t>(count));
    bytes += "\r\n";
}

} // namespace

Value Value::integer(std::int64_t number)
{
    Value value;
    value.m_kind = Kind::Integer;
    value.m_number = number;
    return value;
}

Value Value::string(std::string bytes)
{
    Value value;
    value.m_kind = Kind::String;
    value.m_text = std::move(bytes);
    return value;
}

Value Value::status(std::string word)
{
    Value value;
    value.m_kind = Kind::Status;
    value.m_text = std::move(word);
    return value;
}

Value Value::error(std::string text)
{
    Value value;
    value.m_kind = Kind::Error;
    value.m_text = std::move(text);
    return value;
}

Value Value::array(std::vector<Value> items)
{
    Value value;
    value.m_kind = Kind::Array;
    value.m_items = std::move(items);
    return value;
}

std::string_view Value::errorCode() const
{
    if (m_kind != Kind::Error)
        return {};
    const std::string_view text = m_text;
    return text.substr(0, text.find(' '));
}

std::string toString(const Value& value)
{
    std::string text;
    appendValue(text, value);
    return text;
}

std::string encoded(const Command& command)
{
    constexpr std::size_t longestHeader = 1 + 20 + 2;
    constexpr std::size_t usualHeader = 1 + 3 + 2;
    std::size_t size = longestHeader;
    for (const auto& word : command)
        size += usualHeader + word.size() + 2;

    std::string bytes;
    bytes.reserve(size);
    appendEncodedHeader(bytes, '*', command.size());
    for (const auto& word : command) {
        appendEncodedHeader(bytes, '$', word.size());
        bytes += word;
        bytes += "\r\n";
    }
    return bytes;
}

} // namespace lockscope::redis
