// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/text/QueueWords.h"

#include "ui/models/text/Formatting.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

struct QueueTexts {
    Q_DECLARE_TR_FUNCTIONS(QueueWords)
};

bool isReader(const inspect::Contender& contender)
{
    return contender.mode == LockMode::Shared;
}

} // namespace

QString doingOf(const inspect::Lock& lock, const inspect::Contender& contender)
{
    const bool isReadWrite = lock.kind == inspect::LockKind::ReadWrite && contender.isModeKnown;
    if (!contender.isStateKnown)
        return QueueTexts::tr("unknown", "whether a client holds or waits");
    if (contender.atGate)
        return QueueTexts::tr("at gate lock");
    if (isDead(contender))
        return QueueTexts::tr("dead", "a waiter that does not listen for its turn");
    if (contender.holds)
        return !isReadWrite          ? QueueTexts::tr("holding")
               : isReader(contender) ? QueueTexts::tr("reading")
                                     : QueueTexts::tr("writing");
    return !isReadWrite          ? QueueTexts::tr("waiting")
           : isReader(contender) ? QueueTexts::tr("waiting to read")
                                 : QueueTexts::tr("waiting to write");
}

Mark markOf(const inspect::Lock& lock, const inspect::WaiterPlaces& places, const inspect::Contender& contender)
{
    if (!attention(lock, contender).isEmpty())
        return Mark::Triangle;
    if (isDead(contender))
        return Mark::CrossedRing;
    if (contender.holds)
        return Mark::Filled;
    if (!contender.waits())
        return Mark::Question;
    return places.of(contender) == 1 ? Mark::DottedRing : Mark::Ring;
}

QStringList cardTitles(const inspect::Lock& lock, const inspect::WaiterPlaces& places,
                       const inspect::Contender& contender)
{
    const bool isReadWrite = lock.kind == inspect::LockKind::ReadWrite && contender.isModeKnown;
    const auto place = placeOf(places, contender);
    if (contender.holds)
        return {isReadWrite ? doingOf(lock, contender) : place};
    if (isDead(contender))
        return {QueueTexts::tr("#%1 · dead", "on a card").arg(placeNumber(places, contender)),
                QueueTexts::tr("dead", "a waiter that does not listen for its turn")};
    if (!contender.isStateKnown || (!contender.atGate && !isReadWrite))
        return {place};
    const auto selection = contender.atGate      ? QueueTexts::tr("gate lock", "on a card, after its place")
                           : isReader(contender) ? QueueTexts::tr("read", "on a card, after its place")
                                                 : QueueTexts::tr("write", "on a card, after its place");
    const auto number = u'#' + placeNumber(places, contender);
    QStringList titles;
    for (const auto& at : {place, number})
        titles << u"%1 · %2"_s.arg(at, selection);
    return titles;
}

bool isDead(const inspect::Contender& contender)
{
    const auto& redis = contender.redis;
    return redis && contender.waits() && redis->alive == inspect::Alive::No &&
           (!redis->silent || redis->silent->isConfirmed);
}

QString subscriberText(const inspect::Contender& contender, WallTime now)
{
    if (!contender.redis || !contender.waits())
        return u"—"_s;
    switch (contender.redis->alive) {
    case inspect::Alive::Yes:
        return QueueTexts::tr("yes", "a subscriber: the client of a waiter listens");
    case inspect::Alive::No:
        return contender.redis->silent ? QueueTexts::tr("none for %1", "subscribers")
                                             .arg(formatDuration(now - contender.redis->silent->since))
                                       : QueueTexts::tr("none", "subscribers");
    case inspect::Alive::Unknown:
        break;
    }
    return QueueTexts::tr("unknown");
}

QString followTip(const inspect::ClientKey& client)
{
    using By = inspect::ClientKey::By;
    const auto value = elideNode(oneLine(client.value));
    switch (client.by) {
    case By::Name:
        return QueueTexts::tr("Keep showing this client over its turns and sessions. It is recognised by its name, %1.")
            .arg(value);
    case By::Instance:
        return QueueTexts::tr("Keep showing this client over its turns. It is recognised by its instance, %1.")
            .arg(value);
    case By::Session:
        return QueueTexts::tr("Keep showing this client over its turns. It is recognised by its session, %1.")
            .arg(value);
    case By::Node:
        break;
    }
    return QueueTexts::tr("Keep showing this contender after it has left. Its client is unknown, so its next turn is "
                          "not recognised.");
}

QString unorderedText(const inspect::Lock& lock)
{
    if (!lock.redis || lock.redis->isOrdered || lock.redis->quorum > 0)
        return {};
    const auto waiting = inspect::waitingClients(lock);
    if (!waiting)
        return QueueTexts::tr("Number of waiting clients unknown");
    if (*waiting == 0)
        return QueueTexts::tr("No waiting clients seen");
    return QueueTexts::tr("%1 clients waiting, order unknown", nullptr, forPlural(*waiting)).arg(formatCount(*waiting));
}

QString emptyQueueText(const inspect::Lock& lock)
{
    if (!inspect::areHoldersStored(lock))
        return QueueTexts::tr("Holders unknown: Redis stores none for this lock type");
    return inspect::waitingClients(lock) == 0 ? QueueTexts::tr("No holder and no waiters")
                                              : QueueTexts::tr("No holder");
}

QString whyUnordered(const inspect::Lock& lock)
{
    if (!lock.redis || !inspect::waitingClients(lock))
        return QueueTexts::tr("Waiters leave no trace on the server.");
    return QueueTexts::tr("Redis counts subscribed clients, not threads. This lock type keeps no queue: any client may "
                          "be next.");
}

QString whyHostUnknown()
{
    return QueueTexts::tr("Redis stores no address. A MONITOR sample of 15 s shows the address at the next renewal. It "
                          "adds about 150 % server CPU per lock operation.");
}

std::optional<double> leaseShare(const inspect::Lock& lock, const inspect::Contender& contender, WallTime now)
{
    const auto left = contender.holds ? inspect::leaseLeft(lock, contender, now) : std::nullopt;
    if (!left)
        return std::nullopt;
    return static_cast<double>(left->count()) / static_cast<double>(wholeLease(contender).count());
}

QString leaseLengthText(std::chrono::milliseconds lease)
{
    using namespace std::chrono_literals;
    return formatRound(lease < 5s ? lease : std::chrono::round<std::chrono::seconds>(lease));
}

double renewalShare(const inspect::Contender& contender)
{
    const auto& redis = contender.redis;
    return redis && contender.holds && redis->trace.kind == inspect::LeaseKind::Watchdog ? 2.0 / 3 : 0;
}

std::chrono::milliseconds wholeLease(const inspect::Contender& contender)
{
    using std::chrono::milliseconds;
    if (!contender.redis)
        return milliseconds(1);
    return std::max(
        {contender.redis->trace.highest, contender.redis->lease.value_or(milliseconds(0)), milliseconds(1)});
}

QString whyItWaits(const inspect::Lock& lock, const inspect::Contender& contender, const ensemble::EnsembleFacts* facts)
{
    if (!contender.isStateKnown)
        return QueueTexts::tr(
            "Whether the client holds or waits depends on data that Lockscope has not read or may not "
            "read.");
    if (contender.holds)
        return {};
    if (contender.atGate)
        return QueueTexts::tr(
            "The client waits at the gate lock. The gate lock admits one client at a time to the queue.");
    if (lock.kind != inspect::LockKind::ReadWrite || !contender.isModeKnown)
        return {};
    if (!isReader(contender))
        return QueueTexts::tr("A writer waits until all clients ahead of it have left the queue.");
    const auto* ahead = contender.waitsOn.empty() ? nullptr : lock.waitedFor(contender, contender.waitsOn.front());
    return ahead && !isReader(*ahead)
               ? QueueTexts::tr("A reader waits while a writer is ahead of it: %1.").arg(displayName(*ahead, facts))
               : QueueTexts::tr("A reader waits while a writer is ahead of it.");
}

} // namespace lockscope::ui
