// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/redis/FakeLua.h"

#include "tests/support/redis/FakeLuaLibrary.h"
#include "tests/support/redis/FakeLuaValues.h"

#include <map>

namespace lockscope::test {

using redis::Value;

namespace {

constexpr int instructionLimit = 10'000'000;

int endLoop(lua_State* lua)
{
    return luaL_error(lua, "Script has run for too many instructions");
}

void onInstructionLimit(lua_State* lua, lua_Debug*)
{
    endLoop(lua);
}

std::string textField(lua_State* lua, const char* name)
{
    lua_getfield(lua, -1, name);
    std::size_t size = 0;
    const char* bytes = lua_tolstring(lua, -1, &size);
    std::string text = bytes ? std::string(bytes, size) : std::string();
    lua_pop(lua, 1);
    return text;
}

/// The reply for the error table on the stack.
Value errorOf(lua_State* lua, const std::string& sha1)
{
    auto text = textField(lua, "err") + " script: " + sha1;
    const auto source = textField(lua, "source");
    const auto line = textField(lua, "line");
    if (!source.empty() && !line.empty())
        text += ", on " + source + ":" + line + ".";
    for (char& byte : text) {
        if (byte == '\r' || byte == '\n')
            byte = ' ';
    }
    return Value::error(std::move(text));
}

} // namespace

class FakeLua::State final {
public:
    State()
        : lua(luaL_newstate())
    {
        scripting::openScriptLibrary(lua, context);
        m_globals = luaL_ref(lua, LUA_REGISTRYINDEX);
    }
    ~State() { lua_close(lua); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    void setGlobal(const char* name, const redis::Command& words) const
    {
        lua_rawgeti(lua, LUA_REGISTRYINDEX, m_globals);
        lua_createtable(lua, static_cast<int>(words.size()), 0);
        for (std::size_t i = 0; i < words.size(); ++i) {
            lua_pushlstring(lua, words[i].data(), words[i].size());
            lua_rawseti(lua, -2, static_cast<int>(i + 1));
        }
        lua_pushstring(lua, name);
        lua_insert(lua, -2);
        lua_rawset(lua, -3);
        lua_pop(lua, 1);
    }

    scripting::FakeLuaContext context;
    lua_State* lua;
    std::map<std::string, int> scripts; ///< by SHA-1: the references of their functions

private:
    int m_globals = 0;
};

FakeLua::FakeLua()
    : m_state(std::make_unique<State>())
{
}

FakeLua::~FakeLua() = default;

std::optional<std::string> FakeLua::load(const std::string& sha1, const std::string& text)
{
    lua_State* lua = m_state->lua;
    if (luaL_loadbuffer(lua, text.data(), text.size(), "@user_script") != 0) {
        std::string error = lua_tostring(lua, -1);
        lua_pop(lua, 1);
        return error;
    }
    m_state->scripts[sha1] = luaL_ref(lua, LUA_REGISTRYINDEX);
    return std::nullopt;
}

bool FakeLua::has(const std::string& sha1) const
{
    return m_state->scripts.count(sha1) > 0;
}

void FakeLua::clear()
{
    const auto random = m_state->context.random;
    restart();
    m_state->context.random = random;
}

void FakeLua::restart()
{
    m_state = std::make_unique<State>();
}

Value FakeLua::run(const std::string& sha1, const redis::Command& keys, const redis::Command& arguments,
                   const Call& call)
{
    lua_State* lua = m_state->lua;
    m_state->setGlobal("KEYS", keys);
    m_state->setGlobal("ARGV", arguments);
    m_state->context.call = &call;
    lua_sethook(lua, onInstructionLimit, LUA_MASKCOUNT, instructionLimit);
    lua_pushcfunction(lua, scripting::describeScriptError);
    lua_rawgeti(lua, LUA_REGISTRYINDEX, m_state->scripts.at(sha1));
    const bool failed = lua_pcall(lua, 0, 1, -2) != 0;
    lua_sethook(lua, nullptr, 0, 0);
    m_state->context.call = nullptr;
    Value reply = failed ? errorOf(lua, sha1) : scripting::replyOf(lua, lua_gettop(lua));
    lua_settop(lua, 0);
    return reply;
}

} // namespace lockscope::test
