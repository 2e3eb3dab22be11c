// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The result of one simulated run, on any backend.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::simulation {

struct Violation {
    std::string invariant;
    std::string detail;
};

struct Outcome {
    std::optional<Violation> violation;
    std::vector<std::string> trace; ///< empty unless requested
    std::size_t tasks = 0;
    std::size_t requests = 0;
    std::size_t holds = 0;     ///< granted
    std::size_t tolerated = 0; ///< broken promises after faults that the lock does not withstand
};

} // namespace lockscope::simulation
