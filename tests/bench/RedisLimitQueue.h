// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The parts of RedisLimit.cpp: one connection of hiredis, the scripts, and hand-overs among many clients.

#include "tests/bench/RedisTally.h"

#include <hiredis/hiredis.h>

#include <array>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace lockscope::bench {

inline constexpr const char* limitLease = "30000";

struct LimitFailure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A reply of hiredis, owned.
class LimitReply final {
public:
    explicit LimitReply(redisReply* reply)
        : m_reply(reply, [](redisReply* one) { freeReplyObject(one); })
    {
    }
    [[nodiscard]] bool isNil() const { return m_reply->type == REDIS_REPLY_NIL; }
    /// -1: not an integer.
    [[nodiscard]] long long number() const { return m_reply->type == REDIS_REPLY_INTEGER ? m_reply->integer : -1; }
    [[nodiscard]] std::string text() const { return m_reply->str ? std::string(m_reply->str, m_reply->len) : ""; }
    /// Of a message on a channel; empty for anything else.
    [[nodiscard]] std::string payload() const;
    [[nodiscard]] bool isError() const { return m_reply->type == REDIS_REPLY_ERROR; }

private:
    std::unique_ptr<redisReply, void (*)(redisReply*)> m_reply;
};

enum class LimitScript {
    Acquire,
    Release,
    TokenRelease,
    FairAcquire,
    FairRelease
};

/// One connection. Throws LimitFailure if it ends, or if the server replies with an error.
class LimitConnection final {
public:
    explicit LimitConnection(int port);

    /// Into the buffer of hiredis.
    void append(const std::vector<std::string>& words);
    /// Writes what was appended.
    void flush();
    /// flush(), and waits for the next reply.
    [[nodiscard]] LimitReply exchange();
    /// Reads once what has arrived. Then takeReply(), until it returns null.
    void receive();
    [[nodiscard]] std::unique_ptr<LimitReply> takeReply();
    /// The SHA-1 of the script, which the server has.
    [[nodiscard]] const std::string& script(LimitScript script) const { return m_scripts[std::size_t(script)]; }
    [[nodiscard]] int socket() const { return m_context->fd; }

private:
    std::unique_ptr<redisContext, void (*)(redisContext*)> m_context;
    std::array<std::string, 5> m_scripts;
};

[[nodiscard]] std::vector<std::string> limitAcquire(const LimitConnection& server, const std::string& lock,
                                                    const std::string& owner);
/// `message`: published to the lock's channel.
[[nodiscard]] std::vector<std::string> limitRelease(const LimitConnection& server, const std::string& lock,
                                                    const std::string& owner, const std::string& message);

/// Hand-overs among the clients of the command, in one epoll loop; each client has a connection for requests and one
/// for its channel.
///   handover/plain  every client asks after each message, except the one that has released: it waits for the next one
///   handover/fair   a queue and its deadlines, a channel for each client; a release and the client's next request in
///                   one write
void measureLimitQueue(int port, const RedisCommand& command);

} // namespace lockscope::bench
