// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"

#include <chrono>
#include <optional>
#include <string>

namespace lockscope::inspect {

/// A time in which nothing was watched. What happened in it is not known, and no duration that touches it is counted.
struct Gap {
    WallTime from{};
    std::optional<WallTime> to; ///< nullopt: not watched again yet
    std::string path;           ///< of the lock that could not be read; empty: all locks

    /// A snapshot up to this long after a gap may show changes of the gap: the servers' notifications were waiting.
    static constexpr std::chrono::seconds catchUp{1};

    /// Whether a change seen at this time may have happened in the gap.
    [[nodiscard]] bool mayHave(WallTime seenAt) const { return seenAt >= from && (!to || seenAt <= *to + catchUp); }
};

} // namespace lockscope::inspect
