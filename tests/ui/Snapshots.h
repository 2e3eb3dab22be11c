// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Snapshots made by hand, in the form that the inspector publishes.

#include "core/model/Snapshot.h"
#include "ui/shell/ViewState.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::test {

using LockPtr = std::shared_ptr<const inspect::Lock>;

/// 2026-11-20 16:45:20 UTC: the moment of every snapshot here.
inline const WallTime snapshotTime{std::chrono::milliseconds(1'795'193'120'000)};

/// Node "lock-0000000101" of session 0x100 + sequence, client "worker-101", created `ageMs` before snapshotTime.
[[nodiscard]] inspect::Contender contender(int sequence, qint64 ageMs);

/// A Curator mutex: the first holds, each other contender waits for the one before it. Positions are set here.
[[nodiscard]] inspect::Lock mutexQueue(const std::string& path, std::vector<inspect::Contender> contenders);

/// The same with contenders numbered from 101 on, each a second younger than the one before.
[[nodiscard]] LockPtr mutexLock(const std::string& path, int contenders);

/// A Curator read/write lock of "R" and "W": holders and waiters follow its rule.
[[nodiscard]] LockPtr readWriteLock(const std::string& path, std::string_view modes);

/// A Curator semaphore as the inspector publishes it: the first waiter waits for each holder, the others of a long
/// queue have no list.
[[nodiscard]] LockPtr semaphoreLock(const std::string& path, int leases, int waiters);

/// The hosts of sessions, as servers report them.
[[nodiscard]] std::shared_ptr<ensemble::EnsembleFacts> hostsOf(const std::map<SessionId, std::string>& hosts);

/// Sorts the locks by path.
[[nodiscard]] inspect::SnapshotPtr snapshot(std::vector<LockPtr> locks);

/// Connected and showing `snapshot`.
[[nodiscard]] ui::ViewState liveViewState(inspect::SnapshotPtr snapshot);

} // namespace lockscope::test
