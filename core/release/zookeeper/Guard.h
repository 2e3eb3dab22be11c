// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/ReleasePlan.h"
#include "core/release/ReleaseResult.h"
#include "core/zk/Client.h"

#include <chrono>
#include <memory>

namespace lockscope::release {

struct GuardSettings {
    int tries = 32; ///< so often the node is read again when its surroundings change in between
    /// How long to wait for the connection to come back, to see whether a delete was executed.
    std::chrono::milliseconds waitLimit{5'000};
};

/// Deletes the planned node, and never another one, whatever happens in between. Writes nothing to the node, so the
/// one-shot watches of others see its deletion and a change of the parent's children, and nothing else.
///
/// 1. sync, read the create counters of the ancestors, list the parent, read the node. Refuse if czxid, owner,
/// lock or
///    place in it differ from the plan.
/// 2. One transaction: create a sequential probe in the parent, check the probe by the name that the counter predicts,
///    delete the probe, delete the node at the version that was read. A child that was created since then has moved
///    the counter: the check fails, and nothing has happened. Then 1 again, up to GuardSettings::tries.
///    A name that can come back with a new parent (see NameReuse) needs the same proof for the parent: a probe in each
///    ancestor too.
/// 3. After that many failures a name that cannot come back is deleted by its version alone. Any other is refused.
///
/// Where a probe cannot be made (no permission, a quota, an exhausted counter), the parent's is left out as in 3, an
/// ancestor's without more ado; promiseOf() says so beforehand.
///
/// Clients with persistent watches (ZooKeeper 3.6) on the parent see the probe come and go. A probe uses up one number.
///
/// Reply: how it was deleted, or the error. Refused: the node, its owner or its lock is another one by now. NoNode: it
/// was gone already. ConnectionLoss: the delete may have been executed. With every other error nothing was deleted.
/// Thread: client.executor(); the client must outlive the call. `dialects`: not null.
void removeGuarded(zk::Client& client, std::shared_ptr<const inspect::DialectCatalogue> dialects, ReleasePlan plan,
                   zk::Reply<GuardedDelete> reply, const GuardSettings& settings = {});

} // namespace lockscope::release
