// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Strings and counters.

#include "tests/support/redis/FakeCommand.h"

#include <limits>

namespace lockscope::test::commands {

using redis::Value;

namespace {

Value invalidExpireTime(std::string_view command)
{
    return Value::error("ERR invalid expire time in '" + std::string(command) + "' command");
}

FakeReply getString(FakeCall& call)
{
    const auto found = call.get<std::string>(call.word(1));
    if (found.isWrongType)
        return wrongType();
    return found.data ? Value::string(*found.data) : Value();
}

struct SetOptions {
    bool ifAbsent = false;
    bool ifPresent = false;
    bool keepTtl = false;
    bool returnOld = false;
    std::size_t time = 0; ///< the index of its argument; 0: none
    bool isSeconds = false;
    bool isAbsolute = false;
};

/// Without a value: a syntax error.
std::optional<SetOptions> parseSetOptions(const FakeCall& call)
{
    SetOptions options;
    for (std::size_t i = 3; i < call.count(); ++i) {
        const bool isPeriod = call.is(i, "EX") || call.is(i, "PX");
        const bool isTime = isPeriod || call.is(i, "EXAT") || call.is(i, "PXAT");
        if (call.is(i, "NX") && !options.ifPresent) {
            options.ifAbsent = true;
        } else if (call.is(i, "XX") && !options.ifAbsent) {
            options.ifPresent = true;
        } else if (call.is(i, "GET")) {
            options.returnOld = true;
        } else if (call.is(i, "KEEPTTL") && options.time == 0) {
            options.keepTtl = true;
        } else if (isTime && !options.keepTtl && options.time == 0 && i + 1 < call.count()) {
            options.isSeconds = call.is(i, "EX") || call.is(i, "EXAT");
            options.isAbsolute = !isPeriod;
            options.time = ++i;
        } else {
            return std::nullopt;
        }
    }
    return options;
}

/// Sets `expiresAt` from the argument `time`. The reply is an error, or nothing.
FakeReply expireTime(const FakeCall& call, std::size_t time, bool isSeconds, bool isAbsolute, std::string_view command,
                     std::optional<std::int64_t>& expiresAt)
{
    const auto argument = call.integer(time);
    if (!argument)
        return notAnInteger();
    expiresAt = deadline(*argument, isSeconds, isAbsolute, call.store.now());
    if (*argument <= 0 || !expiresAt)
        return invalidExpireTime(command);
    return std::nullopt;
}

FakeReply setString(FakeCall& call)
{
    const auto options = parseSetOptions(call);
    if (!options)
        return syntaxError();
    std::optional<std::int64_t> expiresAt;
    if (options->time != 0) {
        if (auto error = expireTime(call, options->time, options->isSeconds, options->isAbsolute, "set", expiresAt))
            return error;
    }
    const std::string& key = call.word(1);
    Value reply = ok();
    if (options->returnOld) {
        const auto old = call.get<std::string>(key);
        if (old.isWrongType)
            return wrongType();
        reply = old.data ? Value::string(*old.data) : Value();
    }
    const FakeEntry* before = call.find(key);
    if ((options->ifAbsent && before) || (options->ifPresent && !before))
        return options->returnOld ? reply : Value();
    if (options->keepTtl && before)
        expiresAt = before->expiresAt;
    call.store.put(call.database, key, {call.word(2), expiresAt});
    return reply;
}

FakeReply setIfAbsent(FakeCall& call)
{
    if (call.find(call.word(1)))
        return truth(false);
    call.store.put(call.database, call.word(1), {call.word(2)});
    return truth(true);
}

FakeReply setFor(FakeCall& call, bool isSeconds, std::string_view command)
{
    std::optional<std::int64_t> expiresAt;
    if (auto error = expireTime(call, 2, isSeconds, false, command, expiresAt))
        return error;
    call.store.put(call.database, call.word(1), {call.word(3), expiresAt});
    return ok();
}

FakeReply getAndDelete(FakeCall& call)
{
    auto reply = getString(call);
    if (reply && !reply->isError())
        call.store.erase(call.database, call.word(1));
    return reply;
}

FakeReply getSeveral(FakeCall& call)
{
    std::vector<Value> values;
    for (std::size_t i = 1; i < call.count(); ++i) {
        const auto found = call.get<std::string>(call.word(i));
        values.push_back(found.data ? Value::string(*found.data) : Value());
    }
    return Value::array(std::move(values));
}

FakeReply lengthOf(FakeCall& call)
{
    const auto found = call.get<std::string>(call.word(1));
    if (found.isWrongType)
        return wrongType();
    return count(found.data ? found.data->size() : 0);
}

FakeReply add(FakeCall& call, std::int64_t by)
{
    const auto found = call.get<std::string>(call.word(1));
    if (found.isWrongType)
        return wrongType();
    const auto before = found.data ? toInteger(*found.data) : 0;
    if (!before)
        return notAnInteger();
    const auto after = checkedSum(*before, by);
    if (!after)
        return Value::error("ERR increment or decrement would overflow");
    call.edit<std::string>(call.word(1)) = std::to_string(*after);
    return Value::integer(*after);
}

FakeReply addArgument(FakeCall& call, bool isNegative)
{
    const auto by = call.integer(2);
    if (!by)
        return notAnInteger();
    if (isNegative && *by == std::numeric_limits<std::int64_t>::min())
        return Value::error("ERR decrement would overflow");
    return add(call, isNegative ? -*by : *by);
}

} // namespace

std::vector<FakeCommand> stringCommands()
{
    constexpr auto write = FakeCommand::Write;
    return {
        {"get", 2, 0, getString},
        {"set", -3, write, setString},
        {"setnx", 3, write, setIfAbsent},
        {"setex", 4, write, [](FakeCall& call) { return setFor(call, true, "setex"); }},
        {"psetex", 4, write, [](FakeCall& call) { return setFor(call, false, "psetex"); }},
        {"getdel", 2, write, getAndDelete},
        {"mget", -2, 0, getSeveral},
        {"strlen", 2, 0, lengthOf},
        {"incr", 2, write, [](FakeCall& call) { return add(call, 1); }},
        {"decr", 2, write, [](FakeCall& call) { return add(call, -1); }},
        {"incrby", 3, write, [](FakeCall& call) { return addArgument(call, false); }},
        {"decrby", 3, write, [](FakeCall& call) { return addArgument(call, true); }},
    };
}

} // namespace lockscope::test::commands
