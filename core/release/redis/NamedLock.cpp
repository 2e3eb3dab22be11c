// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/redis/NamedLock.h"

#include "core/base/AfterAll.h"
#include "core/base/Phrase.h"
#include "core/redis/KeyNames.h"
#include "core/sources/redis/dialects/LockBuilder.h"
#include "core/sources/redis/dialects/TokenBuilder.h"
#include "core/sources/redis/discovery/LockReader.h"
#include "core/sources/redis/discovery/Transaction.h"

#include <memory>
#include <utility>
#include <vector>

namespace lockscope::release {

namespace {

using Family = inspect::LockReading::Family;
using inspect::Together;
namespace keys = redis::keys;

/// One read, as long as a reply is pending.
struct NamedRead {
    NamedRead(redis::Client& server, inspect::RedisDialectsPtr known, std::string key, Reply<NamedLock> done)
        : client(server)
        , dialects(std::move(known))
        , name(std::move(key))
        , reply(std::move(done))
    {
    }

    redis::Client& client;
    inspect::RedisDialectsPtr dialects;
    std::string name;
    Reply<NamedLock> reply;
    inspect::LockReader reader{client};
    inspect::Transactions transactions{client};
    std::vector<Family> families{}; ///< still to be tried

    void fail(ErrorCode code, std::string why) const { reply(failure(code, "read", name, std::move(why))); }
};

/// Any program may have a counter: it is certainly a semaphore only while a client listens on the channel of one.
inspect::Lock namedLockOf(const inspect::LockReading& reading)
{
    auto lock = inspect::buildLock(reading, nullptr);
    if (reading.family == Family::Semaphore && lock.redis->listeners.value_or(0) == 0)
        lock.certainty = inspect::Certainty::Possible;
    return lock;
}

void readNextFamily(const std::shared_ptr<NamedRead>& read)
{
    if (read->families.empty()) {
        read->fail(ErrorCode::NotALock, phrase("the key has no lock of a known type"));
        return;
    }
    const auto family = read->families.back();
    read->families.pop_back();
    read->reader.read(read->name, family, [read](const Result<std::optional<inspect::LockReading>>& reading) {
        if (!reading)
            read->reply(failure(reading.error()));
        else if (*reading)
            read->reply(NamedLock{namedLockOf(**reading), {}, {}});
        else
            readNextFamily(read);
    });
}

void showToken(const std::shared_ptr<NamedRead>& read, inspect::TokenReading reading)
{
    NamedLock named;
    if (const auto* dialect = reading.dialect) {
        named.wakeList = dialect->wakeListOf(dialect->fits(read->name, reading.read).value_or(read->name));
        named.breaks = dialect->breaks;
        named.noRelease = dialect->noRelease;
    }
    named.lock = inspect::buildTokenLock(reading, nullptr);
    read->reply(std::move(named));
}

/// A companion of a possible lock makes it certain, as in the source.
void readCompanion(const std::shared_ptr<NamedRead>& read, inspect::TokenReading reading)
{
    const auto keys =
        reading.dialect->companionsOf(reading.dialect->fits(read->name, reading.read).value_or(read->name));
    const auto shared = std::make_shared<inspect::TokenReading>(std::move(reading));
    const auto answered = afterAll(keys.size(), [read, shared] { showToken(read, std::move(*shared)); });
    for (const auto& key : keys)
        read->client.send(key, {"EXISTS", key}, redis::Access::Read,
                          [shared, answered](const Result<redis::Value>& reply) {
                              shared->hasCompanion = shared->hasCompanion || (reply && reply->number() == 1);
                              answered();
                          });
}

void takeToken(const std::shared_ptr<NamedRead>& read, const redis::Value& token, std::int64_t left)
{
    inspect::TokenReading reading;
    reading.name = read->name;
    reading.readAt = read->client.executor().clock().wallNow();
    reading.read.value = token.text();
    if (left >= 0)
        reading.read.lease = std::chrono::milliseconds(left);
    reading.dialect = read->dialects->find(read->name, reading.read);
    if (reading.dialect && reading.dialect->isNone) {
        read->fail(ErrorCode::NotALock,
                   phrase("the dialect %1 says that such keys are no locks", reading.dialect->title));
    } else if (!reading.dialect && inspect::parseNumber(token.text())) {
        read->families = {Family::Semaphore};
        readNextFamily(read);
    } else if (reading.dialect && !reading.dialect->companions.empty()) {
        readCompanion(read, std::move(reading));
    } else {
        showToken(read, std::move(reading));
    }
}

/// The key's own value and lease, of one moment.
void readToken(const std::shared_ptr<NamedRead>& read)
{
    constexpr std::int64_t isGone = -2;
    read->transactions.read(
        read->name, {{"GETRANGE", read->name, "0", std::to_string(inspect::longestOwner)}, {"PTTL", read->name}},
        [read](const Result<Together>& parts) {
            if (!parts)
                read->reply(failure(parts.error()));
            else if (parts->replies[0].isError() || parts->replies[1].isError())
                read->fail(ErrorCode::NoAuth, parts->replies[parts->replies[0].isError() ? 0 : 1].text());
            else if (parts->replies[1].number() == isGone)
                read->fail(ErrorCode::NoNode, phrase("the key does not exist"));
            else if (parts->replies[0].text().size() > inspect::longestOwner || parts->replies[0].text().empty())
                read->fail(ErrorCode::NotALock, phrase("the key has a value that is no token: it is empty or longer "
                                                       "than %1 bytes",
                                                       inspect::longestOwner));
            else
                takeToken(read, parts->replies[0], parts->replies[1].number());
        });
}

void onTypes(const std::shared_ptr<NamedRead>& read, const Together& parts)
{
    const auto& type = parts.replies[0];
    const bool hasPermits = parts.replies[1].number() == 1;
    const bool hasQueue = parts.replies[2].number() == 1;
    if (type.isError()) {
        read->fail(ErrorCode::NoAuth, type.text());
    } else if (type.text() == "hash") {
        read->families = {Family::FasterMulti, Family::ReadWrite, Family::Owner};
        readNextFamily(read);
    } else if (hasPermits && (type.text() == "string" || type.text() == "none")) {
        read->families = {Family::PermitSemaphore};
        readNextFamily(read);
    } else if (type.text() == "string") {
        readToken(read);
    } else if (type.text() == "none" && hasQueue) {
        read->families = {Family::Owner};
        readNextFamily(read);
    } else if (type.text() == "none") {
        read->fail(ErrorCode::NoNode, phrase("the key does not exist"));
    } else {
        read->fail(ErrorCode::NotALock, phrase("the key has a value of the type %1, which no lock has", type.text()));
    }
}

} // namespace

void readNamedLock(redis::Client& client, inspect::RedisDialectsPtr dialects, std::string name, Reply<NamedLock> reply)
{
    const auto read = std::make_shared<NamedRead>(client, std::move(dialects), std::move(name), std::move(reply));
    read->transactions.read(
        read->name,
        {{"TYPE", read->name}, {"EXISTS", keys::permitTimeouts(read->name)}, {"EXISTS", keys::fairQueue(read->name)}},
        [read](const Result<Together>& parts) {
            if (parts)
                onTypes(read, *parts);
            else
                read->reply(failure(parts.error()));
        });
}

} // namespace lockscope::release
