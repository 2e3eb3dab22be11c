// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/redis/LeaseOptions.h"
#include "core/redis/Client.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::locks {

/// LeaseOptions of Redlock. The lease is fixed by default, as in the published algorithm.
struct RedlockOptions : LeaseOptions {
    RedlockOptions() { lease = std::chrono::seconds(10); }

    /// A server that does not answer for this long has no vote in this try.
    std::chrono::milliseconds nodeTimeout{50};
    /// Asks one server after the other, as the algorithm was published. False: all at once.
    bool isSequential = false;
    /// The nth pause after a failed try is random, from shortestPause to shortestPause * 2^n, at most longestPause.
    std::chrono::milliseconds shortestPause{1};
    std::chrono::milliseconds longestPause{50};
    /// Without a lease (LeaseOptions::lease), the lease is extended every third of it: at most this many times.
    /// Nothing: as long as the hold exists.
    std::optional<int> maxExtensions{};
};

/// A random token in the same key on a majority of N independent masters: Redlock, as published in
/// https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/. Compatible with node-redlock 5 and
/// redlock-rb: the same keys and values. Not re-entrant, not fair; waiters poll.
///
/// Promises mutual exclusion while a majority of the masters keep their data and the clocks run at the same rate. A
/// master that forgets its data (a crash without persistence) or whose clock jumps can give a second client a majority
/// (Kleppmann 2016, "How to do distributed locking"). There is no fencing token. validUntil() counts from before the
/// first request, less the drift; a try that takes too long is no grant. A failed try and a release delete the token on
/// all masters that may have it, with retries until it is deleted or its lease has ended.
class Redlock final : public Lock {
public:
    /// `masters`: a client for each server, all on one executor; an odd number of at least 3 is usual. All must outlive
    /// the lock. Otherwise each acquisition fails with BadArguments.
    Redlock(std::vector<redis::Client*> masters, std::string name, RedlockOptions options = {});
};

} // namespace lockscope::locks
