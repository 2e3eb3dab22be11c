// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/replay/ReplayMarks.h"

#include <algorithm>

namespace lockscope::ui {

ReplayMarks::Kind ReplayMarks::kindOf(inspect::Change::Type type)
{
    switch (type) {
    case inspect::Change::Type::Joined:
    case inspect::Change::Type::Left:
    case inspect::Change::Type::Deleted:
    case inspect::Change::Type::Gap:
    case inspect::Change::Type::Unseen:
    case inspect::Change::Type::Other:
        return Kind::Queue;
    case inspect::Change::Type::Granted:
        return Kind::Granted;
    case inspect::Change::Type::Lost:
    case inspect::Change::Type::Revoked:
    case inspect::Change::Type::Released:
        return Kind::Trouble;
    }
    return Kind::Queue;
}

void ReplayMarks::add(WallTime at, Kind kind)
{
    if (m_marks.empty() || at > m_marks.back().at)
        m_marks.push_back({at, kind});
    else
        m_marks.back().kind = std::max(m_marks.back().kind, kind);
}

std::optional<WallTime> ReplayMarks::after(WallTime at) const
{
    const auto found = std::upper_bound(m_marks.begin(), m_marks.end(), at,
                                        [](WallTime time, const Mark& mark) { return time < mark.at; });
    return found == m_marks.end() ? std::nullopt : std::optional(found->at);
}

std::optional<WallTime> ReplayMarks::before(WallTime at) const
{
    const auto found = std::lower_bound(m_marks.begin(), m_marks.end(), at,
                                        [](const Mark& mark, WallTime time) { return mark.at < time; });
    return found == m_marks.begin() ? std::nullopt : std::optional(std::prev(found)->at);
}

std::vector<std::optional<ReplayMarks::Kind>> ReplayMarks::inParts(WallTime from, WallTime to, int count) const
{
    std::vector<std::optional<Kind>> parts(static_cast<std::size_t>(std::max(count, 0)));
    if (parts.empty())
        return parts;
    const auto length = std::max<double>(static_cast<double>((to - from).count()), 1);
    for (const auto& mark : m_marks) {
        if (mark.at < from || mark.at > to)
            continue;
        const auto share = static_cast<double>((mark.at - from).count()) / length;
        const auto part = std::min(static_cast<std::size_t>(share * static_cast<double>(count)), parts.size() - 1);
        parts[part] = std::max(parts[part].value_or(Kind::Queue), mark.kind);
    }
    return parts;
}

} // namespace lockscope::ui
