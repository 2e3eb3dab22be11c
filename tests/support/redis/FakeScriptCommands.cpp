// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// EVAL and the script cache.

#include "core/redis/Script.h"
#include "tests/support/redis/FakeCommand.h"
#include "tests/support/redis/FakeRedis.h"

namespace lockscope::test::commands {

using redis::Value;

namespace {

std::string sha1Of(const std::string& text)
{
    return redis::Script("", text).sha1();
}

/// Compiles the script into the cache; an error if it does not compile.
FakeReply compile(FakeLua& scripts, const std::string& sha1, const std::string& text)
{
    if (scripts.has(sha1))
        return std::nullopt;
    if (const auto error = scripts.load(sha1, text))
        return Value::error("ERR Error compiling script (new function): " + *error);
    return std::nullopt;
}

/// `text`: of EVAL; null: EVALSHA.
FakeReply run(FakeCall& call, const std::string& sha1, const std::string* text)
{
    const auto keyCount = call.integer(2);
    if (!keyCount)
        return notAnInteger();
    if (*keyCount > static_cast<std::int64_t>(call.count()) - 3)
        return Value::error("ERR Number of keys can't be greater than number of args");
    if (*keyCount < 0)
        return Value::error("ERR Number of keys can't be negative");
    const FakeRedisInside server{call.server};
    if (text) {
        if (auto error = compile(server.scripts(), sha1, *text))
            return error;
    } else if (!server.scripts().has(sha1)) {
        return Value::error("NOSCRIPT No matching script. Please use EVAL.");
    }
    const auto firstArgument = call.words.begin() + 3 + *keyCount;
    int database = call.database; // SELECT in a script does not change the connection's
    return server.scripts().run(
        sha1, {call.words.begin() + 3, firstArgument}, {firstArgument, call.words.end()},
        [&](const redis::Command& words) { return server.call(call.session, database, words); });
}

FakeReply eval(FakeCall& call)
{
    return run(call, sha1Of(call.word(1)), &call.word(1));
}

FakeReply evalCached(FakeCall& call)
{
    return run(call, lowerCase(call.word(1)), nullptr);
}

FakeReply load(FakeCall& call)
{
    const auto sha1 = sha1Of(call.word(2));
    if (auto error = compile(FakeRedisInside{call.server}.scripts(), sha1, call.word(2)))
        return error;
    return Value::string(sha1);
}

FakeReply existing(FakeCall& call)
{
    std::vector<Value> items;
    for (std::size_t i = 2; i < call.count(); ++i)
        items.push_back(truth(FakeRedisInside{call.server}.scripts().has(lowerCase(call.word(i)))));
    return Value::array(std::move(items));
}

FakeReply flushCache(FakeCall& call)
{
    if (call.count() > 3 || (call.count() == 3 && !call.is(2, "SYNC") && !call.is(2, "ASYNC")))
        return Value::error("ERR SCRIPT FLUSH only support SYNC|ASYNC option");
    FakeRedisInside{call.server}.scripts().clear();
    return ok();
}

} // namespace

std::vector<FakeCommand> scriptCommands()
{
    constexpr auto noScript = FakeCommand::NoScript;
    return {
        {"eval", -3, noScript, eval},
        {"evalsha", -3, noScript, evalCached},
        {"script",
         -2,
         noScript,
         nullptr,
         {
             {"load", 3, noScript, load},
             {"exists", -3, noScript, existing},
             {"flush", -2, noScript, flushCache},
         }},
    };
}

} // namespace lockscope::test::commands
