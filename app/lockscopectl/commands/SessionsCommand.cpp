// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/Inspection.h"
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
        const bool told = snapshot.ensemble && snapshot.ensemble->hasEveryConnection;
        return told ? QStringLiteral("not connected!") : QStringLiteral("-");
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
                     brief(session.owner.sinceHeard(now)), brief(session.owner.expiresIn(now)),
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

} // namespace

Command sessionsCommand()
{
    return {
        .name = u"sessions"_s,
        .summary = u"list the sessions that use locks: host, timeout, expiry"_s,
        .description =
            u"Lists every session that holds or waits for a lock, with host, timeout, last heartbeat and expiry.\nThe "
            "last heartbeat (PING) is at least this old. Without another heartbeat, the session expires at the latest "
            "after the given time.\nQueries the AdminServers, else the four-letter commands cons and dump."_s,
        .options = {{{allOption}, u"Show every session that the servers report, with or without locks."_s}},
        .shared = LookOptions,
        .examples = {{u"List every session of the ensemble as JSON."_s, u"--json sessions --all"_s}},
        .exits = {{Done}, {Failed}, {Usage}, {NoConnection}},
        .run = &runSessions,
    };
}

} // namespace lockscope::ctl
