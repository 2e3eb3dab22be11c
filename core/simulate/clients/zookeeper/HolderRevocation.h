// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/clients/ContendOptions.h"
#include "core/zk/Client.h"

namespace lockscope::console {

/// Sends a revocation request to the holders of the lock at the first path of `options`. Errors: NotHeld (no holder),
/// BadArguments (a latch does not support it), errors of the listing and of locks::revoke(). Thread: client.executor();
/// the client must live until the reply.
void revokeHolders(zk::Client& client, const ContendOptions& options, zk::Reply<void> reply);

} // namespace lockscope::console
