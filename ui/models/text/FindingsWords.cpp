// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The texts of findings. Declared in FindingsModel.h.

#include "ui/models/FindingsModel.h"
#include "ui/models/text/Formatting.h"

#include <QStringList>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using inspect::FindingKind;
using inspect::Severity;

QString findingTitle(FindingKind kind)
{
    return QString::fromStdString(inspect::titleOf(kind));
}

QString findingTitle(const inspect::Finding& finding)
{
    return finding.otherKind.empty() ? findingTitle(finding.kind) : oneLine(finding.otherKind);
}

Tone severityTone(Severity severity)
{
    return severity == Severity::Critical ? Tone::Bad : severity == Severity::Warning ? Tone::Warn : Tone::Info;
}

Mark severityMark(Severity severity)
{
    return severity == Severity::Critical  ? Mark::Triangle
           : severity == Severity::Warning ? Mark::WarningTriangle
                                           : Mark::Note;
}

QString severityWord(Severity severity)
{
    return severity == Severity::Critical  ? FindingsModel::tr("critical")
           : severity == Severity::Warning ? FindingsModel::tr("warning")
                                           : FindingsModel::tr("note");
}

QStringList chainLines(const inspect::Finding& finding)
{
    if (finding.chain.empty())
        return {};
    QStringList lines{FindingsModel::tr("Waits when it began:")};
    const auto waits = QString::fromStdString(finding.chain).split(u'\n', Qt::SkipEmptyParts);
    for (const auto& wait : waits)
        lines << oneLine(wait.toStdString());
    return lines;
}

QString ageText(const FindingSpan& span, WallTime now)
{
    const auto age = formatDuration(now - span.began);
    return span.beganKnown == inspect::Confidence::Exact ? age : u"≥ %1"_s.arg(age);
}

QString endedText(const FindingSpan& span, WallTime now)
{
    return span.ended ? FindingsModel::tr("ended %1 ago").arg(formatDuration(now - *span.ended)) : QString();
}

QString lastedText(const FindingSpan& span)
{
    if (!span.ended)
        return {};
    const bool isBeginSeen = span.beganKnown == inspect::Confidence::Exact;
    const bool isEndSeen = span.endedKnown == inspect::Confidence::Exact;
    if (!isBeginSeen && !isEndSeen)
        return FindingsModel::tr("duration unknown");
    const auto duration = formatDuration(*span.ended - span.began);
    return FindingsModel::tr("lasted %1")
        .arg(!isBeginSeen ? u"≥ %1"_s.arg(duration)
             : !isEndSeen ? u"≤ %1"_s.arg(duration)
                          : duration);
}

QString findingSentence(const inspect::Finding& finding)
{
    const auto text = withShortOwners(finding.text);
    const auto title = findingTitle(finding);
    const auto rest = text.startsWith(title) ? text.sliced(title.size()) : QString();
    const bool isRepeated = rest.startsWith(u": "_s) || rest.startsWith(u'：');
    return isRepeated ? rest.sliced(rest.startsWith(u':') ? 2 : 1) : text;
}

QString findingText(const inspect::Finding& finding)
{
    QStringList lines{
        asEntry(severityWord(finding.severity).toUpper(), findingTitle(finding)),
        oneLine(finding.path),
        oneLine(finding.text),
    };
    if (!finding.evidence.empty())
        lines << FindingsModel::tr("Evidence: %1").arg(oneLine(finding.evidence));
    if (!finding.advice.empty())
        lines << FindingsModel::tr("Recommendation: %1").arg(oneLine(finding.advice));
    if (!finding.note.empty())
        lines << FindingsModel::tr("Note: %1").arg(oneLine(finding.note));
    if (!finding.owner.empty())
        lines << FindingsModel::tr("Owner: %1").arg(oneLine(finding.owner));
    lines << chainLines(finding);
    constexpr std::size_t mostNodes = 10;
    for (std::size_t i = 0; i < std::min(finding.nodes.size(), mostNodes); ++i)
        lines << FindingsModel::tr("Node: %1").arg(oneLine(finding.nodes[i]));
    if (finding.nodes.size() > mostNodes)
        lines << FindingsModel::tr("More nodes: %1").arg(finding.nodes.size() - mostNodes);
    return lines.join(u'\n');
}

} // namespace lockscope::ui
