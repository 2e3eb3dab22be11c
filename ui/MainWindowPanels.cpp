// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of MainWindow that makes its panels and ties them to each other.

#include "core/release/AuditTrail.h"
#include "ui/MainWindow.h"
#include "ui/panels/ActivityPanel.h"
#include "ui/panels/AuditPanel.h"
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
#include "ui/views/EmptyState.h"
#include "ui/views/Notice.h"

#include <QFrame>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

void MainWindow::buildPanels(Simulation& simulation)
{
    m_topBar = new TopBar(m_actions, this);
    m_replayBar = new ReplayBar(m_replayActions, this);
    m_notice = new Notice(this);
    m_locks = new LocksPanel(this);
    m_findings = new FindingsPanel(this);
    m_queue = new QueuePanel(this);
    m_details = new DetailsPanel(this);
    m_release = new ReleaseBox(this);
    m_simulation = new SimulationPanel(simulation, this);
    m_activity = new ActivityPanel(this);
    m_audit = new AuditPanel(QString::fromStdString(release::AuditTrail::userFile()), this);
    m_sessions = new SessionsPanel(this);
    m_statistics = new StatisticsPanel(this);
    m_waitGraph = new WaitGraphPanel(this);
    m_status = new StatusLine(this);

    auto* side = buildSide();
    auto* tabs = m_tabs = new QTabWidget(this);
    tabs->setObjectName(u"bottomTabs"_s);
    tabs->setAccessibleName(tr("Wait-for graph, sessions, simulation, activity, statistics, audit"));
    tabs->setDocumentMode(true);
    tabs->tabBar()->setDrawBase(false);
    tabs->tabBar()->setExpanding(false);
    tabs->setAttribute(Qt::WA_StyledBackground);
    tabs->addTab(m_waitGraph, tr("Wait-for graph"));
    tabs->addTab(m_sessions, tr("Sessions"));
    tabs->addTab(m_simulation, tr("Simulation"));
    tabs->addTab(m_activity, tr("Activity"));
    tabs->addTab(m_statistics, tr("Statistics"));
    tabs->addTab(m_audit, tr("Audit"));
    tabs->setCurrentWidget(m_simulation);

    auto* left = new QSplitter(Qt::Vertical, this);
    left->setObjectName(u"leftSplitter"_s);
    left->setHandleWidth(1);
    left->addWidget(m_locks);
    left->addWidget(m_findings);
    left->setSizes({340, 234});
    left->setStretchFactor(0, 1);
    auto* across = new QSplitter(Qt::Horizontal, this);
    across->setObjectName(u"acrossSplitter"_s);
    across->setHandleWidth(1);
    across->addWidget(left);
    across->addWidget(m_queue);
    across->addWidget(side);
    across->setSizes({330, 770, 340});
    across->setStretchFactor(1, 1);
    auto* down = new QSplitter(Qt::Vertical, this);
    down->setObjectName(u"downSplitter"_s);
    down->setHandleWidth(1);
    down->addWidget(across);
    down->addWidget(tabs);
    down->setSizes({574, 248});
    down->setStretchFactor(0, 1);
    for (auto* splitter : {left, across, down})
        splitter->setChildrenCollapsible(false);

    auto* centre = new QWidget(this);
    centre->setObjectName(u"centre"_s);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_topBar);
    layout->addWidget(m_replayBar);
    layout->addWidget(m_notice);
    layout->addWidget(down, 1);
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
    sideLayout->addWidget(m_details, 1);
    sideLayout->addWidget(separator);
    auto* noRelease = new EmptyState(u"releaseInReplay"_s, this);
    noRelease->say(tr("Nothing can be released in a replay"),
                   tr("What is shown is over. Close the recording (Ctrl+W) to act on the locks as they are now."));
    m_releaseStack = new QStackedWidget(side);
    m_releaseStack->setObjectName(u"releaseStack"_s);
    m_releaseStack->setFixedHeight(releaseHeight);
    m_releaseStack->addWidget(releaseScroll);
    m_releaseStack->addWidget(noRelease);
    sideLayout->addWidget(m_releaseStack);
    return side;
}

void MainWindow::wirePanels()
{
    wireExports();
    connect(m_topBar, &TopBar::found, this, [this](const FinderHit& hit) { selectLock(hit.lockPath, hit.node); });
    connect(m_topBar, &TopBar::savedChosen, this, &MainWindow::savedWanted);
    connect(m_topBar, &TopBar::savedListShown, this, &MainWindow::savedListWanted);
    connect(m_topBar, &TopBar::recentChosen, this, [this](const RecentConnection& recent) {
        if (const auto target = parseTarget(recent.connect, recent.roots))
            Q_EMIT connectWanted(*target);
        else
            say(QString::fromStdString(describe(target.error())), Tone::Bad);
    });
    connect(m_locks, &LocksPanel::lockChosen, m_queue, &QueuePanel::setLockPath);
    connect(m_locks, &LocksPanel::connectWanted, this, &MainWindow::openConnectDialog);
    connect(m_locks, &LocksPanel::sandboxWanted, this, &MainWindow::sandboxWanted);
    connect(m_locks, &LocksPanel::openRecordingWanted, this, &MainWindow::openRecordingDialog);
    connect(m_replayBar, &ReplayBar::seekWanted, this, &MainWindow::replaySeekWanted);
    connect(m_replayBar, &ReplayBar::speedWanted, this, &MainWindow::replaySpeedWanted);
    connect(m_replayBar, &ReplayBar::cancelWanted, this, &MainWindow::openingCancelWanted);
    connect(m_activity, &ActivityPanel::eventChosen, this,
            [this](WallTime at, const std::string& lock, const std::string& node) {
                selectLock(lock, node);
                Q_EMIT replaySeekWanted(at);
            });
    connect(m_findings, &FindingsPanel::findingChosen, this, &MainWindow::selectLock);
    connect(m_sessions, &SessionsPanel::nodeChosen, this, &MainWindow::selectLock);
    connect(m_waitGraph, &WaitGraphPanel::nodeChosen, this, &MainWindow::selectLock);
    connect(m_statistics, &StatisticsPanel::timeChosen, this, &MainWindow::replaySeekWanted);
    connect(m_queue, &QueuePanel::timeChosen, this, &MainWindow::replaySeekWanted);
    connect(m_queue, &QueuePanel::contenderChanged, this, &MainWindow::showContender);
    connect(m_release, &ReleaseBox::releaseWanted, this, &MainWindow::wantRelease);
}

} // namespace lockscope::ui
