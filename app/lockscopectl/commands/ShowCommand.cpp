// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/Inspection.h"
#include "app/lockscopectl/JsonRecords.h"
#include "app/lockscopectl/Table.h"
#include "app/lockscopectl/Views.h"
#include "app/lockscopectl/commands/OtherOwnerLocks.h"
#include "core/base/Path.h"
#include "core/model/FindingIndex.h"
#include "core/model/OwnerProcess.h"
#include "core/model/Owners.h"
#include "core/model/QueueStates.h"
#include "core/model/SnapshotJson.h"
#include "core/model/Wording.h"
#include "core/model/json/JsonValues.h"
#include "core/model/zookeeper/NodeRevocation.h"
#include "core/release/ActionLog.h"
#include "core/release/ActionLogReader.h"
#include "core/sources/LockRecognition.h"

#include <algorithm>

namespace lockscope::ctl {

using namespace Qt::StringLiterals;

namespace {

QString leasesText(const inspect::Lock& lock)
{
    if (!inspect::areHoldersStored(lock))
        return QStringLiteral("permits: %1 free. The number of taken permits is unknown")
            .arg(lock.redis->freePermits ? QString::number(*lock.redis->freePermits)
                                         : QStringLiteral("unknown number"));
    switch (lock.leasesKnown) {
    case inspect::Confidence::Exact:
        return QStringLiteral("leases: %1 of %2 taken").arg(lock.holders()).arg(lock.leases);
    case inspect::Confidence::Inferred:
        return QStringLiteral("leases: %1 taken. A client waits, so there are no free leases").arg(lock.holders());
    case inspect::Confidence::Unknown:
        break;
    }
    return QStringLiteral("leases: %1 taken. The total number is unknown: it is set in the clients")
        .arg(lock.holders());
}

/// The nodes of the lock that the contender's session actually watches.
QString watchesText(const inspect::Snapshot& snapshot, const inspect::Lock& lock, const inspect::Contender& contender)
{
    const auto nodes = inspect::watchesOf(snapshot, lock, contender);
    if (!nodes)
        return QStringLiteral("?");
    QStringList names;
    for (const auto& node : *nodes)
        names.append(safe(node));
    return names.isEmpty() ? QStringLiteral("-") : names.join(QStringLiteral(", "));
}

/// For read/write locks with the mode of each contender; with the actual watches, if they were queried.
QString queueTable(const inspect::Snapshot& snapshot, const inspect::Lock& lock, const inspect::Moment& now)
{
    const bool hasModes = lock.kind == inspect::LockKind::ReadWrite;
    const bool hasWatches = snapshot.watchers != nullptr;
    QStringList headers{QStringLiteral("#"),    QStringLiteral("STATE"),   QStringLiteral("CLIENT"),
                        QStringLiteral("HOST"), QStringLiteral("SESSION"), QStringLiteral("AGE")};
    if (hasModes)
        headers.insert(2, QStringLiteral("MODE"));
    headers.append(QStringLiteral("NODE"));
    if (hasWatches)
        headers.append(QStringLiteral("WATCHES"));
    QList<QStringList> rows;
    for (const auto& contender : lock.queue) {
        const auto& details = contender.details;
        const auto owner = inspect::ownerOf(snapshot, contender);
        const auto client = clientCell(details);
        QStringList row{QString::number(contender.position),
                        contender.holds     ? QStringLiteral("holding")
                        : contender.waits() ? QStringLiteral("waiting")
                                            : QStringLiteral("unknown"),
                        client.isEmpty() ? QStringLiteral("-") : client,
                        owner.host.empty() ? QStringLiteral("-") : hostCell(owner, nameWidth),
                        !owner.isKnown       ? QStringLiteral("-")
                        : owner.session == 0 ? QStringLiteral("none!")
                                             : QString::fromStdString(toHex(owner.session)),
                        details ? shortDuration(ageOf(*details, now.nodes)) : QStringLiteral("-")};
        if (hasModes)
            row.insert(2, contender.isModeKnown ? inspect::text(toString(contender.mode)) : QStringLiteral("unknown"));
        row.append(safe(contender.node));
        if (hasWatches)
            row.append(watchesText(snapshot, lock, contender));
        rows.append(row);
    }
    return table(headers, rows);
}

/// On Redis: leases in place of sessions.
QString ownersTable(const inspect::Lock& lock, const inspect::Moment& now)
{
    const bool hasModes = lock.kind == inspect::LockKind::ReadWrite;
    QStringList headers{QStringLiteral("#"),     QStringLiteral("STATE"), QStringLiteral("OWNER"),
                        QStringLiteral("HOLDS"), QStringLiteral("LEASE"), QStringLiteral("SEEN FOR"),
                        QStringLiteral("ALIVE")};
    if (hasModes)
        headers.insert(2, QStringLiteral("MODE"));
    QList<QStringList> rows;
    for (const auto& contender : lock.queue) {
        const auto& redis = *contender.redis;
        const auto seen = inspect::seenFor(contender, now.here);
        QStringList row{lock.redis->isOrdered ? QString::number(contender.position) : QStringLiteral("-"),
                        contender.holds     ? QStringLiteral("holding")
                        : contender.waits() ? QStringLiteral("waiting")
                                            : QStringLiteral("unknown"),
                        safe(redis.owner),
                        contender.holds ? QString::number(redis.count) : QStringLiteral("-"),
                        redis.lease         ? shortDuration(*redis.lease)
                        : contender.waits() ? QStringLiteral("-")
                                            : QStringLiteral("no end"),
                        seen ? shortDuration(*seen) : QStringLiteral("-"),
                        contender.holds ? QStringLiteral("-") : inspect::text(toString(redis.alive))};
        if (hasModes)
            row.insert(2, inspect::text(toString(contender.mode)));
        rows.append(row);
    }
    return table(headers, rows);
}

/// "+3 ms", "-1.2 s", "0 ms".
QString offsetText(const std::optional<std::chrono::milliseconds>& offset)
{
    if (!offset)
        return QStringLiteral("-");
    const auto sign = *offset > offset->zero()   ? QStringLiteral("+")
                      : *offset < offset->zero() ? QStringLiteral("-")
                                                 : QString();
    return sign + shortDuration(std::chrono::abs(*offset));
}

/// What each master of a Redlock says.
QString votesTable(const inspect::RedisLock& lock)
{
    const QStringList headers{QStringLiteral("SERVER"), QStringLiteral("ANSWER"), QStringLiteral("TOKEN"),
                              QStringLiteral("LEASE"),  QStringLiteral("RTT"),    QStringLiteral("CLOCK"),
                              QStringLiteral("UPTIME")};
    QList<QStringList> rows;
    for (const auto& vote : lock.votes)
        rows.append({safe(vote.server),
                     !vote.isReachable ? QStringLiteral("none")
                     : vote.token      ? QStringLiteral("token")
                                       : QStringLiteral("free"),
                     vote.token ? elided(safe(*vote.token), nameWidth) : QStringLiteral("-"),
                     vote.token && !vote.lease ? QStringLiteral("no end") : shortDuration(vote.lease),
                     shortDuration(vote.roundTrip), offsetText(vote.clockOffset), shortDuration(vote.uptime)});
    return table(headers, rows);
}

/// What the votes say together.
QString verdictText(const inspect::RedisLock& lock)
{
    switch (lock.verdict) {
    case inspect::Verdict::Held:
        return QStringLiteral("held: at least %1 of %2 masters have one token, %3")
            .arg(lock.quorum)
            .arg(lock.votes.size())
            .arg(lock.exclusiveFor ? QStringLiteral("exclusive for %1").arg(shortDuration(lock.exclusiveFor))
                                   : QStringLiteral("and its keys have no end"));
    case inspect::Verdict::Split:
        return QStringLiteral("split: several tokens, none on a quorum of %1 masters. No client holds the lock.")
            .arg(lock.quorum);
    case inspect::Verdict::Remnant:
        return QStringLiteral("remnant: one token, on fewer masters than the quorum of %1. No client holds the lock.")
            .arg(lock.quorum);
    case inspect::Verdict::Free:
        return QStringLiteral("free: no master has a token");
    case inspect::Verdict::Undecided:
        return QStringLiteral("undecided: masters that do not answer may complete a quorum of %1").arg(lock.quorum);
    }
    return {};
}

/// Why a possible lock may be none.
QString doubtText(const inspect::Lock& lock)
{
    if (lock.redis)
        return QStringLiteral("This may not be a lock: its value has the form of a token, and nothing else tells.");
    return QStringLiteral("This may not be a lock: the nodes have the form of a queue, but no known names.");
}

/// How many clients wait, as far as it is known.
QString waitingText(const inspect::Lock& lock, const inspect::Moment& now)
{
    const auto waiting = inspect::waitingClients(lock);
    if (!waiting)
        return lock.redis
                   ? QStringLiteral("The number of waiting clients is unknown.")
                   : QStringLiteral("Waiting clients have no node in this type of lock. Their number is unknown.");
    if (lock.redis && !lock.redis->isOrdered)
        return QStringLiteral("%1 clients listen for a release; each may have several threads that wait").arg(*waiting);
    if (lock.redis)
        return QStringLiteral("%1 waiting").arg(*waiting);
    return QStringLiteral("%1 waiting, longest wait %2").arg(*waiting).arg(shortDuration(longestWait(lock, now)));
}

QString textOf(const inspect::Snapshot& snapshot, const inspect::Lock& lock, const inspect::Moment& now)
{
    QStringList lines{QStringLiteral("%1   %2").arg(safe(lock.path), safe(lock.dialectTitle))};
    if (lock.isPossible())
        lines.append(doubtText(lock));
    if (!lock.counterContradiction.empty())
        lines.append(safe(lock.counterContradiction));
    lines.append(waitingText(lock, now));
    if (lock.redis && lock.redis->fencingToken)
        lines.append(QStringLiteral("last fencing token: %1").arg(*lock.redis->fencingToken));
    const bool hasVotes = lock.redis && lock.redis->quorum > 0;
    if (hasVotes)
        lines.append(verdictText(*lock.redis));
    if (const auto unknown = inspect::undecided(lock); unknown > 0 && !hasVotes)
        lines.append(
            QStringLiteral("%1 more hold or wait. Which of the two depends on data that are not known.").arg(unknown));
    if (lock.kind == inspect::LockKind::Semaphore)
        lines.append(leasesText(lock));
    lines.append(QString());
    if (!lock.queue.empty())
        lines.append(lock.redis ? ownersTable(lock, now) : queueTable(snapshot, lock, now));
    else if (!hasVotes)
        lines.append(!inspect::areHoldersStored(lock)
                         ? QStringLiteral("Holders unknown: Redis stores no holders of this type of lock.")
                     : inspect::waitingClients(lock) == 0 ? QStringLiteral("Free: no holder and no waiters.")
                                                          : QStringLiteral("Free: no holder."));
    if (hasVotes)
        lines.append(lock.queue.empty() ? votesTable(*lock.redis) : u'\n' + votesTable(*lock.redis));
    lines.append(otherLockLines(snapshot, lock));
    if (!lock.gateHolder.empty())
        lines.append(
            QStringLiteral("gate lock held by the client that waits for a lease: %1").arg(safe(lock.gateHolder)));
    for (const auto& contender : lock.queue) {
        const auto process =
            contender.holds ? inspect::processOf(inspect::ownerOf(snapshot, contender), contender) : std::nullopt;
        if (process && !process->command.empty())
            lines.append(QStringLiteral("process of #%1: %2").arg(contender.position).arg(safe(process->command)));
    }
    for (const auto& name : lock.unrecognised)
        lines.append(QStringLiteral("unrecognised: %1").arg(safe(name)));
    for (const auto* finding : inspect::findingsOf(snapshot, lock))
        lines.append(QStringLiteral("%1: %2").arg(QString::fromUtf8(inspect::toString(finding->severity).data()),
                                                  safe(finding->text)));
    return lines.join(u'\n');
}

QString whyText(const inspect::Recognition& recognition)
{
    QList<QStringList> rows;
    for (const auto& one : recognition.dialects)
        rows.append({one.fits ? QStringLiteral("yes") : QStringLiteral("no"), safe(one.title), safe(one.reason)});
    const auto decision = safe(recognition.decision);
    return rows.isEmpty() ? decision
                          : decision + u'\n' +
                                table({QStringLiteral("FITS"), QStringLiteral("TYPE"), QStringLiteral("REASON")}, rows);
}

/// For a path that is no lock: why not. Nothing if the snapshot does not say.
std::optional<Exit> printWhyNoLock(const Context& context, const inspect::Snapshot& snapshot, const std::string& path)
{
    const auto found = std::find_if(snapshot.recognitions.begin(), snapshot.recognitions.end(),
                                    [&](const inspect::Recognition& one) { return one.path == path; });
    const bool hasProblem = std::any_of(snapshot.problems.begin(), snapshot.problems.end(),
                                        [&](const inspect::Problem& problem) { return problem.path == path; });
    if (found == snapshot.recognitions.end() || hasProblem)
        return std::nullopt;
    if (context.json)
        printDocument({{QStringLiteral("why"), inspect::recognitionJson(*found)}});
    else
        print(whyText(*found));
    return Done;
}

bool lacksName(const inspect::Contender& contender)
{
    const auto& details = contender.details;
    return details && details->client.empty() && inspect::isRevocation(*details);
}

} // namespace

const inspect::Lock* withLastKnownNames(const inspect::Lock& lock, std::deque<inspect::Lock>& room)
{
    if (std::none_of(lock.queue.begin(), lock.queue.end(), lacksName))
        return &lock;
    auto& named = room.emplace_back(lock);
    for (auto& contender : named.queue) {
        if (!lacksName(contender))
            continue;
        auto& details = *contender.details;
        details.client =
            release::lastKnownClient(release::ActionLog::userFile(), lock.nodePath(contender), details.creationId);
        details.isLastKnown = !details.client.empty();
    }
    return &named;
}

Exit printQueue(const Context& context, const inspect::Snapshot& snapshot, const std::string& path, WallTime now,
                Why why)
{
    const bool isAsked = why == Why::Asked;
    const auto* lock = lockAt(snapshot, path);
    if (!lock) {
        const auto printed = isAsked ? printWhyNoLock(context, snapshot, path) : std::nullopt;
        return printed ? *printed : complainNoLock(snapshot, path);
    }
    std::deque<inspect::Lock> room;
    const auto& shown = *withLastKnownNames(*lock, room);
    const auto recognition = isAsked ? std::optional(inspect::recognitionOf(snapshot, *lock)) : std::nullopt;
    if (context.json) {
        auto json = inspect::queueJson(snapshot, shown, now, inspect::findingsOf(snapshot, *lock));
        if (recognition)
            json.insert(QStringLiteral("why"), inspect::recognitionJson(*recognition));
        printDocument(json);
    } else {
        const auto text = textOf(snapshot, shown, snapshot.momentAt(now));
        print(recognition ? text + u"\n\n"_s + whyText(*recognition) : text);
    }
    return Done;
}

namespace {

const QString watchesOption = QStringLiteral("watches");
const QString whyOption = QStringLiteral("why");

int runShow(Context context, const QCommandLineParser& parser)
{
    Wanted wanted;
    wanted.watches = parser.isSet(watchesOption);
    wanted.explains = parser.isSet(whyOption);
    if (wanted.watches && context.target.isRedis())
        return complainUsage(u"show: the option --watches is for ZooKeeper. Redis has no watches of nodes"_s);
    if (wanted.watches)
        wanted.waitLimit = std::chrono::seconds(10);
    const auto paths = parser.positionalArguments();
    if (paths.size() != 1)
        return complainUsage(QStringLiteral("show takes one path, such as /locks/orders"));
    const auto name = paths.first().toStdString();
    const auto path = context.target.isRedis() ? Result<std::string>(name) : checkedPath(name);
    if (!path)
        return complain(path.error());
    (context.target.isRedis() ? context.locks : context.roots).assign(1, *path);
    const auto show = [&](const inspect::Snapshot& snapshot) {
        if (wanted.watches && !(snapshot.watchers && snapshot.watchers->isComplete))
            complain(QStringLiteral("some servers did not report their watches. Enable their AdminServer, or add to "
                                    "their zoo.cfg: 4lw.commands.whitelist=srvr,cons,dump,wchp"));
        return printQueue(context, snapshot, *path, snapshot.takenAt, wanted.explains ? Why::Asked : Why::NotAsked);
    };
    if (!context.target.isRedis() || context.target.redis.topology == redis::Topology::Independent)
        return inspectOnce(context, show, wanted);
    wanted.redisDialects = knownRedisDialects();
    std::optional<inspect::Snapshot> read;
    const auto status = inspectOnce(
        context,
        [&](const inspect::Snapshot& snapshot) {
            read = snapshot;
            return Done;
        },
        wanted);
    if (!read)
        return status;
    if (const auto* lock = read->find(*path); lock && hasThreads(*lock))
        addOtherLocks(context, wanted.redisDialects, *read);
    const auto shown = show(*read);
    return status == Done ? shown : status;
}

std::vector<JsonRecord> recordsOfShowCommand()
{
    return {
        {u"queue"_s, u"The queue of one lock."_s,
         withFields(lockFields(),
                    {{u"gate"_s, u"@gate|null"_s, u"The gate lock of a semaphore."_s},
                     openWaitField(),
                     {u"queue"_s, u"[@contender]"_s, u"The contenders in order."_s},
                     {u"unrecognised"_s, u"[string]"_s, u"The names of children that match no naming scheme."_s},
                     {u"counterContradiction"_s, u"string|null"_s,
                      u"Why documented names have numbers that the server cannot have given, as in a restored "
                      "tree."_s},
                     {u"why"_s, u"@why"_s, u"With --why: which dialects fit, and which do not."_s, true},
                     {u"findings"_s, u"[@finding]"_s,
                      u"The findings of this lock; ls and findings print those that concern several locks, such as "
                      "deadlocks."_s}})},
        {u"noLock"_s, u"With --why, for a path that is no lock."_s, {{u"why"_s, u"@why"_s, u"Why it is no lock."_s}}},
        {u"why"_s,
         u"Why a path is a lock or none."_s,
         {{u"path"_s, u"string"_s, u"The path."_s},
          {u"decision"_s, u"string"_s, u"The decision, a sentence."_s},
          {u"dialects"_s, u"[@fit]"_s,
           u"The dialects that fit first, then those of which the names or the place match."_s}}},
        {u"fit"_s,
         u"What one dialect says of a path."_s,
         {{u"dialect"_s, u"string"_s, u"Its id."_s},
          {u"title"_s, u"string"_s, u"Its title."_s},
          {u"fits"_s, u"boolean"_s, u"Whether it fits."_s},
          {u"reason"_s, u"string"_s, u"The first condition that failed, or what matched: a sentence."_s}}},
        {u"gate"_s,
         u"The gate lock of a semaphore."_s,
         {{u"path"_s, u"string"_s, u"Its path."_s},
          {u"holder"_s, u"string|null"_s,
           u"The node that holds it; the same client waits in the queue with another node."_s}}}};
}

} // namespace

Command showCommand()
{
    return {
        .name = u"show"_s,
        .summary = u"show the queue of one lock"_s,
        .description = {u"Shows the queue of one lock: holders and waiters, in order."_s},
        .arguments = {{u"path"_s, u"PATH"_s, u"Path of the lock, such as /locks/orders; on Redis its name."_s}},
        .options = {{{whyOption},
                     u"Explain which naming scheme matches, which do not, and why. Works for a path that is no lock, "
                     "too."_s},
                    {{watchesOption},
                     u"ZooKeeper: show the watches of each client as reported by the servers (watches_by_path, wchp). "
                     u"Expensive "
                     "on a large ensemble."_s}},
        .shared = ConnectionOptions | RedisTargets | PaceOptions | ServerOptions | ReadOptions | JsonOption,
        .examples = {{u"Show holders and waiters of one lock."_s, u"show /locks/orders"_s},
                     {u"Explain why a path is a lock or none."_s, u"show /services/members --why"_s}},
        .exits = {{Done}, {Failed}, {Usage}, {NoConnection}},
        .documents = {u"queue"_s, u"noLock"_s},
        .records = recordsOfShowCommand(),
        .run = &runShow,
    };
}

} // namespace lockscope::ctl
