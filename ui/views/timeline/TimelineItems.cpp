// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The lanes of TimelineView for assistive technologies.

#include "ui/models/text/Formatting.h"
#include "ui/views/timeline/TimelineView.h"
#include "ui/views/timeline/TimelineWords.h"

#include <algorithm>

namespace lockscope::ui {

int TimelineView::itemCount() const
{
    return laneCount();
}

ItemInfo TimelineView::itemAt(int index) const
{
    const auto lane = static_cast<std::size_t>(index);
    const auto& row = rowOf(m_lanes[lane]);
    QStringList stays; // the newest first
    for (auto stay = row.stays.rbegin(); stay != row.stays.rend(); ++stay)
        stays << stayText(*stay, m_content.end);
    QStringList more;
    for (const auto* mistake : m_lanes[lane].mistakes)
        more << mistakeText(*mistake, m_content.end);
    for (const auto* writes : m_lanes[lane].writes)
        more << writesText(*writes);
    const auto inViewport = laneBox(lane).toAlignedRect().intersected(viewport()->rect());
    const QRect box(viewport()->mapTo(this, inViewport.topLeft()), inViewport.size());
    const auto newest = stays.isEmpty() ? QString() : stays.takeFirst();
    return {rowName(row), newest, (more + stays).join(u'\n'), box, (m_chosen ? chosenLane() : selectedLane()) == lane};
}

void TimelineView::chooseItem(int index)
{
    const auto lane = static_cast<std::size_t>(index);
    const auto& stays = rowOf(m_lanes[lane]).stays;
    if (!stays.empty())
        choose(lane, stays.size() - 1);
}

} // namespace lockscope::ui
