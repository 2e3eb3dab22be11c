// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The audit trail as it is read again: one entry an act, filtered.

#include "core/base/Result.h"
#include "core/release/ActionRecord.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::release {

/// An act with what came of it.
struct ActionEntry {
    ActionRecord record; ///< what was intended; its outcome, if one was written
    WallTime endedAt{};  ///< when the outcome was written; as record.at without one

    /// Without an outcome the program ended in between, and nobody knows.
    [[nodiscard]] Verdict verdict() const { return record.outcome ? record.outcome->verdict : Verdict::Unknown; }

    friend bool operator==(const ActionEntry&, const ActionEntry&) = default;
};

struct ActionLogReading {
    std::vector<ActionEntry> entries; ///< the newest first
    std::size_t unreadable = 0;       ///< lines that are no records

    friend bool operator==(const ActionLogReading&, const ActionLogReading&) = default;
};

/// A file that is not there is an empty one. Blocks while it reads; any thread.
[[nodiscard]] Result<ActionLogReading> readAudit(const std::string& file);

/// The name that the owner of this very node had when an act on it was last noted with one; empty if none was. Blocks
/// while it reads; any thread.
[[nodiscard]] std::string lastKnownClient(const std::string& file, const std::string& nodePath,
                                          std::int64_t creationId);

struct ActionLogFilter {
    std::string text; ///< in any of what is shown, in capitals or not; empty: all
    std::optional<Verdict> verdict;
    std::optional<WallTime> since;
};

/// Pure.
[[nodiscard]] bool matches(const ActionEntry& entry, const ActionLogFilter& filter);

} // namespace lockscope::release
