// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/rules/TokenRules.h"

#include "core/locks/redis/engine/ReplyError.h"
#include "core/locks/redis/rules/RuleReplies.h"
#include "core/locks/redis/scripts/Scripts.h"
#include "core/redis/KeyNames.h"

#include <utility>

namespace lockscope::locks {

namespace {

class TokenRules : public LeaseRules {
public:
    TokenRules(std::string name, std::string token, std::chrono::milliseconds poll)
        : m_name(std::move(name))
        , m_token(std::move(token))
        , m_poll(poll)
    {
    }

    [[nodiscard]] const std::string& name() const override { return m_name; }
    [[nodiscard]] const std::string& owner() const override { return m_token; }

    [[nodiscard]] ScriptCall acquire(std::chrono::milliseconds lease) const override
    {
        return {&scripts::tokenAcquire(), {m_name}, {m_token, std::to_string(lease.count())}};
    }
    [[nodiscard]] Result<TryAnswer> acquired(const redis::Value& reply) const override
    {
        return grantedIfNil(reply, m_name);
    }

    [[nodiscard]] ScriptCall release(std::chrono::milliseconds /*lease*/) const override
    {
        return {&scripts::tokenRelease(), {m_name}, {m_token}};
    }
    [[nodiscard]] Result<ReleaseAnswer> released(const redis::Value& reply) const override
    {
        if (reply.kind() != redis::Value::Kind::Integer)
            return failure(replyError(reply, "release", m_name));
        return reply.number() == 1 ? ReleaseAnswer::Released : ReleaseAnswer::NotHeld;
    }

    [[nodiscard]] std::optional<ScriptCall> inspect() const override
    {
        return ScriptCall{&scripts::tokenInspect(), {m_name}, {m_token}};
    }
    [[nodiscard]] Result<bool> isHeld(const redis::Value& reply) const override
    {
        if (reply.kind() != redis::Value::Kind::Integer)
            return failure(replyError(reply, "verify", m_name));
        return reply.number() == 1;
    }

    [[nodiscard]] std::optional<Renewal> renewal() const override
    {
        return Renewal{.script = &scripts::tokenRenew(), .keys = {m_name}, .arguments = {m_token}};
    }
    [[nodiscard]] std::optional<WakeChannel> channel() const override { return std::nullopt; }
    [[nodiscard]] std::chrono::milliseconds pollPause(int /*tries*/, double /*random*/) const override
    {
        return m_poll;
    }

private:
    std::string m_name;
    std::string m_token;
    std::chrono::milliseconds m_poll;
};

class JsonRules final : public TokenRules {
public:
    JsonRules(std::string name, std::string value, redis::Client& client)
        : TokenRules(std::move(name), std::move(value), {})
        , m_publish(client)
    {
    }

    [[nodiscard]] ScriptCall release(std::chrono::milliseconds /*lease*/) const override
    {
        return {&scripts::jsonUpdate(),
                {name()},
                {owner(), "", "0", m_publish.word(), redis::keys::jsonLockChannel(name())}};
    }
    [[nodiscard]] std::optional<WakeChannel> channel() const override
    {
        return WakeChannel{redis::keys::jsonLockChannel(name())};
    }

private:
    PublishCommand m_publish;
};

} // namespace

std::unique_ptr<const LeaseRules> tokenRules(std::string name, std::string token, std::chrono::milliseconds poll)
{
    return std::make_unique<TokenRules>(std::move(name), std::move(token), poll);
}

std::unique_ptr<const LeaseRules> jsonRules(redis::Client& client, std::string name, std::string value)
{
    return std::make_unique<JsonRules>(std::move(name), std::move(value), client);
}

} // namespace lockscope::locks
