// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/graph/DrawingWords.h"

#include "ui/models/text/Formatting.h"
#include "ui/views/graph/WaitWords.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope::ui {

namespace {

struct DrawingText {
    Q_DECLARE_TR_FUNCTIONS(DrawingWords)
};

QString quantityText(std::size_t number)
{
    return formatCount(static_cast<qint64>(number));
}

/// "9 m 45 s", "≤ 9 m 45 s"; empty while unknown.
QString ageOf(const DrawnArrow& arrow, WallTime now)
{
    if (!arrow.since)
        return {};
    return formatSince(
        inspect::Since{std::max(now - *arrow.since, std::chrono::milliseconds(0)), arrow.isAtMost, arrow.isAtLeast});
}

QString leftOutText(const DrawnLock& lock)
{
    return lock.waitsLeftOut == 0
               ? QString()
               : DrawingText::tr("%1 more clients wait (not drawn)", nullptr, forPlural(lock.waitsLeftOut))
                     .arg(quantityText(lock.waitsLeftOut));
}

/// The sentences about its arrows of one kind.
QStringList arrowsOf(const WaitDrawing& drawing, std::size_t node, DrawnArrow::Kind kind, WallTime now)
{
    QStringList texts;
    for (const auto& arrow : drawing.arrows) {
        const auto lock = arrow.kind == DrawnArrow::Kind::Waits ? arrow.to : arrow.from;
        if (arrow.kind == kind && lock == node)
            texts << arrowText(drawing, arrow, now);
    }
    return texts;
}

} // namespace

QString lockNodeName(const DrawnLock& lock, int length)
{
    const auto slash = lock.path.rfind('/');
    const auto last = slash == std::string::npos ? lock.path : lock.path.substr(slash + 1);
    return elideNode(oneLine(last.empty() ? lock.path : last), length);
}

QString lockNodeWord(const DrawnLock& lock)
{
    return lock.waiting == 0 ? QString() : DrawingText::tr("%1 waiting").arg(quantityText(lock.waiting));
}

QString lockPillText(const DrawnLock& lock)
{
    return lock.isInCycle && lock.waitsLeftOut > 0
               ? DrawingText::tr("%1 more wait", nullptr, forPlural(lock.waitsLeftOut))
                     .arg(quantityText(lock.waitsLeftOut))
               : QString();
}

QString lockNodeText(const WaitDrawing& drawing, std::size_t node, WallTime now)
{
    const auto& lock = drawing.lockAt(node);
    auto parts = arrowsOf(drawing, node, DrawnArrow::Kind::HeldBy, now);
    if (parts.isEmpty())
        parts << oneLine(lock.path);
    if (lock.waiting > 0)
        parts << DrawingText::tr("waiting clients: %1").arg(quantityText(lock.waiting));
    return ended(parts.join(DrawingText::tr("; ")));
}

QString lockNodeDetails(const WaitDrawing& drawing, std::size_t node, WallTime now)
{
    const auto& lock = drawing.lockAt(node);
    QStringList lines{oneLine(lock.path)};
    lines += arrowsOf(drawing, node, DrawnArrow::Kind::HeldBy, now);
    lines += arrowsOf(drawing, node, DrawnArrow::Kind::Waits, now);
    if (const auto more = leftOutText(lock); !more.isEmpty())
        lines << more;
    return lines.join(u'\n');
}

QString arrowLabel(const DrawnArrow& arrow, WallTime now)
{
    const auto age = ageOf(arrow, now);
    switch (arrow.kind) {
    case DrawnArrow::Kind::Waits:
        return age.isEmpty() ? DrawingText::tr("waits") : DrawingText::tr("waits %1", "duration").arg(age);
    case DrawnArrow::Kind::HeldBy:
        return age.isEmpty() ? DrawingText::tr("held") : DrawingText::tr("held %1", "duration").arg(age);
    case DrawnArrow::Kind::Behind:
        break;
    }
    return DrawingText::tr("behind", "another waiter");
}

QString arrowText(const WaitDrawing& drawing, const DrawnArrow& arrow, WallTime now)
{
    if (arrow.kind != DrawnArrow::Kind::HeldBy)
        return waitText(*drawing.snapshot, arrow.edge, now);
    const auto text =
        DrawingText::tr("%1 holds %2").arg(uniqueWaitName(*drawing.snapshot, arrow.to), oneLine(arrow.place.lock));
    const auto age = ageOf(arrow, now);
    return age.isEmpty() ? text : withAside(text, age);
}

QString arrowDetails(const WaitDrawing& drawing, const DrawnArrow& arrow, WallTime now)
{
    if (arrow.kind != DrawnArrow::Kind::HeldBy)
        return waitDetails(*drawing.snapshot, arrow.edge, now);
    QStringList lines{arrowText(drawing, arrow, now)};
    if (drawing.snapshot->nodes[arrow.to].owner.empty()) // an owner on Redis has no node
        lines << DrawingText::tr("held by node: %1").arg(oneLine(arrow.place.node));
    if (arrow.since && !arrow.isAtMost && !arrow.isAtLeast)
        lines << DrawingText::tr("since %1").arg(formatTime(*arrow.since));
    return lines.join(u'\n');
}

QString cycleTitle(const inspect::WaitSnapshot& snapshot, std::size_t cycle)
{
    const auto size = quantityText(snapshot.cycles[cycle].edges.size());
    const auto& first = snapshot.nodes[snapshot.edges[snapshot.cycles[cycle].edges.front()].from];
    const bool isCertain = snapshot.cycles[cycle].isCertain;
    if (!first.owner.empty())
        return isCertain ? DrawingText::tr("Deadlock of %1 clients").arg(size)
                         : DrawingText::tr("Possible deadlock of %1 clients").arg(size);
    return isCertain ? DrawingText::tr("Deadlock of %1 sessions").arg(size)
                     : DrawingText::tr("Possible deadlock of %1 sessions").arg(size);
}

QString cycleAge(const inspect::WaitSnapshot& snapshot, std::size_t cycle, WallTime now)
{
    std::optional<WallTime> last;
    for (const auto step : snapshot.cycles[cycle].edges) {
        const auto& since = snapshot.edges[step].since;
        if (!since)
            return {};
        last = last ? std::max(*last, *since) : *since;
    }
    if (!last)
        return {};
    const auto time = formatTimeOfDay(*last, now).section(u'.', 0, 0);
    return DrawingText::tr("since %1, %2", "time of day, duration").arg(time, formatDuration(now - *last));
}

QString shownText(const WaitDrawing& drawing)
{
    const auto& snapshot = *drawing.snapshot;
    const auto counted = [](const QString& text, std::size_t number) { return text.arg(quantityText(number)); };
    const auto cycles = snapshot.cycles.size();
    const auto shown = snapshot.nodes.size();
    const auto all = shown + snapshot.sessionsLeftOut;
    const bool isRedis =
        std::any_of(snapshot.nodes.begin(), snapshot.nodes.end(), [](const auto& node) { return !node.owner.empty(); });
    QStringList counts;
    if (cycles > 0)
        counts << counted(DrawingText::tr("%1 cycles", nullptr, forPlural(cycles)), cycles);
    if (all > shown)
        counts << (isRedis ? DrawingText::tr("%1 of %2 clients") : DrawingText::tr("%1 of %2 sessions"))
                      .arg(quantityText(shown), quantityText(all));
    else
        counts << counted(isRedis ? DrawingText::tr("%1 clients", nullptr, forPlural(shown))
                                  : DrawingText::tr("%1 sessions", nullptr, forPlural(shown)),
                          shown);
    counts << counted(DrawingText::tr("%1 locks", nullptr, forPlural(drawing.locks.size())), drawing.locks.size());
    QStringList more;
    const bool hasNumbers = std::any_of(drawing.locks.begin(), drawing.locks.end(), [](const DrawnLock& lock) {
        return lock.waitsLeftOut > 0 && lockPillText(lock).isEmpty();
    });
    if (hasNumbers)
        more << DrawingText::tr("+N: N more waiters.");
    if (all > shown)
        more << DrawingText::tr("Select a lock and press “Selected Lock” to see only its sessions.");
    more << undecidedText(snapshot);
    const auto text = asList(counts);
    return inTurn(QStringList(ended(text)) + more);
}

QString arrowsText()
{
    return DrawingText::tr("Dashed arrow: waits for. Solid arrow: held by.");
}

} // namespace lockscope::ui
