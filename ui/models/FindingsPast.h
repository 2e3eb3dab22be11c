// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockscope::inspect {
class History;
}

namespace lockscope::ui {

/// When a finding began and ended, as in inspect::FindingRecord.
struct FindingSpan {
    WallTime began{};
    inspect::Confidence beganKnown = inspect::Confidence::Exact;
    std::optional<WallTime> ended; ///< nullopt: it has not ended
    inspect::Confidence endedKnown = inspect::Confidence::Exact;

    friend bool operator==(const FindingSpan&, const FindingSpan&) = default;
};

/// The findings of one kind at one lock that have ended.
struct EndedFinding {
    std::string group;     ///< see groupOf()
    inspect::Finding last; ///< as reported last
    FindingSpan span;      ///< of the last one
    int times = 1;
};

using EndedFindings = std::vector<EndedFinding>;

/// Equal for the findings of one kind at one lock.
[[nodiscard]] std::string groupOf(const inspect::Finding& finding);

/// What a history tells about the findings before a moment, which in a recording is not its end. In bounded size: of
/// the kinds and locks with ended findings, those that ended last. Thread: UI.
class FindingsPast final {
public:
    /// `history`: null without one. True if the ended findings are others than before.
    bool see(const std::shared_ptr<const inspect::History>& history, WallTime now);

    /// The last one to end first. Not null; its elements stay as they are while it is referenced.
    [[nodiscard]] const std::shared_ptr<const EndedFindings>& ended() const { return m_ended; }
    /// How many of its kind at its lock have ended.
    [[nodiscard]] int timesEnded(const inspect::Finding& finding) const;
    /// Of a finding that is there at that moment; nothing: unknown.
    [[nodiscard]] std::optional<FindingSpan> spanOf(const inspect::Finding& finding) const;

private:
    void collect();

    std::shared_ptr<const inspect::History> m_history;
    std::uint64_t m_endedCount = 0; ///< of m_history, when it was seen
    std::size_t m_shown = 0;        ///< of its ended records, the first ones, which had ended at m_now
    WallTime m_now{};
    std::shared_ptr<const EndedFindings> m_ended = std::make_shared<EndedFindings>();
    std::unordered_map<std::string, int> m_times; ///< by group
};

} // namespace lockscope::ui
