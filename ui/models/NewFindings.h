// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"

#include <chrono>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockscope::ui {

/// Which warnings and critical findings of a sequence of snapshots are new: the first one of its kind at its lock, or
/// the first one of a higher severity, until all of them have ended. Not new is what the first complete view shows, and
/// what appears within settleTime of it, when the servers' reports arrive. Pure; thread: one.
class NewFindings final {
public:
    static constexpr std::chrono::seconds settleTime{10};

    /// The new ones of this snapshot; the pointers are into it. In an incomplete snapshot no finding ends.
    [[nodiscard]] std::vector<const inspect::Finding*> see(const inspect::Snapshot& snapshot);
    /// Whether a finding of this groupOf() has not ended.
    [[nodiscard]] bool isPresent(const std::string& group) const { return m_present.contains(group); }

private:
    std::optional<WallTime> m_firstView;
    std::unordered_map<std::string, inspect::Severity> m_present; ///< by group: the highest one
};

/// The new findings that the user has not looked at, one for each kind and lock, also those that have ended meanwhile.
/// Pure; thread: one.
class UnseenFindings final {
public:
    /// `isShown`: false while the view is paused. It then counts from showHidden() on.
    void add(const inspect::Finding& finding, bool isShown);
    void showHidden();
    /// Findings of this groupOf() count no longer.
    void forget(const std::string& group);
    /// The user has looked: what is shown counts no longer.
    void markSeen() { m_shown.clear(); }

    [[nodiscard]] int count() const { return static_cast<int>(m_shown.size()); }
    [[nodiscard]] int criticalCount() const;

private:
    using Groups = std::unordered_map<std::string, inspect::Severity>;

    Groups m_shown;
    Groups m_hidden;
};

} // namespace lockscope::ui
