// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/KeyNames.h"

namespace lockscope::redis::keys {

namespace {

std::string joinedParts(std::string_view first, char separator, std::string_view second)
{
    std::string joined;
    joined.reserve(first.size() + 1 + second.size());
    joined.append(first).push_back(separator);
    return joined.append(second);
}

/// Clients of 2016 always add braces.
std::string inBraces(std::string_view prefix, std::string_view name)
{
    std::string key(prefix);
    return key.append("{").append(name).append("}");
}

} // namespace

std::string prefixed(std::string_view prefix, std::string_view name)
{
    return joinedParts(prefix, ':', readTimeoutPrefix(name));
}

std::string suffixed(std::string_view name, std::string_view suffix)
{
    return joinedParts(readTimeoutPrefix(name), ':', suffix);
}

std::string owner(std::string_view instance, std::uint64_t thread)
{
    return joinedParts(instance, ':', std::to_string(thread));
}

std::string writer(std::string_view owner)
{
    return joinedParts(owner, ':', "write");
}

std::string lockChannel(std::string_view name)
{
    return prefixed("redisson_lock__channel", name);
}

std::string oldLockChannel(std::string_view name)
{
    return inBraces("redisson_lock__channel__", name);
}

std::string jsonLockChannel(std::string_view name)
{
    return inBraces("redisson__lock__channel__", name);
}

std::string lockToken(std::string_view name)
{
    return prefixed("redisson_lock_token", name);
}

std::string unlockLatch(std::string_view name, std::string_view request)
{
    return joinedParts(prefixed("redisson_unlock_latch", name), ':', request);
}

std::string fairQueue(std::string_view name)
{
    return prefixed("redisson_lock_queue", name);
}

std::string fairTimeouts(std::string_view name)
{
    return prefixed("redisson_lock_timeout", name);
}

std::string fairChannel(std::string_view name, std::string_view owner)
{
    return joinedParts(lockChannel(name), ':', owner);
}

std::string readWriteChannel(std::string_view name)
{
    return prefixed("redisson_rwlock", name);
}

std::string oldReadWriteChannel(std::string_view name)
{
    return inBraces("redisson_rwlock__", name);
}

std::string readTimeoutPrefix(std::string_view name)
{
    return name.find('{') == std::string_view::npos ? inBraces("", name) : std::string(name);
}

std::string readTimeout(std::string_view name, std::string_view owner, std::int64_t hold)
{
    std::string key = suffixed(name, owner);
    return key.append(":rwlock_timeout:").append(std::to_string(hold));
}

std::string semaphoreChannel(std::string_view name)
{
    return prefixed("redisson_sc", name);
}

std::string oldSemaphoreChannel(std::string_view name)
{
    return inBraces("redisson_semaphore__channel__", name);
}

std::string permitTimeouts(std::string_view name)
{
    return suffixed(name, "timeout");
}

} // namespace lockscope::redis::keys
