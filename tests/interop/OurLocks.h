// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Attempt.h"
#include "core/locks/zookeeper/ReadWriteLock.h"
#include "core/locks/zookeeper/SharedCount.h"
#include "tests/support/BlockingClient.h"

#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace lockscope::test {

/// A common interface for our locks and latches. Used by one thread, which is the owner.
class OurLock {
public:
    virtual ~OurLock() = default;
    /// Returns the full path of the node of the hold; of several, the last one.
    [[nodiscard]] virtual Result<std::string> acquire(std::optional<Duration> timeout, std::stop_token stop) = 0;
    [[nodiscard]] virtual Result<void> release() = 0;
};

/// Our locks on one session, by the specs that OurLocks.cpp lists.
class OurLocks final {
public:
    /// `name`: the payload of created nodes.
    OurLocks(BlockingClient& client, std::string name)
        : m_client(client)
        , m_name(std::move(name))
    {
    }

    /// Returns the same lock for the same spec; null if there is no such recipe.
    [[nodiscard]] OurLock* lock(const std::string& spec);

private:
    [[nodiscard]] std::unique_ptr<OurLock> make(const std::vector<std::string>& words);
    [[nodiscard]] locks::ReadWriteLock& readWrite(const std::string& path);

    BlockingClient& m_client;
    std::string m_name;
    std::map<std::string, std::unique_ptr<locks::SharedCount>> m_counts;
    std::map<std::string, std::unique_ptr<locks::ReadWriteLock>> m_readWriteLocks;
    std::map<std::string, std::unique_ptr<OurLock>> m_locks;
};

} // namespace lockscope::test
