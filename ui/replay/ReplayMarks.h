// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/Changes.h"

#include <optional>
#include <vector>

namespace lockscope::ui {

/// The times of a recording's events, sixteen bytes each. Pure.
class ReplayMarks final {
public:
    /// Later ones are more important.
    enum class Kind {
        Queue, ///< a client joined or left
        Granted,
        Trouble ///< lost, release requested, or released by an operator
    };
    struct Mark {
        WallTime at{};
        Kind kind = Kind::Queue;
    };

    [[nodiscard]] static Kind kindOf(inspect::Change::Type type);

    /// Call in order of time; a time before the last one counts as that. Of one time, the most important kind stays.
    void add(WallTime at, Kind kind);
    void reserveNoMore() { m_marks.shrink_to_fit(); }

    [[nodiscard]] const std::vector<Mark>& all() const { return m_marks; }
    /// The nearest event after and before `at`.
    [[nodiscard]] std::optional<WallTime> after(WallTime at) const;
    [[nodiscard]] std::optional<WallTime> before(WallTime at) const;

    /// The most important kind in each of `count` equal parts of the time between; nothing without an event.
    [[nodiscard]] std::vector<std::optional<Kind>> inParts(WallTime from, WallTime to, int count) const;

private:
    std::vector<Mark> m_marks;
};

} // namespace lockscope::ui
