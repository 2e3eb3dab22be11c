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

/// A watchdog renews when a third of the lease has passed.
void addRenewal(std::vector<KeyValue>& rows, const inspect::Contender& contender, std::chrono::milliseconds left)
{
    const auto& trace = contender.redis->trace;
    const auto whole = wholeLease(contender);
    switch (trace.kind) {
    case inspect::LeaseKind::Watchdog: {
        rows.push_back(redisRow(RedisRowsText::tr("Watchdog"),
                                RedisRowsText::tr("every %1").arg(leaseLengthText(whole / 3)),
                                RedisRowsText::tr("inferred, %1 ×").arg(trace.renewals)));
        const auto due = left - whole * 2 / 3;
        rows.push_back(redisRow(RedisRowsText::tr("Alive"), RedisRowsText::tr("yes"),
                                RedisRowsText::tr("renewed %1 ago").arg(formatDuration(whole - left)),
                                trace.isOverdue ? Tone::Warn : Tone::Good));
        rows.push_back(
            redisRow(RedisRowsText::tr("Next renewal"),
                     due > 0ms ? RedisRowsText::tr("in %1").arg(formatDuration(due)) : RedisRowsText::tr("due now"),
                     RedisRowsText::tr("a third of the lease"), due > 0ms ? Tone::Normal : Tone::Warn));
        return;
    }
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
    rows.push_back(
        redisRow(RedisRowsText::tr("Lease left"),
                 RedisRowsText::tr("%1 of %2").arg(formatDuration(left), leaseLengthText(wholeLease(contender))),
                 readBy(u"PTTL"_s, view.lock, now)));
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

void addHostRows(std::vector<KeyValue>& rows, const ViewState& viewState, const inspect::Contender& contender)
{
    const auto owner = viewState.snapshot ? inspect::ownerOf(*viewState.snapshot, contender) : inspect::Owner();
    if (owner.host.empty()) {
        rows.push_back(unknownRow(RedisRowsText::tr("Host"), RedisRowsText::tr("not stored by Redis")));
        return;
    }
    const auto source = hostSourceText(owner.hostSource);
    rows.push_back(
        monoRow(RedisRowsText::tr("Host"), hostWithName(owner),
                owner.reportedAt
                    ? RedisRowsText::tr("%1, %2 ago").arg(source, formatDuration(viewState.now - *owner.reportedAt))
                    : source));
    if (!owner.client.empty())
        rows.push_back(redisRow(RedisRowsText::tr("Client name"), oneLine(owner.client), u"CLIENT SETNAME"_s));
}

void addFencing(std::vector<KeyValue>& rows, const inspect::Lock& lock, WallTime now)
{
    const auto& token = lock.redis->fencingToken;
    rows.push_back(
        token ? monoRow(RedisRowsText::tr("Fencing token"), QString::number(*token), readBy(u"GET"_s, &lock, now))
              : redisRow(RedisRowsText::tr("Fencing token"), RedisRowsText::tr("none"),
                         RedisRowsText::tr("type without token"), Tone::Muted));
}

/// Commands for the user's shell, of checked words only; never run.
void addCommands(std::vector<KeyValue>& rows, const ViewState& viewState, const inspect::Lock& lock,
                 const CommandTemplates& commands)
{
    static const QRegularExpression plain(u"^[A-Za-z0-9_:./{}@-]+$"_s);
    const auto name = QString::fromStdString(lock.path);
    const auto* servers = viewState.snapshot ? viewState.snapshot->redisServers.get() : nullptr;
    if (!plain.match(name).hasMatch() || name.startsWith(u'-') || !servers || servers->servers.size() != 1)
        return;
    const auto address = QString::fromStdString(servers->servers.front().address);
    const auto colon = address.lastIndexOf(u':');
    if (colon < 0 || !plain.match(address).hasMatch() || address.startsWith(u'-'))
        return;
    const auto isHash = lock.kind == inspect::LockKind::Mutex || lock.kind == inspect::LockKind::ReadWrite;
    for (const auto& command : {isHash ? u"HGETALL"_s : u"TYPE"_s, u"PTTL"_s})
        rows.push_back(monoRow(RedisRowsText::tr("Command"),
                               filledTemplate(commands.redis, {{u"{host}"_s, address.first(colon)},
                                                               {u"{port}"_s, address.mid(colon + 1)},
                                                               {u"{command}"_s, command},
                                                               {u"{key}"_s, name}}),
                               {}));
}

} // namespace

void addRedisRows(std::vector<KeyValue>& rows, const ViewState& viewState, const ContenderView& view,
                  const QString& waitsFor, const std::vector<ClientPlaces::Place>& places,
                  const CommandTemplates& commands)
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
    if (const auto since = sinceOf(contender, viewState.moment()))
        rows.push_back(redisRow(
            contender.holds ? RedisRowsText::tr("Held") : RedisRowsText::tr("Waiting"), formatSince(since),
            since->atLeast ? RedisRowsText::tr("first seen; start unknown") : RedisRowsText::tr("seen to begin")));
    if (contender.holds)
        rows.push_back(redisRow(RedisRowsText::tr("Count"), formatCount(contender.redis->count), source));
    addOwnerRows(rows, contender);
    addOwnerLocks(rows, view, places);
    addHostRows(rows, viewState, contender);
    if (!contender.holds && contender.isStateKnown)
        rows.push_back(redisRow(RedisRowsText::tr("Waits for"), waitsFor, RedisRowsText::tr("queue order")));
    if (view.lock && view.lock->redis) {
        addFencing(rows, *view.lock, now);
        if (hasVotes(*view.lock))
            addRedisLockRows(rows, viewState, *view.lock);
        else
            addCommands(rows, viewState, *view.lock, commands);
    }
    if (contender.firstSeenAt)
        rows.push_back(redisRow(RedisRowsText::tr("First seen"), formatTime(*contender.firstSeenAt), {}));
    if (contender.grantedAt)
        rows.push_back(redisRow(RedisRowsText::tr("Acquired"), formatTime(*contender.grantedAt), {}));
}

std::vector<KeyValue> redisClientRows(const ViewState& viewState, const ContenderView& view,
                                      const std::vector<ClientPlaces::Place>& places)
{
    std::vector<KeyValue> rows;
    addOwnerRows(rows, *view.contender);
    addHostRows(rows, viewState, *view.contender);
    if (viewState.snapshot && !view.contender->redis->owner.empty())
        addOtherLocks(rows, places);
    return rows;
}

void addRedisLockRows(std::vector<KeyValue>& rows, const ViewState& viewState, const inspect::Lock& lock)
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
    if (const auto left = exclusiveLeft(lock, viewState.now))
        rows.push_back(redisRow(RedisRowsText::tr("Exclusive for"), formatDuration(*left),
                                RedisRowsText::tr("lease no. %1 by length").arg(redis.quorum)));
    rows.push_back(unknownRow(RedisRowsText::tr("Waiters"), RedisRowsText::tr("clients poll")));
}

} // namespace lockscope::ui
