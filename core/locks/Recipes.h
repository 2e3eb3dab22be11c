// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Attempt.h"
#include "core/locks/Lock.h"
#include "core/locks/LockOptions.h"
#include "core/locks/NodeNaming.h"

#include <functional>
#include <memory>
#include <string>

/// The acquisitions of each recipe, for the lock classes and for those that are made of several locks. Private to
/// core/locks.

namespace lockscope::locks {

using Attempts = std::function<std::shared_ptr<Attempt>()>;

[[nodiscard]] Attempts mutexAttempts(zk::Client& client, std::string path, LockOptions options);
[[nodiscard]] Attempts kazooLockAttempts(zk::Client& client, std::string path, LockOptions options);

/// One lease, its place in the queue of whoever comes first, and then its node.
[[nodiscard]] Attempts leaseAttempts(zk::Client& client, const std::string& path, int leases, LockOptions options);
/// `count` leases, taken one after the other behind the gate.
[[nodiscard]] std::shared_ptr<Attempt> semaphoreAttempt(zk::Client& client, const std::string& path,
                                                        const Attempts& gate, const Attempts& lease, int count);
/// The gate of Curator's semaphores: a mutex at PATH/locks.
[[nodiscard]] Attempts curatorGate(zk::Client& client, const std::string& path, LockOptions options);

/// The same kind of attempt whoever asks.
[[nodiscard]] inline std::function<Result<std::shared_ptr<Attempt>>(Owner)> forAnyOwner(Attempts attempts)
{
    return [attempts = std::move(attempts)](Owner) -> Result<std::shared_ptr<Attempt>> { return attempts(); };
}

} // namespace lockscope::locks
