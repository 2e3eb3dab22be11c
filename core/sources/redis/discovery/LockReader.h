// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Reply.h"
#include "core/redis/Client.h"
#include "core/sources/redis/dialects/LockReading.h"
#include "core/sources/redis/discovery/Transaction.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::inspect {

/// Reads all of one lock of Redisson's. Its keys are read by one transaction; the leases of readers and the listeners
/// of a fair lock's waiters, whose names it tells, by a second one. Thread: the client's executor. Destroying it ends
/// the calls: no reply comes any more.
class LockReader final {
public:
    /// `client` must outlive it.
    explicit LockReader(redis::Client& client);

    /// Nothing: there is no lock of this family by this name. Errors: as Client::send().
    void read(std::string name, LockReading::Family family, Reply<std::optional<LockReading>> reply);

private:
    using Done = Reply<std::optional<LockReading>>;

    void onParts(LockReading reading, const Together& parts, const Done& done);
    void readMore(LockReading reading, const Done& done);
    [[nodiscard]] redis::Command listenersCommand(const std::vector<std::string>& channels) const;

    redis::Client& m_client;
    Transactions m_transactions;
    std::shared_ptr<const bool> m_alive = std::make_shared<const bool>(true);
};

} // namespace lockscope::inspect
