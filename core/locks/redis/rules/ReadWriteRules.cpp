// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/rules/ReadWriteRules.h"

#include "core/locks/redis/KeyNames.h"
#include "core/locks/redis/rules/RuleReplies.h"
#include "core/locks/redis/scripts/Scripts.h"

#include <utility>

namespace lockscope::locks {

namespace {

class ReadWriteRules final : public LeaseRules {
public:
    ReadWriteRules(bool writes, std::string name, std::string owner, redis::Client& client)
        : m_writes(writes)
        , m_name(std::move(name))
        , m_owner(std::move(owner))
        , m_publish(client)
    {
    }

    [[nodiscard]] const std::string& name() const override { return m_name; }
    [[nodiscard]] const std::string& owner() const override { return m_owner; }

    [[nodiscard]] ScriptCall acquire(std::chrono::milliseconds lease) const override
    {
        const auto length = std::to_string(lease.count());
        if (m_writes)
            return {&scripts::writeAcquire(), {m_name}, {length, m_owner}};
        return {&scripts::readAcquire(), {m_name}, {length, m_owner, keys::readTimeoutPrefix(m_name)}};
    }
    [[nodiscard]] Result<TryAnswer> acquired(const redis::Value& reply) const override
    {
        return grantedIfNil(reply, m_name);
    }

    [[nodiscard]] ScriptCall release(std::chrono::milliseconds lease) const override
    {
        const auto prefix = keys::readTimeoutPrefix(m_name);
        const auto channelName = keys::readWriteChannel(m_name);
        if (m_writes)
            return {&scripts::writeRelease(),
                    {m_name},
                    {std::to_string(lease.count()), m_owner, prefix, m_publish.word(), channelName}};
        return {&scripts::readRelease(), {m_name}, {m_owner, prefix, m_publish.word(), channelName}};
    }
    [[nodiscard]] Result<ReleaseAnswer> released(const redis::Value& reply) const override
    {
        return releasedUnlessNil(reply, m_name);
    }

    [[nodiscard]] std::optional<ScriptCall> inspect() const override
    {
        return ScriptCall{&scripts::lockInspect(), {m_name}, {m_owner}};
    }
    [[nodiscard]] Result<bool> isHeld(const redis::Value& reply) const override { return heldIfCounted(reply, m_name); }

    [[nodiscard]] std::optional<Renewal> renewal() const override
    {
        if (m_writes)
            return Renewal{.script = &scripts::lockRenew(), .keys = {m_name}, .arguments = {m_owner}};
        return Renewal{
            .script = &scripts::readRenew(), .keys = {m_name}, .arguments = {keys::readTimeoutPrefix(m_name), m_owner}};
    }

    [[nodiscard]] std::optional<WakeChannel> channel() const override
    {
        return WakeChannel{keys::readWriteChannel(m_name)};
    }

private:
    bool m_writes;
    std::string m_name;
    std::string m_owner;
    PublishCommand m_publish;
};

} // namespace

std::unique_ptr<const LeaseRules> readWriteRules(redis::Client& client, LockMode mode, std::string name,
                                                 const std::string& owner)
{
    const bool writes = mode == LockMode::Exclusive;
    return std::make_unique<ReadWriteRules>(writes, std::move(name), writes ? keys::writer(owner) : owner, client);
}

} // namespace lockscope::locks
