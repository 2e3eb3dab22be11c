// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of WaitGraphView that paints.

#include "ui/models/text/Formatting.h"
#include "ui/views/Painting.h"
#include "ui/views/StateMark.h"
#include "ui/views/graph/WaitGraphView.h"
#include "ui/views/graph/WaitWords.h"

#include <QFontInfo>
#include <QPainter>
#include <QScrollBar>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

QColor WaitGraphView::colorOf(Tone tone) const
{
    return m_content.isStale ? theme().muted : theme().color(tone);
}

QFont WaitGraphView::smallFont() const
{
    auto small = font();
    small.setPixelSize(std::max(QFontInfo(small).pixelSize() - 1, 10));
    return small;
}

void WaitGraphView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.save();
    painter.translate(-horizontalScrollBar()->value(), -verticalScrollBar()->value());
    painter.scale(m_zoom, m_zoom);
    paintScene(painter, chosenHit());
    painter.restore();
    if (hasFocus())
        paintFocus(painter, viewport()->rect(), theme());
}

void WaitGraphView::paintWhole(QPainter& painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    paintScene(painter, {});
}

/// Cycles above the other arrows, boxes above all arrows, labels where no box is.
void WaitGraphView::paintScene(QPainter& painter, const Hit& chosen) const
{
    if (!m_content.snapshot)
        return;
    const auto& snapshot = *m_content.snapshot;
    for (const bool isCycle : {false, true}) {
        for (std::size_t edge = 0; edge < snapshot.edges.size(); ++edge) {
            if (snapshot.edges[edge].cycle.has_value() == isCycle)
                paintArrow(painter, edge, chosen.edge == edge);
        }
    }
    for (std::size_t edge = 0; edge < snapshot.edges.size(); ++edge)
        paintLabel(painter, edge);
    for (std::size_t node = 0; node < snapshot.nodes.size(); ++node)
        paintBox(painter, node, chosen.node == node);
}

void WaitGraphView::paintArrow(QPainter& painter, std::size_t index, bool isChosen) const
{
    const auto& edge = m_content.snapshot->edges[index];
    const bool isStuck = m_content.snapshot->nodes[edge.from].isStuck;
    const auto color = edge.cycle ? colorOf(Tone::Bad) : isStuck ? colorOf(Tone::Bad) : theme().muted;
    const auto width = edge.cycle ? 2.8 : 1.3;
    const auto& points = m_layout.route(index);
    const auto tip = points.back();
    const auto back = tip.x() < points[points.size() - 2].x() ? 1.0 : -1.0;
    const auto head = edge.cycle ? 10.0 : 7.0;
    auto path = pathOf(index);
    painter.setBrush(Qt::NoBrush);
    if (isChosen) {
        painter.setPen(QPen(theme().selection, width + 8, Qt::SolidLine, Qt::RoundCap));
        painter.drawPath(path);
        painter.setPen(QPen(theme().info, width + 2.5, Qt::SolidLine, Qt::RoundCap));
        painter.drawPath(path);
    }
    // Dashed: the blocker is ahead in the queue but does not hold the lock.
    painter.setPen(QPen(color, width, edge.blockerHolds ? Qt::SolidLine : Qt::DashLine, Qt::FlatCap));
    painter.drawPath(path);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(
        QPolygonF({tip, tip + QPointF(back * head, head * 0.55), tip + QPointF(back * head, -head * 0.55)}));
}

void WaitGraphView::paintLabel(QPainter& painter, std::size_t index) const
{
    const auto [box, text] = labelOf(index);
    if (box.isEmpty())
        return;
    const auto& edge = m_content.snapshot->edges[index];
    painter.setPen(edge.cycle ? QPen(colorOf(Tone::Bad), 1) : QPen(Qt::NoPen));
    painter.setBrush(edge.cycle ? theme().badSoft : theme().panel);
    painter.drawRoundedRect(box, 5, 5);
    auto room = box.adjusted(6, 0, -6, 0);
    painter.setFont(smallFont());
    if (edge.cycle) {
        const QRectF circle(room.left() - 3, box.top() + 2, box.height() - 4, box.height() - 4);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colorOf(Tone::Bad));
        painter.drawEllipse(circle);
        painter.setPen(theme().badSoft);
        painter.drawText(circle, Qt::AlignCenter, QString::number(edge.step));
        room.setLeft(circle.right() + 4);
    }
    painter.setPen(edge.cycle ? colorOf(Tone::Bad) : theme().muted);
    painter.drawText(room.adjusted(0, 0, 4, 0), Qt::AlignVCenter | Qt::AlignLeft, text);
}

void WaitGraphView::paintBox(QPainter& painter, std::size_t index, bool isChosen) const
{
    const auto& node = m_content.snapshot->nodes[index];
    const auto& box = m_layout.box(index);
    const auto look = waitLook(*m_content.snapshot, index);
    const auto color = colorOf(look.tone);
    if (isChosen) {
        painter.setPen(QPen(theme().info, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(box.adjusted(-4, -4, 4, 4), 9, 9);
    }
    const bool isLoud = node.isInCycle || node.trouble == inspect::WaitNode::Trouble::Dead ||
                        node.trouble == inspect::WaitNode::Trouble::NoSession;
    painter.setPen(QPen(color, node.isInCycle ? 2.6 : 1.4, node.isStuck ? Qt::DashLine : Qt::SolidLine));
    painter.setBrush(isChosen ? theme().selection : isLoud && !m_content.isStale ? theme().badSoft : theme().raised);
    painter.drawRoundedRect(box, 6, 6);

    const auto inner = box.adjusted(10, 4, -9, -4);
    const QRectF upper(inner.left(), inner.top(), inner.width(), inner.height() / 2);
    const QRectF lower = upper.translated(0, inner.height() / 2);
    paintMark(painter, QRectF(upper.left(), upper.center().y() - 5, 10, 10), look.mark, color);
    auto name = upper.adjusted(17, 0, 0, 0);
    painter.setFont(smallFont());
    if (node.waitersLeftOut > 0) {
        const auto more = u"+"_s + formatCount(static_cast<qint64>(node.waitersLeftOut));
        painter.setPen(isChosen ? theme().text : colorOf(Tone::Wait));
        painter.drawText(name, Qt::AlignVCenter | Qt::AlignRight, more);
        name.setRight(name.right() - painter.fontMetrics().horizontalAdvance(more) - 6);
    }
    auto bold = font();
    bold.setWeight(QFont::DemiBold);
    painter.setFont(bold);
    painter.setPen(m_content.isStale && !isChosen ? theme().muted : theme().text);
    painter.drawText(name, Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(waitName(node), Qt::ElideMiddle, static_cast<int>(name.width())));

    painter.setFont(smallFont());
    painter.setPen(isChosen ? theme().text : color);
    painter.drawText(lower, Qt::AlignVCenter, look.word);
    const auto used = painter.fontMetrics().horizontalAdvance(look.word + u"  "_s);
    const auto host = node.client.empty() && node.session != 0 ? formatHex(node.session) : oneLine(node.host);
    painter.setPen(isChosen ? theme().text : theme().muted);
    painter.drawText(lower.adjusted(used, 0, 0, 0), Qt::AlignVCenter | Qt::AlignRight,
                     painter.fontMetrics().elidedText(host, Qt::ElideMiddle, static_cast<int>(lower.width()) - used));
}

} // namespace lockscope::ui
