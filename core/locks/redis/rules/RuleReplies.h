// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// How the scripts' replies are read. Private to core/locks/redis.

#include "core/base/Result.h"
#include "core/locks/redis/engine/LeaseRules.h"
#include "core/redis/Client.h"

#include <memory>
#include <string>

namespace lockscope::locks {

/// "publish" or "spublish". A client knows it after its first contact with a cluster.
[[nodiscard]] std::string publishCommand(const redis::Client& client);

/// The same, made for each request. Keeps a share of the client.
class PublishCommand final {
public:
    explicit PublishCommand(redis::Client& client)
        : m_client(client.share())
    {
    }
    [[nodiscard]] std::string word() const { return publishCommand(*m_client); }
    /// The master of a channel's slot sees all its subscribers.
    [[nodiscard]] bool reachesAllAtMaster() const
    {
        return m_client->topology() != redis::Topology::Cluster || m_client->usesShardedChannels();
    }

private:
    std::shared_ptr<redis::Client> m_client;
};

/// Nil: granted; an integer: the PTTL of the holder, negative if it has no end.
[[nodiscard]] Result<TryAnswer> grantedIfNil(const redis::Value& reply, const std::string& name);
/// Nil: not held; an integer: the number of holds that remain.
[[nodiscard]] Result<ReleaseAnswer> releasedUnlessNil(const redis::Value& reply, const std::string& name);
/// [holds, …] of LockInspect.
[[nodiscard]] Result<bool> heldIfCounted(const redis::Value& reply, const std::string& name);
/// A PTTL; negative: no end.
[[nodiscard]] std::optional<std::chrono::milliseconds> remainingTime(std::int64_t pttl);

} // namespace lockscope::locks
