// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/redis/RedisReleaseActor.h"

#include "core/base/Phrase.h"
#include "core/release/redis/NamedLock.h"
#include "core/release/redis/OwnerRelease.h"
#include "core/release/redis/ReleaseCall.h"
#include "core/release/redis/scripts/ReleaseScripts.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace lockscope::release {

namespace {

using inspect::Contender;
using inspect::Lock;
using Kind = RedisPlan::Kind;

constexpr std::chrono::milliseconds lookInterval{50};

std::string holdersText(const Lock& lock)
{
    std::vector<std::string> owners;
    for (const auto& contender : lock.queue) {
        if (contender.holds && owners.size() < 5)
            owners.push_back(contender.redis->owner);
    }
    return owners.empty() ? phrase("no client holds it now") : phrase("it is now held by %1", listed(owners));
}

/// By the name of its entry, else by its owner.
Result<const Contender*> findOwner(const Lock& lock, const std::string& name)
{
    std::vector<const Contender*> found;
    for (const auto& contender : lock.queue) {
        if (!contender.redis)
            continue;
        if (!name.empty() && contender.node == name)
            return &contender;
        if (name.empty() ? contender.holds : contender.redis->owner == name)
            found.push_back(&contender);
    }
    if (found.size() == 1)
        return found.front();
    if (found.empty())
        return failure(ErrorCode::NoNode, "release", lock.path,
                       name.empty() ? phrase("no client holds it now. Nothing was changed")
                                    : phrase("%1 neither holds it nor waits for it: %2. Nothing was changed", name,
                                             holdersText(lock)));
    std::vector<std::string> nodes;
    nodes.reserve(found.size());
    for (const auto* contender : found)
        nodes.push_back(contender->node);
    return failure(ErrorCode::BadArguments, "release", lock.path,
                   name.empty() ? phrase("it has several holders. Name one of them: %1", listed(nodes))
                                : phrase("%1 holds several of its entries. Name one of them: %2", name, listed(nodes)));
}

/// One plan while it is made.
struct OwnerPlanning {
    std::shared_ptr<redis::Client> client; ///< a share
    RedisActorSettings settings;
    inspect::ContenderKey key;
    Background background;
    ReleaseActor::Reply<ReleasePlan> reply;
    std::vector<std::string> dead{}; ///< the first waiters that did not listen in the first read
    bool isSecond = false;
    Subscription pause{};

    static void read(const std::shared_ptr<OwnerPlanning>& planning)
    {
        readNamedLock(*planning->client, planning->key.lock, [planning](const Result<Lock>& lock) {
            if (lock)
                take(planning, *lock);
            else
                planning->reply(failure(lock.error()));
        });
    }

    /// In a cluster without sharded channels, a server counts only the listeners that are connected to it.
    [[nodiscard]] bool countsAllListeners() const
    {
        return client->topology() != redis::Topology::Cluster || client->usesShardedChannels();
    }

    static void take(const std::shared_ptr<OwnerPlanning>& planning, const Lock& lock)
    {
        const auto contender = findOwner(lock, planning->key.node);
        if (!contender) {
            planning->reply(failure(contender.error()));
            return;
        }
        auto plan = ownerPlan(lock, **contender, planning->background.snapshot.get());
        plan.redis.usesShardedChannels = planning->client->usesShardedChannels();
        if (plan.redis.kind == Kind::Holder && planning->countsAllListeners()) {
            auto dead = deadHeadsOf(lock);
            if (!dead.empty() && !planning->isSecond) {
                planning->isSecond = true;
                planning->dead = std::move(dead);
                planning->pause =
                    planning->client->executor().after(planning->settings.secondLook, [planning] { read(planning); });
                return;
            }
            for (auto& waiter : dead) { // those in both reads, from the head on
                const auto& first = planning->dead;
                if (std::find(first.begin(), first.end(), waiter) == first.end())
                    break;
                plan.redis.deadHeads.push_back(std::move(waiter));
            }
            const auto& removed = plan.redis.deadHeads;
            const auto next = std::find_if(lock.queue.begin(), lock.queue.end(), [&](const Contender& other) {
                return other.waits() && std::find(removed.begin(), removed.end(), other.node) == removed.end();
            });
            plan.next = plan.nextPath = next == lock.queue.end() ? std::string() : next->node;
        }
        probe(planning, std::move(plan));
    }

    static void probe(const std::shared_ptr<OwnerPlanning>& planning, ReleasePlan plan)
    {
        const auto call = releaseCallOf(plan);
        if (!call.script) {
            planning->reply(failure(ErrorCode::NotALock, "release", plan.lockPath, plan.guard.text));
            return;
        }
        std::vector<std::string> pairs;
        for (const auto& [command, object] : call.writes) {
            pairs.push_back(command);
            pairs.push_back(object);
        }
        planning->client->run(scripts::rightsProbe(), call.keys, std::move(pairs), redis::Access::Read,
                              [planning, plan = std::move(plan), line = aclLineOf(call, planning->settings.user)](
                                  const Result<redis::Value>& reply) mutable {
                                  plan.permission = permissionIn(reply, line);
                                  planning->reply(std::move(plan));
                              });
    }
};

/// A release after its script, until the new holder is known.
struct OwnerAfter {
    std::shared_ptr<redis::Client> client; ///< a share
    ReleasePlan plan;
    ReleaseResult result;
    ReleaseActor::Reply<ReleaseResult> reply;
    SteadyTime until{}; ///< zero: no client was woken
    Subscription pause{};

    static void look(const std::shared_ptr<OwnerAfter>& after)
    {
        readNamedLock(*after->client, after->plan.lockPath, [after](const Result<Lock>& lock) {
            auto& result = after->result;
            result.holder.clear();
            result.others = 0;
            result.holderKnown = lock || lock.error().code == ErrorCode::NoNode;
            if (lock) {
                for (const auto& contender : lock->queue) {
                    if (!contender.holds)
                        continue;
                    result.others += result.holder.empty() ? 0 : 1;
                    result.holder = contender.redis->owner;
                }
            }
            auto& executor = after->client->executor();
            if (result.holderKnown && result.holder.empty() && executor.clock().now() < after->until)
                after->pause = executor.after(lookInterval, [after] { look(after); });
            else
                after->reply(std::move(result));
        });
    }
};

std::string doneText(const ReleasePlan& plan, const ReleaseReport& report)
{
    const auto done = plan.redis.kind == Kind::Waiter
                          ? phrase("removed the waiter %1 of %2", plan.redis.owner, plan.lockPath)
                          : phrase("released %1 of %2", plan.redis.owner, plan.lockPath);
    return report.receivers == 0 ? done
                                 : phrase("%1; %2", done,
                                          counted(static_cast<std::size_t>(report.receivers),
                                                  "%1 waiting client was woken", "%1 waiting clients were woken"));
}

} // namespace

RedisReleaseActor::RedisReleaseActor(redis::Client& client, RedisActorSettings settings)
    : m_client(client.share())
    , m_settings(std::move(settings))
{
}

Executor& RedisReleaseActor::executor() const
{
    return m_client->executor();
}

std::optional<Error> RedisReleaseActor::whyNotWritable(const char* operation, const std::string& path) const
{
    switch (m_client->status().state) {
    case SessionState::Connected:
        return std::nullopt;
    case SessionState::AuthFailed:
        return Error{ErrorCode::AuthFailed, operation, path, phrase("nothing was done")};
    case SessionState::Closed:
        return Error{ErrorCode::NoConnection, operation, path, phrase("the client was closed. Nothing was done")};
    default:
        return Error{ErrorCode::NoConnection, operation, path, phrase("the connection was lost. Nothing was done")};
    }
}

std::optional<Error> RedisReleaseActor::whyNotAsked(const ReleasePlan& plan) const
{
    return Error{ErrorCode::Refused, "revoke", plan.lockPath, whyNoRequest()};
}

void RedisReleaseActor::plan(inspect::ContenderKey contender, Background background, Reply<ReleasePlan> reply)
{
    OwnerPlanning::read(std::make_shared<OwnerPlanning>(
        OwnerPlanning{m_client, m_settings, std::move(contender), std::move(background), std::move(reply)}));
}

void RedisReleaseActor::apply(ReleasePlan plan, Reply<ReleaseResult> reply)
{
    const auto call = releaseCallOf(plan);
    if (!call.script) {
        m_client->executor().post([plan, reply = std::move(reply)] {
            reply(failure(ErrorCode::NotALock, "release", plan.lockPath, plan.guard.text));
        });
        return;
    }
    m_client->run(
        *call.script, call.keys, call.arguments, redis::Access::Write,
        [client = m_client, plan = std::move(plan), reply = std::move(reply), limit = m_settings.nextHolder,
         line = aclLineOf(call, m_settings.user)](const Result<redis::Value>& answer) {
            const auto report = reportIn(answer, plan, line);
            if (!report) {
                reply(failure(report.error()));
                return;
            }
            ReleaseResult result;
            result.isGone = true; // the script itself has compared and removed it
            result.releasedAt = client->executor().clock().wallNow();
            result.guarded = {GuardProof::Script, 1};
            result.text = doneText(plan, *report);
            const auto after = std::make_shared<OwnerAfter>(OwnerAfter{client, plan, std::move(result), reply});
            if (report->receivers > 0)
                after->until = client->executor().clock().now() + limit;
            OwnerAfter::look(after);
        });
}

void RedisReleaseActor::ask(ReleasePlan plan, std::chrono::milliseconds /*wait*/, Reply<Asked> reply)
{
    m_client->executor().post([error = *whyNotAsked(plan), reply = std::move(reply)] { reply(failure(error)); });
}

} // namespace lockscope::release
