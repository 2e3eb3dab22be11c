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
constexpr int accentWidth = 3;  ///< at the left of the selected one

} // namespace

QSize FindingDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return {120, 2 * option.fontMetrics.height() + 2 * padding + 3}; // with the line below
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
    drawTitle(*painter, title, index, isMuted);
    painter->setFont(option.font);
    painter->setPen(m_theme.color(Tone::Muted));
    const auto place = index.data(FindingsModel::PlaceRole).toString();
    const auto text = index.data().toString();
    painter->drawText(sentence, Qt::AlignVCenter,
                      option.fontMetrics.elidedText(place.isEmpty() ? text : QStringLiteral("%1 · %2").arg(place, text),
                                                    Qt::ElideRight, sentence.width()));
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), m_theme.border);
    if (option.state & QStyle::State_Selected)
        painter->fillRect(QRect(option.rect.left(), option.rect.top(), accentWidth, option.rect.height()),
                          m_theme.info);
    painter->restore();
}

/// In bold while it lasts, with the number of occurrences behind it.
void FindingDelegate::drawTitle(QPainter& painter, const QRect& line, const QModelIndex& index, bool isMuted) const
{
    const auto times = index.data(FindingsModel::TimesRole).toString();
    const auto timesWidth = times.isEmpty() ? 0 : painter.fontMetrics().horizontalAdvance(times) + 2 * titleGap;
    const auto plainFont = painter.font();
    auto titleFont = plainFont;
    if (!index.data(FindingsModel::EndedRole).toBool())
        titleFont.setWeight(QFont::DemiBold);
    painter.setFont(titleFont);
    const auto metrics = painter.fontMetrics();
    const auto text = metrics.elidedText(index.data(FindingsModel::TitleRole).toString(), Qt::ElideRight,
                                         line.width() - (timesWidth > 0 ? timesWidth + titleGap : 0));
    painter.setPen(m_theme.color(isMuted ? Tone::Muted : Tone::Normal));
    painter.drawText(line, Qt::AlignVCenter, text);
    painter.setFont(plainFont);
    if (timesWidth > 0)
        drawTimes(
            painter,
            QRect(line.left() + metrics.horizontalAdvance(text) + titleGap, line.top(), timesWidth, line.height()),
            times);
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
