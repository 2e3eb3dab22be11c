// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/zookeeper/NodeOptions.h"
#include "core/locks/zookeeper/engine/NodeAttempt.h"
#include "core/queue/Scheme.h"

#include <functional>
#include <memory>
#include <string>

/// The attempts of each recipe, for the lock classes and for locks composed of several. Private to core/locks.

namespace lockscope::locks {

using Attempts = std::function<std::shared_ptr<NodeAttempt>()>;

[[nodiscard]] inline LockExecutors executorsOf(const zk::Client& client)
{
    return {client.executor(), client.callbacks()};
}

[[nodiscard]] Attempts mutexAttempts(zk::Client& client, std::string path, NodeOptions options);
[[nodiscard]] Attempts kazooLockAttempts(zk::Client& client, std::string path, NodeOptions options);
/// A queue with Kazoo's names: `recipe` is "__lock__" or "__rlock__".
[[nodiscard]] Attempts kazooAttempts(zk::Client& client, std::string path, const char* recipe,
                                     const queue::Scheme& scheme, NodeOptions options);
[[nodiscard]] Attempts semaphoreMutexAttempts(zk::Client& client, const std::string& path, const NodeOptions& options);

/// One lease: a node in PATH/leases, granted while it is among the first `leases`.
[[nodiscard]] Attempts leaseAttempts(zk::Client& client, const std::string& path, int leases, NodeOptions options);
/// `count` leases, acquired in turn behind the gate lock. `before`: an attempt before the gate, or null.
[[nodiscard]] std::shared_ptr<NodeAttempt> semaphoreAttempt(zk::Client& client, const std::string& path,
                                                            const Attempts& gate, const Attempts& lease, int count,
                                                            const Attempts& before = {});
/// The gate lock of Curator's semaphores: a mutex at PATH/locks.
[[nodiscard]] Attempts curatorGate(zk::Client& client, const std::string& path, NodeOptions options);

/// The same kind of attempt for every owner.
[[nodiscard]] inline std::function<Result<std::shared_ptr<Attempt>>(Owner)> forAnyOwner(Attempts attempts)
{
    return [attempts = std::move(attempts)](Owner) -> Result<std::shared_ptr<Attempt>> { return attempts(); };
}

} // namespace lockscope::locks
