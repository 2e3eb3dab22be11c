// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/redis/FakeLuaLibrary.h"

#include <cmath>
#include <limits>

// Lua leaves a function by longjmp, which runs no destructors: no function here holds an object with a destructor where
// it calls lua_error or a luaL_ function that may.

namespace lockscope::test::scripting {

namespace {

const char contextKey = 'c';

/// lrand48() of POSIX: Redis has its own so that scripts get the same numbers everywhere.
std::uint32_t nextRandom(std::uint64_t& state)
{
    state = (state * 0x5deece66dU + 0xb) & 0xffff'ffff'ffffU;
    return static_cast<std::uint32_t>(state >> 17);
}

int randomNumber(lua_State* lua)
{
    constexpr std::uint32_t limit = std::numeric_limits<std::int32_t>::max();
    const double dice = static_cast<double>(nextRandom(contextOf(lua).random) % limit) / limit;
    if (lua_gettop(lua) == 0) {
        lua_pushnumber(lua, dice);
        return 1;
    }
    if (lua_gettop(lua) > 2)
        return luaL_error(lua, "wrong number of arguments");
    const int low = lua_gettop(lua) == 1 ? 1 : luaL_checkint(lua, 1);
    const int high = luaL_checkint(lua, lua_gettop(lua));
    luaL_argcheck(lua, low <= high, lua_gettop(lua), "interval is empty");
    lua_pushnumber(lua, std::floor(dice * (high - low + 1)) + low);
    return 1;
}

int randomSeed(lua_State* lua)
{
    contextOf(lua).random = FakeLuaContext::seeded(static_cast<std::uint32_t>(luaL_checkint(lua, 1)));
    return 0;
}

int refuseChange(lua_State* lua)
{
    return luaL_error(lua, "Attempt to modify a readonly table");
}

bool isReadOnly(lua_State* lua, int index)
{
    if (lua_getmetatable(lua, index) == 0)
        return false;
    lua_getfield(lua, -1, "__newindex");
    const bool found = lua_tocfunction(lua, -1) == refuseChange;
    lua_pop(lua, 2);
    return found;
}

/// rawset and setmetatable: `upvalue 1` is Lua's own, which is called for tables that can be changed.
int changeTable(lua_State* lua)
{
    if (isReadOnly(lua, 1)) {
        lua_pushstring(lua, "Attempt to modify a readonly table");
        return lua_error(lua);
    }
    lua_pushvalue(lua, lua_upvalueindex(1));
    lua_insert(lua, 1);
    lua_call(lua, lua_gettop(lua) - 1, LUA_MULTRET);
    return lua_gettop(lua);
}

/// pcall: of an error table it returns the text, as scripts for older servers expect.
int pcallWithText(lua_State* lua)
{
    luaL_checkany(lua, 1);
    const bool failed = lua_pcall(lua, lua_gettop(lua) - 1, LUA_MULTRET, 0) != 0;
    if (failed && lua_istable(lua, -1)) {
        lua_getfield(lua, -1, "err");
        if (lua_isnil(lua, -1))
            lua_pop(lua, 1);
        else
            lua_replace(lua, -2);
    }
    lua_pushboolean(lua, failed ? 0 : 1);
    lua_insert(lua, 1);
    return lua_gettop(lua);
}

int refuseUnknownGlobal(lua_State* lua)
{
    return luaL_error(lua, "Script attempted to access nonexistent global variable '%s'", lua_tostring(lua, 2));
}

void open(lua_State* lua, const char* name, lua_CFunction library)
{
    lua_pushcfunction(lua, library);
    lua_pushstring(lua, name);
    lua_call(lua, 1, 0);
}

void setFunction(lua_State* lua, const char* name, lua_CFunction function)
{
    lua_pushcfunction(lua, function);
    lua_setfield(lua, -2, name);
}

/// Replaces the table on the stack by one that reads from it and cannot be changed.
void makeReadOnly(lua_State* lua)
{
    lua_newtable(lua);
    lua_newtable(lua);
    lua_pushvalue(lua, -3);
    lua_setfield(lua, -2, "__index");
    setFunction(lua, "__newindex", refuseChange);
    lua_setmetatable(lua, -2);
    lua_remove(lua, -2);
}

void makeLibraryReadOnly(lua_State* lua, const char* name)
{
    lua_getglobal(lua, name);
    makeReadOnly(lua);
    lua_setglobal(lua, name);
}

} // namespace

FakeLuaContext& contextOf(lua_State* lua)
{
    lua_pushlightuserdata(lua, const_cast<char*>(&contextKey));
    lua_rawget(lua, LUA_REGISTRYINDEX);
    auto* context = static_cast<FakeLuaContext*>(lua_touserdata(lua, -1));
    lua_pop(lua, 1);
    return *context;
}

void openScriptLibrary(lua_State* lua, FakeLuaContext& context)
{
    lua_pushlightuserdata(lua, const_cast<char*>(&contextKey));
    lua_pushlightuserdata(lua, &context);
    lua_rawset(lua, LUA_REGISTRYINDEX);

    open(lua, "", luaopen_base);
    open(lua, LUA_TABLIBNAME, luaopen_table);
    open(lua, LUA_STRLIBNAME, luaopen_string);
    open(lua, LUA_MATHLIBNAME, luaopen_math);
    for (const char* name : {"dofile", "getfenv", "loadfile", "newproxy", "print", "setfenv"}) {
        lua_pushnil(lua);
        lua_setglobal(lua, name);
    }
    for (const char* name : {"rawset", "setmetatable"}) {
        lua_getglobal(lua, name);
        lua_pushcclosure(lua, changeTable, 1);
        lua_setglobal(lua, name);
    }
    lua_pushcfunction(lua, pcallWithText);
    lua_setglobal(lua, "pcall");
    lua_getglobal(lua, LUA_MATHLIBNAME);
    setFunction(lua, "random", randomNumber);
    setFunction(lua, "randomseed", randomSeed);
    lua_pop(lua, 1);
    pushRedisTable(lua);
    lua_setglobal(lua, "redis");
    for (const char* name : {LUA_TABLIBNAME, LUA_STRLIBNAME, LUA_MATHLIBNAME, "redis"})
        makeLibraryReadOnly(lua, name);

    // Scripts see the globals through a table that stays empty, so that every access meets its metatable.
    lua_pushvalue(lua, LUA_GLOBALSINDEX); // stays on the stack
    lua_newtable(lua);
    setFunction(lua, "__index", refuseUnknownGlobal);
    lua_setmetatable(lua, -2);
    lua_pushvalue(lua, -1);
    makeReadOnly(lua);
    lua_pushvalue(lua, -1);
    lua_setfield(lua, -3, "_G");
    lua_replace(lua, LUA_GLOBALSINDEX);
}

int describeScriptError(lua_State* lua)
{
    if (lua_istable(lua, 1) == 0) {
        // The text of any other value, as tostring() has it.
        lua_getglobal(lua, "tostring");
        lua_pushvalue(lua, 1);
        lua_call(lua, 1, 1);
        lua_newtable(lua);
        lua_pushstring(lua, "ERR ");
        lua_pushvalue(lua, -3);
        lua_concat(lua, 2);
        lua_setfield(lua, -2, "err");
        lua_replace(lua, 1);
        lua_settop(lua, 1);
    }
    // Level 0 is this function, and level 1 raised the error: often a C function, which has no line.
    lua_Debug where{};
    for (int level = 1; level <= 2 && lua_getstack(lua, level, &where) == 1; ++level) {
        lua_getinfo(lua, "Sl", &where);
        if (where.currentline < 0)
            continue;
        lua_pushstring(lua, where.source);
        lua_setfield(lua, 1, "source");
        lua_pushnumber(lua, where.currentline);
        lua_setfield(lua, 1, "line");
        break;
    }
    return 1;
}

} // namespace lockscope::test::scripting
