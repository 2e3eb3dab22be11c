// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/files/IncidentReporter.h"

#include "core/connect/ThreadTasks.h"
#include "core/waits/WaitGraph.h"
#include "ui/files/ImageFile.h"
#include "ui/files/IncidentReport.h"
#include "ui/files/SaveDialog.h"
#include "ui/models/text/Formatting.h"
#include "ui/panels/TimelinePanel.h"
#include "ui/views/graph/WaitGraphView.h"
#include "ui/views/graph/WaitWords.h"
#include "ui/views/lane/QueueLane.h"
#include "ui/views/timeline/TimelineView.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QPointer>
#include <QThreadPool>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int pageWidth = 1'060; ///< pixels
constexpr int mostLanes = 60;
constexpr std::size_t mostSessions = 60; ///< of the wait-for graph

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
IncidentImage laneImage(const ViewState& viewState, const LockPtr& lock)
{
    QueueLane lane;
    lane.setFont(textFont());
    lane.setTheme(lightTheme());
    lane.setLock(lock, viewState.snapshot.get());
    lane.resize(pageWidth, lane.sizeHint().height());
    lane.setNow(viewState.moment());
    lane.setStale(viewState.isStale());
    return {imageOf({lane.size(), lightTheme(), {}, [&](QPainter& painter) { lane.paintWhole(painter); }}),
            lane.accessibleName()};
}

/// Lays a view out that never becomes visible.
template <typename View> void prepare(View& view)
{
    view.setFont(textFont());
    view.setTheme(lightTheme());
    view.setAttribute(Qt::WA_DontShowOnScreen);
    view.setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view.resize(pageWidth, view.sizeHint().height());
    view.show();
}

/// The complete timeline, with all lanes.
IncidentImage timelineImage(const ViewState& viewState, const inspect::Timeline& timeline, const LockPtr& lock)
{
    TimelineView view;
    prepare(view);
    view.setContent(TimelinePanel::contentOf(viewState, &timeline, lock));
    view.showAll();
    view.resize(pageWidth, view.heightOf(mostLanes));
    view.showAll();
    QStringList lanes;
    for (auto index = 0; index < std::min(view.itemCount(), mostLanes); ++index) {
        const auto item = view.itemAt(index);
        lanes << ended(asEntry(item.name, item.value));
    }
    return {imageOf({view.wholeSize(), lightTheme(), {}, [&](QPainter& painter) { view.paintWhole(painter); }}),
            inTurn(lanes)};
}

IncidentImage graphImage(const ViewState& viewState, const std::shared_ptr<const inspect::WaitSnapshot>& waits)
{
    if (waits->edges.empty())
        return {};
    const auto now = viewState.moment().nodes;
    WaitGraphView view;
    prepare(view);
    view.setContent(
        {std::make_shared<const WaitDrawing>(waitDrawing(waits, *viewState.snapshot)), now, viewState.isStale()});
    QStringList sentences{cyclesText(*waits, now)};
    for (std::size_t node = 0; node < waits->nodes.size(); ++node)
        sentences << sessionText(*waits, node, now);
    sentences.removeAll(QString());
    return {imageOf({view.wholeSize(), lightTheme(), {}, [&](QPainter& painter) { view.paintWhole(painter); }}),
            inTurn(sentences)};
}

Incident incidentOf(const ViewState& viewState, const std::string& lockPath)
{
    Incident incident;
    incident.viewState = viewState;
    incident.lockPath = lockPath;
    incident.madeAt = WallTime(std::chrono::milliseconds(QDateTime::currentMSecsSinceEpoch()));
    const auto lock = lockOf(viewState, lockPath);
    if (lock)
        incident.lane = laneImage(viewState, lock);
    if (viewState.history) {
        takeHistory(incident, *viewState.history);
        inspect::Timeline timeline(lockPath);
        timeline.see(*viewState.history);
        if (timeline.size() > 0)
            incident.timeline = timelineImage(viewState, timeline, lock);
    }
    // These objects change in this thread while the report is made in another.
    incident.viewState.history.reset();
    incident.viewState.mistakes.reset();
    incident.viewState.writes.reset();
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
    const auto incident = std::make_shared<Incident>(incidentOf(viewState, lockPath));
    askForFile(m_window, u"incidentReportDialog"_s, tr("Save Incident Report for %1").arg(oneLine(lockPath)),
               proposedName(lockPath, viewState.now), {{tr("HTML (*.html)"), u"html"_s}},
               [this, incident](const QString& file) { addGraph(incident, file); });
}

/// The waits of many locks take time to find: in the pool. Then the window's thread draws them.
void IncidentReporter::addGraph(const std::shared_ptr<Incident>& incident, const QString& file)
{
    const auto snapshot = incident->viewState.snapshot;
    if (!snapshot)
        return write(incident, file);
    ensemble::runInPool(*QThreadPool::globalInstance(), [self = QPointer(this), snapshot, incident, file] {
        const auto waits = std::make_shared<const inspect::WaitSnapshot>(
            inspect::WaitGraph(snapshot).around(incident->lockPath, mostSessions));
        ensemble::runLater(QCoreApplication::instance(), [self, incident, file, waits] {
            if (!self)
                return;
            incident->graph = graphImage(incident->viewState, waits);
            self->write(incident, file);
        });
    });
}

void IncidentReporter::write(const std::shared_ptr<const Incident>& incident, const QString& file)
{
    m_writer.write(file, [incident, auditFile = m_auditFile]() -> Result<QByteArray> {
        return incidentHtml(*incident, release::readAudit(auditFile));
    });
}

} // namespace lockscope::ui

#include "moc_IncidentReporter.cpp"
