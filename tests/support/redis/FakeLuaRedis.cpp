// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The table redis of scripts.

#include "core/redis/Script.h"
#include "tests/support/redis/FakeLuaLibrary.h"
#include "tests/support/redis/FakeLuaValues.h"

#include <optional>
#include <string>

// As in FakeLuaLibrary.cpp, no function holds an object with a destructor where it calls lua_error.

namespace lockscope::test::scripting {

using redis::Value;

namespace {

/// The words of redis.call(). Without a value: they cannot be words, and an error is on the stack.
std::optional<redis::Command> wordsOf(lua_State* lua)
{
    const int count = lua_gettop(lua);
    if (count == 0) {
        pushError(lua, "Please specify at least one argument for this redis lib call");
        return std::nullopt;
    }
    redis::Command words;
    for (int i = 1; i <= count; ++i) {
        if (lua_type(lua, i) == LUA_TNUMBER) {
            words.push_back(argumentOf(lua_tonumber(lua, i)));
        } else if (lua_type(lua, i) == LUA_TSTRING) {
            std::size_t size = 0;
            const char* bytes = lua_tolstring(lua, i, &size);
            words.emplace_back(bytes, size);
        } else {
            pushError(lua, "Lua redis lib command arguments must be strings or integers");
            return std::nullopt;
        }
    }
    return words;
}

/// Pushes the reply, or an error. True if it is an error.
bool callServer(lua_State* lua)
{
    const auto words = wordsOf(lua);
    if (!words)
        return true;
    const Value reply = (*contextOf(lua).call)(*words);
    pushReply(lua, reply);
    return reply.isError();
}

int callFunction(lua_State* lua)
{
    return callServer(lua) ? lua_error(lua) : 1;
}

int pcallFunction(lua_State* lua)
{
    callServer(lua);
    return 1;
}

bool hasOneString(lua_State* lua)
{
    return lua_gettop(lua) == 1 && lua_type(lua, 1) == LUA_TSTRING;
}

int errorReply(lua_State* lua)
{
    if (!hasOneString(lua)) {
        pushError(lua, "wrong number or type of arguments");
        return 1;
    }
    const char* text = lua_tostring(lua, 1);
    pushError(lua, *text == '-' ? text : std::string("-") + text);
    return 1;
}

int statusReply(lua_State* lua)
{
    if (hasOneString(lua))
        pushReply(lua, Value::status(lua_tostring(lua, 1)));
    else
        pushError(lua, "wrong number or type of arguments");
    return 1;
}

bool pushSha1(lua_State* lua)
{
    if (lua_gettop(lua) != 1) {
        pushError(lua, "wrong number of arguments");
        return false;
    }
    std::size_t size = 0;
    const char* bytes = lua_tolstring(lua, 1, &size);
    const redis::Script script("", bytes ? std::string_view(bytes, size) : std::string_view());
    lua_pushlstring(lua, script.sha1().data(), script.sha1().size());
    return true;
}

int sha1OfArgument(lua_State* lua)
{
    return pushSha1(lua) ? 1 : lua_error(lua);
}

/// redis.log and redis.setresp(2), which have no effect here.
int doNothing(lua_State*)
{
    return 0;
}

int replicateCommands(lua_State* lua)
{
    lua_pushboolean(lua, 1); // 7.0 always replicates the effects
    return 1;
}

void setRedisFunction(lua_State* lua, const char* name, lua_CFunction function)
{
    lua_pushcfunction(lua, function);
    lua_setfield(lua, -2, name);
}

} // namespace

void pushRedisTable(lua_State* lua)
{
    lua_newtable(lua);
    setRedisFunction(lua, "call", callFunction);
    setRedisFunction(lua, "pcall", pcallFunction);
    setRedisFunction(lua, "error_reply", errorReply);
    setRedisFunction(lua, "status_reply", statusReply);
    setRedisFunction(lua, "sha1hex", sha1OfArgument);
    setRedisFunction(lua, "log", doNothing);
    setRedisFunction(lua, "setresp", doNothing);
    setRedisFunction(lua, "replicate_commands", replicateCommands);
    int level = 0;
    for (const char* name : {"LOG_DEBUG", "LOG_VERBOSE", "LOG_NOTICE", "LOG_WARNING"}) {
        lua_pushnumber(lua, level++);
        lua_setfield(lua, -2, name);
    }
    lua_pushstring(lua, "7.0.15");
    lua_setfield(lua, -2, "REDIS_VERSION");
    lua_pushnumber(lua, 0x0007000f);
    lua_setfield(lua, -2, "REDIS_VERSION_NUM");
}

} // namespace lockscope::test::scripting
