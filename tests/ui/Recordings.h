// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Recordings in the format of `lockscopectl record`, of snapshots made by hand.

#include "core/model/Snapshot.h"

#include <QString>

#include <vector>

namespace lockscope::test {

/// The events of storyOf(), in seconds after its beginning. At 0 there are no contenders.
inline constexpr int joinedAt = 10;     ///< worker-101 of /locks/orders, which holds at once, and
inline constexpr int queuedAt = 20;     ///< worker-102 behind it
inline constexpr int handedOverAt = 40; ///< 101 leaves, 102 holds
inline constexpr int emptyAt = 50;
inline constexpr int endsAt = 60;

/// The snapshots of that story, from snapshotTime on; /locks/other exists all the time.
[[nodiscard]] std::vector<inspect::SnapshotPtr> story();

/// The time this many seconds after the beginning.
[[nodiscard]] WallTime storyTime(int seconds);

/// Writes them; fails the test on an error. The recording ends at endsAt.
void record(const QString& file, const std::vector<inspect::SnapshotPtr>& snapshots);

} // namespace lockscope::test
