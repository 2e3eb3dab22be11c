// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/zookeeper/NodeOptions.h"
#include "core/zk/Client.h"

#include <initializer_list>
#include <string>
#include <vector>

namespace lockscope::locks {

/// Several locks as one, all or nothing: acquired one after the other within one total budget, released in reverse
/// order. If one part is lost, the whole is lost; release() then releases the rest. If the server refuses to delete
/// only some parts, the whole is lost too: release() fails with NoAuth and may be called again. Re-entrant. The fencing
/// token is the largest of the parts' tokens. Each part promises what its own class promises.
///
/// Two clients that acquire the same locks in different orders can deadlock. The locks are therefore acquired in the
/// order of their paths, unless Order::AsGiven is set (Curator's InterProcessMultiLock uses the given order).
class MultiLock final : public Lock {
public:
    enum class Kind {
        Mutex,
        SemaphoreMutex,
        KazooLock
    };
    struct Member {
        std::string path; ///< absolute and valid; no duplicates
        Kind kind = Kind::Mutex;
    };
    enum class Order {
        ByPath,
        AsGiven
    };

    /// All members are mutexes. At least one.
    MultiLock(zk::Client& client, const std::vector<std::string>& paths, NodeOptions options = {},
              Order order = Order::ByPath);
    /// The same for string literals: {"/locks/a", "/locks/b"}.
    MultiLock(zk::Client& client, std::initializer_list<const char*> paths, NodeOptions options = {},
              Order order = Order::ByPath);
    MultiLock(zk::Client& client, std::vector<Member> members, NodeOptions options = {}, Order order = Order::ByPath);
};

} // namespace lockscope::locks
