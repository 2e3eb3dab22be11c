// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockscope::locks {

/// A node that represents a hold.
struct HeldNode {
    std::string path;
    std::int64_t token = 0; ///< czxid

    friend bool operator==(const HeldNode&, const HeldNode&) = default;
};

/// The result of a successful acquisition.
struct Grant {
    std::int64_t token = 0;      ///< fencing token: increases with each holder; pass it to the protected resource
    std::string node;            ///< name of the own node; of the last one if there are several
    std::vector<HeldNode> nodes; ///< all nodes of the hold, as acquired: one, except for leases and multi-locks

    friend bool operator==(const Grant&, const Grant&) = default;
};

} // namespace lockscope::locks
