// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/discovery/LockReader.h"

#include "core/redis/KeyNames.h"
#include "core/sources/redis/KeyReplies.h"
#include "core/sources/redis/dialects/LockBuilder.h"
#include "core/sources/redis/topology/RedisServerClock.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace lockscope::inspect {

namespace {

using std::chrono::milliseconds;
using Family = LockReading::Family;
namespace keys = redis::keys;

/// Waiters, permits and leases of readers that are read: more are nothing that a person looks through.
constexpr std::size_t mostEntries = 10'000;
/// The entry behind these is read too: it tells that there are more.
const std::string lastEntry = std::to_string(mostEntries);

/// Redisson's deadline of a permit without a lease.
constexpr auto noDeadline = longestPttl;
/// Bytes of the id that Redisson gives a permit.
constexpr std::size_t permitIdLength = 16;
constexpr std::size_t mostTokens = 10'000;

/// In the order of the commands of partsOf().
enum Part : std::size_t {
    Lease,
    Time,
    Listeners,
    Content,   ///< the fields of the hash, or the number of free permits
    Permits,   ///< of a semaphore
    Queue = 4, ///< Owner, as the next ones
    Deadlines,
    Token
};

std::vector<redis::Command> partsOf(const std::string& key, Family family, redis::Command listeners)
{
    std::vector<redis::Command> commands{{"PTTL", key}, {"TIME"}, std::move(listeners)};
    switch (family) {
    case Family::Owner:
        commands.push_back({"HGETALL", key});
        commands.push_back({"LRANGE", keys::fairQueue(key), "0", lastEntry});
        commands.push_back({"ZRANGE", keys::fairTimeouts(key), "0", lastEntry, "WITHSCORES"});
        commands.push_back({"GET", keys::lockToken(key)});
        break;
    case Family::ReadWrite:
    case Family::FasterMulti:
        commands.push_back({"HGETALL", key});
        break;
    case Family::Semaphore:
    case Family::PermitSemaphore:
        commands.push_back({"GET", key});
        commands.push_back({"ZRANGE", keys::permitTimeouts(key), "0", lastEntry, "WITHSCORES"});
        break;
    }
    return commands;
}

bool isHash(Family family)
{
    return family == Family::Owner || family == Family::ReadWrite || family == Family::FasterMulti;
}

/// The family of a hash with this shape; of another hash nothing tells.
std::optional<Family> familyOf(HashKind kind)
{
    switch (kind) {
    case HashKind::Owner:
        return Family::Owner;
    case HashKind::ReadWrite:
        return Family::ReadWrite;
    case HashKind::FasterMulti:
        return Family::FasterMulti;
    case HashKind::None:
        break;
    }
    return std::nullopt;
}

/// A user who may not ask does not learn that a key has no end, or that there is none. A key of another type belongs to
/// no lock. Without the time and the listeners the lock is known.
const redis::Value* refusalIn(const std::vector<redis::Value>& replies)
{
    for (std::size_t part = 0; part < replies.size(); ++part) {
        const auto& reply = replies[part];
        if (part != Time && part != Listeners && isRefused(reply))
            return &reply;
    }
    return nullptr;
}

HashFields fieldsOf(const redis::Value& reply)
{
    HashFields fields;
    const auto& items = reply.items();
    for (std::size_t i = 0; i + 1 < items.size(); i += 2)
        fields.emplace_back(items[i].text(), items[i + 1].text());
    return fields;
}

std::optional<std::int64_t> numberIn(const redis::Value& reply)
{
    return reply.kind() == redis::Value::Kind::String ? parseNumber(reply.text()) : std::nullopt;
}

void takeListeners(LockReading& reading, const redis::Value& reply)
{
    const auto& items = reply.items();
    for (std::size_t i = 0; i + 1 < items.size(); i += 2)
        reading.listeners[items[i].text()] = static_cast<int>(items[i + 1].number());
}

/// A score in ms since 1970; a sorted set also has infinite ones.
std::int64_t timeIn(const std::string& score)
{
    constexpr auto latest = static_cast<double>(noDeadline);
    return static_cast<std::int64_t>(std::clamp(std::strtod(score.c_str(), nullptr), -latest, latest));
}

void takeQueue(LockReading& reading, const redis::Value& queue, const redis::Value& deadlines)
{
    for (const auto& owner : queue.items())
        reading.queue.push_back(owner.text());
    reading.mayHaveMore = reading.queue.size() > mostEntries;
    if (reading.mayHaveMore)
        reading.queue.pop_back();
    for (const auto& [owner, score] : fieldsOf(deadlines))
        reading.deadlines[owner] = timeIn(score);
}

/// A sorted set with another member than a permit's id is another program's.
bool takePermits(LockReading& reading, const redis::Value& reply)
{
    const auto permits = fieldsOf(reply);
    if (permits.empty() || std::any_of(permits.begin(), permits.end(),
                                       [](const auto& permit) { return permit.first.size() != permitIdLength; }))
        return false;
    for (const auto& [id, score] : permits) {
        const auto until = timeIn(score);
        reading.permits.push_back(
            {id, until == noDeadline ? std::nullopt : std::optional(WallTime(milliseconds(until)))});
    }
    reading.mayHaveMore = reading.permits.size() > mostEntries;
    if (reading.mayHaveMore)
        reading.permits.pop_back();
    return true;
}

/// `replies`: TIME, and the times to live of the leases. These are counted from LockReading::readAt, as that of the
/// lock.
Result<std::optional<LockReading>> takeReadLeases(LockReading reading, std::vector<LockReading::ReadLease> leases,
                                                  const std::vector<redis::Value>& replies)
{
    const auto time = serverTimeOf(replies.at(0));
    const auto passed = time && reading.serverTime ? *time - *reading.serverTime : milliseconds(0);
    for (std::size_t i = 0; i < leases.size(); ++i) {
        const auto& reply = replies.at(i + 1);
        if (reply.isError()) // not that there is none
            return failure(refusedToRead(reading.name, reply));
        if (const auto left = leaseIn(reply))
            leases[i].left = *left + passed;
    }
    reading.readLeases = std::move(leases);
    return std::optional(std::move(reading));
}

} // namespace

LockReader::LockReader(redis::Client& client)
    : m_client(client)
    , m_transactions(client)
    , m_clocks(client)
{
}

redis::Command LockReader::listenersCommand(const std::vector<std::string>& channels) const
{
    redis::Command command{"PUBSUB", m_client.usesShardedChannels() ? "SHARDNUMSUB" : "NUMSUB"};
    command.insert(command.end(), channels.begin(), channels.end());
    return command;
}

void LockReader::read(std::string name, Family family, Done reply)
{
    LockReading reading;
    reading.name = std::move(name);
    reading.family = family;
    readAs(std::move(reading), true, std::move(reply));
}

void LockReader::readAs(LockReading reading, bool mayBeOfAnotherType, Done done)
{
    const auto key = reading.name;
    auto commands = partsOf(key, reading.family, listenersCommand(channelsOf(reading)));
    m_transactions.read(key, std::move(commands),
                        [this, alive = std::weak_ptr(m_alive), reading = std::move(reading), mayBeOfAnotherType,
                         sentAt = m_client.executor().clock().wallNow(),
                         done = std::move(done)](const Result<Together>& parts) mutable {
                            if (alive.expired())
                                return;
                            if (parts)
                                onParts(std::move(reading), mayBeOfAnotherType, sentAt, *parts, done);
                            else
                                done(failure(parts.error()));
                        });
}

/// A name may have another lock than it had before. Its type is tried once: a list is of neither.
void LockReader::onParts(LockReading reading, bool mayBeOfAnotherType, WallTime sentAt, const Together& parts,
                         const Done& done)
{
    if (const auto* refused = refusalIn(parts.replies)) {
        done(failure(refusedToRead(reading.name, *refused)));
        return;
    }
    reading.serverTime = serverTimeOf(parts.replies.at(Time));
    reading.readAt = m_clocks.readAt(reading.name, sentAt, reading.serverTime);
    const auto& content = parts.replies.at(Content);
    const auto family = reading.family;
    if (isWrongType(content)) {
        m_withPermits.erase(reading.name);
        reading.family = isHash(family) ? Family::PermitSemaphore : Family::Owner;
        if (mayBeOfAnotherType)
            readAs(std::move(reading), false, done);
        else
            done(std::optional<LockReading>());
        return;
    }
    if (isHash(family)) {
        reading.shape = shapeOf(fieldsOf(content));
        reading.family = familyOf(reading.shape.kind).value_or(family);
        if (reading.family != family) {
            readAs(std::move(reading), mayBeOfAnotherType, done);
            return;
        }
    }
    if (takeParts(reading, parts))
        readMore(std::move(reading), done);
    else
        done(std::optional<LockReading>());
}

/// Whether there is a lock.
bool LockReader::takeParts(LockReading& reading, const Together& parts)
{
    const auto& replies = parts.replies;
    reading.isOneMoment = parts.isOneMoment;
    reading.lease = leaseIn(replies.at(Lease));
    takeListeners(reading, replies.at(Listeners));
    if (!isHash(reading.family))
        return takeSemaphore(reading, parts);
    if (reading.family == Family::Owner) {
        takeQueue(reading, replies.at(Queue), replies.at(Deadlines));
        reading.token = numberIn(replies.at(Token));
        rememberToken(reading);
    }
    const bool isQueueOnly = replies.at(Content).items().empty() && !reading.queue.empty();
    return reading.shape.kind != HashKind::None || isQueueOnly;
}

bool LockReader::takeSemaphore(LockReading& reading, const Together& parts)
{
    const auto& content = parts.replies.at(Content);
    const auto& permits = parts.replies.at(Permits);
    reading.freePermits = numberIn(content);
    const bool isNumber = reading.freePermits.has_value();
    const bool hasPermits = (isNumber || content.isNil()) && takePermits(reading, permits);
    const bool areAllFree = isNumber && !permits.isError() && permits.items().empty();
    if (hasPermits)
        m_withPermits.insert(reading.name);
    else if (!areAllFree)
        m_withPermits.erase(reading.name);
    const bool isOfPermits = m_withPermits.contains(reading.name);
    const bool isThere = isOfPermits || (isNumber && reading.family == Family::Semaphore);
    reading.family = isOfPermits ? Family::PermitSemaphore : Family::Semaphore;
    return isThere;
}

/// The counter outlives the lock's key: a token that went back while the lock was free is seen at the next hold.
void LockReader::rememberToken(LockReading& reading)
{
    const auto before = m_highestTokens.find(reading.name);
    if (before != m_highestTokens.end())
        reading.highestToken = before->second;
    if (!reading.token)
        return;
    reading.highestToken = std::max(reading.highestToken.value_or(*reading.token), *reading.token);
    if (m_highestTokens.size() >= mostTokens && before == m_highestTokens.end())
        m_highestTokens.clear();
    m_highestTokens.insert_or_assign(reading.name, *reading.highestToken);
}

void LockReader::readMore(LockReading reading, const Done& done)
{
    std::vector<redis::Command> commands;
    std::vector<LockReading::ReadLease> leases;
    if (reading.family == Family::ReadWrite) {
        for (const auto& hold : reading.shape.holds) {
            const auto left = static_cast<std::int64_t>(mostEntries - leases.size());
            const auto last = hold.mode == LockMode::Shared && hold.count <= left ? hold.count : 0;
            for (std::int64_t nth = 1; nth <= last; ++nth) {
                leases.push_back({hold.owner.client(), nth, {}});
                commands.push_back({"PTTL", keys::readTimeout(reading.name, hold.owner.client(), nth)});
            }
        }
        if (!commands.empty())
            commands.insert(commands.begin(), {"TIME"});
    } else if (!reading.queue.empty()) {
        std::vector<std::string> channels;
        for (const auto& owner : reading.queue)
            channels.push_back(keys::fairChannel(reading.name, owner));
        commands.push_back(listenersCommand(channels));
    }
    if (commands.empty()) {
        done(std::optional(std::move(reading)));
        return;
    }
    const auto key = reading.name;
    m_transactions.read(key, std::move(commands),
                        [alive = std::weak_ptr(m_alive), reading = std::move(reading), leases = std::move(leases),
                         done](const Result<Together>& more) mutable {
                            if (alive.expired())
                                return;
                            if (!more) {
                                done(failure(more.error()));
                            } else if (leases.empty()) {
                                takeListeners(reading, more->replies.front());
                                done(std::optional(std::move(reading)));
                            } else {
                                done(takeReadLeases(std::move(reading), std::move(leases), more->replies));
                            }
                        });
}

} // namespace lockscope::inspect
