// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::inspect {

/// One finding, from when it began to when it ended.
struct FindingRecord {
    Finding finding; ///< as reported last
    WallTime began{};
    /// Inferred: it began during a gap before `began`. Unknown: it was there when monitoring started.
    Confidence beganKnown = Confidence::Exact;
    std::optional<WallTime> ended;             ///< nullopt: it has not ended
    Confidence endedKnown = Confidence::Exact; ///< Inferred: it ended during a gap before `ended`
};

/// When the findings of a sequence of snapshots began and ended. A finding is the same as long as its kind, its path
/// and its first node are. In bounded memory: of the findings that have ended the oldest are dropped. Pure; thread:
/// one.
class FindingHistory final {
public:
    /// Called when a finding begins and when it ends.
    using Report = std::function<void(const FindingRecord&)>;

    /// `reported` may be empty.
    explicit FindingHistory(std::size_t mostEnded = 5'000, Report reported = {});

    /// `isAfterGap`: what is new or missing changed at some time during a gap.
    void see(const Snapshot& snapshot, bool isAfterGap);

    /// Those that have not ended, in the order of their begin, then those that have, the last one first.
    [[nodiscard]] std::vector<const FindingRecord*> records() const;
    /// The present record of this finding; null: it was never seen, or it has ended.
    [[nodiscard]] const FindingRecord* find(const Finding& finding) const;
    /// Those that have ended and were not dropped, in the order of their end.
    [[nodiscard]] const std::deque<FindingRecord>& ended() const { return m_ended; }
    /// How many have ended, those that were dropped included.
    [[nodiscard]] std::uint64_t endedCount() const { return m_endedCount; }

private:
    std::size_t m_mostEnded;
    Report m_reported;
    bool m_hasBegun = false;
    std::map<std::string, FindingRecord> m_open; ///< by identity
    std::deque<FindingRecord> m_ended;
    std::uint64_t m_endedCount = 0;
};

} // namespace lockscope::inspect
