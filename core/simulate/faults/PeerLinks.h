// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/sandbox/Sandbox.h"
#include "core/simulate/faults/LinkProxy.h"

#include <memory>
#include <vector>

namespace lockscope::console {

/// The network between the servers of a sandbox (SandboxOptions::openRoutes); any server can be cut off. Thread: the
/// creating one.
class PeerLinks final {
public:
    explicit PeerLinks(std::shared_ptr<LinkThread> thread);

    /// Replaces the routes of an earlier call.
    [[nodiscard]] Result<void> open(const std::vector<ensemble::PeerRoute>& routes);
    /// Cuts or reconnects all routes between this server (from 0) and the others.
    void cut(int server, bool cut);

private:
    std::shared_ptr<LinkThread> m_thread;
    std::vector<ensemble::PeerRoute> m_routes;
    std::vector<bool> m_cut; ///< by server
    std::unique_ptr<LinkProxy> m_link;
};

} // namespace lockscope::console
