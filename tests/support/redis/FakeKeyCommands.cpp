// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Keys of any type: existence, expiry, listing.

#include "tests/support/redis/FakeCommand.h"

#include <algorithm>

namespace lockscope::test::commands {

using redis::Value;

namespace {

FakeReply deleteKeys(FakeCall& call)
{
    std::size_t deleted = 0;
    for (std::size_t i = 1; i < call.count(); ++i)
        deleted += call.store.erase(call.database, call.word(i)) ? 1 : 0;
    return count(deleted);
}

FakeReply countExisting(FakeCall& call)
{
    std::size_t existing = 0;
    for (std::size_t i = 1; i < call.count(); ++i)
        existing += call.find(call.word(i)) ? 1 : 0;
    return count(existing);
}

FakeReply typeOf(FakeCall& call)
{
    const FakeEntry* entry = call.find(call.word(1));
    return Value::status(entry ? typeName(entry->data) : "none");
}

FakeReply timeToLive(FakeCall& call, bool isSeconds, bool isAbsolute)
{
    const FakeEntry* entry = call.find(call.word(1));
    if (!entry)
        return Value::integer(-2);
    if (!entry->expiresAt)
        return Value::integer(-1);
    const auto milliseconds = *entry->expiresAt - (isAbsolute ? 0 : call.store.now());
    return Value::integer(isSeconds ? (milliseconds + 500) / 1000 : milliseconds);
}

struct ExpireOptions {
    bool ifNone = false;
    bool ifSome = false;
    bool ifLater = false;
    bool ifEarlier = false;
};

/// Sets the options; the reply is an error, or nothing.
FakeReply parseExpireOptions(const FakeCall& call, ExpireOptions& options)
{
    for (std::size_t i = 3; i < call.count(); ++i) {
        if (call.is(i, "NX"))
            options.ifNone = true;
        else if (call.is(i, "XX"))
            options.ifSome = true;
        else if (call.is(i, "GT"))
            options.ifLater = true;
        else if (call.is(i, "LT"))
            options.ifEarlier = true;
        else
            return Value::error("ERR Unsupported option " + call.word(i));
    }
    if (options.ifNone && (options.ifSome || options.ifLater || options.ifEarlier))
        return Value::error("ERR NX and XX, GT or LT options at the same time are not compatible");
    if (options.ifLater && options.ifEarlier)
        return Value::error("ERR GT and LT options at the same time are not compatible");
    return std::nullopt;
}

/// A key without an expiry counts as one that expires last.
bool permits(const ExpireOptions& options, std::optional<std::int64_t> before, std::int64_t after)
{
    if (options.ifNone && before)
        return false;
    if (options.ifSome && !before)
        return false;
    if (options.ifLater && (!before || after <= *before))
        return false;
    return !options.ifEarlier || !before || after < *before;
}

FakeReply expire(FakeCall& call, std::string_view command, bool isSeconds, bool isAbsolute)
{
    ExpireOptions options;
    if (auto error = parseExpireOptions(call, options))
        return error;
    const auto argument = call.integer(2);
    if (!argument)
        return notAnInteger();
    const auto expiresAt = deadline(*argument, isSeconds, isAbsolute, call.store.now());
    if (!expiresAt)
        return Value::error("ERR invalid expire time in '" + std::string(command) + "' command");
    const FakeEntry* entry = call.find(call.word(1));
    if (!entry || !permits(options, entry->expiresAt, *expiresAt))
        return truth(false);
    if (*expiresAt <= call.store.now())
        call.store.erase(call.database, call.word(1));
    else
        call.store.change(call.database, call.word(1)).expiresAt = *expiresAt;
    return truth(true);
}

FakeReply persist(FakeCall& call)
{
    const FakeEntry* entry = call.find(call.word(1));
    if (!entry || !entry->expiresAt)
        return truth(false);
    call.store.change(call.database, call.word(1)).expiresAt.reset();
    return truth(true);
}

FakeReply listKeys(FakeCall& call)
{
    std::vector<Value> names;
    for (std::string& key : call.store.keys(call.database)) {
        if (matchesGlob(call.word(1), key))
            names.push_back(Value::string(std::move(key)));
    }
    return Value::array(std::move(names));
}

/// The place of a key in the order of SCAN. Keys that others add or delete meanwhile do not move it.
std::uint64_t scanPlace(std::string_view key)
{
    std::uint64_t hash = 14695981039346656037U; // FNV-1a
    for (const char byte : key)
        hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211U;
    return (hash >> 16) + 1; // 0 is the first cursor and the last
}

struct ScanOptions {
    std::string pattern = "*";
    std::string type;
    std::int64_t count = 10;
};

FakeReply parseScanOptions(const FakeCall& call, ScanOptions& options)
{
    for (std::size_t i = 2; i < call.count(); i += 2) {
        if (i + 1 == call.count())
            return syntaxError();
        if (call.is(i, "MATCH")) {
            options.pattern = call.word(i + 1);
        } else if (call.is(i, "TYPE")) {
            options.type = lowerCase(call.word(i + 1));
        } else if (call.is(i, "COUNT")) {
            const auto number = call.integer(i + 1);
            if (!number)
                return notAnInteger();
            if (*number < 1)
                return syntaxError();
            options.count = *number;
        } else {
            return syntaxError();
        }
    }
    return std::nullopt;
}

FakeReply scan(FakeCall& call)
{
    const auto cursor = call.integer(1);
    if (!cursor)
        return Value::error("ERR invalid cursor");
    ScanOptions options;
    if (auto error = parseScanOptions(call, options))
        return error;
    std::multimap<std::uint64_t, std::string> places;
    for (std::string& key : call.store.keys(call.database))
        places.emplace(scanPlace(key), std::move(key));
    std::vector<Value> names;
    std::int64_t seen = 0;
    std::uint64_t last = 0;
    auto it = places.lower_bound(static_cast<std::uint64_t>(*cursor));
    for (; it != places.end() && (seen < options.count || it->first == last); ++it, ++seen) {
        last = it->first;
        const FakeEntry* entry = call.find(it->second);
        if (matchesGlob(options.pattern, it->second) && entry &&
            (options.type.empty() || options.type == typeName(entry->data)))
            names.push_back(Value::string(it->second));
    }
    const auto next = it == places.end() ? 0 : it->first;
    return Value::array({Value::string(std::to_string(next)), Value::array(std::move(names))});
}

FakeReply flush(FakeCall& call, bool everything)
{
    if (call.count() > 2 || (call.count() == 2 && !call.is(1, "ASYNC") && !call.is(1, "SYNC")))
        return syntaxError();
    for (int database = 0; database < FakeStore::databases; ++database) {
        if (everything || database == call.database)
            call.store.clear(database);
    }
    return ok();
}

} // namespace

std::vector<FakeCommand> keyCommands()
{
    constexpr auto write = FakeCommand::Write;
    return {
        {"del", -2, write, deleteKeys},
        {"unlink", -2, write, deleteKeys},
        {"exists", -2, 0, countExisting},
        {"type", 2, 0, typeOf},
        {"ttl", 2, 0, [](FakeCall& call) { return timeToLive(call, true, false); }},
        {"pttl", 2, 0, [](FakeCall& call) { return timeToLive(call, false, false); }},
        {"expiretime", 2, 0, [](FakeCall& call) { return timeToLive(call, true, true); }},
        {"pexpiretime", 2, 0, [](FakeCall& call) { return timeToLive(call, false, true); }},
        {"expire", -3, write, [](FakeCall& call) { return expire(call, "expire", true, false); }},
        {"pexpire", -3, write, [](FakeCall& call) { return expire(call, "pexpire", false, false); }},
        {"expireat", -3, write, [](FakeCall& call) { return expire(call, "expireat", true, true); }},
        {"pexpireat", -3, write, [](FakeCall& call) { return expire(call, "pexpireat", false, true); }},
        {"persist", 2, write, persist},
        {"keys", 2, 0, listKeys},
        {"scan", -2, 0, scan},
        {"dbsize", 1, 0, [](FakeCall& call) -> FakeReply { return count(call.store.keys(call.database).size()); }},
        {"flushall", -1, write, [](FakeCall& call) { return flush(call, true); }},
        {"flushdb", -1, write, [](FakeCall& call) { return flush(call, false); }},
    };
}

} // namespace lockscope::test::commands
