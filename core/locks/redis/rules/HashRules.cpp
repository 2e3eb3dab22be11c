// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/rules/HashRules.h"

#include "core/locks/redis/engine/ReplyError.h"
#include "core/locks/redis/rules/OwnerFieldRules.h"
#include "core/locks/redis/scripts/Scripts.h"
#include "core/redis/KeyNames.h"

#include <algorithm>
#include <utility>

namespace lockscope::locks {

namespace {

class HashRules final : public OwnerFieldRules {
public:
    HashRules(HashLock type, std::string name, std::string owner, redis::Client& client)
        : OwnerFieldRules(std::move(name), std::move(owner), client)
        , m_type(type)
    {
    }

    [[nodiscard]] ScriptCall acquire(std::chrono::milliseconds lease) const override
    {
        if (m_type == HashLock::Fenced)
            return {&scripts::fencedAcquire(),
                    {name(), redis::keys::lockToken(name())},
                    {std::to_string(lease.count()), owner()}};
        return {&scripts::lockAcquire(), {name()}, {std::to_string(lease.count()), owner()}};
    }

    [[nodiscard]] Result<TryAnswer> acquired(const redis::Value& reply) const override
    {
        if (m_type != HashLock::Fenced)
            return grantedIfNil(reply, name());
        if (reply.kind() != redis::Value::Kind::Array || reply.items().size() != 2)
            return failure(replyError(reply, "acquire", name()));
        if (reply.items()[0].number() == 1)
            return TryAnswer{.isGranted = true, .token = reply.items()[1].number()};
        return TryAnswer{.busyFor = remainingTime(reply.items()[1].number())};
    }

    [[nodiscard]] ScriptCall release(std::chrono::milliseconds lease) const override
    {
        ScriptCall call{&scripts::lockRelease(), {name()}, {std::to_string(lease.count()), owner(), publish()}};
        if (m_type == HashLock::Lock2016)
            call.script = &scripts::legacyRelease();
        if (const auto wake = channel())
            call.arguments.push_back(wake->name);
        return call;
    }
    [[nodiscard]] std::optional<WakeChannel> channel() const override
    {
        if (m_type == HashLock::Spin)
            return std::nullopt;
        return WakeChannel{m_type == HashLock::Lock2016 ? redis::keys::oldLockChannel(name())
                                                        : redis::keys::lockChannel(name())};
    }

    /// Redisson's exponential backoff: 1 to 128 ms, doubled, with as much at random.
    [[nodiscard]] std::chrono::milliseconds pollPause(int tries, double random) const override
    {
        const int pause = 1 << std::min(tries - 1, 7);
        return std::chrono::milliseconds(pause + static_cast<int>(random * pause));
    }

private:
    HashLock m_type;
};

} // namespace

std::unique_ptr<const LeaseRules> hashRules(redis::Client& client, HashLock type, std::string name, std::string owner)
{
    return std::make_unique<HashRules>(type, std::move(name), std::move(owner), client);
}

} // namespace lockscope::locks
