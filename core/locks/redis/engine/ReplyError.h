// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Error.h"
#include "core/redis/Value.h"

#include <string>
#include <string_view>

namespace lockscope::locks {

/// The error of a request that the server answered with an Error, or with a value that the script never returns.
/// Private to core/locks/redis.
[[nodiscard]] Error replyError(const redis::Value& reply, std::string_view operation, const std::string& name);

} // namespace lockscope::locks
