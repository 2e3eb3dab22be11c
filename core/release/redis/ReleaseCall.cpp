// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/redis/ReleaseCall.h"

#include "core/base/Phrase.h"
#include "core/redis/KeyNames.h"
#include "core/release/redis/scripts/ReleaseScripts.h"

#include <algorithm>

namespace lockscope::release {

namespace {

using Kind = RedisPlan::Kind;
namespace keys = redis::keys;

/// Of more holds the last leases expire by themselves: Redis allows a limited number of arguments in Lua.
constexpr std::int64_t mostReadLeases = 1'000;

/// A watchdog extends the lease again and again; it cannot be longer than this.
constexpr std::int64_t endlessLease = 9'007'199'254'740'991;

std::string longestLease(const RedisPlan& redis)
{
    if (!redis.lease)
        return {};
    return std::to_string(redis.isLeaseFixed ? redis.lease->count() : endlessLease);
}

ReleaseCall holderCall(const ReleasePlan& plan, const std::string& publish)
{
    const auto& name = plan.lockPath;
    const auto& redis = plan.redis;
    ReleaseCall call;
    call.script = &scripts::holderRelease();
    call.keys = {name, keys::lockToken(name), keys::fairQueue(name), keys::fairTimeouts(name)};
    call.arguments = {redis.entry,
                      std::to_string(redis.count),
                      redis.fencingToken ? std::to_string(*redis.fencingToken) : std::string(),
                      longestLease(redis),
                      publish,
                      keys::lockChannel(name),
                      keys::oldLockChannel(name)};
    call.arguments.insert(call.arguments.end(), redis.deadHeads.begin(), redis.deadHeads.end());
    call.channels = {keys::lockChannel(name), keys::oldLockChannel(name), keys::lockChannel(name) + ":*"};
    call.reads = {"hget", "hlen", "hkeys", "get", "pttl", "lindex", "zscore", "time"};
    call.writes = {{"del", name},
                   {publish, keys::lockChannel(name)},
                   {"publish", keys::oldLockChannel(name)},
                   {"lpop", keys::fairQueue(name)},
                   {"zrem", keys::fairTimeouts(name)}};
    if (!redis.deadHeads.empty())
        call.reads.emplace_back(redis.usesShardedChannels ? "pubsub|shardnumsub" : "pubsub|numsub");
    return call;
}

ReleaseCall waiterCall(const ReleasePlan& plan, const std::string& publish)
{
    const auto& name = plan.lockPath;
    const auto& until = plan.redis.keepsPlaceUntil;
    ReleaseCall call;
    call.script = &scripts::waiterRemove();
    call.keys = {name, keys::fairQueue(name), keys::fairTimeouts(name)};
    call.arguments = {plan.redis.entry, until ? std::to_string(until->time_since_epoch().count()) : std::string(),
                      publish, keys::lockChannel(name)};
    call.channels = {keys::lockChannel(name) + ":*"};
    call.reads = {"hexists", "lpos", "zscore", "exists", "lindex"};
    call.writes = {{"lrem", keys::fairQueue(name)},
                   {"zrem", keys::fairTimeouts(name)},
                   {publish, keys::fairChannel(name, plan.redis.entry)}};
    return call;
}

ReleaseCall readWriteCall(const ReleasePlan& plan, const std::string& publish)
{
    const auto& name = plan.lockPath;
    const bool isReader = plan.redis.kind == Kind::Reader;
    ReleaseCall call;
    call.script = isReader ? &scripts::readerRelease() : &scripts::writerRelease();
    call.keys = {name};
    for (std::int64_t hold = 1; isReader && hold <= std::min(plan.redis.count, mostReadLeases); ++hold)
        call.keys.push_back(keys::readTimeout(name, plan.redis.owner, hold));
    call.arguments = {plan.redis.entry, std::to_string(plan.redis.count), keys::readTimeoutPrefix(name),
                      publish,          keys::readWriteChannel(name),     keys::oldReadWriteChannel(name)};
    call.channels = {keys::readWriteChannel(name), keys::oldReadWriteChannel(name)};
    call.reads = {"hget", "hgetall", "pttl", "exists"};
    call.writes = {{"del", name},
                   {"hdel", name},
                   {"pexpire", name},
                   {publish, keys::readWriteChannel(name)},
                   {"publish", keys::oldReadWriteChannel(name)}};
    if (!isReader)
        call.writes.emplace_back("hset", name);
    return call;
}

ReleaseCall permitCall(const ReleasePlan& plan, const std::string& publish)
{
    const auto& name = plan.lockPath;
    ReleaseCall call;
    call.script = &scripts::permitRelease();
    call.keys = {name, keys::permitTimeouts(name)};
    call.channels = {keys::semaphoreChannel(name), keys::oldSemaphoreChannel(name)};
    call.arguments = {plan.redis.entry, publish, call.channels[0], call.channels[1]};
    call.reads = {"zscore", "get"};
    call.writes = {{"zrem", keys::permitTimeouts(name)},
                   {"incrby", name},
                   {publish, call.channels[0]},
                   {"publish", call.channels[1]}};
    return call;
}

ReleaseCall valueCall(const ReleasePlan& plan, const std::string& publish)
{
    const auto& name = plan.lockPath;
    ReleaseCall call;
    call.script = &scripts::valueRelease();
    call.keys = {name};
    call.channels = {keys::lockChannel(name)};
    call.arguments = {plan.redis.entry, plan.redis.owner, std::to_string(plan.redis.count), publish, call.channels[0]};
    call.reads = {"hget"};
    call.writes = {{"hdel", name}, {publish, call.channels[0]}};
    return call;
}

/// In quotes where the words of a command line would be separated.
std::string aclWord(const std::string& text)
{
    if (text.find_first_of(" \"'\\") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const auto c : text) {
        if (c == '"' || c == '\\')
            quoted += '\\';
        quoted += c;
    }
    return quoted += '"';
}

Error changedError(const ReleasePlan& plan, const std::string& why)
{
    return {ErrorCode::Refused, "release", plan.lockPath, phrase("%1. Nothing was changed", why)};
}

/// The first word of a reply that is not "released", as an error.
Error refusalIn(const redis::Value& reply, const ReleasePlan& plan, const std::string& aclLine)
{
    const auto& items = reply.items();
    const auto& word = items[0].text();
    const auto value = items.size() > 1 ? items[1].text() : std::string();
    const auto& owner = plan.redis.owner;
    if (word == "gone")
        return {ErrorCode::NoNode, "release", plan.lockPath,
                plan.redis.kind == Kind::Waiter ? phrase("%1 no longer waits. Nothing was changed", owner)
                                                : phrase("%1 no longer holds it. Nothing was changed", owner)};
    if (word == "other")
        return changedError(plan, value.empty() ? phrase("%1 no longer holds the lock, but another owner does", owner)
                                                : phrase("the lock is now held by %1, not by %2", value, owner));
    if (word == "count")
        return changedError(plan, phrase("%1 now has %2 holds, not %3", owner, value, plan.redis.count));
    if (word == "token")
        return changedError(plan, phrase("the lock was acquired again: its fencing token is now %1, not %2",
                                         value.empty() ? phrase("none") : value, plan.redis.fencingToken.value_or(0)));
    if (word == "lease")
        return changedError(plan, plan.redis.lease ? phrase("the lease of the lock has no end any more")
                                                   : phrase("the lease of the lock has an end now"));
    if (word == "longer")
        return changedError(
            plan, phrase("%1 acquired the lock again: its lease was not extended before, and is longer now", owner));
    if (word == "again")
        return changedError(plan, phrase("%1 left the queue and waits again", owner));
    if (word == "holds")
        return changedError(plan, phrase("%1 now holds the lock, but was waiting when you reviewed it", owner));
    if (word == "shape")
        return changedError(plan, phrase("the key now has a lock of another type"));
    if (word == "denied")
        return {ErrorCode::NoAuth, "release", plan.lockPath,
                phrase("the user may not use the command %1 for this lock. Nothing was changed. As an administrator, "
                       "add the rights: %2",
                       value, aclLine)};
    return {ErrorCode::System, "release", plan.lockPath,
            phrase("the server sent an unexpected reply: %1", redis::toString(reply))};
}

/// Before Redis 7, the errors of commands in scripts begin with ERR.
bool mentions(const std::string& text, std::string_view word)
{
    return text.find(word) != std::string::npos;
}

} // namespace

ReleaseCall releaseCallOf(const ReleasePlan& plan)
{
    const std::string publish = plan.redis.usesShardedChannels ? "spublish" : "publish";
    switch (plan.redis.kind) {
    case Kind::Holder:
        return holderCall(plan, publish);
    case Kind::Waiter:
        return waiterCall(plan, publish);
    case Kind::Reader:
    case Kind::Writer:
        return readWriteCall(plan, publish);
    case Kind::Permit:
        return permitCall(plan, publish);
    case Kind::Value:
        return valueCall(plan, publish);
    case Kind::Token:
        return {&scripts::tokenRelease(), {plan.lockPath}, {plan.redis.entry}, {}, {"get"}, {{"del", plan.lockPath}}};
    case Kind::None:
        break;
    }
    return {};
}

std::string aclLineOf(const ReleaseCall& call, const std::string& user)
{
    std::vector<std::string> commands{"eval", "evalsha"};
    commands.insert(commands.end(), call.reads.begin(), call.reads.end());
    for (const auto& [command, object] : call.writes) {
        if (std::find(commands.begin(), commands.end(), command) == commands.end())
            commands.push_back(command);
    }
    std::string line = "ACL SETUSER " + (user.empty() ? std::string("default") : aclWord(user));
    for (const auto& command : commands)
        line += " +" + command;
    for (const auto& key : call.keys)
        line += ' ' + aclWord('~' + key);
    for (const auto& channel : call.channels)
        line += ' ' + aclWord('&' + channel);
    return line;
}

Result<ReleaseReport> reportIn(const Result<redis::Value>& reply, const ReleasePlan& plan, const std::string& aclLine)
{
    const auto denied = [&](const std::string& text) {
        return failure(ErrorCode::NoAuth, "release", plan.lockPath,
                       phrase("%1. Nothing was changed. As an administrator, add the rights: %2", text, aclLine));
    };
    if (!reply) {
        auto error = reply.error();
        if (error.code == ErrorCode::NoAuth)
            return denied(error.detail);
        error.operation = "release";
        error.path = plan.lockPath;
        return failure(std::move(error));
    }
    if (reply->isError()) {
        const auto& text = reply->text();
        if (mentions(text, "WRONGTYPE"))
            return failure(changedError(plan, phrase("the key has a value of another type now")));
        if (mentions(text, "NOPERM") || mentions(text, "ACL failure") || mentions(text, "permissions to"))
            return denied(text);
        return failure(ErrorCode::System, "release", plan.lockPath, phrase("%1. Nothing was changed", text));
    }
    const auto& items = reply->items();
    if (items.empty() || items[0].text().empty())
        return failure(ErrorCode::System, "release", plan.lockPath,
                       phrase("the server sent an unexpected reply: %1", redis::toString(*reply)));
    if (items[0].text() != "released" || items.size() < 3)
        return failure(refusalIn(*reply, plan, aclLine));
    return ReleaseReport{items[1].number(), items[2].text()};
}

Permission permissionIn(const Result<redis::Value>& reply, const std::string& aclLine)
{
    const auto lacking = [&](const std::string& why) {
        return Permission{Allowed::No, phrase("%1 As an administrator, add the rights: %2", why, aclLine)};
    };
    if (!reply && reply.error().code == ErrorCode::NoAuth)
        return lacking(phrase("The server refuses the script: %1.", reply.error().detail));
    const auto text = reply && reply->isError() ? reply->text() : std::string();
    if (mentions(text, "NOPERM") || mentions(text, "permissions to"))
        return lacking(phrase("The server refuses the script: %1.", text));
    const auto word = reply && !reply->items().empty() ? reply->items()[0].text() : std::string();
    if (word == "denied" && reply->items().size() > 1)
        return lacking(phrase("The user may not use the command %1 for this lock.", reply->items()[1].text()));
    if (word == "allowed")
        return {Allowed::Yes, phrase("The user may run the script and use its commands.")};
    if (word == "unknown")
        return {Allowed::Unknown, phrase("The user may run the script. Servers before Redis 7 do not report whether it "
                                         "may use the commands in it.")};
    return {Allowed::Unknown, phrase("The rights are unknown: the server did not run the test script.")};
}

} // namespace lockscope::release
