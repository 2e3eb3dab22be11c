// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The sessions of WaitGraphView for assistive technologies.

#include "ui/views/graph/WaitGraphView.h"
#include "ui/views/graph/WaitWords.h"

namespace lockscope::ui {

int WaitGraphView::itemCount() const
{
    return m_content.snapshot ? static_cast<int>(m_content.snapshot->nodes.size()) : 0;
}

ItemInfo WaitGraphView::itemAt(int index) const
{
    const auto node = static_cast<std::size_t>(index);
    const auto& snapshot = *m_content.snapshot;
    const auto inViewport = boxOf(snapshot.nodes[node].key).intersected(viewport()->rect());
    const QRect box(viewport()->mapTo(this, inViewport.topLeft()), inViewport.size());
    return {waitName(snapshot.nodes[node]), waitLook(snapshot, node).word, sessionText(snapshot, node, m_content.now),
            box, chosenHit().node == node};
}

void WaitGraphView::chooseItem(int index)
{
    choose({static_cast<std::size_t>(index), std::nullopt});
}

} // namespace lockscope::ui
