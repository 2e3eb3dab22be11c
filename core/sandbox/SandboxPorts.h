// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The ports of a sandbox's servers, and the configuration that depends on them.

#include "core/base/Result.h"
#include "core/sandbox/Sandbox.h"

#include <QString>

#include <vector>

namespace lockscope::ensemble {

struct SandboxPorts {
    int client = 0;
    int admin = 0;
    int quorum = 0;
    int election = 0;
};

/// See freePorts(). A follower only listens for its peers when it leads.
[[nodiscard]] Result<std::vector<SandboxPorts>> freeSandboxPorts(int servers);

/// Routes from each server to each other, for quorum and election.
[[nodiscard]] std::vector<PeerRoute> sandboxRoutes(const std::vector<SandboxPorts>& ports);

/// The host names of the other servers, for use with routes. A server's peers connect back to the name that it sends.
/// So the name must resolve to itself on this server, and to a route on all others.
[[nodiscard]] QString sandboxHosts(int own, int servers);

/// The lines of zoo.cfg that are the same for all servers.
[[nodiscard]] QString sandboxSettings(const SandboxOptions& options, const std::vector<SandboxPorts>& ports);

} // namespace lockscope::ensemble
