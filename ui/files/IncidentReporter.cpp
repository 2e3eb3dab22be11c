// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/files/IncidentReporter.h"

#include "ui/files/ImageFile.h"
#include "ui/files/IncidentReport.h"
#include "ui/files/SaveDialog.h"
#include "ui/models/text/Formatting.h"
#include "ui/panels/TimelinePanel.h"
#include "ui/views/lane/QueueLane.h"
#include "ui/views/timeline/TimelineView.h"

#include <QDateTime>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int pageWidth = 1'060; ///< pixels
constexpr int mostLanes = 60;

using LockPtr = std::shared_ptr<const inspect::Lock>;

LockPtr lockOf(const ViewState& viewState, const std::string& path)
{
    if (!viewState.snapshot)
        return nullptr;
    const auto& locks = viewState.snapshot->locks;
    const auto found = std::find_if(locks.begin(), locks.end(), [&](const auto& lock) { return lock->path == path; });
    return found == locks.end() ? nullptr : *found;
}

/// On white, for printing: the window may be dark.
QByteArray laneSvg(const ViewState& viewState, const LockPtr& lock)
{
    QueueLane lane;
    lane.setFont(textFont());
    lane.setTheme(lightTheme());
    lane.resize(pageWidth, lane.sizeHint().height());
    lane.setLock(lock, viewState.snapshot.get());
    lane.setNow(viewState.moment());
    lane.setStale(viewState.isStale());
    return svgOf({lane.size(), lightTheme(), {}, [&](QPainter& painter) { lane.paintWhole(painter); }});
}

/// The complete timeline, with all lanes.
QByteArray timelineSvg(const ViewState& viewState, const inspect::Timeline& timeline, const LockPtr& lock)
{
    TimelineView view;
    view.setFont(textFont());
    view.setTheme(lightTheme());
    view.setAttribute(Qt::WA_DontShowOnScreen); // laid out but never visible
    view.setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view.resize(pageWidth, view.sizeHint().height());
    view.show();
    view.setContent(TimelinePanel::contentOf(viewState, &timeline, lock));
    view.showAll();
    view.resize(pageWidth, view.heightOf(mostLanes));
    view.showAll();
    return svgOf({view.wholeSize(), lightTheme(), {}, [&](QPainter& painter) { view.paintWhole(painter); }});
}

Incident incidentOf(const ViewState& viewState, const std::string& lockPath)
{
    Incident incident{viewState, lockPath, WallTime(std::chrono::milliseconds(QDateTime::currentMSecsSinceEpoch())),
                      {},        {},       {},
                      0,         {},       {}};
    const auto lock = lockOf(viewState, lockPath);
    if (lock)
        incident.lane = laneSvg(viewState, lock);
    if (viewState.history) {
        takeHistory(incident, *viewState.history);
        inspect::Timeline timeline(lockPath);
        timeline.see(*viewState.history);
        if (timeline.size() > 0)
            incident.timeline = timelineSvg(viewState, timeline, lock);
    }
    // These objects change in this thread while the report is made in another.
    incident.viewState.history.reset();
    incident.viewState.mistakes.reset();
    return incident;
}

/// "incident-orders-2026-11-20T164520Z".
QString proposedName(const std::string& lockPath, WallTime at)
{
    QString name;
    for (const auto character : QString::fromStdString(lockPath).section(u'/', -1).left(60))
        name += character.isLetterOrNumber() || u"-_."_s.contains(character) ? character : u'-';
    const auto time = QDateTime::fromMSecsSinceEpoch(at.time_since_epoch().count()).toUTC();
    return u"incident-%1-%2"_s.arg(name, time.toString(u"yyyy-MM-ddTHHmmss"_s) + u'Z');
}

} // namespace

IncidentReporter::IncidentReporter(QWidget& window, const std::string& auditFile)
    : QObject(&window)
    , m_window(window)
    , m_auditFile(auditFile)
{
    connect(&m_writer, &FileWriter::written, this, &IncidentReporter::written);
    connect(&m_writer, &FileWriter::failed, this, &IncidentReporter::failed);
}

void IncidentReporter::ask(const ViewState& viewState, const std::string& lockPath)
{
    const auto incident = std::make_shared<const Incident>(incidentOf(viewState, lockPath));
    askForFile(m_window, u"incidentReportDialog"_s, tr("Save Incident Report for %1").arg(oneLine(lockPath)),
               proposedName(lockPath, viewState.now), {{tr("HTML (*.html)"), u"html"_s}},
               [this, incident](const QString& file) {
                   m_writer.write(file, [incident, auditFile = m_auditFile]() -> Result<QByteArray> {
                       return incidentHtml(*incident, release::readAudit(auditFile));
                   });
               });
}

} // namespace lockscope::ui

#include "moc_IncidentReporter.cpp"
