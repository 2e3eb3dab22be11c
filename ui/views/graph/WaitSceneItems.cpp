// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/graph/WaitSceneItems.h"

#include "ui/views/StateMark.h"

#include <QCursor>
#include <QFontMetricsF>
#include <QLineF>
#include <QPainter>
#include <QPainterPathStroker>
#include <QPolygonF>

#include <algorithm>
#include <utility>

namespace lockscope::ui {

namespace {

constexpr double frame = 8;  ///< around a node, for its selection
constexpr double inside = 8; ///< between a node's border and its text
constexpr double reach = 7;  ///< of the pointer, around arrows
constexpr double headLength = 11;

double lineOf(const QFont& font)
{
    return QFontMetricsF(font).height();
}

void paintPadlock(QPainter& painter, const QRectF& box, const QColor& color)
{
    const QRectF body(box.left(), box.top() + box.height() * 0.45, box.width(), box.height() * 0.55);
    const QRectF shackle(box.left() + box.width() * 0.2, box.top(), box.width() * 0.6, box.height() * 0.8);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, 1.6));
    painter.drawArc(shackle, 0, 180 * 16);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRoundedRect(body, 1.5, 1.5);
}

/// The head of an arrow at the first point of `back`, which leads along the arrow.
void paintHead(QPainter& painter, QLineF back, double head, const QColor& color)
{
    back.setLength(head);
    const auto side = back.normalVector().unitVector();
    const QPointF half((side.p2() - side.p1()) * head * 0.5);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(QPolygonF({back.p1(), back.p2() + half, back.p2() - half}));
}

QString elidedTo(const QPainter& painter, const QString& text, double width)
{
    return painter.fontMetrics().elidedText(text, Qt::ElideMiddle, static_cast<int>(width));
}

} // namespace

// ---- common

WaitSceneItem::WaitSceneItem(const WaitSceneLook& look)
    : m_look(look)
{
    setAcceptHoverEvents(true);
    setCursor(Qt::PointingHandCursor);
}

void WaitSceneItem::setChosen(bool chosen)
{
    if (std::exchange(m_isChosen, chosen) != chosen)
        update();
}

void WaitSceneItem::hoverEnterEvent(QGraphicsSceneHoverEvent*)
{
    m_isHovered = true;
    update();
}

void WaitSceneItem::hoverLeaveEvent(QGraphicsSceneHoverEvent*)
{
    m_isHovered = false;
    update();
}

// ---- nodes

WaitNodeItem::WaitNodeItem(const WaitSceneLook& look)
    : WaitSceneItem(look)
{
    setZValue(4);
}

void WaitNodeItem::setFace(const NodeFace& face)
{
    if (face == m_face)
        return;
    if (face.size != m_face.size)
        prepareGeometryChange();
    m_face = face;
    update();
}

QRectF WaitNodeItem::boundingRect() const
{
    return box().adjusted(-frame, -frame, frame, frame);
}

QPainterPath WaitNodeItem::shape() const
{
    QPainterPath path;
    path.addRoundedRect(box(), corner(), corner());
    return path;
}

double WaitNodeItem::corner() const
{
    return m_face.isLock ? 0 : lineOf(look().font);
}

void WaitNodeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const auto& theme = look().theme;
    const auto color = look().color(m_face.tone);
    painter->setRenderHint(QPainter::Antialiasing);
    if (isChosen() || isHovered()) {
        painter->setPen(QPen(isChosen() ? theme.info : theme.border, 2));
        painter->setBrush(Qt::NoBrush);
        const auto round = m_face.isLock ? 0.0 : corner() + 4;
        painter->drawRoundedRect(box().adjusted(-4, -4, 4, 4), round, round);
    }
    // Dashed: the client is stuck behind others.
    painter->setPen(QPen(color, m_face.isInCycle ? 2.6 : 1.4, m_face.isStuck ? Qt::DashLine : Qt::SolidLine));
    painter->setBrush(isChosen() ? theme.selection : m_face.isLoud && !look().isStale ? theme.badSoft : theme.raised);
    painter->drawRoundedRect(box(), corner(), corner());
    if (m_face.isLock)
        paintLock(*painter);
    else
        paintSession(*painter);
}

/// Name, host and state, below each other.
void WaitNodeItem::paintSession(QPainter& painter) const
{
    const auto& theme = look().theme;
    const auto inner = box().adjusted(corner() * 0.7, 0, -corner() * 0.7, 0);
    const auto line = lineOf(look().font);
    const auto lines = m_face.place.isEmpty() ? 2 : 3;
    QRectF row(inner.left(), inner.center().y() - lines * line / 2, inner.width(), line);
    painter.setFont(look().bold);
    painter.setPen(look().isStale && !isChosen() ? theme.muted : theme.text);
    painter.drawText(row, Qt::AlignCenter, elidedTo(painter, m_face.name, row.width()));
    painter.setFont(look().small);
    if (!m_face.place.isEmpty()) {
        row.translate(0, line);
        painter.setPen(isChosen() ? theme.text : theme.muted);
        painter.drawText(row, Qt::AlignCenter, elidedTo(painter, m_face.place, row.width()));
    }
    row.translate(0, line);
    const auto mark = line * 0.6;
    const auto gap = line * 0.3;
    const auto text = stateFor(painter, row.width() - mark - gap);
    const auto width = mark + gap + painter.fontMetrics().horizontalAdvance(text);
    const auto left = row.center().x() - width / 2;
    paintMark(painter, QRectF(left, row.center().y() - mark / 2, mark, mark), m_face.mark, look().color(m_face.tone));
    painter.setPen(isChosen() ? theme.text : look().color(m_face.wordTone));
    painter.drawText(row.adjusted(left + mark + gap - row.left(), 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, text);
}

QString WaitNodeItem::stateFor(const QPainter& painter, double width) const
{
    for (const auto& words : m_face.words)
        if (painter.fontMetrics().horizontalAdvance(words) <= width)
            return words;
    return elidedTo(painter, m_face.words.value(m_face.words.size() - 1), width);
}

/// A padlock, and beside it the name and the number of waiters.
void WaitNodeItem::paintLock(QPainter& painter) const
{
    const auto& theme = look().theme;
    const auto line = lineOf(look().font);
    const auto sign = line * 0.7;
    const auto inner = box().adjusted(inside, 0, -inside, 0);
    paintPadlock(painter, {inner.left(), inner.center().y() - sign / 2, sign * 0.85, sign},
                 m_face.isInCycle ? look().color(Tone::Bad) : theme.muted);
    const auto lines = m_face.words.isEmpty() ? 1 : 2;
    const auto left = inner.left() + sign + inside;
    QRectF row(left, inner.center().y() - lines * line / 2, inner.right() - left, line);
    painter.setFont(look().bold);
    painter.setPen(look().isStale && !isChosen() ? theme.muted : theme.text);
    painter.drawText(row, Qt::AlignVCenter, elidedTo(painter, m_face.name, row.width()));
    row.translate(0, line);
    painter.setFont(look().small);
    painter.setPen(isChosen() ? theme.text : look().color(Tone::Wait));
    painter.drawText(row, Qt::AlignVCenter | Qt::AlignRight, m_face.more);
    row.setRight(row.right() - (m_face.more.isEmpty() ? 0 : painter.fontMetrics().horizontalAdvance(m_face.more) + 4));
    painter.setPen(isChosen() ? theme.text : theme.muted);
    painter.drawText(row, Qt::AlignVCenter, stateFor(painter, row.width()));
}

// ---- arrows

WaitArrowItem::WaitArrowItem(const WaitSceneLook& look)
    : WaitSceneItem(look)
{
}

void WaitArrowItem::setFace(const ArrowFace& face)
{
    if (face == m_face)
        return;
    prepareGeometryChange();
    m_face = face;
    setZValue(face.isCycle ? 2 : 1);
}

QRectF WaitArrowItem::boundingRect() const
{
    return m_face.path.controlPointRect().adjusted(-headLength, -headLength, headLength, headLength);
}

QPainterPath WaitArrowItem::shape() const
{
    QPainterPathStroker stroker;
    stroker.setWidth(2 * reach);
    return stroker.createStroke(m_face.path);
}

void WaitArrowItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    if (m_face.path.isEmpty())
        return;
    const auto& theme = look().theme;
    const auto color = m_face.isCycle || m_face.isStuck ? look().color(Tone::Bad) : theme.muted;
    const auto width = m_face.isCycle ? 2.6 : isHovered() ? 2.2 : 1.3;
    const auto head = m_face.isCycle ? headLength : headLength * 0.75;
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(Qt::NoBrush);
    if (isChosen()) {
        painter->setPen(QPen(theme.info, width + 3.5, Qt::SolidLine, Qt::RoundCap));
        painter->drawPath(m_face.path);
    }
    painter->setPen(QPen(color, width, m_face.line, Qt::FlatCap));
    painter->drawPath(m_face.path);
    QLineF back(m_face.path.currentPosition(), m_face.path.pointAtPercent(0.97));
    if (back.length() < 0.5)
        back.setP2(m_face.path.pointAtPercent(0));
    paintHead(*painter, back, head, color);
}

// ---- labels

WaitLabelItem::WaitLabelItem(const WaitSceneLook& look)
    : WaitSceneItem(look)
{
    setZValue(3);
}

void WaitLabelItem::setText(const QString& text, const QSizeF& size, bool isCycle)
{
    if (text == m_text && size == m_size && isCycle == m_isCycle)
        return;
    if (size != m_size)
        prepareGeometryChange();
    m_text = text;
    m_size = size;
    m_isCycle = isCycle;
    update();
}

void WaitLabelItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const auto& theme = look().theme;
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme.panel);
    painter->drawRoundedRect(boundingRect(), 4, 4);
    painter->setFont(look().small);
    painter->setPen(m_isCycle ? look().color(Tone::Bad) : theme.muted);
    painter->drawText(boundingRect(), Qt::AlignCenter, m_text);
}

// ---- waiters that are not drawn

WaitPillItem::WaitPillItem(const WaitSceneLook& look)
    : WaitSceneItem(look)
{
    setZValue(3); // other arrows may lead to the lock, too
}

void WaitPillItem::setFace(const PillFace& face)
{
    if (face == m_face)
        return;
    prepareGeometryChange();
    m_face = face;
}

QRectF WaitPillItem::boundingRect() const
{
    return m_face.box.united(QRectF(m_face.tip, QSizeF(1, 1)))
        .adjusted(-headLength, -headLength, headLength, headLength);
}

QPainterPath WaitPillItem::shape() const
{
    QPainterPath path;
    path.addRect(m_face.box);
    return path;
}

void WaitPillItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const auto& theme = look().theme;
    const QLineF arrow(m_face.tip, m_face.box.center());
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(theme.muted, 1.3, Qt::DashLine));
    painter->drawLine(arrow);
    paintHead(*painter, arrow, headLength * 0.75, theme.muted);
    const auto round = m_face.box.height() / 2;
    painter->setPen(QPen(isHovered() ? theme.muted : theme.border, 1));
    painter->setBrush(theme.raised);
    painter->drawRoundedRect(m_face.box, round, round);
    painter->setFont(look().small);
    painter->setPen(theme.muted);
    painter->drawText(m_face.box, Qt::AlignCenter, m_face.text);
}

// ---- words

WaitWordsItem::WaitWordsItem(const WaitSceneLook& look)
    : m_look(look)
{
}

void WaitWordsItem::setWords(const QString& title, const QString& age)
{
    const QFontMetricsF metrics(m_look.bold);
    const auto width = std::max(metrics.horizontalAdvance(title), QFontMetricsF(m_look.small).horizontalAdvance(age));
    const auto height = metrics.height() * 3.6;
    const QRectF box(-width / 2 - 2, -height / 2, width + 4, height);
    if (title == m_title && age == m_age && box == m_box)
        return;
    prepareGeometryChange();
    m_title = title;
    m_age = age;
    m_box = box;
}

void WaitWordsItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const auto line = lineOf(m_look.bold);
    painter->setRenderHint(QPainter::Antialiasing);
    const auto mark = line * 1.2;
    paintMark(*painter, QRectF(-mark / 2, m_box.top(), mark, mark), Mark::Triangle, m_look.color(Tone::Bad));
    QRectF row(m_box.left(), m_box.top() + line * 1.5, m_box.width(), line);
    painter->setFont(m_look.bold);
    painter->setPen(m_look.color(Tone::Bad));
    painter->drawText(row, Qt::AlignCenter, m_title);
    row.translate(0, line * 1.05);
    painter->setFont(m_look.small);
    painter->setPen(m_look.theme.muted);
    painter->drawText(row, Qt::AlignCenter, m_age);
}

} // namespace lockscope::ui
