// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/redis/Resp.h"

#include <charconv>
#include <cstdint>

namespace lockscope::test {

using redis::Value;

namespace {

constexpr std::int64_t largestRequest = 2147483647;       // words, as redis-server's limit
constexpr std::int64_t largestBulk = 512LL * 1024 * 1024; // bytes, proto-max-bulk-len
constexpr const char* endOfLine = "\r\n";
constexpr std::size_t endSize = 2;

std::optional<std::int64_t> sizeOf(std::string_view text)
{
    std::int64_t size = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return size;
}

std::string inQuotes(std::string_view bytes)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text = "\"";
    for (const char byte : bytes) {
        const auto code = static_cast<unsigned char>(byte);
        if (byte == '"' || byte == '\\') {
            text += '\\';
            text += byte;
        } else if (code >= 0x20 && code < 0x7f) {
            text += byte;
        } else {
            text += "\\x";
            text += digits[code >> 4];
            text += digits[code & 15];
        }
    }
    return text + '"';
}

/// A blank at the end of a line would be lost in a table.
std::string withVisibleEnd(std::string text)
{
    if (text.ends_with(' '))
        text.replace(text.size() - 1, 1, "\\x20");
    return text;
}

} // namespace

std::string encodedReply(const Value& value)
{
    switch (value.kind()) {
    case Value::Kind::Nil:
        return "$-1\r\n";
    case Value::Kind::Integer:
        return ":" + std::to_string(value.number()) + endOfLine;
    case Value::Kind::String:
        return "$" + std::to_string(value.text().size()) + endOfLine + value.text() + endOfLine;
    case Value::Kind::Status:
        return "+" + value.text() + endOfLine;
    case Value::Kind::Error:
        return "-" + value.text() + endOfLine;
    case Value::Kind::Array:
        break;
    }
    std::string bytes = "*" + std::to_string(value.items().size()) + endOfLine;
    for (const Value& item : value.items())
        bytes += encodedReply(item);
    return bytes;
}

std::string printedReply(const Value& value)
{
    switch (value.kind()) {
    case Value::Kind::Nil:
        return "nil";
    case Value::Kind::Integer:
        return ":" + std::to_string(value.number());
    case Value::Kind::String:
        return inQuotes(value.text());
    case Value::Kind::Status:
        return "+" + withVisibleEnd(value.text());
    case Value::Kind::Error:
        return "-" + withVisibleEnd(value.text());
    case Value::Kind::Array:
        break;
    }
    std::string text = "[";
    for (const Value& item : value.items())
        text += (text.size() > 1 ? ", " : "") + printedReply(item);
    return text + "]";
}

std::optional<Value> ReplyReader::next()
{
    if (m_broken)
        return std::nullopt;
    m_at = 0;
    auto found = value();
    if (found)
        m_bytes.erase(0, m_at);
    return found;
}

std::optional<std::string> ReplyReader::line()
{
    const auto end = m_bytes.find(endOfLine, m_at);
    if (end == std::string::npos)
        return std::nullopt;
    auto text = m_bytes.substr(m_at, end - m_at);
    m_at = end + endSize;
    return text;
}

std::optional<Value> ReplyReader::value()
{
    const auto head = line();
    if (!head)
        return std::nullopt;
    const char kind = head->empty() ? '\0' : head->front();
    auto rest = head->empty() ? std::string() : head->substr(1);
    switch (kind) {
    case '+':
        return Value::status(std::move(rest));
    case '-':
        return Value::error(std::move(rest));
    case '$':
        return bulk(rest);
    case '*':
        return array(rest);
    case ':':
        if (const auto number = sizeOf(rest))
            return Value::integer(*number);
        break;
    default:
        break;
    }
    m_broken = true;
    return std::nullopt;
}

std::optional<Value> ReplyReader::bulk(const std::string& size)
{
    const auto count = sizeOf(size);
    if (!count || *count < -1) {
        m_broken = true;
        return std::nullopt;
    }
    if (*count < 0)
        return Value();
    const auto length = static_cast<std::size_t>(*count);
    if (m_bytes.size() < m_at + length + endSize)
        return std::nullopt;
    auto bytes = m_bytes.substr(m_at, length);
    m_at += length + endSize;
    return Value::string(std::move(bytes));
}

std::optional<Value> ReplyReader::array(const std::string& size)
{
    const auto count = sizeOf(size);
    if (!count || *count < -1) {
        m_broken = true;
        return std::nullopt;
    }
    if (*count < 0)
        return Value();
    std::vector<Value> items;
    for (std::int64_t i = 0; i < *count; ++i) {
        auto item = value();
        if (!item)
            return std::nullopt;
        items.push_back(std::move(*item));
    }
    return Value::array(std::move(items));
}

std::optional<redis::Command> RequestReader::next()
{
    while (m_error.empty() && !m_bytes.empty()) {
        m_at = 0;
        auto command = parse();
        if (!command)
            return std::nullopt;
        m_bytes.erase(0, m_at);
        if (!command->empty())
            return command;
    }
    return std::nullopt;
}

std::optional<redis::Command> RequestReader::parse()
{
    const auto head = line();
    if (!head)
        return std::nullopt;
    redis::Command words;
    if (!head->starts_with('*')) {
        std::size_t at = 0;
        while ((at = head->find_first_not_of(' ', at)) != std::string::npos) {
            const auto end = std::min(head->find(' ', at), head->size());
            words.push_back(head->substr(at, end - at));
            at = end;
        }
        return words;
    }
    const auto count = sizeOf(std::string_view(*head).substr(1));
    if (!count || *count > largestRequest) {
        m_error = "Protocol error: invalid multibulk length";
        return std::nullopt;
    }
    for (std::int64_t i = 0; i < *count; ++i) {
        auto next = word();
        if (!next)
            return std::nullopt;
        words.push_back(std::move(*next));
    }
    return words;
}

std::optional<std::string> RequestReader::line()
{
    const auto end = m_bytes.find(endOfLine, m_at);
    if (end == std::string::npos)
        return std::nullopt;
    auto text = m_bytes.substr(m_at, end - m_at);
    m_at = end + endSize;
    return text;
}

std::optional<std::string> RequestReader::word()
{
    const auto head = line();
    if (!head)
        return std::nullopt;
    if (!head->starts_with('$')) {
        m_error = std::string("Protocol error: expected '$', got '") + (head->empty() ? ' ' : head->front()) + "'";
        return std::nullopt;
    }
    const auto size = sizeOf(std::string_view(*head).substr(1));
    if (!size || *size < 0 || *size > largestBulk) {
        m_error = "Protocol error: invalid bulk length";
        return std::nullopt;
    }
    const auto length = static_cast<std::size_t>(*size);
    if (m_bytes.size() < m_at + length + endSize)
        return std::nullopt;
    auto bytes = m_bytes.substr(m_at, length);
    m_at += length + endSize;
    return bytes;
}

} // namespace lockscope::test
