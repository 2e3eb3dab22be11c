// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/base/Result.h"
#include "core/redis/Client.h"

#include <string>

namespace lockscope::ctl {

/// The keys of `bench inspect` on Redis: held locks of five types, and other keys of all types, a tenth of them hashes.
/// All expire after an hour. Created and used on a thread that may block, which is not the client's executor.
class BenchKeys final {
public:
    /// With a new beginning of their names. `client` must outlive it and its calls.
    explicit BenchKeys(redis::Client& client);

    [[nodiscard]] Result<void> makeLocks(int count);
    [[nodiscard]] Result<void> makeOthers(int count);
    /// All that were made.
    [[nodiscard]] Result<void> remove();

    /// What the names of all its keys begin with, but for further keys of locks.
    [[nodiscard]] const std::string& prefix() const { return m_prefix; }
    /// What the names of its locks begin with.
    [[nodiscard]] std::string lockPrefix() const { return m_prefix + "lock:"; }

private:
    [[nodiscard]] Result<void> run(const redis::Script& script, int count) const;

    redis::Client& m_client;
    std::string m_prefix;
    int m_locks = 0;
    int m_others = 0;
};

/// The reply to a command of one server; an error reply is a failure. Blocks; not on the client's executor.
[[nodiscard]] Result<redis::Value> askServer(redis::Client& client, redis::Command command);

} // namespace lockscope::ctl
