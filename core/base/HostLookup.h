// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Looks up the addresses of hosts without blocking the caller. Private to the library. Any thread.

#include "core/base/Executor.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lockscope {

/// A server as it was given.
struct Host {
    std::string name; ///< a host name, an IPv4 address, or an IPv6 address without brackets
    std::uint16_t port = 0;

    friend auto operator<=>(const Host&, const Host&) = default;
};

struct HostAddress {
    std::string text; ///< numeric, without brackets
    std::uint16_t port = 0;

    friend bool operator==(const HostAddress&, const HostAddress&) = default;
};

struct FoundHosts {
    std::vector<HostAddress> addresses; ///< each one once, in the system's order of preference (RFC 6724)
    std::string problem;                ///< which hosts were not found, for users: "host not found: …"; empty if none
};

/// A host that is not found is left out. Numeric addresses are answered during the call. Names are looked up on another
/// thread, since that can take many seconds; equal lookups at the same time are made once. `post`: posts a task to the
/// caller's executor; `found` is called there.
void lookUpHosts(const std::vector<Host>& hosts, std::function<void(Task)> post,
                 std::function<void(const FoundHosts&)> found);

} // namespace lockscope
