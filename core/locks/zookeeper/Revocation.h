// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/queue/Revocation.h"
#include "core/zk/Client.h"

#include <string>
#include <string_view>

namespace lockscope::locks {

using queue::curatorRevocation;
using queue::documentedRevocation;
using queue::isRevocation;

/// Asks the holder of `node` (a full path) to let go. Nobody is forced: a holder that does not listen goes on. A node
/// that is gone has let go: no error. Errors: NoAuth (Write on the node), ConnectionLoss (may or may not have been
/// written; asking again does no harm). Thread: client.executor().
void revoke(zk::Client& client, std::string node, zk::Reply<void> reply, std::string_view message = curatorRevocation);

} // namespace lockscope::locks
