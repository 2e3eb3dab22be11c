// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/Inspection.h"
#include "app/lockscopectl/JsonRecords.h"
#include "app/lockscopectl/Table.h"
#include "app/lockscopectl/Views.h"
#include "app/lockscopectl/commands/RedisSessions.h"
#include "core/model/SessionSummary.h"
#include "core/model/SnapshotJson.h"
#include "core/model/redis/Instances.h"
#include "core/sources/LockSource.h"

namespace lockscope::ctl {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t mostLocks = 5; ///< of one session, for held locks and for awaited locks

QStringList lockLines(const char* verb, const std::vector<inspect::SessionNode>& nodes)
{
    QStringList lines;
    for (std::size_t i = 0; i < nodes.size() && i < mostLocks; ++i)
        lines << QStringLiteral("    %1 %2").arg(QLatin1String(verb), elided(safe(nodes[i].key.lock), 70)) +
                     (nodes[i].isPossible ? QStringLiteral(" (possible)") : QString());
    if (nodes.size() > mostLocks)
        lines << QStringLiteral("    %1 %2 more").arg(QLatin1String(verb)).arg(nodes.size() - mostLocks);
    return lines;
}

QStringList ephemeralLines(const std::optional<inspect::NodesBySession>& all, SessionId session, bool isOnly)
{
    QStringList lines;
    const auto own = all ? all->find(session) : inspect::NodesBySession::const_iterator();
    if (!all || own == all->end())
        return lines;
    const auto& paths = own->second;
    const auto shown = isOnly ? paths.size() : std::min(paths.size(), mostLocks);
    for (std::size_t i = 0; i < shown; ++i)
        lines << QStringLiteral("    owns %1").arg(isOnly ? safe(paths[i]) : elided(safe(paths[i]), 70));
    if (paths.size() > shown)
        lines << QStringLiteral("    owns %1 more").arg(paths.size() - shown);
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
    return hostCell(session.owner, 21);
}

/// Without blanks: the columns are narrow.
QString brief(const std::optional<std::chrono::milliseconds>& duration)
{
    return shortDuration(duration).remove(u' ');
}

/// Expiry times and heartbeat ages are relative to `now`.
QString textOf(const inspect::Snapshot& snapshot, const std::vector<inspect::SessionSummary>& sessions, WallTime now,
               const inspect::SessionsWanted& wanted)
{
    const auto ephemerals = wanted.otherNodes ? inspect::nodesOutsideLocks(snapshot) : std::nullopt;
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
             << lockLines("waits for", sessions[i].waits) << lockLines("holds or waits for", sessions[i].undecided)
             << ephemeralLines(ephemerals, sessions[i].owner.session, wanted.only.has_value());
    }
    return text.join(u'\n');
}

QString numberCell(const std::optional<std::int64_t>& number)
{
    return number ? QString::number(*number) : QStringLiteral("-");
}

/// Average and longest.
QString latencyCell(const ensemble::ServerHealth& health)
{
    if (!health.latencyMs || !health.longestLatencyMs)
        return QStringLiteral("-");
    return QStringLiteral("%1/%2ms").arg(*health.latencyMs, 0, 'f', 1).arg(*health.longestLatencyMs);
}

QString roleCell(const ensemble::ServerFacts& server)
{
    if (server.state != ensemble::ServerState::Serving && server.state != ensemble::ServerState::Unknown)
        return QString::fromUtf8(toString(server.state).data()) + u'!';
    return server.mode.empty() ? QStringLiteral("-") : safe(server.mode);
}

/// The servers with their health; the reasons for missing reports are warnings.
QString textOf(const std::vector<ensemble::ServerFacts>& servers)
{
    QList<QStringList> rows;
    QStringList remarks;
    for (const auto& server : servers) {
        rows.append({elided(safe(toString(server.address)), nameWidth), roleCell(server),
                     server.version.empty() ? QStringLiteral("-") : safe(server.version), latencyCell(server.health),
                     numberCell(server.health.outstanding), numberCell(server.behind)});
        if (server.health.syncedFollowers && server.health.followers)
            remarks << QStringLiteral("%1 of %2 followers are in sync with the leader.")
                           .arg(*server.health.syncedFollowers)
                           .arg(*server.health.followers);
        if (server.downSince)
            remarks << QStringLiteral("%1 does not answer, at least since %2.")
                           .arg(safe(toString(server.address)), inspect::isoTime(*server.downSince));
    }
    return (QStringList{table({QStringLiteral("SERVER"), QStringLiteral("ROLE"), QStringLiteral("VERSION"),
                               QStringLiteral("LATENCY"), QStringLiteral("OPEN"), QStringLiteral("BEHIND")},
                              rows)} +
            remarks)
        .join(u'\n');
}

} // namespace

QString hostCell(const inspect::Owner& owner, qsizetype width)
{
    const auto host = elided(safe(owner.host), width);
    return owner.hostName.empty() ? host : QStringLiteral("%1 (%2)").arg(host, elided(safe(owner.hostName), width));
}

namespace {

Exit printInstances(const Context& context, const inspect::Snapshot& snapshot, WallTime now,
                    const inspect::SessionsWanted& wanted)
{
    auto instances = inspect::summariesOf(snapshot, inspect::WhichSessions::WithLocks);
    std::erase_if(instances, [&](const auto& instance) { return !wanted.includes(instance); });
    if (context.json)
        printDocument(inspect::sessionsJson(snapshot, inspect::WhichSessions::WithLocks, now, wanted));
    else
        print(redisSessionsText(snapshot, instances, now));
    complainUnknownHosts(snapshot, instances);
    return complainProblems(context, snapshot.problems);
}

} // namespace

Exit printSessions(const Context& context, const inspect::Snapshot& snapshot, inspect::WhichSessions which,
                   WallTime now, const inspect::SessionsWanted& wanted)
{
    if (snapshot.backend == inspect::Backend::Redis)
        return printInstances(context, snapshot, now, wanted);
    auto sessions = inspect::summariesOf(snapshot, which);
    std::erase_if(sessions, [&](const auto& session) { return !wanted.includes(session); });
    if (context.json)
        printDocument(inspect::sessionsJson(snapshot, which, now, wanted));
    else if (sessions.empty())
        print(QStringLiteral("No sessions found."));
    else
        print(textOf(snapshot, sessions, now, wanted));
    if (!context.json && !wanted.only && snapshot.ensemble && !snapshot.ensemble->servers.empty())
        print(u'\n' + textOf(snapshot.ensemble->servers));
    if (wanted.otherNodes && !(snapshot.ensemble && snapshot.ensemble->ephemerals))
        complain(QStringLiteral("no server reported the ephemeral nodes, so the other nodes of a session are unknown. "
                                "Enable the four-letter command dump, or the AdminServers"));
    return complainProblems(context, snapshot.problems);
}

namespace {

const QString allOption = QStringLiteral("all");
const QString ephemeralsOption = QStringLiteral("ephemerals");
const QString sampleOption = QStringLiteral("sample");

/// "0x1000a3f2b" as servers print it; nothing if it is not one.
std::optional<SessionId> sessionIn(const QString& text)
{
    constexpr int hexadecimal = 16;
    bool isNumber = false;
    const auto id = text.toULongLong(&isNumber, hexadecimal);
    return text.startsWith(u"0x"_s) && isNumber && id != 0 ? std::optional(static_cast<SessionId>(id)) : std::nullopt;
}

/// --sample; nothing: not wanted.
Result<std::optional<std::chrono::milliseconds>> sampleIn(const QCommandLineParser& parser)
{
    if (!parser.isSet(sampleOption))
        return std::optional<std::chrono::milliseconds>();
    const auto duration = durationOf(parser, sampleOption);
    if (!duration)
        return failure(duration.error());
    if (*duration <= std::chrono::milliseconds(0) || *duration > inspect::LockSource::longestSample)
        return failure(invalidOption(sampleOption, parser.value(sampleOption),
                                     u"use at most 15s. A renewal comes every 10 s, so 12s finds the most hosts"_s));
    return std::optional(*duration);
}

int runInstances(const Context& context, const QCommandLineParser& parser)
{
    for (const auto& option : {allOption, ephemeralsOption}) {
        if (parser.isSet(option))
            return complainUsage(u"sessions: the option --%1 is for ZooKeeper"_s.arg(option));
    }
    const auto given = parser.positionalArguments();
    if (given.size() > 1)
        return complainUsage(
            u"invalid instance \"%1\": use one instance or owner, as sessions prints them"_s.arg(given.join(u' ')));
    const auto sample = sampleIn(parser);
    if (!sample)
        return complain(sample.error());
    if (*sample) {
        if (const auto refused = refuseSample(context, **sample))
            return *refused;
    }
    inspect::SessionsWanted wanted;
    wanted.instance = given.value(0).toStdString();
    return inspectHosts(context, *sample, [&](const inspect::Snapshot& snapshot) {
        return printInstances(context, snapshot, SystemClock().wallNow(), wanted);
    });
}

int runSessions(Context context, const QCommandLineParser& parser)
{
    if (context.target.isRedis())
        return runInstances(context, parser);
    if (parser.isSet(sampleOption))
        return complainUsage(
            u"sessions: the option --sample is for Redis. ZooKeeper's servers report the hosts of the clients"_s);
    inspect::SessionsWanted sessions{parser.isSet(ephemeralsOption), {}};
    if (const auto given = parser.positionalArguments(); !given.isEmpty()) {
        sessions = {true, sessionIn(given.first())};
        if (given.first().startsWith(u'/'))
            return complainUsage(
                QStringLiteral("sessions takes no path. To search below a path, use --root %1").arg(given.first()));
        if (!sessions.only || given.size() > 1)
            return complainUsage(QStringLiteral("invalid session \"%1\": use one session id, such as 0x100000837dd002f")
                                     .arg(given.join(u' ')));
    }
    const auto which = parser.isSet(allOption) || sessions.otherNodes ? inspect::WhichSessions::All
                                                                      : inspect::WhichSessions::WithLocks;
    const auto show = [&](const inspect::Snapshot& snapshot) {
        complainClosedStatusEndpoints(snapshot);
        if (!snapshot.ensemble && asksServers(context))
            complain(
                QStringLiteral("no server reported its sessions in time. Only the sessions of lock nodes are shown"));
        return printSessions(context, snapshot, which, SystemClock().wallNow(), sessions);
    };
    // This command needs the servers' answers, so a busy server gets more time.
    context.questionLimit = std::chrono::seconds(3);
    Wanted wanted;
    wanted.waitLimit = std::chrono::seconds(10);
    wanted.ephemerals = sessions.otherNodes;
    wanted.confirms = false;
    return inspectOnce(context, show, wanted);
}

std::vector<JsonRecord> recordsOfSessionsCommand()
{
    return {
        {u"sessions"_s,
         u"The sessions and the servers."_s,
         {{u"connect"_s, u"string"_s, u"The connect string."_s},
          {u"backend"_s, wordsOf<inspect::Backend>(), u"The kind of server."_s},
          {u"takenAt"_s, u"time"_s, u"When the locks were read."_s},
          {u"complete"_s, u"boolean"_s, u"False while data is missing."_s},
          {u"stale"_s, u"boolean"_s, u"True: read from a server without quorum, so the data may be old."_s},
          {u"askedAt"_s, u"time|null"_s, u"When the servers were queried."_s},
          {u"everySession"_s, u"boolean"_s, u"Whether a server reported all sessions."_s},
          {u"everyConnection"_s, u"boolean"_s, u"Whether the servers reported all connections."_s},
          {u"sessions"_s, u"[@session]"_s, u"The sessions; on Redis the client instances."_s},
          {u"servers"_s, u"[@server]"_s, u"The servers."_s},
          {u"unnamedWaiters"_s, u"integer"_s,
           u"Redis: the least number of further clients that wait; they only listen for a release, so their ids are unknown."_s,
           true},
          {u"sampledAt"_s, u"time|null"_s, u"Redis: when the sample ended; null without --sample."_s, true},
          {u"refusals"_s, u"[@refusal]"_s, u"Redis: what servers refused."_s, true}}},
        {u"refusal"_s,
         u"A command that a server refused, so that hosts may be missing."_s,
         {{u"server"_s, u"string"_s, u"Its address."_s},
          {u"command"_s, u"string"_s, u"\"MONITOR\" or \"CLIENT LIST\"."_s},
          {u"reason"_s, u"string"_s, u"The reason, by the server."_s}}},
        {u"session"_s, u"A session, with the locks that it holds and waits for."_s,
         withFields(
             {{u"session"_s, u"hex|null"_s, u"The session; null on Redis."_s},
              {u"instance"_s, u"string"_s, u"Redis: the client instance (a UUID), a token or the id of a permit."_s,
               true},
              {u"leaseMs"_s, u"integer|null"_s, u"Redis: the longest lease that was read of its holds."_s, true},
              {u"client"_s, u"string|null"_s,
               u"The name of the client, from the payload of a node, on Redis of its connection."_s}},
             withFields(sessionFields(),
                        {{u"secure"_s, u"boolean|null"_s, u"Whether its connection is encrypted."_s},
                         {u"connected"_s, u"boolean|null"_s, u"Whether it has a connection."_s},
                         {u"listed"_s, u"boolean|null"_s,
                          u"False: it is not in the list of any server, so it has ended or is new."_s},
                         {u"own"_s, u"boolean"_s, u"True: it belongs to this program."_s},
                         {u"holds"_s, u"[@session lock]"_s, u"The locks that it holds."_s},
                         {u"waits"_s, u"[@session lock]"_s, u"The locks that it waits for."_s},
                         {u"undecided"_s, u"[@session lock]"_s,
                          u"The locks that it holds or waits for; which of the two is unknown."_s},
                         {u"hostName"_s, u"string|null"_s, u"The name of the host, with --hosts or --resolve-hosts."_s},
                         {u"ephemerals"_s, u"[string]|null"_s,
                          u"Its ephemeral nodes that belong to no lock, with --ephemerals; null: unknown. "
                          "Nodes outside the chroot are left out."_s}}))},
        {u"session lock"_s,
         u"A lock of a session."_s,
         {{u"path"_s, u"string"_s, u"The path of the lock."_s},
          {u"node"_s, u"string"_s, u"The name of the node."_s},
          {u"owner"_s, u"string"_s, u"Redis: the owner, \"uuid:thread\", a token or the id of a permit."_s, true},
          {u"position"_s, u"integer|null"_s, u"Its position in the queue, from 0; null where there is no order."_s},
          {u"certainty"_s, wordsOf<inspect::Certainty>(), u"Whether the lock certainly is one."_s}}},
        {u"server"_s,
         u"A server; on Redis a master, or a replica that its master reports."_s,
         {{u"server"_s, u"string"_s, u"Its address."_s},
          {u"answers"_s, u"boolean|null"_s, u"Whether it answers; null of a replica, which is not asked."_s},
          {u"mode"_s, u"string|null"_s,
           u"\"leader\", \"follower\", \"observer\" or \"standalone\", on Redis \"master\" or \"replica\"."_s},
          {u"version"_s, u"string|null"_s, u"Its version."_s},
          {u"connections"_s, wordsOf<ensemble::Source>(), u"The source of its connections."_s},
          {u"sessions"_s, wordsOf<ensemble::Source>(), u"The source of its sessions."_s},
          {u"trouble"_s, u"string|null"_s, u"Why it does not report all."_s},
          {u"advice"_s, u"[string]"_s, u"The lines of zoo.cfg that make the server report more."_s},
          {u"state"_s, wordsOf<ensemble::ServerState>(),
           u"\"not-serving\": it is starting, or has no quorum; \"silent\": it did not answer in time."_s},
          {u"downSince"_s, u"time|null"_s, u"When it was first seen silent or down; that may have begun earlier."_s},
          {u"latencyMs"_s, u"number|null"_s,
           u"The average latency of its requests; on Redis of one request of Lockscope."_s},
          {u"longestLatencyMs"_s, u"integer|null"_s, u"The longest latency."_s},
          {u"outstanding"_s, u"integer|null"_s, u"The number of its unanswered requests."_s},
          {u"behind"_s, u"integer|null"_s, u"The number of transactions by which the leader was ahead."_s},
          {u"followers"_s, u"integer|null"_s,
           u"For a leader: the number of followers in the ensemble; for a master: of connected replicas."_s},
          {u"syncedFollowers"_s, u"integer|null"_s,
           u"For a leader: the number of followers in sync; for a master: of replicas that are online."_s},
          {u"lagMs"_s, u"integer|null"_s, u"For a replica: the time since its last acknowledgement."_s, true},
          {u"bytesBehind"_s, u"integer|null"_s,
           u"For a replica: how much it had not acknowledged of what its master has written."_s, true}}}};
}

} // namespace

Command sessionsCommand()
{
    return {
        .name = u"sessions"_s,
        .summary = u"list sessions or clients that use locks, and the servers' health"_s,
        .description =
            {u"Lists every session that holds or waits for a lock, with host, timeout, last heartbeat and expiry."_s,
             u"PING: the last heartbeat that the servers reported was at least this long ago. EXPIRES: without a "
             "further heartbeat, the session ends in at most this time."_s,
             u"Then lists the servers. LATENCY: average and longest, since the server started. OPEN: unanswered "
             u"requests. "
             "BEHIND: by how many transactions the leader was ahead."_s,
             u"With a session id, shows this session, and its ephemeral nodes that belong to no lock."_s,
             u"Queries the AdminServers, else the four-letter commands srvr, cons, dump and mntr."_s,
             u"On Redis, lists the client instances, and the masters with their replicas. LEASE: the longest that was "
             u"read. "
             "SEEN: the sample saw the client this long ago. EXPIRES: when the first of its leases ends without a "
             "renewal. "
             "Redis does not store the hosts. They are found by the names of connections (CLIENT LIST), and by --sample."_s},
        .arguments = {{u"session"_s, u"[SESSION]"_s,
                       u"Session id as servers print it, such as 0x100000837dd002f. Redis: a client instance."_s}},
        .options =
            {{{allOption}, u"Show every session that the servers report, with or without locks."_s},
             {{ephemeralsOption}, u"Show every session with its ephemeral nodes that belong to no lock (owns)."_s},
             {{sampleOption},
              u"Redis: find the hosts in the commands that the masters execute in this time (MONITOR), at most 15s. "
              "It more than doubles their CPU time for each lock operation, so the command asks first; --yes "
              "answers it."_s,
              u"duration"_s}},
        .shared = LookOptions | RedisTargets,
        .examples = {{u"List every session of the ensemble as JSON."_s, u"--json sessions --all"_s},
                     {u"Show the nodes of one session."_s, u"sessions 0x100000837dd002f"_s},
                     {u"Find the hosts of the clients on a Redis server."_s,
                      u"--connect redis://cache1:6379 sessions --sample 12s"_s}},
        .exits = {{Done}, {Failed}, {Usage}, {NoConnection}},
        .documents = {u"sessions"_s},
        .records = recordsOfSessionsCommand(),
        .run = &runSessions,
    };
}

} // namespace lockscope::ctl
