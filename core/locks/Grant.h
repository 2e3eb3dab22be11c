// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockscope::locks {

/// ZooKeeper only: a node that represents a hold.
struct HeldNode {
    std::string path;
    std::int64_t token = 0; ///< czxid

    friend bool operator==(const HeldNode&, const HeldNode&) = default;
};

/// The result of a successful acquisition.
struct Grant {
    /// Fencing token: increases with each holder; pass it to the protected resource. 0: the lock has none.
    std::int64_t token = 0;
    /// ZooKeeper: name of the own node. Redis: id of the owner, "<uuid>:<thread>", or of the token or permit. Of the
    /// last part if there are several.
    std::string node;
    /// ZooKeeper only: all nodes of the hold, as acquired: one, except for leases and multi-locks.
    std::vector<HeldNode> nodes;

    friend bool operator==(const Grant&, const Grant&) = default;
};

} // namespace lockscope::locks
