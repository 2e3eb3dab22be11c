// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The cards of QueueLane for assistive technologies, and the contenders without a card as the last item.

#include "ui/models/text/Formatting.h"
#include "ui/views/lane/QueueLane.h"

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

std::vector<QueueLane::RestCard> QueueLane::restCards() const
{
    const auto layout = laneLayout();
    std::vector<RestCard> cards;
    if (layout.after > 0)
        cards.push_back({layout.afterCard(), layout.after, layout.first + layout.count});
    if (layout.before > 0)
        cards.push_back({layout.beforeCard(), layout.before, 0});
    return cards;
}

const QueueLane::RestCard* QueueLane::restCardAt(const std::vector<RestCard>& cards, const QPoint& point)
{
    const auto found = std::find_if(cards.begin(), cards.end(),
                                    [&](const RestCard& card) { return inWidget(card.box).contains(point); });
    return found == cards.end() ? nullptr : &*found;
}

QString QueueLane::restTip()
{
    return tr("Shows the contenders without a card in the table.");
}

QRect QueueLane::inWidget(const QRectF& designed)
{
    return QRectF(designed.topLeft() * textScale(), designed.size() * textScale()).toAlignedRect();
}

QRect QueueLane::boxOf(int place) const
{
    const auto layout = laneLayout();
    if (place < layout.first || place >= layout.first + layout.count)
        return {};
    return inWidget(layout.card(place));
}

int QueueLane::itemCount() const
{
    if (!m_lock)
        return 0;
    const auto contenders = static_cast<int>(m_lock->queue.size());
    // Of a long queue without the layout, which costs more: items are asked for one by one.
    const bool isLong = contenders * (LaneLayout::narrowest + LaneLayout::gap) > 2 * widthInDesign();
    return contenders + (isLong || !restCards().empty() ? 1 : 0);
}

ItemInfo QueueLane::itemAt(int index) const
{
    const auto place = static_cast<std::size_t>(index);
    if (place >= m_lock->queue.size()) {
        auto left = 0;
        QRect box;
        for (const auto& card : restCards()) {
            left += card.count;
            box = box.isEmpty() ? inWidget(card.box) : box;
        }
        return {tr("+%1, show all").arg(formatCount(left)), {}, restTip(), box};
    }
    const auto& contender = m_lock->queue[place];
    return {displayName(contender, m_ensemble.get()),
            asClauses(QStringList{placeOf(m_places, contender)} + cardLines(contender)), tipOf(contender).join(u'\n'),
            boxOf(index), index == selectedPlace()};
}

void QueueLane::chooseItem(int index)
{
    const auto rest = m_lock && index >= static_cast<int>(m_lock->queue.size()) ? restCards() : std::vector<RestCard>();
    if (rest.empty())
        choose(index);
    else
        Q_EMIT restWanted(rest.front().first);
}

} // namespace lockscope::ui
