// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Plans the release of a contender whose hold or place in the queue is a node. Pure.

#include "core/release/ReleasePlan.h"

namespace lockscope::release {

/// The plan for one contender of a lock as shown, without the facts of Background. `reuse` is by the lock's own
/// listing; ReleaseActor updates it. `next` is unknown for a dialect that is not in `dialects`; `nextClient` may be
/// missing. Pure.
[[nodiscard]] ReleasePlan makePlan(const inspect::Lock& lock, const inspect::Contender& contender,
                                   const inspect::DialectCatalogue& dialects);

/// Adds the evidence on the owner and its other locks. `seenAt`: when the contender was last known to exist. Pure.
void addBackground(ReleasePlan& plan, const Background& background, const inspect::Contender& contender,
                   WallTime seenAt, const inspect::DialectCatalogue& dialects);

/// The requests that a release sends, in order, as text.
[[nodiscard]] std::vector<std::string> operationsOf(const ReleasePlan& plan);

/// Which guard fails against the current lock, as text; nullopt if none does. Node, owner and lock must be those shown,
/// and the node must still hold, or still wait. `contender` must have details.
[[nodiscard]] std::optional<std::string> whyRefused(const ReleasePlan& shown, const inspect::Lock& lock,
                                                    const inspect::Contender& contender);

} // namespace lockscope::release
