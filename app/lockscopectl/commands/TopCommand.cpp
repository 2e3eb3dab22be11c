// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/JsonRecords.h"
#include "app/lockscopectl/OpenedViews.h"
#include "app/lockscopectl/Table.h"
#include "app/lockscopectl/commands/LiveCommand.h"
#include "core/model/SnapshotJson.h"
#include "core/model/json/JsonValues.h"
#include "core/waits/WaitLedger.h"

#include <QJsonArray>

#include <algorithm>
#include <cmath>

namespace lockscope::ctl {

using namespace Qt::StringLiterals;
using inspect::ChainPlace;
using inspect::WaitBlocker;
using inspect::WaitLedger;

namespace {

/// The text has only the worst blockers; --json has all.
constexpr std::size_t mostBlockers = 50;
constexpr qsizetype widestOwner = 45; ///< a UUID with a thread
constexpr auto observedEvery = std::chrono::milliseconds(100);

/// "12", or "0.33" for a part of a wait.
QString countText(double waits)
{
    const auto whole = std::round(waits);
    return std::abs(waits - whole) < 0.005 ? QString::number(whole, 'f', 0) : QString::number(waits, 'f', 2);
}

/// "≥ 4 s" if the beginning of a wait is unknown.
QString waitedText(const inspect::WaitAmount& amount)
{
    const auto waited = shortDuration(std::chrono::milliseconds(std::llround(amount.waitedMs)));
    return amount.undated > 0 ? u"≥ "_s + waited : waited;
}

QString nameOf(const WaitBlocker& blocker)
{
    const auto& node = blocker.node;
    if (!node.client.empty() || !node.host.empty())
        return elided(safe(node.client.empty() ? node.host : node.client), nameWidth);
    if (!node.owner.empty())
        return u"-"_s;
    return node.session != 0 || blocker.blocks.empty() ? u"-"_s : elided(safe(blocker.blocks.front().node), nameWidth);
}

QString sessionOf(const WaitBlocker& blocker)
{
    const auto& node = blocker.node;
    if (!node.owner.empty())
        return elided(safe(node.owner), widestOwner);
    return node.session != 0 ? QString::fromStdString(toHex(node.session)) : node.isKnown ? u"none!"_s : u"unknown"_s;
}

QString lockOf(const WaitBlocker& blocker)
{
    if (blocker.blocks.empty())
        return u"-"_s;
    const auto path = safe(blocker.blocks.front().lock);
    return blocker.blocks.size() > 1 ? u"%1 +%2"_s.arg(path).arg(blocker.blocks.size() - 1) : path;
}

/// "42 clients wait: p50 4.2 s, p99 1 m 05 s, max 1 m 12 s".
QString waitsText(const inspect::WaitRanking& ranking, const inspect::DurationStatistics& ages)
{
    const auto waits = std::llround(ranking.all.waits);
    auto text = waits == 1 ? u"1 open wait"_s : u"%1 open waits"_s.arg(waits);
    if (ages.count() > 0)
        text += u": p50 %1, p99 %2, max %3"_s.arg(shortDuration(ages.quantile(0.5)), shortDuration(ages.quantile(0.99)),
                                                  shortDuration(ages.longest()));
    if (ranking.unattributed.waits > 0)
        text += u". Without a known blocker: %1"_s.arg(countText(ranking.unattributed.waits));
    if (ranking.undecidedLocks > 0)
        text += u". Left out, because it is unknown which clients hold: %1 locks"_s.arg(ranking.undecidedLocks);
    return text;
}

QString textOf(const inspect::Snapshot& snapshot, const WaitLedger& ledger, const inspect::DurationStatistics& ages)
{
    const bool isObserved = ledger.seen().count() > 0;
    const auto entries = ledger.ranked();
    QStringList lines{waitsText(ledger.now(), ages)};
    if (isObserved)
        lines << u"Observed for %1"_s.arg(shortDuration(ledger.seen()));
    if (entries.empty())
        return lines.join(u'\n');
    const bool isRedis = snapshot.backend == inspect::Backend::Redis;
    QStringList header{u"BLOCKER"_s, isRedis ? u"OWNER"_s : u"SESSION"_s, u"CHAIN"_s, u"WAITS"_s, u"WAITED"_s,
                       u"LOCK"_s};
    if (isObserved)
        header.insert(5, u"CAUSED"_s);
    QList<QStringList> rows;
    for (const auto& entry : entries) {
        if (static_cast<std::size_t>(rows.size()) == mostBlockers)
            break;
        const auto& blocker = entry.blocker;
        QStringList row{nameOf(blocker),
                        sessionOf(blocker),
                        entry.blocksNow ? inspect::text(toString(blocker.place)) : u"-"_s,
                        entry.blocksNow ? countText(blocker.amount.waits) : u"-"_s,
                        entry.blocksNow ? waitedText(blocker.amount) : u"-"_s,
                        lockOf(blocker)};
        if (isObserved)
            row.insert(5, shortDuration(entry.caused));
        rows << row;
    }
    lines << QString() << table(header, rows);
    if (entries.size() > mostBlockers)
        lines << u"and %1 more (--json lists all)"_s.arg(entries.size() - mostBlockers);
    return lines.join(u'\n');
}

double rounded(double waits)
{
    return std::round(waits * 1'000) / 1'000;
}

QJsonObject amountJson(const inspect::WaitAmount& amount)
{
    return {{u"waits"_s, rounded(amount.waits)},
            {u"openWaitMs"_s, static_cast<qint64>(std::llround(amount.waitedMs))},
            {u"openWaitAtLeast"_s, amount.undated > 0}};
}

QJsonObject entryJson(const WaitLedger::Entry& entry)
{
    const auto& blocker = entry.blocker;
    const auto& node = blocker.node;
    QJsonArray blocks;
    for (const auto& key : blocker.blocks)
        blocks.append(
            QJsonObject{{u"path"_s, inspect::textOrHex(key.lock)}, {u"node"_s, inspect::textOrHex(key.node)}});
    QJsonArray waitsFor;
    for (const auto& key : blocker.waitsFor)
        waitsFor.append(inspect::textOrHex(key));
    auto json = amountJson(blocker.amount);
    json.insert(u"key"_s, inspect::textOrHex(node.key));
    json.insert(u"session"_s, inspect::hexOrNull(node.session));
    if (!node.owner.empty())
        json.insert(u"owner"_s, inspect::textOrHex(node.owner));
    json.insert(u"ownerKnown"_s, node.isKnown || !node.owner.empty());
    json.insert(u"client"_s, inspect::textOrNull(node.client));
    json.insert(u"host"_s, inspect::textOrNull(node.host));
    json.insert(u"hostSource"_s, inspect::text(toString(node.hostSource)));
    json.insert(u"chain"_s, entry.blocksNow ? QJsonValue(inspect::text(toString(blocker.place))) : QJsonValue());
    json.insert(u"causedMs"_s, inspect::orNull(entry.caused));
    json.insert(u"causedAsHeadMs"_s, inspect::orNull(entry.causedAsHead));
    json.insert(u"blocks"_s, blocks);
    json.insert(u"waitsFor"_s, waitsFor);
    return json;
}

/// The snapshot is the last one that the ledger has seen.
void printTop(const Context& context, const inspect::Snapshot& snapshot, const WaitLedger& ledger)
{
    inspect::DurationStatistics ages;
    for (const auto age : ledger.now().ages)
        ages.add(age);
    if (!context.json) {
        print(textOf(snapshot, ledger, ages));
        return;
    }
    QJsonArray blockers;
    for (const auto& entry : ledger.ranked())
        blockers.append(entryJson(entry));
    printDocument({{u"connect"_s, inspect::text(snapshot.connect)},
                   {u"backend"_s, inspect::text(toString(snapshot.backend))},
                   {u"takenAt"_s, inspect::isoTime(snapshot.takenAt)},
                   {u"complete"_s, snapshot.complete && snapshot.problems.empty()},
                   {u"since"_s, ledger.since() ? QJsonValue(inspect::isoTime(*ledger.since())) : QJsonValue()},
                   {u"seenMs"_s, inspect::orNull(ledger.seen())},
                   {u"openWaits"_s, rounded(ledger.now().all.waits)},
                   {u"openWaitMs"_s, durationsJson(ages)},
                   {u"unattributed"_s, amountJson(ledger.now().unattributed)},
                   {u"undecidedLocks"_s, static_cast<qint64>(ledger.now().undecidedLocks)},
                   {u"blockers"_s, blockers}});
}

int observe(const Context& context, std::chrono::milliseconds limit)
{
    WaitLedger ledger;
    inspect::SnapshotPtr last;
    LiveWork work;
    work.snapshotInterval = observedEvery;
    work.limit = limit;
    work.see = [&](const inspect::SnapshotPtr& snapshot) {
        last = snapshot;
        ledger.see(inspect::WaitGraph(snapshot));
        return ledger.since().has_value();
    };
    // The servers' answers bring the hosts, and a snapshot each.
    work.asksForSessions = [] { return true; };
    const auto end = lookLive(context, work);
    if (end.status != Done)
        return end.status;
    if (!ledger.since()) {
        complain(u"the locks were not read completely in time. Use a longer --for"_s);
        return Failed;
    }
    if (!last->complete)
        complain(u"some locks are being read again, and are missing"_s);
    ledger.continueTo(SystemClock().wallNow());
    printTop(context, *last, ledger);
    // lookLive() has reported it.
    const bool lacksRoot = std::any_of(last->problems.begin(), last->problems.end(), [&](const auto& problem) {
        return std::find(context.roots.begin(), context.roots.end(), problem.path) != context.roots.end();
    });
    return lacksRoot ? Failed : Done;
}

int runTop(Context context, const QCommandLineParser& parser)
{
    if (!parser.positionalArguments().isEmpty())
        return complainUsage(
            u"top takes no path. To search below a path, use --root %1"_s.arg(parser.positionalArguments().first()));
    const auto limit = limitIn(parser);
    if (!limit)
        return complain(limit.error());
    if (*limit)
        return observe(context, **limit);
    Wanted wanted;
    wanted.confirms = false;
    const auto show = [&](const inspect::Snapshot& snapshot) {
        WaitLedger ledger;
        ledger.see(inspect::WaitGraph(inspect::SnapshotPtr(inspect::SnapshotPtr(), &snapshot)));
        printTop(context, snapshot, ledger);
        return complainProblems(context, snapshot.problems);
    };
    return inspectOnce(context, show, wanted);
}

std::vector<JsonField> amountFields()
{
    return {
        {u"waits"_s, u"number"_s,
         u"The number of open waits; parts of a wait where several holders block the same waiter."_s},
        {u"openWaitMs"_s, u"integer"_s,
         u"How long these waits have lasted so far, added up, by the clocks of the servers."_s},
        {u"openWaitAtLeast"_s, u"boolean"_s, u"True: the beginning of a wait is unknown, and its time is missing."_s}};
}

std::vector<JsonRecord> recordsOfTopCommand()
{
    return {
        {u"top"_s,
         u"The clients that block others."_s,
         {{u"connect"_s, u"string"_s, u"The connect string."_s},
          {u"backend"_s, wordsOf<inspect::Backend>(), u"The kind of server."_s},
          {u"takenAt"_s, u"time"_s, u"When the data was read."_s},
          {u"complete"_s, u"boolean"_s, u"False while data is missing."_s},
          {u"since"_s, u"time|null"_s, u"When the observation began; null if no data was complete."_s},
          {u"seenMs"_s, u"integer"_s, u"The observed time since then, without gaps; 0 without --for."_s},
          {u"openWaits"_s, u"number"_s, u"The number of waits now."_s},
          {u"openWaitMs"_s, u"@durations"_s, u"How long the waits have lasted so far."_s},
          {u"unattributed"_s, u"@wait amount"_s, u"The waits for which no other client is known to be responsible."_s},
          {u"undecidedLocks"_s, u"integer"_s,
           u"The number of locks that are left out, because data that are not known decide which clients hold."_s},
          {u"blockers"_s, u"[@blocker]"_s, u"The heads of chains, cycles and unknown places first, then by time."_s}}},
        {u"wait amount"_s, u"An amount of waiting."_s, amountFields()},
        {u"blocker"_s, u"A client that blocks others, or has done so."_s,
         withFields(
             amountFields(),
             {{u"key"_s, u"string"_s, u"The session, on Redis the owner, else the path of the node."_s},
              {u"session"_s, u"hex|null"_s, u"The session; null on Redis, and if there is none or it is unknown."_s},
              {u"owner"_s, u"string"_s, u"Redis: the owner, \"uuid:thread\", a token or the id of a permit."_s, true},
              {u"ownerKnown"_s, u"boolean"_s, u"False: the owner of the node is unknown."_s},
              {u"client"_s, u"string|null"_s,
               u"The name of the client, from the payload, on Redis of its connection."_s},
              {u"host"_s, u"string|null"_s, u"The address and port of its connection."_s},
              {u"hostSource"_s, wordsOf<inspect::HostSource>(), u"The source of the host."_s},
              {u"chain"_s, wordsOf<ChainPlace>() + u"|null"_s,
               u"\"head\": waits for no client; \"middle\": passes on the waits behind it; \"cycle\"; \"unknown\": "
               "also waits, but perhaps by another thread; null: blocks no client now."_s},
              {u"causedMs"_s, u"integer"_s, u"The waiting time that it caused in the observed time."_s},
              {u"causedAsHeadMs"_s, u"integer"_s, u"The part of causedMs while it was not in the middle of a chain."_s},
              {u"blocks"_s, u"[@blocking node]"_s, u"The nodes by which it blocks, at most 8."_s},
              {u"waitsFor"_s, u"[string]"_s, u"The keys of the clients that block it, at most 8."_s}})},
        {u"blocking node"_s,
         u"A node that blocks others."_s,
         {{u"path"_s, u"string"_s, u"The path of the lock."_s}, {u"node"_s, u"string"_s, u"The name of the node."_s}}}};
}

} // namespace

Command topCommand()
{
    return {
        .name = u"top"_s,
        .summary = u"list the clients that cause the most waiting"_s,
        .description =
            {u"Lists the clients that block others, by the waiting time that they cause: number of waits × time. A "
             u"client "
             "that waits itself passes on the waits behind it, so the head of a chain has them all."_s,
             u"CHAIN: head (waits for no client), middle (is blocked itself), cycle, or unknown (also waits, but "
             u"perhaps "
             "by another thread)."_s,
             u"WAITS: if several holders block a waiter, each has an equal part. WAITED: how long these waits have "
             u"lasted "
             "so far, also before the present holder acquired the lock. CAUSED: with --for, the waiting time in the "
             "observed time."_s,
             u"On Redis, an owner is a thread of a client. Most clients that wait only listen for a release: they "
             u"count as one "
             "wait each, with an unknown beginning (≥)."_s,
             u"Possible locks, elections, and locks with a client of unknown state do not count."_s},
        .options = {{{u"for"_s},
                     u"Observe for this long before printing, such as 10s. Default: print at once."_s,
                     u"duration"_s}},
        .shared = LookOptions | RedisTargets,
        .examples = {{u"List the clients that cause the most waiting within a minute."_s, u"top --for 1m"_s}},
        .exits = {{Done}, {Failed}, {Usage}, {NoConnection}},
        .documents = {u"top"_s},
        .records = recordsOfTopCommand(),
        .run = &runTop,
    };
}

} // namespace lockscope::ctl
