// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/waits/WaitSnapshot.h"

#include <string>

namespace lockscope::inspect {

/// The graph in DOT, Graphviz' language: sessions are round, the locks between them square; a session waits for a lock
/// or holds it; cycles are red. Names from payloads are quoted, so that they cannot inject DOT. `all`: the snapshot of
/// which the graph is a part. `now`: by the servers' clock. Pure.
[[nodiscard]] std::string waitDot(const WaitSnapshot& snapshot, const Snapshot& all, WallTime now);

} // namespace lockscope::inspect
