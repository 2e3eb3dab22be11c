// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/ToneDelegate.h"

#include "ui/views/Painting.h"
#include "ui/views/StateMark.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace lockscope::ui {

namespace {

constexpr int besideBar = 8; ///< between a bar and the text

} // namespace

ToneDelegate::ToneDelegate(QObject* parent)
    : QStyledItemDelegate(parent)
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
    size.setHeight(m_rowHeight);
    if (index.data(BarRole).isValid())
        size.rwidth() += m_barWidth + besideBar;
    return size;
}

void ToneDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    auto cell = option;
    initStyleOption(&cell, index);
    const auto text = std::exchange(cell.text, {});
    const auto* style = cell.widget ? cell.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
    if (const auto marks = index.data(MarksRole); marks.isValid())
        return drawMarks(*painter, cell, marks.value<QList<TonedMark>>());
    if (text.isEmpty())
        return;
    // The box in which the style would draw the text.
    cell.showDecorationSelected = true;
    const auto margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, &cell, cell.widget) + 1;
    auto box = style->subElementRect(QStyle::SE_ItemViewItemText, &cell, cell.widget).adjusted(margin, 0, -margin, 0);
    const bool isSelected = cell.state & QStyle::State_Selected;
    if (const auto bar = index.data(BarRole); bar.isValid())
        box.setLeft(drawBar(*painter, box, bar.toDouble(), cell.palette.color(QPalette::Text)));
    painter->save();
    painter->setPen(cell.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text));
    if (const auto lead = index.data(LeadRole); lead.isValid())
        drawPath(*painter, cell, box, text, std::clamp<qsizetype>(lead.toInt(), 0, text.size()));
    else
        m_texts.draw(*painter, box, QStyle::visualAlignment(cell.direction, cell.displayAlignment), text, cell.font,
                     cell.textElideMode);
    painter->restore();
}

/// The name whole if it fits, and before it the last folders, whole ones, for which there is room.
void ToneDelegate::drawPath(QPainter& painter, const QStyleOptionViewItem& cell, const QRect& box, const QString& text,
                            qsizetype lead) const
{
    const auto name = text.sliced(lead);
    const auto folders = text.first(lead);
    const auto pen = painter.pen();
    const auto nameWidth = m_texts.widthOf(name, cell.font);
    const auto room = box.width() - nameWidth;
    auto folderFont = cell.font;
    folderFont.setWeight(QFont::Normal);
    auto nameBox = box;
    auto shown = folders;
    for (qsizetype at = 0; !shown.isEmpty() && m_texts.widthOf(shown, folderFont) > room;) {
        at = folders.indexOf(u'/', at + 1);
        shown = at < 0 ? QString() : u'…' + folders.sliced(at);
    }
    if (!shown.isEmpty()) {
        painter.setPen(m_theme.color(Tone::Muted));
        const auto drawn = m_texts.draw(painter, QRect(box.topLeft(), QSize(room, box.height())), Qt::AlignLeft, shown,
                                        folderFont, Qt::ElideNone);
        nameBox.setLeft(box.left() + std::min(drawn, room));
    }
    painter.setPen(pen);
    m_texts.draw(painter, nameBox, Qt::AlignLeft, name, cell.font, room >= 0 ? Qt::ElideNone : Qt::ElideLeft);
}

int ToneDelegate::neededWidth(const QWidget& view, const QModelIndex& index) const
{
    constexpr int cellExtra = 6; // of the item in the style sheet, and what rounding may take
    const auto margin = view.style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, &view) + 1;
    const auto markWidth = m_markSide + 2 * margin;
    if (const auto marks = index.data(MarksRole); marks.isValid())
        return static_cast<int>(marks.value<QList<TonedMark>>().size()) * (m_markSide * 3 / 2) + 2 * cellExtra;
    const bool hasMark = index.data(UnknownRole).toBool() || index.data(MarkRole).isValid();
    const auto text = index.data().toString();
    const auto lead = std::clamp<qsizetype>(index.data(LeadRole).toInt(), 0, text.size());
    return cellExtra + 2 * margin + (hasMark ? markWidth : 0) +
           m_texts.widthOf(text.sliced(lead), fontOf(view.font(), index));
}

/// At the right end of the cell, as far as they fit.
void ToneDelegate::drawMarks(QPainter& painter, const QStyleOptionViewItem& cell, const QList<TonedMark>& marks) const
{
    const auto side = m_markSide;
    const auto step = side * 3 / 2;
    const auto count = std::min(marks.size(), static_cast<qsizetype>((cell.rect.width() - 8) / step));
    auto left = cell.rect.right() - 6 - static_cast<int>(count) * step;
    for (const auto& [mark, tone] : marks.first(std::max<qsizetype>(count, 0))) {
        paintMark(painter, QRectF(left, cell.rect.center().y() - side / 2.0, side, side), mark,
                  m_theme.color(m_stale ? Tone::Muted : tone));
        left += step;
    }
}

QFont ToneDelegate::fontOf(QFont font, const QModelIndex& index) const
{
    if (index.data(MonoRole).toBool())
        font = m_mono;
    if (index.data(StrongRole).toBool())
        font.setWeight(QFont::DemiBold);
    if (index.data(UnknownRole).toBool())
        font.setItalic(true);
    return font;
}

/// Returns the left end of the room for the text.
int ToneDelegate::drawBar(QPainter& painter, const QRect& box, double share, const QColor& color) const
{
    const auto width = std::clamp(box.width() / 2, 0, m_barWidth);
    const QRectF frame(box.left(), box.center().y() - 2.5, width, 6);
    paintLeaseBar(painter, frame, share, 0, color, m_theme);
    return box.left() + width + besideBar;
}

void ToneDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const auto tone = m_stale ? Tone::Muted : index.data(ToneRole).value<Tone>();
    for (const auto role : {QPalette::Text, QPalette::HighlightedText})
        option->palette.setColor(role, m_theme.color(tone));
    option->font = fontOf(option->font, index);
    option->fontMetrics = QFontMetrics(option->font);
    if (index.data(MonoRole).toBool())
        option->textElideMode = Qt::ElideMiddle;
    const auto mark = index.data(UnknownRole).toBool() ? QVariant::fromValue(Mark::Question) : index.data(MarkRole);
    if (!mark.isValid())
        return;
    const auto own = index.data(MarkToneRole);
    const auto markTone = own.isValid() && !m_stale ? own.value<Tone>() : tone;
    auto& icon = m_marks[static_cast<int>(mark.value<Mark>()) * 16 + static_cast<int>(markTone)];
    if (icon.isNull())
        icon = markIcon(mark.value<Mark>(), m_theme.color(markTone));
    option->features |= QStyleOptionViewItem::HasDecoration;
    option->icon = icon;
    option->decorationSize = QSize(m_markSide, m_markSide);
}

} // namespace lockscope::ui

#include "moc_ToneDelegate.cpp"
