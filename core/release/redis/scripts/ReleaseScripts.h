// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The Lua scripts that release locks on Redis: each compares, acts, publishes and reports in one atomic step. The head
/// of each file in this folder documents keys, arguments and messages. Thread: any. The scripts exist until the program
/// ends.
///
/// The reply is an array, whose first word is
///   released  it is done; then the number of clients that got a message, and the waiter that is next, or ""; of a
///             fair lock also how many clients listen for that waiter, -1: unknown;
///   gone      there is no such hold, waiter or permit any more;
///   other     another owner holds the lock; then its name, or "";
///   count, token, lease, longer, again, holds, listens, free, shape   it has changed; then the present value;
///   denied    the user may not use the command that is next in the array;
///   partly    the command that is next in the array has failed, with the error after it, but commands before it have
///             changed keys.
/// After each but "released" and "partly", and after an error, nothing is changed. Messages are published before the
/// keys are written: where the user may not publish, servers before Redis 7 end the script at that point. Clients get
/// the messages when the script has ended.

#include "core/redis/Script.h"

#include <string>
#include <string_view>

namespace lockscope::release::scripts {

[[nodiscard]] const redis::Script& holderRelease();
[[nodiscard]] const redis::Script& waiterRemove();
[[nodiscard]] const redis::Script& readerRelease();
[[nodiscard]] const redis::Script& writerRelease();
[[nodiscard]] const redis::Script& permitRelease();
[[nodiscard]] const redis::Script& semaphoreRelease();
[[nodiscard]] const redis::Script& valueRelease();
[[nodiscard]] const redis::Script& tokenRelease();
/// Writes nothing.
[[nodiscard]] const redis::Script& rightsProbe();

/// The functions that all scripts have, and the script's own text.
[[nodiscard]] std::string withHelpers(std::string_view text);

} // namespace lockscope::release::scripts
