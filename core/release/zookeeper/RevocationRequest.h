// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/ReleasePlan.h"
#include "core/release/ReleaseResult.h"
#include "core/zk/Client.h"

#include <chrono>
#include <memory>

namespace lockscope::release {

/// Writes the dialect's revocation request to the holder's node, if that is still the planned one, and waits up to
/// `wait` for its deletion. The holder may ignore the request. If the node was replaced between the last read and the
/// write, restores its data where known; the error has the outcome. Errors: NoNode; NoAuth (WRITE on the node); Refused
/// when the dialect or this contender does not support requests, or the node is another one; ConnectionLoss when the
/// request may have been written. Writing it again is harmless. Thread: client.executor(); the client must outlive the
/// call. `dialects`: not null.
void requestRelease(zk::Client& client, std::shared_ptr<const inspect::DialectCatalogue> dialects, ReleasePlan plan,
                    std::chrono::milliseconds wait, zk::Reply<Asked> reply);

} // namespace lockscope::release
