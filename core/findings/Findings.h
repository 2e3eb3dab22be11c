// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What is wrong in a snapshot. Pure functions; any thread, but not the window's: a big snapshot takes a tenth of a
/// second.

#include "core/model/Finding.h"
#include "core/model/FindingSettings.h"
#include "core/model/Snapshot.h"

#include <vector>

namespace lockscope::inspect {

/// All findings, worst first; equals in the order of their kinds and paths, so that equal snapshots give equal lists.
/// What the snapshot does not know (ensemble, watchers, parents' Stats) gives no findings. Time is the snapshot's own.
[[nodiscard]] std::vector<Finding> findingsIn(const Snapshot& snapshot, const FindingSettings& settings);

/// The same snapshot with its findings. For whoever publishes it, as the last step, off the window's thread.
[[nodiscard]] SnapshotPtr withFindings(const SnapshotPtr& snapshot, const FindingSettings& settings);

} // namespace lockscope::inspect
