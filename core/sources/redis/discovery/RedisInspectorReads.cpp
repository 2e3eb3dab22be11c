// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of RedisInspector that reads the known locks, each when it is due.

#include "core/base/Phrase.h"
#include "core/redis/ConnectionError.h"
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
/// A lock whose change was reported so long ago is no longer as it is shown.
constexpr auto latestRead = std::chrono::seconds(1);
/// A key may be gone some time before the end of its lease by this machine's clock.
constexpr auto leaseEndTolerance = std::chrono::milliseconds(50);

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

/// Its waiters are not in its keys: clients only listen.
bool isContended(const Lock& lock)
{
    return lock.waiters() > 0 || (lock.redis && lock.redis->listeners.value_or(0) > 0);
}

bool isSemaphore(LockReading::Family family)
{
    return family == LockReading::Family::Semaphore || family == LockReading::Family::PermitSemaphore;
}

bool haveSameClients(const Lock& before, const Lock& now)
{
    return std::equal(before.queue.begin(), before.queue.end(), now.queue.begin(), now.queue.end(),
                      [](const Contender& one, const Contender& other) {
                          return one.node == other.node && one.holds == other.holds &&
                                 one.redis->owner == other.redis->owner;
                      });
}

bool isInBraces(const std::string& name)
{
    return name.size() > 2 && name.front() == '{' && name.back() == '}';
}

Result<void> wholeness(const LockReading& reading)
{
    if (!reading.mayHaveMore)
        return {};
    return failure(ErrorCode::TooLarge, phraseLater("read all of"), reading.name,
                   phrase("only the first %1 are read of its waiters or permits. The others are not shown",
                          std::max(reading.queue.size(), reading.permits.size())));
}

} // namespace

/// The servers report the changes of locks of this family.
bool RedisInspector::isReported(Family family) const
{
    return m_feed.isComplete() && (!isSemaphore(family) || m_feed.reportsSemaphores());
}

/// It is read at each interval. With names given, the channels of all locks are not listed.
bool RedisInspector::isReadInTurn(const Known& known) const
{
    return !known.lock || known.lock->polled || !isReported(known.family) || isContended(*known.lock) ||
           !m_settings.names.empty();
}

void RedisInspector::readLocks()
{
    readKnown();
    if (m_tokens)
        m_tokens->readLocks();
}

/// Without the token locks.
void RedisInspector::readKnown()
{
    std::vector<std::string> names;
    for (const auto& [name, known] : m_known)
        names.push_back(name);
    readLocks(names);
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

double RedisInspector::readRate() const
{
    return m_settings.changedReadsPerSecond + m_readsInTurn;
}

/// While locks are polled, their number and the interval say how many are read.
void RedisInspector::refillReads()
{
    const auto now = m_client.executor().clock().now();
    const auto passed = std::chrono::duration<double>(now - std::exchange(m_refilled, now)).count();
    m_readsLeft =
        m_feed.isComplete() ? std::min(readRate() * savedSeconds, m_readsLeft + passed * readRate()) : unlimited;
}

void RedisInspector::armReads()
{
    auto first = m_schedule.first();
    if (!first)
        return;
    const auto now = m_client.executor().clock().now();
    if (m_readsLeft < 1 && *first <= now) // none is left for it
        first = now + std::chrono::duration_cast<Duration>(std::chrono::duration<double>(1 / readRate()));
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
        known.isReadingToConfirm = std::exchange(known.isConfirming, false);
        known.isReadingAChange = std::exchange(known.changedAt, std::nullopt).has_value();
        known.readAfterGap = m_gaps;
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
    const bool exists = result && *result && !isOfAnother(name, **result);
    note({readStep, name}, !result ? failure(result.error()) : exists ? wholeness(**result) : Result<void>());
    const bool isLost = !result && redis::isConnectionError(result.error());
    if (!isLost && known.family == family && known.readAfterGap == m_gaps)
        known.isOwed = false;
    if (result && known.family == family) {
        if (exists) {
            known.family = (*result)->family; // it may be another lock than it was
            noteOwnKey(name, known, hasOwnKeyIn(**result));
            show(known, **result);
        } else if (isGoneUnreported(known)) {
            showAsPolled(known);
            m_schedule.set(name, m_client.executor().clock().now() + 2 * m_settings.snapshotInterval);
            armReads();
            return;
        } else if (!known.isDirty) {
            forget(found);
            return;
        }
    } else {
        known.isConfirming = known.isConfirming || known.isReadingToConfirm;
        if (!result && known.lock && !known.lock->polled)
            showAsPolled(known); // since its last reading it may have changed
    }
    if (m_settings.manual && !known.isDirty && !isLost)
        return;
    m_schedule.set(name, nextRead(known, !result));
    armReads();
}

/// A lock that has only aged stays the same object, with the time of its first reading.
void RedisInspector::show(Known& known, const LockReading& reading)
{
    auto lock = buildLock(reading, known.lock.get());
    lock.polled = isPolled(known, lock);
    known.isFoundLate = false;
    const bool isShownAnyway = m_settings.manual || known.isReadingToConfirm;
    if (!known.lock || isShownAnyway || !hasOnlyAged(*known.lock, lock))
        known.lock = std::make_shared<const Lock>(std::move(lock));
}

/// When it changed is not known: changes are not reported, or this one was not.
bool RedisInspector::isPolled(const Known& known, const Lock& lock) const
{
    if (m_settings.manual)
        return false;
    if (!isReported(known.family))
        return true;
    if (known.isReadingAChange || known.changedAt)
        return false;
    return known.lock ? !haveSameClients(*known.lock, lock) : known.isFoundLate;
}

/// Neither a report nor the end of its lease led to the reading that has not found it. It is shown as polled first, so
/// that the time of its end is not taken as exact.
bool RedisInspector::isGoneUnreported(const Known& known) const
{
    if (!known.lock || known.lock->polled || m_settings.manual || !isReported(known.family) || known.isReadingAChange ||
        known.changedAt || !m_isWhole) // else it has ended in the gap
        return false;
    const auto passed = m_client.executor().clock().wallNow() - known.lock->readAt;
    const auto lease = firstLease(*known.lock);
    return !lease || *lease > passed + leaseEndTolerance;
}

void RedisInspector::showAsPolled(Known& known)
{
    auto lock = *known.lock;
    lock.polled = true;
    known.lock = std::make_shared<const Lock>(std::move(lock));
}

/// Locks that have changed and still wait for their turn. Also counts the reads of the others, for readRate().
void RedisInspector::showLateOnes()
{
    const auto now = m_client.executor().clock().now();
    const auto inTurn = 1 / std::chrono::duration<double>(m_settings.readEvery).count();
    const auto toVerify = 1 / std::chrono::duration<double>(m_settings.verifyEvery).count();
    m_readsInTurn = 0;
    for (auto& [name, known] : m_known) {
        if (known.changedAt && now - *known.changedAt > latestRead && known.lock && !known.lock->polled)
            showAsPolled(known);
        m_readsInTurn += isReadInTurn(known) ? inTurn : toVerify;
    }
}

SteadyTime RedisInspector::nextRead(const Known& known, bool hasFailed) const
{
    const auto soonest = known.readBegan + m_settings.snapshotInterval;
    if (known.isDirty)
        return soonest;
    if (hasFailed || isReadInTurn(known))
        return std::max<SteadyTime>(soonest, known.readBegan + m_settings.readEvery);
    auto next = known.readBegan + m_settings.verifyEvery;
    const auto& clock = m_client.executor().clock();
    const auto passed = clock.wallNow() - known.lock->readAt;
    if (const auto look = nextLook(*known.lock))
        next = std::min<SteadyTime>(next, clock.now() + (*look - passed));
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
