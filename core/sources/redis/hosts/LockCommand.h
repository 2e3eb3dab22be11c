// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What a command says of the client that has sent it: which locks it names, and as which owner. Pure.

#include "core/redis/Value.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::inspect {

struct LockCommand {
    std::vector<std::string> locks;  ///< the names that the locks in question may have
    std::vector<std::string> owners; ///< "uuid:thread" of Redisson's, without what follows it
    /// Other arguments, one of which may be the token or the permit's id. Views into the command; may be secrets.
    std::vector<std::string_view> values;

    [[nodiscard]] bool isEmpty() const { return locks.empty() || (owners.empty() && values.empty()); }
};

/// Only a client sends these of its own locks: a script with a lock's key and an owner among its arguments, as each
/// attempt, renewal and release is; the subscription of a fair lock's waiter; SET NX of a token. Of any other command
/// the result is empty.
[[nodiscard]] LockCommand lockCommandOf(const redis::Command& words);

/// The name that CLIENT SETNAME gives its connection; nullopt: it is another command. Servers before Redis 7 do not
/// send it to MONITOR.
[[nodiscard]] std::optional<std::string> clientNameIn(const redis::Command& words);

} // namespace lockscope::inspect
