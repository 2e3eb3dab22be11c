// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Reply.h"
#include "core/redis/Value.h"

#include <vector>

namespace lockscope::redis {

class ServerLink;

/// Sends the commands on a connected link, pipelined. `reply`: their replies in the same order, or the error of the
/// first request that failed; once all have been answered or have failed. Private to core/redis.
void sendAll(ServerLink& link, const std::vector<Command>& commands, Reply<std::vector<Value>> reply);

} // namespace lockscope::redis
