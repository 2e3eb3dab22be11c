// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/redis/RedisReleaseActor.h"

#include "core/base/Phrase.h"
#include "core/model/QueueStates.h"
#include "core/model/json/JsonValues.h"
#include "core/redis/topology/Slots.h"
#include "core/release/redis/NamedLock.h"
#include "core/release/redis/OwnerRelease.h"
#include "core/release/redis/ReleaseCall.h"
#include "core/release/redis/SemaphoreRelease.h"
#include "core/release/redis/scripts/ReleaseScripts.h"
#include "core/sources/redis/dialects/RedisDialectFiles.h"

#include <algorithm>
#include <memory>
#include <unordered_set>
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

/// Names that are no text are shown in hexadecimal.
bool isNamed(const std::string& bytes, const std::string& name)
{
    return bytes == name || (name.starts_with("0x") && inspect::textOrHex(bytes).toStdString() == name);
}

/// By the name of its entry, else by its owner.
Result<const Contender*> findOwner(const Lock& lock, const std::string& name)
{
    std::vector<const Contender*> found;
    for (const auto& contender : lock.queue) {
        if (!contender.redis)
            continue;
        if (!name.empty() && isNamed(contender.node, name))
            return &contender;
        if (name.empty() ? contender.holds : isNamed(contender.redis->owner, name))
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
    std::vector<std::string> silent{}; ///< the waiters that did not listen in the first read
    bool isSecond = false;
    Subscription pause{};

    static void read(const std::shared_ptr<OwnerPlanning>& planning)
    {
        readNamedLock(*planning->client, planning->settings.dialects, planning->key.lock,
                      [planning](const Result<NamedLock>& named) {
                          if (named)
                              take(planning, *named);
                          else
                              planning->reply(failure(named.error()));
                      });
    }

    static void take(const std::shared_ptr<OwnerPlanning>& planning, const NamedLock& named)
    {
        const auto& lock = named.lock;
        if (!named.noRelease.empty()) {
            planning->reply(failure(ErrorCode::Refused, "release", lock.path, phrase(named.noRelease.c_str())));
            return;
        }
        const auto permits = planning->background.permits;
        if (!inspect::areHoldersStored(lock)) {
            takeSemaphore(planning, semaphorePlan(lock, permits));
            return;
        }
        if (permits != 0) {
            planning->reply(failure(ErrorCode::BadArguments, "release", lock.path,
                                    phrase("permits can only be added to a semaphore without leases. Nothing was "
                                           "changed")));
            return;
        }
        const auto contender = findOwner(lock, planning->key.node);
        if (!contender) {
            planning->reply(failure(contender.error()));
            return;
        }
        auto plan = ownerPlan(lock, **contender, planning->background.snapshot.get());
        plan.breaks = named.breaks;
        plan.redis.usesShardedChannels = planning->client->usesShardedChannels();
        if (planning->isOneSlot(lock.path, named.wakeList))
            plan.redis.wakeList = named.wakeList;
        auto silent = silentWaiters(plan, lock);
        if (silent.empty()) {
            probe(planning, std::move(plan));
        } else if (!std::exchange(planning->isSecond, true)) {
            planning->silent = std::move(silent);
            planning->pause =
                planning->client->executor().after(planning->settings.secondLook, [planning] { read(planning); });
        } else {
            countReplicas(planning, std::move(plan), std::make_shared<const Lock>(lock));
        }
    }

    static void takeSemaphore(const std::shared_ptr<OwnerPlanning>& planning, Result<ReleasePlan> plan)
    {
        if (!plan) {
            planning->reply(failure(plan.error()));
            return;
        }
        plan->redis.usesShardedChannels = planning->client->usesShardedChannels();
        probe(planning, *std::move(plan));
    }

    /// A script can only use a list in the slot of the lock. The clients' own scripts cannot either.
    [[nodiscard]] bool isOneSlot(const std::string& lock, const std::string& list) const
    {
        return client->topology() != redis::Topology::Cluster || list.empty() ||
               redis::slotOf(lock) == redis::slotOf(list);
    }

    /// Those that the release removes if they have stopped.
    static std::vector<std::string> silentWaiters(const ReleasePlan& plan, const Lock& lock)
    {
        if (plan.redis.kind == Kind::Holder)
            return deadHeadsOf(lock);
        if (plan.redis.kind == Kind::Waiter && plan.redis.alive == inspect::Alive::No)
            return {plan.node};
        return {};
    }

    /// Clients may listen on a replica (subscriptionMode of Redisson), and in a cluster on any node: there, that a
    /// client does not listen on the master shows nothing.
    static void countReplicas(const std::shared_ptr<OwnerPlanning>& planning, ReleasePlan plan,
                              std::shared_ptr<const Lock> lock)
    {
        auto& client = *planning->client;
        const auto key = plan.lockPath; // the plan is moved below
        client.send(
            key, {"INFO", "replication"}, redis::Access::Read,
            [planning, plan = std::move(plan), lock = std::move(lock),
             isCluster = client.topology() == redis::Topology::Cluster](const Result<redis::Value>& info) mutable {
                const bool isAlone =
                    !isCluster && info && info->text().find("\nconnected_slaves:0\r") != std::string::npos;
                addSilent(*planning, plan, *lock, isAlone);
                probe(planning, std::move(plan));
            });
    }

    /// The first waiters that did not listen in both reads.
    static void addSilent(const OwnerPlanning& planning, ReleasePlan& plan, const Lock& lock, bool isAlone)
    {
        auto& redis = plan.redis;
        if (redis.kind == Kind::Waiter) {
            const auto* next = lock.find({inspect::LockPart::Queue, plan.next});
            if (next && next->redis->alive == inspect::Alive::No)
                redis.silentHeads = {plan.next};
            if (!isAlone && !planning.hasListened(lock, plan.node)) {
                plan.evidence.life = Life::Unknown;
                plan.evidence.text = phrase("No client listens on this server for this waiter. It may listen on "
                                            "another server.");
            }
            return;
        }
        redis.isNextSilent = false; // from here on it is known which ones are removed
        const std::unordered_set<std::string> first(planning.silent.begin(), planning.silent.end());
        std::unordered_set<std::string> removed;
        for (auto& waiter : deadHeadsOf(lock)) {
            if (!first.contains(waiter))
                break;
            const bool isProved = redis.silentHeads.empty() && (isAlone || planning.hasListened(lock, waiter));
            if (isProved)
                removed.insert(waiter);
            (isProved ? redis.deadHeads : redis.silentHeads).push_back(std::move(waiter));
        }
        const auto next = std::find_if(lock.queue.begin(), lock.queue.end(), [&](const Contender& other) {
            return other.waits() && !removed.contains(other.node);
        });
        plan.next = plan.nextPath = next == lock.queue.end() ? std::string() : next->node;
    }

    /// The snapshot has seen it listen on the master.
    [[nodiscard]] bool hasListened(const Lock& lock, const std::string& waiter) const
    {
        const auto* known = background.snapshot ? background.snapshot->find(lock.path) : nullptr;
        const auto* shown = known ? known->find({inspect::LockPart::Queue, waiter}) : nullptr;
        return shown && shown->redis && shown->redis->hasListened;
    }

    static void probe(const std::shared_ptr<OwnerPlanning>& planning, ReleasePlan plan)
    {
        const auto call = releaseCallOf(plan);
        if (!call.script) {
            planning->reply(failure(ErrorCode::NotALock, "release", plan.lockPath, plan.guard.text));
            return;
        }
        planning->client->run(scripts::rightsProbe(), call.keys, probedRights(call), redis::Access::Read,
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
    inspect::RedisDialectsPtr dialects;
    ReleasePlan plan;
    ReleaseResult result;
    ReleaseActor::Reply<ReleaseResult> reply;
    SteadyTime until{}; ///< zero: no client was woken
    Subscription pause{};

    static void look(const std::shared_ptr<OwnerAfter>& after)
    {
        readNamedLock(*after->client, after->dialects, after->plan.lockPath, [after](const Result<NamedLock>& named) {
            auto& result = after->result;
            result.holder.clear();
            result.others = 0;
            const bool hasHolders = after->plan.redis.kind != Kind::Semaphore;
            result.holderKnown = hasHolders && (named || named.error().code == ErrorCode::NoNode);
            if (named) {
                for (const auto& contender : named->lock.queue) {
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

/// A release whose reply was lost, until the lock was read again.
struct OwnerAfterLoss {
    std::shared_ptr<redis::Client> client; ///< a share
    inspect::RedisDialectsPtr dialects;
    ReleasePlan plan;
    Error error;
    ReleaseActor::Reply<ReleaseResult> reply;
    SteadyTime until{};
    Subscription pause{};

    static void look(const std::shared_ptr<OwnerAfterLoss>& loss)
    {
        readNamedLock(*loss->client, loss->dialects, loss->plan.lockPath, [loss](const Result<NamedLock>& named) {
            auto& executor = loss->client->executor();
            const bool isRead = named || named.error().code == ErrorCode::NoNode;
            if (!isRead && named.error().code != ErrorCode::Closed && executor.clock().now() < loss->until) {
                loss->pause = executor.after(lookInterval, [loss] { look(loss); });
                return;
            }
            if (isRead) {
                auto& detail = loss->error.detail;
                const auto present = loss->presentText(named ? &named->lock : nullptr);
                detail = detail.empty() ? present : phrase("%1. %2", detail, present);
            }
            loss->reply(failure(loss->error));
        });
    }

    [[nodiscard]] std::string presentText(const Lock* lock) const
    {
        if (plan.redis.kind == Kind::Semaphore)
            return lock && lock->redis && lock->redis->freePermits
                       ? phrase("Read again: the number of free permits is %1.", *lock->redis->freePermits)
                       : phrase("Read again: the key no longer exists.");
        const auto* contender = lock ? lock->find({inspect::LockPart::Queue, plan.node}) : nullptr;
        const bool isThere = contender && contender->holds == plan.holds && contender->redis->owner == plan.redis.owner;
        return phrase(!isThere     ? phraseLater("Read again: %1 is no longer there.")
                      : plan.holds ? phraseLater("Read again: %1 still holds it, or holds it again.")
                                   : phraseLater("Read again: %1 still waits, or waits again."),
                      plan.redis.owner);
    }
};

std::string doneText(const ReleasePlan& plan, const ReleaseReport& report)
{
    if (plan.redis.kind == Kind::Semaphore && !report.trouble.empty())
        return phrase("released only a part of %1: %2. Check the lock", plan.lockPath, report.trouble);
    if (!report.trouble.empty())
        return phrase("released only a part of %1 of %2: %3. Check the lock", plan.redis.owner, plan.lockPath,
                      report.trouble);
    const auto done = plan.redis.kind == Kind::Semaphore ? semaphoreDone(plan)
                      : plan.redis.kind == Kind::Waiter
                          ? phrase("removed the waiter %1 of %2", plan.redis.owner, plan.lockPath)
                          : phrase("released %1 of %2", plan.redis.owner, plan.lockPath);
    const bool isNextSilent = !report.next.empty() && report.nextListeners == 0 && !plan.redis.usesShardedChannels;
    if (isNextSilent)
        return phrase("%1; the next waiter, %2, does not listen on this server: if its client has stopped, remove it",
                      done, report.next);
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
    if (!m_settings.dialects)
        m_settings.dialects = inspect::builtinRedisDialects();
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
    m_client->run(*call.script, call.keys, call.arguments, redis::Access::Write,
                  [client = m_client, settings = m_settings, plan = std::move(plan), reply = std::move(reply),
                   line = aclLineOf(call, m_settings.user)](const Result<redis::Value>& answer) {
                      const auto report = reportIn(answer, plan, line);
                      const auto now = client->executor().clock().now();
                      if (!report && isOutcomeUnknown(report.error())) {
                          OwnerAfterLoss::look(std::make_shared<OwnerAfterLoss>(OwnerAfterLoss{
                              client, settings.dialects, plan, report.error(), reply, now + settings.readAfterLoss}));
                          return;
                      }
                      if (!report) {
                          reply(failure(report.error()));
                          return;
                      }
                      ReleaseResult result;
                      result.isGone = report->trouble.empty(); // the script itself has compared and removed it
                      result.releasedAt = client->executor().clock().wallNow();
                      result.guarded = {GuardProof::Script, 1};
                      result.text = doneText(plan, *report);
                      const auto after = std::make_shared<OwnerAfter>(
                          OwnerAfter{client, settings.dialects, plan, std::move(result), reply});
                      if (report->receivers > 0 || !plan.redis.wakeList.empty())
                          after->until = now + settings.nextHolder;
                      OwnerAfter::look(after);
                  });
}

void RedisReleaseActor::ask(ReleasePlan plan, std::chrono::milliseconds /*wait*/, Reply<Asked> reply)
{
    m_client->executor().post([error = *whyNotAsked(plan), reply = std::move(reply)] { reply(failure(error)); });
}

} // namespace lockscope::release
