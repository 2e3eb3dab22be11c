// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/CellText.h"

#include <QFontMetrics>
#include <QPainter>
#include <QtMath>

namespace lockscope::ui {

const QStaticText& CellText::shaped(const Key& key)
{
    if (const auto* known = m_lines.object(key))
        return *known;
    auto* line = new QStaticText(QFontMetrics(key.font).elidedText(key.text, key.elide, key.width));
    line->setTextFormat(Qt::PlainText);
    line->setPerformanceHint(QStaticText::AggressiveCaching);
    line->prepare({}, key.font);
    m_lines.insert(key, line);
    return *line;
}

int CellText::widthOf(const QString& text, const QFont& font)
{
    return qCeil(shaped({text, font, 0, Qt::ElideNone}).size().width());
}

int CellText::draw(QPainter& painter, const QRect& box, Qt::Alignment alignment, const QString& text, const QFont& font,
                   Qt::TextElideMode elide)
{
    const auto& line = shaped({text, font, box.width(), elide});
    const auto size = line.size();
    auto left = double(box.left());
    if (alignment & Qt::AlignRight)
        left += box.width() - size.width();
    else if (alignment & Qt::AlignHCenter)
        left += (box.width() - size.width()) / 2;
    painter.setFont(font);
    painter.drawStaticText(QPointF(left, box.top() + (box.height() - size.height()) / 2), line);
    return qCeil(size.width());
}

} // namespace lockscope::ui
