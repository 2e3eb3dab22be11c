// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/Reader.h"

#include "core/redis/client/ReplyBuilder.h"

#include <hiredis/read.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <new>

namespace lockscope::redis {

namespace {

/// hiredis moves the rest of its buffer after each kilobyte of replies, so it gets little at a time.
constexpr std::size_t feedSize = 16u << 10;
/// hiredis never shrinks its buffer by itself while it is idle.
constexpr std::size_t largestIdleBuffer = 256u << 10;
/// hiredis measures lines and array indexes by int.
constexpr std::size_t largestReaderLimit = 1u << 30;

ReplyType typeOf(const redisReadTask* task)
{
    switch (task->type) {
    case REDIS_REPLY_STATUS:
        return ReplyType::StatusText;
    case REDIS_REPLY_ERROR:
        return ReplyType::ErrorText;
    case REDIS_REPLY_STRING:
        return ReplyType::String;
    case REDIS_REPLY_INTEGER:
        return ReplyType::Integer;
    case REDIS_REPLY_ARRAY:
        return ReplyType::Array;
    default:
        return ReplyType::Other;
    }
}

/// What hiredis takes for an object: it only compares it with null, which ends the parsing.
void* outcomeOf(const redisReadTask* task, bool succeeded)
{
    return succeeded ? task->privdata : nullptr;
}

ReplyBuilder& builderOf(const redisReadTask* task)
{
    return *static_cast<ReplyBuilder*>(task->privdata);
}

void* onString(const redisReadTask* task, char* bytes, std::size_t size) noexcept
{
    return outcomeOf(task, builderOf(task).addText(typeOf(task), {bytes, size}));
}

/// The count is an int in hiredis 0.14, and a size_t since 1.0.
template <typename Count> void* onArray(const redisReadTask* task, Count count) noexcept
{
    return outcomeOf(task, builderOf(task).beginArray(typeOf(task), static_cast<std::size_t>(count)));
}

void* onInteger(const redisReadTask* task, long long number) noexcept
{
    return outcomeOf(task, builderOf(task).addInteger(typeOf(task), number));
}

void* onNil(const redisReadTask* task) noexcept
{
    return outcomeOf(task, builderOf(task).addNil(typeOf(task)));
}

[[maybe_unused]] void* onDouble(const redisReadTask* task, double, char*, std::size_t) noexcept
{
    return outcomeOf(task, builderOf(task).addNil(ReplyType::Other));
}

[[maybe_unused]] void* onBool(const redisReadTask* task, int) noexcept
{
    return outcomeOf(task, builderOf(task).addNil(ReplyType::Other));
}

void onFree(void*) noexcept
{
    // The builder owns the values.
}

/// hiredis takes a missing function for "no object needed": all have to be set. 0.14 has none for types of RESP3.
template <typename Functions> Functions allFunctions()
{
    Functions functions{};
    functions.createString = &onString;
    functions.createArray = &onArray;
    functions.createInteger = &onInteger;
    functions.createNil = &onNil;
    functions.freeObject = &onFree;
    if constexpr (requires { functions.createDouble; }) {
        functions.createDouble = &onDouble;
        functions.createBool = &onBool;
    }
    return functions;
}

/// The length that the header of an incomplete string states; nothing if the header is incomplete, or another type is.
/// hiredis has checked the number, and waits for more only within a line, or after the header of a string.
std::optional<std::uint64_t> awaitedLength(std::string_view unread)
{
    constexpr std::size_t longestHeader = 22;
    const auto end = unread.substr(0, longestHeader).find("\r\n");
    std::uint64_t length = 0;
    if (end == std::string_view::npos || std::from_chars(unread.data(), unread.data() + end, length).ec != std::errc())
        return std::nullopt;
    return length;
}

} // namespace

class Reader::Parsing final {
public:
    explicit Parsing(std::size_t limit)
        : m_builder(std::clamp(limit, sizeof(Value), largestReaderLimit))
    {
        renew();
    }

    Result<std::optional<Value>> next(std::string_view& bytes)
    {
        while (!m_builder.error()) {
            if (m_mayBeComplete && isComplete())
                return std::optional(m_builder.take());
            if (m_builder.error())
                break;
            if (bytes.empty()) {
                if (m_largestBuffer > largestIdleBuffer && m_reader->ridx < 0 && unread().empty())
                    renew();
                return std::optional<Value>();
            }
            feed(bytes.substr(0, feedSize));
            bytes.remove_prefix(std::min(bytes.size(), feedSize));
        }
        return failure(*m_builder.error());
    }

private:
    void renew()
    {
        static auto functions = allFunctions<redisReplyObjectFunctions>();
        m_reader.reset(redisReaderCreateWithFunctions(&functions));
        if (!m_reader)
            throw std::bad_alloc();
        m_reader->privdata = &m_builder;
        m_largestBuffer = 0;
    }

    void feed(std::string_view slice)
    {
        if (redisReaderFeed(m_reader.get(), slice.data(), slice.size()) != REDIS_OK)
            throw std::bad_alloc();
        m_largestBuffer = std::max(m_largestBuffer, m_reader->len);
        // hiredis would search the whole line again.
        m_mayBeComplete = !m_isWithinLine || slice.find('\n') != std::string_view::npos;
        if (!m_mayBeComplete)
            checkIncomplete();
    }

    bool isComplete()
    {
        void* reply = nullptr;
        if (redisReaderGetReply(m_reader.get(), &reply) != REDIS_OK) {
            if (!m_builder.error())
                m_builder.refuse(static_cast<const char*>(m_reader->errstr));
            return false;
        }
        m_mayBeComplete = reply != nullptr; // there may be another one
        if (!m_mayBeComplete)
            checkIncomplete();
        return reply != nullptr;
    }

    void checkIncomplete()
    {
        const auto length = awaitedLength(unread());
        m_isWithinLine = !length && !unread().empty();
        if (length && !m_builder.hasRoomFor(*length))
            m_builder.refuseSize();
        if (m_isWithinLine && unread().size() > longestLine + 1)
            m_builder.refuse(lineTooLong);
    }

    [[nodiscard]] std::string_view unread() const
    {
        return {m_reader->buf + m_reader->pos, m_reader->len - m_reader->pos};
    }

    ReplyBuilder m_builder;
    std::unique_ptr<redisReader, void (*)(redisReader*)> m_reader{nullptr, &redisReaderFree};
    std::size_t m_largestBuffer = 0;
    bool m_mayBeComplete = false;
    bool m_isWithinLine = false; ///< whose end has not arrived
};

Reader::Reader(std::size_t largestReply)
    : m_parsing(std::make_unique<Parsing>(largestReply))
{
}

Reader::~Reader() = default;

Result<std::optional<Value>> Reader::next(std::string_view& bytes)
{
    return m_parsing->next(bytes);
}

} // namespace lockscope::redis
