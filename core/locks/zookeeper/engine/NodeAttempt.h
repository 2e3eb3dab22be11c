// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Attempt.h"
#include "core/zk/Client.h"

#include <vector>

namespace lockscope::locks {

/// An acquisition whose hold consists of nodes. Private to core/locks.
class NodeAttempt : public Attempt {
public:
    /// The client whose session owns the nodes.
    [[nodiscard]] virtual zk::Client& client() const = 0;

    /// Steps for a multi that make it fail with NoNode if the lock is no longer held. Empty if another client can
    /// create a node with the same name. Call it only after the grant.
    [[nodiscard]] virtual std::vector<zk::Op> checks() const = 0;
};

} // namespace lockscope::locks
