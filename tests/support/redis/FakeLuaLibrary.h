// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What scripts may use beyond the language: the table redis, and math.random as Redis has it. Private to
/// tests/support/redis.

#include "tests/support/redis/FakeLua.h"

#include <lua.hpp>

#include <cstdint>

namespace lockscope::test::scripting {

/// What the functions of scripts use. Its address is in the state's registry.
struct FakeLuaContext {
    const FakeLua::Call* call = nullptr;       ///< of the running script
    std::uint64_t random = seeded(0x1234abcd); ///< the state of lrand48()

    [[nodiscard]] static std::uint64_t seeded(std::uint32_t seed) { return (std::uint64_t{seed} << 16) | 0x330e; }
};

[[nodiscard]] FakeLuaContext& contextOf(lua_State* lua);

/// Pushes the table redis.
void pushRedisTable(lua_State* lua);

/// Makes the globals of scripts: they can be read, but not changed. `context` must outlive the state. Leaves the table
/// of the globals that can be changed, for KEYS and ARGV, on the stack.
void openScriptLibrary(lua_State* lua, FakeLuaContext& context);

/// A message handler for lua_pcall: makes a table of any error, with the fields err, source and line.
int describeScriptError(lua_State* lua);

} // namespace lockscope::test::scripting
