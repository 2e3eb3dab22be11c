// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/redis/LeaseOptions.h"
#include "core/redis/Client.h"

#include <string>
#include <vector>

namespace lockscope::locks {

/// A lock of a RedissonMultiLock: a name on a client's servers.
struct MultiLockMember {
    redis::Client* client = nullptr;
    std::string name;
};

/// Several RedissonLocks as one: all or none. Compatible with RedissonMultiLock of Redisson: each member is an RLock
/// that its clients see alone. Held while each member is held; validUntil() is the earliest of theirs; one member that
/// is lost releases the others. Promises what RedissonLock promises, for each member.
///
/// Members are acquired in the order of their names, so that multi-locks of this library do not block each other for
/// ever. Clients of Redisson acquire in the order given: use the order of the names there, too.
class RedissonMultiLock final : public Lock {
public:
    /// `members`: at least one, each once, all on one executor; their clients must outlive the lock. Otherwise each
    /// acquisition fails with BadArguments.
    RedissonMultiLock(const std::vector<MultiLockMember>& members, LeaseOptions options = {});
};

} // namespace lockscope::locks
