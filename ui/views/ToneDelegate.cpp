// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/ToneDelegate.h"

#include "ui/views/StateMark.h"

#include <QApplication>
#include <QPainter>

#include <utility>

namespace lockscope::ui {

ToneDelegate::ToneDelegate(int rowHeight, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_rowHeight(rowHeight)
{
}

void ToneDelegate::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_marks.clear();
}

QSize ToneDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    auto size = QStyledItemDelegate::sizeHint(option, index);
    size.setHeight(std::max(m_rowHeight, option.fontMetrics.height() + 6));
    return size;
}

void ToneDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    auto cell = option;
    initStyleOption(&cell, index);
    const auto text = std::exchange(cell.text, {});
    const auto* style = cell.widget ? cell.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
    if (text.isEmpty())
        return;
    // The box in which the style would draw the text.
    cell.showDecorationSelected = true;
    const auto margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, &cell, cell.widget) + 1;
    auto box = style->subElementRect(QStyle::SE_ItemViewItemText, &cell, cell.widget).adjusted(margin, 0, -margin, 0);
    const bool isSelected = cell.state & QStyle::State_Selected;
    painter->save();
    painter->setPen(cell.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text));
    m_texts.draw(*painter, box, QStyle::visualAlignment(cell.direction, cell.displayAlignment), text, cell.font,
                 cell.textElideMode);
    painter->restore();
}

void ToneDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const auto tone = m_stale ? Tone::Muted : index.data(ToneRole).value<Tone>();
    for (const auto role : {QPalette::Text, QPalette::HighlightedText})
        option->palette.setColor(role, m_theme.color(tone));
    if (index.data(MonoRole).toBool())
        option->font = m_mono;
    if (index.data(StrongRole).toBool())
        option->font.setWeight(QFont::DemiBold);
    option->fontMetrics = QFontMetrics(option->font);
    option->textElideMode = index.data(MonoRole).toBool() ? Qt::ElideMiddle : Qt::ElideRight;

    const auto mark = index.data(MarkRole);
    if (!mark.isValid())
        return;
    const auto own = index.data(MarkToneRole);
    const auto markTone = own.isValid() && !m_stale ? own.value<Tone>() : tone;
    auto& icon = m_marks[static_cast<int>(mark.value<Mark>()) * 16 + static_cast<int>(markTone)];
    if (icon.isNull())
        icon = markIcon(mark.value<Mark>(), m_theme.color(markTone));
    option->features |= QStyleOptionViewItem::HasDecoration;
    option->icon = icon;
    option->decorationSize = QSize(10, 10);
}

} // namespace lockscope::ui

#include "moc_ToneDelegate.cpp"
