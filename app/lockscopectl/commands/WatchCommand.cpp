// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/Table.h"
#include "app/lockscopectl/Views.h"
#include "app/lockscopectl/commands/LiveCommand.h"
#include "core/base/Path.h"
#include "core/base/SessionStatus.h"
#include "core/history/ChangeJson.h"
#include "core/history/ChangeWords.h"
#include "core/history/History.h"
#include "core/model/SnapshotJson.h"
#include "core/model/Wording.h"
#include "core/model/json/JsonValues.h"

#include <QDateTime>

namespace lockscope::ctl {

using namespace Qt::StringLiterals;

namespace {

QString timeText(WallTime at)
{
    return QDateTime::fromMSecsSinceEpoch(at.time_since_epoch().count()).toString(QStringLiteral("HH:mm:ss.zzz"));
}

QString gapText(const inspect::LockEvent& gap)
{
    const auto& path = gap.change.lockPath;
    const auto from = gap.from.value_or(gap.at);
    const auto span = gap.atKnown == inspect::Confidence::Unknown
                          ? QStringLiteral("not watched since %1").arg(timeText(from))
                          : QStringLiteral("not watched from %1 to %2 (%3)")
                                .arg(timeText(from), timeText(gap.at), shortDuration(gap.at - from));
    return QStringLiteral("%1  gap      %2  %3")
        .arg(timeText(gap.at), path.empty() ? QStringLiteral("all locks") : safe(path), span);
}

QString unseenText(const inspect::LockEvent& event)
{
    const auto count = event.change.unseen;
    return QStringLiteral("%1  unseen   %2  up to %3 since %4")
        .arg(timeText(event.at), safe(event.change.lockPath),
             count == 1 ? QStringLiteral("1 acquisition") : QStringLiteral("%1 acquisitions").arg(count),
             timeText(event.from.value_or(event.at)));
}

/// "by alice at 10.0.0.7 (0x1)"
QString requesterText(const inspect::Requester& by)
{
    QStringList words{QStringLiteral("by")};
    if (!by.user.empty() && by.user != by.host)
        words << safe(by.user) + QStringLiteral(" at");
    words << (by.host.empty() ? QStringLiteral("unknown address") : safe(by.host));
    if (by.session != 0)
        words << QStringLiteral("(%1)").arg(QString::fromStdString(toHex(by.session)));
    return words.join(u' ');
}

} // namespace

void printEvent(const Context& context, const inspect::LockEvent& event)
{
    const auto& change = event.change;
    if (context.json) {
        printLine(inspect::eventJson(event));
        return;
    }
    if (change.type == inspect::Change::Type::Gap) {
        print(gapText(event));
        return;
    }
    if (change.type == inspect::Change::Type::Unseen) {
        print(unseenText(event));
        return;
    }
    const auto& details = change.contender.details;
    const auto who = !details                   ? std::string() // on Redis, the node is the owner
                     : !details->client.empty() ? inspect::clientText(*details)
                                                : details->host;
    const auto client = who.empty() ? QStringLiteral("-") : safe(who);
    const auto line =
        QStringLiteral("%1  %2  %3  %4  %5")
            .arg(timeText(event.at), safe(std::string(typeWord(change))).leftJustified(7), safe(change.lockPath),
                 client.leftJustified(12), elided(safe(change.contender.node), 32));
    print(event.by ? line + QStringLiteral("  ") + requesterText(*event.by) : line);
}

namespace {

/// A line for scripts; standard error has it too.
void printHalt(const inspect::Problem& problem, WallTime at)
{
    printLine({{u"at"_s, inspect::isoTime(at)},
               {u"event"_s, u"incomplete"_s},
               {u"path"_s, inspect::text(problem.path)},
               {u"reason"_s, inspect::text(problem.error.detail)}});
}

int runWatch(Context context, const QCommandLineParser& parser)
{
    const auto paths = parser.positionalArguments();
    if (paths.size() > 1)
        return complainUsage(QStringLiteral("watch takes at most one path"));
    if (!paths.isEmpty()) {
        if (const auto narrowed = narrowTo(context, paths.first().toStdString()); !narrowed)
            return complain(narrowed.error());
    }
    const auto limit = limitIn(parser);
    if (!limit)
        return complain(limit.error());
    // The events are printed, not kept.
    inspect::History history({.events = 0, .eventBytes = 0},
                             [&context](const inspect::LockEvent& event) { printEvent(context, event); });
    LiveWork work;
    work.limit = *limit;
    work.see = [&history](const inspect::SnapshotPtr& snapshot) {
        history.see(snapshot);
        return history.last() != nullptr;
    };
    work.missed = [&history](const inspect::LockEvent& gap) { history.add(gap); };
    if (context.json)
        work.halted = &printHalt;
    work.asksForSessions = [&history] { return history.asksForSessions(); };
    const auto end = lookLive(context, work);
    history.finish();
    return end.status;
}

std::vector<JsonRecord> recordsOfWatchCommand()
{
    return {{u"change"_s,
             u"One line for each change. A client that passes the gate lock of a semaphore continues in the queue with "
             u"another "
             "node: it joins twice, with the same session, and leaving the gate lock is not reported."_s,
             {{u"at"_s, u"time"_s, u"When it was observed."_s},
              {u"atKnown"_s, wordsOf<inspect::Confidence>(),
               u"\"inferred\": it happened some time before; \"unknown\": at some time in the gap before."_s},
              {u"path"_s, u"string"_s, u"The path of the lock."_s},
              {u"certainty"_s, wordsOf<inspect::Certainty>(), u"Whether it is certain that this is a lock."_s},
              {u"event"_s, u"string"_s,
               u"\"joined\", \"granted\", \"left\", \"lost\" or \"revoked\"; on Redis also \"released\" and "
               "\"expired\"; in recordings also \"released\" and \"deleted\"."_s},
              {u"node"_s, u"string"_s, u"The name of the node."_s},
              {u"owner"_s, u"string|null"_s, u"Redis: the owner, \"uuid:thread\", a token or the id of a permit."_s},
              {u"position"_s, u"integer|null"_s, u"The position in the queue, from 0; null where there is no order."_s},
              {u"client"_s, u"string|null"_s, u"The name of the client."_s},
              {u"host"_s, u"string|null"_s, u"The address of the client, from the payload or an audit log."_s},
              {u"session"_s, u"hex|null"_s, u"The session."_s},
              {u"waitMs"_s, u"integer|null"_s, u"granted: how long it waited, if that was observed."_s},
              {u"heldMs"_s, u"integer|null"_s, u"left: how long it held the lock, if that was observed."_s},
              {u"held"_s, u"boolean|null"_s, u"left: whether it had acquired the lock; null: not known."_s},
              {u"by"_s, u"@requester"_s, u"deleted: who sent the request."_s, true}}},
            {u"requester"_s,
             u"The client that sent a request, from the audit log of a server."_s,
             {{u"user"_s, u"string|null"_s, u"Its user."_s},
              {u"host"_s, u"string|null"_s, u"Its address."_s},
              {u"session"_s, u"hex|null"_s, u"Its session."_s}}},
            {u"gap"_s,
             u"A line for each time in which nothing was watched. No duration that touches it is reported."_s,
             {{u"at"_s, u"time"_s, u"When it was noticed."_s},
              {u"event"_s, u"gap"_s, u"\"gap\"."_s},
              {u"from"_s, u"time"_s, u"Its begin."_s},
              {u"to"_s, u"time|null"_s, u"Its end; null if it has not ended."_s},
              {u"path"_s, u"string|null"_s, u"The lock that could not be read; null: all locks."_s}}},
            {u"incomplete"_s,
             u"A line if not all nodes are read, because the tree has many: further locks may be missing."_s,
             {{u"at"_s, u"time"_s, u"When that was known."_s},
              {u"event"_s, u"incomplete"_s, u"\"incomplete\"."_s},
              {u"path"_s, u"string"_s, u"The path below which nodes are not read."_s},
              {u"reason"_s, u"string"_s, u"Why they are not read, a sentence."_s}}},
            {u"unseen"_s,
             u"A line for each time in which acquisitions may be missing: they began and ended between two readings."_s,
             {{u"at"_s, u"time"_s, u"When the lock was read again."_s},
              {u"event"_s, u"unseen"_s, u"\"unseen\"."_s},
              {u"from"_s, u"time"_s, u"When the lock was read before."_s},
              {u"path"_s, u"string"_s, u"The path of the lock."_s},
              {u"count"_s, u"integer"_s, u"How many acquisitions may be missing, at most."_s}}}};
}

/// "left: The node no longer exists. …"; `name`: as the window calls it, if different.
QString meaningText(inspect::Change::Type type, const QString& name = {})
{
    const auto word = QString::fromStdString(std::string(inspect::toString(type)));
    return u"%1: %2"_s.arg(name.isEmpty() ? word : u"%1 (%2)"_s.arg(word, name),
                           QString::fromStdString(inspect::meaningOf(type)));
}

} // namespace

Command watchCommand()
{
    return {
        .name = u"watch"_s,
        .summary = u"print a line for each change, until Ctrl-C"_s,
        .description =
            {u"Prints a line for each change of a lock. Ends with Ctrl-C or after --for."_s,
             meaningText(inspect::Change::Type::Joined), meaningText(inspect::Change::Type::Granted, u"acquired"_s),
             meaningText(inspect::Change::Type::Left), meaningText(inspect::Change::Type::Lost),
             meaningText(inspect::Change::Type::Revoked, u"release requested"_s),
             meaningText(inspect::Change::Type::Gap), meaningText(inspect::Change::Type::Unseen),
             u"released (Redis): The hold ended before its lease: the client released the lock, or another client "
             u"removed "
             "the key."_s,
             u"expired (Redis): The hold ended with its lease."_s,
             u"Of a tree of more than 200,000 nodes, only the locks that are known without reading all nodes "
             "are watched, unless --yes is given; a message says so, with --json also a line \"incomplete\"."_s},
        .arguments = {{u"path"_s, u"[PATH]"_s,
                       u"Path of the lock. Default: every lock at and below the --root paths."_s}},
        .options = {limitOption(u"10s"_s)},
        .shared = LookOptions | RedisTargets,
        .examples = {{u"Print the changes of one lock for a minute."_s, u"watch /locks/orders --for 1m"_s}},
        .exits = {{Done}, {Failed}, {Usage}, {NoConnection}},
        .documents = {u"change"_s, u"gap"_s, u"unseen"_s, u"incomplete"_s},
        .records = recordsOfWatchCommand(),
        .run = &runWatch,
    };
}

} // namespace lockscope::ctl
