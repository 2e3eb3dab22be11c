// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/ContenderFacts.h"

#include "core/model/FindingIndex.h"
#include "core/model/OwnerProcess.h"
#include "core/model/Owners.h"
#include "core/model/Wording.h"
#include "ui/models/FindingsModel.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/PayloadText.h"
#include "ui/models/text/QueueWords.h"
#include "ui/panels/RedisFactRows.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

struct ContenderFactsText {
    Q_DECLARE_TR_FUNCTIONS(Details)
};

QString stateText(const ViewState& viewState, const ContenderView& view)
{
    if (view.gone)
        return ContenderFactsText::tr("Left the queue; last known values below");
    const auto since = formatSince(sinceOf(*view.contender, viewState.moment()));
    if (!view.contender->isStateKnown)
        return ContenderFactsText::tr("Unknown");
    const bool isReadWrite = view.lock->kind == inspect::LockKind::ReadWrite && view.contender->isModeKnown;
    if (view.contender->holds && isReadWrite && view.contender->mode == LockMode::Shared)
        return ContenderFactsText::tr("Holding, %1 (readers: %2)").arg(since, QString::number(view.lock->holders()));
    if (view.contender->holds && isReadWrite)
        return asSentence(asClauses({doingOf(*view.lock, *view.contender), since}));
    if (view.contender->holds)
        return ContenderFactsText::tr("Holding, %1 (holders %2/%3)")
            .arg(since, QString::number(view.lock->holders()), leasesText(*view.lock));
    const auto place = placeOf(*view.lock, *view.contender);
    if (isReadWrite || view.contender->atGate)
        return asSentence(withAside(asClauses({doingOf(*view.lock, *view.contender), since}), place));
    return ContenderFactsText::tr("Waiting, %1 (%2)").arg(since, place);
}

const ensemble::EnsembleFacts* factsIn(const ViewState& viewState)
{
    return viewState.snapshot ? viewState.snapshot->ensemble.get() : nullptr;
}

QString waitsOnText(const ViewState& viewState, const ContenderView& view)
{
    QStringList names;
    for (const auto& node : view.contender->waitsOn) {
        const auto* other = view.lock ? view.lock->waitedFor(*view.contender, node) : nullptr;
        names << (other ? displayName(*other, factsIn(viewState)) : elideNode(oneLine(node)));
    }
    return firstNames(names);
}

void addSessionLocks(std::vector<KeyValue>& rows, const ViewState& viewState, const ContenderView& view)
{
    const auto session = view.contender->details ? view.contender->details->session : 0;
    if (session != 0)
        addOtherLocks(rows, viewState, view, [session](const inspect::Contender& contender) {
            return contender.details && contender.details->session == session;
        });
}

KeyValue sessionRow(const inspect::ContenderDetails& details)
{
    if (details.session == 0)
        return {ContenderFactsText::tr("Session"), ContenderFactsText::tr("none: this persistent node never expires"),
                false, Tone::Bad};
    return {ContenderFactsText::tr("Session"), formatHex(details.session), true, Tone::Normal};
}

inspect::Owner ownerIn(const ViewState& viewState, const ContenderView& view)
{
    return viewState.snapshot ? inspect::ownerOf(*viewState.snapshot, *view.contender)
                              : inspect::ownerOf(factsIn(viewState), *view.contender);
}

/// The source of the host, and the age of that report.
QString knownFrom(const inspect::Owner& owner, const inspect::ContenderDetails& details, WallTime now)
{
    auto source = hostSourceText(owner.hostSource);
    const bool isWritten = owner.hostSource == inspect::HostSource::Payload;
    const auto reportedAt =
        isWritten ? std::max(details.createdAt, details.modifiedAt) : owner.reportedAt.value_or(WallTime{});
    if (reportedAt == WallTime{})
        return source;
    return ContenderFactsText::tr("%1, %2 ago").arg(source, formatDuration(now - reportedAt));
}

void addHost(std::vector<KeyValue>& rows, const inspect::Owner& owner, const inspect::ContenderDetails& details,
             WallTime now)
{
    if (owner.host.empty()) {
        rows.push_back({ContenderFactsText::tr("Host"), ContenderFactsText::tr("unknown"), false, Tone::Muted});
        return;
    }
    rows.push_back({ContenderFactsText::tr("Host"), hostWithName(owner), true, Tone::Normal});
    rows.push_back({ContenderFactsText::tr("Host source"), knownFrom(owner, details, now), false, Tone::Normal});
}

/// From the contender to its process.
void addProcess(std::vector<KeyValue>& rows, const inspect::Owner& owner, const inspect::Contender& contender)
{
    const auto process = inspect::processOf(owner, contender);
    if (!process)
        return;
    if (process->pid)
        rows.push_back({ContenderFactsText::tr("Process id"), QString::number(*process->pid), true, Tone::Normal});
    if (!process->command.empty())
        rows.push_back({ContenderFactsText::tr("Show its process"), oneLine(process->command), true, Tone::Normal});
}

/// The session's data from the servers, as far as reported.
void addSigns(std::vector<KeyValue>& rows, const inspect::Owner& owner, WallTime now)
{
    if (!owner.server.empty())
        rows.push_back({ContenderFactsText::tr("Server"), oneLine(owner.server), true, Tone::Normal});
    if (owner.timeout)
        rows.push_back({ContenderFactsText::tr("Timeout"), formatDuration(*owner.timeout), false, Tone::Normal});
    if (!owner.reportedAt) // the servers have reported nothing else
        return;
    const auto reported = formatDuration(now - *owner.reportedAt);
    if (const auto silent = owner.sinceHeard(now))
        rows.push_back({ContenderFactsText::tr("Last heartbeat"),
                        ContenderFactsText::tr("%1 ago, reported %2 ago").arg(formatDuration(*silent), reported), false,
                        Tone::Normal});
    if (!owner.expiresAt)
        return;
    const auto left = owner.timeLeft(now);
    rows.push_back({ContenderFactsText::tr("Expires in"),
                    left ? ContenderFactsText::tr("%1; last report %2 ago").arg(formatDuration(*left), reported)
                         : lateReportText(owner, now),
                    false, left ? Tone::Normal : Tone::Muted});
}

/// The findings of the lock; with a contender, only findings about its node.
void addFindings(std::vector<KeyValue>& rows, const ViewState& viewState, const inspect::Lock& lock,
                 const inspect::Contender* contender)
{
    if (!viewState.snapshot)
        return;
    constexpr std::size_t most = 5;
    std::size_t count = 0;
    for (const auto* finding : inspect::findingsOf(*viewState.snapshot, lock)) {
        const bool isNamed = !contender || std::find(finding->nodes.begin(), finding->nodes.end(),
                                                     lock.nodePath(*contender)) != finding->nodes.end();
        if (isNamed && count++ < most)
            rows.push_back({ContenderFactsText::tr("Finding"), asEntry(findingTitle(*finding), oneLine(finding->text)),
                            false, severityTone(finding->severity)});
    }
}

} // namespace

QString firstNames(const QStringList& names)
{
    constexpr qsizetype most = 10;
    if (names.isEmpty())
        return u"—"_s;
    const auto shown = asList(names.mid(0, most));
    return names.size() <= most ? shown
                                : ContenderFactsText::tr("%1 and %2 more").arg(shown, formatCount(names.size() - most));
}

void addOtherLocks(std::vector<KeyValue>& rows, const ViewState& viewState, const ContenderView& view,
                   const std::function<bool(const inspect::Contender&)>& isSameOwner)
{
    if (!viewState.snapshot)
        return;
    QStringList holds;
    QStringList waits;
    QStringList undecided;
    for (const auto& lock : viewState.snapshot->locks) {
        if (view.lock && lock->path == view.lock->path)
            continue;
        for (const auto& contender : lock->queue) {
            if (!isSameOwner(contender))
                continue;
            const auto possible = lock->isPossible() ? ContenderFactsText::tr("possibly a lock") : QString();
            if (contender.holds)
                holds << withAside(oneLine(lock->path), possible);
            else if (contender.waits())
                waits << withAside(oneLine(lock->path), possible.isEmpty() ? placeOf(*lock, contender) : possible);
            else
                undecided << withAside(oneLine(lock->path), possible);
        }
    }
    rows.push_back({ContenderFactsText::tr("Also holds"), firstNames(holds), false, Tone::Normal});
    rows.push_back({ContenderFactsText::tr("Also waits for"), firstNames(waits), false, Tone::Normal});
    if (!undecided.isEmpty())
        rows.push_back({ContenderFactsText::tr("Holds or waits for"), firstNames(undecided), false, Tone::Muted});
}

std::vector<KeyValue> contenderFacts(const ViewState& viewState, const ContenderView& view)
{
    const auto& contender = *view.contender;
    const auto tone = view.gone || !contender.isStateKnown ? Tone::Muted : contender.holds ? Tone::Good : Tone::Wait;
    std::vector<KeyValue> rows;
    if (view.lock && !view.gone)
        addFindings(rows, viewState, *view.lock, &contender);
    rows.push_back({ContenderFactsText::tr("State"), stateText(viewState, view), false, tone});
    if (!contender.isModeKnown)
        rows.push_back({ContenderFactsText::tr("Mode"),
                        ContenderFactsText::tr("unknown: only the payload says it, and it is not known"), false,
                        Tone::Muted});
    if (contender.redis) {
        addRedisRows(rows, viewState, view, waitsOnText(viewState, view));
        return rows;
    }
    rows.push_back({ContenderFactsText::tr("Node"), oneLine(contender.node), true, Tone::Normal});
    if (!contender.details) {
        rows.push_back({ContenderFactsText::tr("Details"), ContenderFactsText::tr("reading…"), false, Tone::Muted});
        return rows;
    }
    const auto& details = *contender.details;
    rows.push_back({ContenderFactsText::tr("Client"),
                    details.client.empty() ? ContenderFactsText::tr("unknown") : oneLine(inspect::clientText(details)),
                    false, details.client.empty() ? Tone::Muted : Tone::Normal});
    addHost(rows, ownerIn(viewState, view), details, viewState.now);
    rows.push_back(sessionRow(details));
    if (contender.waits())
        rows.push_back({ContenderFactsText::tr("Waits for"), waitsOnText(viewState, view), false, Tone::Normal});
    if (const auto why = view.lock ? whyItWaits(*view.lock, contender, factsIn(viewState)) : QString(); !why.isEmpty())
        rows.push_back({ContenderFactsText::tr("Reason"), why, false, Tone::Normal});
    rows.push_back({ContenderFactsText::tr("Created"), formatTime(details.createdAt), false, Tone::Normal});
    if (contender.grantedAt)
        rows.push_back({ContenderFactsText::tr("Acquired"), formatTime(*contender.grantedAt), false, Tone::Normal});
    rows.push_back({ContenderFactsText::tr("Fencing token"), u"czxid %1"_s.arg(formatHex(details.creationId)), true,
                    Tone::Normal});
    rows.push_back({ContenderFactsText::tr("Payload"),
                    details.isPayloadKnown ? payloadSummary(details.payload, details.payloadCut)
                                           : ContenderFactsText::tr("unknown: no permission to read it"),
                    false, details.isPayloadKnown ? Tone::Normal : Tone::Muted});
    if (const auto why = view.lock ? attention(*view.lock, contender) : QString(); !why.isEmpty())
        rows.push_back({ContenderFactsText::tr("Warning"), why, false, Tone::Bad});
    return rows;
}

std::vector<KeyValue> sessionFacts(const ViewState& viewState, const ContenderView& view)
{
    std::vector<KeyValue> rows;
    if (view.contender->redis)
        return redisClientRows(viewState, view);
    if (!view.contender->details) {
        rows.push_back({ContenderFactsText::tr("Details"), ContenderFactsText::tr("reading…"), false, Tone::Muted});
        return rows;
    }
    const auto& details = *view.contender->details;
    rows.push_back(sessionRow(details));
    const auto owner = ownerIn(viewState, view);
    addHost(rows, owner, details, viewState.now);
    addSigns(rows, owner, viewState.now);
    addProcess(rows, owner, *view.contender);
    addSessionLocks(rows, viewState, view);
    return rows;
}

std::vector<KeyValue> recognitionFacts(const inspect::Recognition& recognition)
{
    constexpr std::size_t most = 8;
    std::vector<KeyValue> rows{
        {ContenderFactsText::tr("Recognised"), oneLine(recognition.decision), false, Tone::Normal}};
    for (const auto& one : recognition.dialects) {
        if (rows.size() > most)
            break;
        rows.push_back({one.fits ? ContenderFactsText::tr("Matches") : ContenderFactsText::tr("Does not match"),
                        asEntry(oneLine(one.title), oneLine(one.reason)), false, Tone::Muted});
    }
    return rows;
}

std::vector<KeyValue> lockFacts(const ViewState& viewState, const inspect::Lock& lock)
{
    const auto longest = inspect::longestWait(lock, viewState.moment());
    std::vector<KeyValue> rows;
    addFindings(rows, viewState, lock, nullptr);
    rows.push_back({ContenderFactsText::tr("Path"), oneLine(lock.path), true, Tone::Normal});
    rows.push_back({ContenderFactsText::tr("Type"), ownText(lock.dialectTitle), false, Tone::Normal});
    rows.push_back({ContenderFactsText::tr("Kind"), kindWord(lock.kind), false, Tone::Normal});
    if (lock.isPossible())
        rows.push_back({ContenderFactsText::tr("Certainty"),
                        ContenderFactsText::tr("possible: the form of a lock, but no known names"), false, Tone::Warn});
    if (!lock.counterContradiction.empty())
        rows.push_back(
            {ContenderFactsText::tr("Server's counter"), oneLine(lock.counterContradiction), false, Tone::Warn});
    rows.push_back({ContenderFactsText::tr("Holders"),
                    ContenderFactsText::tr("%1 of %2").arg(QString::number(lock.holders()), leasesText(lock)), false,
                    Tone::Normal});
    if (lock.redis)
        addRedisLockRows(rows, viewState, lock);
    const auto waiting = inspect::waitingClients(lock);
    if (!waiting)
        rows.push_back({ContenderFactsText::tr("Waiting"),
                        lock.redis ? ContenderFactsText::tr("unknown")
                                   : ContenderFactsText::tr("unknown: waiters have no nodes here"),
                        false, Tone::Muted});
    else if (lock.redis && !lock.redis->isOrdered)
        rows.push_back({ContenderFactsText::tr("Waiting"),
                        ContenderFactsText::tr("%1 connections listen for a release; the order is unknown")
                            .arg(formatCount(*waiting)),
                        false, *waiting > 0 ? Tone::Wait : Tone::Normal});
    else
        rows.push_back({ContenderFactsText::tr("Waiting"), formatCount(*waiting), false,
                        *waiting > 0 ? Tone::Wait : Tone::Normal});
    if (const auto unknown = inspect::undecided(lock); unknown > 0)
        rows.push_back({ContenderFactsText::tr("Holding or waiting"),
                        ContenderFactsText::tr("%1 more; which of the two is unknown").arg(formatCount(unknown)), false,
                        Tone::Muted});
    if (longest && lock.kind != inspect::LockKind::Single)
        rows.push_back({ContenderFactsText::tr("Longest wait"), formatDuration(*longest), false, Tone::Wait});
    if (lock.redis && viewState.snapshot && viewState.snapshot->redisWatch)
        rows.push_back(
            {ContenderFactsText::tr("Updated by"), watchText(*viewState.snapshot->redisWatch), false, Tone::Normal});
    else
        rows.push_back(
            {ContenderFactsText::tr("Updated by"),
             lock.polled ? ContenderFactsText::tr("polling: watch budget exceeded") : ContenderFactsText::tr("a watch"),
             false, Tone::Normal});
    rows.push_back({ContenderFactsText::tr("Last read"), formatTime(lock.readAt), false, Tone::Normal});
    if (!lock.unrecognised.empty()) {
        QStringList names;
        for (const auto& name : lock.unrecognised)
            names << oneLine(name);
        rows.push_back({ContenderFactsText::tr("Unrecognised"), firstNames(names), true, Tone::Warn});
    }
    return rows;
}

} // namespace lockscope::ui
