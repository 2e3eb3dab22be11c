// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/files/IncidentReport.h"

#include "core/inspect/FindingIndex.h"
#include "core/inspect/NodeIndex.h"
#include "core/inspect/Owners.h"
#include "core/inspect/SessionSummary.h"
#include "ui/files/HtmlPage.h"
#include "ui/models/ActivityModel.h"
#include "ui/models/AuditModel.h"
#include "ui/models/FindingsModel.h"
#include "ui/models/Formatting.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t mostEvents = 500;
constexpr qsizetype mostPayload = 300; ///< characters

struct Words {
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

/// Whoever reads it may sit elsewhere.
QString bothTimes(WallTime at)
{
    return withAside(formatTime(at), formatUtc(at));
}

const inspect::LockQueue* lockOf(const Incident& incident)
{
    return incident.situation.picture ? incident.situation.picture->find(incident.lockPath) : nullptr;
}

void addHow(HtmlPage& page, const Incident& incident)
{
    const auto& situation = incident.situation;
    if (situation.isReplay())
        page.addWarning(Words::tr("From the recording %1: all of this is as it was at %2, and not as it is now.")
                            .arg(situation.recording, bothTimes(situation.now)));
    else if (situation.isStale())
        page.addWarning(Words::tr("There was no connection: all of this is as it was last seen, at %1.")
                            .arg(bothTimes(situation.now)));
    else if (situation.paused)
        page.addWarning(
            Words::tr("The picture stood still: all of this is as it was at %1.").arg(bothTimes(situation.now)));
}

void addConnection(HtmlPage& page, const Incident& incident)
{
    const auto& situation = incident.situation;
    page.beginSection(u"connection"_s, Words::tr("Connection and time"));
    addHow(page, incident);
    std::vector<std::pair<QString, QString>> facts{
        {Words::tr("Report made"), bothTimes(incident.madeAt)},
        {situation.isReplay() ? Words::tr("Time shown") : Words::tr("As of"), bothTimes(situation.now)},
        {Words::tr("Ensemble"), orNone(situation.connect)},
    };
    if (!situation.name.isEmpty())
        facts.push_back({Words::tr("Saved connection"), situation.name});
    if (!situation.isReplay()) {
        facts.push_back({Words::tr("Session of this window"),
                         situation.session.id == 0
                             ? u"—"_s
                             : Words::tr("%1 at %2, %3")
                                   .arg(formatHex(situation.session.id), text(situation.session.server),
                                        stateWord(situation.session.state))});
    }
    if (const auto& picture = situation.picture) {
        facts.push_back({Words::tr("Picture taken"), bothTimes(picture->takenAt)});
        facts.push_back({Words::tr("Complete"), picture->complete && picture->problems.empty()
                                                    ? Words::tr("yes")
                                                    : Words::tr("no: not everything could be read")});
        facts.push_back({Words::tr("Servers asked"), picture->ensemble ? bothTimes(picture->ensemble->takenAt)
                                                                       : Words::tr("no: hosts come from payloads")});
    }
    page.addFacts(facts);
}

void addLock(HtmlPage& page, const Incident& incident)
{
    page.beginSection(u"lock"_s, Words::tr("Lock"));
    const auto* lock = lockOf(incident);
    if (!lock) {
        page.addWarning(Words::tr("No lock stood at %1 at this time.").arg(text(incident.lockPath)));
        return;
    }
    const auto now = incident.situation.now;
    const auto held = inspect::heldFor(*lock, now);
    const auto longest = inspect::longestWait(*lock, now);
    page.addFacts({
        {Words::tr("Path"), text(lock->path)},
        {Words::tr("Recipe"), withAside(ownText(lock->dialectTitle), kindWord(lock->kind))},
        {Words::tr("Held by"), orNone(holdersText(*lock))},
        {Words::tr("Held for"), held ? formatSince(held) : u"—"_s},
        {Words::tr("May hold at a time"), leasesText(*lock)},
        {Words::tr("Waiting"), waitersText(*lock)},
        {Words::tr("Longest wait"), longest ? formatDuration(*longest) : u"—"_s},
        {Words::tr("Unrecognised nodes"), formatCount(static_cast<qint64>(lock->unrecognised.size()))},
        {Words::tr("Listed"), bothTimes(lock->readAt)},
    });
}

void addFindings(HtmlPage& page, const Incident& incident)
{
    page.beginSection(u"findings"_s, Words::tr("Findings"));
    const auto* lock = lockOf(incident);
    std::vector<QStringList> rows;
    if (lock) {
        const auto findings = inspect::FindingIndex(*incident.situation.picture).of(*lock);
        for (const auto* finding : findings) {
            QStringList nodes;
            for (const auto& node : finding->nodes)
                nodes << text(node);
            rows.push_back({severityWord(finding->severity), findingTitle(finding->kind), text(finding->text),
                            orNone(text(finding->evidence)), orNone(text(finding->advice)), orNone(asList(nodes))});
        }
    }
    if (rows.empty())
        page.addParagraph(Words::tr("Nothing was found to be wrong with this lock."));
    else
        page.addTable({Words::tr("Severity"), Words::tr("What"), Words::tr("In words"), Words::tr("Seen"),
                       Words::tr("Next"), Words::tr("Nodes")},
                      rows);
}

QString payloadOf(const inspect::ContenderDetails& details)
{
    const auto whole = wholePayload(details.payload);
    return whole.size() <= mostPayload
               ? orNone(whole)
               : Words::tr("%1… (%2 bytes)")
                     .arg(whole.left(mostPayload), formatCount(static_cast<qint64>(details.payload.size())));
}

void addQueue(HtmlPage& page, const Incident& incident)
{
    page.beginSection(u"queue"_s, Words::tr("Queue"));
    const auto* lock = lockOf(incident);
    if (!lock || lock->queue.empty()) {
        page.addParagraph(Words::tr("Nobody held it and nobody waited."));
        return;
    }
    if (!incident.lane.isEmpty())
        page.addPicture(incident.lane);
    const auto& picture = *incident.situation.picture;
    const inspect::NodeIndex index(*lock);
    std::vector<QStringList> rows;
    for (const auto& contender : lock->queue) {
        const auto owner = inspect::ownerOf(picture, contender);
        const auto* details = contender.details ? &*contender.details : nullptr;
        QStringList waitsOn;
        for (const auto& node : contender.waitsOn) {
            const auto* other = index.find(node);
            waitsOn << (other ? u"#%1 %2"_s.arg(other->position).arg(displayName(*other)) : text(node));
        }
        rows.push_back({QString::number(contender.position), contender.holds ? Words::tr("holds") : Words::tr("waits"),
                        displayName(contender), orNone(text(owner.host)),
                        !owner.isKnown       ? u"…"_s
                        : owner.session == 0 ? Words::tr("no session")
                                             : formatHex(owner.session),
                        formatSince(sinceOf(contender, incident.situation.now)),
                        details ? formatTime(details->createdAt) : u"…"_s, text(contender.node),
                        orNone(asList(waitsOn)), details ? formatHex(details->czxid) : u"…"_s,
                        details ? payloadOf(*details) : u"…"_s, attention(contender)});
    }
    page.addTable({u"#"_s, Words::tr("State"), Words::tr("Client"), Words::tr("Host"), Words::tr("Session"),
                   Words::tr("For"), Words::tr("Created"), Words::tr("Node"), Words::tr("Waits on"), u"czxid"_s,
                   Words::tr("Payload"), Words::tr("Attention")},
                  rows);
}

void addTimeline(HtmlPage& page, const Incident& incident)
{
    page.beginSection(u"timeline"_s, Words::tr("Timeline"));
    if (incident.timeline.isEmpty()) {
        page.addParagraph(Words::tr("Nobody was seen to wait for it or to hold it."));
        return;
    }
    page.addParagraph(Words::tr("Thin bars wait, thick bars hold; a cross ends what did not let go by itself."));
    if (incident.situation.isReplay())
        page.addParagraph(Words::tr("It shows all of the recording, also what came after the time of this report."));
    page.addPicture(incident.timeline);
}

QString locksText(const std::vector<inspect::SessionNode>& nodes)
{
    QStringList texts;
    for (const auto& node : nodes)
        texts << u"%1 (#%2)"_s.arg(text(node.lock), QString::number(node.position));
    return orNone(asList(texts));
}

void addSessions(HtmlPage& page, const Incident& incident)
{
    page.beginSection(u"sessions"_s, Words::tr("Sessions involved"));
    const auto* lock = lockOf(incident);
    std::set<std::int64_t> involved;
    if (lock) {
        for (const auto& contender : lock->queue)
            involved.insert(inspect::ownerOf(*incident.situation.picture, contender).session);
        involved.erase(0);
    }
    std::vector<QStringList> rows;
    const auto now = incident.situation.now;
    if (!involved.empty()) {
        for (const auto& session :
             inspect::summariesOf(*incident.situation.picture, inspect::WhichSessions::WithLocks)) {
            const auto& owner = session.owner;
            if (!involved.contains(owner.session))
                continue;
            const auto heard = owner.sinceHeard(now);
            const auto left = owner.expiresIn(now);
            rows.push_back({formatHex(owner.session), orNone(text(session.client)), orNone(text(owner.host)),
                            orNone(hostSourceText(owner.hostSource)), orNone(text(owner.server)),
                            session.isMissing ? Words::tr("in no server's list")
                            : heard           ? Words::tr("%1 ago").arg(formatDuration(*heard))
                                              : u"—"_s,
                            left ? formatDuration(*left) : u"—"_s, locksText(session.holds), locksText(session.waits)});
        }
    }
    if (rows.empty())
        page.addParagraph(Words::tr("No session is known to be in its queue."));
    else
        page.addTable({Words::tr("Session"), Words::tr("Client"), Words::tr("Host"), Words::tr("Known from"),
                       Words::tr("Server"), Words::tr("Heard"), Words::tr("Expires in"), Words::tr("Holds"),
                       Words::tr("Waits for")},
                      rows);
}

void addActivity(HtmlPage& page, const Incident& incident)
{
    page.beginSection(u"activity"_s, Words::tr("What happened"));
    if (incident.events.empty()) {
        page.addParagraph(Words::tr("Nobody was seen to come or go."));
        return;
    }
    if (incident.eventsLeftOut > 0)
        page.addParagraph(Words::tr("The newest %1; %2 before them are left out.")
                              .arg(formatCount(static_cast<qint64>(incident.events.size())),
                                   formatCount(static_cast<qint64>(incident.eventsLeftOut))));
    std::vector<QStringList> rows;
    for (const auto& event : incident.events)
        rows.push_back({formatTime(event.at), eventWord(event.type), orNone(text(event.client)),
                        orNone(text(event.host)), event.session == 0 ? u"—"_s : formatHex(event.session),
                        text(event.node), event.took ? formatDuration(*event.took) : u"—"_s});
    page.addTable({Words::tr("Time"), Words::tr("Event"), Words::tr("Client"), Words::tr("Host"), Words::tr("Session"),
                   Words::tr("Node"), Words::tr("After")},
                  rows);
}

void addActs(HtmlPage& page, const Incident& incident, const Result<release::AuditReading>& audit)
{
    page.beginSection(u"acts"_s, Words::tr("What was done"));
    if (!audit) {
        page.addWarning(Words::tr("The audit trail can't be read: %1").arg(text(describe(audit.error()))));
        return;
    }
    std::vector<QStringList> rows;
    std::vector<QStringList> elsewhere; // one ensemble can be reached by several texts: the reader decides
    for (const auto& entry : audit->entries) {
        const auto& record = entry.record;
        if (record.lockPath() != incident.lockPath ||
            (incident.situation.isReplay() && record.at > incident.situation.now))
            continue;
        const bool isHere = text(record.connect) == oneLine(incident.situation.connect.toStdString());
        const auto& who = record.actor.sudoUser.empty() ? record.actor.user : record.actor.sudoUser;
        (isHere ? rows : elsewhere)
            .push_back({formatTime(record.at), formatUtc(record.at),
                        record.act == release::Act::Release ? Words::tr("delete") : Words::tr("ask"),
                        record.outcome ? verdictText(entry.verdict()) : Words::tr("no outcome written"),
                        text(record.nodePath()), text(who) + u'@' + text(record.actor.machine), text(record.connect),
                        orNone(text(record.reason)), orNone(text(record.ticket)),
                        record.outcome ? text(record.outcome->text) : u"—"_s});
    }
    const QStringList titles{Words::tr("Time"),     u"UTC"_s,
                             Words::tr("Act"),      Words::tr("Outcome"),
                             Words::tr("Node"),     Words::tr("By"),
                             Words::tr("Ensemble"), Words::tr("Reason"),
                             Words::tr("Ticket"),   Words::tr("Details")};
    if (rows.empty())
        page.addParagraph(Words::tr("Nothing was done to this lock from this machine, by this user."));
    else
        page.addTable(titles, rows);
    if (!elsewhere.empty()) {
        page.addParagraph(Words::tr("At this path by other connections, which may lead to other ensembles:"));
        page.addTable(titles, elsewhere);
    }
    if (audit->unreadable > 0)
        page.addParagraph(Words::tr("%1 lines of the trail could not be read.")
                              .arg(formatCount(static_cast<qint64>(audit->unreadable))));
}

} // namespace

void takeEvents(Incident& incident, const inspect::History& history)
{
    std::size_t all = 0;
    for (auto event = history.events().rbegin(); event != history.events().rend(); ++event) {
        if (incident.situation.isReplay() && event->at > incident.situation.now)
            continue; // the recording goes on
        if (*event->lockPath == incident.lockPath && ++all <= mostEvents)
            incident.events.push_back(*event);
    }
    std::reverse(incident.events.begin(), incident.events.end());
    incident.eventsLeftOut = all - incident.events.size();
}

QByteArray incidentHtml(const Incident& incident, const Result<release::AuditReading>& audit)
{
    HtmlPage page(Words::tr("Incident report: %1").arg(text(incident.lockPath)));
    addConnection(page, incident);
    addLock(page, incident);
    addFindings(page, incident);
    addQueue(page, incident);
    addTimeline(page, incident);
    addSessions(page, incident);
    addActivity(page, incident);
    addActs(page, incident, audit);
    return page.finish();
}

} // namespace lockscope::ui
