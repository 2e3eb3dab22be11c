// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/waits/WaitSnapshot.h"

#include <string>

namespace lockscope::inspect {

/// The graph in DOT, Graphviz' language. Names from payloads are quoted, so that they cannot inject DOT. `now`: by the
/// servers' clock. Pure.
[[nodiscard]] std::string waitDot(const WaitSnapshot& snapshot, WallTime now);

} // namespace lockscope::inspect
