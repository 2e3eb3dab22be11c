// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zk/Client.h"

#include <string>
#include <string_view>

namespace lockscope::locks {

/// What is written into a holder's node to ask it to let go. Source: Apache Curator, Revoker and RevocationSpec.
inline constexpr std::string_view curatorRevocation = "__REVOKE__";
/// The same in ZooKeeper's documented recipe, "Revocable Shared Locks".
inline constexpr std::string_view documentedRevocation = "unlock";

[[nodiscard]] bool isRevocation(std::string_view data);

/// Asks the holder of `node` (a full path) to let go. Nobody is forced: a holder that does not listen goes on. A node
/// that is gone has let go: no error. Errors: NoAuth (Write on the node), ConnectionLoss (may or may not have been
/// written; asking again does no harm). Thread: client.executor().
void revoke(zk::Client& client, std::string node, zk::Reply<void> reply, std::string_view message = curatorRevocation);

} // namespace lockscope::locks
