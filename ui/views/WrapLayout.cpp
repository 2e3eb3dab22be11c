// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/WrapLayout.h"

#include <algorithm>

namespace lockscope::ui {

WrapLayout::WrapLayout(QWidget* parent, Gaps gaps)
    : QLayout(parent)
    , m_gaps(gaps)
{
    setContentsMargins(0, 0, 0, 0);
}

WrapLayout::~WrapLayout()
{
    // A group removes itself from its parent, so it is taken before.
    while (const auto* item = WrapLayout::takeAt(0))
        delete item;
}

void WrapLayout::addGroup(QLayout* group)
{
    addChildLayout(group);
    addItem(group);
}

void WrapLayout::addFirst(QWidget* widget)
{
    addWidget(widget);
    std::rotate(m_items.begin(), m_items.end() - 1, m_items.end());
}

void WrapLayout::addItem(QLayoutItem* item)
{
    m_items.push_back(item);
    invalidate();
}

int WrapLayout::count() const
{
    return static_cast<int>(m_items.size());
}

QLayoutItem* WrapLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem* WrapLayout::takeAt(int index)
{
    auto* item = itemAt(index);
    if (item)
        m_items.erase(m_items.begin() + index);
    return item;
}

/// With the groups, which keep their hints.
void WrapLayout::invalidate()
{
    for (auto* item : m_items)
        item->invalidate();
    QLayout::invalidate();
}

/// In one line.
QSize WrapLayout::sizeHint() const
{
    QSize hint(0, 0);
    for (const auto* item : m_items) {
        if (item->isEmpty())
            continue;
        const auto size = item->sizeHint();
        hint = {hint.width() + (hint.width() == 0 ? 0 : m_gaps.item) + size.width(),
                std::max(hint.height(), size.height())};
    }
    return hint;
}

QSize WrapLayout::minimumSize() const
{
    QSize least(0, 0);
    for (const auto* item : m_items) {
        if (!item->isEmpty())
            least = least.expandedTo(item->minimumSize());
    }
    return least;
}

int WrapLayout::heightForWidth(int width) const
{
    return arrange({0, 0, width, 0}, false);
}

void WrapLayout::setGeometry(const QRect& room)
{
    QLayout::setGeometry(room);
    (void)arrange(room, true);
}

int WrapLayout::arrange(const QRect& room, bool isApplied) const
{
    QPoint next = room.topLeft();
    auto lineHeight = 0;
    for (auto* item : m_items) {
        if (item->isEmpty())
            continue;
        const auto hint = item->sizeHint();
        const auto width = std::min(hint.width(), room.width());
        if (next.x() > room.left() && next.x() + width > room.left() + room.width()) {
            next = {room.left(), next.y() + lineHeight + m_gaps.line};
            lineHeight = 0;
        }
        if (isApplied)
            item->setGeometry({next, QSize(width, hint.height())});
        next.rx() += width + m_gaps.item;
        lineHeight = std::max(lineHeight, hint.height());
    }
    return next.y() + lineHeight - room.top();
}

} // namespace lockscope::ui
