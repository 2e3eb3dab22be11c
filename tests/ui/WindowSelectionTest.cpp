// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// What is selected in the window, and what the actions on it release.

#include "tests/support/EqualNames.h"
#include "tests/support/Test.h"
#include "tests/ui/ShownGraph.h"
#include "tests/ui/WindowTest.h"
#include "ui/models/FindingsModel.h"
#include "ui/models/Roles.h"
#include "ui/models/WaysModel.h"
#include "ui/panels/QueuePanel.h"
#include "ui/panels/ReleaseBox.h"
#include "ui/panels/WaitGraphPanel.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/graph/WaitGraphView.h"
#include "ui/views/lane/QueueLane.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>

#include <memory>
#include <utility>
#include <vector>

namespace lockscope::windowSelectionTest {

using namespace Qt::StringLiterals;

class WindowSelectionTest final : public test::WindowTest {
    Q_OBJECT
private Q_SLOTS:
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

private:
    QString fact(int row) { return child<QLabel>(u"contenderFactsValue%1"_s.arg(row))->accessibleName(); }

private Q_SLOTS:

    /// A low window has room for one or two table rows: the holder's row must stay visible.
    void theFirstRowStaysWhenTheHolderLeaves()
    {
        const auto lock = test::mutexLock("/locks/orders", 8);
        show({lock});
        auto* table = child<QTableView>(u"queueTable"_s);
        table->setFixedHeight(table->horizontalHeader()->height() + table->rowHeight(0) + 4);
        QTRY_VERIFY(table->verticalScrollBar()->maximum() > 0);
        QCOMPARE(table->verticalScrollBar()->value(), 0);
        auto rest = lock->queue;
        rest.erase(rest.begin());
        show({std::make_shared<const inspect::Lock>(test::mutexQueue("/locks/orders", std::move(rest)))});
        QCOMPARE(table->currentIndex().row(), 0);
        QCOMPARE(table->verticalScrollBar()->value(), 0);
    }

    void theHolderIsFollowedUntilSomeoneIsChosen()
    {
        show({test::mutexLock("/l", 4)});
        auto queue = test::mutexLock("/l", 4)->queue;
        queue.erase(queue.begin());
        show({std::make_shared<inspect::Lock>(test::mutexQueue("/l", queue))});
        auto* panel = child<ui::QueuePanel>(u"queuePanel"_s);
        QCOMPARE(panel->contender()->node, std::string("lock-0000000102"));

        child<QTableView>(u"queueTable"_s)->selectRow(1); // worker-103
        QCOMPARE(panel->contender()->node, std::string("lock-0000000103"));
        queue.erase(queue.begin());
        show({std::make_shared<inspect::Lock>(test::mutexQueue("/l", queue))});
        QCOMPARE(panel->contender()->node, std::string("lock-0000000103"));
        QVERIFY(panel->contender()->holds);

        // It has left: the present holder is shown again.
        queue.erase(queue.begin());
        show({std::make_shared<inspect::Lock>(test::mutexQueue("/l", queue))});
        QVERIFY(!panel->isGone());
        QVERIFY(panel->followed().isLock());
        QCOMPARE(panel->contender()->node, std::string("lock-0000000104"));
        QCOMPARE(child<QTableView>(u"queueTable"_s)->currentIndex().row(), 0);
        QVERIFY(fact(0).startsWith(u"State: Holding"_s));
        queue = {test::contender(105, 500)};
        show({std::make_shared<inspect::Lock>(test::mutexQueue("/l", queue))});
        QCOMPARE(panel->contender()->node, std::string("lock-0000000105"));
    }

    /// Findings come after the locks.
    void theWorstLockIsShownAtFirst_data()
    {
        QTest::addColumn<QString>("act");
        QTest::addColumn<int>("after");
        QTest::addColumn<QString>("shown");
        QTest::newRow("nothing was done") << QString() << 1 << u"/l/b"_s;
        QTest::newRow("a while ago") << QString() << 60 << u"/l/a"_s;
        QTest::newRow("key") << u"key"_s << 1 << u"/l/a"_s;
        QTest::newRow("click") << u"click"_s << 1 << u"/l/a"_s;
        QTest::newRow("contender") << u"contender"_s << 1 << u"/l/a"_s;
        QTest::newRow("lock") << u"lock"_s << 1 << u"/l/c"_s;
    }
    void theWorstLockIsShownAtFirst()
    {
        QFETCH(QString, act);
        QFETCH(int, after);
        QFETCH(QString, shown);
        const auto locks =
            test::snapshot({test::mutexLock("/l/a", 4), test::mutexLock("/l/b", 2), test::mutexLock("/l/c", 3)});
        const auto showAt = [this](const inspect::SnapshotPtr& snapshot, int seconds) {
            m_window->setViewState(test::liveViewState(snapshot), test::snapshotTime + std::chrono::seconds(seconds),
                                   false);
        };
        const auto with = [&locks](const std::string& path, inspect::Severity severity) {
            auto snapshot = std::make_shared<inspect::Snapshot>(*locks);
            auto& finding = snapshot->findings.emplace_back();
            finding.kind = inspect::FindingKind::LongHold;
            finding.severity = severity;
            finding.path = path;
            return snapshot;
        };
        const auto path = [this] { return QString::fromStdString(m_window->shownLock()->path); };
        showAt(locks, 0);
        QCOMPARE(path(), u"/l/a"_s);
        auto* table = child<QTableView>(u"queueTable"_s);
        if (act == u"key")
            QTest::keyClick(table, Qt::Key_Shift);
        else if (act == u"click")
            QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, {5, 5});
        else if (act == u"contender")
            table->selectRow(1);
        else if (act == u"lock")
            m_window->selectLock("/l/c");
        const auto* rows = child<QTreeView>(u"locksTree"_s)->model();
        // The rows are put in order some time later.
        const auto showInOrder = [&](const inspect::SnapshotPtr& snapshot, const QString& first, int seconds) {
            showAt(snapshot, seconds);
            const auto isFirst = [&] { return rows->index(0, 0).data(ui::KeyRole).toString() == first; };
            QTRY_VERIFY(isFirst());
            showAt(snapshot, seconds);
        };
        showInOrder(with("/l/b", inspect::Severity::Warning), u"/l/b"_s, after);
        QCOMPARE(path(), shown);
        if (shown != u"/l/b")
            return;
        // One that is as bad, of which more clients wait.
        auto both = with("/l/b", inspect::Severity::Warning);
        both->findings.push_back(both->findings.front());
        both->findings.back().path = "/l/a";
        showInOrder(both, u"/l/a"_s, after + 1);
        QCOMPARE(path(), u"/l/b"_s);
        // Now the user has acted.
        QTest::keyClick(table, Qt::Key_Shift);
        showInOrder(with("/l/c", inspect::Severity::Critical), u"/l/c"_s, after + 2);
        QCOMPARE(path(), u"/l/b"_s);
    }

    /// By its name: each turn has another session.
    void aFollowedClientIsShownOverItsTurns()
    {
        const auto turn = [](int sequence, const std::string& client) {
            auto made = test::contender(sequence, 1'000);
            made.details->client = client;
            return made;
        };
        const auto showQueue = [&](std::vector<inspect::Contender> queue) {
            show({std::make_shared<inspect::Lock>(test::mutexQueue("/l", std::move(queue)))});
        };
        showQueue({turn(101, "first"), turn(102, "billing"), turn(103, "last")});
        auto* panel = child<ui::QueuePanel>(u"queuePanel"_s);
        auto* button = child<QToolButton>(u"followClient"_s);
        child<QTableView>(u"queueTable"_s)->selectRow(1);
        QVERIFY(!button->isChecked());
        QVERIFY2(button->toolTip().contains(u"its name, billing."_s), qPrintable(button->toolTip()));
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(button->isChecked() && panel->followsClient());

        showQueue({turn(103, "last")});
        QVERIFY(panel->isGone());
        QCOMPARE(panel->contender()->node, std::string("lock-0000000102"));
        QVERIFY(!child<QTableView>(u"queueTable"_s)->currentIndex().isValid());
        QVERIFY(!child<QAction>(u"releaseAction"_s)->isEnabled());
        QCOMPARE(fact(0), u"State: Left the queue; last known values below"_s);

        showQueue({turn(103, "last"), turn(104, "billing")});
        QVERIFY(!panel->isGone());
        QCOMPARE(panel->contender()->node, std::string("lock-0000000104"));
        QCOMPARE(child<QTableView>(u"queueTable"_s)->currentIndex().row(), 1);
        QCOMPARE(text(u"detailsName"_s), u"billing"_s);

        // Another selection: that client is followed. The holder, even if it changes: none is.
        child<QTableView>(u"queueTable"_s)->selectRow(0);
        QVERIFY(button->isChecked());
        showQueue({turn(104, "billing"), turn(105, "last")});
        QCOMPARE(panel->contender()->node, std::string("lock-0000000105"));
        QTest::keyClick(panel, Qt::Key_Escape);
        QVERIFY(!button->isChecked() && !panel->followsClient());
        QCOMPARE(panel->contender()->node, std::string("lock-0000000104"));
    }

    void anotherLockEndsFollowing()
    {
        show({test::mutexLock("/a", 2), test::mutexLock("/b", 2)});
        m_window->selectLock("/a");
        auto* button = child<QToolButton>(u"followClient"_s);
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(button->isChecked());
        m_window->selectLock("/b");
        QVERIFY(!button->isChecked());
    }

    /// As one that an old event names.
    void aBusyLockIsNeverSaidToBeFree()
    {
        show({test::mutexLock("/l", 2)});
        m_window->select({"/l", inspect::LockPart::Queue, "lock-0000000042"});
        QCOMPARE(child<ui::QueuePanel>(u"queuePanel"_s)->contender()->node, std::string("lock-0000000101"));
        QVERIFY2(fact(0).startsWith(u"State: Holding"_s), qPrintable(fact(0)));
    }

    /// Those out of view are not computed until they come into view.
    void eachPageOfTheDetailsIsOfTheSelection()
    {
        show({test::mutexLock("/l", 3)});
        auto* tabs = child<QTabWidget>(u"detailsTabs"_s);
        auto* table = child<QTableView>(u"queueTable"_s);
        const auto read = [&](const QString& name) { return child<QLabel>(name)->accessibleName(); };
        tabs->setCurrentIndex(1);
        QVERIFY(read(u"sessionFactsValue0"_s).startsWith(u"Session: 0x165 "_s));
        table->selectRow(1);
        QVERIFY(read(u"sessionFactsValue0"_s).startsWith(u"Session: 0x166 "_s));
        tabs->setCurrentIndex(2);
        QCOMPARE(child<QPlainTextEdit>(u"payloadText"_s)->toPlainText(), u"10.20.4.102"_s);
        table->selectRow(2);
        QCOMPARE(child<QPlainTextEdit>(u"payloadText"_s)->toPlainText(), u"10.20.4.103"_s);
        tabs->setCurrentIndex(3);
        QCOMPARE(read(u"lockFactsValue0"_s), u"Path: /l"_s);
        tabs->setCurrentIndex(1);
        QVERIFY(read(u"sessionFactsValue0"_s).startsWith(u"Session: 0x167 "_s));
        tabs->setCurrentIndex(0);
        QVERIFY2(fact(0).startsWith(u"State: Waiting"_s), qPrintable(fact(0)));
    }

    /// Neither a long kind nor a narrow panel takes the button away; bytes stand in whole lines.
    void aLargePayloadCanBeCopied()
    {
        auto queue = test::mutexLock("/l", 1)->queue;
        queue[0].details->payload = std::string(3'000, '\x01');
        queue[0].details->payloadCut = 900'123;
        show({std::make_shared<inspect::Lock>(test::mutexQueue("/l", std::move(queue)))});
        child<QTabWidget>(u"detailsTabs"_s)->setCurrentIndex(2);
        const auto* copy = child<QPushButton>(u"payloadCopy"_s);
        QTRY_VERIFY(copy->visibleRegion().boundingRect() == copy->rect());
        const auto* text = child<QPlainTextEdit>(u"payloadText"_s);
        QVERIFY(text->toPlainText().startsWith(u"0000  01 01 01 01 "_s));
        QTRY_COMPARE(text->horizontalScrollBar()->maximum(), 0);
    }

    void theWaitForGraphLeadsToTheLock()
    {
        auto* panel = child<ui::WaitGraphPanel>(u"waitGraphPanel"_s);
        QVERIFY(!panel->isVisible());
        child<QAction>(u"waitGraphPanelGoAction"_s)->trigger();
        QTRY_VERIFY(panel->isVisible());
        auto waiter = test::contender(301, 5'000);
        auto holder = test::contender(302, 9'000);
        show({test::mutexLock("/prod/locks/orders", 1),
              std::make_shared<inspect::Lock>(test::mutexQueue("/prod/locks/ledger", {holder, waiter}))});
        m_window->selectLock("/prod/locks/orders");
        auto* view = child<ui::WaitGraphView>(u"waitGraphView"_s);
        const auto box = [&] { return view->boxOf("0x22d"); }; // session 0x100 + 301
        QTRY_VERIFY(!box().isEmpty());
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, box().center());
        QCOMPARE(m_window->shownLock()->path, "/prod/locks/ledger");
        QCOMPARE(child<ui::QueuePanel>(u"queuePanel"_s)->followed().node, waiter.node);
        QVERIFY(panel->isVisible());
    }

    void aDeadlockIsEndedByTheReleaseDialog()
    {
        show(test::liveViewState(test::deadlock()));
        child<QAction>(u"waitGraphPanelGoAction"_s)->trigger();
        auto* table = child<QTableView>(u"deadlockWaysTable"_s);
        QTRY_COMPARE(table->model()->rowCount(), 2);
        inspect::ContenderKey wanted;
        connect(m_window.get(), &ui::MainWindow::releaseWanted, this,
                [&](const inspect::ContenderKey& contender, std::int64_t) { wanted = contender; });
        table->setCurrentIndex(table->model()->index(1, 0));
        QCOMPARE(m_window->shownLock()->path, "/prod/locks/ledger");
        auto* release = table->indexWidget(table->model()->index(1, ui::WaysModel::Release));
        QVERIFY(release && release->isEnabled());
        QTest::mouseClick(release, Qt::LeftButton);
        QCOMPARE(toString(wanted), std::string("/prod/locks/ledger//qlock-0000000102"));
    }

    void aDeadlockFindingOpensTheGraph()
    {
        show(test::liveViewState(test::deadlock()));
        auto* graph = child<QWidget>(u"waitGraphPanel"_s);
        QVERIFY(!graph->isVisible());
        auto* list = child<QListView>(u"findingsList"_s);
        for (auto row = 0; row < list->model()->rowCount(); ++row) {
            if (list->model()->index(row, 0).data(ui::FindingsModel::TitleRole).toString().contains(u"eadlock"_s))
                list->setCurrentIndex(list->model()->index(row, 0));
        }
        QTRY_VERIFY(graph->isVisible());
    }

    void releaseNamesTheNodeThatIsShown()
    {
        show({test::mutexLock("/locks/orders", 3)});
        inspect::ContenderKey wanted;
        std::int64_t creationId = 0;
        connect(m_window.get(), &ui::MainWindow::releaseWanted, this,
                [&](const inspect::ContenderKey& contender, std::int64_t shown) {
                    wanted = contender;
                    creationId = shown;
                });
        child<QTableView>(u"queueTable"_s)->setFocus();
        QTest::keyClick(m_window.get(), Qt::Key_Delete);
        QCOMPARE(toString(wanted), std::string("/locks/orders//qlock-0000000101"));
        QCOMPARE(creationId, std::int64_t(0x5065));
    }

    /// A node of the queue has the same name.
    void releaseOfARowAtTheGateNamesTheNodeAtTheGate()
    {
        const std::vector<std::string> names{"a-lock-0000000000", "b-lock-0000000001"};
        show({std::make_shared<inspect::Lock>(test::semaphoreOfEqualNames("/pool", names, names, test::snapshotTime))});
        QStringList wanted;
        connect(m_window.get(), &ui::MainWindow::releaseWanted, this,
                [&](const inspect::ContenderKey& contender, std::int64_t creationId) {
                    wanted << u"%1 %2"_s.arg(QString::fromStdString(toString(contender))).arg(creationId);
                });
        auto* table = child<QTableView>(u"queueTable"_s);
        auto* lane = child<ui::QueueLane>(u"queueLane"_s);
        for (auto row = 0; row < 4; ++row) {
            QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                              table->visualRect(table->model()->index(row, 1)).center());
            QCOMPARE(table->currentIndex().row(), row);
            QCOMPARE(lane->selected().part, row < 2 ? inspect::LockPart::Queue : inspect::LockPart::Gate);
            QTest::keyClick(m_window.get(), Qt::Key_Delete);
            // The next snapshot, with the same contenders, moves nothing.
            show({std::make_shared<inspect::Lock>(
                test::semaphoreOfEqualNames("/pool", names, names, test::snapshotTime))});
            QCOMPARE(table->currentIndex().row(), row);
        }
        QCOMPARE(wanted, (QStringList{u"/pool//qa-lock-0000000000 1001"_s, u"/pool//qb-lock-0000000001 1002"_s,
                                      u"/pool//ga-lock-0000000000 1101"_s, u"/pool//gb-lock-0000000001 1102"_s}));
    }

    /// A contender that is missing is not replaced by one of the same name, nor by one of another lock: the holder is
    /// shown.
    void aMissingContenderIsNotReplaced()
    {
        const std::string name = "b-lock-0000000001";
        show({std::make_shared<inspect::Lock>(
            test::semaphoreOfEqualNames("/pool", {"a-lock-0000000000", name}, {}, test::snapshotTime))});
        auto* queue = child<ui::QueuePanel>(u"queuePanel"_s);
        const inspect::ContenderKey lease{"/pool", inspect::LockPart::Queue, name};
        m_window->select(lease);
        QVERIFY(queue->contender() && queue->contender()->node == name);
        queue->follow({"/other", inspect::LockPart::Queue, "x"});
        QVERIFY(queue->followed() == lease);
        m_window->select({"/pool", inspect::LockPart::Gate, name});
        QCOMPARE(queue->contender()->node, std::string("a-lock-0000000000"));
        QVERIFY(!queue->isGone());
    }

    /// By mouse and by keys: the selected finding belongs to the lock that Del acts on.
    void aSelectedFindingIsWhatIsActedOn()
    {
        auto snapshot = std::make_shared<inspect::Snapshot>(
            *test::snapshot({test::mutexLock("/locks/a", 2), test::mutexLock("/locks/b", 3)}));
        for (const auto* node : {"/locks/a/lock-0000000102", "/locks/b/lock-0000000103"}) {
            auto& finding = snapshot->findings.emplace_back();
            finding.kind = inspect::FindingKind::LongWait;
            finding.severity = inspect::Severity::Warning;
            finding.path = std::string(node).substr(0, 8);
            finding.nodes = {node};
        }
        auto& other = snapshot->findings.emplace_back();
        other.kind = inspect::FindingKind::EmptyParents;
        other.path = "/elsewhere";
        show(test::liveViewState(snapshot));
        QStringList wanted;
        connect(m_window.get(), &ui::MainWindow::releaseWanted, this,
                [&](const inspect::ContenderKey& contender) { wanted << QString::fromStdString(toString(contender)); });
        auto* list = child<QListView>(u"findingsList"_s);
        const auto at = [&](int row) { return list->visualRect(list->model()->index(row, 0)).center(); };
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, at(1));
        QCOMPARE(m_window->shownLock()->path, std::string("/locks/b"));
        QTest::keyClick(m_window.get(), Qt::Key_Delete);
        QTest::keyClick(list, Qt::Key_Up);
        QCOMPARE(m_window->shownLock()->path, std::string("/locks/a"));
        QTest::keyClick(m_window.get(), Qt::Key_Delete);
        QCOMPARE(wanted, (QStringList{u"/locks/b//qlock-0000000103"_s, u"/locks/a//qlock-0000000102"_s}));
        // Selecting another lock clears the selected finding.
        m_window->selectLock("/locks/b");
        QVERIFY(!list->currentIndex().isValid());
        // A finding without a lock: no action runs, and the window shows that.
        list->setCurrentIndex(list->model()->index(2, 0));
        QTest::keyClick(m_window.get(), Qt::Key_Delete);
        QCOMPARE(wanted.size(), 2);
        QVERIFY(child<ui::ElidedLabel>(u"statusMessage"_s)
                    ->fullText()
                    .startsWith(u"The selected finding concerns no lock."_s));
        QSignalSpy requests(m_window.get(), &ui::MainWindow::requestWanted);
        auto* box = m_window->findChild<ui::ReleaseBox*>();
        QVERIFY(box);
        Q_EMIT box->requestWanted(); // by its button
        QCOMPARE(requests.count(), 0);
        m_window->selectLock("/locks/a");
        Q_EMIT box->requestWanted();
        QCOMPARE(requests.count(), 1);
    }

    void aKeyThatDoesNothingSaysWhy()
    {
        auto* message = child<ui::ElidedLabel>(u"statusMessage"_s);
        QSignalSpy wanted(m_window.get(), &ui::MainWindow::releaseWanted);
        QVERIFY(!message->isVisible());
        auto locked = test::liveViewState(test::snapshot({test::mutexLock("/locks/orders", 2)}));
        locked.access = ui::WriteAccess::Locked;
        show(locked);
        QTest::keyClick(m_window.get(), Qt::Key_Delete);
        QVERIFY(message->isVisible());
        QCOMPARE(message->fullText(), u"This connection is read-only. Unlock it first (Ctrl+L)."_s);
        QCOMPARE(wanted.count(), 0);
        QSignalSpy access(m_window.get(), &ui::MainWindow::accessWanted);
        child<QToolButton>(u"releaseAllowWrites"_s)->click();
        QCOMPARE(access.count(), 1);
        locked.access = ui::WriteAccess::Free;
        show(locked);
        QTest::keyClick(m_window.get(), Qt::Key_Delete);
        QCOMPARE(wanted.count(), 1); // the same key
        m_window->selectLock({});
        QTest::keyClick(m_window.get(), Qt::Key_Delete);
        QCOMPARE(message->fullText(), u"Select the contender to release."_s);
        show(ui::ViewState());
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QCOMPARE(message->fullText(), u"Not connected."_s);
        QCOMPARE(wanted.count(), 1);
    }

    /// Qt gives the focus to the next button.
    void theFocusOfADisabledButtonGoesToAView()
    {
        const auto isView = [this] { return qobject_cast<QAbstractItemView*>(m_window->focusWidget()) != nullptr; };
        auto state = test::liveViewState(test::snapshot({test::mutexLock("/locks/orders", 2)}));
        show(state);
        auto* refresh = child<QToolButton>(u"refreshButton"_s);
        refresh->setFocus();
        QTRY_VERIFY(refresh->hasFocus());
        state.source = ui::SourceState::Disconnected;
        show(state);
        QVERIFY(!refresh->isEnabled());
        QTRY_VERIFY(isView());
        auto* release = child<QPushButton>(u"releaseButton"_s);
        state.source = ui::SourceState::Live;
        show(state);
        release->setFocus();
        QTRY_VERIFY(release->hasFocus());
        state.access = ui::WriteAccess::Locked;
        show(state);
        QTRY_VERIFY(!release->hasFocus());
        QVERIFY(!qobject_cast<QAbstractButton*>(m_window->focusWidget()));
    }

    /// The queue has no row for it.
    void aStrayChildIsReleasedFromItsFinding()
    {
        auto snapshot = std::make_shared<inspect::Snapshot>(*test::snapshot({test::mutexLock("/locks/a", 2)}));
        auto& finding = snapshot->findings.emplace_back();
        finding.kind = inspect::FindingKind::StrayChild;
        finding.path = "/locks/a";
        finding.nodes = {"/locks/a/0"};
        show(test::liveViewState(snapshot));
        QStringList wanted;
        connect(m_window.get(), &ui::MainWindow::releaseWanted, this,
                [&](const inspect::ContenderKey& contender, std::int64_t creationId) {
                    wanted << u"%1 %2"_s.arg(QString::fromStdString(toString(contender))).arg(creationId);
                });
        auto* list = child<QListView>(u"findingsList"_s);
        list->setCurrentIndex(list->model()->index(0, 0));
        child<QPushButton>(u"findingRelease"_s)->click();
        QCOMPARE(wanted, QStringList{u"/locks/a//q0 0"_s}); // whichever node is there now: its plan names it
    }

    void ctrlKFindsAndJumps()
    {
        show({test::mutexLock("/locks/orders", 8), test::mutexLock("/locks/mail", 2)});
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        auto* finder = child<QLineEdit>(u"finder"_s);
        QVERIFY(finder->hasFocus());
        QTest::keyClicks(finder, u"mail"_s);
        auto* matches = child<QListView>(u"finderList"_s);
        QCOMPARE(QApplication::activePopupWidget(), matches);
        QTest::keyClick(matches, Qt::Key_Return);
        QVERIFY(!matches->isVisible());
        QCOMPARE(finder->text(), QString());
        QCOMPARE(m_window->shownLock()->path, std::string("/locks/mail"));
        QTest::keyClicks(finder, u"worker-105"_s);
        QTest::keyClick(matches, Qt::Key_Return);
        QCOMPARE(m_window->shownLock()->path, std::string("/locks/orders"));
        QCOMPARE(child<ui::QueuePanel>(u"queuePanel"_s)->contender()->node, std::string("lock-0000000105"));
    }

    void theMatchesAreChosenByKeysAndReported()
    {
        show({test::mutexLock("/locks/mail-a", 2), test::mutexLock("/locks/mail-b", 2)});
        auto* finder = child<QLineEdit>(u"finder"_s);
        finder->setFocus();
        QTest::keyClicks(finder, u"mail"_s);
        auto* matches = child<QListView>(u"finderList"_s);
        auto* list = QAccessible::queryAccessibleInterface(matches);
        QCOMPARE(list->text(QAccessible::Name), u"Search results"_s);
        QCOMPARE(list->childCount(), 2);
        QVERIFY(list->child(0)->text(QAccessible::Name).startsWith(u"/locks/mail-a"_s));
        QVERIFY(list->child(0)->state().selected);
        QTest::keyClick(matches, Qt::Key_Down);
        QVERIFY(list->child(1)->state().selected);
        QCOMPARE(finder->text(), u"mail"_s); // a match is not written into it
        QTest::keyClick(matches, Qt::Key_Escape);
        QVERIFY(!matches->isVisible());
        QCOMPARE(finder->text(), QString());
        QTest::keyClicks(finder, u"mail"_s);
        QTest::keyClick(matches, Qt::Key_Down);
        QTest::keyClick(matches, Qt::Key_Return);
        QCOMPARE(m_window->shownLock()->path, std::string("/locks/mail-b"));
    }
};

} // namespace lockscope::windowSelectionTest

LOCKSCOPE_TEST(lockscope::windowSelectionTest::WindowSelectionTest)
#include "WindowSelectionTest.moc"
