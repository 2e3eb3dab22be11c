// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/redis/ReleaseCall.h"

#include "core/base/Phrase.h"
#include "core/redis/KeyNames.h"
#include "core/release/redis/SemaphoreRelease.h"
#include "core/release/redis/scripts/ReleaseScripts.h"

#include <algorithm>

namespace lockscope::release {

namespace {

using Kind = RedisPlan::Kind;
namespace keys = redis::keys;

/// Of more holds the last leases expire by themselves: Redis allows a limited number of arguments in Lua.
constexpr std::int64_t mostReadLeases = 1'000;

/// Leases of other readers that a script reads: it blocks the server meanwhile, and the number of holds is a client's.
const std::string mostOtherLeases = "10000";

/// A watchdog extends the lease again and again; it cannot be longer than this.
constexpr std::int64_t endlessLease = 9'007'199'254'740'991;

std::string longestLease(const RedisPlan& redis)
{
    if (!redis.lease)
        return {};
    return std::to_string(redis.isLeaseFixed ? redis.lease->count() : endlessLease);
}

/// As a glob pattern that matches these bytes alone. The ACL accepts no pattern with white space or NUL: any byte
/// matches there.
std::string literalPattern(const std::string& text)
{
    std::string pattern;
    for (const auto c : text) {
        if (c == '\0' || c == ' ' || (c >= '\t' && c <= '\r')) {
            pattern += '?';
            continue;
        }
        if (c == '*' || c == '?' || c == '[' || c == ']' || c == '\\' || c == '^')
            pattern += '\\';
        pattern += c;
    }
    return pattern;
}

std::string listenersRight(const RedisPlan& redis)
{
    return redis.usesShardedChannels ? "pubsub|shardnumsub" : "pubsub|numsub";
}

/// In a cluster, messages are published in both ways.
void addPlainPublish(ReleaseCall& call, const std::string& publish, const std::string& channel)
{
    if (publish != "publish")
        call.writes.emplace_back("publish", channel);
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
    call.channels = {keys::lockChannel(name), keys::oldLockChannel(name)};
    call.channelPatterns = {literalPattern(keys::lockChannel(name)), literalPattern(keys::oldLockChannel(name)),
                            literalPattern(keys::lockChannel(name)) + ":*"};
    call.reads = {"hget", "hlen", "hkeys", "get", "pttl", "lindex", "zscore", "time", "info", listenersRight(redis)};
    call.writes = {{"del", name},
                   {publish, keys::lockChannel(name)},
                   {"publish", keys::oldLockChannel(name)},
                   {"ltrim", keys::fairQueue(name)},
                   {"zrem", keys::fairTimeouts(name)}};
    addPlainPublish(call, publish, keys::lockChannel(name));
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
                      publish, keys::lockChannel(name), plan.redis.alive == inspect::Alive::No ? "1" : ""};
    call.channelPatterns = {literalPattern(keys::lockChannel(name)) + ":*"};
    call.reads = {"hexists", "lpos", "zscore", "exists", "lindex", listenersRight(plan.redis)};
    call.writes = {{"lrem", keys::fairQueue(name)},
                   {"zrem", keys::fairTimeouts(name)},
                   {publish, keys::fairChannel(name, plan.redis.entry)}};
    addPlainPublish(call, publish, keys::fairChannel(name, plan.redis.entry));
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
    call.keyPatterns = {literalPattern(name), literalPattern(keys::readTimeoutPrefix(name)) + ":*:rwlock_timeout:*"};
    call.arguments = {plan.redis.entry,
                      std::to_string(plan.redis.count),
                      keys::readTimeoutPrefix(name),
                      publish,
                      keys::readWriteChannel(name),
                      keys::oldReadWriteChannel(name),
                      mostOtherLeases,
                      plan.redis.owner};
    call.channels = {keys::readWriteChannel(name), keys::oldReadWriteChannel(name)};
    call.reads = {"hget", "hgetall", "pttl", "hlen", "hexists"};
    call.writes = {{"del", name},
                   {"hdel", name},
                   {"pexpire", name},
                   {publish, keys::readWriteChannel(name)},
                   {"publish", keys::oldReadWriteChannel(name)}};
    if (!isReader)
        call.writes.emplace_back("hset", name);
    addPlainPublish(call, publish, keys::readWriteChannel(name));
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
    addPlainPublish(call, publish, call.channels[0]);
    return call;
}

ReleaseCall semaphoreCall(const ReleasePlan& plan, const std::string& publish)
{
    const auto& name = plan.lockPath;
    ReleaseCall call;
    call.script = &scripts::semaphoreRelease();
    call.keys = {name};
    call.channels = {keys::semaphoreChannel(name), keys::oldSemaphoreChannel(name)};
    call.arguments = {std::to_string(plan.redis.freePermits), std::to_string(plan.redis.permits), publish,
                      call.channels[0], call.channels[1]};
    call.reads = {"get"};
    call.writes = {{"incrby", name}, {publish, call.channels[0]}, {"publish", call.channels[1]}};
    addPlainPublish(call, publish, call.channels[0]);
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
    addPlainPublish(call, publish, call.channels[0]);
    return call;
}

ReleaseCall tokenCall(const ReleasePlan& plan)
{
    const auto& redis = plan.redis;
    ReleaseCall call;
    call.script = &scripts::tokenRelease();
    call.keys = {plan.lockPath};
    call.arguments = {redis.entry};
    call.reads = {"get"};
    call.writes = {{"del", plan.lockPath}};
    if (!redis.wakeList.empty()) {
        call.keys.push_back(redis.wakeList);
        for (const auto* command : {"del", "lpush", "pexpire"})
            call.writes.emplace_back(command, redis.wakeList);
    }
    return call;
}

/// A word of a command line of redis-cli: in quotes, with escapes, unless it has none but plain characters.
std::string aclWord(const std::string& text)
{
    const auto isPlain = [](char c) { return c > ' ' && c < 127 && c != '"' && c != '\'' && c != '\\'; };
    if (std::all_of(text.begin(), text.end(), isPlain))
        return text;
    constexpr std::string_view digits = "0123456789abcdef";
    std::string quoted = "\"";
    for (const auto c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            (quoted += '\\') += c;
        else if (byte < ' ' || byte >= 127)
            ((quoted += "\\x") += digits[byte >> 4u]) += digits[byte & 15u];
        else
            quoted += c;
    }
    return quoted += '"';
}

/// The keys or channels of a line: "~orders", "&redisson_lock__channel:{orders}".
void addAclWords(std::string& line, char sign, const std::vector<std::string>& patterns,
                 const std::vector<std::string>& names)
{
    if (!patterns.empty()) {
        for (const auto& pattern : patterns)
            line += ' ' + aclWord(sign + pattern);
        return;
    }
    for (const auto& name : names)
        line += ' ' + aclWord(sign + literalPattern(name));
}

Error changedError(const ReleasePlan& plan, const std::string& why)
{
    return {ErrorCode::Refused, "release", plan.lockPath, phrase("%1. Nothing was changed", why)};
}

/// Redis refuses to add a pattern to a user that has all.
std::string rightsText(const std::string& aclLine)
{
    return sentences(phrase("A user with ~* or &* needs none of the words that begin with that character."),
                     phrase("As an administrator, add the rights: %1", aclLine));
}

std::string mayNotUseText(const std::string& command, const std::string& aclLine)
{
    return sentences(phrase("the user may not use the command %1 for this lock. Nothing was changed.", command),
                     rightsText(aclLine));
}

/// The first word of a reply that is not "released", as an error.
Error refusalIn(const redis::Value& reply, const ReleasePlan& plan, const std::string& aclLine)
{
    const auto& items = reply.items();
    const auto& word = items[0].text();
    const auto value = items.size() > 1 ? items[1].text() : std::string();
    const auto& owner = plan.redis.owner;
    if (word == "gone" && plan.redis.kind == Kind::Semaphore)
        return {ErrorCode::NoNode, "release", plan.lockPath, phrase("the key no longer exists. Nothing was changed")};
    if (word == "free")
        return changedError(plan, freePermitsChanged(plan.redis.freePermits, value));
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
        return changedError(
            plan, phrase("the lock was acquired again: its fencing token is now %1, not %2",
                         value.empty() ? phrase("none") : value,
                         plan.redis.fencingToken ? std::to_string(*plan.redis.fencingToken) : phrase("none")));
    if (word == "lease")
        return changedError(plan, plan.redis.lease ? phrase("the lease of the lock has no end any more")
                                                   : phrase("the lease of the lock has an end now"));
    if (word == "longer")
        return changedError(
            plan, phrase("%1 acquired the lock again: its lease was not extended before, and is longer now", owner));
    if (word == "again")
        return changedError(plan, phrase("%1 left the queue and waits again", owner));
    if (word == "listens")
        return changedError(plan, phrase("a client now listens on the channel of %1: it waits", owner));
    if (word == "holds")
        return changedError(plan, phrase("%1 now holds the lock, but was waiting when you reviewed it", owner));
    if (word == "shape")
        return changedError(plan, phrase("the key now has a lock of another type"));
    if (word == "denied")
        return {ErrorCode::NoAuth, "release", plan.lockPath, mayNotUseText(value, aclLine)};
    return {ErrorCode::System, "release", plan.lockPath,
            phrase("the server sent an unexpected reply: %1", redis::toString(reply))};
}

/// The command in the error of a script that the user may not run to its end; empty: it is another error.
std::string deniedCommandIn(const std::string& text)
{
    constexpr std::string_view mark = "denied:";
    const auto at = text.find(mark);
    const auto end = at == std::string::npos ? at : text.find(':', at + mark.size());
    return end == std::string::npos ? std::string() : text.substr(at + mark.size(), end - at - mark.size());
}

bool mentions(const std::string& text, std::string_view word)
{
    return text.find(word) != std::string::npos;
}

/// An error about a missing right. In a script it does not begin with NOPERM before Redis 7.
bool deniesRight(const std::string& text)
{
    return mentions(text, "NOPERM") || mentions(text, "ACL failure") || mentions(text, "permissions to") ||
           mentions(text, "user executing the script can't");
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
    case Kind::Semaphore:
        return semaphoreCall(plan, publish);
    case Kind::Value:
        return valueCall(plan, publish);
    case Kind::Token:
        return tokenCall(plan);
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
    addAclWords(line, '~', call.keyPatterns, call.keys);
    addAclWords(line, '&', call.channelPatterns, call.channels);
    return line;
}

std::vector<std::string> probedRights(const ReleaseCall& call)
{
    std::vector<std::string> pairs;
    for (const auto& command : call.reads) {
        const bool isNeeded = command != "info" && command.find('|') == std::string::npos; // else for listeners only
        if (isNeeded)
            pairs.insert(pairs.end(), {command, call.keys.front()});
    }
    for (const auto& [command, object] : call.writes)
        pairs.insert(pairs.end(), {command, object});
    return pairs;
}

Result<ReleaseReport> reportIn(const Result<redis::Value>& reply, const ReleasePlan& plan, const std::string& aclLine)
{
    const auto denied = [&](const std::string& text) {
        return failure(ErrorCode::NoAuth, "release", plan.lockPath,
                       sentences(phrase("%1. Nothing was changed.", text), rightsText(aclLine)));
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
        if (const auto command = deniedCommandIn(text); !command.empty())
            return failure(ErrorCode::NoAuth, "release", plan.lockPath, mayNotUseText(command, aclLine));
        if (deniesRight(text))
            return denied(text);
        return failure(ErrorCode::System, "release", plan.lockPath, phrase("%1. Nothing was changed", text));
    }
    const auto& items = reply->items();
    if (items.empty() || items[0].text().empty())
        return failure(ErrorCode::System, "release", plan.lockPath,
                       phrase("the server sent an unexpected reply: %1", redis::toString(*reply)));
    if (items[0].text() == "partly" && items.size() == 3)
        return ReleaseReport{0, {}, {}, phrase("the command %1 failed: %2", items[1].text(), items[2].text())};
    if (items[0].text() != "released" || items.size() < 3)
        return failure(refusalIn(*reply, plan, aclLine));
    ReleaseReport report{items[1].number(), items[2].text()};
    if (items.size() > 3 && items[3].number() >= 0)
        report.nextListeners = items[3].number();
    return report;
}

Permission permissionIn(const Result<redis::Value>& reply, const std::string& aclLine)
{
    const auto lacking = [&](const std::string& why) {
        return Permission{Allowed::No, sentences(why, rightsText(aclLine))};
    };
    if (!reply && reply.error().code == ErrorCode::NoAuth)
        return lacking(phrase("The server refuses the script: %1.", reply.error().detail));
    const auto text = reply && reply->isError() ? reply->text() : std::string();
    if (deniesRight(text))
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
