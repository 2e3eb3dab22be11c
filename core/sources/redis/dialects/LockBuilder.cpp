// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/dialects/LockBuilder.h"

#include "core/model/NodeIndex.h"
#include "core/redis/KeyNames.h"
#include "core/sources/redis/dialects/LockMemory.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace lockscope::inspect {

namespace {

using std::chrono::milliseconds;
using Family = LockReading::Family;
namespace keys = redis::keys;

struct DialectName {
    const char* id;
    const char* title;
    LockKind kind;
};

/// A lock with an entry in its queue was once used as a fair lock, one with a token as a fenced lock; what a client
/// uses now is not recorded.
DialectName dialectOf(const LockReading& reading)
{
    switch (reading.family) {
    case Family::ReadWrite:
        return {"redisson-read-write", "Redisson read/write lock", LockKind::ReadWrite};
    case Family::FasterMulti:
        return {"redisson-faster-multi-lock", "Redisson faster multi-lock", LockKind::Multi};
    case Family::Semaphore:
        return {"redisson-semaphore", "Redisson semaphore", LockKind::Semaphore};
    case Family::PermitSemaphore:
        return {"redisson-permit-semaphore", "Redisson permit-expirable semaphore", LockKind::Semaphore};
    case Family::Owner:
        break;
    }
    if (!reading.queue.empty() || !reading.deadlines.empty())
        return {"redisson-fair-lock", "Redisson fair lock", LockKind::Mutex};
    if (reading.token)
        return {"redisson-fenced-lock", "Redisson fenced lock", LockKind::Mutex};
    return {"redisson-lock", "Redisson lock", LockKind::Mutex};
}

std::string inHex(std::string_view bytes)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string hex;
    for (const auto byte : bytes) {
        hex += digits[static_cast<unsigned char>(byte) >> 4u];
        hex += digits[static_cast<unsigned char>(byte) & 15u];
    }
    return hex;
}

/// What is left until a time of the clients' clocks, which are to agree with the server's.
std::optional<milliseconds> leftUntil(const LockReading& reading, std::optional<WallTime> until)
{
    if (!until)
        return std::nullopt;
    const auto now = reading.serverTime.value_or(reading.readAt);
    return *until <= now ? milliseconds(0) : *until - now;
}

/// By reader, of several holds the one that lasts longest; nullopt: its leases have ended.
std::map<std::string_view, std::optional<milliseconds>> readLeasesOf(const LockReading& reading)
{
    std::map<std::string_view, std::optional<milliseconds>> leases;
    for (const auto& one : reading.readLeases) {
        auto& longest = leases[one.owner];
        if (one.left)
            longest = std::max(longest.value_or(milliseconds(0)), *one.left);
    }
    return leases;
}

/// The channels whose listeners wait for the lock, without those of a fair lock's waiters.
std::vector<std::string> commonChannelsOf(const LockReading& reading)
{
    const auto& name = reading.name;
    switch (reading.family) {
    case Family::ReadWrite:
        return {keys::readWriteChannel(name), keys::oldReadWriteChannel(name)};
    case Family::Semaphore:
    case Family::PermitSemaphore:
        return {keys::semaphoreChannel(name), keys::oldSemaphoreChannel(name)};
    case Family::Owner:
    case Family::FasterMulti:
        break;
    }
    return {keys::lockChannel(name), keys::oldLockChannel(name)};
}

int listenersOf(const LockReading& reading, const std::string& channel)
{
    const auto found = reading.listeners.find(channel);
    return found == reading.listeners.end() ? 0 : found->second;
}

class Builder final {
public:
    Builder(const LockReading& reading, const Lock* before)
        : m_reading(reading)
        , m_before(before)
        , m_nodesBefore(before ? NodeIndex(*before) : NodeIndex())
    {
    }

    [[nodiscard]] Lock build()
    {
        const auto dialect = dialectOf(m_reading);
        m_lock.path = m_reading.name;
        m_lock.dialect = dialect.id;
        m_lock.dialectTitle = dialect.title;
        m_lock.kind = dialect.kind;
        m_lock.readAt = m_reading.readAt;
        m_lock.confirmedAt = m_reading.readAt; // the master itself
        addHolders();
        addPermits();
        addWaiters();
        addFacts();
        return std::move(m_lock);
    }

private:
    void addHolders()
    {
        const auto readLeases = readLeasesOf(m_reading);
        for (const auto& hold : m_reading.shape.holds) {
            RedisContender redis{hold.owner.client(), hold.count, m_reading.lease, Alive::Unknown, {}};
            const auto own = readLeases.find(redis.owner);
            if (hold.mode == LockMode::Shared && own != readLeases.end())
                redis.lease = own->second;
            if (hold.endsAt)
                redis.lease = leftUntil(m_reading, WallTime(milliseconds(*hold.endsAt)));
            add(hold.field, true, hold.mode, std::move(redis));
        }
    }

    void addPermits()
    {
        for (const auto& permit : m_reading.permits) {
            const auto id = inHex(permit.id);
            add(id, true, LockMode::Shared, {id, 1, leftUntil(m_reading, permit.until), Alive::Unknown, {}});
        }
        if (m_reading.family != Family::PermitSemaphore && m_reading.family != Family::Semaphore)
            return;
        m_lock.leases = areLeasesKnown() ? allPermits() : 0;
        m_lock.leasesKnown = areLeasesKnown() ? Confidence::Exact : Confidence::Unknown;
    }

    [[nodiscard]] bool areLeasesKnown() const
    {
        return m_reading.family == Family::PermitSemaphore && !m_reading.mayHaveMore;
    }

    /// Free and taken. The number of free ones is any that a client has stored.
    [[nodiscard]] int allPermits() const
    {
        constexpr std::int64_t most = std::numeric_limits<int>::max();
        const auto free = std::clamp(m_reading.freePermits.value_or(0), -most, most);
        return static_cast<int>(std::clamp<std::int64_t>(free + m_lock.holders(), 0, most));
    }

    /// The holders are waited for by all; a waiter also waits for those ahead.
    void addWaiters()
    {
        std::vector<std::string> ahead;
        std::unordered_set<std::string_view> nodes;
        for (const auto& contender : m_lock.queue)
            ahead.push_back(contender.node);
        for (const auto& hold : m_reading.shape.holds)
            nodes.insert(hold.field);
        for (const auto& owner : m_reading.queue) {
            if (!parseOwnerName(owner) || !nodes.insert(owner).second) {
                m_lock.unrecognised.push_back(owner);
                continue;
            }
            RedisContender redis{owner, 1, {}, aliveOf(owner), {}};
            if (const auto deadline = m_reading.deadlines.find(owner); deadline != m_reading.deadlines.end())
                redis.keepsPlaceUntil = WallTime(milliseconds(deadline->second));
            auto& waiter = add(owner, false, LockMode::Exclusive, std::move(redis));
            waiter.waitsOn = ahead;
            ahead = {owner};
        }
    }

    [[nodiscard]] Alive aliveOf(const std::string& owner) const
    {
        const auto found = m_reading.listeners.find(keys::fairChannel(m_reading.name, owner));
        if (found == m_reading.listeners.end())
            return Alive::Unknown;
        return found->second > 0 ? Alive::Yes : Alive::No;
    }

    Contender& add(const std::string& node, bool holds, LockMode mode, RedisContender redis)
    {
        Contender contender;
        contender.position = static_cast<int>(m_lock.queue.size());
        contender.holds = holds;
        contender.mode = mode;
        contender.node = node;
        contender.firstSeenAt = m_reading.readAt;
        const auto* last = m_nodesBefore.find(NodeRef{LockPart::Queue, node});
        const bool isValue = m_reading.family == Family::FasterMulti; // of a group: the next owner has the same node
        if (isValue && last && last->redis && last->redis->owner != redis.owner)
            last = nullptr;
        if (last)
            contender.firstSeenAt = last->firstSeenAt;
        if (holds)
            addHold(contender, redis, last);
        else
            rememberWaiter(redis, last && !last->holds ? last->redis.get() : nullptr, m_reading.readAt);
        contender.redis = std::make_shared<const RedisContender>(std::move(redis));
        return m_lock.queue.emplace_back(std::move(contender));
    }

    void addHold(Contender& contender, RedisContender& redis, const Contender* last)
    {
        const auto* held = last && last->holds ? last->redis.get() : nullptr;
        const bool hasOwnLease = m_reading.family == Family::ReadWrite && contender.mode == LockMode::Shared;
        const ReadTimes now{m_reading.readAt, m_reading.serverTime.value_or(m_reading.readAt)};
        rememberHolder(redis, held, hasOwnLease, now);
        if (!held) {
            if (m_before)
                contender.grantedAt = m_reading.readAt; // since the last reading
            return;
        }
        // A fencing token is given at each acquisition. Without one, an extension of the lease at an unusual time may
        // be a release and an acquisition by the same owner.
        if (m_reading.token && m_before->redis && m_before->redis->fencingToken == m_reading.token)
            redis.trace.since = held->trace.since;
        const bool isSameHold = m_reading.family == Family::PermitSemaphore || redis.count != held->count ||
                                redis.trace.since == held->trace.since;
        if (isSameHold)
            contender.grantedAt = last->grantedAt;
    }

    void addFacts()
    {
        auto facts = std::make_shared<RedisLock>();
        facts->isOrdered = !m_reading.queue.empty();
        facts->lease = m_reading.lease;
        facts->fencingToken = m_reading.token;
        facts->freePermits = m_reading.freePermits;
        facts->highestToken = m_reading.highestToken;
        rememberToken(*facts, m_before);
        if (areLeasesKnown())
            rememberPermits(*facts, m_reading.isOneMoment ? std::optional<std::int64_t>(m_lock.leases) : std::nullopt,
                            m_before);
        if (!m_reading.listeners.empty()) {
            const auto channels = commonChannelsOf(m_reading);
            facts->listeners =
                std::accumulate(channels.begin(), channels.end(), 0, [this](int sum, const std::string& channel) {
                    return sum + listenersOf(m_reading, channel);
                });
        }
        m_lock.redis = std::move(facts);
    }

    const LockReading& m_reading;
    const Lock* const m_before;
    const NodeIndex m_nodesBefore;
    Lock m_lock;
};

} // namespace

std::vector<std::string> channelsOf(const LockReading& reading)
{
    auto channels = commonChannelsOf(reading);
    for (const auto& owner : reading.queue) // of a fair lock
        channels.push_back(keys::fairChannel(reading.name, owner));
    return channels;
}

Lock buildLock(const LockReading& reading, const Lock* before)
{
    return Builder(reading, before).build();
}

} // namespace lockscope::inspect
