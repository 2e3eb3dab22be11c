// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Hold.h"
#include "core/locks/Lock.h"
#include "core/locks/LockOptions.h"

#include <memory>
#include <string>

namespace lockscope::locks {

class SharedCount;

/// At most N hold a lease at a time, first come, first served. On the wire it is Curator's InterProcessSemaphoreV2: a
/// mutex at PATH/locks is the gate, whoever has passed it puts a node of its own into PATH/leases. N is what the users
/// agree on: a number that all of them are given, or one that they share (SharedCount) and may change while it is in
/// use.
///
/// As a Lock, each acquisition takes one lease; take() is for several at a time. Several are taken while the gate is
/// held, so that two who want many can't wait for each other (Curator's clients can). Fencing tokens are unique and
/// grow with each lease, but several are valid at a time.
class Semaphore final : public Lock {
public:
    /// `path`: absolute and valid; made when missing.
    Semaphore(zk::Client& client, std::string path, int leases, LockOptions options = {});
    /// `leases` must outlive it. Until it is known everybody waits, outside the gate.
    Semaphore(zk::Client& client, std::string path, SharedCount& leases, LockOptions options = {});
    ~Semaphore() override;

    /// Asks for `count` leases, all or none, as acquireAsync(): one Hold has them all. Errors besides: BadArguments
    /// (count is not in 1..N).
    Owner takeAsync(int count, std::optional<Duration> timeout, std::stop_token stop, zk::Reply<Hold> reply);
    void takeAsync(Owner owner, int count, std::optional<Duration> timeout, std::stop_token stop,
                   zk::Reply<Hold> reply);
    /// The same, blocking.
    [[nodiscard]] Result<Hold> take(int count = 1, std::optional<Duration> timeout = {}, std::stop_token stop = {});

private:
    class Leases;
    Semaphore(zk::Client& client, std::shared_ptr<Leases> leases);

    std::shared_ptr<Leases> m_leases;
};

} // namespace lockscope::locks
