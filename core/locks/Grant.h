// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockscope::locks {

/// A node by which something is held.
struct HeldNode {
    std::string path;
    std::int64_t token = 0; ///< czxid

    friend bool operator==(const HeldNode&, const HeldNode&) = default;
};

/// What was granted.
struct Grant {
    std::int64_t token = 0; ///< fencing token: grows from holder to holder; hand it to the resource that is protected
    std::string node;       ///< name of the own node; of the last one, where it takes several
    std::vector<HeldNode> nodes; ///< every node that holds, in the order taken: one, but for leases and multi-locks

    friend bool operator==(const Grant&, const Grant&) = default;
};

} // namespace lockscope::locks
