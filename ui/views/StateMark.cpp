// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/StateMark.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>
#include <QtMath>

#include <cmath>

namespace lockscope::ui {

namespace {

void paintCrossMark(QPainter& painter, const QRectF& box, const QColor& color, double width)
{
    painter.setPen(QPen(color, width, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(box.topLeft(), box.bottomRight());
    painter.drawLine(box.topRight(), box.bottomLeft());
}

void paintRing(QPainter& painter, const QRectF& square, const QColor& color, double width,
               Qt::PenStyle style = Qt::SolidLine)
{
    painter.setPen(QPen(color, width, style));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(square.adjusted(width / 2, width / 2, -width / 2, -width / 2));
}

void paintDot(QPainter& painter, const QPointF& centre, double radius, const QColor& color)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawEllipse(centre, radius, radius);
}

QPainterPath triangleIn(const QRectF& square)
{
    QPainterPath path(QPointF(square.center().x(), square.top()));
    path.lineTo(square.bottomRight());
    path.lineTo(square.bottomLeft());
    path.closeSubpath();
    return path;
}

/// Five-pointed, upright.
QPainterPath starIn(const QRectF& square)
{
    constexpr int corners = 10;
    constexpr double inner = 0.45; // of the outer radius
    QPainterPath path;
    for (auto corner = 0; corner < corners; ++corner) {
        const auto angle = corner * 2 * M_PI / corners;
        const auto radius = square.width() * 0.52 * (corner % 2 == 0 ? 1 : inner);
        const QPointF point(square.center().x() + radius * std::sin(angle),
                            square.center().y() + square.width() * 0.04 - radius * std::cos(angle));
        if (corner == 0)
            path.moveTo(point);
        else
            path.lineTo(point);
    }
    path.closeSubpath();
    return path;
}

/// With the stroke of an exclamation mark inside.
void paintWarning(QPainter& painter, const QRectF& square, const QColor& color)
{
    const auto side = square.width();
    const auto width = side * 0.13;
    painter.setPen(QPen(color, width, Qt::SolidLine, Qt::SquareCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(triangleIn(square.adjusted(width / 2, width / 2, -width / 2, -width / 2)));
    const auto x = square.center().x();
    painter.setPen(QPen(color, width, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(QPointF(x, square.top() + side * 0.38), QPointF(x, square.top() + side * 0.66));
    paintDot(painter, {x, square.top() + side * 0.78}, width * 0.6, color);
}

/// The letter "i" in a frame.
void paintNote(QPainter& painter, const QRectF& square, const QColor& color)
{
    const auto side = square.width();
    const auto width = side * 0.13;
    painter.setPen(QPen(color, width));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(square.adjusted(width / 2, width / 2, -width / 2, -width / 2), side * 0.2, side * 0.2);
    const auto x = square.center().x();
    painter.setPen(QPen(color, side * 0.16, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(QPointF(x, square.top() + side * 0.44), QPointF(x, square.top() + side * 0.76));
    paintDot(painter, {x, square.top() + side * 0.28}, side * 0.09, color);
}

void paintTick(QPainter& painter, const QRectF& square, const QColor& color)
{
    const auto at = [&](double x, double y) {
        return QPointF(square.left() + square.width() * x, square.top() + square.height() * y);
    };
    painter.setPen(QPen(color, square.width() * 0.16, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(QPolygonF({at(0.12, 0.54), at(0.4, 0.82), at(0.9, 0.22)}));
}

/// "?" in a dashed ring.
void paintQuestion(QPainter& painter, const QRectF& square, const QColor& color)
{
    const auto side = square.width();
    paintRing(painter, square, color, side * 0.1, Qt::DotLine);
    auto font = painter.font();
    font.setItalic(false);
    font.setBold(true);
    font.setPixelSize(std::max(1, qRound(side * 0.75)));
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(square.adjusted(-side, -side, side, side), Qt::AlignCenter, QStringLiteral("?"));
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
        paintDot(painter, square.center(), side * 0.46, color);
        break;
    case Mark::Star:
        painter.fillPath(starIn(square), color);
        break;
    case Mark::Ring:
        paintRing(painter, square, color, side * 0.2);
        break;
    case Mark::DottedRing:
        paintRing(painter, square, color, side * 0.14);
        paintDot(painter, square.center(), side * 0.18, color);
        break;
    case Mark::Triangle:
        painter.fillPath(triangleIn(square), color);
        break;
    case Mark::WarningTriangle:
        paintWarning(painter, square, color);
        break;
    case Mark::Note:
        paintNote(painter, square, color);
        break;
    case Mark::Tick:
        paintTick(painter, square, color);
        break;
    case Mark::Question:
        paintQuestion(painter, square, color);
        break;
    case Mark::CrossedRing:
        paintRing(painter, square, color, side * 0.16);
        paintCrossMark(painter, square.adjusted(side * 0.3, side * 0.3, -side * 0.3, -side * 0.3), color, side * 0.16);
        break;
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
