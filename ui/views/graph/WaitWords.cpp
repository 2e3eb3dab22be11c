// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/graph/WaitWords.h"

#include "ui/models/text/Formatting.h"

#include <QCoreApplication>

#include <algorithm>
#include <optional>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using inspect::WaitEdge;
using inspect::WaitNode;
using inspect::WaitSnapshot;
using Trouble = WaitNode::Trouble;

namespace {

constexpr std::size_t mostRingsReported = 2;
constexpr std::size_t mostStepsReported = 5;
constexpr int nameLength = 40;
constexpr qsizetype shownOfId = 4; ///< the last digits

struct WaitText {
    Q_DECLARE_TR_FUNCTIONS(WaitWords)
};

QString count(std::size_t number)
{
    return formatCount(static_cast<qint64>(number));
}

std::optional<QString> durationOf(const WaitEdge& edge, WallTime now)
{
    return edge.since ? std::optional(formatDuration(now - *edge.since)) : std::nullopt;
}

QString troubleText(const WaitNode& node)
{
    switch (node.trouble) {
    case Trouble::None:
        return {};
    case Trouble::NoSession:
        return WaitText::tr("The node is persistent. It has no session, so it never expires.");
    case Trouble::Dead:
        return WaitText::tr("No server lists the session of the client: the session has ended.");
    case Trouble::Disconnected:
        return WaitText::tr("The client has no connection to any server.");
    case Trouble::Silent:
        return WaitText::tr("The client is connected, but has sent no heartbeat for a long time.");
    }
    return {};
}

std::optional<WaitLook> troubleLook(Trouble trouble)
{
    switch (trouble) {
    case Trouble::None:
        break;
    case Trouble::NoSession:
        return WaitLook{Mark::Triangle, Tone::Bad, WaitText::tr("no session")};
    case Trouble::Dead:
        return WaitLook{Mark::CrossedRing, Tone::Bad, WaitText::tr("session ended")};
    case Trouble::Disconnected:
        return WaitLook{Mark::WarningTriangle, Tone::Warn, WaitText::tr("disconnected")};
    case Trouble::Silent:
        return WaitLook{Mark::WarningTriangle, Tone::Warn, WaitText::tr("no heartbeat")};
    }
    return std::nullopt;
}

QStringList placeLines(const QString& line, const std::vector<inspect::ContenderKey>& places, std::size_t all)
{
    QStringList lines;
    for (const auto& place : places)
        lines << line.arg(oneLine(place.lock));
    if (all > places.size())
        lines << WaitText::tr("and %1 more").arg(count(all - places.size()));
    return lines;
}

} // namespace

QString waitName(const WaitNode& node)
{
    const auto name =
        nameFrom(node.client, node.host, node.session, std::string_view(node.key).substr(node.key.rfind('/') + 1));
    return elideNode(name, nameLength);
}

WaitLook waitLook(const WaitSnapshot& snapshot, std::size_t index)
{
    const auto& node = snapshot.nodes[index];
    if (node.isInCycle) {
        const auto step = std::find_if(snapshot.edges.begin(), snapshot.edges.end(),
                                       [&](const WaitEdge& edge) { return edge.from == index && edge.cycle; });
        const bool isCertain = step == snapshot.edges.end() || snapshot.cycles[*step->cycle].isCertain;
        return {Mark::Triangle, Tone::Bad, isCertain ? WaitText::tr("deadlock") : WaitText::tr("deadlock?")};
    }
    if (const auto look = troubleLook(node.trouble))
        return *look;
    if (node.isStuck)
        return {Mark::Ring, Tone::Bad, WaitText::tr("stuck")};
    const bool holds = node.holdCount > 0;
    if (node.waitCount == 0)
        return {Mark::Filled, Tone::Good, WaitText::tr("holding")};
    return {holds ? Mark::Filled : Mark::Ring, Tone::Wait,
            holds ? WaitText::tr("holding, waiting") : WaitText::tr("waiting")};
}

QStringList sessionStateTexts(const WaitSnapshot& snapshot, std::size_t index)
{
    const auto& node = snapshot.nodes[index];
    auto word = waitLook(snapshot, index).word;
    if (const auto look = troubleLook(node.trouble))
        word = look->word;
    else if (node.isInCycle && node.session != 0)
        word = WaitText::tr("alive"); // the ring shows the deadlock
    if (node.session == 0)
        return {word};
    const auto id = formatHex(node.session);
    const auto shortId = id.size() > shownOfId + 2 ? u'…' + id.right(shownOfId) : id;
    return {WaitText::tr("%1 · session %2").arg(word, shortId), u"%1 · %2"_s.arg(word, shortId), word};
}

QString uniqueWaitName(const WaitSnapshot& snapshot, std::size_t node)
{
    const auto name = waitName(snapshot.nodes[node]);
    const auto same = std::count_if(snapshot.nodes.begin(), snapshot.nodes.end(),
                                    [&](const WaitNode& other) { return waitName(other) == name; });
    const auto& one = snapshot.nodes[node];
    const bool isPlain = same <= 1 || one.session == 0 || one.client.empty();
    return isPlain ? name : WaitText::tr("%1 (session %2)").arg(name, formatHex(one.session));
}

QString waitText(const WaitSnapshot& snapshot, std::size_t index, WallTime now)
{
    const auto& edge = snapshot.edges[index];
    const auto sentence =
        edge.blockerHolds ? WaitText::tr("%1 waits for %2 at %3") : WaitText::tr("%1 waits behind %2 at %3");
    const auto text =
        sentence.arg(uniqueWaitName(snapshot, edge.from), uniqueWaitName(snapshot, edge.to), oneLine(edge.waiter.lock));
    const auto duration = durationOf(edge, now);
    return duration ? WaitText::tr("%1 (%2)", "sentence, duration").arg(text, *duration) : text;
}

QString cycleText(const WaitSnapshot& snapshot, std::size_t index, WallTime now)
{
    const auto& cycle = snapshot.cycles[index];
    const auto size = cycle.edges.size();
    QStringList steps;
    for (std::size_t i = 0; i < size; ++i) {
        const bool isReported = size <= mostStepsReported || i < mostStepsReported - 2 || i + 1 == size;
        if (isReported)
            steps << waitText(snapshot, cycle.edges[i], now);
        else if (i == mostStepsReported - 2)
            steps << WaitText::tr("then %1 more waits", nullptr, forPlural(size - mostStepsReported + 1))
                         .arg(count(size - mostStepsReported + 1));
    }
    const auto all = steps.join(WaitText::tr("; "));
    if (!cycle.isCertain)
        return WaitText::tr("Possible deadlock: %1. At least one client uses several threads. It is a deadlock only if "
                            "the same thread holds and waits.")
            .arg(all);
    return size == 2
               ? WaitText::tr("Deadlock: %1. Neither client can continue until one of them releases its lock.").arg(all)
               : WaitText::tr("Deadlock: %1. None of these clients can continue until one of them releases its lock.")
                     .arg(all);
}

QString cyclesText(const WaitSnapshot& snapshot, WallTime now)
{
    QStringList lines;
    for (std::size_t cycle = 0; cycle < std::min(snapshot.cycles.size(), mostRingsReported); ++cycle)
        lines << cycleText(snapshot, cycle, now);
    const auto unreported = snapshot.cycles.size() - static_cast<std::size_t>(lines.size()) + snapshot.cyclesElsewhere;
    if (unreported > 0 && lines.isEmpty())
        lines << WaitText::tr("Deadlocks at other locks: %1. “All Locks” shows them.").arg(count(unreported));
    else if (unreported > 0)
        lines << WaitText::tr("More deadlocks: %1.").arg(count(unreported));
    return lines.join(u'\n');
}

QString undecidedText(const WaitSnapshot& snapshot)
{
    if (snapshot.undecidedLocks == 0)
        return {};
    return WaitText::tr("Locks left out because it is unknown which clients hold: %1.")
        .arg(count(snapshot.undecidedLocks));
}

QString sessionText(const WaitSnapshot& snapshot, std::size_t index, WallTime now)
{
    const auto& node = snapshot.nodes[index];
    QStringList parts;
    for (std::size_t edge = 0; edge < snapshot.edges.size(); ++edge) {
        if (snapshot.edges[edge].from == index)
            parts << waitText(snapshot, edge, now);
    }
    const auto name = uniqueWaitName(snapshot, index);
    if (node.holdCount == 1)
        parts << WaitText::tr("%1 holds %2").arg(name, oneLine(node.holds.front().lock));
    else if (node.holdCount > 1)
        parts << WaitText::tr("%1 holds %2 and %3 more")
                     .arg(name, oneLine(node.holds.front().lock), count(node.holdCount - 1));
    QStringList sentences{ended(parts.isEmpty() ? name : parts.join(WaitText::tr("; ")))};
    if (node.isStuck)
        sentences << WaitText::tr(
            "The client is stuck: the clients that it waits for can never continue by themselves.");
    return inTurn(sentences << troubleText(node));
}

QString sessionDetails(const WaitSnapshot& snapshot, std::size_t index, WallTime now)
{
    const auto& node = snapshot.nodes[index];
    QStringList lines{waitName(node)};
    if (!node.host.empty() && !node.client.empty())
        lines << WaitText::tr("%1 (source: %2)", "host, who told")
                     .arg(oneLine(node.host), hostSourceText(node.hostSource));
    lines << (!node.owner.empty() ? WaitText::tr("owner %1").arg(oneLine(node.owner))
              : node.session != 0 ? WaitText::tr("session %1").arg(formatHex(node.session))
              : node.isKnown      ? WaitText::tr("no session")
                                  : WaitText::tr("session not known yet"));
    lines << placeLines(WaitText::tr("holds %1"), node.holds, node.holdCount);
    lines << placeLines(WaitText::tr("holds %1 or waits for it"), node.undecided, node.undecidedCount);
    if (node.holdCount + node.undecidedCount == 0)
        lines << WaitText::tr("holds nothing");
    for (std::size_t edge = 0; edge < snapshot.edges.size(); ++edge) {
        if (snapshot.edges[edge].from == index)
            lines << waitText(snapshot, edge, now);
    }
    if (node.waitersLeftOut > 0)
        lines << WaitText::tr("%1 more clients wait (not drawn)", nullptr, forPlural(node.waitersLeftOut))
                     .arg(count(node.waitersLeftOut));
    if (node.isInCycle)
        lines << WaitText::tr("The client is part of a cycle: each client waits for the next.");
    if (node.isStuck)
        lines << WaitText::tr("The client is stuck: the clients that it waits for can never continue by themselves.");
    if (const auto trouble = troubleText(node); !trouble.isEmpty())
        lines << trouble;
    return lines.join(u'\n');
}

QString waitDetails(const WaitSnapshot& snapshot, std::size_t index, WallTime now)
{
    const auto& edge = snapshot.edges[index];
    QStringList lines{waitText(snapshot, index, now)};
    if (edge.cycle)
        lines << WaitText::tr("step %1 in a cycle of %2")
                     .arg(edge.step)
                     .arg(count(snapshot.cycles[*edge.cycle].edges.size()));
    if (snapshot.nodes[edge.from].owner.empty()) { // an owner on Redis has no node
        lines << WaitText::tr("waiting node: %1").arg(oneLine(edge.waiter.node));
        lines << (edge.blockerHolds ? WaitText::tr("held by node: %1") : WaitText::tr("behind node: %1"))
                     .arg(oneLine(edge.blocker.node));
    }
    if (edge.mode == LockMode::Shared)
        lines << WaitText::tr("requests the shared lock (reader)");
    if (edge.since)
        lines << WaitText::tr("since %1").arg(formatTime(*edge.since));
    if (edge.blockersLeftOut > 0)
        lines << WaitText::tr("%1 more clients ahead at this lock not drawn", nullptr, forPlural(edge.blockersLeftOut))
                     .arg(count(edge.blockersLeftOut));
    return lines.join(u'\n');
}

} // namespace lockscope::ui
