// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/rules/ReadWriteRules.h"

#include "core/locks/redis/rules/OwnerFieldRules.h"
#include "core/locks/redis/scripts/Scripts.h"
#include "core/redis/KeyNames.h"

#include <utility>

namespace lockscope::locks {

namespace {

class ReadWriteRules final : public OwnerFieldRules {
public:
    ReadWriteRules(bool writes, std::string name, std::string owner, redis::Client& client)
        : OwnerFieldRules(std::move(name), std::move(owner), client)
        , m_writes(writes)
    {
    }

    [[nodiscard]] ScriptCall acquire(std::chrono::milliseconds lease) const override
    {
        const auto length = std::to_string(lease.count());
        if (m_writes)
            return {&scripts::writeAcquire(), {name()}, {length, owner()}};
        return {&scripts::readAcquire(), {name()}, {length, owner(), redis::keys::readTimeoutPrefix(name())}};
    }
    [[nodiscard]] Result<TryAnswer> acquired(const redis::Value& reply) const override
    {
        return grantedIfNil(reply, name());
    }

    [[nodiscard]] ScriptCall release(std::chrono::milliseconds lease) const override
    {
        const auto prefix = redis::keys::readTimeoutPrefix(name());
        const auto channelName = redis::keys::readWriteChannel(name());
        if (m_writes)
            return {&scripts::writeRelease(),
                    {name()},
                    {std::to_string(lease.count()), owner(), prefix, publish(), channelName}};
        return {&scripts::readRelease(), {name()}, {owner(), prefix, publish(), channelName}};
    }
    [[nodiscard]] std::optional<Renewal> renewal() const override
    {
        if (m_writes)
            return OwnerFieldRules::renewal();
        return Renewal{.script = &scripts::readRenew(),
                       .keys = {name()},
                       .arguments = {redis::keys::readTimeoutPrefix(name()), owner()}};
    }

    [[nodiscard]] std::optional<WakeChannel> channel() const override
    {
        return WakeChannel{redis::keys::readWriteChannel(name())};
    }

private:
    bool m_writes;
};

} // namespace

std::unique_ptr<const LeaseRules> readWriteRules(redis::Client& client, LockMode mode, std::string name,
                                                 const std::string& owner)
{
    const bool writes = mode == LockMode::Exclusive;
    return std::make_unique<ReadWriteRules>(writes, std::move(name), writes ? redis::keys::writer(owner) : owner,
                                            client);
}

} // namespace lockscope::locks
