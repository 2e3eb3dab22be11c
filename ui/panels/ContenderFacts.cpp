// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/ContenderFacts.h"

#include "core/inspection/UsualHolds.h"
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
#include <QHash>
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
    const auto& nodes = view.contender->waitsOn; // a writer may wait for thousands of readers
    for (const auto& node : nodes) {
        if (names.size() == mostNames)
            break;
        const auto* other = view.lock ? view.lock->waitedFor(*view.contender, node) : nullptr;
        names << (other ? displayName(*other, factsIn(viewState)) : elideNode(oneLine(node)));
    }
    return firstNames(names, static_cast<qsizetype>(nodes.size()) - names.size());
}

KeyValue unknownFact(const QString& key, const QString& text)
{
    return {key, text, false, Tone::Muted, {}, true};
}

/// Of details that the servers have stored with the node.
QString statSource()
{
    return ContenderFactsText::tr("Stat");
}

QString nodeDataSource()
{
    return ContenderFactsText::tr("node data");
}

KeyValue sessionRow(const inspect::ContenderDetails& details, const QString& source)
{
    if (details.session == 0)
        return {ContenderFactsText::tr("Session"), ContenderFactsText::tr("none: this persistent node never expires"),
                false, Tone::Bad, source};
    return {ContenderFactsText::tr("Session"), formatHex(details.session), true, Tone::Normal, source};
}

inspect::Owner ownerIn(const ViewState& viewState, const ContenderView& view)
{
    return viewState.snapshot ? inspect::ownerOf(*viewState.snapshot, *view.contender)
                              : inspect::ownerOf(factsIn(viewState), *view.contender);
}

/// The source of the host, and the age of that report.
QString knownFrom(const inspect::Owner& owner, const inspect::ContenderDetails& details, WallTime now)
{
    const bool isWritten = owner.hostSource == inspect::HostSource::Payload;
    auto source = isWritten ? nodeDataSource() : hostSourceText(owner.hostSource);
    const auto reportedAt =
        isWritten ? std::max(details.createdAt, details.modifiedAt) : owner.reportedAt.value_or(WallTime{});
    return reportedAt == WallTime{} ? source : asClauses({source, formatAge(now - reportedAt)});
}

void addHost(std::vector<KeyValue>& rows, const inspect::Owner& owner, const inspect::ContenderDetails& details,
             WallTime now)
{
    if (owner.host.empty())
        rows.push_back(unknownFact(hostKey(), ContenderFactsText::tr("unknown")));
    else
        addHostRows(rows, owner, knownFrom(owner, details, now));
}

/// As far as the payload tells it.
void addProcess(std::vector<KeyValue>& rows, const inspect::Owner& owner, const inspect::Contender& contender)
{
    const auto process = inspect::processOf(owner, contender);
    if (process && process->pid)
        rows.push_back({ContenderFactsText::tr("Process"),
                        (process->isJava ? ContenderFactsText::tr("java, pid %1") : ContenderFactsText::tr("pid %1"))
                            .arg(*process->pid),
                        false, Tone::Normal, nodeDataSource()});
}

/// The servers' status endpoint, and the age of its report.
QString reportSource(const inspect::Owner& owner, WallTime now)
{
    auto source = owner.hostSource == inspect::HostSource::Payload ? QString() : hostSourceText(owner.hostSource);
    if (!owner.reportedAt)
        return source;
    const auto age = formatAge(now - *owner.reportedAt);
    return source.isEmpty() ? ContenderFactsText::tr("reported %1 ago").arg(age) : asClauses({source, age});
}

/// Later heartbeats are not known before the next report. Empty: none is reported.
QString heartbeatText(const inspect::Owner& owner)
{
    const auto silent = owner.reportedAt ? owner.sinceHeard(*owner.reportedAt) : std::nullopt;
    return silent ? ContenderFactsText::tr("%1 before the report").arg(formatDuration(*silent)) : QString();
}

QString heartbeatKey()
{
    return ContenderFactsText::tr("Last heartbeat");
}

void addHeartbeat(std::vector<KeyValue>& rows, const inspect::Owner& owner, WallTime now)
{
    const auto age = heartbeatText(owner);
    if (age.isEmpty())
        return;
    rows.push_back(
        {heartbeatKey(),
         owner.timeout ? asClauses({age, ContenderFactsText::tr("limit %1").arg(formatRound(*owner.timeout))}) : age,
         false, Tone::Normal, reportSource(owner, now)});
}

/// The session's data from the servers, as far as reported.
void addSigns(std::vector<KeyValue>& rows, const inspect::Owner& owner, WallTime now)
{
    const auto source = reportSource(owner, now);
    if (!owner.server.empty())
        rows.push_back({ContenderFactsText::tr("Server"), oneLine(owner.server), true, Tone::Normal, source});
    if (owner.timeout)
        rows.push_back(
            {ContenderFactsText::tr("Timeout"), formatDuration(*owner.timeout), false, Tone::Normal, source});
    if (!owner.reportedAt) // the servers have reported nothing else
        return;
    if (const auto age = heartbeatText(owner); !age.isEmpty())
        rows.push_back({heartbeatKey(), age, false, Tone::Normal, source});
    if (!owner.expiresAt)
        return;
    const auto left = owner.timeLeft(now);
    rows.push_back({ContenderFactsText::tr("Expires in"), left ? formatDuration(*left) : lateReportText(owner, now),
                    false, left ? Tone::Normal : Tone::Muted, source});
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
            rows.push_back({ContenderFactsText::tr("Finding"),
                            asEntry(findingTitle(*finding), findingSentence(*finding)),
                            false,
                            severityTone(finding->severity),
                            {},
                            false,
                            inspect::identityOf(*finding)});
    }
}

/// `held`: how long the present holder has held the lock; nullopt: that is not known, or there is none.
void addUsualHold(std::vector<KeyValue>& rows, const ViewState& viewState, const inspect::Lock& lock,
                  const std::optional<inspect::Since>& held)
{
    const auto* history = viewState.history ? viewState.history->find(lock.path) : nullptr;
    const auto usual = history ? inspect::usualHoldOf(*history) : std::nullopt;
    if (!usual)
        return;
    const bool isLong = held && !held->atMost && held->duration > usual->p99;
    rows.push_back({ContenderFactsText::tr("Usual hold"),
                    u"p50 %1 · p99 %2"_s.arg(formatDuration(usual->p50), formatDuration(usual->p99)), false,
                    isLong ? Tone::Warn : Tone::Normal,
                    ContenderFactsText::tr("%1 holds", "number of holds", forPlural(usual->holds))
                        .arg(formatCount(static_cast<qint64>(usual->holds)))});
}

} // namespace

QString readBy(const QString& request, const inspect::Lock* lock, WallTime now)
{
    return lock ? asClauses({request, formatAge(now - lock->readAt)}) : request;
}

KeyValue timeRow(const QString& key, WallTime time, WallTime now, const QString& source)
{
    KeyValue row{key, formatTimeOfDay(time, now), false, Tone::Normal, source};
    if (const auto whole = formatTime(time); whole != row.value)
        row.whole = whole;
    return row;
}

QString hostKey()
{
    return ContenderFactsText::tr("Host");
}

void addHostRows(std::vector<KeyValue>& rows, const inspect::Owner& owner, const QString& source)
{
    rows.push_back({hostKey(), oneLine(owner.host), true, Tone::Normal, source});
    if (owner.hostSource == inspect::HostSource::StatusCommand)
        rows.back().explanation = ContenderFactsText::tr(
            "The server reported the address in its reply to the four-letter command cons, which lists connections.");
    if (!owner.hostName.empty())
        rows.push_back({ContenderFactsText::tr("Host name"), oneLine(owner.hostName), false, Tone::Normal,
                        ContenderFactsText::tr("DNS")});
}

QString firstNames(const QStringList& names, qsizetype further)
{
    if (names.isEmpty())
        return u"—"_s;
    const auto shown = asList(names.mid(0, mostNames));
    const auto more = std::max<qsizetype>(names.size() - mostNames, 0) + further;
    return more == 0 ? shown : ContenderFactsText::tr("%1 and %2 more").arg(shown, formatCount(more));
}

void addOtherLocks(std::vector<KeyValue>& rows, const std::vector<ClientPlaces::Place>& places)
{
    QStringList holds;
    QStringList waits;
    QStringList undecided;
    for (const auto& [lock, contender] : places) {
        const auto possible = lock->isPossible() ? ContenderFactsText::tr("possibly a lock") : QString();
        if (contender->holds)
            holds << withAside(oneLine(lock->path), possible);
        else if (contender->waits())
            waits << withAside(oneLine(lock->path), possible.isEmpty() ? placeOf(*lock, *contender) : possible);
        else
            undecided << withAside(oneLine(lock->path), possible);
    }
    rows.push_back({ContenderFactsText::tr("Also holds"), firstNames(holds), false, Tone::Normal});
    rows.push_back({ContenderFactsText::tr("Also waits for"), firstNames(waits), false, Tone::Normal});
    if (!undecided.isEmpty())
        rows.push_back({ContenderFactsText::tr("Holds or waits for"), firstNames(undecided), false, Tone::Muted});
}

namespace {

/// What a node of ZooKeeper and its details tell.
void addNodeRows(std::vector<KeyValue>& rows, const ViewState& viewState, const ContenderView& view)
{
    const auto& contender = *view.contender;
    const auto& details = *contender.details;
    const auto* readIn = view.gone ? nullptr : view.lock;
    const auto from = [&](const QString& request) { return readBy(request, readIn, viewState.now); };
    const auto owner = ownerIn(viewState, view);
    rows.push_back(details.client.empty()
                       ? unknownFact(ContenderFactsText::tr("Client"), ContenderFactsText::tr("unknown"))
                       : KeyValue{ContenderFactsText::tr("Client"), oneLine(inspect::clientText(details)), false,
                                  Tone::Normal, from(nodeDataSource())});
    addHost(rows, owner, details, viewState.now);
    rows.push_back(timeRow(ContenderFactsText::tr("Created"), details.createdAt, viewState.now, from(statSource())));
    if (contender.grantedAt)
        rows.push_back(timeRow(ContenderFactsText::tr("Acquired"), *contender.grantedAt, viewState.now,
                               ContenderFactsText::tr("watched")));
    addProcess(rows, owner, contender);
    rows.push_back(sessionRow(details, from(statSource())));
    addHeartbeat(rows, owner, viewState.now);
    rows.push_back({ContenderFactsText::tr("Node"), oneLine(contender.node), true, Tone::Normal,
                    from(ContenderFactsText::tr("list"))});
    if (contender.waits())
        rows.push_back({ContenderFactsText::tr("Waits for"), waitsOnText(viewState, view), false, Tone::Normal,
                        ContenderFactsText::tr("queue order")});
    if (const auto why = view.lock ? whyItWaits(*view.lock, contender, factsIn(viewState)) : QString(); !why.isEmpty())
        rows.push_back({ContenderFactsText::tr("Reason"), why, false, Tone::Normal});
    rows.push_back({ContenderFactsText::tr("Fencing"), u"czxid %1"_s.arg(formatHex(details.creationId)), true,
                    Tone::Normal, from(statSource())});
    rows.back().explanation = ContenderFactsText::tr(
        "The fencing token of this contender: the number of the transaction that created its node. The number grows "
        "with each acquisition, so a resource can refuse writes with an older number.");
    rows.push_back(details.isPayloadKnown ? KeyValue{ContenderFactsText::tr("Payload"),
                                                     payloadSummary(details.payload, details.payloadCut), false,
                                                     Tone::Normal, from(nodeDataSource())}
                                          : unknownFact(ContenderFactsText::tr("Payload"),
                                                        ContenderFactsText::tr("unknown: no permission to read it")));
}

} // namespace

std::vector<KeyValue> contenderFacts(const ViewState& viewState, const ContenderView& view,
                                     const ClientPlaces& clientPlaces)
{
    const auto& contender = *view.contender;
    const auto tone = view.gone || !contender.isStateKnown ? Tone::Muted : contender.holds ? Tone::Good : Tone::Wait;
    std::vector<KeyValue> rows;
    if (view.lock && !view.gone)
        addFindings(rows, viewState, *view.lock, &contender);
    rows.push_back({ContenderFactsText::tr("State"), stateText(viewState, view), false, tone});
    if (!contender.isModeKnown)
        rows.push_back(unknownFact(ContenderFactsText::tr("Mode"),
                                   ContenderFactsText::tr("unknown: only the payload says it, and it is not known")));
    if (contender.redis) {
        addRedisRows(rows, viewState, view, waitsOnText(viewState, view),
                     clientPlaces.of(viewState.snapshot, view.lock, contender));
    } else if (!contender.details) {
        rows.push_back({ContenderFactsText::tr("Node"), oneLine(contender.node), true, Tone::Normal,
                        readBy(ContenderFactsText::tr("list"), view.gone ? nullptr : view.lock, viewState.now)});
        rows.push_back({ContenderFactsText::tr("Details"), ContenderFactsText::tr("reading…"), false, Tone::Muted});
        return rows;
    } else {
        addNodeRows(rows, viewState, view);
    }
    if (view.lock && !view.gone && contender.holds)
        addUsualHold(rows, viewState, *view.lock, sinceOf(contender, viewState.moment()));
    if (const auto why = view.lock && !contender.redis ? attention(*view.lock, contender) : QString(); !why.isEmpty())
        rows.push_back({ContenderFactsText::tr("Warning"), why, false, Tone::Bad});
    return rows;
}

/// Whether a client is a Java process is known from its payload; else the command is left as a template.
std::vector<KeyValue> commandsToCopy(const ViewState& viewState, const ContenderView& view,
                                     const CommandTemplates& templates)
{
    if (!view.contender)
        return {};
    if (view.contender->redis)
        return redisCommands(viewState, view, templates);
    const auto process = inspect::processOf(ownerIn(viewState, view), *view.contender);
    if (!process || process->host.empty())
        return {};
    std::vector<KeyValue> rows;
    QHash<QString, QString> values{{u"{host}"_s, QString::fromStdString(process->host)}};
    if (process->pid)
        values.insert(u"{pid}"_s, QString::number(*process->pid));
    if (process->port > 0)
        values.insert(u"{port}"_s, QString::number(process->port));
    if (process->pid || process->port > 0)
        rows.push_back({ContenderFactsText::tr("Show its process"),
                        filledTemplate(process->pid ? templates.process : templates.connection, values), true,
                        Tone::Normal});
    if (!process->isJava)
        values.remove(u"{pid}"_s);
    rows.push_back({process->isJava ? ContenderFactsText::tr("Show its threads")
                                    : ContenderFactsText::tr("If it is a Java process"),
                    filledTemplate(templates.java, values), true, process->isJava ? Tone::Normal : Tone::Muted});
    return rows;
}

std::vector<KeyValue> sessionFacts(const ViewState& viewState, const ContenderView& view,
                                   const ClientPlaces& clientPlaces)
{
    std::vector<KeyValue> rows;
    const auto& places = clientPlaces.of(viewState.snapshot, view.lock, *view.contender);
    if (view.contender->redis)
        return redisClientRows(viewState, view, places);
    if (!view.contender->details) {
        rows.push_back({ContenderFactsText::tr("Details"), ContenderFactsText::tr("reading…"), false, Tone::Muted});
        return rows;
    }
    const auto& details = *view.contender->details;
    rows.push_back(sessionRow(details, readBy(statSource(), view.gone ? nullptr : view.lock, viewState.now)));
    const auto owner = ownerIn(viewState, view);
    addHost(rows, owner, details, viewState.now);
    addSigns(rows, owner, viewState.now);
    addProcess(rows, owner, *view.contender);
    if (details.session != 0 && viewState.snapshot)
        addOtherLocks(rows, places);
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
    const auto listed = lock.redis ? QString() : readBy(ContenderFactsText::tr("list"), &lock, viewState.now);
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
                    Tone::Normal, listed});
    if (lock.redis)
        addRedisLockRows(rows, viewState, lock);
    const auto waiting = inspect::waitingClients(lock);
    if (!waiting)
        rows.push_back(unknownFact(ContenderFactsText::tr("Waiting"),
                                   lock.redis ? ContenderFactsText::tr("unknown")
                                              : ContenderFactsText::tr("unknown: waiters have no nodes here")));
    else if (lock.redis && !lock.redis->isOrdered)
        rows.push_back({ContenderFactsText::tr("Waiting"),
                        ContenderFactsText::tr("%1 connections listen for a release; the order is unknown", nullptr,
                                               forPlural(*waiting))
                            .arg(formatCount(*waiting)),
                        false, *waiting > 0 ? Tone::Wait : Tone::Normal});
    else
        rows.push_back({ContenderFactsText::tr("Waiting"), formatCount(*waiting), false,
                        *waiting > 0 ? Tone::Wait : Tone::Normal, listed});
    if (const auto unknown = inspect::undecided(lock); unknown > 0)
        rows.push_back(
            unknownFact(ContenderFactsText::tr("Holding or waiting"),
                        ContenderFactsText::tr("%1 more; which of the two is unknown").arg(formatCount(unknown))));
    if (longest && lock.kind != inspect::LockKind::Single)
        rows.push_back({ContenderFactsText::tr("Longest wait"), formatDuration(*longest), false, Tone::Wait});
    addUsualHold(rows, viewState, lock, inspect::heldFor(lock, viewState.moment()));
    if (lock.redis && viewState.snapshot && viewState.snapshot->redisWatch)
        rows.push_back(
            {ContenderFactsText::tr("Updated by"), watchText(*viewState.snapshot->redisWatch), false, Tone::Normal});
    else
        rows.push_back(
            {ContenderFactsText::tr("Updated by"),
             lock.polled ? ContenderFactsText::tr("polling: watch budget exceeded") : ContenderFactsText::tr("a watch"),
             false, Tone::Normal});
    rows.push_back(timeRow(ContenderFactsText::tr("Last read"), lock.readAt, viewState.now));
    if (!lock.unrecognised.empty()) {
        QStringList names;
        for (const auto& name : lock.unrecognised)
            names << oneLine(name);
        rows.push_back({ContenderFactsText::tr("Unrecognised"), firstNames(names), true, Tone::Warn});
    }
    return rows;
}

} // namespace lockscope::ui
