// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of WaitGraphView that lays out the drawing and keeps the items of its scene.

#include "ui/models/text/Formatting.h"
#include "ui/views/graph/DrawingWords.h"
#include "ui/views/graph/WaitGraphView.h"
#include "ui/views/graph/WaitWords.h"

#include <QFontMetricsF>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int lockNameLength = 40;

} // namespace

RingSizes WaitGraphView::sizes() const
{
    const auto line = QFontMetricsF(m_look.font).height();
    DrawnArrow longest;
    longest.since = WallTime{};
    longest.isAtMost = true;
    const auto label = labelSize(arrowLabel(longest, WallTime{} + std::chrono::seconds(3'599)));
    return {{m_width, label.width() + 3 * line}, label, {2.6 * line, 3.2 * line}};
}

QSizeF WaitGraphView::labelSize(const QString& text) const
{
    const QFontMetricsF metrics(m_look.small);
    return {metrics.horizontalAdvance(text) + metrics.height() * 0.7, metrics.height() * 1.15};
}

/// High enough for the labels of its arrows.
QSizeF WaitGraphView::sizeOf(std::size_t node) const
{
    const auto line = QFontMetricsF(m_look.font).height();
    const auto& arrows = drawing()->arrows;
    const auto out =
        std::count_if(arrows.begin(), arrows.end(), [&](const DrawnArrow& arrow) { return arrow.from == node; });
    const auto labels = line * 1.2 * static_cast<double>(out + 1);
    const auto even = [](double length) { return 2 * std::ceil(length / 2); }; // sharp edges around a centre
    if (drawing()->isLock(node))
        return {even(8.5 * line), even(std::max(2.5 * line, labels))};
    return {even(10.5 * line), even(std::max(3.6 * line, labels))};
}

QSizeF WaitGraphView::pillSizeOf(std::size_t node) const
{
    const auto text = drawing()->isLock(node) ? lockPillText(drawing()->lockAt(node)) : QString();
    const QFontMetricsF metrics(m_look.small);
    return text.isEmpty() ? QSizeF()
                          : QSizeF(metrics.horizontalAdvance(text) + metrics.height() * 1.6, metrics.height() * 1.6);
}

NodeFace WaitGraphView::faceOf(std::size_t node) const
{
    NodeFace face;
    face.isLock = drawing()->isLock(node);
    face.size = sizeOf(node);
    const auto more = [](std::size_t count) {
        return count > 0 ? u"+"_s + formatCount(static_cast<qint64>(count)) : QString();
    };
    if (face.isLock) {
        const auto& lock = drawing()->lockAt(node);
        face.name = lockNodeName(lock, lockNameLength);
        if (const auto word = lockNodeWord(lock); !word.isEmpty())
            face.words << word;
        if (lockPillText(lock).isEmpty())
            face.more = more(lock.waitsLeftOut);
        face.tone = lock.isInCycle ? Tone::Bad : Tone::Muted;
        face.isInCycle = lock.isInCycle;
        return face;
    }
    const auto& session = drawing()->snapshot->nodes[node];
    const auto look = waitLook(*drawing()->snapshot, node);
    face.name = waitName(session);
    face.place = session.client.empty() && session.session != 0 ? formatHex(session.session) : oneLine(session.host);
    face.words = sessionStateTexts(*drawing()->snapshot, node);
    face.mark = look.mark;
    face.tone = look.tone;
    const bool isTroubled = session.trouble != inspect::WaitNode::Trouble::None || session.session == 0;
    face.wordTone = session.isInCycle && !isTroubled ? Tone::Muted : look.tone; // the ring shows the deadlock
    face.isInCycle = session.isInCycle;
    face.isStuck = session.isStuck;
    face.isLoud = session.isInCycle || session.trouble == inspect::WaitNode::Trouble::Dead ||
                  session.trouble == inspect::WaitNode::Trouble::NoSession;
    return face;
}

void WaitGraphView::arrange()
{
    std::vector<WaitLayoutBox> boxes;
    std::vector<WaitLayoutLink> links;
    std::vector<std::vector<std::size_t>> rings;
    if (const auto* drawn = drawing()) {
        for (std::size_t node = 0; node < drawn->nodeCount(); ++node) {
            const auto size = sizeOf(node);
            boxes.push_back({drawn->keyOf(node), size.height(), size.width(), false, pillSizeOf(node)});
        }
        for (const auto& arrow : drawn->arrows)
            links.push_back({arrow.from, arrow.to, arrow.place.lock});
        rings = drawn->rings;
    }
    m_layout = RingLayout(boxes, links, rings, m_layout, sizes());
    m_scene.setSceneRect({{}, m_layout.size().expandedTo({0, 0})});
    syncItems();
}

/// Keeps the items of what is still drawn.
void WaitGraphView::syncItems()
{
    std::set<std::string> wanted;
    const auto count = drawing() ? drawing()->nodeCount() : 0;
    const auto arrows = drawing() ? drawing()->arrows.size() : 0;
    for (std::size_t node = 0; node < count; ++node) {
        wanted.insert(drawing()->keyOf(node));
        syncNode(node);
    }
    for (std::size_t arrow = 0; arrow < arrows; ++arrow) {
        wanted.insert(drawing()->keyOf(drawing()->arrows[arrow]));
        syncArrow(arrow);
    }
    const auto drop = [&](auto& items) {
        std::erase_if(items, [&](const auto& item) {
            if (wanted.contains(item.first))
                return false;
            delete item.second;
            return true;
        });
    };
    drop(m_nodes);
    drop(m_arrows);
    drop(m_labels);
    drop(m_pills);
    syncWords();
    markChosen();
}

void WaitGraphView::syncNode(std::size_t node)
{
    auto& item = m_nodes[drawing()->keyOf(node)];
    if (!item) {
        item = new WaitNodeItem(m_look);
        m_scene.addItem(item);
    }
    item->setIndex(node);
    item->setFace(faceOf(node));
    item->setPos(m_layout.box(node).topLeft());
    syncPill(node);
}

void WaitGraphView::syncPill(std::size_t node)
{
    const auto key = drawing()->keyOf(node);
    const auto& [box, tip] = m_layout.pill(node);
    if (box.isEmpty()) {
        if (const auto found = m_pills.find(key); found != m_pills.end()) {
            delete found->second;
            m_pills.erase(found);
        }
        return;
    }
    auto& item = m_pills[key];
    if (!item) {
        item = new WaitPillItem(m_look);
        m_scene.addItem(item);
    }
    item->setIndex(node);
    item->setFace({box, tip, lockPillText(drawing()->lockAt(node))});
}

void WaitGraphView::syncArrow(std::size_t index)
{
    const auto& arrow = drawing()->arrows[index];
    auto& item = m_arrows[drawing()->keyOf(arrow)];
    if (!item) {
        item = new WaitArrowItem(m_look);
        m_scene.addItem(item);
    }
    item->setIndex(index);
    const auto line = arrow.kind == DrawnArrow::Kind::HeldBy  ? Qt::SolidLine
                      : arrow.kind == DrawnArrow::Kind::Waits ? Qt::DashLine
                                                              : Qt::DotLine;
    const bool isStuck = !drawing()->isLock(arrow.from) && drawing()->snapshot->nodes[arrow.from].isStuck;
    item->setFace({pathOf(index), line, arrow.cycle.has_value(), isStuck});
}

void WaitGraphView::syncWords()
{
    const auto cycles = drawing() ? drawing()->snapshot->cycles.size() : 0;
    for (auto cycle = cycles; cycle < m_words.size(); ++cycle)
        delete m_words[cycle];
    m_words.resize(cycles, nullptr);
    std::set<std::size_t> taken;
    for (std::size_t cycle = 0; cycle < cycles; ++cycle) {
        if (!m_words[cycle]) {
            m_words[cycle] = new WaitWordsItem(m_look);
            m_scene.addItem(m_words[cycle]);
        }
        const auto first = drawing()->snapshot->cycles[cycle].edges.front();
        const auto ring = m_layout.ringOfBox(drawing()->snapshot->edges[first].from);
        // Cycles with common nodes are one ring, which has the words of the first.
        m_words[cycle]->setVisible(ring && taken.insert(*ring).second);
        if (ring)
            m_words[cycle]->setPos(m_layout.ringCentre(*ring));
    }
}

/// What changes with the time alone: labels and the words of cycles.
void WaitGraphView::showAges()
{
    if (!drawing())
        return;
    for (std::size_t arrow = 0; arrow < drawing()->arrows.size(); ++arrow)
        syncLabel(arrow);
    for (std::size_t cycle = 0; cycle < m_words.size(); ++cycle)
        m_words[cycle]->setWords(cycleTitle(*drawing()->snapshot, cycle),
                                 cycleAge(*drawing()->snapshot, cycle, m_content.now));
}

void WaitGraphView::syncLabel(std::size_t index)
{
    const auto& arrow = drawing()->arrows[index];
    auto& item = m_labels[drawing()->keyOf(arrow)];
    if (!item) {
        item = new WaitLabelItem(m_look);
        m_scene.addItem(item);
    }
    item->setIndex(index);
    item->setVisible(hasLabel(index));
    const auto text = arrowLabel(arrow, m_content.now);
    const auto size = labelSize(text);
    item->setText(text, size, arrow.cycle.has_value());
    const auto& route = m_layout.route(index);
    if (const auto ring = m_layout.ringOfLink(index)) {
        const auto middle = (route.front() + route.back()) / 2;
        item->setPos(RingLayout::labelBox(middle, m_layout.ringCentre(*ring), size).topLeft());
        return;
    }
    constexpr double gap = 8;
    const bool isBack = route[1].x() < route[0].x();
    item->setPos(route[0].x() + (isBack ? -gap - size.width() : gap), route[0].y() - size.height() / 2);
}

/// Not inside of a ring from where an arrow leads outside.
bool WaitGraphView::hasLabel(std::size_t arrow) const
{
    return m_layout.ringOfLink(arrow) || !m_layout.ringOfBox(drawing()->arrows[arrow].from);
}

/// In a ring straight, else straight beside its label, then curved.
QPainterPath WaitGraphView::pathOf(std::size_t arrow) const
{
    auto points = m_layout.route(arrow);
    QPainterPath path(points.front());
    if (m_layout.ringOfLink(arrow)) {
        path.lineTo(points.back());
        return path;
    }
    if (hasLabel(arrow)) {
        const auto room = sizes().label.width() + 12;
        points.front().rx() += points[1].x() < points[0].x() ? -room : room;
        path.lineTo(points.front());
    }
    for (std::size_t i = 1; i < points.size(); ++i) {
        const auto half = QPointF((points[i].x() - points[i - 1].x()) / 2, 0);
        path.cubicTo(points[i - 1] + half, points[i] - half, points[i]);
    }
    return path;
}

} // namespace lockscope::ui
