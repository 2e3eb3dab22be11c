// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/ReplyBuilder.h"

#include "core/base/Phrase.h"
#include "core/redis/client/Reader.h"

#include <string>
#include <utility>

namespace lockscope::redis {

namespace {

constexpr std::string_view notResp2 = "a type that RESP2 does not have";

/// Of a text outside of its string object, whose size counts already.
std::size_t textMemory(std::size_t size)
{
    return size <= std::string().capacity() ? 0 : size + 1;
}

} // namespace

bool ReplyBuilder::addText(ReplyType type, std::string_view text)
{
    const bool isLine = type == ReplyType::StatusText || type == ReplyType::ErrorText;
    if (!isLine && type != ReplyType::String)
        return refuse(notResp2);
    if (isLine && text.size() > Reader::longestLine)
        return refuse(Reader::lineTooLong);
    if (!hasRoomFor(text.size()) || !reserve(textMemory(text.size())))
        return refuseSize();
    if (std::string_view(text.data() + text.size(), 2) != "\r\n")
        return refuse("a string without an end of line");
    if (!isLine)
        return add(Value::string(std::string(text)));
    if (text.find_first_of("\r\n") != std::string_view::npos)
        return refuse("an end of line within a line");
    return add(type == ReplyType::StatusText ? Value::status(std::string(text)) : Value::error(std::string(text)));
}

bool ReplyBuilder::addInteger(ReplyType type, std::int64_t number)
{
    return type == ReplyType::Integer ? add(Value::integer(number)) : refuse(notResp2);
}

/// A nil is a string or an array without a length.
bool ReplyBuilder::addNil(ReplyType type)
{
    return type == ReplyType::String || type == ReplyType::Array ? add(Value()) : refuse(notResp2);
}

bool ReplyBuilder::beginArray(ReplyType type, std::size_t count)
{
    if (type != ReplyType::Array)
        return refuse(notResp2);
    if (m_open.size() == Reader::deepest)
        return refuse("arrays nested too deeply");
    if (count > m_limit / sizeof(Value) || !reserve(count * sizeof(Value)))
        return refuseSize();
    if (count == 0)
        return add(Value::array({}));
    m_open.push_back({count, {}});
    m_open.back().items.reserve(count);
    return true;
}

Value ReplyBuilder::take()
{
    m_used = 0;
    return std::exchange(m_root, Value());
}

bool ReplyBuilder::refuse(std::string_view reason)
{
    m_error = Error{ErrorCode::ConnectionLoss,
                    {},
                    {},
                    phrase("the server sent an invalid reply (%1): check that it is a Redis server", reason)};
    return false;
}

bool ReplyBuilder::refuseSize()
{
    m_error = Error{
        ErrorCode::TooLarge, {}, {}, phrase("a reply of the server is larger than the limit of %1 bytes", m_limit)};
    return false;
}

bool ReplyBuilder::hasRoomFor(std::size_t textSize) const
{
    return textSize < m_limit && textMemory(textSize) <= m_limit - m_used;
}

bool ReplyBuilder::reserve(std::size_t bytes)
{
    if (bytes > m_limit - m_used)
        return false;
    m_used += bytes;
    return true;
}

bool ReplyBuilder::add(Value value)
{
    while (!m_open.empty()) {
        auto& innermost = m_open.back();
        innermost.items.push_back(std::move(value));
        if (innermost.items.size() < innermost.count)
            return true;
        value = Value::array(std::move(innermost.items));
        m_open.pop_back();
    }
    m_root = std::move(value);
    return true;
}

} // namespace lockscope::redis
