// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockscope::connect {

/// The SSH server through which the servers are reached. Uses the system's `ssh`, with the keys, agent, known
/// hosts and ProxyJump of the user's configuration. A value, no secret.
struct SshSettings {
    std::string destination; ///< [user@]host, or a Host of the SSH configuration; one that begins with '-' is refused
    std::string configFile;  ///< empty: the user's own

    friend bool operator==(const SshSettings&, const SshSettings&) = default;
};

} // namespace lockscope::connect
