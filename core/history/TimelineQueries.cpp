// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of Timeline that finds stays.

#include "core/history/Timeline.h"

#include <algorithm>

namespace lockscope::inspect {

std::optional<std::size_t> Timeline::indexOf(const TimelineRow* row) const
{
    const auto found =
        std::find_if(m_rows.begin(), m_rows.end(), [row](const auto& each) { return each.get() == row; });
    return found == m_rows.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - m_rows.begin()));
}

std::optional<Timeline::Place> Timeline::find(NodeRef ref, std::int64_t creationId) const
{
    const auto lastIn = [&](std::size_t index) -> std::optional<Place> {
        const auto& stays = row(index).stays;
        for (auto s = stays.size(); s-- > 0;) {
            if (stays[s].ref() == ref &&
                (creationId == 0 || stays[s].creationId == 0 || stays[s].creationId == creationId))
                return Place{index, s};
        }
        return std::nullopt;
    };
    const auto known = m_byCreationId.find(creationId);
    const auto open = m_open.find(toString(ref));
    if (creationId != 0 && known != m_byCreationId.end())
        return lastIn(*indexOf(known->second));
    if (open != m_open.end())
        return lastIn(*indexOf(open->second));
    std::optional<Place> best;
    for (std::size_t r = 0; r < m_rows.size() && creationId == 0; ++r) {
        const auto place = lastIn(r);
        if (place && (!best || row(r).stays[place->stay].from > row(best->row).stays[best->stay].from))
            best = place;
    }
    return best;
}

std::optional<WallTime> Timeline::earliest() const
{
    std::optional<WallTime> earliest;
    for (const auto& row : m_rows) {
        const auto from = row->stays.front().from;
        earliest = std::min(earliest.value_or(from), from);
    }
    return earliest;
}

} // namespace lockscope::inspect
