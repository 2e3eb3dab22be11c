// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/FindingDelegate.h"

#include "ui/models/FindingsModel.h"
#include "ui/views/StateMark.h"

#include <QApplication>
#include <QPainter>

namespace lockscope::ui {

namespace {

constexpr int padding = 4;
constexpr int textLeft = 28;
constexpr int markSide = 10;

} // namespace

QSize FindingDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return {120, 2 * option.fontMetrics.height() + 2 * padding + 2};
}

void FindingDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem ground = option;
    initStyleOption(&ground, index);
    ground.text.clear();
    const auto* style = option.widget ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &ground, painter, option.widget);

    painter->save();
    const auto tone = index.data(MarkToneRole).value<Tone>();
    const auto lineHeight = option.fontMetrics.height();
    const QRect title(option.rect.left() + textLeft, option.rect.top() + padding,
                      option.rect.width() - textLeft - padding, lineHeight);
    paintMark(*painter, QRectF(option.rect.left() + 9, title.top() + (lineHeight - markSide) / 2.0, markSide, markSide),
              index.data(MarkRole).value<Mark>(), m_theme.color(m_stale ? Tone::Muted : tone));
    painter->setFont(option.font);
    painter->setPen(m_theme.color(m_stale ? Tone::Muted : Tone::Normal));
    painter->drawText(
        title, Qt::AlignVCenter,
        option.fontMetrics.elidedText(index.data(FindingsModel::TitleRole).toString(), Qt::ElideRight, title.width()));
    const auto sentence = title.translated(0, lineHeight + 1);
    painter->setPen(m_theme.color(Tone::Muted));
    painter->drawText(sentence, Qt::AlignVCenter,
                      option.fontMetrics.elidedText(index.data().toString(), Qt::ElideRight, sentence.width()));
    painter->restore();
}

} // namespace lockscope::ui

#include "moc_FindingDelegate.cpp"
