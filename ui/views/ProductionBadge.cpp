// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/ProductionBadge.h"

#include <QLabel>
#include <QPainter>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

QString badgeText()
{
    return ProductionDelegate::tr("PRODUCTION");
}

} // namespace

QLabel* makeProductionBadge(QWidget* parent, const QString& objectName)
{
    auto* badge = new QLabel(badgeText(), parent);
    badge->setObjectName(objectName);
    badge->setProperty("role", u"production"_s);
    badge->setTextFormat(Qt::PlainText);
    badge->setToolTip(ProductionDelegate::tr("A change affects production."));
    badge->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    badge->hide();
    return badge;
}

void ProductionDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    if (!index.data(isProductionRole).toBool())
        return;
    painter->save();
    auto font = option.font;
    font.setWeight(QFont::Bold);
    painter->setFont(font);
    painter->setRenderHint(QPainter::Antialiasing);
    const auto width = QFontMetrics(font).horizontalAdvance(badgeText()) + 2 * option.fontMetrics.averageCharWidth();
    const auto place = option.rect.adjusted(option.rect.width() - width - 2, 1, -2, -1);
    painter->setPen(Qt::NoPen);
    painter->setBrush(m_theme.badFill);
    painter->drawRoundedRect(place, 3, 3);
    painter->setPen(m_theme.onFill);
    painter->drawText(place, Qt::AlignCenter, badgeText());
    painter->restore();
}

} // namespace lockscope::ui

#include "moc_ProductionBadge.cpp"
