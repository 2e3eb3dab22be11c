// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/Changes.h"

#include <optional>
#include <vector>

namespace lockscope::ui {

/// The moments of a recording at which something happened, sixteen bytes each. Pure.
class ReplayMarks final {
public:
    /// Later ones are the more telling.
    enum class Kind {
        Queue, ///< somebody joined or left
        Granted,
        Trouble ///< lost, asked to let go, released by an operator
    };
    struct Mark {
        WallTime at{};
        Kind kind = Kind::Queue;
    };

    [[nodiscard]] static Kind kindOf(inspect::Change::Type type);

    /// In order; a time before that of the last one counts as that. Of one moment the most telling stays.
    void add(WallTime at, Kind kind);
    void reserveNoMore() { m_marks.shrink_to_fit(); }

    [[nodiscard]] const std::vector<Mark>& all() const { return m_marks; }
    /// The nearest moment after and before `at`.
    [[nodiscard]] std::optional<WallTime> after(WallTime at) const;
    [[nodiscard]] std::optional<WallTime> before(WallTime at) const;

    /// The most telling kind in each of `count` equal parts of the time between; nothing where nothing happened.
    [[nodiscard]] std::vector<std::optional<Kind>> inParts(WallTime from, WallTime to, int count) const;

private:
    std::vector<Mark> m_marks;
};

} // namespace lockscope::ui
