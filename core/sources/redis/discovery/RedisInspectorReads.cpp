// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of RedisInspector that reads the known locks, each when it is due.

#include "core/sources/redis/dialects/AgedLock.h"
#include "core/sources/redis/dialects/LockBuilder.h"
#include "core/sources/redis/dialects/LockMemory.h"
#include "core/sources/redis/discovery/RedisInspector.h"

#include <algorithm>
#include <utility>

namespace lockscope::inspect {

namespace {

/// After the end of a lease, until its key is gone by the server's clock too.
constexpr auto afterLease = std::chrono::milliseconds(5);
/// Reads that are due so soon are made together.
constexpr auto together = std::chrono::milliseconds(2);
constexpr std::size_t mostFormer = 10'000;
/// The reads of changed locks that a pause saves up, in seconds of their rate.
constexpr double savedSeconds = 2;
constexpr double unlimited = 1e9;

/// What is left at Lock::readAt of the lease that ends first.
std::optional<std::chrono::milliseconds> firstLease(const Lock& lock)
{
    std::optional<std::chrono::milliseconds> first;
    const auto take = [&first](const std::optional<std::chrono::milliseconds>& lease) {
        if (lease && lease->count() > 0 && (!first || *lease < *first)) // some remain after their end
            first = lease;
    };
    if (lock.redis)
        take(lock.redis->lease);
    for (const auto& contender : lock.queue) {
        if (contender.redis)
            take(contender.redis->lease);
    }
    return first;
}

bool hasOwnKeyIn(const LockReading& reading)
{
    return reading.shape.kind != HashKind::None || reading.freePermits.has_value();
}

bool isInBraces(const std::string& name)
{
    return name.size() > 2 && name.front() == '{' && name.back() == '}';
}

} // namespace

/// Its waiters are not in its keys: clients only listen.
bool RedisInspector::isContended(const Lock& lock)
{
    return lock.waiters() > 0 || (lock.redis && lock.redis->listeners.value_or(0) > 0);
}

void RedisInspector::readLocks()
{
    std::vector<std::string> names;
    for (const auto& [name, known] : m_known)
        names.push_back(name);
    readLocks(names);
    if (m_tokens)
        m_tokens->readLocks();
}

void RedisInspector::readLocks(const std::vector<std::string>& names)
{
    for (const auto& name : names) {
        const auto found = m_known.find(name);
        if (found == m_known.end())
            continue;
        if (found->second.isReading)
            found->second.isDirty = true;
        else if (!std::exchange(found->second.isDue, true))
            m_due.push_back(name);
    }
    readSome();
}

void RedisInspector::confirm(const std::vector<std::string>& names)
{
    for (const auto& name : names) {
        if (const auto found = m_known.find(name); found != m_known.end())
            found->second.isConfirming = true;
    }
    readLocks(names);
    if (m_tokens)
        m_tokens->readLocks(names);
}

void RedisInspector::markDirty(const std::string& name, Known& known)
{
    if (known.isReading)
        known.isDirty = true;
    else if (!known.isDue)
        m_schedule.setAtLatest(name, known.readBegan + m_settings.snapshotInterval);
    readScheduled();
}

void RedisInspector::readScheduled()
{
    const auto now = m_client.executor().clock().now();
    if (const auto first = m_schedule.first(); first && *first <= now) {
        refillReads();
        const auto due = m_schedule.take(now + together, static_cast<std::size_t>(m_readsLeft));
        m_readsLeft -= static_cast<double>(due.size());
        readLocks(due);
    }
    armReads();
}

/// While locks are polled, their number and the interval say how many are read.
void RedisInspector::refillReads()
{
    const auto now = m_client.executor().clock().now();
    const auto rate = m_settings.changedReadsPerSecond;
    const auto passed = std::chrono::duration<double>(now - std::exchange(m_refilled, now)).count();
    m_readsLeft = m_feed.isComplete() ? std::min(rate * savedSeconds, m_readsLeft + passed * rate) : unlimited;
}

void RedisInspector::armReads()
{
    auto first = m_schedule.first();
    if (!first)
        return;
    const auto now = m_client.executor().clock().now();
    if (m_readsLeft < 1 && *first <= now) // none is left for it
        first = now + std::chrono::duration_cast<Duration>(
                          std::chrono::duration<double>(1 / m_settings.changedReadsPerSecond));
    if (m_armed && *m_armed <= *first)
        return;
    m_armed = first;
    const auto left = std::max<Duration>(*first - now, Duration::zero());
    m_reads = m_client.executor().after(left, [this] {
        m_armed.reset();
        readScheduled();
    });
}

void RedisInspector::readSome()
{
    while (m_openReads < m_settings.readsAtOnce && !m_due.empty()) {
        const auto name = std::move(m_due.front());
        m_due.pop_front();
        const auto found = m_known.find(name);
        if (found == m_known.end())
            continue;
        auto& known = found->second;
        known.isDue = false;
        known.isDirty = false;
        known.isReading = true;
        known.readBegan = m_client.executor().clock().now();
        m_schedule.remove(name);
        ++m_openReads;
        const auto family = known.family;
        m_reader.read(name, family, [this, name, family](const Result<std::optional<LockReading>>& result) {
            --m_openReads;
            onRead(name, family, result);
            readSome();
        });
    }
}

void RedisInspector::onRead(const std::string& name, Family family, const Result<std::optional<LockReading>>& result)
{
    changed();
    const auto found = m_known.find(name);
    if (found == m_known.end())
        return;
    auto& known = found->second;
    known.isReading = false;
    known.lastRead = known.readBegan;
    note({readStep, name}, result ? Result<void>() : failure(result.error()));
    if (result && known.family == family) {
        const bool isThere = *result && !isOfAnother(name, **result);
        if (!isThere && !known.isDirty) {
            forget(found);
            return;
        }
        if (isThere) {
            noteOwnKey(name, known, hasOwnKeyIn(**result));
            auto lock = buildLock(**result, known.lock.get());
            lock.polled = !m_settings.manual && !m_feed.isComplete();
            if (!known.lock || std::exchange(known.isConfirming, false) || !hasOnlyAged(*known.lock, lock))
                known.lock = std::make_shared<const Lock>(std::move(lock));
        }
    }
    if (m_settings.manual && !known.isDirty)
        return;
    m_schedule.set(name, nextRead(known, !result));
    armReads();
}

SteadyTime RedisInspector::nextRead(const Known& known, bool hasFailed) const
{
    const auto soonest = known.readBegan + m_settings.snapshotInterval;
    if (known.isDirty)
        return soonest;
    if (hasFailed || !m_feed.isComplete() || !known.lock || isContended(*known.lock))
        return std::max<SteadyTime>(soonest, known.readBegan + m_settings.readEvery);
    auto next = known.readBegan + m_settings.verifyEvery;
    if (const auto look = nextLook(*known.lock))
        next = std::min<SteadyTime>(next, known.readBegan + *look);
    const auto& clock = m_client.executor().clock();
    const auto passed = clock.wallNow() - known.lock->readAt;
    if (const auto lease = firstLease(*known.lock); lease && *lease > passed)
        next = std::min<SteadyTime>(next, clock.now() + (*lease - passed) + afterLease);
    return std::max<SteadyTime>(soonest, next);
}

/// The locks "a" and "{a}" have the same further keys. Without a key of its own it is the one without braces, unless
/// the other one has its key.
bool RedisInspector::isOfAnother(const std::string& name, const LockReading& reading) const
{
    if (hasOwnKeyIn(reading))
        return false;
    const auto other = m_known.find("{" + name + "}");
    return isInBraces(name) || (other != m_known.end() && other->second.hasOwnKey);
}

void RedisInspector::noteOwnKey(const std::string& name, Known& known, bool hasOwnKey)
{
    if (std::exchange(known.hasOwnKey, hasOwnKey) == hasOwnKey || !isInBraces(name))
        return;
    const auto other = m_known.find(name.substr(1, name.size() - 2));
    if (other != m_known.end())
        markDirty(other->first, other->second);
}

/// It is free.
void RedisInspector::forget(std::map<std::string, Known, std::less<>>::iterator known)
{
    if (m_former.size() >= mostFormer)
        m_former.clear();
    known->second.lock.reset();
    m_schedule.remove(known->first);
    m_former.insert_or_assign(known->first, std::move(known->second));
    m_known.erase(known);
}

} // namespace lockscope::inspect
