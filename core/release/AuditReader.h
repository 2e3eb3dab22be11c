// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The audit trail as it is read again: one entry an act, filtered.

#include "core/base/Result.h"
#include "core/release/AuditRecord.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::release {

/// An act with what came of it.
struct AuditEntry {
    AuditRecord record; ///< what was intended; its outcome, if one was written
    WallTime endedAt{}; ///< when the outcome was written; as record.at without one

    /// Without an outcome the program ended in between, and nobody knows.
    [[nodiscard]] Verdict verdict() const { return record.outcome ? record.outcome->verdict : Verdict::Unknown; }

    friend bool operator==(const AuditEntry&, const AuditEntry&) = default;
};

struct AuditReading {
    std::vector<AuditEntry> entries; ///< the newest first
    std::size_t unreadable = 0;      ///< lines that are no records

    friend bool operator==(const AuditReading&, const AuditReading&) = default;
};

/// A file that is not there is an empty one. Blocks while it reads; any thread.
[[nodiscard]] Result<AuditReading> readAudit(const std::string& file);

/// The name that the owner of this very node had when an act on it was last noted with one; empty if none was. Blocks
/// while it reads; any thread.
[[nodiscard]] std::string lastKnownClient(const std::string& file, const std::string& nodePath, std::int64_t czxid);

struct AuditFilter {
    std::string text; ///< in any of what is shown, in capitals or not; empty: all
    std::optional<Verdict> verdict;
    std::optional<WallTime> since;
};

/// Pure.
[[nodiscard]] bool matches(const AuditEntry& entry, const AuditFilter& filter);

} // namespace lockscope::release
