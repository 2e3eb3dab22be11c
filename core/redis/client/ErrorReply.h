// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The error replies of servers that are errors of the client and not values. Pure; private to core/redis.

#include "core/base/Error.h"
#include "core/redis/Value.h"

#include <optional>
#include <string_view>

namespace lockscope::redis {

/// The code of an error reply. Of a script that a server before 7.0 has ended because it is a replica: "READONLY", not
/// the "ERR" that it sends.
[[nodiscard]] std::string_view serverCode(const Value& reply);

/// NOAUTH and NOPERM: NoAuth. READONLY: ReadOnlyServer. CLUSTERDOWN, MASTERDOWN, LOADING, BUSY and TRYAGAIN: Throttled,
/// because the server has not executed the request and may execute it later. Nothing: a value.
[[nodiscard]] std::optional<Error> errorOf(const Value& reply);

/// The server is not the master of the key: READONLY, CLUSTERDOWN, MASTERDOWN.
[[nodiscard]] bool isNotServed(const Value& reply);

} // namespace lockscope::redis
