// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The script call of a planned release on Redis, and the rights that it needs. Pure.

#include "core/base/Result.h"
#include "core/redis/Script.h"
#include "core/redis/Value.h"
#include "core/release/ReleasePlan.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::release {

struct ReleaseCall {
    const redis::Script* script = nullptr; ///< null: RedisPlan::Kind::None
    std::vector<std::string> keys;         ///< the first is the lock's own
    /// Of the keys and channels, for the ACL, if they are not those of `keys` and `channels`: glob patterns.
    std::vector<std::string> keyPatterns{};
    std::vector<std::string> channelPatterns{};
    std::vector<std::string> arguments;
    /// What it publishes to; empty without messages.
    std::vector<std::string> channels;
    std::vector<std::string> reads; ///< the commands that it uses, besides those of `writes`
    /// Commands that change data or publish, each with a key or channel.
    std::vector<std::pair<std::string, std::string>> writes;
};

[[nodiscard]] ReleaseCall releaseCallOf(const ReleasePlan& plan);

/// The ACL line that gives a user the rights for this release: "ACL SETUSER ops +eval … ~orders &…", as redis-cli reads
/// it: words with other bytes are in quotes, with escapes. An empty `user` is the default one.
[[nodiscard]] std::string aclLineOf(const ReleaseCall& call, const std::string& user);

/// The arguments of scripts::rightsProbe() for it.
[[nodiscard]] std::vector<std::string> probedRights(const ReleaseCall& call);

/// What the script did.
struct ReleaseReport {
    std::int64_t receivers = 0; ///< clients that got a message
    std::string next;           ///< the waiter whose turn it is; may be empty
    /// Clients that listen for it on this server; nullopt: unknown.
    std::optional<std::int64_t> nextListeners{};
    /// Not empty: a part was changed, and this is why the rest was not.
    std::string trouble{};
};

/// The reply of a release script; or of a server that refuses it. Errors: NoNode, Refused, NoAuth with `aclLine`,
/// else as the server says; unless isOutcomeUnknown(), nothing is changed after them.
[[nodiscard]] Result<ReleaseReport> reportIn(const Result<redis::Value>& reply, const ReleasePlan& plan,
                                             const std::string& aclLine);

/// The reply of scripts::rightsProbe().
[[nodiscard]] Permission permissionIn(const Result<redis::Value>& reply, const std::string& aclLine);

} // namespace lockscope::release
