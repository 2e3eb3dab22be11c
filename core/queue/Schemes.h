// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The built-in naming schemes: how the locks of one client library name and order their contenders. Any thread.

namespace lockscope::queue {

struct Scheme;

/// Curator's InterProcessMutex: any name that ends in "lock-" and a number is a contender, whichever client made it.
/// Source: Apache Curator, LockInternals.getSortedChildren and StandardLockInternalsDriver.
[[nodiscard]] const Scheme& curatorMutexScheme();

/// "__READ__" and "__WRIT__" with a number. Source: Apache Curator, InterProcessReadWriteLock.
[[nodiscard]] const Scheme& curatorReadWriteScheme();

/// "-R-" and "-W-" with a number: "host1-R-0000000001", the usual names of shared locks in tutorials.
[[nodiscard]] const Scheme& tutorialReadWriteScheme();

/// The children of "leases" that end in a number. Source: Apache Curator, InterProcessSemaphoreV2, which also counts
/// children without a number.
[[nodiscard]] const Scheme& curatorLeaseScheme();

/// "latch-" with a number. Source: Apache Curator, LeaderLatch.
[[nodiscard]] const Scheme& curatorLatchScheme();

/// "__lock__" with a number; readers are not counted. Source: Kazoo, kazoo/recipe/lock.py, Lock.
[[nodiscard]] const Scheme& kazooLockScheme();

/// "__rlock__" (shared) and "__lock__" with a number. Source: Kazoo, kazoo/recipe/lock.py, ReadLock and WriteLock.
[[nodiscard]] const Scheme& kazooReadWriteScheme();

} // namespace lockscope::queue
