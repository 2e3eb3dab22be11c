// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Redis' values in Lua and back, by the rules of Redis' documentation ("Data type conversion", RESP2). Private to
/// tests/support/redis.

#include "core/redis/Value.h"

#include <lua.hpp>

#include <string>

namespace lockscope::test::scripting {

/// Pushes the reply of a command: nil becomes false, a status a table with the field ok, an error one with err.
void pushReply(lua_State* lua, const redis::Value& value);

/// Converts the result of a script: numbers are truncated, a table with err or ok is an error or a status, another one
/// an array up to its first nil; true is 1, false is nil. `index`: absolute.
[[nodiscard]] redis::Value replyOf(lua_State* lua, int index);

/// Pushes the table of an error as redis.error_reply() does. With a leading "-", `text` has its code; otherwise the
/// code is ERR.
void pushError(lua_State* lua, const std::string& text);

/// A number as an argument of redis.call(): with 17 digits, as 7.0 does.
[[nodiscard]] std::string argumentOf(double number);

} // namespace lockscope::test::scripting
