// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/redis/NamedLock.h"

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
    NamedRead(redis::Client& server, std::string key, Reply<inspect::Lock> done)
        : client(server)
        , name(std::move(key))
        , reply(std::move(done))
    {
    }

    redis::Client& client;
    std::string name;
    Reply<inspect::Lock> reply;
    inspect::LockReader reader{client};
    inspect::Transactions transactions{client};
    std::vector<Family> families{}; ///< still to be tried

    void fail(ErrorCode code, std::string why) const { reply(failure(code, "read", name, std::move(why))); }
};

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
            read->reply(inspect::buildLock(**reading, nullptr));
        else
            readNextFamily(read);
    });
}

/// The key's own value and lease, of one moment.
void readToken(const std::shared_ptr<NamedRead>& read)
{
    read->transactions.read(
        read->name, {{"GET", read->name}, {"PTTL", read->name}}, [read](const Result<Together>& parts) {
            if (!parts) {
                read->reply(failure(parts.error()));
                return;
            }
            const auto& token = parts->replies[0];
            const auto left = parts->replies[1].number();
            if (token.isError()) {
                read->fail(ErrorCode::NoAuth, token.text());
                return;
            }
            if (token.isNil()) {
                read->fail(ErrorCode::NoNode, phrase("the key does not exist"));
                return;
            }
            if (inspect::parseNumber(token.text())) {
                read->fail(ErrorCode::NotALock, phrase("a number without leases of permits is a semaphore: the server "
                                                       "does not record its holders, so none can be released"));
                return;
            }
            inspect::TokenReading reading;
            reading.name = read->name;
            reading.readAt = read->client.executor().clock().wallNow();
            reading.read.value = token.text();
            if (left >= 0)
                reading.read.lease = std::chrono::milliseconds(left);
            read->reply(inspect::buildTokenLock(reading, nullptr));
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

void readNamedLock(redis::Client& client, std::string name, Reply<inspect::Lock> reply)
{
    const auto read = std::make_shared<NamedRead>(client, std::move(name), std::move(reply));
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
