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
    int tries = 32; ///< maximum number of attempts when other nodes are created or changed in between
    /// Maximum wait for the connection, to check whether a delete was executed.
    std::chrono::milliseconds waitLimit{5'000};
};

/// Deletes the planned node and never another one, even under concurrent changes. Writes nothing to the node, so the
/// one-shot watches of other clients see only its deletion and the change of the parent's children.
///
/// 1. sync, read the create counters of the ancestors, list the parent, read the node. Refuse if czxid, owner, lock
///    or position in the lock differ from the plan.
/// 2. One transaction: create a sequential probe in the parent, check the probe by the name that the counter predicts,
///    delete the probe, delete the node at the version that was read. If a child was created since, the counter has
///    changed: the check fails, and the transaction has no effect. Then 1 again, up to GuardSettings::tries.
///    A name that can come back with a new parent (see NameReuse) needs the same proof for the parent: a probe in each
///    ancestor too.
/// 3. After that many failures a name that cannot come back is deleted by its version alone. Any other is refused.
///
/// Where a probe cannot be created (no permission, a quota, an exhausted counter), the parent's is omitted as in 3, an
/// ancestor's without further conditions; promiseOf() reports it beforehand.
///
/// Clients with persistent watches (ZooKeeper 3.6) on the parent see the probe. A probe uses one sequence number.
///
/// Reply: how it was deleted, or the error. Refused: the node, its owner or its lock has changed. NoNode: the node was
/// gone already. ConnectionLoss: the delete may have been executed. With every other error nothing was deleted.
/// Thread: client.executor(); the client must outlive the call. `dialects`: not null.
void removeGuarded(zk::Client& client, std::shared_ptr<const inspect::DialectCatalogue> dialects, ReleasePlan plan,
                   zk::Reply<GuardedDelete> reply, const GuardSettings& settings = {});

} // namespace lockscope::release
