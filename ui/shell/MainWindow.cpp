// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/MainWindow.h"

#include "core/connect/EventLoop.h"
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
#include "ui/shell/ScreenFit.h"
#include "ui/shell/WarmUp.h"
#include "ui/shell/Workspace.h"
#include "ui/theme/Icons.h"
#include "ui/views/Notice.h"
#include "ui/views/StyleProperty.h"

#include <QCloseEvent>
#include <QDataStream>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMimeData>
#include <QScreen>
#include <QStackedWidget>
#include <QTimer>
#include <QUrl>
#include <QVBoxLayout>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

MainWindow::MainWindow(Simulation& simulation, const Preferences& preferences, QWidget* parent)
    : QMainWindow(parent)
    , m_simulated(simulation)
    , m_preferences(preferences)
    , m_theme(themeFor(preferences.theme, QGuiApplication::palette()))
{
    setObjectName(u"mainWindow"_s);
    setWindowTitle(tr("Lockscope"));
    setWindowIcon(applicationIcon());
    setFont(textFont());
    // Set, so that growing texts do not move it.
    setMinimumSize(leastSize);
    resize(1440, 900);
    setAcceptDrops(true);
    makeReporter();
    build();
}

void MainWindow::build()
{
    buildActions();
    buildPanels();
    fillMenu();
    wirePanels();
    applyTheme();
    showContender();
    m_warmUp = new WarmUp(*this);
}

void MainWindow::setViewState(const ViewState& viewState, WallTime wallNow, bool isSandbox)
{
    enterOrLeaveReplay(viewState);
    m_viewState = viewState;
    m_wallNow = wallNow;
    m_isSandbox = isSandbox;
    if (!viewState.isReplay())
        forgetUnlocking();
    const bool isOpen = viewState.source != SourceState::NotConnected && !viewState.isReplay();
    m_actions.disconnect->setEnabled(isOpen);
    m_actions.pause->setEnabled(isOpen);
    m_actions.refresh->setEnabled(viewState.source == SourceState::Live);
    setWindowTitle(viewState.isReplay() ? tr("Replay of %1 – Lockscope").arg(viewState.recording)
                   : isOpen ? tr("%1 – Lockscope").arg(viewState.name.isEmpty() ? viewState.connect : viewState.name)
                            : tr("Lockscope"));
    m_topBar->setViewState(viewState, isSandbox);
    m_locks->setViewState(viewState);
    m_findings->setViewState(viewState);
    m_queue->setViewState(viewState);
    m_middle->setCurrentWidget(viewState.source == SourceState::NotConnected ? static_cast<QWidget*>(m_welcome)
                                                                             : m_queue);
    m_simulation->setViewState(viewState, isSandbox);
    m_activity->setViewState(viewState);
    m_sessions->setViewState(viewState);
    m_status->show(viewState, wallNow);
    // Many have taken their time by now: somebody may have typed meanwhile.
    if (m_queue->lockPath().empty() && viewState.snapshot && viewState.snapshot->locks.size() > manyLocks)
        QTimer::singleShot(0, this, &MainWindow::showWorst);
    else
        showWorst();
}

/// Whoever connects wants to see the worst first; a click can wait.
void MainWindow::showWorst()
{
    if (!m_queue->lockPath().empty())
        return;
    if (const auto worst = m_locks->firstLock(); !worst.empty())
        selectLock(worst);
}

/// What was chosen in the live snapshot is chosen again afterwards. The frame is there so that nobody takes a replay
/// for live, whichever corner of the window they look at.
void MainWindow::enterOrLeaveReplay(const ViewState& next)
{
    const bool isReplay = next.isReplay();
    if (isReplay == m_viewState.isReplay() && (!isReplay || next.history == m_viewState.history))
        return;
    if (isReplay && !m_liveChoice)
        m_liveChoice = Choice{m_queue->followed(), m_workspace->panelsInSight()};
    if (isReplay && !next.snapshot->find(m_queue->lockPath()))
        selectLock({});
    if (isReplay && m_simulation->isVisible())
        m_workspace->raise(m_activity);
    if (const auto back = isReplay ? std::nullopt : std::exchange(m_liveChoice, std::nullopt)) {
        select(back->key);
        for (auto* panel : back->inSight)
            m_workspace->raise(panel);
    }
    m_releaseStack->setCurrentIndex(isReplay ? 1 : 0);
    m_releaseStack->setMaximumHeight(isReplay ? replayHeight : releaseHeight);
    const auto frame = isReplay ? 2 : 0;
    centralWidget()->layout()->setContentsMargins(frame, frame, frame, frame);
    setStyleProperty(*centralWidget(), "replay", isReplay ? u"true"_s : u"false"_s);
}

void MainWindow::setReplay(const ReplayView& view)
{
    m_replay = view;
    m_replayBar->show(view);
}

void MainWindow::selectLock(const std::string& path)
{
    select({path, {}, {}});
}

void MainWindow::select(const inspect::ContenderKey& key)
{
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
    m_statistics->setViewState(m_viewState, m_queue->lockPath());
    m_waitGraph->setViewState(m_viewState, m_queue->lockPath());
    m_actions.release->setEnabled(m_release->canRelease());
}

void MainWindow::wantRelease()
{
    if (!m_release->canRelease())
        return;
    if (m_findings->isSelectionWithoutLock()) {
        say(tr("The selected finding concerns no lock. Select the contender to release."), Tone::Wait);
        return;
    }
    const auto* contender = m_queue->contender();
    Q_EMIT releaseWanted(m_queue->lock()->nodePath(*contender),
                         contender->details ? contender->details->creationId : 0);
}

void MainWindow::log(std::vector<ActivityEntry> entries)
{
    m_activity->append(std::move(entries));
}

void MainWindow::say(const QString& sentence, Tone tone)
{
    m_said = {sentence, tone};
    m_notice->say(sentence, tone == Tone::Bad ? u"bad"_s : tone == Tone::Wait ? u"wait"_s : u"info"_s);
}

void MainWindow::openRecordingDialog()
{
    auto* dialog = new QFileDialog(this, tr("Open a recording or an audit log"));
    dialog->setObjectName(u"openRecordingDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Recordings (*.rec)"), tr("Audit logs (*.log *.log.*)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::recordingWanted);
    dialog->show();
}

void MainWindow::simulate(const console::ContendOptions& options, int clients, const std::string& below)
{
    m_simulation->propose(options, clients, below);
    m_simulation->run();
}

const inspect::LockQueue* MainWindow::shownLock() const
{
    return m_queue->lock();
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
    fitToScreen();
}

void MainWindow::fitToScreen()
{
    if (windowState().testAnyFlags(Qt::WindowMaximized | Qt::WindowFullScreen))
        return;
    QList<QRect> screens;
    for (const auto* screen : QGuiApplication::screens())
        screens << screen->availableGeometry();
    const auto inside = geometry();
    const auto around = frameGeometry();
    const QMargins frame(inside.left() - around.left(), inside.top() - around.top(), around.right() - inside.right(),
                         around.bottom() - inside.bottom());
    if (const auto fitted = fittedToScreen(inside, frame, screens); fitted != inside)
        setGeometry(fitted);
}

void MainWindow::applyTheme()
{
    m_theme = themeFor(m_preferences.theme, QGuiApplication::palette());
    setPalette(paletteOf(m_theme));
    setStyleSheet(styleSheetOf(m_theme));
    m_topBar->setTheme(m_theme);
    m_replayBar->setTheme(m_theme);
    m_locks->setTheme(m_theme);
    m_findings->setTheme(m_theme);
    m_welcome->setTheme(m_theme);
    m_queue->setTheme(m_theme);
    m_details->setTheme(m_theme);
    m_simulation->setTheme(m_theme);
    m_activity->setTheme(m_theme);
    m_audit->setTheme(m_theme);
    m_sessions->setTheme(m_theme);
    m_statistics->setTheme(m_theme);
    m_waitGraph->setTheme(m_theme);
    m_status->setTheme(m_theme);
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange && m_preferences.theme == ThemeChoice::System && m_status)
        applyTheme();
    // Once, when all of the language is there: the one before is taken out first.
    if (event->type() == QEvent::LanguageChange && !std::exchange(m_isOfAnotherLanguage, true))
        ensemble::runLater(this, [this] { speakAnew(); });
}

namespace {

/// One file, and nothing else; empty if it is something else that is dragged.
QString fileIn(const QMimeData* data)
{
    const auto urls = data->urls();
    return urls.size() == 1 && urls.first().isLocalFile() ? urls.first().toLocalFile() : QString();
}

} // namespace

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!fileIn(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    if (const auto file = fileIn(event->mimeData()); !file.isEmpty()) {
        event->acceptProposedAction();
        Q_EMIT recordingWanted(file);
    }
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
    // It ends when its sessions have: nothing more can be done in the windows that it has opened.
    for (auto* window : findChildren<QWidget*>()) {
        if (window->isWindow())
            window->hide();
    }
}

} // namespace lockscope::ui

#include "moc_MainWindow.cpp"
