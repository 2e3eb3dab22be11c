// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/RedisFactRows.h"

#include "core/model/OwnerLocks.h"
#include "core/model/Owners.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/QueueWords.h"
#include "ui/models/text/VoteWords.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

struct RedisRowsText {
    Q_DECLARE_TR_FUNCTIONS(Details)
};

KeyValue redisRow(const QString& key, const QString& value, const QString& source, Tone tone = Tone::Normal)
{
    return {key, value, false, tone, source};
}

KeyValue unknownRow(const QString& key, const QString& source)
{
    return {key, RedisRowsText::tr("unknown"), false, Tone::Muted, source, true};
}

KeyValue monoRow(const QString& key, const QString& value, const QString& source)
{
    return {key, value, true, Tone::Normal, source};
}

/// Whether the lease is renewed, and what follows from it. The period of a watchdog is in leaseFacts().
void addRenewal(std::vector<KeyValue>& rows, const inspect::Contender& contender, std::chrono::milliseconds left)
{
    const auto& trace = contender.redis->trace;
    switch (trace.kind) {
    case inspect::LeaseKind::Watchdog:
        rows.push_back(redisRow(RedisRowsText::tr("Alive"), RedisRowsText::tr("yes"),
                                RedisRowsText::tr("renewed %1 ago").arg(formatDuration(wholeLease(contender) - left)),
                                trace.isOverdue ? Tone::Warn : Tone::Good));
        return;
    case inspect::LeaseKind::Fixed:
        rows.push_back(redisRow(RedisRowsText::tr("Renewal"), RedisRowsText::tr("none: a fixed lease"),
                                RedisRowsText::tr("inferred")));
        break;
    case inspect::LeaseKind::Unknown:
        rows.push_back(unknownRow(RedisRowsText::tr("Renewal"), RedisRowsText::tr("needs more readings")));
        rows.push_back(unknownRow(RedisRowsText::tr("Alive"), RedisRowsText::tr("needs more readings")));
        return;
    }
    rows.push_back(unknownRow(RedisRowsText::tr("Alive"), RedisRowsText::tr("nothing renews the lease")));
}

void addLeaseRows(std::vector<KeyValue>& rows, const ContenderView& view, WallTime now)
{
    const auto& contender = *view.contender;
    if (!contender.redis->lease) {
        rows.push_back(redisRow(RedisRowsText::tr("Lease"),
                                RedisRowsText::tr("no end: stays until a client releases it"),
                                readBy(u"PTTL"_s, view.lock, now), Tone::Bad));
        return;
    }
    if (!view.lock || view.gone)
        return;
    const auto left = inspect::leaseLeft(*view.lock, contender, now).value_or(0ms);
    addRenewal(rows, contender, left);
}

void addWaiterRows(std::vector<KeyValue>& rows, const ContenderView& view, WallTime now)
{
    const auto& contender = *view.contender;
    const auto& redis = *contender.redis;
    const auto subscriber = subscriberText(contender, now);
    rows.push_back(redis.alive == inspect::Alive::Unknown
                       ? unknownRow(RedisRowsText::tr("Subscriber"), u"PUBSUB NUMSUB"_s)
                       : redisRow(RedisRowsText::tr("Subscriber"), subscriber, u"PUBSUB NUMSUB"_s,
                                  redis.alive == inspect::Alive::Yes ? Tone::Good : Tone::Bad));
    if (redis.keepsPlaceUntil)
        rows.push_back(redisRow(RedisRowsText::tr("Keeps its place"),
                                RedisRowsText::tr("for %1").arg(formatDuration(*redis.keepsPlaceUntil - now)),
                                RedisRowsText::tr("clients' clocks")));
}

/// The instance and thread of "uuid:thread"; else the token or permit.
void addOwnerRows(std::vector<KeyValue>& rows, const inspect::Contender& contender)
{
    const auto owner = contender.redis->owner;
    const auto instance = std::string(inspect::instanceOf(owner));
    if (instance.empty() || instance.size() + 1 >= owner.size()) {
        rows.push_back(monoRow(RedisRowsText::tr("Owner"), oneLine(owner), {}));
        return;
    }
    rows.push_back(monoRow(RedisRowsText::tr("Instance"), oneLine(instance), {}));
    rows.push_back(monoRow(RedisRowsText::tr("Thread"), oneLine(owner.substr(instance.size() + 1)), {}));
}

/// Of the owner itself, not of other threads of its client object: see OwnerLocks.
void addOwnerLocks(std::vector<KeyValue>& rows, const ContenderView& view,
                   const std::vector<ClientPlaces::Place>& places)
{
    const auto& owner = view.contender->redis->owner;
    if (!view.lock || view.gone || view.lock->isPossible() || !inspect::isThread(owner))
        return;
    QStringList held;
    const inspect::Lock* last = nullptr; // a reader may also be the writer
    for (const auto& [lock, contender] : places) {
        if (lock == last || lock->isPossible() || !contender->holds || contender->redis->owner != owner)
            continue;
        held << oneLine(lock->path);
        last = lock;
    }
    if (!held.isEmpty())
        rows.push_back(redisRow(RedisRowsText::tr("Owner also holds"), firstNames(held),
                                view.contender->holds ? RedisRowsText::tr("may be one multi-lock") : QString()));
}

void addClientHost(std::vector<KeyValue>& rows, const ViewState& viewState, const inspect::Contender& contender)
{
    const auto owner = viewState.snapshot ? inspect::ownerOf(*viewState.snapshot, contender) : inspect::Owner();
    if (owner.host.empty()) {
        rows.push_back(unknownRow(hostKey(), RedisRowsText::tr("not stored")));
        rows.back().explanation = whyHostUnknown();
        return;
    }
    const auto source = hostSourceText(owner.hostSource);
    addHostRows(rows, owner,
                owner.reportedAt ? asClauses({source, formatAge(viewState.now - *owner.reportedAt)}) : source);
    if (!owner.client.empty())
        rows.push_back(redisRow(RedisRowsText::tr("Client name"), oneLine(owner.client), u"CLIENT SETNAME"_s));
}

void addFencing(std::vector<KeyValue>& rows, const inspect::Lock& lock, WallTime now)
{
    const auto& token = lock.redis->fencingToken;
    rows.push_back(token ? monoRow(RedisRowsText::tr("Fencing"), QString::number(*token), readBy(u"GET"_s, &lock, now))
                         : redisRow(RedisRowsText::tr("Fencing"), RedisRowsText::tr("none"),
                                    RedisRowsText::tr("no token in this type"), Tone::Muted));
}

/// `hasBar`: that shows how long the lock is exclusive.
void addVoteRows(std::vector<KeyValue>& rows, const ViewState& viewState, const inspect::Lock& lock, bool hasBar)
{
    if (!hasVotes(lock))
        return;
    const auto& redis = *lock.redis;
    const auto tally = tallyOf(redis);
    rows.push_back(
        redisRow(RedisRowsText::tr("Votes"),
                 RedisRowsText::tr("%1 of %2, quorum %3")
                     .arg(QString::number(tally.votes), QString::number(tally.masters), QString::number(redis.quorum)),
                 readBy(u"GET"_s, &lock, viewState.now), toneOf(redis.verdict)));
    const auto left = exclusiveLeft(lock, viewState.now);
    if (hasBar && redis.verdict != inspect::Verdict::Held)
        rows.push_back(unknownRow(RedisRowsText::tr("Exclusive for"), RedisRowsText::tr("not held by a quorum")));
    else if (!hasBar && left)
        rows.push_back(redisRow(RedisRowsText::tr("Exclusive for"), formatDuration(*left),
                                RedisRowsText::tr("by at least %n masters", nullptr, redis.quorum)));
    rows.push_back(unknownRow(RedisRowsText::tr("Waiters"), RedisRowsText::tr("clients poll")));
}

/// A watchdog renews when a third of the lease has passed.
void describeRenewal(LeaseFacts& facts, const inspect::Lock& lock, const inspect::Contender& contender, WallTime now)
{
    const auto& trace = contender.redis->trace;
    facts.due = renewalShare(contender);
    const auto left = inspect::leaseLeft(lock, contender, now);
    if (facts.due <= 0 || !left)
        return;
    const auto whole = wholeLease(contender);
    const auto until = *left - whole * 2 / 3;
    facts.renewal = (hasVotes(lock) ? RedisRowsText::tr("Renewed every %1 (%2 seen)")
                                    : RedisRowsText::tr("Watchdog renews every %1 (%2 seen)"))
                        .arg(leaseLengthText(whole / 3), formatCount(trace.renewals));
    facts.next =
        until > 0ms ? RedisRowsText::tr("next in %1").arg(formatDuration(until)) : RedisRowsText::tr("due now");
    facts.nextTone = until > 0ms ? Tone::Muted : Tone::Warn;
    facts.tone = trace.isOverdue ? Tone::Warn : Tone::Good;
    facts.explanation = inTurn(
        {facts.explanation, RedisRowsText::tr("The renewals and their period are inferred from the readings of the "
                                              "lease. The mark in the bar shows when the next one is due.")});
}

} // namespace

std::optional<LeaseFacts> leaseFacts(const ViewState& viewState, const ContenderView& view)
{
    if (!view.lock || !view.contender || view.gone || !view.contender->redis || !view.contender->holds)
        return std::nullopt;
    const auto& lock = *view.lock;
    const auto now = viewState.now;
    const bool isVoted = hasVotes(lock);
    const auto left = isVoted ? exclusiveLeft(lock, now) : inspect::leaseLeft(lock, *view.contender, now);
    if (!left)
        return std::nullopt;
    const auto whole = wholeLease(*view.contender);
    LeaseFacts facts;
    facts.title = isVoted ? RedisRowsText::tr("Exclusive for") : RedisRowsText::tr("Lease left");
    facts.left = formatDuration(*left);
    facts.length = leaseLengthText(whole);
    facts.source =
        readBy(isVoted ? RedisRowsText::tr("PTTL of %n masters", nullptr, lock.redis->quorum) : u"PTTL"_s, &lock, now);
    if (isVoted)
        facts.explanation = RedisRowsText::tr("A quorum of the masters has the token at least until then.");
    facts.share = static_cast<double>(left->count()) / static_cast<double>(whole.count());
    describeRenewal(facts, lock, *view.contender, now);
    return facts;
}

std::vector<KeyValue> redisCommands(const ViewState& viewState, const ContenderView& view,
                                    const CommandTemplates& templates)
{
    static const QRegularExpression plain(u"^[A-Za-z0-9_:./{}@-]+$"_s);
    const auto* servers = viewState.snapshot ? viewState.snapshot->redisServers.get() : nullptr;
    if (!view.lock || hasVotes(*view.lock) || !servers || servers->servers.size() != 1)
        return {};
    const auto name = QString::fromStdString(view.lock->path);
    const auto address = QString::fromStdString(servers->servers.front().address);
    const auto colon = address.lastIndexOf(u':');
    const auto isPlain = [](const QString& word) { return plain.match(word).hasMatch() && !word.startsWith(u'-'); };
    if (!isPlain(name) || colon < 0 || !isPlain(address))
        return {};
    const auto kind = view.lock->kind;
    const bool isHash = kind == inspect::LockKind::Mutex || kind == inspect::LockKind::ReadWrite;
    const std::pair<QString, QString> commands[] = {
        {isHash ? RedisRowsText::tr("Show the owners") : RedisRowsText::tr("Show the type of the key"),
         isHash ? u"HGETALL"_s : u"TYPE"_s},
        {RedisRowsText::tr("Show the lease"), u"PTTL"_s}};
    std::vector<KeyValue> rows;
    for (const auto& [title, command] : commands)
        rows.push_back(monoRow(title,
                               filledTemplate(templates.redis, {{u"{host}"_s, address.first(colon)},
                                                                {u"{port}"_s, address.mid(colon + 1)},
                                                                {u"{command}"_s, command},
                                                                {u"{key}"_s, name}}),
                               {}));
    return rows;
}

void addRedisRows(std::vector<KeyValue>& rows, const ViewState& viewState, const ContenderView& view,
                  const QString& waitsFor, const std::vector<ClientPlaces::Place>& places)
{
    const auto& contender = *view.contender;
    const auto now = viewState.now;
    const bool isHash =
        view.lock && view.lock->kind != inspect::LockKind::Single && view.lock->kind != inspect::LockKind::Semaphore;
    const auto source = isHash ? readBy(u"HGETALL"_s, view.lock, now) : QString();
    if (contender.holds)
        addLeaseRows(rows, view, now);
    else
        addWaiterRows(rows, view, now);
    if (const auto since = sinceOf(contender, viewState.moment())) {
        rows.push_back(redisRow(contender.holds ? RedisRowsText::tr("Held") : RedisRowsText::tr("Waiting"),
                                formatSince(since),
                                since->atLeast ? RedisRowsText::tr("first seen") : RedisRowsText::tr("watched")));
        if (since->atLeast)
            rows.back().explanation = RedisRowsText::tr("At least this long: Redis does not store the start.");
    }
    if (contender.holds)
        rows.push_back(redisRow(RedisRowsText::tr("Count"), formatCount(contender.redis->count), source));
    addOwnerRows(rows, contender);
    addOwnerLocks(rows, view, places);
    addClientHost(rows, viewState, contender);
    if (!contender.holds && contender.isStateKnown)
        rows.push_back(redisRow(RedisRowsText::tr("Waits for"), waitsFor, RedisRowsText::tr("queue order")));
    if (view.lock && view.lock->redis) {
        addFencing(rows, *view.lock, now);
        addVoteRows(rows, viewState, *view.lock, true);
    }
    if (contender.firstSeenAt)
        rows.push_back(timeRow(RedisRowsText::tr("First seen"), *contender.firstSeenAt, now));
    if (contender.grantedAt)
        rows.push_back(timeRow(RedisRowsText::tr("Acquired"), *contender.grantedAt, now));
}

std::vector<KeyValue> redisClientRows(const ViewState& viewState, const ContenderView& view,
                                      const std::vector<ClientPlaces::Place>& places)
{
    std::vector<KeyValue> rows;
    addOwnerRows(rows, *view.contender);
    addClientHost(rows, viewState, *view.contender);
    if (viewState.snapshot && !view.contender->redis->owner.empty())
        addOtherLocks(rows, places);
    return rows;
}

void addRedisLockRows(std::vector<KeyValue>& rows, const ViewState& viewState, const inspect::Lock& lock)
{
    addVoteRows(rows, viewState, lock, false);
}

} // namespace lockscope::ui
