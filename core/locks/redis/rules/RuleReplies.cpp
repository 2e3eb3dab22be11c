// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/rules/RuleReplies.h"

#include "core/locks/redis/engine/ReplyError.h"

namespace lockscope::locks {

std::string publishCommand(const redis::Client& client)
{
    return client.usesShardedChannels() ? "spublish" : "publish";
}

std::optional<std::chrono::milliseconds> remainingTime(std::int64_t pttl)
{
    return pttl < 0 ? std::nullopt : std::optional(std::chrono::milliseconds(pttl));
}

Result<TryAnswer> grantedIfNil(const redis::Value& reply, const std::string& name)
{
    if (reply.isNil())
        return TryAnswer{.isGranted = true};
    if (reply.kind() != redis::Value::Kind::Integer)
        return failure(replyError(reply, "acquire", name));
    return TryAnswer{.busyFor = remainingTime(reply.number())};
}

Result<ReleaseAnswer> releasedUnlessNil(const redis::Value& reply, const std::string& name)
{
    if (reply.isNil())
        return ReleaseAnswer::NotHeld;
    if (reply.kind() != redis::Value::Kind::Integer)
        return failure(replyError(reply, "release", name));
    if (reply.number() < 0)
        return ReleaseAnswer::NotHeld;
    return reply.number() > 0 ? ReleaseAnswer::Remains : ReleaseAnswer::Released;
}

Result<bool> heldIfCounted(const redis::Value& reply, const std::string& name)
{
    if (reply.kind() != redis::Value::Kind::Array || reply.items().empty())
        return failure(replyError(reply, "verify", name));
    return reply.items()[0].number() > 0;
}

} // namespace lockscope::locks
