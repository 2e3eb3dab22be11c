// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The cards of QueueLane for assistive technologies.

#include "ui/models/text/Formatting.h"
#include "ui/views/lane/QueueLane.h"

namespace lockscope::ui {

QRect QueueLane::boxOf(int place) const
{
    const auto layout = laneLayout();
    if (place < layout.first || place >= layout.first + layout.count)
        return {};
    const auto card = layout.card(place);
    return QRectF(card.topLeft() * textScale(), card.size() * textScale()).toAlignedRect();
}

int QueueLane::itemCount() const
{
    return m_lock ? static_cast<int>(m_lock->queue.size()) : 0;
}

ItemInfo QueueLane::itemAt(int index) const
{
    const auto& contender = m_lock->queue[static_cast<std::size_t>(index)];
    return {displayName(contender, m_ensemble.get()),
            asClauses(QStringList{placeOf(m_places, contender)} + cardLines(contender)), tipOf(contender).join(u'\n'),
            boxOf(index), index == selectedPlace()};
}

void QueueLane::chooseItem(int index)
{
    choose(index);
}

} // namespace lockscope::ui
