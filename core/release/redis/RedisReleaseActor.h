// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/Client.h"
#include "core/release/ReleaseActor.h"
#include "core/sources/redis/dialects/RedisDialect.h"

#include <chrono>
#include <memory>
#include <string>

namespace lockscope::release {

struct RedisActorSettings {
    std::string user{}; ///< of the ACL, for the line that adds missing rights; empty: the default one
    /// A waiter that does not listen is read again after this time: clients of Redisson queue first, then subscribe.
    std::chrono::milliseconds secondLook{500};
    /// Maximum wait after a release until a client that was woken holds the lock.
    std::chrono::milliseconds nextHolder{1'000};
    /// Maximum wait after a lost reply until the lock can be read again.
    std::chrono::milliseconds readAfterLoss{3'000};
    inspect::RedisDialectsPtr dialects{}; ///< of token locks; null: the built-in ones
};

/// ReleaseActor for Redis: releases a holder, a waiter of a fair lock or a permit by one script, which compares it with
/// the plan, acts and wakes the waiters as Redisson does. On independent masters (Redlock) it needs an actor for each.
/// After a lost reply it does not repeat the script: the owner may have acquired the lock again. The error then says
/// whether the lock, read again, still has the owner.
/// Thread: client.executor(), also of the constructor. Calls end with Closed when the client ends.
///
/// The key of plan(): Contender::node, or the owner as it is shown if only one holder or waiter has it; with an empty
/// node the only holder. Errors of plan(): NoNode: no client of this name holds or waits; BadArguments: several do.
class RedisReleaseActor final : public ReleaseActor {
public:
    explicit RedisReleaseActor(redis::Client& client, RedisActorSettings settings = {});

    [[nodiscard]] Executor& executor() const override;
    /// Empty: Redis has no sessions.
    [[nodiscard]] std::string session() const override { return {}; }
    [[nodiscard]] std::optional<Error> whyNotWritable(const char* operation, const std::string& path) const override;
    [[nodiscard]] std::optional<Error> whyNotAsked(const ReleasePlan& plan) const override;
    void plan(inspect::ContenderKey contender, Background background, Reply<ReleasePlan> reply) override;
    void apply(ReleasePlan plan, Reply<ReleaseResult> reply) override;
    /// Replies with the error of whyNotAsked().
    void ask(ReleasePlan plan, std::chrono::milliseconds wait, Reply<Asked> reply) override;

private:
    std::shared_ptr<redis::Client> m_client; ///< a share
    RedisActorSettings m_settings;
};

} // namespace lockscope::release
