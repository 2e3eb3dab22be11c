// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The names of keys and channels of Redisson's locks. `name` is the lock's own key, which has no prefix. All keys of a
/// lock are in one slot of a cluster, because of the hash tag {name}; not if the name has only one of both braces.
/// Pure.

#include <cstdint>
#include <string>
#include <string_view>

namespace lockscope::redis::keys {

/// "prefix:{name}"; "prefix:name" if the name contains "{", which is then the hash tag.
[[nodiscard]] std::string prefixed(std::string_view prefix, std::string_view name);
/// "{name}:suffix"; "name:suffix" if the name contains "{".
[[nodiscard]] std::string suffixed(std::string_view name, std::string_view suffix);

/// "<instance>:<thread>": a client instance (UUID) and one of its threads.
[[nodiscard]] std::string owner(std::string_view instance, std::uint64_t thread);
/// "<owner>:write": the field of the writer of a read/write lock.
[[nodiscard]] std::string writer(std::string_view owner);

/// "redisson_lock__channel:{name}": RLock and fenced lock, message "0".
[[nodiscard]] std::string lockChannel(std::string_view name);
/// "redisson_lock__channel__{name}": clients of 2016, before Redisson 2.7.0 and 3.2.0. Always with braces.
[[nodiscard]] std::string oldLockChannel(std::string_view name);
/// "redisson__lock__channel__{name}": the JSON lock of Redisson before 2015-07.
[[nodiscard]] std::string jsonLockChannel(std::string_view name);
/// "redisson_lock_token:{name}", STRING: the last fencing token.
[[nodiscard]] std::string lockToken(std::string_view name);
/// "redisson_unlock_latch:{name}:<request>", STRING: the result of an unlock. Our own locks have none.
[[nodiscard]] std::string unlockLatch(std::string_view name, std::string_view request);

/// "redisson_lock_queue:{name}", LIST: the waiting owners of a fair lock.
[[nodiscard]] std::string fairQueue(std::string_view name);
/// "redisson_lock_timeout:{name}", ZSET: until when each of them counts.
[[nodiscard]] std::string fairTimeouts(std::string_view name);
/// "redisson_lock__channel:{name}:<owner>": wakes one waiter of a fair lock, message "0".
[[nodiscard]] std::string fairChannel(std::string_view name, std::string_view owner);

/// "redisson_rwlock:{name}": read/write lock, messages "0" (readers have left) and "1" (the writer has left).
[[nodiscard]] std::string readWriteChannel(std::string_view name);
/// "redisson_rwlock__{name}": clients of 2016. Always with braces.
[[nodiscard]] std::string oldReadWriteChannel(std::string_view name);
/// "{name}", or the name if it contains "{": the beginning of readTimeout(), which scripts take as an argument.
[[nodiscard]] std::string readTimeoutPrefix(std::string_view name);
/// "{name}:<owner>:rwlock_timeout:<hold>", STRING "1": the lease of a read hold; holds are counted from 1.
[[nodiscard]] std::string readTimeout(std::string_view name, std::string_view owner, std::int64_t hold);

/// "redisson_sc:{name}": semaphores with and without leases, message: a number of permits.
[[nodiscard]] std::string semaphoreChannel(std::string_view name);
/// "redisson_semaphore__channel__{name}": clients of 2016. Always with braces.
[[nodiscard]] std::string oldSemaphoreChannel(std::string_view name);
/// "{name}:timeout", ZSET: when each permit of a semaphore with leases expires.
[[nodiscard]] std::string permitTimeouts(std::string_view name);

} // namespace lockscope::redis::keys
