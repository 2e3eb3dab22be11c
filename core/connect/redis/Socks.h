// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The bytes of SOCKS 5 (RFC 1928), which `ssh -D` speaks: requests for one connection, without a login. Pure.

#include "core/base/Result.h"
#include "core/redis/Target.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace lockscope::connect {

/// The first message: no authentication is offered.
[[nodiscard]] std::string_view socksGreeting();
/// The proxy's answer to it, if it accepts.
[[nodiscard]] std::string_view socksWelcome();

/// The request to connect. A host name is sent as such: the proxy resolves it. BadArguments: a unix socket, or a name
/// of more than 255 bytes.
[[nodiscard]] Result<std::string> socksRequest(const redis::Address& server);

/// How many bytes the reply to the request has in all, as far as `begin`, its first bytes, shows: at least one more
/// than `begin` if it is not complete.
[[nodiscard]] std::size_t socksReplySize(std::string_view begin);
/// Whether the complete reply reports the connection.
[[nodiscard]] bool isSocksConnected(std::string_view reply);

} // namespace lockscope::connect
