// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// How findings are said. Declared in FindingsModel.h.

#include "ui/models/FindingsModel.h"
#include "ui/models/text/Formatting.h"

#include <QStringList>

namespace lockscope::ui {

using inspect::FindingKind;
using inspect::Severity;

QString findingTitle(FindingKind kind)
{
    switch (kind) {
    case FindingKind::Deadlock:
        return FindingsModel::tr("Deadlock");
    case FindingKind::PersistentContender:
        return FindingsModel::tr("No session will ever free this");
    case FindingKind::DeadOwner:
        return FindingsModel::tr("Owner is dead");
    case FindingKind::DisconnectedOwner:
        return FindingsModel::tr("Owner has no connection");
    case FindingKind::SilentHolder:
        return FindingsModel::tr("Holder is silent");
    case FindingKind::QueuedTwice:
        return FindingsModel::tr("One session queued twice");
    case FindingKind::WatchesNothing:
        return FindingsModel::tr("Waiter watches nothing");
    case FindingKind::WatchesWrongNode:
        return FindingsModel::tr("Waiter watches the wrong node");
    case FindingKind::MixedDialects:
        return FindingsModel::tr("Clients do not see each other");
    case FindingKind::TooManyHolders:
        return FindingsModel::tr("More holders than leases");
    case FindingKind::SequenceNearOverflow:
        return FindingsModel::tr("Numbers run out");
    case FindingKind::ListingNearLimit:
        return FindingsModel::tr("Queue almost too long to list");
    case FindingKind::ThunderingHerd:
        return FindingsModel::tr("Herd on one node");
    case FindingKind::LongHold:
        return FindingsModel::tr("Held for too long");
    case FindingKind::LongWait:
        return FindingsModel::tr("Waited for too long");
    case FindingKind::EmptyParents:
        return FindingsModel::tr("Empty directories pile up");
    case FindingKind::StrayChild:
        return FindingsModel::tr("A stray child blocks the queue");
    case FindingKind::RevocationIgnored:
        return FindingsModel::tr("Asked to let go, and did not");
    case FindingKind::Other:
        return FindingsModel::tr("Finding of another kind");
    }
    return {};
}

QString findingTitle(const inspect::Finding& finding)
{
    return finding.otherKind.empty() ? findingTitle(finding.kind) : oneLine(finding.otherKind);
}

Tone severityTone(Severity severity)
{
    return severity == Severity::Critical ? Tone::Bad : severity == Severity::Warning ? Tone::Wait : Tone::Info;
}

Mark severityMark(Severity severity)
{
    return severity == Severity::Critical ? Mark::Triangle : severity == Severity::Warning ? Mark::Filled : Mark::Ring;
}

QString severityWord(Severity severity)
{
    return severity == Severity::Critical  ? FindingsModel::tr("critical")
           : severity == Severity::Warning ? FindingsModel::tr("warning")
                                           : FindingsModel::tr("note");
}

QString findingText(const inspect::Finding& finding)
{
    QStringList lines{
        asEntry(severityWord(finding.severity).toUpper(), findingTitle(finding)),
        oneLine(finding.path),
        oneLine(finding.text),
    };
    if (!finding.evidence.empty())
        lines << FindingsModel::tr("Seen: %1").arg(oneLine(finding.evidence));
    if (!finding.advice.empty())
        lines << FindingsModel::tr("Next: %1").arg(oneLine(finding.advice));
    constexpr std::size_t mostNodes = 10;
    for (std::size_t i = 0; i < std::min(finding.nodes.size(), mostNodes); ++i)
        lines << FindingsModel::tr("Node: %1").arg(oneLine(finding.nodes[i]));
    if (finding.nodes.size() > mostNodes)
        lines << FindingsModel::tr("and %1 more nodes").arg(finding.nodes.size() - mostNodes);
    return lines.join(u'\n');
}

} // namespace lockscope::ui
