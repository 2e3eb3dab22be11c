// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// How to see from outside that a server of a Redis sandbox is ready. Pure.

#include "core/sandbox/redis/RedisServer.h"

#include <vector>

namespace lockscope::redis {

/// The server in `folder` is ours and serves, and it knows all servers that it must know.
[[nodiscard]] std::vector<ensemble::ProbeQuestion> completeQuestions(const RedisSandboxOptions& options,
                                                                     const std::vector<RedisServer>& servers,
                                                                     std::size_t index, const QString& folder);

/// The server in `folder` is ours and serves.
[[nodiscard]] std::vector<ensemble::ProbeQuestion> servingQuestions(const RedisSandboxOptions& options,
                                                                    const RedisServer& server, const QString& folder);

/// For the role that the server has now; to a Sentinel: for the master that it names. RedisRoles reads the answer.
[[nodiscard]] ensemble::ProbeQuestion roleQuestion(const RedisSandboxOptions& options, const RedisServer& server);

} // namespace lockscope::redis
