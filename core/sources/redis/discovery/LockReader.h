// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Reply.h"
#include "core/redis/Client.h"
#include "core/sources/redis/dialects/LockReading.h"
#include "core/sources/redis/discovery/Transaction.h"
#include "core/sources/redis/topology/ServerClocks.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lockscope::inspect {

/// Reads all of one lock of Redisson's. Its keys are read by one transaction; the leases of readers and the listeners
/// of a fair lock's waiters, whose names it tells, by a second one. Thread: the client's executor. Destroying it ends
/// the calls: no reply comes any more.
class LockReader final {
public:
    /// `client` must outlive it.
    explicit LockReader(redis::Client& client);

    /// Nothing: there is no lock by this name. `family`: what the lock is likely to be; if its key is of another
    /// family, LockReading::family says of which. A semaphore is none with permits that expire, unless a reading has
    /// found a taken one. Errors: as Client::send(), and NoAuth if the user may not read a part of the lock: what is
    /// not read is not missing.
    void read(std::string name, LockReading::Family family, Reply<std::optional<LockReading>> reply);

private:
    using Done = Reply<std::optional<LockReading>>;

    void readAs(LockReading reading, bool mayBeOfAnotherType, Done done);
    void onParts(LockReading reading, bool mayBeOfAnotherType, WallTime sentAt, const Together& parts,
                 const Done& done);
    [[nodiscard]] bool takeParts(LockReading& reading, const Together& parts);
    [[nodiscard]] bool takeSemaphore(LockReading& reading, const Together& parts);
    void rememberToken(LockReading& reading);
    void readMore(LockReading reading, const Done& done);
    [[nodiscard]] redis::Command listenersCommand(const std::vector<std::string>& channels) const;

    redis::Client& m_client;
    Transactions m_transactions;
    ServerClocks m_clocks;
    std::unordered_set<std::string> m_withPermits; ///< semaphores whose permits expire: one was taken
    std::unordered_map<std::string, std::int64_t> m_highestTokens;
    std::shared_ptr<const bool> m_alive = std::make_shared<const bool>(true);
};

} // namespace lockscope::inspect
