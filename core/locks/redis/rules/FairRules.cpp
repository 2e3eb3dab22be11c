// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/rules/FairRules.h"

#include "core/locks/redis/engine/ReplyError.h"
#include "core/locks/redis/rules/OwnerFieldRules.h"
#include "core/locks/redis/scripts/Scripts.h"
#include "core/redis/KeyNames.h"

#include <utility>

namespace lockscope::locks {

namespace {

class FairRules final : public OwnerFieldRules {
public:
    FairRules(std::string name, std::string owner, std::chrono::milliseconds wait, redis::Client& client, bool mayEvict)
        : OwnerFieldRules(std::move(name), std::move(owner), client)
        , m_wait(std::to_string(wait.count()))
        , m_mayEvict(mayEvict)
    {
    }

    [[nodiscard]] ScriptCall acquire(std::chrono::milliseconds lease) const override
    {
        return {&scripts::fairAcquire(),
                fairKeys(),
                {std::to_string(lease.count()), owner(), m_wait, publish(), redis::keys::lockChannel(name())}};
    }

    /// [1], or [0, position, pause, PTTL, head].
    [[nodiscard]] Result<TryAnswer> acquired(const redis::Value& reply) const override
    {
        const auto& items = reply.items();
        if (items.empty() || (items[0].number() != 1 && items.size() < 4))
            return failure(replyError(reply, "acquire", name()));
        if (items[0].number() == 1)
            return TryAnswer{.isGranted = true};
        TryAnswer answer{.busyFor = remainingTime(items[2].number()), .position = static_cast<int>(items[1].number())};
        if (items[3].number() == -2 && items.size() > 4 && items[4].text() != owner())
            answer.blockedBy = items[4].text();
        return answer;
    }

    [[nodiscard]] ScriptCall release(std::chrono::milliseconds lease) const override
    {
        return {&scripts::fairRelease(),
                fairKeys(),
                {std::to_string(lease.count()), owner(), publish(), redis::keys::lockChannel(name())}};
    }

    /// Nil, or [holds that remain, head, receivers].
    [[nodiscard]] Result<ReleaseAnswer> released(const redis::Value& reply) const override
    {
        return OwnerFieldRules::released(reply.items().empty() ? reply : reply.items()[0]);
    }

    /// The head of the queue, which was notified, does not listen.
    [[nodiscard]] std::string unheardHead(const redis::Value& reply) const override
    {
        const auto& items = reply.items();
        return mayEvict() && items.size() == 3 && items[0].number() <= 0 && items[2].number() == 0 ? items[1].text()
                                                                                                   : std::string();
    }

    [[nodiscard]] std::optional<ScriptCall> leave() const override
    {
        return ScriptCall{
            &scripts::fairLeave(), fairKeys(), {owner(), m_wait, publish(), redis::keys::lockChannel(name())}};
    }

    [[nodiscard]] std::optional<ScriptCall> evict(const std::string& head) const override
    {
        if (!mayEvict())
            return std::nullopt;
        return ScriptCall{&scripts::fairEvict(), fairKeys(), {publish(), redis::keys::lockChannel(name()), head}};
    }

    [[nodiscard]] std::optional<WakeChannel> channel() const override
    {
        return WakeChannel{redis::keys::fairChannel(name(), owner())};
    }

private:
    [[nodiscard]] bool mayEvict() const { return m_mayEvict && reachesAllAtMaster(); }
    [[nodiscard]] std::vector<std::string> fairKeys() const
    {
        return {name(), redis::keys::fairQueue(name()), redis::keys::fairTimeouts(name())};
    }

    std::string m_wait;
    bool m_mayEvict;
};

} // namespace

std::unique_ptr<const LeaseRules> fairRules(redis::Client& client, std::string name, std::string owner,
                                            std::chrono::milliseconds wait, bool mayEvict)
{
    return std::make_unique<FairRules>(std::move(name), std::move(owner), wait, client, mayEvict);
}

} // namespace lockscope::locks
