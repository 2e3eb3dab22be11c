// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/discovery/LockReader.h"

#include "core/base/Phrase.h"
#include "core/redis/KeyNames.h"
#include "core/sources/redis/dialects/LockBuilder.h"

#include <cstdlib>
#include <utility>

namespace lockscope::inspect {

namespace {

using std::chrono::milliseconds;
using Family = LockReading::Family;
namespace keys = redis::keys;

/// Waiters and permits that are read: more are no queue that a person looks through.
const std::string mostEntries = "9999";

/// Redisson's deadline of a permit without a lease.
constexpr double noDeadline = 922337203685477;

/// In the order of the commands of partsOf().
enum Part : std::size_t {
    Lease,
    Time,
    Listeners,
    Content,   ///< the fields of the hash, or the number of free permits
    Permits,   ///< PermitSemaphore
    Queue = 4, ///< Owner, as the next ones
    Deadlines,
    Token
};

bool isHash(Family family)
{
    return family == Family::Owner || family == Family::ReadWrite || family == Family::FasterMulti;
}

std::optional<milliseconds> leaseOf(const redis::Value& reply)
{
    return reply.kind() == redis::Value::Kind::Integer && reply.number() >= 0
               ? std::optional(milliseconds(reply.number()))
               : std::nullopt;
}

/// TIME: seconds and microseconds.
std::optional<WallTime> timeOf(const redis::Value& reply)
{
    if (reply.items().size() != 2)
        return std::nullopt;
    const auto seconds = parseNumber(reply.items()[0].text());
    const auto micros = parseNumber(reply.items()[1].text());
    if (!seconds || !micros)
        return std::nullopt;
    return WallTime(milliseconds(*seconds * 1'000 + *micros / 1'000));
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

void takeQueue(LockReading& reading, const redis::Value& queue, const redis::Value& deadlines)
{
    for (const auto& owner : queue.items())
        reading.queue.push_back(owner.text());
    for (const auto& [owner, score] : fieldsOf(deadlines))
        reading.deadlines[owner] = static_cast<std::int64_t>(std::strtod(score.c_str(), nullptr));
}

void takePermits(LockReading& reading, const redis::Value& reply)
{
    for (const auto& [id, score] : fieldsOf(reply)) {
        const auto until = std::strtod(score.c_str(), nullptr);
        reading.permits.push_back({id, until >= noDeadline
                                           ? std::nullopt
                                           : std::optional(WallTime(milliseconds(static_cast<std::int64_t>(until))))});
    }
}

/// A user who may not ask does not learn that a key has no end, or no fields. A key of another type is no lock.
bool isRefusal(const redis::Value& reply)
{
    return reply.isError() && !reply.text().starts_with("WRONGTYPE");
}

/// Whether the keys are a lock of this family; for a hash by its fields.
bool isThere(const LockReading& reading)
{
    switch (reading.family) {
    case Family::Owner:
        return reading.shape.kind == HashKind::Owner ||
               (reading.shape.kind == HashKind::None && !reading.lease && !reading.queue.empty());
    case Family::ReadWrite:
        return reading.shape.kind == HashKind::ReadWrite;
    case Family::FasterMulti:
        return reading.shape.kind == HashKind::FasterMulti;
    case Family::Semaphore:
        return reading.freePermits.has_value();
    case Family::PermitSemaphore:
        return reading.freePermits || !reading.permits.empty();
    }
    return false;
}

} // namespace

LockReader::LockReader(redis::Client& client)
    : m_client(client)
    , m_transactions(client)
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
    const auto& key = reading.name;
    std::vector<redis::Command> commands{{"PTTL", key}, {"TIME"}, listenersCommand(channelsOf(reading))};
    commands.push_back(isHash(family) ? redis::Command{"HGETALL", key} : redis::Command{"GET", key});
    if (family == Family::PermitSemaphore) {
        commands.push_back({"ZRANGE", keys::permitTimeouts(key), "0", mostEntries, "WITHSCORES"});
    } else if (family == Family::Owner) {
        commands.push_back({"LRANGE", keys::fairQueue(key), "0", mostEntries});
        commands.push_back({"ZRANGE", keys::fairTimeouts(key), "0", mostEntries, "WITHSCORES"});
        commands.push_back({"GET", keys::lockToken(key)});
    }
    m_transactions.read(key, std::move(commands),
                        [this, alive = std::weak_ptr(m_alive), reading,
                         done = std::move(reply)](const Result<Together>& parts) mutable {
                            if (alive.expired())
                                return;
                            if (parts)
                                onParts(std::move(reading), *parts, done);
                            else
                                done(failure(parts.error()));
                        });
}

void LockReader::onParts(LockReading reading, const Together& parts, const Done& done)
{
    const auto& replies = parts.replies;
    for (const auto part : {Lease, Content}) {
        if (isRefusal(replies.at(part))) {
            done(failure(ErrorCode::NoAuth, phraseLater("read"), reading.name, replies.at(part).text()));
            return;
        }
    }
    reading.readAt = m_client.executor().clock().wallNow();
    reading.isOneMoment = parts.isOneMoment;
    reading.lease = leaseOf(replies.at(Lease));
    reading.serverTime = timeOf(replies.at(Time));
    takeListeners(reading, replies.at(Listeners));
    if (isHash(reading.family))
        reading.shape = shapeOf(fieldsOf(replies.at(Content)));
    else
        reading.freePermits = numberIn(replies.at(Content));
    if (reading.family == Family::PermitSemaphore) {
        takePermits(reading, replies.at(Permits));
    } else if (reading.family == Family::Owner) {
        takeQueue(reading, replies.at(Queue), replies.at(Deadlines));
        reading.token = numberIn(replies.at(Token));
    }
    if (isThere(reading))
        readMore(std::move(reading), done);
    else
        done(std::optional<LockReading>());
}

void LockReader::readMore(LockReading reading, const Done& done)
{
    std::vector<redis::Command> commands;
    std::vector<LockReading::ReadLease> leases;
    if (reading.family == Family::ReadWrite) {
        for (const auto& hold : reading.shape.holds) {
            for (std::int64_t nth = 1; hold.mode == LockMode::Shared && nth <= hold.count; ++nth) {
                leases.push_back({hold.owner.client(), nth, {}});
                commands.push_back({"PTTL", keys::readTimeout(reading.name, hold.owner.client(), nth)});
            }
        }
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
                                return;
                            }
                            for (std::size_t i = 0; i < leases.size(); ++i)
                                leases[i].left = leaseOf(more->replies.at(i));
                            if (leases.empty())
                                takeListeners(reading, more->replies.front());
                            reading.readLeases = std::move(leases);
                            done(std::optional(std::move(reading)));
                        });
}

} // namespace lockscope::inspect
