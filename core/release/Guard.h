// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/ReleasePlan.h"
#include "core/zk/Client.h"

#include <chrono>
#include <memory>

namespace lockscope::release {

struct GuardSettings {
    int tries = 32; ///< so often the node is read again when its surroundings change in between
    /// How long to wait for the connection to come back, to see whether a delete was executed.
    std::chrono::milliseconds patience{5'000};
};

/// Deletes the planned node, and never another one, whatever happens in between.
///
/// 1. sync, list the directory, read the node: refuse if czxid, owner, lock or place in it differ from the plan.
/// 2. Mark it: write the data that it has, at the version that was read. A name that is taken anew in between would let
///    the write hit the new node, so it stands in a transaction with a probe: a numbered node that is created, tested
///    and deleted again. Its number is the one that was expected only if nothing was created there since the listing.
///    Nobody ever sees the probe. The answer's Stat must still show the planned czxid.
/// 3. Delete at exactly the version that the mark gave it: a node that is created later begins at 0.
///
/// Where we may not create there, or not write to the node, or the server does not take the probe, a numbered name is
/// deleted by its version alone (the server gives no number twice); any other name is refused. Only a directory that
/// was itself deleted and made again between two requests can have its new node marked: that is seen in the Stat, the
/// data are put back where they are known, and the node stays.
///
/// Reply: nothing, or the error. Refused: the node, its owner or its lock is another one by now. NoNode: it was gone
/// already. ConnectionLoss: the delete may have been executed. With every other error nothing was deleted. Thread:
/// client.executor(); the client must outlive the call. `dialects`: not null.
void removeGuarded(zk::Client& client, std::shared_ptr<const inspect::DialectCatalogue> dialects, ReleasePlan plan,
                   zk::Reply<void> reply, const GuardSettings& settings = {});

} // namespace lockscope::release
