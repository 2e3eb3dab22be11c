// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Recordings as `lockscopectl record` writes them, of snapshots made by hand.

#include "core/model/Snapshot.h"

#include <QString>

#include <vector>

namespace lockscope::test {

/// What happens in storyOf(): so many seconds after its beginning. At 0 nothing is there.
inline constexpr int joinedAt = 10;     ///< worker-101 of /locks/orders, which holds at once, and
inline constexpr int queuedAt = 20;     ///< worker-102 behind it
inline constexpr int handedOverAt = 40; ///< 101 leaves, 102 holds
inline constexpr int emptyAt = 50;
inline constexpr int endsAt = 60;

/// The snapshots of that story, at snapshotTime and after; /locks/other is there all the time.
[[nodiscard]] std::vector<inspect::SnapshotPtr> story();

/// The time so many seconds after the beginning.
[[nodiscard]] WallTime storyTime(int seconds);

/// Writes them; fails the test where that cannot be done. The recording ends at endsAt.
void record(const QString& file, const std::vector<inspect::SnapshotPtr>& snapshots);

} // namespace lockscope::test
