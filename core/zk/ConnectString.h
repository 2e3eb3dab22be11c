// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// "zk1:2181,zk2:2181/chroot" taken apart and checked. Pure.

#include "core/base/Result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::zk {

struct Server {
    std::string host; ///< a name, an IPv4 address, or an IPv6 address without its brackets
    std::uint16_t port = 2181;

    friend bool operator==(const Server&, const Server&) = default;
};

struct ConnectString {
    std::vector<Server> servers; ///< at least one
    std::string chroot;          ///< empty, or an absolute path without a trailing slash

    /// In the form that the C client takes: every port written out.
    [[nodiscard]] std::string text() const;

    friend bool operator==(const ConnectString&, const ConnectString&) = default;
};

/// "host:port", with brackets around an IPv6 address.
[[nodiscard]] std::string toString(const Server& server);

/// What parseConnectString() reads as the same: with the brackets that the C client does not take.
[[nodiscard]] std::string toString(const ConnectString& connect);

/// The sentence of the error says which part is wrong and what a right one looks like.
[[nodiscard]] Result<ConnectString> parseConnectString(std::string_view text);

} // namespace lockscope::zk
