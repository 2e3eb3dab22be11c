// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/Inspection.h"
#include "app/lockscopectl/JsonRecords.h"
#include "app/lockscopectl/Table.h"
#include "app/lockscopectl/Views.h"
#include "core/findings/Notes.h"
#include "core/model/FindingIndex.h"
#include "core/model/Owners.h"
#include "core/model/QueueStates.h"
#include "core/model/SnapshotJson.h"

namespace lockscope::ctl {

using namespace Qt::StringLiterals;

QString clientCell(const std::optional<inspect::ContenderDetails>& details)
{
    if (!details || details->client.empty())
        return {};
    return elided(safe(details->client), nameWidth) +
           (details->isLastKnown ? QStringLiteral(" (last known)") : QString());
}

namespace {

QString holderOf(const inspect::Snapshot& snapshot, const inspect::Lock& lock)
{
    for (const auto& contender : lock.queue) {
        if (!contender.holds)
            continue;
        const auto others = lock.holders() - 1;
        const auto suffix = others > 0 ? QStringLiteral(" +%1").arg(others) : QString();
        if (contender.redis)
            return elided(safe(contender.redis->owner), nameWidth) + suffix;
        const auto owner = inspect::ownerOf(snapshot, contender);
        if (!owner.isKnown)
            return elided(safe(contender.node), nameWidth) + suffix;
        if (owner.session == 0)
            return QStringLiteral("no session") + suffix;
        const auto client = clientCell(contender.details);
        if (!client.isEmpty() || !owner.host.empty())
            return (client.isEmpty() ? elided(safe(owner.host), nameWidth) : client) + suffix;
        return safe(toHex(owner.session)) + suffix;
    }
    return inspect::undecided(lock) == 0 ? QStringLiteral("-") : QStringLiteral("unknown");
}

/// "7", "≥ 7" or "?".
QString waitersText(const inspect::Lock& lock)
{
    const auto waiting = inspect::waitingClients(lock);
    if (!waiting)
        return QStringLiteral("?");
    const bool isAtLeast = inspect::undecided(lock) > 0 || (lock.redis && !lock.redis->isOrdered);
    return (isAtLeast ? QStringLiteral("≥ ") : QString()) + QString::number(*waiting);
}

/// "4 m 12 s", or "≤ 4 m 12 s" if the acquisition was not observed.
QString heldText(const inspect::Lock& lock, const inspect::Moment& now)
{
    const auto held = inspect::heldFor(lock, now);
    if (!held)
        return shortDuration({});
    const auto limit = held->atMost ? QStringLiteral("≤ ") : held->atLeast ? QStringLiteral("≥ ") : QString();
    return limit + shortDuration(held->duration);
}

/// The kind of the worst finding, and the number of the others.
QString findingsOf(const std::vector<const inspect::Finding*>& findings)
{
    if (findings.empty())
        return QStringLiteral("-");
    const auto kind = safe(std::string(inspect::kindWord(*findings.front())));
    return findings.size() > 1 ? QStringLiteral("%1 +%2").arg(kind).arg(findings.size() - 1) : kind;
}

QString textOf(const inspect::Snapshot& snapshot, const std::vector<const inspect::Lock*>& locks,
               const inspect::Moment& now)
{
    const inspect::FindingIndex index(snapshot);
    QList<QStringList> rows;
    for (const auto* lock : locks) {
        rows.append({safe(lock->path), safe(lock->dialect) + (lock->isPossible() ? u" (possible)"_s : QString()),
                     holderOf(snapshot, *lock), heldText(*lock, now), waitersText(*lock),
                     shortDuration(longestWait(*lock, now))});
        if (!snapshot.findings.empty())
            rows.last().append(findingsOf(index.of(*lock)));
    }
    QStringList header{QStringLiteral("LOCK"), QStringLiteral("DIALECT"), QStringLiteral("HOLDER"),
                       QStringLiteral("HELD"), QStringLiteral("WAITERS"), QStringLiteral("LONGEST WAIT")};
    if (!snapshot.findings.empty())
        header.append(QStringLiteral("FINDINGS"));
    return table(header, rows);
}

} // namespace

Exit printList(const Context& context, const inspect::Snapshot& snapshot, WallTime now)
{
    auto locks = inspect::worstFirst(snapshot);
    std::deque<inspect::Lock> room;
    for (auto& lock : locks)
        lock = withLastKnownNames(*lock, room);
    if (context.json)
        printDocument(inspect::listJson(snapshot, locks, now));
    else if (locks.empty())
        print(inspect::isWhollyRead(snapshot) ? QStringLiteral("No locks found.")
                                              : QStringLiteral("No locks found in the part that was read."));
    else
        print(textOf(snapshot, locks, snapshot.momentAt(now)));
    return complainProblems(context, snapshot.problems);
}

namespace {

int runLs(Context context, const QCommandLineParser& parser)
{
    if (!parser.positionalArguments().isEmpty())
        return complainUsage(QStringLiteral("ls takes no path. To search below a path, use --root %1")
                                 .arg(parser.positionalArguments().first()));
    return inspectOnce(
        context, [&](const inspect::Snapshot& snapshot) { return printList(context, snapshot, snapshot.takenAt); });
}

std::vector<JsonRecord> recordsOfLsCommand()
{
    return {
        {u"list"_s,
         u"The locks at and below the --root paths."_s,
         {{u"connect"_s, u"string"_s, u"The connect string."_s},
          {u"backend"_s, u"string"_s, u"The kind of server: \"zookeeper\" or \"redis\"."_s},
          {u"takenAt"_s, u"time"_s, u"When the data was read."_s},
          {u"complete"_s, u"boolean"_s, u"False while data is missing."_s},
          {u"stale"_s, u"boolean"_s, u"True: read from a server without quorum, so the data may be old."_s},
          {u"locks"_s, u"[@lock]"_s, u"The locks, worst first; possible locks last."_s}}},
        {u"lock"_s, u"A lock in a list."_s,
         withFields(lockFields(),
                    {{u"holders"_s, u"[@contender]"_s, u"The contenders that hold the lock."_s},
                     {u"waiters"_s, u"integer|null"_s,
                      u"The number of known waiters; null for locks whose waiters create no nodes."_s},
                     {u"waitersKnown"_s, u"exact|at-least|unknown"_s,
                      u"\"at-least\": it is unknown whether some contenders hold or wait; \"unknown\": waiters create "
                      "no nodes."_s},
                     {u"undecided"_s, u"integer"_s,
                      u"The number of contenders that hold or wait; which of the two is unknown."_s},
                     {u"longestWaitMs"_s, u"integer|null"_s,
                      u"The age of the node of the oldest waiter, by the clocks of the servers."_s},
                     openWaitField(),
                     {u"heldForMs"_s, u"integer|null"_s,
                      u"How long the lock has been held; with several holders, by the first in the queue."_s},
                     {u"heldForAtMost"_s, u"boolean|null"_s,
                      u"True: the acquisition was not observed, so heldForMs is an upper limit: the age of the node of "
                      "the holder, which can include waiting."_s},
                     {u"findings"_s, u"[string]"_s, u"The kinds of its findings, worst first."_s}})}};
}

} // namespace

Command lsCommand()
{
    return {
        .name = u"ls"_s,
        .summary = u"list every lock at and below the --root paths, worst first"_s,
        .description =
            {u"Lists every lock at and below the --root paths, worst first."_s,
             u"HELD with ≤ is an upper limit: the acquisition was not observed, so this is the age of the holder's "
             "node, which can include waiting. WAITERS with ≥ is a lower limit: it is unknown whether other contenders "
             "hold or wait."_s},
        .shared = LookOptions | RedisTargets,
        .examples = {{u"List the locks below one path."_s, u"--root /app ls"_s}},
        .exits = {{Done}, {Failed}, {Usage}, {NoConnection}},
        .documents = {u"list"_s},
        .records = recordsOfLsCommand(),
        .run = &runLs,
    };
}

} // namespace lockscope::ctl
