// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Error.h"
#include "core/redis/Target.h"

#include <string>

namespace lockscope::redis {

/// Why a link to a server is not connected, for users: "10.0.0.1:6379: connection refused". Empty if no attempt has
/// failed yet. `error`: see ServerLink::error().
[[nodiscard]] std::string linkProblem(const Address& server, const Error& error);

} // namespace lockscope::redis
