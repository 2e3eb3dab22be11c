// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/redis/RedisServers.h"
#include "core/redis/Value.h"

#include <string_view>

namespace lockscope::inspect {

/// Adds what INFO says of the server, its replicas, its memory and its persistence. Fields that are missing or have
/// another form stay unknown. Pure. `text`: the reply, any sections.
void addInfo(RedisServerFacts& facts, std::string_view text);

/// Adds one setting from the reply to CONFIG GET: notify-keyspace-events, maxmemory-policy or appendfsync. Pure.
void addSetting(RedisServerFacts& facts, const redis::Value& reply);

} // namespace lockscope::inspect
