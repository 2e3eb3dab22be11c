// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The ports of a sandbox's servers, and what follows from them for the servers' configuration.

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

/// All of them held at the same time, so that none is given twice. None of those that the system gives to connections
/// that go out: a follower listens for its peers only once it leads, and a server that is killed comes back to its
/// ports. Another process may still take one between now and the server's own bind: the sandbox then tries again with
/// others.
[[nodiscard]] Result<std::vector<SandboxPorts>> freeSandboxPorts(int servers);

/// From each server to each other, for the quorum and for elections.
[[nodiscard]] std::vector<PeerRoute> sandboxRoutes(const std::vector<SandboxPorts>& ports);

/// How one server knows the others, where routes lead to them. A server tells its peers its own name, and they connect
/// back by it: so a name must mean the server itself to itself, and a route to everybody else.
[[nodiscard]] QString sandboxHosts(int own, int servers);

/// The lines of zoo.cfg that all servers share.
[[nodiscard]] QString sandboxSettings(const SandboxOptions& options, const std::vector<SandboxPorts>& ports);

} // namespace lockscope::ensemble
