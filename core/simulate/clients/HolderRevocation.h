// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/clients/ContendOptions.h"
#include "core/zk/Client.h"

namespace lockscope::console {

/// Asks whoever holds the lock at the first path of `options` to let go, by the library's revocation. Errors: NotHeld
/// (nobody does), BadArguments (a latch can't be asked), those of a listing and of locks::revoke(). Thread:
/// client.executor(); the client must live until the reply.
void revokeHolders(zk::Client& client, const ContendOptions& options, zk::Reply<void> reply);

} // namespace lockscope::console
