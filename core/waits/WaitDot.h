// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/waits/WaitSnapshot.h"

#include <string>

namespace lockscope::inspect {

/// The graph in Graphviz' language, for tools that draw or search graphs. Names from payloads are quoted so that
/// nothing in them can be taken for the language. Pure.
[[nodiscard]] std::string waitDot(const WaitSnapshot& snapshot, WallTime now);

} // namespace lockscope::inspect
