// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/files/IncidentReport.h"

#include "core/model/FindingIndex.h"
#include "core/model/NodeIndex.h"
#include "core/model/Owners.h"
#include "core/model/SessionSummary.h"
#include "ui/files/HtmlPage.h"
#include "ui/files/ImageFile.h"
#include "ui/models/ActionLogModel.h"
#include "ui/models/ActivityModel.h"
#include "ui/models/FindingsModel.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/PayloadText.h"

#include <QBuffer>
#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <set>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t mostEvents = 500;
constexpr qsizetype mostPayload = 300; ///< characters

struct ReportTexts {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::IncidentReport)
};

QString text(std::string_view bytes)
{
    return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

QString orNone(const QString& value)
{
    return value.isEmpty() ? u"—"_s : value;
}

/// The reader may be in another time zone.
QString bothTimes(WallTime at)
{
    return withAside(formatTime(at), formatUtc(at));
}

const inspect::Lock* lockOf(const Incident& incident)
{
    return incident.viewState.snapshot ? incident.viewState.snapshot->find(incident.lockPath) : nullptr;
}

void addHow(HtmlPage& page, const Incident& incident)
{
    const auto& viewState = incident.viewState;
    if (viewState.isReplay())
        page.addWarning(
            ReportTexts::tr("From the recording %1. This report shows the state at %2, not the current state.")
                .arg(viewState.recording, bothTimes(viewState.now)));
    else if (viewState.isStale())
        page.addWarning(ReportTexts::tr("There was no connection. This report shows the last known state, from %1.")
                            .arg(bothTimes(viewState.now)));
    else if (viewState.hasEnded())
        page.addWarning(
            ReportTexts::tr(
                "The simulation had ended, and its servers were removed. This report shows the last state, from %1.")
                .arg(bothTimes(viewState.now)));
    else if (viewState.paused)
        page.addWarning(ReportTexts::tr("Live updates were paused. This report shows the state at %1.")
                            .arg(bothTimes(viewState.now)));
}

void addConnection(HtmlPage& page, const Incident& incident)
{
    const auto& viewState = incident.viewState;
    page.beginSection(u"connection"_s, ReportTexts::tr("Connection and time"));
    addHow(page, incident);
    std::vector<std::pair<QString, QString>> facts{
        {ReportTexts::tr("Report created"), bothTimes(incident.madeAt)},
        {viewState.isReplay() ? ReportTexts::tr("Time shown") : ReportTexts::tr("Data as of"),
         bothTimes(viewState.now)},
        {ReportTexts::tr("Period covered"),
         incident.since == WallTime()
             ? u"—"_s
             : ReportTexts::tr("%1 to %2").arg(bothTimes(incident.since), bothTimes(viewState.now))},
        {ReportTexts::tr("Servers"), orNone(viewState.connect)},
    };
    if (!viewState.name.isEmpty())
        facts.push_back({ReportTexts::tr("Saved connection"), viewState.name});
    if (!viewState.isReplay()) {
        facts.push_back({ReportTexts::tr("Session of this window"),
                         viewState.session.id == 0
                             ? u"—"_s
                             : ReportTexts::tr("%1 at %2, %3")
                                   .arg(formatHex(viewState.session.id), text(viewState.session.server),
                                        stateWord(viewState.session.state))});
    }
    if (const auto& snapshot = viewState.snapshot) {
        facts.push_back({ReportTexts::tr("Data read at"), bothTimes(snapshot->takenAt)});
        facts.push_back({ReportTexts::tr("Complete"), snapshot->complete && snapshot->problems.empty()
                                                          ? ReportTexts::tr("yes")
                                                          : ReportTexts::tr("no: some data could not be read")});
        facts.push_back({ReportTexts::tr("Servers queried"),
                         snapshot->ensemble ? bothTimes(snapshot->ensemble->takenAt)
                                            : ReportTexts::tr("no: hosts come from node payloads")});
    }
    page.addFacts(facts);
}

/// The client at the end of the chain of waits, from the holder on.
QString headBlocker(const inspect::Snapshot& snapshot, const inspect::Lock& lock)
{
    const auto sessions = inspect::summariesOf(snapshot, inspect::WhichSessions::WithLocks);
    std::set<std::string> passed;
    for (const auto* at = &lock; at && passed.insert(at->path).second;) {
        const auto holder = std::find_if(at->queue.begin(), at->queue.end(),
                                         [](const inspect::Contender& contender) { return contender.holds; });
        if (at->holders() != 1 || holder == at->queue.end())
            return orNone(holdersText(*at, snapshot.ensemble.get()));
        const auto owner = inspect::ownerOf(snapshot, *holder);
        const auto session = std::find_if(sessions.begin(), sessions.end(), [&](const inspect::SessionSummary& one) {
            return owner.session != 0 && one.owner.session == owner.session;
        });
        const auto name = displayName(*holder, snapshot.ensemble.get());
        if (session == sessions.end() || session->waits.empty())
            return at == &lock ? name : ReportTexts::tr("%1, holder of %2").arg(name, text(at->path));
        at = snapshot.find(session->waits.front().key.lock);
    }
    return ReportTexts::tr("none: each holder waits for a lock of another one");
}

void addLock(HtmlPage& page, const Incident& incident)
{
    page.beginSection(u"lock"_s, ReportTexts::tr("Lock"));
    const auto* lock = lockOf(incident);
    if (!lock) {
        page.addWarning(ReportTexts::tr("There was no lock at %1 at this time.").arg(text(incident.lockPath)));
        return;
    }
    const auto now = incident.viewState.moment();
    const auto held = inspect::heldFor(*lock, now);
    const auto longest = inspect::longestWait(*lock, now);
    page.addFacts({
        {ReportTexts::tr("Path"), text(lock->path)},
        {ReportTexts::tr("Type"), withAside(ownText(lock->dialectTitle), kindWord(lock->kind))},
        {ReportTexts::tr("Holder"), orNone(holdersText(*lock, incident.viewState.snapshot->ensemble.get()))},
        {ReportTexts::tr("Head blocker"), headBlocker(*incident.viewState.snapshot, *lock)},
        {ReportTexts::tr("Hold time"), held ? formatSince(held) : u"—"_s},
        {ReportTexts::tr("Maximum holders"), leasesText(*lock)},
        {ReportTexts::tr("Waiting"), waitersText(*lock)},
        {ReportTexts::tr("Longest wait"), longest ? formatDuration(*longest) : u"—"_s},
        {ReportTexts::tr("Unrecognised children"), formatCount(static_cast<qint64>(lock->unrecognised.size()))},
        {ReportTexts::tr("Last listed"), bothTimes(lock->readAt)},
    });
}

QString asKnown(inspect::Confidence confidence, WallTime at, const QString& limit)
{
    return confidence == inspect::Confidence::Exact ? formatTime(at) : limit.arg(formatTime(at));
}

void addEndedFindings(HtmlPage& page, const Incident& incident)
{
    if (incident.findings.empty())
        return;
    page.addParagraph(ReportTexts::tr("Problems that have ended:"));
    std::vector<QStringList> rows;
    for (const auto& record : incident.findings)
        rows.push_back({severityWord(record.finding.severity), findingTitle(record.finding), text(record.finding.text),
                        asKnown(record.beganKnown, record.began, ReportTexts::tr("before %1")),
                        asKnown(record.endedKnown, *record.ended, ReportTexts::tr("before %1")),
                        formatDuration(*record.ended - record.began)});
    page.addTable({ReportTexts::tr("Severity"), ReportTexts::tr("Finding"), ReportTexts::tr("Description"),
                   ReportTexts::tr("Began"), ReportTexts::tr("Ended"), ReportTexts::tr("Seen for")},
                  rows);
}

void addFindings(HtmlPage& page, const Incident& incident)
{
    page.beginSection(u"findings"_s, ReportTexts::tr("Findings"));
    const auto* lock = lockOf(incident);
    std::vector<QStringList> rows;
    if (lock) {
        const auto findings = inspect::findingsOf(*incident.viewState.snapshot, *lock);
        for (const auto* finding : findings) {
            QStringList nodes;
            for (const auto& node : finding->nodes)
                nodes << text(node);
            rows.push_back({severityWord(finding->severity), findingTitle(*finding), text(finding->text),
                            orNone(text(finding->evidence)), orNone(text(finding->advice)), orNone(asList(nodes))});
        }
    }
    if (rows.empty())
        page.addParagraph(incident.findings.empty() ? ReportTexts::tr("No problems found for this lock.")
                                                    : ReportTexts::tr("This lock has no problem at this time."));
    else
        page.addTable({ReportTexts::tr("Severity"), ReportTexts::tr("Finding"), ReportTexts::tr("Description"),
                       ReportTexts::tr("Evidence"), ReportTexts::tr("Recommendation"), ReportTexts::tr("Nodes")},
                      rows);
    addEndedFindings(page, incident);
}

QString payloadOf(const inspect::ContenderDetails& details)
{
    const auto whole = wholePayload(details.payload, details.payloadCut);
    return whole.size() <= mostPayload
               ? orNone(whole)
               : ReportTexts::tr("%1… (%2 bytes)")
                     .arg(whole.left(mostPayload),
                          formatCount(static_cast<qint64>(details.payload.size()) + details.payloadCut));
}

void addImage(HtmlPage& page, const IncidentImage& drawn)
{
    QByteArray png;
    QBuffer buffer(&png);
    if (drawn.image.isNull() || !buffer.open(QIODevice::WriteOnly) || !drawn.image.save(&buffer, "PNG"))
        return;
    page.addImage(png, drawn.alt, drawn.image.width() / imageScale);
}

void addQueue(HtmlPage& page, const Incident& incident)
{
    page.beginSection(u"queue"_s, ReportTexts::tr("Queue"));
    const auto* lock = lockOf(incident);
    if (!lock || lock->queue.empty()) {
        page.addParagraph(ReportTexts::tr("The lock had no holder and no waiters."));
        return;
    }
    addImage(page, incident.lane);
    const auto& snapshot = *incident.viewState.snapshot;
    const inspect::NodeIndex index(*lock);
    const inspect::WaiterPlaces places(*lock);
    std::vector<QStringList> rows;
    for (const auto& contender : lock->queue) {
        const auto owner = inspect::ownerOf(snapshot, contender);
        const auto* details = contender.details ? &*contender.details : nullptr;
        QStringList waitsOn;
        for (const auto& node : contender.waitsOn) {
            const auto* other = index.waitedFor(contender, node);
            const auto name = other ? displayName(*other, snapshot.ensemble.get()) : text(node);
            waitsOn << (!other || other->holds ? name : u"#%1 %2"_s.arg(placeNumber(places, *other), name));
        }
        rows.push_back({contender.holds ? u"—"_s : placeNumber(places, contender),
                        asSentence(contender.holds     ? ReportTexts::tr("holding")
                                   : contender.waits() ? ReportTexts::tr("waiting")
                                                       : ReportTexts::tr("unknown")),
                        displayName(contender, snapshot.ensemble.get()), orNone(text(owner.host)),
                        !owner.isKnown       ? u"…"_s
                        : owner.session == 0 ? ReportTexts::tr("no session")
                                             : formatHex(owner.session),
                        formatSince(sinceOf(contender, incident.viewState.moment())),
                        details ? formatTime(details->createdAt) : u"…"_s, text(contender.node),
                        orNone(asList(waitsOn)), details ? formatHex(details->creationId) : u"…"_s,
                        details ? payloadOf(*details) : u"…"_s, attention(*lock, contender)});
    }
    page.addTable({u"#"_s, ReportTexts::tr("State"), ReportTexts::tr("Client"), ReportTexts::tr("Host"),
                   ReportTexts::tr("Session"), ReportTexts::tr("Duration"), ReportTexts::tr("Created"),
                   ReportTexts::tr("Node"), ReportTexts::tr("Waits for"), u"czxid"_s, ReportTexts::tr("Payload"),
                   ReportTexts::tr("Warning")},
                  rows);
}

void addTimeline(HtmlPage& page, const Incident& incident)
{
    page.beginSection(u"timeline"_s, ReportTexts::tr("Timeline"));
    if (incident.timeline.image.isNull()) {
        page.addParagraph(ReportTexts::tr("No client was observed waiting for or holding this lock."));
        return;
    }
    page.addParagraph(ReportTexts::tr("Thin bars show waiting, thick bars show holding. A cross marks a client that "
                                      "did not release the lock itself."));
    if (incident.viewState.isReplay())
        page.addParagraph(
            ReportTexts::tr("The timeline shows the whole recording, including events after the time of this report."));
    addImage(page, incident.timeline);
}

void addGraph(HtmlPage& page, const Incident& incident)
{
    page.beginSection(u"graph"_s, ReportTexts::tr("Wait-for graph"));
    if (incident.graph.alt.isEmpty()) {
        page.addParagraph(ReportTexts::tr("No client waits for another client at this lock, as far as is known."));
        return;
    }
    if (incident.graph.image.isNull()) {
        page.addParagraph(ReportTexts::tr("The graph is too large for an image. In words: %1").arg(incident.graph.alt));
        return;
    }
    page.addParagraph(ReportTexts::tr("Dashed arrows point from a waiting client to the lock that it waits for, solid "
                                      "ones from a lock to its holder."));
    addImage(page, incident.graph);
}

/// Of one client, in the events of the report; and its wait that has not ended.
struct ClientWaits {
    int waits = 0;
    std::chrono::milliseconds longest{0};
    std::chrono::milliseconds total{0};
    int holds = 0;
    std::chrono::milliseconds longestHold{0};
    std::optional<std::chrono::milliseconds> open{};
};

std::map<QString, ClientWaits> waitsByClient(const Incident& incident)
{
    using Type = inspect::Change::Type;
    std::map<QString, ClientWaits> clients;
    for (const auto& event : incident.events) {
        if (!event.took || (event.type != Type::Granted && event.type != Type::Left))
            continue;
        auto& client = clients[nameFrom(event.client, event.host, event.session, event.node)];
        if (event.type == Type::Granted) {
            ++client.waits;
            client.longest = std::max(client.longest, *event.took);
            client.total += *event.took;
        } else {
            ++client.holds;
            client.longestHold = std::max(client.longestHold, *event.took);
        }
    }
    if (const auto* lock = lockOf(incident)) {
        for (const auto& contender : lock->queue) {
            const auto since = contender.waits() ? sinceOf(contender, incident.viewState.moment()) : std::nullopt;
            if (since)
                clients[displayName(contender, incident.viewState.snapshot->ensemble.get())].open = since->duration;
        }
    }
    return clients;
}

void addWaits(HtmlPage& page, const Incident& incident)
{
    page.beginSection(u"waits"_s, ReportTexts::tr("Waits by client"));
    auto clients = waitsByClient(incident);
    if (clients.empty()) {
        page.addParagraph(ReportTexts::tr("No wait was observed from its beginning to its end, and no client waits."));
        return;
    }
    std::vector<std::pair<QString, ClientWaits>> sorted(clients.begin(), clients.end());
    const auto worst = [](const ClientWaits& client) { return std::max(client.longest, client.open.value_or(0ms)); };
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](const auto& a, const auto& b) { return worst(a.second) > worst(b.second); });
    std::vector<QStringList> rows;
    rows.reserve(sorted.size());
    for (const auto& [name, client] : sorted)
        rows.push_back({name, client.open ? formatDuration(*client.open) : u"—"_s, QString::number(client.waits),
                        client.waits > 0 ? formatDuration(client.longest) : u"—"_s,
                        client.waits > 0 ? formatDuration(client.total) : u"—"_s, QString::number(client.holds),
                        client.holds > 0 ? formatDuration(client.longestHold) : u"—"_s});
    page.addParagraph(ReportTexts::tr("Only waits and holds that were observed from their beginning to their end are "
                                      "counted, and the waits that have not ended."));
    page.addTable({ReportTexts::tr("Client"), ReportTexts::tr("Waiting for"), ReportTexts::tr("Waits"),
                   ReportTexts::tr("Longest wait"), ReportTexts::tr("All waits"), ReportTexts::tr("Holds"),
                   ReportTexts::tr("Longest hold")},
                  rows);
}

QString locksText(const std::vector<inspect::SessionNode>& nodes)
{
    QStringList texts;
    for (const auto& node : nodes)
        texts << withAside(text(node.key.lock), node.isPossible   ? ReportTexts::tr("possibly a lock")
                                                : node.place == 0 ? QString()
                                                                  : u'#' + QString::number(node.place));
    return orNone(asList(texts));
}

void addSessions(HtmlPage& page, const Incident& incident)
{
    page.beginSection(u"sessions"_s, ReportTexts::tr("Sessions involved"));
    const auto* lock = lockOf(incident);
    std::set<std::int64_t> involved;
    if (lock) {
        for (const auto& contender : lock->queue)
            involved.insert(inspect::ownerOf(*incident.viewState.snapshot, contender).session);
        involved.erase(0);
    }
    std::vector<QStringList> rows;
    const auto now = incident.viewState.now;
    if (!involved.empty()) {
        for (const auto& session :
             inspect::summariesOf(*incident.viewState.snapshot, inspect::WhichSessions::WithLocks)) {
            const auto& owner = session.owner;
            if (!involved.contains(owner.session))
                continue;
            const auto notified = owner.sinceHeard(now);
            const auto left = owner.timeLeft(now);
            rows.push_back({formatHex(owner.session), orNone(text(session.client)), orNone(text(owner.host)),
                            orNone(hostSourceText(owner.hostSource)), orNone(text(owner.server)),
                            session.isMissing ? ReportTexts::tr("not listed by any server")
                            : notified        ? ReportTexts::tr("%1 ago").arg(formatDuration(*notified))
                                              : u"—"_s,
                            left ? formatDuration(*left) : u"—"_s, locksText(session.holds), locksText(session.waits),
                            locksText(session.undecided)});
        }
    }
    if (rows.empty())
        page.addParagraph(ReportTexts::tr("No known session is in the queue of this lock."));
    else
        page.addTable({ReportTexts::tr("Session"), ReportTexts::tr("Client"), ReportTexts::tr("Host"),
                       ReportTexts::tr("Host source"), ReportTexts::tr("Server"), ReportTexts::tr("Last heartbeat"),
                       ReportTexts::tr("Expires in"), ReportTexts::tr("Locks held"),
                       ReportTexts::tr("Locks waited for"), ReportTexts::tr("Locks held or waited for")},
                      rows);
}

void addActivity(HtmlPage& page, const Incident& incident)
{
    page.beginSection(u"activity"_s, ReportTexts::tr("Events"));
    if (incident.events.empty()) {
        page.addParagraph(ReportTexts::tr("No client was observed joining or leaving the queue."));
        return;
    }
    if (incident.eventsLeftOut > 0)
        page.addParagraph(ReportTexts::tr("Newest events shown: %1. Earlier events omitted: %2.")
                              .arg(formatCount(static_cast<qint64>(incident.events.size())),
                                   formatCount(static_cast<qint64>(incident.eventsLeftOut))));
    std::vector<QStringList> rows;
    for (const auto& event : incident.events)
        rows.push_back({formatTime(event.at), eventWord(event), orNone(text(event.client)), orNone(text(event.host)),
                        event.session == 0 ? u"—"_s : formatHex(event.session), orNone(text(event.node)),
                        event.took   ? formatDuration(*event.took)
                        : event.from ? formatDuration(event.at - *event.from)
                                     : u"—"_s});
    page.addTable({ReportTexts::tr("Time"), ReportTexts::tr("Event"), ReportTexts::tr("Client"),
                   ReportTexts::tr("Host"), ReportTexts::tr("Session"), ReportTexts::tr("Node"),
                   ReportTexts::tr("Duration")},
                  rows);
}

void addActs(HtmlPage& page, const Incident& incident, const Result<release::ActionLogReading>& audit)
{
    page.beginSection(u"acts"_s, ReportTexts::tr("Actions"));
    if (!audit) {
        page.addWarning(
            inTurn({ReportTexts::tr("The action log is unavailable."), ended(errorSentence(audit.error()))}));
        return;
    }
    std::vector<QStringList> rows;
    std::vector<QStringList> elsewhere; // an ensemble may have several connect strings: the reader decides
    // The log has the newest first, the events of the report the oldest.
    for (auto at = audit->entries.rbegin(); at != audit->entries.rend(); ++at) {
        const auto& entry = *at;
        const auto& record = entry.record;
        if (record.lockPath() != incident.lockPath ||
            (incident.viewState.standsInThePast() && record.at > incident.viewState.now))
            continue;
        const bool isHere = text(record.connect) == oneLine(incident.viewState.connect.toStdString());
        const auto& who = record.actor.sudoUser.empty() ? record.actor.user : record.actor.sudoUser;
        (isHere ? rows : elsewhere)
            .push_back(
                {formatTime(record.at), formatUtc(record.at),
                 record.act == release::Act::Release ? ReportTexts::tr("Delete") : ReportTexts::tr("Request release"),
                 record.outcome ? verdictText(entry.verdict()) : ReportTexts::tr("No outcome recorded"),
                 text(record.nodePath()), text(who) + u'@' + text(record.actor.machine), text(record.connect),
                 orNone(text(record.reason)), orNone(text(record.ticket)),
                 record.outcome ? text(record.outcome->text) : u"—"_s});
    }
    const QStringList titles{ReportTexts::tr("Time"),     u"UTC"_s,
                             ReportTexts::tr("Action"),   ReportTexts::tr("Outcome"),
                             ReportTexts::tr("Node"),     ReportTexts::tr("User"),
                             ReportTexts::tr("Ensemble"), ReportTexts::tr("Reason"),
                             ReportTexts::tr("Ticket"),   ReportTexts::tr("Details")};
    if (rows.empty())
        page.addParagraph(ReportTexts::tr("This user has performed no actions on this lock from this machine."));
    else
        page.addTable(titles, rows);
    if (!elsewhere.empty()) {
        page.addParagraph(
            ReportTexts::tr("Actions at this path through other connections, which may lead to other ensembles:"));
        page.addTable(titles, elsewhere);
    }
    if (audit->unreadable > 0)
        page.addParagraph(ReportTexts::tr("Unreadable lines in the action log: %1.")
                              .arg(formatCount(static_cast<qint64>(audit->unreadable))));
}

/// The lock itself, or one of its nodes.
bool concerns(const inspect::Finding& finding, const std::string& lockPath)
{
    return finding.path == lockPath ||
           std::any_of(finding.nodes.begin(), finding.nodes.end(),
                       [&](const std::string& node) { return node.starts_with(lockPath + '/'); });
}

void takeEndedFindings(Incident& incident, const inspect::History& history)
{
    for (const auto* record : history.findings().records()) {
        const bool hasEnded =
            record->ended && (!incident.viewState.standsInThePast() || *record->ended <= incident.viewState.now);
        if (hasEnded && concerns(record->finding, incident.lockPath))
            incident.findings.push_back(*record);
    }
}

} // namespace

void takeHistory(Incident& incident, const inspect::History& history)
{
    incident.since = history.since();
    takeEndedFindings(incident, history);
    std::size_t all = 0;
    for (auto event = history.events().rbegin(); event != history.events().rend(); ++event) {
        if (incident.viewState.standsInThePast() && event->at > incident.viewState.now)
            continue; // events after the replay's time
        const bool concernsAll = event->type == inspect::Change::Type::Gap && event->lockPath->empty();
        if ((concernsAll || *event->lockPath == incident.lockPath) && ++all <= mostEvents)
            incident.events.push_back(*event);
    }
    std::reverse(incident.events.begin(), incident.events.end());
    incident.eventsLeftOut = all - incident.events.size();
}

QByteArray incidentHtml(const Incident& incident, const Result<release::ActionLogReading>& audit)
{
    HtmlPage page(ReportTexts::tr("Incident report: %1").arg(text(incident.lockPath)),
                  ReportTexts::tr("en", "the code of the language of the translation"));
    addConnection(page, incident);
    addLock(page, incident);
    addFindings(page, incident);
    addQueue(page, incident);
    addTimeline(page, incident);
    addGraph(page, incident);
    addWaits(page, incident);
    addSessions(page, incident);
    addActivity(page, incident);
    addActs(page, incident, audit);
    return page.finish();
}

} // namespace lockscope::ui
