// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/LockOptions.h"

#include <string>

namespace lockscope::locks {

/// The tutorials' lock of one ephemeral node: not fair, not re-entrant, and every release wakes everybody. For
/// demonstrations, and for sharing a path with programs that do it this way.
class SingleNodeLock final : public Lock {
public:
    /// `path`: of the node itself, absolute and valid; what is missing above it is made, and must not be ephemeral.
    SingleNodeLock(zk::Client& client, std::string path, LockOptions options = {});
};

} // namespace lockscope::locks
