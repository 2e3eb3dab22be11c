// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/StateMark.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

namespace lockscope::ui {

namespace {

void paintCrossMark(QPainter& painter, const QRectF& box, const QColor& color, double width)
{
    painter.setPen(QPen(color, width, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(box.topLeft(), box.bottomRight());
    painter.drawLine(box.topRight(), box.bottomLeft());
}

} // namespace

void paintMark(QPainter& painter, const QRectF& box, Mark mark, const QColor& color)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const auto side = std::min(box.width(), box.height());
    const QRectF square(box.center().x() - side / 2, box.center().y() - side / 2, side, side);
    switch (mark) {
    case Mark::None:
        break;
    case Mark::Filled:
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawEllipse(square.adjusted(side * 0.04, side * 0.04, -side * 0.04, -side * 0.04));
        break;
    case Mark::Ring: {
        const auto width = side * 0.2;
        painter.setPen(QPen(color, width));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(square.adjusted(width / 2, width / 2, -width / 2, -width / 2));
        break;
    }
    case Mark::Triangle: {
        QPainterPath path(QPointF(square.center().x(), square.top()));
        path.lineTo(square.bottomRight());
        path.lineTo(square.bottomLeft());
        path.closeSubpath();
        painter.fillPath(path, color);
        break;
    }
    case Mark::Question: {
        auto font = painter.font();
        font.setPixelSize(std::max(1, qRound(side)));
        font.setBold(true);
        painter.setFont(font);
        painter.setPen(color);
        painter.drawText(square.adjusted(-side, -side, side, side), Qt::AlignCenter, QStringLiteral("?"));
        break;
    }
    case Mark::CrossedRing: {
        const auto width = side * 0.16;
        painter.setPen(QPen(color, width));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(square.adjusted(width / 2, width / 2, -width / 2, -width / 2));
        paintCrossMark(painter, square.adjusted(side * 0.3, side * 0.3, -side * 0.3, -side * 0.3), color, width);
        break;
    }
    case Mark::Square:
        painter.fillRect(square.adjusted(side * 0.08, side * 0.08, -side * 0.08, -side * 0.08), color);
        break;
    case Mark::Diamond: {
        const auto width = side * 0.16;
        const auto inner = square.adjusted(width, width, -width, -width);
        painter.setPen(QPen(color, width));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolygon(
            QPolygonF({QPointF(inner.center().x(), inner.top()), QPointF(inner.right(), inner.center().y()),
                       QPointF(inner.center().x(), inner.bottom()), QPointF(inner.left(), inner.center().y())}));
        break;
    }
    case Mark::Dash:
        painter.fillRect(
            QRectF(square.left() + side * 0.15, square.center().y() - side * 0.08, side * 0.7, side * 0.16), color);
        break;
    case Mark::Cross:
        paintCrossMark(painter, square.adjusted(side * 0.16, side * 0.16, -side * 0.16, -side * 0.16), color,
                       side * 0.18);
        break;
    }
    painter.restore();
}

QIcon markIcon(Mark mark, const QColor& color)
{
    QIcon icon;
    for (const auto side : {10, 20, 30}) {
        QPixmap pixmap(side, side);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paintMark(painter, QRectF(0, 0, side, side), mark, color);
        painter.end();
        for (const auto mode : {QIcon::Normal, QIcon::Selected, QIcon::Disabled})
            icon.addPixmap(pixmap, mode);
    }
    return icon;
}

} // namespace lockscope::ui
