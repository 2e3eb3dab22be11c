// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Writes to ZooKeeper that a hold guards: fencing for data in the same ensemble, without a token.

#include "core/base/Reply.h"
#include "core/base/Result.h"
#include "core/locks/Hold.h"
#include "core/zk/Values.h"

#include <vector>

namespace lockscope::locks {

/// Executes `operations` only if `hold` is still held at that moment: one transaction, all or nothing. The reply has
/// the results of `operations`. Errors: NotHeld (nothing was written); those of a multi; Unimplemented for a
/// single-node lock, because the next holder's node has the same name, and for a lock that is not on ZooKeeper.
/// Thread: as for Hold; the reply runs on the client's callbacks().
void guardAsync(const Hold& hold, std::vector<zk::Op> operations, Reply<std::vector<zk::OpResult>> reply);
/// The same, blocking. Not on the client's executor.
[[nodiscard]] Result<std::vector<zk::OpResult>> guard(const Hold& hold, std::vector<zk::Op> operations);

} // namespace lockscope::locks
