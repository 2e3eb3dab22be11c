// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Finds the problems in a snapshot. Pure functions; any thread except the window's: a large snapshot takes 0.1 s.

#include "core/model/Finding.h"
#include "core/model/FindingSettings.h"
#include "core/model/Snapshot.h"

#include <vector>

namespace lockscope::inspect {

/// All findings, worst first, then by kind and path, so that equal snapshots give equal lists. Data that the snapshot
/// lacks (ensemble, watchers, parents' Stats) gives no findings. The current time is Snapshot::takenAt. Muted findings
/// have Finding::mutedUntil.
[[nodiscard]] std::vector<Finding> findingsIn(const Snapshot& snapshot, const FindingSettings& settings);

/// Replaces the snapshot's findings and muted findings, and its lockWaits. Findings that are in `previous` keep their
/// Finding::chain; of the others the worst hundred get one.
void addFindings(Snapshot& snapshot, const FindingSettings& settings, const std::vector<Finding>& previous = {});

/// A copy of the snapshot with its findings and Snapshot::lockWaits. Called by the publisher of snapshots as the last
/// step, outside the window's thread.
[[nodiscard]] SnapshotPtr withFindings(const SnapshotPtr& snapshot, const FindingSettings& settings,
                                       const std::vector<Finding>& previous = {});

} // namespace lockscope::inspect
