// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/Inspection.h"
#include "app/lockscopectl/JsonRecords.h"
#include "app/lockscopectl/Table.h"
#include "app/lockscopectl/Views.h"
#include "core/model/SessionSummary.h"

namespace lockscope::ctl {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t mostLocks = 5; ///< of one session, for held locks and for awaited locks

QStringList lockLines(const char* verb, const std::vector<inspect::SessionNode>& nodes)
{
    QStringList lines;
    for (std::size_t i = 0; i < nodes.size() && i < mostLocks; ++i)
        lines << QStringLiteral("    %1 %2").arg(QLatin1String(verb), elided(safe(nodes[i].key.lock), 70));
    if (nodes.size() > mostLocks)
        lines << QStringLiteral("    %1 %2 more").arg(QLatin1String(verb)).arg(nodes.size() - mostLocks);
    return lines;
}

QString hostOf(const inspect::Snapshot& snapshot, const inspect::SessionSummary& session)
{
    if (session.isMissing)
        return QStringLiteral("ended!");
    if (session.owner.host.empty()) {
        const bool reported = snapshot.ensemble && snapshot.ensemble->hasEveryConnection;
        return reported ? QStringLiteral("not connected!") : QStringLiteral("-");
    }
    return elided(safe(session.owner.host), 21);
}

/// Without blanks: the columns are narrow.
QString brief(const std::optional<std::chrono::milliseconds>& duration)
{
    return shortDuration(duration).remove(u' ');
}

/// Expiry times and heartbeat ages are relative to `now`.
QString textOf(const inspect::Snapshot& snapshot, const std::vector<inspect::SessionSummary>& sessions, WallTime now)
{
    QList<QStringList> rows;
    for (const auto& session : sessions) {
        rows.append({safe(toHex(session.owner.session)), hostOf(snapshot, session), brief(session.owner.timeout),
                     brief(session.owner.sinceHeard(now)), brief(session.owner.timeLeft(now)),
                     QString::number(session.holds.size()), QString::number(session.waits.size())});
    }
    const auto lines =
        table({QStringLiteral("SESSION"), QStringLiteral("HOST"), QStringLiteral("TIMEOUT"), QStringLiteral("PING"),
               QStringLiteral("EXPIRES"), QStringLiteral("HOLDS"), QStringLiteral("WAITS")},
              rows)
            .split(u'\n');
    QStringList text{lines.first()};
    for (std::size_t i = 0; i < sessions.size(); ++i) {
        text << lines.at(static_cast<qsizetype>(i) + 1) << lockLines("holds", sessions[i].holds)
             << lockLines("waits for", sessions[i].waits);
    }
    return text.join(u'\n');
}

} // namespace

Exit printSessions(const Context& context, const inspect::Snapshot& snapshot, inspect::WhichSessions which,
                   WallTime now)
{
    const auto sessions = inspect::summariesOf(snapshot, which);
    if (context.json)
        printDocument(inspect::sessionsJson(snapshot, which, now));
    else if (sessions.empty())
        print(QStringLiteral("No sessions found."));
    else
        print(textOf(snapshot, sessions, now));
    return complainProblems(context, snapshot);
}

namespace {

const QString allOption = QStringLiteral("all");

int runSessions(Context context, const QCommandLineParser& parser)
{
    if (!parser.positionalArguments().isEmpty())
        return complainUsage(QStringLiteral("sessions takes no path. To search below a path, use --root %1")
                                 .arg(parser.positionalArguments().first()));
    const auto which = parser.isSet(allOption) ? inspect::WhichSessions::All : inspect::WhichSessions::WithLocks;
    const auto show = [&](const inspect::Snapshot& snapshot) {
        complainClosedStatusEndpoints(snapshot);
        if (!snapshot.ensemble && asksServers(context))
            complain(
                QStringLiteral("no server reported its sessions in time. Only the sessions of lock nodes are shown"));
        return printSessions(context, snapshot, which, SystemClock().wallNow());
    };
    // This command needs the servers' answers, so a busy server gets more time.
    context.questionLimit = std::chrono::seconds(3);
    Wanted wanted;
    wanted.waitLimit = std::chrono::seconds(10);
    return inspectOnce(context, show, wanted);
}

std::vector<JsonRecord> recordsOfSessionsCommand()
{
    return {{u"sessions"_s,
             u"The sessions and the servers."_s,
             {{u"connect"_s, u"string"_s, u"The connect string."_s},
              {u"takenAt"_s, u"time"_s, u"When the locks were read."_s},
              {u"complete"_s, u"boolean"_s, u"False while data is missing."_s},
              {u"askedAt"_s, u"time|null"_s, u"When the servers were queried."_s},
              {u"everySession"_s, u"boolean"_s, u"Whether a server reported all sessions."_s},
              {u"everyConnection"_s, u"boolean"_s, u"Whether the servers reported all connections."_s},
              {u"sessions"_s, u"[@session]"_s, u"The sessions."_s},
              {u"servers"_s, u"[@server]"_s, u"The servers."_s}}},
            {u"session"_s, u"A session, with the locks that it holds and waits for."_s,
             withFields({{u"session"_s, u"hex"_s, u"The session."_s},
                         {u"client"_s, u"string|null"_s, u"The name of the client, from the payload of a node."_s}},
                        withFields(sessionFields(),
                                   {{u"secure"_s, u"boolean|null"_s, u"Whether its connection is encrypted."_s},
                                    {u"connected"_s, u"boolean|null"_s, u"Whether it has a connection."_s},
                                    {u"listed"_s, u"boolean|null"_s,
                                     u"False: it is not in the list of any server, so it has ended or is new."_s},
                                    {u"own"_s, u"boolean"_s, u"True: it belongs to this program."_s},
                                    {u"holds"_s, u"[@session lock]"_s, u"The locks that it holds."_s},
                                    {u"waits"_s, u"[@session lock]"_s, u"The locks that it waits for."_s}}))},
            {u"session lock"_s,
             u"A lock of a session."_s,
             {{u"path"_s, u"string"_s, u"The path of the lock."_s},
              {u"node"_s, u"string"_s, u"The name of the node."_s},
              {u"position"_s, u"integer"_s, u"Its position in the queue, from 0."_s}}},
            {u"server"_s,
             u"A server of the ensemble."_s,
             {{u"server"_s, u"string"_s, u"Its address."_s},
              {u"answers"_s, u"boolean"_s, u"Whether it answers."_s},
              {u"mode"_s, u"string|null"_s, u"\"leader\", \"follower\", \"observer\" or \"standalone\"."_s},
              {u"version"_s, u"string|null"_s, u"Its version."_s},
              {u"connections"_s, wordsOf<ensemble::Source>(), u"The source of its connections."_s},
              {u"sessions"_s, wordsOf<ensemble::Source>(), u"The source of its sessions."_s},
              {u"trouble"_s, u"string|null"_s, u"Why it does not report all."_s},
              {u"advice"_s, u"[string]"_s, u"The lines of zoo.cfg that make the server report more."_s}}}};
}

} // namespace

Command sessionsCommand()
{
    return {
        .name = u"sessions"_s,
        .summary = u"list the sessions that use locks: host, timeout, expiry"_s,
        .description =
            {u"Lists every session that holds or waits for a lock, with host, timeout, last heartbeat and expiry."_s,
             u"PING: the last heartbeat that the servers reported was at least this long ago. EXPIRES: without a "
             "further heartbeat, the session ends in at most this time."_s,
             u"Queries the AdminServers, else the four-letter commands cons and dump."_s},
        .options = {{{allOption}, u"Show every session that the servers report, with or without locks."_s}},
        .shared = LookOptions,
        .examples = {{u"List every session of the ensemble as JSON."_s, u"--json sessions --all"_s}},
        .exits = {{Done}, {Failed}, {Usage}, {NoConnection}},
        .documents = {u"sessions"_s},
        .records = recordsOfSessionsCommand(),
        .run = &runSessions,
    };
}

} // namespace lockscope::ctl
