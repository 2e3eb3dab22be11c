// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/redis/FakeLuaValues.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <optional>

namespace lockscope::test::scripting {

using redis::Value;

namespace {

constexpr int slotsForOneLevel = 4;

std::string withoutLineEnds(std::string text)
{
    std::replace_if(
        text.begin(), text.end(), [](char byte) { return byte == '\r' || byte == '\n'; }, ' ');
    return text;
}

std::string bytesAt(lua_State* lua, int index)
{
    std::size_t size = 0;
    const char* bytes = lua_tolstring(lua, index, &size);
    return {bytes, size};
}

void pushField(lua_State* lua, const char* name, const std::string& text)
{
    lua_createtable(lua, 0, 1);
    lua_pushstring(lua, name);
    lua_pushlstring(lua, text.data(), text.size());
    lua_rawset(lua, -3);
}

/// The field of a table if it has this type: as text.
std::optional<std::string> field(lua_State* lua, int index, const char* name, int type)
{
    lua_pushstring(lua, name);
    lua_rawget(lua, index);
    std::optional<std::string> text;
    if (lua_type(lua, -1) == type)
        text = type == LUA_TNUMBER ? argumentOf(lua_tonumber(lua, -1)) : bytesAt(lua, -1);
    lua_pop(lua, 1);
    return text;
}

std::int64_t truncated(double number)
{
    // Out of range, x86-64 yields the lowest number; so do NaN and infinities.
    constexpr double limit = 9223372036854775808.0;
    return number >= -limit && number < limit ? static_cast<std::int64_t>(number)
                                              : std::numeric_limits<std::int64_t>::min();
}

Value arrayOf(lua_State* lua, int index)
{
    std::vector<Value> items;
    for (int i = 1;; ++i) {
        lua_rawgeti(lua, index, i);
        if (lua_isnil(lua, -1)) {
            lua_pop(lua, 1);
            return Value::array(std::move(items));
        }
        items.push_back(replyOf(lua, lua_gettop(lua)));
        lua_pop(lua, 1);
    }
}

} // namespace

std::string argumentOf(double number)
{
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.17g", number);
    return text.data();
}

void pushError(lua_State* lua, const std::string& text)
{
    std::string message = "ERR " + text;
    if (text.starts_with('-')) {
        const bool hasCode = text.find(' ') != std::string::npos;
        message = (hasCode ? "" : "ERR ") + text.substr(1);
    }
    pushField(lua, "err", message);
}

void pushReply(lua_State* lua, const Value& value)
{
    lua_checkstack(lua, slotsForOneLevel);
    switch (value.kind()) {
    case Value::Kind::Nil:
        lua_pushboolean(lua, 0);
        break;
    case Value::Kind::Integer:
        lua_pushnumber(lua, static_cast<double>(value.number()));
        break;
    case Value::Kind::String:
        lua_pushlstring(lua, value.text().data(), value.text().size());
        break;
    case Value::Kind::Status:
        pushField(lua, "ok", value.text());
        break;
    case Value::Kind::Error:
        pushField(lua, "err", value.text());
        break;
    case Value::Kind::Array:
        lua_createtable(lua, static_cast<int>(value.items().size()), 0);
        for (std::size_t i = 0; i < value.items().size(); ++i) {
            pushReply(lua, value.items()[i]);
            lua_rawseti(lua, -2, static_cast<int>(i + 1));
        }
        break;
    }
}

Value replyOf(lua_State* lua, int index)
{
    switch (lua_type(lua, index)) {
    case LUA_TSTRING:
        return Value::string(bytesAt(lua, index));
    case LUA_TBOOLEAN:
        return lua_toboolean(lua, index) != 0 ? Value::integer(1) : Value();
    case LUA_TNUMBER:
        return Value::integer(truncated(lua_tonumber(lua, index)));
    case LUA_TTABLE:
        break;
    default:
        return {};
    }
    if (lua_checkstack(lua, slotsForOneLevel) == 0)
        return Value::error("ERR reached lua stack limit");
    if (auto text = field(lua, index, "err", LUA_TSTRING))
        return Value::error(withoutLineEnds(std::move(*text)));
    if (auto text = field(lua, index, "ok", LUA_TSTRING))
        return Value::status(withoutLineEnds(std::move(*text)));
    if (auto text = field(lua, index, "double", LUA_TNUMBER))
        return Value::string(std::move(*text));
    return arrayOf(lua, index);
}

} // namespace lockscope::test::scripting
