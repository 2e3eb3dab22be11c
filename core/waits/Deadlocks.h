// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Which rings of a wait-for graph are told as deadlocks: by the findings and by the graph that is drawn, so that both
/// say the same. Pure.

#include "core/model/FindingSettings.h"
#include "core/waits/WaitGraph.h"

#include <vector>

namespace lockscope::inspect {

struct Deadlock {
    WaitRing ring; ///< pointers into the snapshot
    /// Each of its sessions does one thing at a time. Else another thread of one may yet let go.
    bool isCertain = false;
};

/// The certain ones first; at most FindingSettings::mostRings of each kind. None while most owners are not known yet.
[[nodiscard]] std::vector<Deadlock> deadlocksIn(const WaitGraph& graph, const Snapshot& snapshot,
                                                const FindingSettings& settings);

} // namespace lockscope::inspect
