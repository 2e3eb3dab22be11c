// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Attempt.h"
#include "core/locks/LockExecutors.h"
#include "core/locks/Owner.h"
#include "core/locks/redis/LeaseOptions.h"
#include "core/locks/redis/engine/LeaseRules.h"
#include "core/locks/redis/engine/OwnerNumbers.h"
#include "core/redis/Client.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::locks {

/// Makes the attempts of one lock object. Private to core/locks/redis.
using MakeLeaseAttempt = std::function<Result<std::shared_ptr<Attempt>>(Owner)>;

/// The rules of an owner, whose id on the server is "uuid:number". Called on the executor.
using MakeLeaseRules = std::function<std::unique_ptr<const LeaseRules>(redis::Client& client, std::string ownerId)>;

/// After the client's end, each acquisition fails with Closed. An empty name or a lease that is not positive: each
/// acquisition fails with BadArguments. `numbers`: of this lock object, null for new ones; `side`: of a read/write
/// lock.
[[nodiscard]] MakeLeaseAttempt leaseAttempts(redis::Client& client, std::string name, LeaseOptions options,
                                             MakeLeaseRules rules, std::shared_ptr<OwnerNumbers> numbers = {},
                                             OwnerNumbers::Side side = 0);

/// Why a lock with this name and these options can never be acquired; empty: it can.
[[nodiscard]] std::string invalidLease(const std::string& name, const LeaseOptions& options);

/// In [0, 1), from `random`, or from the thread's generator if it is null.
[[nodiscard]] double randomNumber(const RetryPolicy::Random& random);

[[nodiscard]] LockExecutors executorsOf(const redis::Client& client);
/// Of the first one; without any, those of the shared loop: for a lock whose acquisitions fail.
[[nodiscard]] LockExecutors executorsOf(const std::vector<redis::Client*>& clients);
/// A share of each client; null for null.
[[nodiscard]] std::vector<std::shared_ptr<redis::Client>> sharesOf(const std::vector<redis::Client*>& clients);
/// Why these clients cannot serve one lock: none, null, or on different executors. Empty: they can.
[[nodiscard]] std::string invalidClients(const std::vector<redis::Client*>& clients);

/// 16 bytes from the system's generator, for tokens and permit ids.
[[nodiscard]] std::string randomBytes();
/// The same as 32 hexadecimal digits.
[[nodiscard]] std::string randomToken();

} // namespace lockscope::locks
