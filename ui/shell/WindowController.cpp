// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/WindowController.h"

#include "core/inspection/UsualHolds.h"
#include "core/model/FindingIndex.h"
#include "ui/dialogs/ReleaseDialog.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/ReleaseWords.h"
#include "ui/models/text/SimulationWords.h"
#include "ui/replay/ReplayController.h"
#include "ui/shell/ConnectionDialogs.h"
#include "ui/shell/MainWindow.h"
#include "ui/shell/Notifier.h"
#include "ui/shell/Recorder.h"
#include "ui/shell/Simulation.h"
#include "ui/shell/connection/Connection.h"
#include "ui/shell/connection/ConnectionTester.h"
#include "ui/shell/connection/SandboxHost.h"
#include "ui/shell/connection/SecretsSource.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int tickMs = 250;
constexpr int limitsTickMs = 60'000;
constexpr std::size_t mostChangesASnapshot = 500;
constexpr std::ptrdiff_t mostBehind = 10'000; // entries for the log that a pause keeps
constexpr std::chrono::milliseconds closeLimit{3'000};
constexpr std::chrono::milliseconds completionLimit{20'000}; // of releases, recordings, simulations on user's servers
constexpr std::size_t mostTalkative = 20;                    // up to this many simulated clients, each event is logged

} // namespace

WindowController::WindowController(const Parts& parts, QObject* parent)
    : QObject(parent)
    , m_parts(parts)
    , m_replay(std::make_unique<ReplayController>(parts.window, parts.clock))
    , m_secrets(std::make_unique<SecretsSource>(parts.keychain, parts.window))
    , m_recorder(std::make_unique<Recorder>(parts.clock))
    , m_notifier(std::make_unique<Notifier>())
    , m_stalls(parts.clock)
{
    connect(m_replay.get(), &ReplayController::viewStateChanged, this, &WindowController::showViewState);
    wireWindow();
    wireServices();
    wireConnections();
    wireSecrets();
    wireNotifications();
    wireTests();
    m_tick.setInterval(tickMs);
    connect(&m_tick, &QTimer::timeout, this, [this] {
        noteStall();
        flushLog();
        showViewState();
    });
    m_tick.start();
    m_limitsTick.setInterval(limitsTickMs);
    connect(&m_limitsTick, &QTimer::timeout, &m_limits, &LimitsSource::load);
    m_limitsTick.start();
    connect(&m_limits, &LimitsSource::loaded, this, [this] {
        usePreferences();
        noteLimits();
    });
    m_preferences = Preferences::load(m_parts.settings);
    // The command line may have set these two for this start of the program.
    m_preferences.theme = m_parts.window.preferences().theme;
    m_preferences.language = m_parts.window.preferences().language;
    m_parts.window.setPreferences(m_preferences);
    usePreferences();
    noteLimits();
    m_parts.window.connections().setRecent(RecentConnections(m_parts.settings).list());
    clearNotice();
    showViewState();
}

WindowController::~WindowController() = default;

void WindowController::wireWindow()
{
    auto& window = m_parts.window;
    connect(&window, &MainWindow::sandboxWanted, this, qOverload<SandboxServers>(&WindowController::startSandbox));
    connect(&window, &MainWindow::sandboxServerStopWanted, &m_parts.sandbox, &SandboxHost::stopServer);
    connect(&window, &MainWindow::sandboxServerStartWanted, &m_parts.sandbox, &SandboxHost::startServer);
    connect(&window, &MainWindow::disconnectWanted, this, [this] {
        m_secrets->cancel();
        m_parts.simulation.stop();
        m_parts.connection.close();
    });
    connect(&window, &MainWindow::recordingWanted, this, &WindowController::openRecording);
    connect(&window, &MainWindow::recordWanted, this, &WindowController::startOrStopRecording);
    connect(m_recorder.get(), &Recorder::ended, this, &WindowController::noteRecorded);
    connect(&window, &MainWindow::offerAccepted, this, [this] {
        if (const auto accept = m_offered) // which may offer something else
            accept();
    });
    connect(&window, &MainWindow::pauseWanted, &m_parts.connection, &Connection::setPaused);
    connect(&window, &MainWindow::refreshWanted, &m_parts.connection, &Connection::refresh);
    connect(&window, &MainWindow::allNodesWanted, &m_parts.connection, &Connection::readAllNodes);
    connect(&window, &MainWindow::releaseWanted, this,
            [this](const inspect::ContenderKey& contender, std::int64_t shownCreationId) {
                openRelease(contender, shownCreationId);
            });
    connect(&window, &MainWindow::requestWanted, this,
            [this](const inspect::ContenderKey& contender, std::int64_t shownCreationId) {
                openRelease(contender, shownCreationId, 0, true);
            });
    connect(&window, &MainWindow::severalWanted, this, &WindowController::openSeveral);
    connect(&window, &MainWindow::permitsWanted, this, [this](const std::string& lockPath, int permits) {
        openRelease({lockPath, inspect::LockPart::Queue, {}}, 0, permits);
    });
    connect(&window, &MainWindow::preferencesChosen, this, [this](const Preferences& preferences) {
        const auto before = std::exchange(m_preferences, preferences);
        const auto isKept = preferences.save(m_parts.settings, before);
        if (preferences.language != before.language)
            speak(preferences.language);
        usePreferences();
        m_limits.load(); // its problem, if any, is shown in the new language
        if (!isKept)
            m_parts.window.say(tr("Cannot write \"%1\". The preferences apply only until Lockscope closes.")
                                   .arg(m_parts.settings.fileName()),
                               Tone::Bad);
    });
    connect(&window, &MainWindow::closed, this, &WindowController::finish);
}

void WindowController::usePreferences()
{
    auto settings = m_preferences.findings();
    settings.limits = m_limits.limits();
    m_replay->player().setFindings(settings);
    if (m_history)
        settings.usualHolds = inspect::usualHoldsOf(*m_history);
    m_parts.connection.setFindings(std::move(settings));
    m_notifier->setNotifiesOfFindings(m_preferences.notifiesOfFindings);
}

void WindowController::noteLimits()
{
    if (std::exchange(m_limitsProblem, m_limits.problem()) != m_limitsProblem && m_trouble.isEmpty())
        clearNotice();
}

void WindowController::wireServices()
{
    connect(&m_parts.connection, &Connection::stateChanged, this, [this] {
        notePause();
        noteReached();
        askIfRefused();
        showViewState();
    });
    connect(&m_parts.connection, &Connection::snapshotChanged, this, [this](const inspect::SnapshotPtr& snapshot) {
        if (!snapshot)
            m_recorder->stop("interrupted");
        logSnapshot(snapshot);
        noteNews(snapshot);
        doubtSecrets(snapshot);
        showViewState();
        showDeadlock();
    });
    connect(&m_parts.sandbox, &SandboxHost::stateChanged, this, [this] {
        if (const auto sentence = m_parts.sandbox.startingSentence(); !sentence.isEmpty())
            m_parts.window.say(sentence, Tone::Wait);
    });
    connect(&m_parts.sandbox, &SandboxHost::ready, this, [this](const QString& connectString) {
        if (m_closing)
            return;
        clearNotice();
        if (const auto target = parseTarget(connectString, {}))
            connectTo(*target);
    });
    connect(&m_parts.sandbox, &SandboxHost::serverStopped, this,
            [this](const QString& sentence) { m_parts.window.say(asSentence(sentence), Tone::Warn); });
    connect(&m_parts.sandbox, &SandboxHost::failed, this, [this](const QString& sentence) {
        m_parts.window.say(asSentence(sentence), Tone::Bad);
        Q_EMIT sandboxFailed(sentence);
    });
    connect(&m_parts.simulation, &Simulation::happened, this, &WindowController::logSimulation);
    connect(&m_parts.simulation, &Simulation::staged, this, &WindowController::showScenario);
    connect(&m_parts.simulation, &Simulation::turningPointReached, this, &WindowController::showTurningPoint);
    connect(&m_parts.simulation, &Simulation::ending, this, &WindowController::keepLastView);
    connect(&m_parts.simulation, &Simulation::runningChanged, this, &WindowController::noteSimulation);
}

/// The simulated clients acquire locks from now on: shows them, unless the window shows an ensemble of the user's.
void WindowController::showScenario()
{
    if (m_closing)
        return;
    const auto& run = *m_parts.simulation.run();
    const auto& where = run.ensemble();
    if (m_parts.simulation.hasOwnSandbox()) {
        const auto text = QString::fromStdString(where.text());
        const auto& shown = m_parts.connection.text();
        if (m_parts.connection.isOpen() && shown != m_parts.sandbox.connectString() && shown != m_source) {
            m_parts.window.say(tr("The simulation runs in its own sandbox. To see its locks, connect to %1.").arg(text),
                               Tone::Wait);
            return;
        }
        m_source = text;
        auto target = targetAt(where);
        m_preferences.applyTo(target.profile);
        open(target);
    }
    const auto& groups = run.scenario().groups;
    if (!groups.empty() && !groups.front().options.paths.empty())
        m_parts.window.selectLock(where.root + groups.front().options.paths.front());
}

void WindowController::showTurningPoint(const QString& sentence)
{
    m_parts.window.say(sentence, Tone::Info);
    const auto* run = m_parts.simulation.run();
    // At a later turning point the window may still see a deadlock that has ended.
    m_expectsDeadlock =
        run && run->stepsDone() < run->scenario().steps.size() && run->scenario().steps[run->stepsDone()].stopsHere;
    showDeadlock();
}

/// A deadlock at a turning point that stops the scenario is shown as its graph, once. The window may see it later than
/// the simulation does.
void WindowController::showDeadlock()
{
    const auto* run = m_parts.simulation.run();
    m_expectsDeadlock = m_expectsDeadlock && run && !run->turningPoint().empty();
    const auto& snapshot = m_parts.connection.snapshot();
    if (!m_expectsDeadlock || !snapshot ||
        std::none_of(snapshot->findings.begin(), snapshot->findings.end(),
                     [](const inspect::Finding& finding) { return finding.kind == inspect::FindingKind::Deadlock; }))
        return;
    m_expectsDeadlock = false;
    m_parts.window.showWaitGraph();
}

/// The view keeps what it shows before the clients end and the servers of the simulation are removed.
void WindowController::keepLastView()
{
    if (!m_parts.simulation.hasOwnSandbox() || m_parts.connection.text() != m_source)
        return;
    m_isEndReported = m_recorder->isRecording(); // by the sentence about the recording
    m_recorder->stop("interrupted");
    m_parts.connection.end();
}

void WindowController::noteSimulation()
{
    if (m_parts.simulation.isRunning())
        return;
    if (m_closing) {
        endWhenAllHasEnded();
    } else if (!std::exchange(m_isEndReported, true)) {
        m_parts.window.say(
            tr("The simulation has ended and its sandbox was removed. The view keeps the last known state."),
            Tone::Info);
    }
}

void WindowController::startSandbox()
{
    startSandbox(SandboxServers::Ensemble);
}

void WindowController::startSandbox(SandboxServers servers)
{
    m_parts.sandbox.start(servers);
}

void WindowController::startOrStopRecording()
{
    if (m_recorder->isRecording()) {
        m_recorder->stop("interrupted");
        return;
    }
    const auto& connection = m_parts.connection;
    const auto snapshot = connection.snapshot();
    if (!snapshot)
        return;
    inspect::RecordingSettings settings;
    settings.connect = connection.text().toStdString();
    settings.roots = connection.target().profile.roots;
    settings.hasFindings = true;
    m_recorder->start(std::move(settings));
    m_recorder->write(snapshot);
    showViewState();
}

void WindowController::noteRecorded(const QString& file, const RecordingProgress& progress, bool isFull,
                                    const std::optional<Error>& error)
{
    showViewState();
    if (m_closing) {
        endWhenAllHasEnded();
        return;
    }
    if (error && file.isEmpty()) {
        m_parts.window.say(tr("Nothing was recorded. %1").arg(errorSentence(*error)), Tone::Bad);
        return;
    }
    if (file.isEmpty())
        return;
    m_offered = [this, file] { openRecording({file}); };
    const auto text = error    ? tr("The recording has ended: %2 Recorded %1 to %3.")
                      : isFull ? tr("The recording has ended because its file is full. Recorded %1, %2, to %3.")
                               : tr("Recorded %1, %2, to %3.");
    m_parts.window.say(
        text.arg(formatDuration(progress.time), error ? errorSentence(*error) : formatBytes(progress.bytes), file),
        error || isFull ? Tone::Warn : Tone::Info, tr("Open"));
}

void WindowController::openRecording(const QStringList& files)
{
    m_replay->player().setDialects(m_parts.connection.dialects().catalogue);
    m_replay->open(files);
}

void WindowController::showViewState()
{
    auto& connection = m_parts.connection;
    const auto unlockedFor = std::chrono::ceil<std::chrono::seconds>(connection.unlockedFor());
    const auto access = !connection.isGuarded()    ? WriteAccess::Free
                        : unlockedFor.count() == 0 ? WriteAccess::Locked
                                                   : WriteAccess::Unlocked;
    noteAccess(access);
    if (m_replay->isShowing()) {
        auto replayed = m_replay->viewState();
        replayed.recorder = m_recorder->progress();
        replayed.access = access;
        replayed.unlockedFor = unlockedFor;
        m_parts.window.setViewState(replayed, replayed.now, false);
        return;
    }
    ViewState viewState;
    viewState.source = connection.source();
    viewState.paused = connection.isPaused();
    viewState.connect = connection.text();
    const auto& profile = connection.target().profile;
    viewState.name = oneLine(profile.name);
    viewState.colour = QString::fromStdString(profile.colour);
    viewState.unlockedFor = unlockedFor;
    viewState.access = access;
    viewState.mayBeSimulatedAt = mayBeSimulatedAt(profile);
    viewState.production = connection.isOpen() && profile.production;
    viewState.isWithoutTls = !profile.tls && !profile.redis;
    viewState.hasSecrets = connection.isOpen() && needsSecrets(profile);
    showTrouble();
    viewState.trouble = m_trouble;
    viewState.session = connection.session();
    if (viewState.source == SourceState::Live)
        viewState.requests = connection.requestRate();
    viewState.unseen = {m_unseen.count(), m_unseen.criticalCount()};
    viewState.muted = m_notifier->muted();
    viewState.simulated = simulatedLocks();
    viewState.awaitedEnds = m_awaited.keys();
    viewState.changesBehind = m_changesBehind;
    viewState.snapshot = connection.shownSnapshot();
    const auto wallNow = m_parts.clock.wallNow();
    const bool standsStill = viewState.snapshot && (viewState.paused || viewState.isStale() || viewState.hasEnded());
    viewState.now = standsStill ? viewState.snapshot->takenAt : wallNow;
    viewState.history = m_history;
    viewState.recorder = m_recorder->progress();
    const auto* run = m_parts.simulation.run();
    if (run && (connection.isOpen() || connection.hasEnded()) && viewState.mayBeSimulatedAt &&
        run->ensemble().text() == connection.servers()) {
        viewState.mistakes = m_parts.simulation.mistakes();
        viewState.writes = m_parts.simulation.writes();
    }
    viewState.sandboxed = sandboxedLocks();
    const bool isSandbox = connection.isOpen() && connection.text() == m_parts.sandbox.connectString();
    m_parts.window.setViewState(viewState, wallNow, isSandbox);
}

void WindowController::logSnapshot(const inspect::SnapshotPtr& snapshot)
{
    if (!snapshot)
        return;
    if (!m_history)
        m_history = std::make_shared<inspect::History>(
            inspect::HistoryLimits(), [this](const inspect::LockEvent& event) { logEvent(event); },
            [this](const inspect::FindingRecord& record) {
                // The problems that were there before monitoring started are in their panel.
                const bool isNews = record.ended || record.beganKnown != inspect::Confidence::Unknown;
                if (isNews && ++m_changesOfSnapshot <= mostChangesASnapshot)
                    logChange(entryOf(record));
            });
    noteStall();
    m_changesOfSnapshot = 0;
    m_recorder->write(snapshot);
    m_history->see(snapshot);
    if (m_changesOfSnapshot > mostChangesASnapshot)
        logChange({snapshot->takenAt,
                   tr("more"),
                   Tone::Muted,
                   {},
                   {},
                   tr("%n more changes", nullptr, forPlural(m_changesOfSnapshot - mostChangesASnapshot))});
    if (m_isPaused)
        m_changesBehind += m_changesOfSnapshot;
}

/// A time in which this process did not run is a gap in the history.
void WindowController::noteStall()
{
    const auto stall = m_stalls.check();
    if (!stall)
        return;
    const auto event = inspect::eventOf(*stall);
    if (m_history)
        m_history->add(event);
    m_recorder->write(event);
}

/// While the view stands, the history goes on. What has changed is logged when the pause ends.
void WindowController::notePause()
{
    if (std::exchange(m_isPaused, m_parts.connection.isPaused()) == m_parts.connection.isPaused())
        return;
    m_changesBehind = 0;
    m_unseen.showHidden();
    std::move(m_behind.begin(), m_behind.end(), std::back_inserter(m_pending));
    m_behind.clear();
}

void WindowController::logChange(ActivityEntry entry)
{
    auto& entries = m_isPaused ? m_behind : m_pending;
    entries.push_back(std::move(entry));
    if (m_isPaused && std::ssize(entries) >= 2 * mostBehind)
        entries.erase(entries.begin(), entries.end() - mostBehind);
}

void WindowController::logEvent(const inspect::LockEvent& event)
{
    if (event.change.type == inspect::Change::Type::Gap) {
        logChange(gapEntryOf(event));
        return;
    }
    if (event.change.type == inspect::Change::Type::Unseen) {
        if (++m_changesOfSnapshot <= mostChangesASnapshot)
            logChange(unseenEntryOf(event));
        return;
    }
    // The release is logged elsewhere with more details: the reason and the result.
    if (event.change.type != inspect::Change::Type::Released && ++m_changesOfSnapshot <= mostChangesASnapshot)
        logChange(entryOf(event.change, event.at, m_history->last() ? m_history->last()->ensemble.get() : nullptr));
}

/// Adds the release to the history: a later snapshot only shows that the node is gone.
void WindowController::rememberRelease(const release::ReleaseOutcome& outcome)
{
    if (!m_history)
        return;
    const auto& plan = outcome.plan;
    inspect::LockEvent event;
    event.change.type = inspect::Change::Type::Released;
    event.change.lockPath = plan.lockPath;
    event.at = outcome.releaseResult.releasedAt;
    auto& contender = event.change.contender;
    const auto* lock = m_history->last() ? m_history->last()->find(plan.lockPath) : nullptr;
    if (const auto* shown = lock ? lock->find(lock->keyAt(plan.nodePath)) : nullptr) {
        contender = *shown;
    } else {
        contender.atGate = lock && lock->keyAt(plan.nodePath).part == inspect::LockPart::Gate;
        contender.node = plan.node;
        contender.holds = plan.holds;
    }
    m_history->add(event);
}

void WindowController::logSimulation(const QJsonObject& line)
{
    const auto textOf = [&](const QString& key) { return oneLine(line.value(key).toString().toStdString()); };
    const auto event = textOf(u"event"_s);
    const auto client = textOf(u"client"_s);
    const bool bad = event == u"lost"_s || event == u"error"_s || event == u"suspended"_s || event == u"timedOut"_s ||
                     event == u"refused"_s || line.contains(u"error"_s);
    const bool talkative = m_parts.simulation.run()->facts().clients.size() > mostTalkative;
    if (event.isEmpty() || event == u"phase"_s || (!client.isEmpty() && talkative && !bad))
        return;
    const auto tone = bad ? Tone::Bad : event == u"granted"_s ? Tone::Good : Tone::Muted;
    QStringList details;
    if (event == u"granted"_s || event == u"timedOut"_s)
        details << tr("waited %1").arg(formatDuration(std::chrono::milliseconds(line.value(u"waitMs"_s).toInteger())));
    if (event == u"granted"_s)
        details << tr("fencing token %1").arg(textOf(u"token"_s));
    if (event == u"server"_s)
        details << (textOf(u"state"_s) == u"serves"_s ? tr("server %1 is serving") : tr("server %1 is down"))
                       .arg(line.value(u"server"_s).toInt());
    if (event == u"finding"_s)
        details << findingChangeText(textOf(u"finding"_s), textOf(u"state"_s));
    for (const auto& key : {u"text"_s, u"node"_s, u"detail"_s, u"message"_s, u"error"_s})
        if (const auto value = textOf(key); !value.isEmpty())
            details << (client.isEmpty() || key == u"node"_s ? value : clientMessage(value));
    m_pending.push_back(
        {m_parts.clock.wallNow(),
         (client.isEmpty() ? tr("simulation: %1") : tr("client reports: %1")).arg(simulationWord(event)),
         tone,
         {},
         client,
         details.join(u" · "_s)});
    // A refused manual fault is shown in the window, not only in the log.
    if (line.contains(u"error"_s) && event == u"fault"_s)
        m_parts.window.say(asSentence(tr("%1: %2").arg(textOf(u"text"_s), textOf(u"error"_s))), Tone::Warn);
}

void WindowController::openRelease(const inspect::ContenderKey& contender, std::int64_t shownCreationId, int permits,
                                   bool isRequest)
{
    const auto nodePath = nodePathOf(contender, m_parts.connection.snapshot().get());
    auto* dialog = new ReleaseDialog(QString::fromStdString(nodePath), shownCreationId, &m_parts.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (isRequest)
        dialog->offerRequestOnly();
    dialog->setTheme(m_parts.window.theme());
    const auto& profile = m_parts.connection.target().profile;
    dialog->setConnection(oneLine(profile.name), profile.production);
    dialog->keepClearOf(m_parts.window.lane());
    connect(
        dialog, &ReleaseDialog::confirmed, this,
        [this, dialog = QPointer(dialog)](const release::ReleasePlan& plan, const release::ChangeReason& changeReason) {
            const auto handler = [this, dialog, plan, changeReason](const Result<release::ReleaseOutcome>& outcome) {
                noteReleased(plan, changeReason, outcome);
                if (dialog)
                    dialog->setOutcome(outcome);
            };
            m_parts.connection.applyRelease(plan, changeReason, this, handler);
        });
    connect(
        dialog, &ReleaseDialog::askWanted, this,
        [this, dialog = QPointer(dialog)](const release::ReleasePlan& plan, const release::ChangeReason& changeReason) {
            const auto handler = [this, dialog, plan, changeReason](const Result<release::AskOutcome>& outcome) {
                logRelease(askText(outcome), outcome && outcome->followed ? Tone::Good : Tone::Warn, plan.lockPath,
                           QString::fromStdString(changeReason.reason));
                if (dialog)
                    dialog->setAsked(outcome);
            };
            m_parts.connection.askRelease(plan, changeReason, this, handler);
        });
    const auto showFindings = [dialog](const inspect::SnapshotPtr& snapshot) {
        if (const auto* lock = snapshot ? snapshot->find(dialog->lockPath()) : nullptr)
            dialog->setFindings(inspect::findingsOf(*snapshot, *lock));
    };
    connect(&m_parts.connection, &Connection::snapshotChanged, dialog,
            [this, dialog, showFindings](const inspect::SnapshotPtr& snapshot) {
                if (!m_parts.connection.isOpen()) // closed: the plan is not valid for another connection
                    dialog->setDisconnected();
                else
                    showFindings(snapshot);
            });
    connect(dialog, &ReleaseDialog::refreshWanted, this, [this, dialog, contender, permits] {
        m_parts.connection.planRelease(
            contender, dialog, [dialog](const Result<release::ReleasePlan>& plan) { dialog->updatePlan(plan); },
            permits);
    });
    const auto show = [this, dialog, showFindings](const Result<release::ReleasePlan>& plan) {
        dialog->setPlan(plan);
        showFindings(m_parts.connection.snapshot());
    };
    m_parts.connection.planRelease(contender, dialog, show, permits);
    openOverView(*dialog);
}

void WindowController::openOverView(QDialog& dialog)
{
    connect(&dialog, &QDialog::finished, &m_parts.window, &MainWindow::takeFocusFromButton);
    m_parts.window.takeFocusFromButton();
    dialog.open();
}

void WindowController::logRelease(const QString& sentence, Tone tone, const std::string& lockPath,
                                  const QString& reason)
{
    const auto why = reason.isEmpty() ? QString() : tr("Reason: %1").arg(oneLine(reason.toStdString()));
    m_pending.push_back({m_parts.clock.wallNow(), tr("release"), tone, oneLine(lockPath), {}, inTurn({sentence, why})});
    m_parts.window.say(sentence, tone == Tone::Bad ? Tone::Info : tone);
    flushLog();
}

void WindowController::flushLog()
{
    if (!m_pending.empty())
        m_parts.window.log(std::exchange(m_pending, {}));
}

void WindowController::finish()
{
    if (std::exchange(m_closing, true))
        return;
    limitClosing();
    if (m_parts.window.isArrangementWanted()) {
        m_parts.settings.setValue(u"layout"_s, m_parts.window.arrangement());
        savePrivately(m_parts.settings);
    }
    // Its dialogs disappear with the window.
    for (auto* each : m_parts.window.findChildren<QWidget*>()) {
        if (each->isWindow())
            each->hide();
    }
    m_secrets->cancel();
    m_notifier->withdrawFindings();
    connect(&m_parts.connection, &Connection::allClosed, this, &WindowController::endWhenAllHasEnded);
    connect(&m_parts.tester, &ConnectionTester::ended, this, &WindowController::endWhenAllHasEnded);
    connect(&m_parts.sandbox, &SandboxHost::ended, this, &WindowController::endWhenAllHasEnded);
    m_recorder->stop("interrupted");
    m_parts.tester.end();
    endSeveral();
    endConnection();
    // Later: the window disappears first.
    QTimer::singleShot(0, this, &WindowController::endSimulation);
}

void WindowController::limitClosing()
{
    const auto& simulation = m_parts.simulation;
    const bool mustComplete = !m_parts.connection.releasing().empty() || m_recorder->isRecording() ||
                              (simulation.isRunning() && !simulation.isThrowAway());
    m_closeLimit.setSingleShot(true);
    connect(&m_closeLimit, &QTimer::timeout, this, &WindowController::endOverdue);
    m_closeLimit.start(mustComplete ? completionLimit : closeLimit);
    Q_EMIT closing(m_closeLimit.intervalAsDuration());
}

/// A release that is sent is not cut off: its outcome would be unknown.
void WindowController::endConnection()
{
    auto& connection = m_parts.connection;
    if (connection.releasing().empty()) {
        connection.close();
        return;
    }
    connect(&connection, &Connection::releasesEnded, this, [this] {
        m_parts.connection.close();
        endWhenAllHasEnded();
    });
}

/// On servers of the user's, the clients of a simulation release, close their sessions and remove their nodes. On a
/// sandbox nothing remains of them.
void WindowController::endSimulation()
{
    m_parts.sandbox.end();
    auto& simulation = m_parts.simulation;
    if (simulation.isRunning() && simulation.isThrowAway())
        simulation.abandon();
    else
        simulation.stop();
    m_isEndingAll = true;
    endWhenAllHasEnded();
}

void WindowController::endWhenAllHasEnded()
{
    const auto& connection = m_parts.connection;
    const bool isBusy = !m_isEndingAll || connection.isClosing() || !connection.releasing().empty() ||
                        m_parts.simulation.isRunning() || m_recorder->isRecording() || m_parts.tester.isBusy() ||
                        m_parts.sandbox.isEnding();
    if (isBusy || std::exchange(m_ended, true))
        return;
    m_closeLimit.stop();
    Q_EMIT finished();
}

void WindowController::endOverdue()
{
    if (std::exchange(m_ended, true))
        return;
    m_isOverdue = true;
    const auto limit = formatRound(m_closeLimit.intervalAsDuration());
    for (const auto& node : m_parts.connection.releasing())
        Q_EMIT leftUnfinished(tr("The release of \"%1\" was not answered within %2: its outcome is unknown. The action "
                                 "log shows that it was requested.")
                                  .arg(oneLine(node), limit));
    if (m_parts.simulation.isRunning())
        Q_EMIT leftUnfinished(tr("The simulation did not end within %1. Its clients are killed: their nodes end with "
                                 "their sessions, their keys with their leases.")
                                  .arg(limit));
    if (m_recorder->isRecording())
        Q_EMIT leftUnfinished(tr("The end of the recording was not written within %1.").arg(limit));
    if (m_parts.connection.isClosing() || m_parts.tester.isBusy())
        Q_EMIT leftUnfinished(
            tr("A connection did not close within %1. Its session ends with its timeout.").arg(limit));
    Q_EMIT finished();
}

} // namespace lockscope::ui

#include "moc_WindowController.cpp"
