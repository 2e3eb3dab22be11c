// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/MainWindow.h"

#include "core/connect/ThreadTasks.h"
#include "core/release/ActionLog.h"
#include "ui/files/IncidentReporter.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/QueueWords.h"
#include "ui/panels/ActionLogPanel.h"
#include "ui/panels/ActivityPanel.h"
#include "ui/panels/ContenderBar.h"
#include "ui/panels/ContenderMenu.h"
#include "ui/panels/DetailsPanel.h"
#include "ui/panels/FindingsPanel.h"
#include "ui/panels/LocksPanel.h"
#include "ui/panels/QueuePanel.h"
#include "ui/panels/ReleaseBox.h"
#include "ui/panels/ServersPanel.h"
#include "ui/panels/SessionsPanel.h"
#include "ui/panels/SidePanel.h"
#include "ui/panels/SimulationForm.h"
#include "ui/panels/SimulationPanel.h"
#include "ui/panels/StatisticsPanel.h"
#include "ui/panels/StatusLine.h"
#include "ui/panels/TimelinePanel.h"
#include "ui/panels/TopBar.h"
#include "ui/panels/WaitGraphPanel.h"
#include "ui/panels/WelcomePanel.h"
#include "ui/replay/RecordingChoice.h"
#include "ui/shell/ConnectionDialogs.h"
#include "ui/shell/Drawer.h"
#include "ui/shell/FocusKeeper.h"
#include "ui/shell/ProgramDialogs.h"
#include "ui/shell/ScreenFit.h"
#include "ui/shell/WarmUp.h"
#include "ui/shell/Workspace.h"
#include "ui/theme/Icons.h"
#include "ui/theme/Style.h"
#include "ui/views/ItemAccess.h"
#include "ui/views/Notice.h"
#include "ui/views/StyleProperty.h"
#include "ui/views/WhyDisabled.h"
#include "ui/views/lane/CentreSwitch.h"
#include "ui/views/timeline/TimelineView.h"

#include <QAbstractButton>
#include <QAction>
#include <QActionGroup>
#include <QCloseEvent>
#include <QCoreApplication>
#include <QDataStream>
#include <QFileDialog>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>
#include <QShortcut>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <map>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t manyLocks = 2'000;
constexpr std::chrono::seconds followsWorstFor{10}; ///< findings need data that is read after the locks
constexpr auto queueKey = Qt::Key_1;
constexpr auto graphKey = Qt::Key_2;

auto themeActions(const WindowActions& actions)
{
    return std::array{std::pair(actions.themeSystem, ThemeChoice::System),
                      std::pair(actions.themeDark, ThemeChoice::Dark),
                      std::pair(actions.themeLight, ThemeChoice::Light)};
}

} // namespace

MainWindow::MainWindow(Simulation& simulation, const Preferences& preferences, QWidget* parent)
    : QMainWindow(parent)
    , m_simulated(simulation)
    , m_preferences(preferences)
    , m_theme(themeFor(preferences.theme, QGuiApplication::palette()))
    , m_connections(new ConnectionDialogs(*this))
    , m_programDialogs(new ProgramDialogs(*this))
    , m_reporter(new IncidentReporter(*this, release::ActionLog::userFile()))
{
    setObjectName(u"mainWindow"_s);
    setWindowTitle(tr("Lockscope"));
    setWindowIcon(applicationIcon());
    setFont(textFont());
    setMinimumSize(leastSize); // explicitly, so that longer texts do not raise it
    resize(1440, 900);
    new FocusKeeper(*this);
    connect(new RecordingDrop(*this), &RecordingDrop::dropped, this, &MainWindow::recordingWanted);
    connect(m_connections, &ConnectionDialogs::recordingWanted, this, &MainWindow::openRecordingDialog);
    connect(m_programDialogs, &ProgramDialogs::preferencesChosen, this, &MainWindow::choose);
    const auto sayWhy = [this](const QString& sentence) { say(asSentence(sentence), Tone::Bad); };
    connect(m_connections, &ConnectionDialogs::failed, this, sayWhy);
    connect(m_reporter, &IncidentReporter::failed, this, sayWhy);
    connect(m_reporter, &IncidentReporter::written, this,
            [this](const QString& file) { say(tr("The incident report was saved to %1.").arg(file), Tone::Info); });
    build();
}

void MainWindow::build()
{
    makeItemsAccessible();
    m_actions = makeWindowActions(*this);
    buildPanels();
    wireActions();
    wirePanels();
    wireMenu();
    wireReasons();
    auto& menu = *m_actions.menu;
    m_workspace->addMenus(menu, *this);
    auto* themes = menu.addMenu(tr("Theme"));
    themes->setObjectName(u"themeMenu"_s);
    themes->addActions({m_actions.themeSystem, m_actions.themeDark, m_actions.themeLight});
    menu.addSeparator();
    menu.addActions({m_actions.preferences, m_actions.keys, m_actions.about});
    m_topBar->setActions(actions());
    applyTheme();
    showContender();
    m_warmUp = new WarmUp(*this);
}

void MainWindow::buildPanels()
{
    m_topBar = new TopBar(m_actions, this);
    m_replayBar = new ReplayBar(m_actions, this);
    m_servers = new ServersPanel(this);
    m_locks = new LocksPanel(this);
    m_locks->setTree(m_preferences.locksAsTree);
    m_findings = new FindingsPanel(this);
    m_findings->setNotifies(m_preferences.notifiesOfFindings);
    m_welcome = new WelcomePanel(m_actions.sandboxes, this);
    m_queue = new QueuePanel(this);
    m_details = new DetailsPanel(this);
    m_details->setCommands(m_preferences.commands);
    m_release = new ReleaseBox(this);
    m_side = new SidePanel(m_details, m_release, this);
    m_simulation = new SimulationPanel(m_simulated, this);
    m_activity = new ActivityPanel(this);
    m_audit = new ActionLogPanel(QString::fromStdString(release::ActionLog::userFile()), this);
    m_sessions = new SessionsPanel(this);
    m_statistics = new StatisticsPanel(this);
    m_waitGraph = new WaitGraphPanel(this);
    m_status = new StatusLine(this);

    using Place = Workspace::Place;
    m_workspace = new Workspace(this);
    m_workspace->add(m_servers, tr("Servers"), Qt::Key_0, Place::Left);
    m_workspace->add(m_locks, tr("Locks"), Qt::Key_3, Place::Left, 340);
    m_workspace->add(m_findings, tr("Findings"), Qt::Key_4, Place::Left, 234);
    m_middle = new QStackedWidget(this);
    m_middle->setObjectName(u"middle"_s);
    m_middle->addWidget(m_welcome);
    m_middle->addWidget(m_queue);
    m_workspace->setMiddle(m_middle, tr("Queue and Timeline"), queueKey);
    m_workspace->add(m_side, tr("Details and Release"), Qt::Key_I, Place::Right);
    m_workspace->add(m_activity, tr("Activity"), Qt::Key_5, Place::Bottom);
    m_workspace->add(m_waitGraph, tr("Wait-for Graph"), graphKey, Place::Bottom);
    m_workspace->add(m_sessions, tr("Sessions"), Qt::Key_6, Place::Bottom);
    m_workspace->add(m_simulation, tr("Simulation"), Qt::Key_7, Place::Bottom);
    m_workspace->add(m_statistics, tr("Statistics"), Qt::Key_8, Place::Bottom);
    m_workspace->add(m_audit, tr("Action Log"), Qt::Key_9, Place::Bottom);
    m_workspace->setCentred(m_waitGraph);
    m_queue->centreSwitch().setKeys(QKeySequence(Qt::CTRL | queueKey), QKeySequence(Qt::CTRL | graphKey));
    m_workspace->setFront(m_activity);
    m_workspace->setExtents({280, 330, 470}, 340, 248);
    auto& drawer = m_workspace->makeDrawer(m_side);
    drawer.addPart(tr("Details"), u"drawerDetails"_s, tr("Show or hide the details"));
    drawer.addPart(tr("Release"), u"drawerRelease"_s, tr("Show or hide the release options"));
    connect(&drawer, &Drawer::partChosen, m_side, &SidePanel::showPart);

    auto* centre = new QWidget(this);
    centre->setObjectName(u"centre"_s);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_topBar);
    layout->addWidget(m_replayBar);
    layout->addWidget(m_workspace, 1);
    layout->addWidget(m_status);
    setCentralWidget(centre);
    m_notice = new Notice(*centre, *m_status);
    connect(m_notice, &Notice::offerAccepted, this, &MainWindow::offerAccepted);
    connect(m_status, &StatusLine::telling, m_notice, &Notice::setAside);
}

void MainWindow::wireActions()
{
    const auto onTriggered = [this](QAction* action, auto slot) {
        connect(action, &QAction::triggered, this, std::move(slot));
    };
    connect(m_actions.connectTo, &QAction::triggered, m_connections, &ConnectionDialogs::openConnect);
    onTriggered(m_actions.disconnect, &MainWindow::disconnectWanted);
    onTriggered(m_actions.secrets, &MainWindow::secretsWanted);
    for (auto* sandbox : m_actions.sandboxes->actions())
        onTriggered(sandbox, [this, servers = static_cast<SandboxServers>(sandbox->data().toInt())] {
            Q_EMIT sandboxWanted(servers);
        });
    m_connections->setSandboxMenu(m_actions.sandboxes);
    onTriggered(m_actions.pause, &MainWindow::pauseWanted);
    onTriggered(m_actions.record, &MainWindow::recordWanted);
    onTriggered(m_actions.refresh, &MainWindow::refreshWanted);
    onTriggered(m_actions.release, &MainWindow::wantRelease);
    onTriggered(m_actions.access, &MainWindow::accessWanted);
    connect(m_actions.followClient, &QAction::toggled, m_queue, &QueuePanel::setFollowsClient);
    onTriggered(m_actions.find, [this] { m_topBar->focusFinder(); });
    onTriggered(m_actions.quit, &QWidget::close);
    onTriggered(m_actions.openRecording, &MainWindow::openRecordingDialog);
    onTriggered(m_actions.closeRecording, &MainWindow::replayCloseWanted);
    onTriggered(m_actions.replayPlay, &MainWindow::replayPlayWanted);
    onTriggered(m_actions.replayForward, &MainWindow::replayForwardWanted);
    onTriggered(m_actions.replayBack, &MainWindow::replayBackWanted);
    onTriggered(m_actions.report, [this] { m_reporter->ask(m_viewState, m_queue->lockPath()); });
    onTriggered(m_actions.preferences, [this] { m_programDialogs->openPreferences(m_preferences); });
    onTriggered(m_actions.keys, [this] { m_programDialogs->openKeys(actions()); });
    onTriggered(m_actions.about, [this] { m_programDialogs->openAbout(); });
    for (const auto& [action, choice] : themeActions(m_actions)) {
        action->setChecked(choice == m_preferences.theme);
        onTriggered(action, [this, choice = choice] {
            auto preferences = m_preferences;
            preferences.theme = choice;
            choose(preferences);
        });
    }
}

/// The key of a disabled action shows in the status bar why it does nothing, and so does an entry of a menu that the
/// mouse or the keys reach; a screen reader announces it.
void MainWindow::wireReasons()
{
    for (auto* menu : {m_actions.menu, m_topBar->connectionMenu(), static_cast<QMenu*>(m_contenderMenu)}) {
        connect(menu, &QMenu::hovered, this, [this](const QAction* entry) { m_status->tell(whyDisabled(*entry)); });
        connect(menu, &QMenu::aboutToHide, this, [this] { m_status->tell({}); });
    }
    for (const auto* action : {m_actions.release, m_actions.refresh, m_actions.pause, m_actions.record,
                               m_actions.report, m_actions.access, m_actions.closeRecording, m_actions.replayGoTo}) {
        auto* key = new QShortcut(action->shortcut(), centralWidget());
        const auto hasKey = [action](const QAction* other) { return other->shortcut() == action->shortcut(); };
        const auto followAction = [this, key, hasKey] {
            const auto all = actions();
            key->setEnabled(std::none_of(all.begin(), all.end(),
                                         [&](const QAction* other) { return hasKey(other) && other->isEnabled(); }));
        };
        for (const auto* other : actions()) {
            if (hasKey(other))
                connect(other, &QAction::enabledChanged, key, followAction);
        }
        connect(key, &QShortcut::activated, this, [this, action] { m_status->tell(whyDisabled(*action)); });
        followAction();
    }
}

void MainWindow::wirePanels()
{
    m_queue->setReportAction(m_actions.report);
    m_details->setFollowAction(m_actions.followClient);
    m_queue->bar().setFollowAction(m_actions.followClient);
    connect(&m_queue->bar(), &ContenderBar::releaseWanted, this, &MainWindow::wantRelease);
    connect(&m_queue->bar(), &ContenderBar::writesWanted, m_actions.access, &QAction::trigger);
    connect(m_queue, &QueuePanel::followsClientChanged, m_actions.followClient, &QAction::setChecked);
    connect(m_queue, &QueuePanel::contenderChanged, this, [this] {
        const bool isLockShown = m_viewState.snapshot && !m_queue->lockPath().empty();
        enableUnless(*m_actions.report, isLockShown ? QString() : tr("Select the lock of the report."));
    });
    connect(m_topBar, &TopBar::found, this,
            [this](const FinderHit& hit) { hit.action ? hit.action->trigger() : select(hit.key); });
    connect(m_topBar, &TopBar::savedChosen, m_connections, &ConnectionDialogs::savedWanted);
    connect(m_topBar, &TopBar::savedListShown, m_connections, &ConnectionDialogs::savedListWanted);
    connect(m_topBar, &TopBar::recentChosen, m_connections, &ConnectionDialogs::openRecent);
    connect(m_connections, &ConnectionDialogs::recentChanged, m_topBar, &TopBar::setRecent);
    connect(m_connections, &ConnectionDialogs::recentChanged, m_welcome, &WelcomePanel::setRecent);
    connect(m_connections, &ConnectionDialogs::savedChanged, m_topBar, &TopBar::setSaved);
    connect(m_connections, &ConnectionDialogs::savedChanged, m_welcome, &WelcomePanel::setSaved);
    connect(m_welcome, &WelcomePanel::connectWanted, m_connections, &ConnectionDialogs::openConnect);
    connect(m_welcome, &WelcomePanel::recordingWanted, this, &MainWindow::openRecordingDialog);
    connect(m_welcome, &WelcomePanel::savedChosen, m_connections, &ConnectionDialogs::savedWanted);
    connect(m_welcome, &WelcomePanel::recentChosen, m_connections, &ConnectionDialogs::openRecent);
    connect(m_locks, &LocksPanel::lockChosen, m_queue, &QueuePanel::setLockPath);
    connect(m_locks, &LocksPanel::allNodesWanted, this, &MainWindow::allNodesWanted);
    connect(m_locks, &LocksPanel::connectWanted, m_connections, &ConnectionDialogs::openConnect);
    connect(m_locks, &LocksPanel::cancelWanted, this, &MainWindow::disconnectWanted);
    connect(m_locks, &LocksPanel::retryWanted, this, &MainWindow::retryWanted);
    connect(m_locks, &LocksPanel::editWanted, this, &MainWindow::editWanted);
    connect(m_locks, &LocksPanel::refreshWanted, this, &MainWindow::refreshWanted);
    connect(m_locks, &LocksPanel::nextEventWanted, this, &MainWindow::replayForwardWanted);
    connect(m_locks, &LocksPanel::treeChosen, this, [this](bool tree) {
        auto preferences = m_preferences;
        preferences.locksAsTree = tree;
        choose(preferences);
    });
    connect(m_details, &DetailsPanel::contentWanted, this, &MainWindow::showContender);
    connect(m_details, &DetailsPanel::hostsWanted, m_connections, &ConnectionDialogs::askHosts);
    connect(m_replayBar, &ReplayBar::seekWanted, this, &MainWindow::replaySeekWanted);
    connect(m_replayBar, &ReplayBar::speedWanted, this, &MainWindow::replaySpeedWanted);
    connect(m_replayBar, &ReplayBar::cancelWanted, this, &MainWindow::openingCancelWanted);
    connect(m_activity, &ActivityPanel::eventChosen, this, [this](WallTime at, const inspect::ContenderKey& key) {
        select(key);
        Q_EMIT replaySeekWanted(at);
    });
    connect(m_findings, &FindingsPanel::findingChosen, this, &MainWindow::select);
    connect(m_findings, &FindingsPanel::notifyChosen, this, [this](bool notifies) {
        auto preferences = m_preferences;
        preferences.notifiesOfFindings = notifies;
        choose(preferences);
    });
    connect(m_findings, &FindingsPanel::looked, this, &MainWindow::findingsSeen);
    connect(m_topBar, &TopBar::findingsWanted, this, [this] {
        m_workspace->goTo(m_findings);
        Q_EMIT findingsSeen();
    });
    connect(m_findings, &FindingsPanel::deadlockChosen, this, &MainWindow::showWaitGraph);
    connect(m_findings, &FindingsPanel::strayReleaseWanted, this,
            [this](const inspect::ContenderKey& stray) { Q_EMIT releaseWanted(stray, 0); });
    connect(m_servers, &ServersPanel::stopWanted, this, &MainWindow::sandboxServerStopWanted);
    connect(m_servers, &ServersPanel::startWanted, this, &MainWindow::sandboxServerStartWanted);
    connect(m_servers, &ServersPanel::detailsWanted, this, [this] { m_workspace->goTo(m_sessions); });
    connect(m_sessions, &SessionsPanel::nodeChosen, this, &MainWindow::select);
    connect(m_waitGraph, &WaitGraphPanel::nodeChosen, this, &MainWindow::select);
    connect(m_workspace, &Workspace::guestChanged, this, [this] {
        m_queue->setGuest(m_workspace->guest());
        showCentre();
    });
    connect(m_queue, &QueuePanel::queueWanted, this, &MainWindow::showQueue);
    connect(&m_queue->centreSwitch(), &CentreSwitch::queueWanted, this, &MainWindow::showQueue);
    connect(&m_queue->centreSwitch(), &CentreSwitch::graphWanted, this,
            [this] { m_workspace->moveToMiddle(m_waitGraph); });
    connect(m_waitGraph, &WaitGraphPanel::releaseWanted, this, &MainWindow::releaseAt);
    connect(m_statistics, &StatisticsPanel::timeChosen, this, &MainWindow::replaySeekWanted);
    connect(m_queue, &QueuePanel::connectingCancelWanted, this, &MainWindow::disconnectWanted);
    connect(m_queue, &QueuePanel::retryWanted, this, &MainWindow::retryWanted);
    connect(m_queue, &QueuePanel::editWanted, this, &MainWindow::editWanted);
    connect(m_queue, &QueuePanel::timeChosen, this, &MainWindow::replaySeekWanted);
    connect(m_queue, &QueuePanel::contenderChanged, this, &MainWindow::showContender);
    connect(m_release, &ReleaseBox::releaseWanted, this, &MainWindow::wantRelease);
    connect(m_release, &ReleaseBox::requestWanted, this, [this] {
        const auto* contender = m_queue->contender();
        if (mayRelease() && contender && contender->details)
            Q_EMIT requestWanted(m_queue->lock()->keyOf(*contender), contender->details->creationId);
    });
    connect(m_queue, &QueuePanel::findingChosen, this, &MainWindow::showFinding);
    connect(m_queue, &QueuePanel::muteWanted, this, &MainWindow::muteWanted);
    connect(m_details, &DetailsPanel::findingChosen, this, &MainWindow::showFinding);
    connect(m_release, &ReleaseBox::findingChosen, this, &MainWindow::showFinding);
    connect(m_release, &ReleaseBox::deadHeadReleaseWanted, this,
            [this](const inspect::ContenderKey& waiter) { Q_EMIT releaseWanted(waiter, 0); });
    connect(m_release, &ReleaseBox::noticeWanted, this, &MainWindow::holdNoticeWanted);
    connect(m_release, &ReleaseBox::writesWanted, m_actions.access, &QAction::trigger);
}

void MainWindow::wireMenu()
{
    m_contenderMenu = new ContenderMenu(centralWidget());
    const auto give = [this](auto*... panels) { (panels->setMenu(*m_contenderMenu), ...); };
    give(m_locks, m_queue, m_sessions, m_waitGraph);
    connect(m_contenderMenu, &ContenderMenu::releaseWanted, this, &MainWindow::releaseAt);
    connect(m_queue, &QueuePanel::severalWanted, this, &MainWindow::wantSeveral);
    connect(m_sessions, &SessionsPanel::severalWanted, this, &MainWindow::wantSeveral);
    connect(m_locks, &LocksPanel::severalWanted, this, &MainWindow::wantSeveral);
    connect(m_contenderMenu, &ContenderMenu::graphWanted, this, [this](const inspect::ContenderKey& key) {
        select(key);
        m_workspace->goTo(m_waitGraph);
    });
    connect(m_contenderMenu, &ContenderMenu::timelineWanted, this, [this](const inspect::ContenderKey& key) {
        select(key);
        m_workspace->showMiddle();
        m_queue->goToTimeline();
    });
    connect(m_contenderMenu, &ContenderMenu::activityWanted, this, [this](const QString& text) {
        m_activity->showOnly(text);
        m_workspace->goTo(m_activity);
    });
}

void MainWindow::choose(const Preferences& preferences)
{
    setPreferences(preferences);
    Q_EMIT preferencesChosen(preferences);
}

void MainWindow::setPreferences(const Preferences& preferences)
{
    const bool isOtherTheme = m_preferences.theme != preferences.theme;
    m_preferences = preferences;
    for (const auto& [action, choice] : themeActions(m_actions))
        action->setChecked(choice == preferences.theme);
    m_programDialogs->setPreferences(preferences);
    m_locks->setTree(preferences.locksAsTree);
    m_findings->setNotifies(preferences.notifiesOfFindings);
    m_details->setCommands(preferences.commands);
    showContender();
    if (isOtherTheme)
        applyTheme();
}

void MainWindow::setViewState(const ViewState& viewState, WallTime wallNow, bool isSandbox)
{
    enterOrLeaveReplay(viewState);
    if (viewState.source == SourceState::NotConnected && m_viewState.source != SourceState::NotConnected)
        m_workspace->showMiddle(); // with the first steps
    m_viewState = viewState;
    m_wallNow = wallNow;
    m_isSandbox = isSandbox;
    m_connections->setViewState(viewState);
    m_contenderMenu->setViewState(viewState);
    const bool isOpen = viewState.source != SourceState::NotConnected && !viewState.isReplay();
    const auto whyNotOpen = isOpen                 ? QString()
                            : viewState.isReplay() ? tr("A recording is shown. Close it first (Ctrl+W).")
                                                   : tr("Not connected.");
    const auto whyNotLive = viewState.hasEnded() ? ReleaseBox::whyEnded()
                            : isOpen             ? tr("The servers cannot be reached now.")
                                                 : whyNotOpen;
    const bool isLive = viewState.source == SourceState::Live;
    enableUnless(*m_actions.disconnect, whyNotOpen);
    enableUnless(*m_actions.pause, viewState.hasEnded() ? whyNotLive : whyNotOpen);
    const bool canRecord = viewState.recorder || (isLive && viewState.snapshot);
    enableUnless(*m_actions.record, canRecord ? QString() : whyNotLive);
    enableUnless(*m_actions.refresh, isLive ? QString() : whyNotLive);
    setWindowTitle(viewState.isReplay() ? tr("Replay of %1 – Lockscope").arg(viewState.recording)
                   : isOpen ? tr("%1 – Lockscope").arg(viewState.name.isEmpty() ? viewState.connect : viewState.name)
                            : tr("Lockscope"));
    m_topBar->setViewState(viewState, isSandbox);
    m_servers->setViewState(viewState, isSandbox);
    m_locks->setViewState(viewState);
    m_findings->setViewState(viewState);
    m_queue->setViewState(viewState);
    showCentre();
    m_simulation->setViewState(viewState, isSandbox);
    m_activity->setViewState(viewState);
    m_sessions->setViewState(viewState);
    m_status->show(viewState, wallNow);
    // With many locks this takes long, and the user may have typed meanwhile: pending input and painting go first.
    const bool maySelect = m_queue->lockPath().empty() || m_selectedByItself;
    if (maySelect && viewState.snapshot && viewState.snapshot->locks.size() > manyLocks)
        QTimer::singleShot(std::chrono::milliseconds(1), this,
                           &MainWindow::showWorst); // a timer: without a time, it would be a posted event
    else
        showWorst();
}

/// The first steps, or the queue, which has the guest of the middle.
void MainWindow::showCentre()
{
    using Shown = CentreSwitch::Shown;
    const auto* guest = m_workspace->guest();
    const bool isStart = m_viewState.source == SourceState::NotConnected && !guest;
    m_middle->setCurrentWidget(isStart ? static_cast<QWidget*>(m_welcome) : m_queue);
    m_queue->centreSwitch().setShown(!guest ? Shown::Queue : guest == m_waitGraph ? Shown::Graph : Shown::OtherPanel);
}

void MainWindow::showQueue()
{
    const auto* guest = m_workspace->guest();
    const bool hadFocus = guest && focusWidget() && guest->isAncestorOf(focusWidget());
    m_workspace->showMiddle();
    if (hadFocus)
        m_workspace->goTo(m_middle);
}

/// Selects the worst lock after a connect, unless a lock is selected. The findings come after the locks: for a short
/// time, and only until the user acts, a lock with a worse finding takes its place.
void MainWindow::showWorst()
{
    const auto shown = m_queue->lockPath();
    const bool mayFollow = m_selectedByItself && m_selectedByItself->lock == shown && m_queue->followed().isLock() &&
                           !m_viewState.isReplay() && m_wallNow - m_selectedByItself->at < followsWorstFor;
    if (!mayFollow)
        forgetSelection();
    if (!shown.empty() && !mayFollow)
        return;
    const auto worst = m_locks->firstLock();
    if (worst.empty() || (!shown.empty() && m_locks->severityOf(worst) <= m_locks->severityOf(shown)))
        return;
    const auto at = m_selectedByItself ? m_selectedByItself->at : m_wallNow;
    selectLock(worst);
    m_selectedByItself = OwnSelection{worst, at};
    QCoreApplication::instance()->installEventFilter(this);
}

void MainWindow::forgetSelection()
{
    if (std::exchange(m_selectedByItself, std::nullopt))
        QCoreApplication::instance()->removeEventFilter(this);
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::KeyPress:
    case QEvent::ShortcutOverride:
    case QEvent::MouseButtonPress:
    case QEvent::TouchBegin:
    case QEvent::Wheel:
        forgetSelection();
        break;
    default:
        break;
    }
    return QMainWindow::eventFilter(watched, event);
}

/// Restores the selection of the live view after a replay. The frame marks a replay in each corner of the window, so
/// that it cannot be mistaken for live.
void MainWindow::enterOrLeaveReplay(const ViewState& next)
{
    const bool isReplay = next.isReplay();
    if (isReplay == m_viewState.isReplay() && (!isReplay || next.history == m_viewState.history))
        return;
    const auto inSight = m_workspace->panelsInSight();
    if (isReplay && !m_liveChoice)
        m_liveChoice = Choice{m_queue->followed(), inSight};
    if (isReplay && !next.snapshot->find(m_queue->lockPath()))
        selectLock({});
    if (isReplay && std::find(inSight.begin(), inSight.end(), m_simulation) != inSight.end())
        m_workspace->raise(m_activity);
    if (const auto back = isReplay ? std::nullopt : std::exchange(m_liveChoice, std::nullopt)) {
        select(back->key);
        for (auto* panel : back->inSight)
            m_workspace->raise(panel);
    }
    m_side->setReplay(isReplay);
    const auto frame = isReplay ? 2 : 0;
    centralWidget()->layout()->setContentsMargins(frame, frame, frame, frame);
    setStyleProperty(*centralWidget(), "replay", isReplay ? u"true"_s : u"false"_s);
}

void MainWindow::setReplay(const ReplayView& view)
{
    m_replay = view;
    m_replayBar->show(view);
}

void MainWindow::showWaitGraph()
{
    m_workspace->bringForward(m_waitGraph);
}

void MainWindow::selectLock(const std::string& path)
{
    select({path, {}, {}});
}

void MainWindow::select(const inspect::ContenderKey& key)
{
    forgetSelection();
    m_queue->setLockPath(key.lock);
    m_queue->follow(key);
    m_locks->select(key.lock);
}

void MainWindow::showContender()
{
    const ContenderView view{m_queue->lock(), m_queue->contender(), m_queue->isGone()};
    m_findings->setShownLock(m_queue->lockPath());
    m_details->show(m_viewState, view);
    m_release->show(m_viewState, view);
    m_queue->bar().show(m_viewState, view, m_release->buttonText(), m_release->whyNot());
    m_statistics->setViewState(m_viewState, m_queue->lockPath());
    m_waitGraph->setViewState(m_viewState, m_queue->lockPath());
    enableUnless(*m_actions.release, m_release->whyNot());
    enableUnless(*m_actions.followClient, view.contender ? QString() : tr("Select a contender to follow its client."));
    if (view.contender)
        m_actions.followClient->setToolTip(plainToolTip(followTip(inspect::clientOf(*view.contender))));
}

void MainWindow::wantRelease()
{
    if (mayRelease())
        releaseShown();
}

/// Whether the release box shows what is selected.
bool MainWindow::mayRelease()
{
    if (!m_release->canRelease())
        return false;
    const bool isOther = m_findings->isSelectionWithoutLock();
    if (isOther)
        m_status->tell(tr("The selected finding concerns no lock. Select the contender to release."));
    return !isOther;
}

/// What the release box shows.
void MainWindow::releaseShown()
{
    if (const auto permits = m_release->permits(); permits > 0) {
        Q_EMIT permitsWanted(m_queue->lockPath(), permits);
        return;
    }
    const auto* contender = m_queue->contender();
    Q_EMIT releaseWanted(m_queue->lock()->keyOf(*contender), contender->details ? contender->details->creationId : 0);
}

/// As by the button of the release box, with this contender selected first. It may have left while the menu was open.
void MainWindow::releaseAt(const inspect::ContenderKey& key)
{
    select(key);
    const auto* shown = m_queue->contender();
    const bool isShown = key.isLock() || (shown && shown->ref() == key.ref() && !m_queue->isGone());
    if (!isShown)
        m_status->tell(tr("The client has left the queue. There is nothing to release."));
    else if (!m_release->canRelease())
        m_status->tell(m_release->whyNot());
    else
        releaseShown();
}

/// The state may have changed since the menu was opened.
void MainWindow::wantSeveral(const ReleaseSelection& selection)
{
    auto why = ReleaseBox::whyNothingIsReleased(m_viewState);
    if (why.isEmpty())
        why = whyNotTogether(selection);
    if (why.isEmpty())
        Q_EMIT severalWanted(selection);
    else
        m_status->tell(why);
}

void MainWindow::showFinding(const std::string& identity)
{
    m_workspace->goTo(m_findings);
    m_findings->showFinding(identity);
}

void MainWindow::bringForward()
{
    if (isMinimized())
        showNormal();
    raise();
    activateWindow();
}

void MainWindow::log(std::vector<ActivityEntry> entries)
{
    m_activity->append(std::move(entries));
}

void MainWindow::say(const QString& sentence, Tone tone, const QString& offer)
{
    m_said = {sentence, tone, offer};
    const bool needsNoAction = (tone == Tone::Info || tone == Tone::Good) && offer.isEmpty();
    m_notice->say(sentence,
                  tone == Tone::Bad    ? u"bad"_s
                  : tone == Tone::Warn ? u"warn"_s
                                       : u"info"_s,
                  needsNoAction ? Notice::Stay::ForSomeSeconds : Notice::Stay::UntilClosed, offer);
}

void MainWindow::openRecordingDialog()
{
    auto* dialog = makeRecordingDialog(this);
    connect(dialog, &QFileDialog::filesSelected, this, &MainWindow::recordingWanted);
    dialog->show();
}

void MainWindow::simulate(const console::ContendOptions& options, int clients, const std::string& below)
{
    m_workspace->raise(m_simulation);
    m_simulation->propose(options, clients, below);
    m_simulation->run();
}

const inspect::Lock* MainWindow::shownLock() const
{
    return m_queue->lock();
}

const QWidget* MainWindow::lane() const
{
    return m_queue->findChild<QWidget*>(u"laneFrame"_s);
}

void MainWindow::takeFocusFromButton()
{
    auto* button = qobject_cast<QAbstractButton*>(focusWidget());
    if (button && !m_queue->focusRows())
        button->clearFocus();
}

QByteArray MainWindow::arrangement() const
{
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << saveGeometry() << m_workspace->arrangement();
    return bytes;
}

void MainWindow::restore(const QByteArray& arrangement)
{
    m_isArrangementWanted = true;
    QByteArray geometry;
    QByteArray panels;
    QDataStream stream(arrangement);
    stream >> geometry >> panels;
    if (stream.status() != QDataStream::Ok || !restoreGeometry(geometry))
        return;
    m_workspace->restore(panels);
    fitToScreen(*this);
}

void MainWindow::applyTheme()
{
    m_theme = themeFor(m_preferences.theme, QGuiApplication::palette());
    setPalette(paletteOf(m_theme));
    setPlaceholderColor(m_theme.muted);
    setStyleSheet(styleSheetOf(m_theme));
    const auto give = [this](auto*... panels) { (panels->setTheme(m_theme), ...); };
    give(m_connections, m_topBar, m_replayBar, m_servers, m_locks, m_findings, m_welcome, m_queue, m_details, m_release,
         m_simulation, m_activity, m_audit, m_sessions, m_statistics, m_waitGraph, m_status);
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange && m_preferences.theme == ThemeChoice::System && m_status)
        applyTheme();
    // Runs once, after all translators are installed: an event also arrives when the previous ones are removed.
    if (event->type() == QEvent::LanguageChange && !std::exchange(m_isOfAnotherLanguage, true))
        ensemble::runLater(this, [this] { speakAnew(); });
}

/// Escape comes here if no part of the window has taken it.
void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && m_notice->isVisible())
        m_notice->end();
    else
        QMainWindow::keyPressEvent(event);
}

/// Rebuilds all widgets in the new language and shows the same state as before.
void MainWindow::speakAnew()
{
    static const QRegularExpression filterName(u"Filter$"_s);
    m_isOfAnotherLanguage = false;
    if (m_liveChoice)
        m_liveChoice->inSight.clear(); // these widgets are deleted
    const bool isNoticeClosed = !m_notice->isOpen();
    const auto arrangement = m_workspace->arrangement();
    const auto followed = m_queue->followed();
    const auto locksChoice = m_locks->choice();
    const bool followsClient = m_queue->followsClient();
    const auto guest = m_workspace->guest() ? m_workspace->guest()->objectName() : QString();
    auto entries = m_activity->entries();
    const auto simulated = m_simulation->form()->entries();
    const auto findingSwitches = m_findings->switches();
    const auto finding = m_findings->selectedFinding();
    const auto typedTime = m_replayBar->typedTime();
    const auto shownTime = m_queue->timeline().view().chosenRange();
    std::map<QString, QString> filters;
    for (const auto* filter : findChildren<QLineEdit*>(filterName))
        filters.emplace(filter->objectName(), filter->text());

    // Other dialogs may contain text that the user has typed, so they stay open.
    const bool hadPreferences = m_programDialogs->closeAll();
    delete std::exchange(m_warmUp, nullptr);
    delete takeCentralWidget();
    delete std::exchange(m_actions.menu, nullptr);
    qDeleteAll(findChildren<QActionGroup*>(Qt::FindDirectChildrenOnly));
    qDeleteAll(findChildren<QAction*>(Qt::FindDirectChildrenOnly));

    setStyleSheet({}); // else the new widgets would not inherit the font of the window
    build();
    m_workspace->restore(arrangement);
    if (!guest.isEmpty())
        m_workspace->moveToMiddle(m_workspace->findChild<QWidget*>(guest));
    centralWidget()->show(); // at once, not when the event loop is idle
    m_connections->setRecent(m_connections->recent());
    m_connections->setSaved(m_connections->saved());
    if (!isNoticeClosed)
        std::apply([this](const auto&... said) { say(said...); }, std::tuple(m_said));
    m_activity->append(std::move(entries));
    setReplay(m_replay);
    m_replayBar->setTypedTime(typedTime);
    // Shows the state as for the first time; the selection to restore after a replay is kept.
    const auto viewState = std::exchange(m_viewState, {});
    setViewState(viewState, m_wallNow, m_isSandbox);
    select(followed);
    m_locks->setChoice(locksChoice);
    const auto* shown = m_queue->contender();
    m_queue->setFollowsClient(followsClient && shown && shown->ref() == followed.ref());
    m_simulation->form()->setEntries(simulated);
    m_findings->setSwitches(findingSwitches);
    m_findings->selectFinding(finding);
    if (shownTime)
        m_queue->timeline().view().showRange(*shownTime);
    for (auto* filter : findChildren<QLineEdit*>(filterName))
        filter->setText(filters[filter->objectName()]);
    m_warmUp->start();
    if (hadPreferences)
        m_programDialogs->openPreferences(m_preferences);
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (!event->spontaneous())
        m_warmUp->start();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    event->accept();
    Q_EMIT closed();
    // The program ends when its sessions have ended: until then the other windows accept no input.
    for (auto* window : findChildren<QWidget*>()) {
        if (window->isWindow())
            window->hide();
    }
}

} // namespace lockscope::ui

#include "moc_MainWindow.cpp"
