// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Hold.h"
#include "core/locks/Lock.h"
#include "core/locks/zookeeper/NodeOptions.h"
#include "core/zk/Client.h"

#include <memory>
#include <string>

namespace lockscope::locks {

class SharedCount;

/// At most N leases at a time, first come, first served. Compatible with Curator's InterProcessSemaphoreV2: a mutex at
/// PATH/locks is the gate lock, and its holder creates its lease node in PATH/leases. N must be the same for all users:
/// either a fixed number, or a shared one (SharedCount) that may change while in use.
///
/// As a Lock, each acquisition takes one lease; take() acquires several. Several leases are acquired while the gate
/// lock is held, so clients that need several cannot deadlock (Curator's clients can). Fencing tokens are unique and
/// increase with each lease, but several are valid at a time.
class Semaphore final : public Lock {
public:
    /// `path`: absolute and valid; created if missing.
    Semaphore(zk::Client& client, std::string path, int leases, NodeOptions options = {});
    /// `leases` must outlive it. Until its value is known, all acquisitions wait before the gate lock.
    Semaphore(zk::Client& client, std::string path, SharedCount& leases, NodeOptions options = {});
    ~Semaphore() override;

    /// Acquires `count` leases, all or none, like acquireAsync(): one Hold for all. Additional error: BadArguments
    /// (count is not in 1..N).
    Owner takeAsync(int count, std::optional<Duration> timeout, std::stop_token stop, Reply<Hold> reply);
    void takeAsync(Owner owner, int count, std::optional<Duration> timeout, std::stop_token stop, Reply<Hold> reply);
    /// The same, blocking.
    [[nodiscard]] Result<Hold> take(int count = 1, std::optional<Duration> timeout = {}, std::stop_token stop = {});

private:
    class Leases;
    void takeOnExecutor(Owner owner, int count, std::optional<Duration> timeout, std::stop_token stop,
                        Reply<Hold> reply);
    Semaphore(zk::Client& client, std::shared_ptr<Leases> leases);

    std::shared_ptr<Leases> m_leases;
};

} // namespace lockscope::locks
