// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/redis/OwnerRelease.h"

#include "core/base/DurationText.h"
#include "core/base/Phrase.h"
#include "core/release/redis/SemaphoreRelease.h"

#include <algorithm>
#include <cstdlib>

namespace lockscope::release {

namespace {

using Kind = RedisPlan::Kind;

Kind planKindOf(const inspect::Lock& lock, const inspect::Contender& contender)
{
    // The key has the token of its holder; so does each of the masters of a Redlock. Whichever dialect describes it.
    if (lock.kind == inspect::LockKind::Single)
        return contender.holds ? Kind::Token : Kind::None;
    if (lock.dialect == "redisson-lock" || lock.dialect == "redisson-fair-lock" ||
        lock.dialect == "redisson-fenced-lock")
        return contender.holds ? Kind::Holder : Kind::Waiter;
    if (!contender.holds)
        return Kind::None;
    if (lock.dialect == "redisson-read-write")
        return contender.mode == LockMode::Shared ? Kind::Reader : Kind::Writer;
    if (lock.dialect == "redisson-permit-semaphore")
        return Kind::Permit;
    if (lock.dialect == "redisson-faster-multi-lock")
        return Kind::Value;
    return Kind::None;
}

/// The bytes of a permit's id, which is shown in hexadecimal.
std::string permitBytes(const std::string& hex)
{
    std::string bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        bytes += static_cast<char>(std::strtol(hex.substr(i, 2).c_str(), nullptr, 16));
    return bytes;
}

/// Redis knows of leases and listeners, but of no client's connection.
Evidence ownerEvidence(const inspect::Contender& contender)
{
    Evidence evidence;
    evidence.owner.isKnown = true;
    if (!contender.holds && contender.redis->alive == inspect::Alive::No) {
        evidence.life = Life::Silent;
        evidence.text = phrase("No client listens on the channel of this waiter: its client has probably stopped.");
    } else if (!contender.holds && contender.redis->alive == inspect::Alive::Yes) {
        evidence.life = Life::Alive;
        evidence.text = phrase("A client listens on the channel of this waiter.");
    } else {
        evidence.text =
            phrase("It is unknown whether the client runs: Redis does not record the connections of owners.");
    }
    return evidence;
}

std::optional<std::vector<OtherNode>> otherLocksOfOwner(const inspect::Snapshot* snapshot, const ReleasePlan& plan)
{
    if (!snapshot || !snapshot->complete || plan.redis.kind == Kind::Permit || plan.redis.kind == Kind::Token)
        return std::nullopt;
    std::vector<OtherNode> others;
    for (const auto& lock : snapshot->locks) {
        for (const auto& contender : lock->queue) {
            const bool isThis = lock->path == plan.lockPath && contender.node == plan.node;
            if (contender.redis && contender.redis->owner == plan.redis.owner && !isThis)
                others.push_back({lock->path, lock->path, contender.holds});
        }
    }
    return others;
}

/// By the readings of the snapshot: one reading alone does not show it.
bool hasFixedLease(const inspect::Lock& lock, const inspect::Contender& contender, const inspect::Snapshot* snapshot)
{
    const auto isFixed = [](const inspect::Contender* shown) {
        return shown && shown->redis && shown->redis->trace.kind == inspect::LeaseKind::Fixed;
    };
    const auto* known = snapshot ? snapshot->find(lock.path) : nullptr;
    return isFixed(&contender) || (known && isFixed(known->find(contender.ref())));
}

std::string tokenText(const std::optional<std::int64_t>& token)
{
    return token ? std::to_string(*token) : phrase("none");
}

/// Why the plan's check suffices, and what it cannot detect.
std::string guardTextOf(const RedisPlan& redis)
{
    switch (redis.kind) {
    case Kind::None:
        return phrase("This lock has no holder or waiter that Lockscope can release.");
    case Kind::Permit:
        return phrase("A script compares the id of the permit and releases it in one step. An id is never given "
                      "twice.");
    case Kind::Token:
        return phrase("A script compares the token and deletes the key in one step. It cannot detect that the same "
                      "client released the lock and acquired it again with the same token.");
    case Kind::Waiter:
        return phrase("A script compares the waiter and its time, and removes it in one step. A later time shows that "
                      "the waiter left and queued again; an earlier one does not.");
    case Kind::Holder:
        if (redis.fencingToken)
            return phrase("A script compares owner, count and fencing token, and releases in one step. The token shows "
                          "whether the same owner acquired the lock again.");
        if (redis.isLeaseFixed)
            return phrase("A script compares owner and count, and releases in one step. The lease was not extended so "
                          "far: a longer one shows that the owner acquired the lock again.");
        break;
    case Kind::Reader:
    case Kind::Writer:
    case Kind::Semaphore: // SemaphoreRelease.h
    case Kind::Value:
        break;
    }
    return phrase("A script compares owner and count, and releases in one step. It cannot detect that the same owner "
                  "released the lock and acquired it again with the same count.");
}

/// The waiter that is next without `gone`, and without the dead ones that the release removes.
std::string nextWaiterAfter(const inspect::Lock& lock, const inspect::Contender& gone,
                            const std::vector<std::string>& dead)
{
    const bool isFree = lock.holders() == 0;
    for (const auto& contender : lock.queue) {
        const bool isDead = std::find(dead.begin(), dead.end(), contender.node) != dead.end();
        if (contender.holds || contender.node == gone.node || isDead)
            continue;
        return gone.holds || isFree ? contender.node : std::string();
    }
    return {};
}

} // namespace

ReleasePlan redisPlan(const inspect::Lock& lock)
{
    ReleasePlan plan;
    plan.backend = inspect::Backend::Redis;
    plan.lockPath = lock.path;
    plan.dialect = lock.dialect;
    plan.dialectName = lock.dialectTitle;
    plan.certainty = lock.certainty;
    plan.nodePath = lock.path;
    plan.readAt = lock.readAt;
    return plan;
}

ReleasePlan ownerPlan(const inspect::Lock& lock, const inspect::Contender& contender, const inspect::Snapshot* snapshot)
{
    const auto& shown = *contender.redis;
    auto plan = redisPlan(lock);
    plan.node = contender.node;
    plan.holds = contender.holds;
    plan.mode = contender.mode;
    plan.waiters = lock.waiters();
    plan.waitersKnown = lock.redis && lock.redis->isOrdered;
    plan.evidence = ownerEvidence(contender);

    auto& redis = plan.redis;
    redis.kind = planKindOf(lock, contender);
    redis.owner = shown.owner;
    redis.entry = redis.kind == Kind::Permit ? permitBytes(contender.node) : contender.node;
    redis.count = shown.count;
    redis.lease = shown.lease;
    redis.keepsPlaceUntil = shown.keepsPlaceUntil;
    redis.alive = shown.alive;
    redis.isFree = lock.holders() == 0;
    if (lock.redis && redis.kind == Kind::Holder)
        redis.fencingToken = lock.redis->fencingToken;
    redis.isLeaseFixed = redis.kind == Kind::Holder && hasFixedLease(lock, contender, snapshot);
    plan.next = nextWaiterAfter(lock, contender, {});
    plan.nextPath = plan.next;
    const auto* next = lock.find({inspect::LockPart::Queue, plan.next});
    redis.isNextSilent = redis.kind == Kind::Holder && next && next->redis && next->redis->alive == inspect::Alive::No;
    plan.others = otherLocksOfOwner(snapshot, plan);
    plan.guard = {redis.kind == Kind::None ? GuardProof::None : GuardProof::Script, guardTextOf(redis)};
    return plan;
}

std::vector<std::string> ownerOperations(const ReleasePlan& plan)
{
    const auto& redis = plan.redis;
    const auto& name = plan.lockPath;
    std::vector<std::string> operations;
    const auto add = [&](std::string text) { operations.push_back(std::move(text)); };
    switch (redis.kind) {
    case Kind::Holder:
        add(phrase("in one script: continue only if %1 is the owner of %2 with %3 holds", redis.owner, name,
                   redis.count));
        if (!redis.deadHeads.empty())
            add(phrase("in the same script: remove the waiters that do not listen: %1",
                       listed(redis.deadHeads, mostNamed)));
        add(phrase("in the same script: delete %1 and wake its waiters", name));
        break;
    case Kind::Waiter:
        add(phrase("in one script: continue only if %1 waits for %2; remove it from the queue", redis.owner, name));
        if (!plan.next.empty())
            add(phrase("in the same script: wake %1, the next waiter", plan.next));
        break;
    case Kind::Reader:
        add(phrase("in one script: continue only if %1 reads %2 with %3 holds; remove it and its leases", redis.owner,
                   name, redis.count));
        add(phrase("in the same script: without other owners, delete %1 and wake its waiters", name));
        break;
    case Kind::Writer:
        add(phrase("in one script: continue only if %1 writes %2 with %3 holds; remove it", redis.owner, name,
                   redis.count));
        add(phrase("in the same script: keep what the owner reads, else delete %1; wake the waiters", name));
        break;
    case Kind::Permit:
        add(phrase("in one script: continue only if the permit %1 of %2 exists; return it and wake a waiter",
                   redis.owner, name));
        break;
    case Kind::Semaphore:
        return semaphoreOperations(plan);
    case Kind::Value:
        add(phrase("in one script: continue only if %1 holds the value %2 of %3 with %4 holds; remove it and wake the "
                   "waiters",
                   redis.owner, plan.node, name, redis.count));
        break;
    case Kind::Token:
        add(phrase("in one script: delete %1 if its value is %2", name, redis.owner));
        if (!redis.wakeList.empty())
            add(phrase("in the same script: replace the list %1 by one entry, which wakes a waiting client",
                       redis.wakeList));
        break;
    case Kind::None:
        return {};
    }
    add(phrase("read %1 to find the present holders", name));
    return operations;
}

std::optional<std::string> whyOwnerChanged(const ReleasePlan& first, const ReleasePlan& now)
{
    const auto& was = first.redis;
    const auto& is = now.redis;
    if (was.owner != is.owner || was.entry != is.entry)
        return phrase("the lock is now held by %1, not by %2", is.owner, was.owner);
    if (first.lockPath != now.lockPath || was.kind != is.kind) {
        if (first.holds != now.holds)
            return now.holds ? phrase("%1 now holds the lock, but was waiting when you reviewed it", is.owner)
                             : phrase("%1 now waits for the lock, but held it when you reviewed it", is.owner);
        return phrase("the key now has a lock of another type");
    }
    if (was.freePermits != is.freePermits)
        return freePermitsChanged(was.freePermits, std::to_string(is.freePermits));
    if (was.count != is.count)
        return phrase("%1 now has %2 holds, not %3", is.owner, is.count, was.count);
    if (was.fencingToken != is.fencingToken)
        return phrase("the lock was acquired again: its fencing token is now %1, not %2", tokenText(is.fencingToken),
                      tokenText(was.fencingToken));
    if (was.lease.has_value() != is.lease.has_value() && first.holds)
        return was.lease ? phrase("the lease of the lock has no end any more")
                         : phrase("the lease of the lock has an end now");
    if (was.isLeaseFixed && is.lease > was.lease)
        return phrase("%1 acquired the lock again: its lease was not extended before, and is longer now", is.owner);
    if (was.keepsPlaceUntil && is.keepsPlaceUntil && *is.keepsPlaceUntil > *was.keepsPlaceUntil)
        return phrase("%1 left the queue and waits again", is.owner);
    return std::nullopt;
}

} // namespace lockscope::release
