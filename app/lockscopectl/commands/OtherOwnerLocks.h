// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What `show` adds on Redis: the other locks that the owners of a lock hold. A multi-lock has no key of its own.

#include "app/lockscopectl/Context.h"
#include "core/model/Snapshot.h"
#include "core/sources/redis/dialects/RedisDialect.h"

#include <QStringList>

namespace lockscope::ctl {

/// Whether an owner is a thread of a client, which may hold further locks.
[[nodiscard]] bool hasThreads(const inspect::Lock& lock);

/// On Redis a lock is read by its name, without a search. Searches for all locks, for some seconds, and adds them; the
/// snapshot is incomplete if they could not be read. Runs the event loop. `dialects`: with which it was read.
void addOtherLocks(Context context, const inspect::RedisDialectsPtr& dialects, inspect::Snapshot& snapshot);

/// A line for each owner that holds other locks of the snapshot.
[[nodiscard]] QStringList otherLockLines(const inspect::Snapshot& snapshot, const inspect::Lock& lock);

} // namespace lockscope::ctl
