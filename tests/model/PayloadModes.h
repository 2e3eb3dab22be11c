// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Read/write locks whose nodes say their mode in the payload only, so that it may be unknown whether a client holds.

#include "tests/model/SmallSnapshots.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace lockscope::test {

/// 'R', 'W', or '?': the payload says no mode.
inline std::string modePayload(char mode)
{
    return mode == 'R' ? "READ:01" : mode == 'W' ? "WRITE:01" : "";
}

/// "R?W": a reader that holds; a client that holds or waits; a writer that waits. Their sessions are `first`, `first` +
/// 1, …; they are the oldest nodes of a snapshot.
inline LockText payloadModes(const std::string& path, std::string_view modes, std::int64_t first = 1,
                             std::chrono::milliseconds age = std::chrono::seconds(1))
{
    LockText text{path, "accumulo-fate", {}};
    for (std::size_t i = 0; i < modes.size(); ++i) {
        const auto number = static_cast<int>(i) + 1;
        text.nodes.push_back(
            {first + static_cast<std::int64_t>(i), "flock#", number, age, number, modePayload(modes[i])});
    }
    return text;
}

} // namespace lockscope::test
