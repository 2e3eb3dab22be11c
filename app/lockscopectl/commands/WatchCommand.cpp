// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/Table.h"
#include "app/lockscopectl/Views.h"
#include "app/lockscopectl/commands/LiveCommand.h"
#include "core/base/Path.h"
#include "core/history/ChangeJson.h"
#include "core/model/SnapshotJson.h"
#include "core/model/Wording.h"

#include <QDateTime>

namespace lockscope::ctl {

using namespace Qt::StringLiterals;

void printEvent(const Context& context, const inspect::LockEvent& event)
{
    const auto& change = event.change;
    if (context.json) {
        printLine(inspect::changeJson(change, event.at));
        return;
    }
    const auto time =
        QDateTime::fromMSecsSinceEpoch(event.at.time_since_epoch().count()).toString(QStringLiteral("HH:mm:ss.zzz"));
    const auto& details = change.contender.details;
    const auto who = !details                   ? std::string()
                     : !details->client.empty() ? inspect::clientText(*details)
                                                : details->host;
    const auto client = who.empty() ? QStringLiteral("-") : safe(who);
    print(QStringLiteral("%1  %2  %3  %4  %5")
              .arg(time, safe(std::string(typeWord(change))).leftJustified(7), safe(change.lockPath),
                   client.leftJustified(12), elided(safe(change.contender.node), 32)));
}

namespace {

int runWatch(Context context, const QCommandLineParser& parser)
{
    const auto paths = parser.positionalArguments();
    if (paths.size() > 1)
        return complainUsage(QStringLiteral("watch takes at most one path"));
    if (!paths.isEmpty()) {
        auto path = checkedPath(paths.first().toStdString());
        if (!path)
            return complain(path.error());
        context.roots = {*std::move(path)};
    }
    const auto limit = limitIn(parser);
    if (!limit)
        return complain(limit.error());
    inspect::EventStream stream([&context](const inspect::LockEvent& event) { printEvent(context, event); });
    LiveWork work;
    work.limit = *limit;
    work.see = [&stream](const inspect::SnapshotPtr& snapshot) {
        stream.see(snapshot);
        return stream.last() != nullptr;
    };
    work.asksForSessions = [&stream] { return stream.asksForSessions(); };
    const auto end = lookLive(context, work);
    stream.finish();
    return end.status;
}

std::vector<JsonRecord> recordsOfWatchCommand()
{
    return {{u"change"_s,
             u"One line for each change. A client that passes the gate lock of a semaphore continues in the queue with "
             u"another "
             "node: it joins twice, with the same session, and leaving the gate lock is not reported."_s,
             {{u"at"_s, u"time"_s, u"When it was observed."_s},
              {u"path"_s, u"string"_s, u"The path of the lock."_s},
              {u"event"_s, u"string"_s, u"\"joined\", \"granted\", \"left\", \"lost\" or \"revoked\"."_s},
              {u"node"_s, u"string"_s, u"The name of the node."_s},
              {u"position"_s, u"integer"_s, u"The position in the queue, from 0."_s},
              {u"client"_s, u"string|null"_s, u"The name of the client."_s},
              {u"session"_s, u"hex|null"_s, u"The session."_s}}}};
}

} // namespace

Command watchCommand()
{
    return {
        .name = u"watch"_s,
        .summary = u"print a line for each change, until Ctrl-C"_s,
        .description =
            {u"Prints a line for each change of a lock. Ends with Ctrl-C or after --for."_s,
             u"joined: a client has queued for the lock."_s, u"granted (acquired): the client has acquired the lock."_s,
             u"left: the client's node no longer exists. The client released the lock or stopped waiting, or the node "
             "was deleted."_s,
             u"lost: the client's node no longer exists because the session ended, as reported by the leader's "
             "AdminServer or the command dump."_s,
             u"revoked (release requested): a revocation request was sent to the holder."_s},
        .arguments = {{u"path"_s, u"[PATH]"_s,
                       u"Path of the lock. Default: every lock at and below the --root paths."_s}},
        .options = {limitOption(u"10s"_s)},
        .shared = LookOptions,
        .examples = {{u"Print the changes of one lock for a minute."_s, u"watch /locks/orders --for 1m"_s}},
        .exits = {{Done}, {Failed}, {Usage}, {NoConnection}},
        .documents = {u"change"_s},
        .records = recordsOfWatchCommand(),
        .run = &runWatch,
    };
}

} // namespace lockscope::ctl
