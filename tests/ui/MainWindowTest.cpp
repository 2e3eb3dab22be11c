// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/MainWindow.h"
#include "tests/support/LoopTicks.h"
#include "tests/support/Test.h"
#include "tests/ui/RedisLocks.h"
#include "tests/ui/WindowTest.h"
#include "ui/models/FindingsModel.h"
#include "ui/models/FindingsPast.h"
#include "ui/models/LocksModel.h"
#include "ui/models/QueueModel.h"
#include "ui/panels/ContenderFacts.h"
#include "ui/panels/StatusLine.h"
#include "ui/shell/connection/SandboxHost.h"
#include "ui/theme/Style.h"
#include "ui/views/Chip.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/FindingStrip.h"
#include "ui/views/KeyButton.h"
#include "ui/views/lane/QueueHeader.h"
#include "ui/views/lane/QueueLane.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTextDocumentFragment>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

namespace lockscope::mainWindowTest {

using namespace Qt::StringLiterals;

/// The longest accepted pause of a window, on a machine that runs other tests as well.
constexpr qint64 longestFreezeMs = 5'000;

/// By itself it would not become narrower than its contents.
struct HeaderInWindow {
    explicit HeaderInWindow(int width)
    {
        window.resize(2'000, 40);
        header.setTheme(ui::darkTheme());
        header.resize(width, 30);
        window.show();
    }

    QWidget window;
    ui::QueueHeader header{&window};
};

class MainWindowTest final : public test::WindowTest {
    Q_OBJECT
    QString queueCell(int row, int column)
    {
        return child<QTableView>(u"queueTable"_s)->model()->index(row, column).data().toString();
    }

private Q_SLOTS:
    void initTestCase() { QApplication::setStyle(ui::makeStyle()); } // as in the program
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void beforeConnectingItSaysWhatToDo()
    {
        QCOMPARE(text(u"locksEmptyTitle"_s), u"Not connected"_s);
        QVERIFY(child<QPushButton>(u"welcomeConnect"_s)->isVisible());
        QVERIFY(child<QPushButton>(u"locksConnect"_s)->isVisible());
        std::vector<ui::SandboxServers> wanted;
        connect(m_window.get(), &ui::MainWindow::sandboxWanted, this,
                [&](ui::SandboxServers servers) { wanted.push_back(servers); });
        for (auto* each : child<QPushButton>(u"welcomeSandbox"_s)->menu()->actions())
            each->trigger();
        using Servers = ui::SandboxServers;
        QCOMPARE(wanted, (std::vector{Servers::Ensemble, Servers::Redis, Servers::Redlock, Servers::Sentinel,
                                      Servers::Cluster}));
        QVERIFY(!child<QAction>(u"releaseAction"_s)->isEnabled());
    }

    void withoutLocksInThePartThatWasRead()
    {
        const auto found = std::make_shared<inspect::Snapshot>(*test::snapshot({}));
        found->problems.push_back({"/", Error{ErrorCode::TooLarge, "read all nodes below", "/", "300000 nodes"}});
        show(test::liveViewState(found));
        QCOMPARE(text(u"locksEmptyTitle"_s), u"Cannot read any lock"_s);
        QCOMPARE(text(u"queueEmptyTitle"_s), u"Too many nodes to read"_s);
        QVERIFY(text(u"queueEmptySentence"_s).contains(u"300000 nodes"_s));
        QVERIFY(child<QPushButton>(u"connectingEdit"_s)->isVisible());
        QVERIFY(!child<QPushButton>(u"connectingCancel"_s)->isVisible());
    }

    void withoutPermission()
    {
        QSignalSpy retried(m_window.get(), &ui::MainWindow::retryWanted);
        const auto closed = std::make_shared<inspect::Snapshot>(*test::snapshot({}));
        closed->problems.push_back({"/", Error{ErrorCode::NoAuth, "getChildren", "/", {}}});
        show(test::liveViewState(closed));
        QCOMPARE(text(u"queueEmptyTitle"_s), u"No permission to read the locks"_s);
        child<QPushButton>(u"connectingRetry"_s)->click();
        QCOMPARE(retried.count(), 1);
        child<QPushButton>(u"locksRetry"_s)->click();
        QCOMPARE(retried.count(), 2);
        auto* copy = child<QPushButton>(u"connectingCopy"_s);
        QVERIFY(copy->isVisible());
        copy->click();
        QVERIFY(text(u"queueEmptySentence"_s).contains(QGuiApplication::clipboard()->text()));
        QVERIFY(!QGuiApplication::clipboard()->text().isEmpty());
        show({test::mutexLock("/locks/orders", 3)});
        QVERIFY(!copy->isVisible());
    }

    void connectedWithoutLocks()
    {
        show(std::vector<test::LockPtr>{});
        QCOMPARE(text(u"locksEmptyTitle"_s), u"No locks found"_s);
        QCOMPARE(text(u"queueEmptyTitle"_s), u"No locks found"_s);
        QVERIFY(!child<QPushButton>(u"welcomeConnect"_s)->isVisible());
        QVERIFY(child<QPushButton>(u"simulationRun"_s)->isEnabled());
    }

    void everyDisabledControlSaysWhy()
    {
        auto locked = test::liveViewState(test::snapshot({test::mutexLock("/locks/orders", 8)}));
        locked.access = ui::WriteAccess::Locked;
        auto lost = locked;
        lost.source = ui::SourceState::Disconnected;
        auto disabled = 0;
        for (const auto& state : {ui::ViewState(), locked, lost}) {
            show(state);
            for (const auto& part :
                 {u"topBar"_s, u"releaseBox"_s, u"simulationPanel"_s, u"waitGraphPanel"_s, u"auditPanel"_s}) {
                const auto* panel = child<QWidget>(part);
                for (const auto* widget : panel->findChildren<QWidget*>()) {
                    const bool takesInput = widget->focusPolicy() & Qt::TabFocus;
                    if (!takesInput || widget->isEnabled() || !widget->isVisibleTo(panel) ||
                        widget->objectName().startsWith(u"qt_"_s))
                        continue;
                    ++disabled;
                    QVERIFY2(!widget->toolTip().isEmpty() && !widget->accessibleDescription().isEmpty(),
                             qPrintable(widget->objectName()));
                }
            }
        }
        QVERIFY(disabled > 3);
    }

    void runStaysWhereItIs()
    {
        show({test::mutexLock("/locks/orders", 8)});
        child<QAction>(u"simulationPanelGoAction"_s)->trigger();
        const auto* run = child<QPushButton>(u"simulationRun"_s);
        auto* scenario = child<QComboBox>(u"simulationScenario"_s);
        QTRY_VERIFY(run->isVisible());
        const auto place = [&] { return QRect(run->mapTo(m_window.get(), QPoint()), run->size()); };
        const auto before = place();
        for (auto i = 0; i < scenario->count(); ++i) {
            scenario->setCurrentIndex(i);
            QCoreApplication::processEvents();
            QCOMPARE(place(), before);
        }
    }

    void theSimulationIsWholeAtTheUsualSize()
    {
        show({test::mutexLock("/locks/orders", 8)});
        child<QAction>(u"simulationPanelGoAction"_s)->trigger();
        const auto* panel = child<QWidget>(u"simulationPanel"_s);
        QTRY_VERIFY(panel->isVisible());
        for (const auto& name :
             {u"simulationRun"_s, u"simulationScenario"_s, u"simulationClients"_s, u"simulationRecipe"_s,
              u"simulationHold"_s, u"simulationThink"_s, u"simulationPlace"_s}) {
            const auto* field = child<QWidget>(name);
            QTRY_VERIFY2(field->visibleRegion().boundingRect() == field->rect(), qPrintable(name));
            const bool isWhole = field->width() >= field->sizeHint().width() || qobject_cast<const QLineEdit*>(field) ||
                                 qobject_cast<const QAbstractSpinBox*>(field);
            QVERIFY2(isWhole, qPrintable(name));
        }
        const auto* table = child<QTableView>(u"simulationTable"_s);
        QVERIFY(table->isVisible());
        QTRY_COMPARE(table->horizontalScrollBar()->maximum(), 0);
    }

    /// It lies on the texts of the status bar.
    void aNoticeMovesNothingAndCoversNoControl()
    {
        show({test::mutexLock("/locks/orders", 8)});
        const auto* workspace = child<QWidget>(u"workspace"_s);
        const auto before = workspace->geometry();
        const auto* notice = child<QWidget>(u"notice"_s);
        const auto sentence = u"Cannot connect to zk1.example:2181. "_s.repeated(12);
        m_window->say(sentence, ui::Tone::Bad, u"Show Old Data"_s);
        QVERIFY(notice->isVisible());
        QCOMPARE(workspace->geometry(), before);
        const auto* label = child<QLabel>(u"noticeText"_s);
        QCOMPARE(label->text(), sentence);
        QVERIFY(QTextDocumentFragment::fromHtml(label->toolTip()).toPlainText().contains(sentence.trimmed()));
        const auto* status = child<QWidget>(u"statusLine"_s);
        const auto isInPlace = [&] { return status->geometry().contains(notice->geometry()); };
        QVERIFY(isInPlace());
        for (const auto* button : notice->findChildren<QAbstractButton*>())
            QVERIFY2(button->visibleRegion().boundingRect() == button->rect(), qPrintable(button->objectName()));
        m_window->resize(1100, 700);
        QTRY_VERIFY(isInPlace() && notice->width() == status->width());
        child<QToolButton>(u"noticeCopy"_s)->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), sentence);
        QTest::keyClick(m_window.get(), Qt::Key_Escape);
        QVERIFY(!notice->isVisible());
    }

    /// Both use the status bar.
    void aNoticeDoesNotHideTheReasonOfAKey()
    {
        show(ui::ViewState());
        const auto* notice = child<QWidget>(u"notice"_s);
        m_window->say(u"Cannot connect."_s, ui::Tone::Bad);
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QVERIFY(child<QWidget>(u"statusMessage"_s)->isVisible() && !notice->isVisible());
        child<ui::StatusLine>(u"statusLine"_s)->tell({}); // as after some seconds
        QVERIFY(notice->isVisible());
    }

    void aNoticeThatNeedsNoActionGoesAway()
    {
        const auto* notice = child<QWidget>(u"notice"_s);
        const auto* end = notice->findChild<QTimer*>(u"noticeEnd"_s);
        QVERIFY(end);
        m_window->say(u"The incident report was saved."_s, ui::Tone::Info);
        QVERIFY(notice->isVisible() && end->isActive());
        QCOMPARE(end->interval(), 10'000);
        m_window->say(u"Starting a sandbox…"_s, ui::Tone::Wait); // until it has started
        QVERIFY(notice->isVisible() && !end->isActive());
        m_window->say(u"Recorded 4 s."_s, ui::Tone::Info, u"Open"_s);
        QVERIFY(notice->isVisible() && !end->isActive());
        m_window->say(u"Cannot connect."_s, ui::Tone::Bad);
        QVERIFY(notice->isVisible() && !end->isActive());
    }

    void theToolBarShowsTheKeysThatAreSet()
    {
        auto state = test::liveViewState(test::snapshot({test::mutexLock("/locks/orders", 8)}));
        state.production = true;
        state.access = ui::WriteAccess::Locked;
        show(state);
        const auto shownKey = [this](const QString& name) { return child<ui::KeyButton>(name)->shownKey(); };
        QTRY_COMPARE(shownKey(u"liveButton"_s), u"Ctrl+."_s);
        QCOMPARE(shownKey(u"refreshButton"_s), u"F5"_s);
        QCOMPARE(shownKey(u"recordButton"_s), QString());
        const auto before = child<QWidget>(u"refreshButton"_s)->sizeHint().width();
        child<QAction>(u"refreshAction"_s)->setShortcut(QKeySequence(u"Ctrl+Shift+F5"_s));
        QCOMPARE(shownKey(u"refreshButton"_s), u"Ctrl+Shift+F5"_s);
        QVERIFY(child<QWidget>(u"refreshButton"_s)->sizeHint().width() > before);
        // The environment and the access stand beside the connection, the finder has a bounded width.
        const auto boxOf = [this](const QString& name) { return child<QWidget>(name)->geometry(); };
        QTRY_VERIFY(boxOf(u"accessButton"_s).left() > boxOf(u"productionBadge"_s).right());
        QTRY_VERIFY(boxOf(u"productionBadge"_s).left() > boxOf(u"connectionButton"_s).right());
        QVERIFY(boxOf(u"finder"_s).left() > boxOf(u"accessButton"_s).right());
        const auto* connection = child<QToolButton>(u"connectionButton"_s);
        const auto text = connection->fontMetrics().horizontalAdvance(connection->text());
        QVERIFY2(connection->width() < text + 60, qPrintable(QString::number(connection->width() - text)));
        m_window->resize(1'024, 640);
        QTRY_COMPARE(shownKey(u"liveButton"_s), QString());
    }

    /// Also in a narrow window, with all that it can have.
    void nothingOverlapsInTheToolBar()
    {
        auto state = test::liveViewState(test::snapshot({test::mutexLock("/locks/orders", 8)}));
        state.name = u"Warehouse of the northern region"_s;
        state.production = true;
        state.access = ui::WriteAccess::Unlocked;
        state.unlockedFor = std::chrono::seconds(899);
        m_window->resize(m_window->minimumSize());
        show(state);
        state.recorder = ui::RecordingProgress{std::chrono::seconds(754), 123'456'789};
        show(state); // the button that records is wider
        const auto* bar = child<QWidget>(u"topBar"_s);
        for (const auto width : {960, 1'024, 1'280}) {
            m_window->resize(width, 640);
            QTRY_COMPARE(bar->width(), width);
            auto right = 0;
            for (const auto& name :
                 {u"connectionButton"_s, u"productionBadge"_s, u"accessButton"_s, u"finder"_s, u"liveButton"_s,
                  u"recordButton"_s, u"refreshButton"_s, u"bellButton"_s, u"menuButton"_s}) {
                const auto* part = child<QWidget>(name);
                QTRY_VERIFY2(part->isVisible() && part->x() > right, qPrintable(name));
                right = part->geometry().right();
            }
            QVERIFY2(right < width, qPrintable(QString::number(right)));
        }
    }

    void theReasonOfADisabledMenuEntryIsReachedByKeys()
    {
        show(ui::ViewState());
        auto* menu = child<QMenu>(u"connectionMenu"_s);
        const auto* message = child<ui::ElidedLabel>(u"statusMessage"_s);
        menu->popup(m_window->mapToGlobal(QPoint(20, 40)));
        const auto* disconnect = child<QAction>(u"disconnectAction"_s);
        QVERIFY(!disconnect->isEnabled());
        for (auto presses = 0; menu->activeAction() != disconnect && presses < 20; ++presses)
            QTest::keyClick(menu, Qt::Key_Down);
        QCOMPARE(menu->activeAction(), disconnect);
        QVERIFY(message->isVisible());
        QCOMPARE(message->fullText(), u"Not connected."_s);
        QTest::keyClick(menu, Qt::Key_Return); // does nothing
        QVERIFY(menu->isVisible());
        menu->close();
        QVERIFY(!message->isVisible());
    }

    void theWorstLockIsShownAtOnce()
    {
        show({test::mutexLock("/locks/calm", 1), test::mutexLock("/locks/orders", 8)});
        QCOMPARE(QString::fromStdString(m_window->shownLock()->path), u"/locks/orders"_s);
        QCOMPARE(queueCell(0, ui::QueueModel::Client), u"worker-101"_s);
        QCOMPARE(child<QLabel>(u"contenderFactsValue1"_s)->text(), u"worker-101"_s);
        QVERIFY(
            text(u"releaseDelete"_s).contains(u"Next holder: worker-102. 6 clients then wait behind worker-102."_s));
        QVERIFY(child<QAction>(u"releaseAction"_s)->isEnabled());
        QCOMPARE(text(u"waitingChip"_s), u"7 waiting"_s);
    }

    void singleNodeWaitersAreUnknown()
    {
        auto lock = *test::mutexLock("/leader", 1);
        lock.kind = inspect::LockKind::Single;
        show({std::make_shared<inspect::Lock>(lock)});
        QCOMPARE(text(u"waitingChip"_s), u"waiting: unknown"_s);
    }

    /// In the chip, the strip above the lane, the cards, and the details of contender and lock.
    void aDeadlockIsSeenWhereOneActs()
    {
        auto snapshot = std::make_shared<inspect::Snapshot>(
            *test::snapshot({test::mutexLock("/locks/a", 3), test::mutexLock("/locks/b", 2)}));
        auto& finding = snapshot->findings.emplace_back();
        finding.kind = inspect::FindingKind::Deadlock;
        finding.severity = inspect::Severity::Critical;
        finding.path = "/locks/a";
        finding.nodes = {"/locks/a/lock-0000000101", "/locks/a/lock-0000000102", "/locks/b/lock-0000000101"};
        finding.text = "They wait for each other.";
        auto& note = snapshot->findings.emplace_back();
        note.kind = inspect::FindingKind::LongWait;
        note.severity = inspect::Severity::Info;
        note.path = "/locks/a";
        note.text = "worker-103 waits.";
        auto* lane = child<ui::QueueLane>(u"queueLane"_s);
        auto* strip = child<ui::FindingStrip>(u"findingStrip"_s);
        const auto critical = m_window->theme().color(ui::severityTone(inspect::Severity::Critical));
        const auto shows = [&](const QWidget& widget) {
            const auto image = const_cast<QWidget&>(widget).grab().toImage();
            for (auto y = 0; y < image.height(); ++y)
                for (auto x = 0; x < image.width(); ++x)
                    if (image.pixelColor(x, y) == critical)
                        return true;
            return false;
        };
        show({test::mutexLock("/locks/a", 3), test::mutexLock("/locks/b", 2)});
        QCOMPARE(strip->text(),
                 u"No problems found, but some checks were not possible"_s); // no server reports sessions
        QVERIFY(!shows(*lane) && !shows(*strip));
        const auto height = strip->height();
        for (const auto* path : {"/locks/b", "/locks/a"}) { // the other lock is deadlocked as well
            m_window->selectLock(path);
            show(test::liveViewState(snapshot));
            QVERIFY2(strip->text().contains(u"wait for each other"_s), qPrintable(strip->text()));
            QVERIFY(strip->accessibleName().contains(u"Deadlock"_s));
            QCOMPARE(strip->height(), height); // the layout stays the same
            QVERIFY(shows(*lane) && shows(*strip));
            QCOMPARE(child<ui::Chip>(u"findingChip"_s)->text(), u"Deadlock"_s);
            QCOMPARE(child<ui::ElidedLabel>(u"contenderFactsValue0"_s)->fullText(),
                     u"Deadlock: They wait for each other."_s);
            const auto ofLock = ui::lockFacts(test::liveViewState(snapshot), *m_window->shownLock());
            QCOMPARE(ofLock.front().key, u"Finding"_s);
            QVERIFY(ofLock.front().value.startsWith(u"Deadlock: "_s));
            QCOMPARE(ofLock.front().tone, ui::severityTone(inspect::Severity::Critical));
        }
        QVERIFY(strip->toolTip().contains(u"worker-103 waits."_s));
        auto old = test::liveViewState(snapshot);
        old.source = ui::SourceState::Disconnected;
        show(old);
        QVERIFY(strip->text().contains(u"wait for each other"_s) && !shows(*strip)); // unknown whether they still are
    }

    /// From the chip, the strip, the details and the release box: the finding is selected, the lock stays.
    void aFindingIsReachedFromWhereItStands()
    {
        auto snapshot = std::make_shared<inspect::Snapshot>(
            *test::snapshot({test::mutexLock("/locks/a", 3), test::mutexLock("/locks/b", 2)}));
        const auto add = [&](inspect::FindingKind kind, inspect::Severity severity, std::vector<std::string> nodes) {
            auto& finding = snapshot->findings.emplace_back();
            finding.kind = kind;
            finding.severity = severity;
            finding.path = "/locks/a";
            finding.nodes = std::move(nodes);
            finding.text = "Seen.";
        };
        add(inspect::FindingKind::Deadlock, inspect::Severity::Critical,
            {"/locks/a/lock-0000000101", "/locks/b/lock-0000000101"});
        add(inspect::FindingKind::LongWait, inspect::Severity::Warning, {"/locks/a/lock-0000000102"});
        show(test::liveViewState(snapshot));
        m_window->selectLock("/locks/b");
        auto* list = child<QListView>(u"findingsList"_s);
        const auto reached = [&] { return list->currentIndex().data(ui::FindingsModel::TitleRole).toString(); };
        const auto isReachedFrom = [&](const QString& name) {
            list->setCurrentIndex({});
            QTest::mouseClick(child<QWidget>(name), Qt::LeftButton);
            const bool byMouse = reached() == u"Deadlock"_s;
            list->setCurrentIndex({});
            QTest::keyClick(child<QWidget>(name), Qt::Key_Return);
            return byMouse && reached() == u"Deadlock"_s && m_window->shownLock()->path == "/locks/b";
        };
        for (const auto& name : {u"findingChip"_s, u"findingStrip"_s, u"contenderFactsValue0"_s, u"releaseFinding0"_s})
            QVERIFY2(isReachedFrom(name), qPrintable(name));
        QTRY_VERIFY(list->isVisible());
        QCOMPARE(m_window->focusWidget(), list);
        // Hidden findings are shown again.
        child<QToolButton>(u"findingsCritical"_s)->setChecked(false);
        QVERIFY(isReachedFrom(u"findingStrip"_s));
        QVERIFY(child<QToolButton>(u"findingsCritical"_s)->isChecked());
    }

    /// At the width that it asks for, whatever the text's width in fractions of pixels is.
    void aChipHasRoomForItsText()
    {
        ui::Chip chip(u"chip"_s);
        for (auto count = 0; count < 120; ++count) {
            chip.show(u"held ≤ %1 s"_s.arg(count), ui::Tone::Normal, count % 2 ? ui::Mark::Filled : ui::Mark::None);
            chip.resize(chip.sizeHint());
            QCOMPARE(chip.shownText(), chip.text());
        }
    }

    /// One chip has the finding and the time of the hold.
    void aLongHoldIsSeenInTheChip()
    {
        auto snapshot = std::make_shared<inspect::Snapshot>(*test::snapshot({test::mutexLock("/locks/a", 1)}));
        show(test::liveViewState(snapshot));
        const auto* chip = child<ui::Chip>(u"findingChip"_s);
        const auto* held = child<ui::Chip>(u"heldChip"_s);
        QVERIFY(held->isVisible() && held->text().startsWith(u"held "_s));
        QVERIFY(!chip->isVisible());
        auto& finding = snapshot->findings.emplace_back();
        finding.kind = inspect::FindingKind::LongHold;
        finding.severity = inspect::Severity::Warning;
        finding.path = "/locks/a";
        finding.text = "Seen.";
        show(test::liveViewState(std::make_shared<inspect::Snapshot>(*snapshot)));
        QVERIFY(chip->isVisible() && chip->text().startsWith(u"held "_s));
        QVERIFY(!held->isVisible());
        QVERIFY2(chip->accessibleName().startsWith(ui::findingTitle(finding)), qPrintable(chip->accessibleName()));
        QCOMPARE(text(u"waitingChip"_s), u"0 waiting"_s);
        QVERIFY(child<QWidget>(u"waitingChip"_s)->isVisible());
        // Beside a worse finding it has its own chip.
        auto& worse = snapshot->findings.emplace_back();
        worse.kind = inspect::FindingKind::Deadlock;
        worse.severity = inspect::Severity::Critical;
        worse.path = "/locks/a";
        worse.text = "Seen.";
        std::swap(snapshot->findings.front(), snapshot->findings.back()); // worst first
        show(test::liveViewState(std::make_shared<inspect::Snapshot>(*snapshot)));
        QCOMPARE(chip->text(), u"Deadlock"_s);
        QVERIFY(held->text().startsWith(u"held "_s));
    }

    /// A chip whose text changes each second does not move its neighbours.
    void aChipOnlyGrows()
    {
        ui::Chip chip(u"chip"_s);
        chip.setKeepsWidth();
        chip.show(u"held 59 m 59 s"_s, ui::Tone::Good);
        const auto wide = chip.sizeHint().width();
        chip.show(u"held 1 s"_s, ui::Tone::Good);
        QCOMPARE(chip.sizeHint().width(), wide);
        chip.show(u"held 59 m 59 s"_s, ui::Tone::Good, ui::Mark::Filled);
        QVERIFY(chip.sizeHint().width() > wide);
        chip.forgetWidth();
        chip.show(u"held 1 s"_s, ui::Tone::Good);
        QVERIFY(chip.sizeHint().width() < wide);
        chip.show({}, ui::Tone::Good);
        QVERIFY(!chip.isVisible());
    }

    /// The longest wait is the first to go, then the type.
    void theFindingStaysInANarrowHeader()
    {
        ui::QueueHeader header;
        header.setTheme(ui::darkTheme());
        inspect::Finding finding;
        finding.kind = inspect::FindingKind::Deadlock;
        finding.severity = inspect::Severity::Critical;
        const auto isIn = [&](const QString& name) { return !test::childOf<ui::Chip>(header, name)->isHidden(); };
        const auto lock = test::mutexLock("/prod/locks/orders", 4);
        for (const auto width : {1'300, 800, 600, 500, 400, 300, 200}) {
            header.resize(width, 30);
            header.show(*lock, {test::snapshotTime, test::snapshotTime}, false, {&finding});
            QVERIFY(isIn(u"findingChip"_s));
            QVERIFY(isIn(u"waitingChip"_s) || !isIn(u"dialectChip"_s));
            QVERIFY(isIn(u"dialectChip"_s) || !isIn(u"longestWaitChip"_s));
            QVERIFY(width < 1'300 || isIn(u"longestWaitChip"_s));
            QVERIFY(width > 200 || !isIn(u"waitingChip"_s));
        }
    }

    /// Type, hold, waiting, longest wait, finding; of a long hold, its chip is in the place of the hold.
    void theChipsHaveAnOrder()
    {
        HeaderInWindow shown(2'000);
        auto& header = shown.header;
        QVERIFY(QTest::qWaitForWindowExposed(&shown.window));
        const auto order = [&header] {
            auto chips = header.findChildren<ui::Chip*>();
            chips.removeIf([](const ui::Chip* chip) { return chip->isHidden(); });
            std::sort(chips.begin(), chips.end(), [](const auto* a, const auto* b) { return a->x() < b->x(); });
            QStringList names;
            for (const auto* chip : chips)
                names << chip->objectName();
            return names;
        };
        inspect::Finding finding;
        finding.kind = inspect::FindingKind::LongWait;
        finding.severity = inspect::Severity::Warning;
        const inspect::Moment now{test::snapshotTime, test::snapshotTime};
        const auto lock = test::mutexLock("/prod/locks/orders", 4);
        header.show(*lock, now, false, {&finding});
        QTRY_COMPARE(order(), (QStringList{u"dialectChip"_s, u"heldChip"_s, u"waitingChip"_s, u"longestWaitChip"_s,
                                           u"findingChip"_s}));
        finding.kind = inspect::FindingKind::LongHold;
        header.show(*lock, now, false, {&finding});
        QTRY_COMPARE(order(),
                     (QStringList{u"dialectChip"_s, u"findingChip"_s, u"waitingChip"_s, u"longestWaitChip"_s}));
        auto redlock = *test::heldRedlock();
        redlock.polled = true;
        header.show(redlock, now, false, {});
        QTRY_COMPARE(order(), (QStringList{u"dialectChip"_s, u"heldChip"_s, u"longestWaitChip"_s, u"waitingChip"_s,
                                           u"noteChip"_s}));
        QVERIFY2(header.findChild<ui::Chip*>(u"dialectChip"_s)->text().endsWith(u"Redlock, 5 masters"_s),
                 qPrintable(header.findChild<ui::Chip*>(u"dialectChip"_s)->text()));
    }

    /// Whatever the width is: the name is whole, the chips are within the header, and what is not there is in words.
    void chipsBecomeShorterBeforeTheyAreLeftOut()
    {
        HeaderInWindow shown(1'400);
        auto& header = shown.header;
        QVERIFY(QTest::qWaitForWindowExposed(&shown.window));
        const auto chip = [&header](const QString& name) { return test::childOf<ui::Chip>(header, name); };
        inspect::Finding finding;
        finding.kind = inspect::FindingKind::DeadHead;
        finding.severity = inspect::Severity::Warning;
        const auto lock = test::fairLock({}, std::chrono::seconds(20), true);
        const inspect::Moment now{test::snapshotTime, test::snapshotTime};
        const std::vector names{u"heldChip"_s, u"waitingChip"_s, u"dialectChip"_s};
        const auto isWhole = [&](const QString& name) { return !chip(name)->isHidden() && !chip(name)->isShort(); };
        const auto areAllWhole = [&] { return std::all_of(names.begin(), names.end(), isWhole); };
        const auto areAllThere = [&] {
            return std::none_of(names.begin(), names.end(), [&](const auto& name) { return chip(name)->isHidden(); });
        };
        header.show(*lock, now, false, {&finding});
        QTRY_VERIFY(areAllWhole());
        QVERIFY(header.toolTip().isEmpty());
        QTRY_COMPARE(chip(u"waitingChip"_s)->shownText(), chip(u"waitingChip"_s)->text());
        bool wasShort = false;
        for (auto width = 1'200; width >= 300; width -= 20) {
            header.resize(width, 30);
            const auto* path = test::childOf<ui::ElidedLabel>(header, u"lockName"_s);
            QTRY_VERIFY(path->width() >= path->sizeHint().width());
            for (const auto* each : header.findChildren<ui::Chip*>())
                QVERIFY(each->isHidden() || each->geometry().right() < width);
            QVERIFY(!chip(u"findingChip"_s)->isHidden());
            for (const auto& name : names) {
                const auto isMissing = chip(name)->isHidden();
                QVERIFY(isWhole(name) || header.toolTip().contains(chip(name)->text()));
                QCOMPARE(header.accessibleDescription().contains(chip(name)->text()), isMissing);
            }
            wasShort = wasShort || (areAllThere() && !areAllWhole());
        }
        QVERIFY(wasShort);
        QVERIFY(chip(u"dialectChip"_s)->isHidden());
        // The chips follow the width, what they contain, and what is beside them.
        auto width = 300;
        while (width < 2'000 && !areAllWhole()) {
            header.resize(++width, 30);
        }
        QVERIFY(areAllWhole());
        QAction report;
        header.setReportAction(&report);
        QTRY_VERIFY(!areAllWhole());
        header.show(*lock, now, false, {});
        QTRY_VERIFY(areAllWhole());
    }

    /// Not in a recording, and not of simulated clients.
    void aFindingIsMutedWhereItWouldBeNotified()
    {
        auto snapshot = std::make_shared<inspect::Snapshot>(*test::snapshot({test::mutexLock("/locks/a", 3)}));
        auto& finding = snapshot->findings.emplace_back();
        finding.kind = inspect::FindingKind::LongHold;
        finding.severity = inspect::Severity::Warning;
        finding.path = "/locks/a";
        finding.text = "Seen.";
        auto viewState = test::liveViewState(snapshot);
        show(viewState);
        const auto* link = child<QToolButton>(u"findingStripMute"_s);
        QTRY_VERIFY(link->isVisible());
        QCOMPARE(link->text(), u"Mute"_s);
        viewState.muted.insert(ui::groupOf(finding));
        show(viewState);
        QVERIFY2(link->text().contains(u"Unmute"_s), qPrintable(link->text()));
        viewState.simulated.root = "/locks";
        show(viewState);
        QVERIFY(!link->isVisible());
        viewState.simulated.root = "/lock";
        show(viewState);
        QVERIFY(link->isVisible());
        viewState.source = ui::SourceState::Replay;
        show(viewState);
        QVERIFY(!link->isVisible());
    }

    /// By the last card of the lane, in the table; also while the graph is in its place.
    void theRestOfTheLaneIsInTheTable()
    {
        show({test::mutexLock("/locks/orders", 60)});
        auto* lane = child<ui::QueueLane>(u"queueLane"_s);
        auto* table = child<QTableView>(u"queueTable"_s);
        QTRY_VERIFY(table->isVisible() && lane->laneLayout().after > 0);
        const auto layout = lane->laneLayout();
        for (const bool isGraphShown : {false, true}) {
            if (isGraphShown) {
                QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
                QTRY_VERIFY(!table->isVisible());
            }
            table->scrollToTop();
            QTest::mouseClick(lane, Qt::LeftButton, {}, lane->laneLayout().afterCard().center().toPoint());
            QTRY_VERIFY(table->isVisible());
            QTRY_COMPARE(table->rowAt(0), layout.count);
            QCOMPARE(m_window->focusWidget(), table);
            QCOMPARE(table->currentIndex().row(), 0);
        }
    }

    void disconnectedStaysAndSaysHowOld()
    {
        show({test::mutexLock("/locks/orders", 3)});
        auto viewState = test::liveViewState(test::snapshot({test::mutexLock("/locks/orders", 3)}));
        viewState.source = ui::SourceState::Disconnected;
        viewState.session.state = SessionState::Suspended;
        m_window->setViewState(viewState, test::snapshotTime + std::chrono::seconds(75), false);
        QCOMPARE(queueCell(0, ui::QueueModel::Client), u"worker-101"_s);
        QCOMPARE(text(u"statusAge"_s), u"view 1 m 15 s old"_s);
        const auto connection = child<ui::ElidedLabel>(u"statusConnection"_s)->fullText();
        QVERIFY2(connection.startsWith(u"The connection to zk1:2181 is lost"_s), qPrintable(connection));
        QVERIFY(!child<QAction>(u"releaseAction"_s)->isEnabled());
        QVERIFY(!child<QAction>(u"refreshAction"_s)->isEnabled());
    }

    void whereAddressesComeFromIsReported()
    {
        auto* label = child<ui::ElidedLabel>(u"statusAddresses"_s);
        show({test::mutexLock("/locks/orders", 3)});
        QCOMPARE(label->fullText(), QString());
        auto snapshot = *test::snapshot({test::mutexLock("/locks/orders", 3)});
        auto facts = std::make_shared<ensemble::EnsembleFacts>();
        ensemble::ServerFacts open;
        open.address = {"zk1", 2181};
        open.answers = true;
        open.connections = open.sessions = ensemble::Source::AdminServer;
        auto closed = open;
        closed.address = {"zk2", 2181};
        closed.connections = ensemble::Source::None;
        closed.trouble = "does not report <its> connections";
        closed.advice = {"admin.enableServer=true", "4lw.commands.whitelist=cons"};
        facts->servers = {open, open, closed};
        snapshot.ensemble = facts;
        show(test::liveViewState(std::make_shared<inspect::Snapshot>(snapshot)));
        QCOMPARE(label->fullText(), u"addresses: AdminServer on 2 of 3 servers"_s);
        const auto advice =
            u"zk2:2181 does not report <its> connections. To enable the AdminServer, add to the zoo.cfg of this "
            u"server:\nadmin.enableServer=true\n"
            u"Or, to enable the four-letter commands, add:\n4lw.commands.whitelist=cons"_s;
        const auto tip = QTextDocumentFragment::fromHtml(label->toolTip()).toPlainText();
        QVERIFY2(tip.endsWith(advice), qPrintable(tip));
        QVERIFY2(text(u"findingsEmptySentence"_s).endsWith(advice), qPrintable(text(u"findingsEmptySentence"_s)));
        snapshot.watches = 99'999;
        snapshot.watchBudget = 100'000;
        snapshot.eventsPerSecond = 1'234;
        show(test::liveViewState(std::make_shared<inspect::Snapshot>(snapshot)));
        m_window->resize(m_window->minimumSize());
        QTRY_COMPARE(m_window->size(), QSize(960, 540));
        QVERIFY(child<QLabel>(u"statusAge"_s)->visibleRegion().boundingRect() == child<QLabel>(u"statusAge"_s)->rect());
        QVERIFY(!label->isVisible()); // there is no room for it
        facts = std::make_shared<ensemble::EnsembleFacts>(*facts);
        facts->servers.pop_back();
        facts->servers.back().connections = ensemble::Source::FourLetter;
        snapshot.ensemble = facts;
        show(test::liveViewState(std::make_shared<inspect::Snapshot>(snapshot)));
        QCOMPARE(label->fullText(), u"addresses: AdminServer, server (cons) on 2 of 2 servers"_s);
    }

    /// The same key once more undoes it: the focus never goes to another button, least of all to one that does harm.
    void pausingKeepsTheFocus()
    {
        auto state = test::liveViewState(test::snapshot({test::mutexLock("/locks/orders", 3)}));
        show(state);
        connect(m_window.get(), &ui::MainWindow::pauseWanted, this, [&] {
            state.paused = !state.paused;
            show(state);
        });
        auto* button = child<QToolButton>(u"liveButton"_s);
        button->setFocus();
        for (const auto& text : {u"Resume"_s, u"Pause"_s}) {
            QTest::keyClick(m_window->focusWidget(), Qt::Key_Space);
            QCOMPARE(button->text(), text);
            QCOMPARE(m_window->focusWidget(), button);
        }
        // Faults are in menus: no key on a button kills a client.
        for (const auto* each : child<QWidget>(u"simulationPanel"_s)->findChildren<QToolButton*>())
            QVERIFY2(!each->defaultAction() || !each->defaultAction()->objectName().startsWith(u"fault"_s),
                     qPrintable(each->objectName()));
    }

    /// What releases stands beside what it releases.
    void theTopBarReleasesNothing()
    {
        show({test::mutexLock("/locks/orders", 3)});
        for (const auto* each : child<QWidget>(u"topBar"_s)->findChildren<QAbstractButton*>())
            QVERIFY2(!each->text().startsWith(u"Release"_s), qPrintable(each->objectName()));
    }

    /// By the servers' report, for a client that stores no name.
    void aClientHasTheSameNameInEachPanel()
    {
        auto queue = test::mutexLock("/locks/orders", 2)->queue;
        queue[0].details->client.clear();
        const auto session = queue[0].details->session;
        auto snapshot =
            *test::snapshot({std::make_shared<inspect::Lock>(test::mutexQueue("/locks/orders", std::move(queue)))});
        snapshot.ensemble = test::hostsOf({{session, "10.0.0.1:5000"}});
        show(test::liveViewState(std::make_shared<inspect::Snapshot>(snapshot)));
        const auto name = u"10.0.0.1:5000"_s;
        QCOMPARE(queueCell(0, ui::QueueModel::Client), name);
        QCOMPARE(queueCell(1, ui::QueueModel::WaitsOn), name);
        QCOMPARE(text(u"detailsName"_s), name);
        QCOMPARE(child<QTreeView>(u"locksTree"_s)->model()->index(0, ui::LocksModel::Holder).data().toString(), name);
        auto* lane = QAccessible::queryAccessibleInterface(child<ui::QueueLane>(u"queueLane"_s));
        QVERIFY(lane && lane->childCount() == 2);
        QCOMPARE(lane->child(0)->text(QAccessible::Name), name);
    }

    void labelsBeginWithACapital()
    {
        show({test::mutexLock("/locks/orders", 3)});
        auto labels = 0;
        for (const auto* label : m_window->findChildren<QLabel*>()) {
            const auto role = label->property("role").toString();
            const bool isTitle = role == u"section"_s || label->objectName().contains(u"Key"_s);
            if (!isTitle || label->text().isEmpty())
                continue;
            ++labels;
            const auto first = label->text().front();
            QVERIFY2(!first.isLetter() || first.isUpper(), qPrintable(label->text()));
        }
        QVERIFY(labels > 10);
    }

    void popupsOfADarkWindowAreDark()
    {
        show({test::mutexLock("/locks/orders", 3)});
        child<QAction>(u"simulationPanelGoAction"_s)->trigger();
        auto* scenario = child<QComboBox>(u"simulationScenario"_s);
        QTRY_VERIFY(scenario->isVisible());
        scenario->showPopup();
        auto* popup = scenario->view()->window();
        QTRY_VERIFY(popup->isVisible());
        const auto isDark = [](QWidget& shown) {
            const auto image = shown.grab().toImage();
            for (const auto y : {1, 2, image.height() - 3, image.height() - 2}) { // above and below the rows
                const auto colour = image.pixelColor(image.width() / 2, y);
                QVERIFY2(colour.lightness() < 128, qPrintable(u"%1 at %2"_s.arg(colour.name()).arg(y)));
            }
        };
        isDark(*popup);
        auto scrollers = 0; // they are shown on a small screen
        for (const auto* part : popup->findChildren<QWidget*>()) {
            if (!part->inherits("QComboBoxPrivateScroller"))
                continue;
            ++scrollers;
            part->ensurePolished();
            QVERIFY(part->palette().color(part->backgroundRole()).lightness() < 128);
        }
        QCOMPARE(scrollers, 2);
        scenario->hidePopup();
        auto* menu = child<QMenu>(u"connectionMenu"_s);
        menu->popup(m_window->mapToGlobal(QPoint(20, 40)));
        isDark(*menu);
        menu->close();
        isDark(*child<QListView>(u"finderList"_s));
    }

    void aServerThatIsDownIsShownAtTheTop()
    {
        auto* button = child<QToolButton>(u"connectionButton"_s);
        auto snapshot = *test::snapshot({test::mutexLock("/locks/orders", 3)});
        auto facts = std::make_shared<ensemble::EnsembleFacts>();
        for (const auto* host : {"zk1", "zk2", "zk3"}) {
            ensemble::ServerFacts server;
            server.address = {host, 2181};
            server.state = ensemble::ServerState::Serving;
            server.mode = facts->servers.empty() ? "leader" : "follower";
            server.version = "3.8.0";
            server.health.latencyMs = 0.4;
            server.health.longestLatencyMs = 12;
            server.health.outstanding = 0;
            facts->servers.push_back(server);
        }
        facts->servers.front().health.followers = facts->servers.front().health.syncedFollowers = 2;
        const auto shown = [&](const std::shared_ptr<ensemble::EnsembleFacts>& of) {
            snapshot.ensemble = of;
            auto viewState = test::liveViewState(std::make_shared<inspect::Snapshot>(snapshot));
            viewState.connect = u"zk1:2181,zk2:2181,zk3:2181"_s;
            show(viewState);
        };
        const auto hasColour = [&](const QColor& colour) {
            const auto icon = button->icon().pixmap(48).toImage();
            for (auto y = 0; y < icon.height(); ++y)
                for (auto x = 0; x < icon.width(); ++x)
                    if (icon.pixelColor(x, y) == colour)
                        return true;
            return false;
        };
        shown(facts);
        QVERIFY2(button->accessibleName().contains(u"3 servers"_s), qPrintable(button->accessibleName()));
        QVERIFY(hasColour(m_window->theme().good) && !hasColour(m_window->theme().warn));
        child<QAction>(u"sessionsPanelGoAction"_s)->trigger();
        auto* servers = child<QLabel>(u"sessionsServers"_s);
        QTRY_VERIFY(servers->isVisible());
        QVERIFY2(
            servers->text().startsWith(u"zk1:2181: leader · 3.8.0 · latency 0.4 ms (max 12 ms) · open requests: 0 · "
                                       "2 of 2 followers in sync\nzk2:2181: follower"_s),
            qPrintable(servers->text()));

        auto broken = std::make_shared<ensemble::EnsembleFacts>(*facts);
        broken->servers[2].state = ensemble::ServerState::Down;
        broken->servers[2].mode.clear();
        broken->servers[2].downSince = test::snapshotTime;
        shown(broken);
        QVERIFY2(button->accessibleName().contains(u"2 of 3 servers"_s), qPrintable(button->accessibleName()));
        QVERIFY2(button->toolTip().contains(u"zk3:2181: down"_s), qPrintable(button->toolTip()));
        QVERIFY(hasColour(m_window->theme().warn) && !hasColour(m_window->theme().good));
        QVERIFY2(servers->text().contains(u"\nzk3:2181: down · at least since "_s), qPrintable(servers->text()));
        shown(facts);
        QVERIFY(!button->accessibleName().contains(u"2 of 3"_s));
    }

    void dataOfAServerWithoutQuorumAreOld()
    {
        auto viewState = test::liveViewState(test::snapshot({test::mutexLock("/locks/orders", 3)}));
        QVERIFY(!viewState.isStale());
        viewState.session.state = SessionState::ReadOnly;
        QVERIFY(viewState.isStale());
        QVERIFY(!viewState.mayWrite());
        show(viewState);
        QVERIFY2(
            child<ui::ElidedLabel>(u"statusConnection"_s)->fullText().startsWith(u"Connected read-only (no quorum)"_s),
            qPrintable(child<ui::ElidedLabel>(u"statusConnection"_s)->fullText()));
    }

    void aFilterThatFitsNothingSaysSo()
    {
        child<QAction>(u"activityPanelGoAction"_s)->trigger();
        m_window->log({{test::snapshotTime, u"joined"_s, ui::Tone::Good, u"/a/d"_s, u"worker"_s, {}}});
        QTRY_VERIFY(child<QTableView>(u"activityTable"_s)->isVisible());
        child<QLineEdit>(u"activityFilter"_s)->setText(u"nothing like it"_s);
        QVERIFY(child<QLabel>(u"activityEmptyTitle"_s)->isVisible());
        QCOMPARE(text(u"activityEmptyTitle"_s), u"No events match the filter"_s);
        child<QLineEdit>(u"activityFilter"_s)->clear();
        QVERIFY(child<QTableView>(u"activityTable"_s)->isVisible());
    }

    void problemsAreShown()
    {
        auto snapshot = *test::snapshot({});
        snapshot.problems.push_back({"/secret/<b>&", Error{ErrorCode::NoAuth, "getChildren", "/secret/<b>&", {}}});
        show(test::liveViewState(std::make_shared<inspect::Snapshot>(snapshot)));
        QVERIFY(text(u"locksProblems"_s).contains(u"/secret"_s));
        QCOMPARE(text(u"statusProblems"_s), u"1 error"_s);
        const auto reported =
            QTextDocumentFragment::fromHtml(child<QLabel>(u"statusProblems"_s)->toolTip()).toPlainText();
        QVERIFY2(reported.contains(u"/secret/<b>&"_s), qPrintable(reported));
        QCOMPARE(text(u"locksEmptyTitle"_s), u"Cannot read any lock"_s);
    }

    void simulationChecksItsFields_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<bool>("right");
        QTest::newRow("a range") << u"simulationHold"_s << u"1ms..2s"_s << true;
        QTest::newRow("no duration") << u"simulationHold"_s << u"soon"_s << false;
        QTest::newRow("backwards") << u"simulationHold"_s << u"2s..1ms"_s << false;
        QTest::newRow("no time to think") << u"simulationThink"_s << u"a while"_s << false;
        QTest::newRow("relative") << u"simulationBelow"_s << u"locks"_s << false;
        QTest::newRow("the root") << u"simulationBelow"_s << u"/"_s << false;
        QTest::newRow("a path") << u"simulationBelow"_s << u"/a/b"_s << true;
    }
    void simulationChecksItsFields()
    {
        QFETCH(QString, field);
        QFETCH(QString, typed);
        QFETCH(bool, right);
        show(std::vector<test::LockPtr>{});
        child<QComboBox>(u"simulationPlace"_s)->setCurrentIndex(1); // on this ensemble
        child<QLineEdit>(u"simulationBelow"_s)->setText(u"/a"_s);
        child<QLineEdit>(field)->setText(typed);
        QCOMPARE(child<QPushButton>(u"simulationRun"_s)->isEnabled(), right);
        QVERIFY(right || !text(u"simulationMessage"_s).isEmpty());
    }

    void simulationNeverChoosesAnEnsembleByItself()
    {
        child<QAction>(u"simulationPanelGoAction"_s)->trigger();
        auto* place = child<QComboBox>(u"simulationPlace"_s);
        QVERIFY(!place->isEnabled()); // there is no connection
        QVERIFY(child<QPushButton>(u"simulationRun"_s)->isEnabled());
        show(std::vector<test::LockPtr>{});
        QVERIFY(place->isEnabled());
        QCOMPARE(place->currentIndex(), 0);
        place->setCurrentIndex(1);
        QVERIFY(child<QLineEdit>(u"simulationBelow"_s)->isVisible());
        QVERIFY2(!child<QPushButton>(u"simulationRun"_s)->isEnabled(), "it has to be told where");
        m_window->setViewState(test::liveViewState(test::snapshot({})), test::snapshotTime, true);
        QVERIFY(child<QPushButton>(u"simulationRun"_s)->isEnabled());
    }

    void aScenarioReportsItsStoryAndWhatItNeeds()
    {
        child<QAction>(u"simulationPanelGoAction"_s)->trigger();
        show(std::vector<test::LockPtr>{});
        auto* choice = child<QComboBox>(u"simulationScenario"_s);
        auto* place = child<QComboBox>(u"simulationPlace"_s);
        choice->setCurrentIndex(choice->findText(u"Paused holder and fencing"_s));
        QVERIFY(text(u"simulationMessage"_s).startsWith(u"A fencing token is"_s));
        QVERIFY(!child<QLineEdit>(u"simulationHold"_s)->isVisible());
        QVERIFY(place->isEnabled());
        place->setCurrentIndex(1);
        choice->setCurrentIndex(choice->findText(u"Leader change while clients wait"_s));
        QVERIFY2(!place->isEnabled() && place->currentIndex() == 0, "it kills servers");
    }

    void aNarrowWindowKeepsTheNamesOfTheLocks()
    {
        show({test::mutexLock("/prod/locks/orders", 3)});
        auto* tree = child<QTreeView>(u"locksTree"_s);
        const auto shown = [&] {
            QList<int> columns;
            for (auto column = 0; column < tree->model()->columnCount(); ++column)
                if (!tree->isColumnHidden(column))
                    columns << column;
            return columns;
        };
        using Locks = ui::LocksModel;
        const QList<int> few{Locks::Name, Locks::Waiting, Locks::LongestWait, Locks::Severity};
        const QList<int> all{Locks::Name,    Locks::Type,        Locks::Holder,  Locks::Held,
                             Locks::Waiting, Locks::LongestWait, Locks::Severity};
        QTRY_COMPARE(shown(), all); // at 1440
        for (const auto width : {1600, 1024}) {
            m_window->resize(width, 640);
            QTRY_COMPARE(m_window->width(), width);
            const auto leastName = 9 * tree->fontMetrics().averageCharWidth();
            QTRY_VERIFY2(tree->columnWidth(Locks::Name) >= leastName,
                         qPrintable(u"%1 at %2"_s.arg(tree->columnWidth(Locks::Name)).arg(width)));
            // The holder and the hold time take precedence over the name of the type.
            QVERIFY(child<QWidget>(u"heldChip"_s)->isVisible());
            QVERIFY(child<QWidget>(u"dialectChip"_s)->isVisible() || width == 1024);
            QTRY_COMPARE(shown(), width == 1600 ? all : few);
            QTRY_VERIFY(child<QWidget>(u"lockName"_s)->width() >= child<QWidget>(u"lockName"_s)->sizeHint().width());
        }
    }

    void everyWidgetThatTakesInputHasAName()
    {
        show({test::mutexLock("/locks/orders", 3)});
        const auto unnamed = nameless(*m_window);
        QVERIFY2(unnamed.isEmpty(), qPrintable(unnamed.join(u", "_s)));
    }

    void tenThousandLocks()
    {
        std::vector<test::LockPtr> locks;
        for (auto i = 0; i < 10'000; ++i)
            locks.push_back(test::mutexLock("/prod/locks/lock-" + std::to_string(i), i % 4));
        QElapsedTimer time;
        time.start();
        show(locks);
        qInfo("first view of 10,000 locks: %lld ms", time.elapsed());
        m_window->selectLock("/prod/locks/lock-7777");
        auto* tree = child<QTreeView>(u"locksTree"_s);
        QCOMPARE(tree->currentIndex().data(ui::KeyRole).toString(), u"/prod/locks/lock-7777"_s);
        for (auto round = 0; round < 10; ++round) {
            locks.erase(locks.begin() + 100 * round);
            locks[500 + round] = test::mutexLock(locks[500 + round]->path, 3);
            time.restart();
            show(locks);
        }
        qInfo("an update of 10,000 locks: %lld ms", time.elapsed());
        QCOMPARE(tree->currentIndex().data(ui::KeyRole).toString(), u"/prod/locks/lock-7777"_s);
        QCOMPARE(text(u"locksCount"_s), u"9,990"_s);
    }

    /// Its width follows its texts. The client has the rest; the sequence and the session give way first.
    void theHostIsNeverCut()
    {
        auto queue = test::mutexLock("/locks/orders", 3)->queue;
        queue[1].details->host = "10.20.104.117:51844 (billing-17.shop.example)";
        const auto lock = std::make_shared<inspect::Lock>(test::mutexQueue("/locks/orders", std::move(queue)));
        auto* table = child<QTableView>(u"queueTable"_s);
        const auto isShown = [&](ui::QueueModel::Column column) { return !table->isColumnHidden(column); };
        const auto widthAt = [&](int width) {
            m_window->resize(width, 900);
            show({lock});
            QCoreApplication::processEvents();
            return table->columnWidth(ui::QueueModel::Client);
        };
        auto last = std::pair(0, 0); // columns and width of the client
        for (const auto width : {960, 1200, 1440, 1600, 1920, 2200}) {
            const auto client = widthAt(width);
            const auto wanted = table->sizeHintForIndex(table->model()->index(1, ui::QueueModel::Host)).width();
            QVERIFY2(!isShown(ui::QueueModel::Host) || table->columnWidth(ui::QueueModel::Host) >= wanted,
                     qPrintable(QString::number(width)));
            QVERIFY(isShown(ui::QueueModel::Session) || !isShown(ui::QueueModel::Sequence));
            QVERIFY(isShown(ui::QueueModel::WaitsOn) || !isShown(ui::QueueModel::Session));
            QVERIFY(isShown(ui::QueueModel::Host) || !isShown(ui::QueueModel::WaitsOn));
            auto columns = 0;
            for (auto column = 0; column < ui::QueueModel::ColumnCount; ++column)
                columns += isShown(static_cast<ui::QueueModel::Column>(column)) ? 1 : 0;
            const bool hasDetailsBeside = width == 1440; // from there on
            QVERIFY2(hasDetailsBeside || columns > last.first || client > last.second,
                     qPrintable(QString::number(width)));
            last = {columns, client};
        }
        QVERIFY(isShown(ui::QueueModel::Sequence)); // in a wide window
        QVERIFY(last.second > table->columnWidth(ui::QueueModel::WaitsOn));
        // Another queue has other hosts.
        const auto before = table->columnWidth(ui::QueueModel::Host);
        show({test::mutexLock("/locks/orders", 3)});
        QVERIFY(table->columnWidth(ui::QueueModel::Host) < before);
    }

    void fifteenThousandContenders()
    {
        auto queue = test::mutexLock("/locks/orders", 15'000)->queue;
        const auto lock = [&] { return std::make_shared<inspect::Lock>(test::mutexQueue("/locks/orders", queue)); };
        show({lock()});
        auto* table = child<QTableView>(u"queueTable"_s);
        table->selectRow(9'000);
        const auto node = table->currentIndex().data(ui::KeyRole).toString();
        table->scrollTo(table->currentIndex());
        QElapsedTimer time;
        const test::LoopTicks loopTicks;
        for (auto round = 0; round < 3; ++round) {
            queue.erase(queue.begin());
            queue.push_back(test::contender(20'000 + round, 10));
            const auto next = lock();
            time.restart();
            show({next});
            QCoreApplication::processEvents(); // the painted state
        }
        QVERIFY2(loopTicks.longestMs() < longestFreezeMs, qPrintable(QString::number(loopTicks.longestMs())));
        qInfo("an update of 15,000 contenders: %lld ms", time.elapsed());
        QCOMPARE(table->currentIndex().data(ui::KeyRole).toString(), node);
        QCOMPARE(table->currentIndex().row(), 8'997);
        QCOMPARE(table->model()->rowCount(), 15'000);
    }

    void theBellMovesNothing()
    {
        auto state = test::liveViewState(test::snapshot({test::mutexLock("/locks/orders", 8)}));
        show(state);
        const auto* bell = child<QToolButton>(u"bellButton"_s);
        const auto* menu = child<QToolButton>(u"menuButton"_s);
        QCOMPARE(bell->accessibleName(), u"No new findings"_s);
        QTRY_VERIFY(bell->isVisible());
        const std::pair before(bell->geometry(), menu->geometry());
        const auto quiet = bell->icon().pixmap(16).toImage();
        const auto showCount = [&](int all, int critical) {
            state.unseen = {all, critical};
            show(state);
            QCoreApplication::processEvents();
            QCOMPARE(std::pair(bell->geometry(), menu->geometry()), before);
        };
        showCount(7, 0);
        QCOMPARE(bell->text(), u"7"_s);
        QCOMPARE(bell->accessibleName(), u"7 new findings"_s);
        const auto warning = bell->icon().pixmap(16).toImage();
        showCount(1'250, 3);
        QCOMPARE(bell->text(), u"99+"_s);
        QCOMPARE(bell->accessibleName(), u"1,250 new findings, 3 critical"_s);
        const auto critical = bell->icon().pixmap(16).toImage();
        // Not by the colour alone.
        QVERIFY(quiet.createAlphaMask() != warning.createAlphaMask());
        QVERIFY(warning.createAlphaMask() != critical.createAlphaMask());
    }

    void theStatusBarIsWholeAtTheUsualSize()
    {
        auto snapshot = *test::snapshot({test::mutexLock("/locks/orders", 3)});
        auto facts = std::make_shared<ensemble::EnsembleFacts>();
        ensemble::ServerFacts server;
        server.address = {"zk1", 2181};
        server.answers = true;
        server.connections = server.sessions = ensemble::Source::FourLetter;
        facts->servers = {server, server, server};
        snapshot.ensemble = facts;
        snapshot.watches = 1'204;
        snapshot.watchBudget = 10'000;
        auto state = test::liveViewState(std::make_shared<inspect::Snapshot>(snapshot));
        state.requests = ui::RequestRate{42, 500};
        show(state);
        QCOMPARE(text(u"statusWatches"_s), u"1,204 of 10,000 watches"_s);
        QCOMPARE(text(u"statusAge"_s), u"view 0.0 s old"_s);
        for (const auto& name : {u"statusConnection"_s, u"statusAddresses"_s}) {
            const auto* label = child<ui::ElidedLabel>(name);
            QTRY_VERIFY2(label->text() == label->fullText(), qPrintable(label->text()));
        }
        for (const auto& name : {u"statusRequests"_s, u"statusWatches"_s, u"statusAge"_s, u"statusEvents"_s})
            QVERIFY2(child<QLabel>(name)->width() >= child<QLabel>(name)->sizeHint().width(), qPrintable(name));
        // In a narrow window: never "addresses:…" without a value.
        const auto* addresses = child<ui::ElidedLabel>(u"statusAddresses"_s);
        QVERIFY(addresses->isVisible());
        for (const auto width : {1'280, 1'152, 1'024}) {
            m_window->resize(width, 640);
            QTRY_COMPARE(child<QWidget>(u"statusLine"_s)->width(), width);
            QTRY_VERIFY2(!addresses->isVisible() || addresses->text().startsWith(addresses->fullText().left(14)),
                         qPrintable(addresses->text()));
        }
        QVERIFY(!addresses->isVisible());
        QTRY_COMPARE(child<ui::ElidedLabel>(u"statusConnection"_s)->text(),
                     child<ui::ElidedLabel>(u"statusConnection"_s)->fullText());
        m_window->resize(1'440, 900);
        QTRY_VERIFY(addresses->isVisible() && addresses->text() == addresses->fullText());
    }

    void theRequestsStandInTheStatusBar()
    {
        auto state = test::liveViewState(test::snapshot({test::mutexLock("/locks/orders", 8)}));
        const auto* label = child<QLabel>(u"statusRequests"_s);
        show(state);
        QVERIFY(!label->isVisible());
        state.requests = ui::RequestRate{12.4, 5'000};
        show(state);
        QVERIFY(label->isVisible());
        QCOMPARE(label->text(), u"12 of 5,000 requests/s"_s);
        state.requests = ui::RequestRate{3, 0};
        show(state);
        QCOMPARE(label->text(), u"3 requests/s"_s);
    }

    void bothThemesArePainted()
    {
        show({test::mutexLock("/locks/orders", 8)});
        const auto dark = m_window->grab().toImage();
        m_window->setPreferences(ui::Preferences{ui::ThemeChoice::Light});
        const auto light = m_window->grab().toImage();
        QVERIFY(dark.pixelColor(700, 500).lightnessF() < 0.3F);
        QVERIFY(light.pixelColor(700, 500).lightnessF() > 0.7F);
    }
};

} // namespace lockscope::mainWindowTest

LOCKSCOPE_TEST(lockscope::mainWindowTest::MainWindowTest)
#include "MainWindowTest.moc"
