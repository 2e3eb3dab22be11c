// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Parses and checks a connect string, for example "zk1:2181,zk2:2181/chroot". Pure.

#include "core/base/Result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::zk {

struct Server {
    std::string host; ///< a host name, an IPv4 address, or an IPv6 address without brackets
    std::uint16_t port = 2181;

    friend bool operator==(const Server&, const Server&) = default;
};

struct ConnectString {
    std::vector<Server> servers; ///< at least one
    std::string chroot;          ///< empty, or an absolute path without a trailing slash

    /// The form for the C client: with every port, without brackets.
    [[nodiscard]] std::string text() const;

    friend bool operator==(const ConnectString&, const ConnectString&) = default;
};

/// "host:port", with brackets around an IPv6 address.
[[nodiscard]] std::string toString(const Server& server);

/// The form that parseConnectString() parses back: with brackets, which the C client does not accept.
[[nodiscard]] std::string toString(const ConnectString& connect);

/// Errors: BadArguments; the detail names the invalid part and gives a valid example.
[[nodiscard]] Result<ConnectString> parseConnectString(std::string_view text);

} // namespace lockscope::zk
