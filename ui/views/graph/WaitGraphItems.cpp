// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The sessions and locks of WaitGraphView for assistive technologies.

#include "ui/models/text/Formatting.h"
#include "ui/views/graph/DrawingWords.h"
#include "ui/views/graph/WaitGraphView.h"
#include "ui/views/graph/WaitWords.h"

namespace lockscope::ui {

int WaitGraphView::itemCount() const
{
    return drawing() ? static_cast<int>(drawing()->nodeCount()) : 0;
}

ItemInfo WaitGraphView::itemAt(int index) const
{
    const auto node = static_cast<std::size_t>(index);
    const auto inViewport = boxOf(drawing()->keyOf(node)).intersected(viewport()->rect());
    const QRect box(viewport()->mapTo(this, inViewport.topLeft()), inViewport.size());
    const bool isSelected = chosenHit().node == node;
    if (drawing()->isLock(node)) {
        const auto& lock = drawing()->lockAt(node);
        const auto state = lock.isInCycle ? tr("deadlock") : QString();
        return {oneLine(lock.path),
                asClauses(state.isEmpty() ? QStringList{lockNodeWord(lock)} : QStringList{state, lockNodeWord(lock)}),
                lockNodeText(*drawing(), node, m_content.now), box, isSelected};
    }
    const auto& snapshot = *drawing()->snapshot;
    return {waitName(snapshot.nodes[node]), waitLook(snapshot, node).word, sessionText(snapshot, node, m_content.now),
            box, isSelected};
}

void WaitGraphView::chooseItem(int index)
{
    choose({static_cast<std::size_t>(index), std::nullopt});
}

} // namespace lockscope::ui
