// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of MainWindow that makes its panels and ties them to each other.

#include "core/release/ActionLog.h"
#include "ui/panels/ActionLogPanel.h"
#include "ui/panels/ActivityPanel.h"
#include "ui/panels/DetailsPanel.h"
#include "ui/panels/FindingsPanel.h"
#include "ui/panels/LocksPanel.h"
#include "ui/panels/QueuePanel.h"
#include "ui/panels/ReleaseBox.h"
#include "ui/panels/SessionsPanel.h"
#include "ui/panels/SimulationPanel.h"
#include "ui/panels/StatisticsPanel.h"
#include "ui/panels/StatusLine.h"
#include "ui/panels/WaitGraphPanel.h"
#include "ui/panels/WelcomePanel.h"
#include "ui/shell/MainWindow.h"
#include "ui/shell/Workspace.h"
#include "ui/views/EmptyState.h"
#include "ui/views/Notice.h"

#include <QFrame>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

void MainWindow::buildPanels()
{
    m_topBar = new TopBar(m_actions, this);
    m_replayBar = new ReplayBar(m_replayActions, this);
    m_notice = new Notice(this);
    m_locks = new LocksPanel(this);
    m_findings = new FindingsPanel(this);
    m_welcome = new WelcomePanel(this);
    m_queue = new QueuePanel(this);
    m_details = new DetailsPanel(this);
    m_release = new ReleaseBox(this);
    m_simulation = new SimulationPanel(m_simulated, this);
    m_activity = new ActivityPanel(this);
    m_audit = new ActionLogPanel(QString::fromStdString(release::ActionLog::userFile()), this);
    m_sessions = new SessionsPanel(this);
    m_statistics = new StatisticsPanel(this);
    m_waitGraph = new WaitGraphPanel(this);
    m_status = new StatusLine(this);

    using Place = Workspace::Place;
    m_workspace = new Workspace(this);
    m_workspace->add(m_locks, tr("Locks"), Place::Left, 340);
    m_workspace->add(m_findings, tr("Findings"), Place::Left, 234);
    m_middle = new QStackedWidget(this);
    m_middle->setObjectName(u"middle"_s);
    m_middle->addWidget(m_welcome);
    m_middle->addWidget(m_queue);
    m_workspace->setMiddle(m_middle, tr("Queue and timeline"));
    m_workspace->add(buildSide(), tr("Details and release"), Place::Right);
    m_workspace->add(m_waitGraph, tr("Wait-for graph"), Place::Bottom);
    m_workspace->add(m_sessions, tr("Sessions"), Place::Bottom);
    m_workspace->add(m_simulation, tr("Simulation"), Place::Bottom);
    m_workspace->add(m_activity, tr("Activity"), Place::Bottom);
    m_workspace->add(m_statistics, tr("Statistics"), Place::Bottom);
    m_workspace->add(m_audit, tr("Audit"), Place::Bottom);
    m_workspace->setFront(m_simulation);
    m_workspace->setExtents(330, 340, 248);

    auto* centre = new QWidget(this);
    centre->setObjectName(u"centre"_s);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_topBar);
    layout->addWidget(m_replayBar);
    layout->addWidget(m_notice);
    layout->addWidget(m_workspace, 1);
    layout->addWidget(m_status);
    setCentralWidget(centre);
}

QWidget* MainWindow::buildSide()
{
    auto* releaseScroll = new QScrollArea(this);
    releaseScroll->setObjectName(u"releaseScroll"_s);
    releaseScroll->setWidgetResizable(true);
    releaseScroll->setFrameShape(QFrame::NoFrame);
    releaseScroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    releaseScroll->setFocusPolicy(Qt::NoFocus);
    releaseScroll->setWidget(m_release);
    releaseScroll->viewport()->setAutoFillBackground(false);
    m_release->setAutoFillBackground(false);
    auto* side = new QWidget(this);
    side->setObjectName(u"sidePanel"_s);
    side->setAttribute(Qt::WA_StyledBackground);
    auto* sideLayout = new QVBoxLayout(side);
    sideLayout->setContentsMargins(0, 4, 0, 0);
    sideLayout->setSpacing(0);
    auto* separator = new QFrame(side);
    separator->setObjectName(u"separator"_s);
    sideLayout->addWidget(m_details, 10);
    sideLayout->addWidget(separator);
    auto* noRelease = new EmptyState(u"releaseInReplay"_s, this);
    noRelease->say(tr("Nothing can be released in a replay"),
                   tr("What is shown is over. Close the recording (Ctrl+W) to act on the locks as they are now."));
    m_releaseStack = new QStackedWidget(side);
    m_releaseStack->setObjectName(u"releaseStack"_s);
    m_releaseStack->setMaximumHeight(releaseHeight);
    // What is in both can be scrolled, so that they share what room there is.
    m_releaseStack->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    m_details->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    m_releaseStack->addWidget(releaseScroll);
    m_releaseStack->addWidget(noRelease);
    sideLayout->addWidget(m_releaseStack, 11);
    return side;
}

void MainWindow::wirePanels()
{
    wireExports();
    connect(m_topBar, &TopBar::found, this, [this](const FinderHit& hit) {
        if (hit.action)
            hit.action->trigger();
        else
            select(hit.key);
    });
    connect(m_topBar, &TopBar::savedChosen, this, &MainWindow::savedWanted);
    connect(m_topBar, &TopBar::savedListShown, this, &MainWindow::savedListWanted);
    connect(m_topBar, &TopBar::recentChosen, this, &MainWindow::openRecent);
    connect(m_welcome, &WelcomePanel::connectWanted, this, &MainWindow::openConnectDialog);
    connect(m_welcome, &WelcomePanel::sandboxWanted, this, &MainWindow::sandboxWanted);
    connect(m_welcome, &WelcomePanel::recordingWanted, this, &MainWindow::openRecordingDialog);
    connect(m_welcome, &WelcomePanel::savedChosen, this, &MainWindow::savedWanted);
    connect(m_welcome, &WelcomePanel::recentChosen, this, &MainWindow::openRecent);
    connect(m_locks, &LocksPanel::lockChosen, m_queue, &QueuePanel::setLockPath);
    connect(m_replayBar, &ReplayBar::seekWanted, this, &MainWindow::replaySeekWanted);
    connect(m_replayBar, &ReplayBar::speedWanted, this, &MainWindow::replaySpeedWanted);
    connect(m_replayBar, &ReplayBar::cancelWanted, this, &MainWindow::openingCancelWanted);
    connect(m_activity, &ActivityPanel::eventChosen, this, [this](WallTime at, const inspect::ContenderKey& key) {
        select(key);
        Q_EMIT replaySeekWanted(at);
    });
    connect(m_findings, &FindingsPanel::findingChosen, this, &MainWindow::select);
    connect(m_findings, &FindingsPanel::strayReleaseWanted, this,
            [this](const std::string& nodePath) { Q_EMIT releaseWanted(nodePath, 0); });
    connect(m_sessions, &SessionsPanel::nodeChosen, this, &MainWindow::select);
    connect(m_waitGraph, &WaitGraphPanel::nodeChosen, this, &MainWindow::select);
    connect(m_statistics, &StatisticsPanel::timeChosen, this, &MainWindow::replaySeekWanted);
    connect(m_queue, &QueuePanel::timeChosen, this, &MainWindow::replaySeekWanted);
    connect(m_queue, &QueuePanel::contenderChanged, this, &MainWindow::showContender);
    connect(m_release, &ReleaseBox::releaseWanted, this, &MainWindow::wantRelease);
}

} // namespace lockscope::ui
