// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/ReleasePlan.h"
#include "core/release/ReleaseResult.h"
#include "core/zk/Client.h"

#include <chrono>
#include <memory>

namespace lockscope::release {

/// Writes the family's message into the holder's node, if that is still the planned one, and watches for `wait` whether
/// the node goes. Nobody is forced. A node that has come in its place between the last look and the write gets its data
/// back where these are known; the error says what became of it. Errors: Refused (the family knows no such message,
/// this contender can't be asked, or it is another one by now), NoNode, NoAuth (WRITE on the node), ConnectionLoss (the
/// message may have been written; to write it again does no harm). Thread: client.executor(); the client must outlive
/// the call. `dialects`: not null.
void askToLetGo(zk::Client& client, std::shared_ptr<const inspect::DialectCatalogue> dialects, ReleasePlan plan,
                std::chrono::milliseconds wait, zk::Reply<Asked> reply);

} // namespace lockscope::release
