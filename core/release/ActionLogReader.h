// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Reads the action log: one entry per act, with a filter.

#include "core/base/Result.h"
#include "core/release/ActionRecord.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::release {

/// An act with its outcome.
struct ActionEntry {
    ActionRecord record; ///< the intent line, with the outcome if one was written
    WallTime endedAt{};  ///< when the outcome was written; record.at without one

    /// Unknown without an outcome: the program ended before it wrote one.
    [[nodiscard]] ActionStatus verdict() const
    {
        return record.outcome ? record.outcome->verdict : ActionStatus::Unknown;
    }

    friend bool operator==(const ActionEntry&, const ActionEntry&) = default;
};

struct ActionLogReading {
    std::vector<ActionEntry> entries; ///< newest first
    std::size_t unreadable = 0;       ///< number of invalid lines

    friend bool operator==(const ActionLogReading&, const ActionLogReading&) = default;
};

/// A missing file counts as empty. Blocks for the disk; any thread.
[[nodiscard]] Result<ActionLogReading> readAudit(const std::string& file);

/// The client's name in the last record of an act on this node (same creationId) that has one; else empty. Blocks for
/// the disk; any thread.
[[nodiscard]] std::string lastKnownClient(const std::string& file, const std::string& nodePath,
                                          std::int64_t creationId);

struct ActionLogFilter {
    std::string text; ///< substring of any shown text, case-insensitive; empty: all
    std::optional<ActionStatus> verdict;
    std::optional<WallTime> since;
};

/// Pure.
[[nodiscard]] bool matches(const ActionEntry& entry, const ActionLogFilter& filter);

} // namespace lockscope::release
