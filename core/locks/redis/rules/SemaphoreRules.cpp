// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/rules/SemaphoreRules.h"

#include "core/locks/redis/engine/ReplyError.h"
#include "core/locks/redis/rules/RuleReplies.h"
#include "core/locks/redis/scripts/Scripts.h"
#include "core/redis/KeyNames.h"

#include <algorithm>
#include <utility>

namespace lockscope::locks {

namespace {

/// [1, free]; or [0, free or nil, …].
Result<bool> isTaken(const redis::Value& reply, const std::string& name)
{
    if (reply.kind() != redis::Value::Kind::Array || reply.items().empty())
        return failure(replyError(reply, "acquire", name));
    return reply.items()[0].number() == 1;
}

/// The answer with the number of free permits, if it is a refusal.
TryAnswer refusedWith(const redis::Value& reply, TryAnswer answer)
{
    if (!answer.isGranted && reply.items().size() > 1)
        answer.free = reply.items()[1].number();
    return answer;
}

class SemaphoreRules final : public LeaseRules {
public:
    SemaphoreRules(std::string name, int permits, redis::Client& client)
        : m_name(std::move(name))
        , m_permits(std::to_string(permits))
        , m_publish(client)
    {
    }

    [[nodiscard]] const std::string& name() const override { return m_name; }
    [[nodiscard]] const std::string& owner() const override { return m_noOwner; }

    [[nodiscard]] ScriptCall acquire(std::chrono::milliseconds /*lease*/) const override
    {
        return {&scripts::semaphoreAcquire(), {m_name}, {m_permits}};
    }
    [[nodiscard]] Result<TryAnswer> acquired(const redis::Value& reply) const override
    {
        const auto taken = isTaken(reply, m_name);
        if (!taken)
            return failure(taken.error());
        return refusedWith(reply, TryAnswer{.isGranted = *taken});
    }

    [[nodiscard]] ScriptCall release(std::chrono::milliseconds /*lease*/) const override
    {
        return {&scripts::semaphoreRelease(),
                {m_name},
                {m_permits, m_publish.word(), redis::keys::semaphoreChannel(m_name)}};
    }
    [[nodiscard]] Result<ReleaseAnswer> released(const redis::Value& reply) const override
    {
        if (reply.kind() != redis::Value::Kind::Integer)
            return failure(replyError(reply, "release", m_name));
        return ReleaseAnswer::Released;
    }

    [[nodiscard]] std::optional<ScriptCall> inspect() const override { return std::nullopt; }
    [[nodiscard]] Result<bool> isHeld(const redis::Value& reply) const override
    {
        return failure(replyError(reply, "verify", m_name));
    }
    [[nodiscard]] bool hasLease() const override { return false; }
    [[nodiscard]] std::optional<Renewal> renewal() const override { return std::nullopt; }
    [[nodiscard]] std::optional<WakeChannel> channel() const override
    {
        return WakeChannel{redis::keys::semaphoreChannel(m_name), WakeRule::ByCount};
    }

private:
    std::string m_name;
    std::string m_noOwner;
    std::string m_permits;
    PublishCommand m_publish;
};

std::string hexOf(const std::string& bytes)
{
    static constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (const char byte : bytes) {
        text += digits[static_cast<unsigned char>(byte) >> 4];
        text += digits[static_cast<unsigned char>(byte) & 15];
    }
    return text;
}

class PermitRules final : public LeaseRules {
public:
    PermitRules(std::string name, std::vector<std::string> ids, redis::Client& client)
        : m_name(std::move(name))
        , m_ids(std::move(ids))
        , m_publish(client)
    {
        for (const auto& id : m_ids)
            m_owner += (m_owner.empty() ? "" : ",") + hexOf(id);
    }

    [[nodiscard]] const std::string& name() const override { return m_name; }
    [[nodiscard]] const std::string& owner() const override { return m_owner; }

    [[nodiscard]] ScriptCall acquire(std::chrono::milliseconds lease) const override
    {
        return withIds({&scripts::permitAcquire(),
                        permitKeys(),
                        {std::to_string(lease.count()), m_publish.word(), redis::keys::semaphoreChannel(m_name)}});
    }
    /// [1, free]; or [0, free or nil, ms until the next permit expires].
    [[nodiscard]] Result<TryAnswer> acquired(const redis::Value& reply) const override
    {
        const auto taken = isTaken(reply, m_name);
        if (!taken)
            return failure(taken.error());
        auto answer = refusedWith(reply, TryAnswer{.isGranted = *taken});
        if (!*taken && reply.items().size() > 2)
            answer.busyFor = remainingTime(reply.items()[2].number());
        return answer;
    }

    [[nodiscard]] ScriptCall release(std::chrono::milliseconds /*lease*/) const override
    {
        return withIds(
            {&scripts::permitRelease(), permitKeys(), {m_publish.word(), redis::keys::semaphoreChannel(m_name)}});
    }
    /// For each id 1 (was held) or 0.
    [[nodiscard]] Result<ReleaseAnswer> released(const redis::Value& reply) const override
    {
        const auto held = areHeld(reply, "release");
        if (!held)
            return failure(held.error());
        return *held ? ReleaseAnswer::Released : ReleaseAnswer::NotHeld;
    }

    [[nodiscard]] std::optional<ScriptCall> inspect() const override
    {
        return withIds({&scripts::permitInspect(), {redis::keys::permitTimeouts(m_name)}, {}});
    }
    [[nodiscard]] Result<bool> isHeld(const redis::Value& reply) const override { return areHeld(reply, "verify"); }

    [[nodiscard]] std::optional<Renewal> renewal() const override
    {
        return Renewal{.script = &scripts::permitRenew(),
                       .fixedKeys = permitKeys(),
                       .fixedArguments = {m_publish.word(), redis::keys::semaphoreChannel(m_name)},
                       .arguments = m_ids,
                       .replies = m_ids.size()};
    }
    [[nodiscard]] std::optional<WakeChannel> channel() const override
    {
        return WakeChannel{redis::keys::semaphoreChannel(m_name), WakeRule::ByCount};
    }

private:
    [[nodiscard]] std::vector<std::string> permitKeys() const { return {m_name, redis::keys::permitTimeouts(m_name)}; }
    [[nodiscard]] ScriptCall withIds(ScriptCall call) const
    {
        call.arguments.insert(call.arguments.end(), m_ids.begin(), m_ids.end());
        return call;
    }
    [[nodiscard]] Result<bool> areHeld(const redis::Value& reply, const char* operation) const
    {
        if (reply.items().size() != m_ids.size())
            return failure(replyError(reply, operation, m_name));
        return std::all_of(reply.items().begin(), reply.items().end(),
                           [](const redis::Value& one) { return one.number() == 1; });
    }

    std::string m_name;
    std::vector<std::string> m_ids;
    std::string m_owner;
    PublishCommand m_publish;
};

} // namespace

std::unique_ptr<const LeaseRules> semaphoreRules(redis::Client& client, std::string name, int permits)
{
    return std::make_unique<SemaphoreRules>(std::move(name), permits, client);
}

std::unique_ptr<const LeaseRules> permitRules(redis::Client& client, std::string name, std::vector<std::string> ids)
{
    return std::make_unique<PermitRules>(std::move(name), std::move(ids), client);
}

} // namespace lockscope::locks
