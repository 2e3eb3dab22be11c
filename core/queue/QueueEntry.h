// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A contender in a lock's queue, parsed from the name of the lock's child node. Pure.

#include "core/base/LockMode.h"

#include <cstdint>
#include <string>

namespace lockscope::queue {

struct QueueEntry {
    std::string node;          ///< the child's name
    std::int32_t sequence = 0; ///< the sequence number; signed, as the server formats it
    std::int64_t czxid = 0;    ///< 0 while unknown; the tie-breaker between equal numbers
    LockMode mode = LockMode::Exclusive;
    bool numbered = true;    ///< false: the name has no sequence number and `sequence` is meaningless
    bool isModeKnown = true; ///< false: `mode` is meaningless

    friend bool operator==(const QueueEntry&, const QueueEntry&) = default;
};

} // namespace lockscope::queue
