// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/timeline/TimelineWords.h"

#include "core/history/ChangeWords.h"
#include "core/model/Snapshot.h"
#include "ui/models/text/Formatting.h"

#include <QCoreApplication>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using inspect::Confidence;
using inspect::Stay;

namespace {

struct TimelineTexts {
    Q_DECLARE_TR_FUNCTIONS(TimelineWords)
};

QString about(Confidence known, const QString& duration)
{
    return known == Confidence::Exact ? duration : TimelineTexts::tr("about %1").arg(duration);
}

Confidence worse(Confidence one, Confidence other)
{
    return one == Confidence::Exact ? other : one;
}

QString endText(const Stay& stay)
{
    switch (stay.end) {
    case Stay::End::Open:
        return {};
    case Stay::End::Left:
    case Stay::End::Own:
        if (!stay.heldFrom && stay.mayHaveHeld)
            return TimelineTexts::tr("left; whether it acquired the lock is unknown");
        if (stay.end == Stay::End::Own)
            return stay.heldFrom ? TimelineTexts::tr("released by client") : TimelineTexts::tr("gave up waiting");
        return stay.heldFrom ? TimelineTexts::tr("left") : TimelineTexts::tr("left without acquiring the lock");
    case Stay::End::Lost:
        return TimelineTexts::tr("session ended");
    case Stay::End::Released:
        return TimelineTexts::tr("released by an operator");
    case Stay::End::Deleted:
        return TimelineTexts::tr("node deleted by another client");
    case Stay::End::Unknown:
        return TimelineTexts::tr("then not watched; how it ended is unknown");
    }
    return {};
}

QString waitText(const Stay& stay, WallTime end)
{
    if (stay.heldFrom && stay.heldKnown == Confidence::Unknown)
        return {};
    const auto until = stay.heldFrom.value_or(stay.to.value_or(end));
    if (!stay.heldFrom && !stay.isStateKnown) {
        const auto duration = about(worse(stay.fromKnown, stay.toKnown), formatDuration(until - stay.from));
        return (stay.to ? TimelineTexts::tr("waited or held for %1") : TimelineTexts::tr("has waited or held for %1"))
            .arg(duration);
    }
    const auto known = worse(stay.fromKnown, stay.heldFrom ? stay.heldKnown : stay.toKnown);
    const auto duration = about(known, formatDuration(until - stay.from));
    return stay.heldFrom || stay.to ? TimelineTexts::tr("waited %1").arg(duration)
                                    : TimelineTexts::tr("has waited for %1").arg(duration);
}

QString holdText(const Stay& stay, WallTime end)
{
    if (!stay.heldFrom)
        return {};
    const auto until = stay.to.value_or(end);
    if (stay.heldKnown == Confidence::Unknown) {
        const auto most = formatDuration(until - stay.from);
        return stay.to ? TimelineTexts::tr("held for up to %1").arg(most)
                       : TimelineTexts::tr("has held for up to %1").arg(most);
    }
    const auto duration = about(worse(stay.heldKnown, stay.toKnown), formatDuration(until - *stay.heldFrom));
    return stay.to ? TimelineTexts::tr("held for %1").arg(duration)
                   : TimelineTexts::tr("has held for %1").arg(duration);
}

/// The sentence for an exact time, or the one for an estimate.
QString timeLine(const QString& exact, const QString& estimated, WallTime at, Confidence known)
{
    return (known == Confidence::Exact ? exact : estimated).arg(formatTime(at));
}

} // namespace

QString stayText(const Stay& stay, WallTime end)
{
    QStringList parts{waitText(stay, end), holdText(stay, end), endText(stay)};
    parts.removeAll(QString());
    return asClauses(parts);
}

QString rowName(const inspect::TimelineRow& row)
{
    const auto session = row.stays.empty() ? 0 : row.stays.back().session;
    const bool isNamedBySession = session != 0 && row.name == toHex(session);
    return oneLine(isNamedBySession && !row.host.empty() ? row.host : inspect::shortOwner(row.name));
}

QString stayDetails(const inspect::TimelineRow& row, const Stay& stay, WallTime end)
{
    const auto name = rowName(row);
    const auto host = oneLine(row.host);
    QStringList lines{host.isEmpty() || host == name ? name : u"%1 · %2"_s.arg(name, host), oneLine(stay.node),
                      stayText(stay, end)};
    lines << (stay.fromKnown == Confidence::Unknown
                  ? TimelineTexts::tr("was already in the queue at the first observation")
                  : timeLine(TimelineTexts::tr("joined the queue at %1"),
                             TimelineTexts::tr("joined the queue at about %1"), stay.from, stay.fromKnown));
    if (stay.heldFrom)
        lines << (stay.heldKnown == Confidence::Unknown
                      ? TimelineTexts::tr("held the lock at the first observation; acquisition time unknown")
                      : timeLine(TimelineTexts::tr("acquired the lock at %1"),
                                 TimelineTexts::tr("acquired the lock at about %1"), *stay.heldFrom, stay.heldKnown));
    if (stay.askedAt)
        lines << TimelineTexts::tr("release requested at %1").arg(formatTime(*stay.askedAt));
    if (stay.to)
        lines << (stay.end == Stay::End::Unknown
                      ? TimelineTexts::tr("last seen in the queue at %1").arg(formatTime(*stay.to))
                      : timeLine(TimelineTexts::tr("left the queue at %1"),
                                 TimelineTexts::tr("left the queue at about %1"), *stay.to, stay.toKnown));
    if (stay.end == Stay::End::Left)
        lines << QString::fromStdString(inspect::meaningOf(inspect::Change::Type::Left));
    return lines.join(u'\n');
}

QString gapText(const inspect::Gap& gap)
{
    if (!gap.to)
        return TimelineTexts::tr("not watched since %1").arg(formatTime(gap.from));
    return TimelineTexts::tr("not watched from %1 to %2 (%3)")
        .arg(formatTime(gap.from), formatTime(*gap.to), formatDuration(*gap.to - gap.from));
}

QString mistakeText(const console::StaleHold& mistake, WallTime end)
{
    return (mistake.to ? TimelineTexts::tr("%1 acted as holder without the lock for %2. The servers show that it had "
                                           "lost the lock.")
                       : TimelineTexts::tr("%1 has acted as holder without the lock for %2. The servers show that it "
                                           "has lost the lock."))
        .arg(oneLine(mistake.client), formatDuration(mistake.to.value_or(end) - mistake.from));
}

QString writesText(const console::HoldWrites& writes)
{
    const auto accepted = formatCount(writes.accepted.count);
    const auto rejected = formatCount(writes.rejected.count);
    if (writes.token == 0)
        return TimelineTexts::tr("writes: %1 accepted, %2 rejected").arg(accepted, rejected);
    return TimelineTexts::tr("writes with token %1: %2 accepted, %3 rejected")
        .arg(formatHex(writes.token), accepted, rejected);
}

QString writeText(const console::HoldWrites& writes, WallTime at, bool isAccepted)
{
    const auto time = formatTime(at);
    if (writes.token == 0)
        return (isAccepted ? TimelineTexts::tr("write accepted at %1") : TimelineTexts::tr("write rejected at %1"))
            .arg(time);
    return (isAccepted ? TimelineTexts::tr("write accepted at %1, token %2")
                       : TimelineTexts::tr("write rejected at %1, token %2"))
        .arg(time, formatHex(writes.token));
}

QString rejectedWord(const console::HoldWrites& writes)
{
    return writes.token == 0 ? TimelineTexts::tr("rejected")
                             : TimelineTexts::tr("rejected, token %1").arg(formatHex(writes.token));
}

} // namespace lockscope::ui
