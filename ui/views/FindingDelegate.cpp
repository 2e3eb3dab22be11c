// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/FindingDelegate.h"

#include "ui/models/FindingsModel.h"
#include "ui/theme/Sizes.h"
#include "ui/views/StateMark.h"

#include <QApplication>
#include <QPainter>

namespace lockscope::ui {

namespace {

constexpr int padding = 4;
constexpr int textLeft = 28; ///< see scaled()
constexpr int titleRight = 8;
constexpr int titleGap = 8;     ///< between title, number and age
constexpr int findingMark = 10; ///< see scaled()

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
    painter->setFont(option.font);
    const bool isMuted = m_stale || index.data(FindingsModel::EndedRole).toBool();
    const auto lineHeight = option.fontMetrics.height();
    const auto markSide = scaled(findingMark);
    const auto left = scaled(textLeft);
    QRect title(option.rect.left() + left, option.rect.top() + padding, option.rect.width() - left - titleRight,
                lineHeight);
    const auto sentence = title.translated(0, lineHeight + 1);
    paintMark(*painter, QRectF(option.rect.left() + 9, title.top() + (lineHeight - markSide) / 2.0, markSide, markSide),
              index.data(MarkRole).value<Mark>(),
              m_theme.color(isMuted ? Tone::Muted : index.data(MarkToneRole).value<Tone>()));
    title.setRight(drawAge(*painter, title, index.data(FindingsModel::AgeRole).toString()) - titleGap);
    const auto times = index.data(FindingsModel::TimesRole).toString();
    const auto timesWidth = times.isEmpty() ? 0 : option.fontMetrics.horizontalAdvance(times) + 2 * titleGap;
    const auto text = option.fontMetrics.elidedText(index.data(FindingsModel::TitleRole).toString(), Qt::ElideRight,
                                                    title.width() - (timesWidth > 0 ? timesWidth + titleGap : 0));
    painter->setPen(m_theme.color(isMuted ? Tone::Muted : Tone::Normal));
    painter->drawText(title, Qt::AlignVCenter, text);
    if (timesWidth > 0)
        drawTimes(*painter,
                  QRect(title.left() + option.fontMetrics.horizontalAdvance(text) + titleGap, title.top(), timesWidth,
                        lineHeight),
                  times);
    painter->setPen(m_theme.color(Tone::Muted));
    painter->drawText(sentence, Qt::AlignVCenter,
                      option.fontMetrics.elidedText(index.data().toString(), Qt::ElideRight, sentence.width()));
    painter->restore();
}

int FindingDelegate::drawAge(QPainter& painter, const QRect& line, const QString& age) const
{
    if (age.isEmpty())
        return line.right() + titleGap;
    painter.setPen(m_theme.color(Tone::Muted));
    painter.drawText(line, Qt::AlignVCenter | Qt::AlignRight, age);
    return line.right() - painter.fontMetrics().horizontalAdvance(age);
}

void FindingDelegate::drawTimes(QPainter& painter, const QRect& box, const QString& times) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.raised);
    painter.drawRoundedRect(box, box.height() / 2.0, box.height() / 2.0);
    painter.setPen(m_theme.color(Tone::Muted));
    painter.drawText(box, Qt::AlignCenter, times);
}

} // namespace lockscope::ui

#include "moc_FindingDelegate.cpp"
