// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/Value.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lockscope::test {

/// Runs Redis' scripts with Lua 5.1: KEYS, ARGV, redis.call and the related functions, the conversions of values in
/// both directions, and the errors of redis-server 7.0. Scripts cannot change globals and cannot reach files, the clock
/// or the environment. math.random is Redis' own generator. One thread.
class FakeLua final {
public:
    /// Executes a command of a script and returns its reply.
    using Call = std::function<redis::Value(const redis::Command&)>;

    FakeLua();
    ~FakeLua();
    FakeLua(const FakeLua&) = delete;
    FakeLua& operator=(const FakeLua&) = delete;

    /// Compiles a script under its SHA-1. The error is Lua's text.
    [[nodiscard]] std::optional<std::string> load(const std::string& sha1, const std::string& text);
    [[nodiscard]] bool has(const std::string& sha1) const;
    /// SCRIPT FLUSH: the sequence of math.random continues.
    void clear();
    /// A new process of the server.
    void restart();

    /// Precondition: has(sha1). The result is the reply to the client. A script that runs for more than some ten
    /// million instructions fails with an error: it loops forever.
    [[nodiscard]] redis::Value run(const std::string& sha1, const redis::Command& keys, const redis::Command& arguments,
                                   const Call& call);

private:
    class State;
    std::unique_ptr<State> m_state;
};

} // namespace lockscope::test
