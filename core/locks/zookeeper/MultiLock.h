// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/LockOptions.h"

#include <initializer_list>
#include <string>
#include <vector>

namespace lockscope::locks {

/// Several locks as one, all or nothing: taken one after the other within one total budget, given back in reverse. A
/// lost part is a lost whole; release() then gives back the rest. So is one of which the server lets only a part go:
/// then release() says NoAuth, and may be called again. Re-entrant.
///
/// Two users that take the same locks in different orders wait for each other for ever, so they are taken in the order
/// of their paths, unless told otherwise (Curator's InterProcessMultiLock takes them as given).
class MultiLock final : public Lock {
public:
    enum class Kind {
        Mutex,
        SemaphoreMutex,
        KazooLock
    };
    struct Member {
        std::string path; ///< absolute and valid; no two the same
        Kind kind = Kind::Mutex;
    };
    enum class Order {
        ByPath,
        AsGiven
    };

    /// Mutexes. At least one.
    MultiLock(zk::Client& client, const std::vector<std::string>& paths, LockOptions options = {},
              Order order = Order::ByPath);
    /// The same for paths as they stand in a program: {"/locks/a", "/locks/b"}.
    MultiLock(zk::Client& client, std::initializer_list<const char*> paths, LockOptions options = {},
              Order order = Order::ByPath);
    MultiLock(zk::Client& client, std::vector<Member> members, LockOptions options = {}, Order order = Order::ByPath);
};

} // namespace lockscope::locks
