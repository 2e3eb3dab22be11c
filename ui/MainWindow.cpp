// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/MainWindow.h"

#include "ui/Icons.h"
#include "ui/dialogs/ConnectDialog.h"
#include "ui/panels/ActivityPanel.h"
#include "ui/panels/DetailsPanel.h"
#include "ui/panels/LocksPanel.h"
#include "ui/panels/QueuePanel.h"
#include "ui/panels/ReleaseBox.h"
#include "ui/panels/SimulationPanel.h"
#include "ui/panels/StatusLine.h"
#include "ui/views/Notice.h"

#include <QAction>
#include <QActionGroup>
#include <QCloseEvent>
#include <QFrame>
#include <QGuiApplication>
#include <QScrollArea>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

MainWindow::MainWindow(Simulation& simulation, ThemeChoice theme, QWidget* parent)
    : QMainWindow(parent)
    , m_choice(theme)
    , m_theme(themeFor(theme, QGuiApplication::palette()))
{
    setObjectName(u"mainWindow"_s);
    setWindowTitle(tr("Lockscope"));
    setWindowIcon(applicationIcon());
    setFont(textFont());
    // Set, so that growing texts do not move it.
    setMinimumSize(1024, 640);
    resize(1440, 900);
    buildActions();
    buildPanels(simulation);
    wirePanels();
    applyTheme();
    showContender();
}

QAction* MainWindow::addNamedAction(const QString& objectName, const QString& text, const QKeySequence& shortcut)
{
    auto* action = new QAction(text, this);
    action->setObjectName(objectName);
    action->setShortcut(shortcut);
    if (!shortcut.isEmpty())
        action->setToolTip(u"%1 (%2)"_s.arg(text, shortcut.toString(QKeySequence::NativeText)));
    addAction(action);
    return action;
}

void MainWindow::buildActions()
{
    m_actions.connectTo = addNamedAction(u"connectAction"_s, tr("Connect…"), QKeySequence(Qt::CTRL | Qt::Key_O));
    m_actions.disconnect = addNamedAction(u"disconnectAction"_s, tr("Disconnect"));
    m_actions.startSandbox = addNamedAction(u"sandboxAction"_s, tr("Start sandbox"));
    m_actions.pause = addNamedAction(u"pauseAction"_s, tr("Live"), QKeySequence(Qt::CTRL | Qt::Key_Period));
    m_actions.pause->setCheckable(true);
    m_actions.pause->setToolTip(tr("Let the picture stand still (Ctrl+.)"));
    m_actions.refresh = addNamedAction(u"refreshAction"_s, tr("Refresh"), QKeySequence(Qt::Key_F5));
    m_actions.release = addNamedAction(u"releaseAction"_s, tr("Release…"), QKeySequence(Qt::Key_Delete));
    auto* find = addNamedAction(u"findAction"_s, tr("Find"), QKeySequence(Qt::CTRL | Qt::Key_K));
    auto* quit = addNamedAction(u"quitAction"_s, tr("Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q));

    auto* group = new QActionGroup(this);
    const auto addTheme = [&](const QString& objectName, const QString& text, ThemeChoice choice) {
        auto* action = addNamedAction(objectName, text);
        action->setCheckable(true);
        action->setChecked(choice == m_choice);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, choice] {
            setThemeChoice(choice);
            Q_EMIT themeChosen(choice);
        });
        return action;
    };
    m_actions.themeSystem = addTheme(u"themeSystemAction"_s, tr("Theme of the system"), ThemeChoice::System);
    m_actions.themeDark = addTheme(u"themeDarkAction"_s, tr("Dark theme"), ThemeChoice::Dark);
    m_actions.themeLight = addTheme(u"themeLightAction"_s, tr("Light theme"), ThemeChoice::Light);

    connect(m_actions.connectTo, &QAction::triggered, this, &MainWindow::openConnectDialog);
    connect(m_actions.disconnect, &QAction::triggered, this, &MainWindow::disconnectWanted);
    connect(m_actions.startSandbox, &QAction::triggered, this, &MainWindow::sandboxWanted);
    connect(m_actions.pause, &QAction::triggered, this, &MainWindow::pauseWanted);
    connect(m_actions.refresh, &QAction::triggered, this, &MainWindow::refreshWanted);
    connect(m_actions.release, &QAction::triggered, this, &MainWindow::wantRelease);
    connect(find, &QAction::triggered, this, [this] { m_topBar->focusFinder(); });
    connect(quit, &QAction::triggered, this, &QWidget::close);
}

void MainWindow::buildPanels(Simulation& simulation)
{
    m_topBar = new TopBar(m_actions, this);
    m_notice = new Notice(this);
    m_locks = new LocksPanel(this);
    m_queue = new QueuePanel(this);
    m_details = new DetailsPanel(this);
    m_release = new ReleaseBox(this);
    m_simulation = new SimulationPanel(simulation, this);
    m_activity = new ActivityPanel(this);
    m_status = new StatusLine(this);

    auto* releaseScroll = new QScrollArea(this);
    releaseScroll->setObjectName(u"releaseScroll"_s);
    releaseScroll->setWidgetResizable(true);
    releaseScroll->setFrameShape(QFrame::NoFrame);
    releaseScroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    releaseScroll->setFocusPolicy(Qt::NoFocus);
    releaseScroll->setFixedHeight(268);
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
    sideLayout->addWidget(releaseScroll);

    auto* tabs = new QTabWidget(this);
    tabs->setObjectName(u"bottomTabs"_s);
    tabs->setAccessibleName(tr("Simulation and activity"));
    tabs->setDocumentMode(true);
    tabs->tabBar()->setDrawBase(false);
    tabs->tabBar()->setExpanding(false);
    tabs->setAttribute(Qt::WA_StyledBackground);
    tabs->addTab(m_simulation, tr("Simulation"));
    tabs->addTab(m_activity, tr("Activity"));

    auto* across = new QSplitter(Qt::Horizontal, this);
    across->setObjectName(u"acrossSplitter"_s);
    across->setHandleWidth(1);
    across->addWidget(m_locks);
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
    for (auto* splitter : {across, down})
        splitter->setChildrenCollapsible(false);

    auto* centre = new QWidget(this);
    centre->setObjectName(u"centre"_s);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_topBar);
    layout->addWidget(m_notice);
    layout->addWidget(down, 1);
    layout->addWidget(m_status);
    setCentralWidget(centre);
}

void MainWindow::wirePanels()
{
    connect(m_topBar, &TopBar::found, this, [this](const FinderHit& hit) { selectLock(hit.lockPath, hit.node); });
    connect(m_topBar, &TopBar::recentChosen, this, [this](const RecentConnection& recent) {
        if (const auto target = parseTarget(recent.connect, recent.roots))
            Q_EMIT connectWanted(*target);
        else
            say(QString::fromStdString(describe(target.error())), Tone::Bad);
    });
    connect(m_locks, &LocksPanel::lockChosen, m_queue, &QueuePanel::setLockPath);
    connect(m_locks, &LocksPanel::connectWanted, this, &MainWindow::openConnectDialog);
    connect(m_locks, &LocksPanel::sandboxWanted, this, &MainWindow::sandboxWanted);
    connect(m_queue, &QueuePanel::contenderChanged, this, &MainWindow::showContender);
    connect(m_release, &ReleaseBox::releaseWanted, this, &MainWindow::wantRelease);
    connect(m_simulation, &SimulationPanel::started, this, [this](const std::string& path) { selectLock(path); });
}

void MainWindow::setSituation(const Situation& situation, WallTime wallNow, bool isSandbox)
{
    m_situation = situation;
    const bool isOpen = situation.stage != Stage::NotConnected;
    m_actions.disconnect->setEnabled(isOpen);
    m_actions.pause->setEnabled(isOpen);
    m_actions.refresh->setEnabled(situation.stage == Stage::Live);
    setWindowTitle(isOpen ? tr("%1 – Lockscope").arg(situation.connect) : tr("Lockscope"));
    m_topBar->setSituation(situation, isSandbox);
    m_locks->setSituation(situation);
    m_queue->setSituation(situation);
    m_simulation->setSituation(situation, isSandbox);
    m_status->show(situation, wallNow);
    // Whoever connects wants to see the worst first; a click can wait.
    if (m_queue->lockPath().empty())
        if (const auto worst = m_locks->firstLock(); !worst.empty())
            selectLock(worst);
}

void MainWindow::selectLock(const std::string& path, const std::string& node)
{
    m_queue->setLockPath(path);
    m_queue->follow(node);
    m_locks->select(path);
}

void MainWindow::showContender()
{
    const ContenderView view{m_queue->lock(), m_queue->contender(), m_queue->isGone()};
    m_details->show(m_situation, view);
    m_release->show(m_situation, view);
    m_actions.release->setEnabled(m_release->canRelease());
}

void MainWindow::wantRelease()
{
    if (!m_release->canRelease())
        return;
    const auto* contender = m_queue->contender();
    Q_EMIT releaseWanted(m_queue->lock()->nodePath(*contender), contender->details ? contender->details->czxid : 0);
}

void MainWindow::log(std::vector<ActivityEntry> entries)
{
    m_activity->append(std::move(entries));
}

void MainWindow::say(const QString& sentence, Tone tone)
{
    m_notice->say(sentence, tone == Tone::Bad ? u"bad"_s : tone == Tone::Wait ? u"wait"_s : u"info"_s);
}

void MainWindow::setRecent(const QList<RecentConnection>& recent)
{
    m_recent = recent;
    m_topBar->setRecent(recent);
}

void MainWindow::openConnectDialog()
{
    auto* dialog = new ConnectDialog(m_recent, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ConnectDialog::chosen, this, &MainWindow::connectWanted);
    connect(dialog, &ConnectDialog::sandboxWanted, this, &MainWindow::sandboxWanted);
    dialog->show();
}

void MainWindow::simulate(const console::ContendOptions& options, int clients)
{
    m_simulation->propose(options, clients);
    m_simulation->run();
}

const inspect::LockQueue* MainWindow::shownLock() const
{
    return m_queue->lock();
}

void MainWindow::setThemeChoice(ThemeChoice choice)
{
    m_choice = choice;
    applyTheme();
}

void MainWindow::applyTheme()
{
    m_theme = themeFor(m_choice, QGuiApplication::palette());
    setPalette(paletteOf(m_theme));
    setStyleSheet(styleSheetOf(m_theme));
    m_topBar->setTheme(m_theme);
    m_locks->setTheme(m_theme);
    m_queue->setTheme(m_theme);
    m_details->setTheme(m_theme);
    m_simulation->setTheme(m_theme);
    m_activity->setTheme(m_theme);
    m_status->setTheme(m_theme);
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange && m_choice == ThemeChoice::System && m_status)
        applyTheme();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    event->accept();
    Q_EMIT closed();
}

} // namespace lockscope::ui
