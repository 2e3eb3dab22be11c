// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// What is selected in the window, and what the actions on it release.

#include "tests/support/EqualNames.h"
#include "tests/support/Test.h"
#include "tests/ui/WindowTest.h"
#include "ui/panels/QueuePanel.h"
#include "ui/panels/WaitGraphPanel.h"
#include "ui/views/graph/WaitGraphView.h"
#include "ui/views/lane/QueueLane.h"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>

#include <memory>

namespace lockscope::windowSelectionTest {

using namespace Qt::StringLiterals;

class WindowSelectionTest final : public test::WindowTest {
    Q_OBJECT
private Q_SLOTS:
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

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

        queue.erase(queue.begin());
        show({std::make_shared<inspect::Lock>(test::mutexQueue("/l", queue))});
        QVERIFY(panel->isGone());
        QCOMPARE(panel->contender()->node, std::string("lock-0000000103"));
        QVERIFY(!child<QTableView>(u"queueTable"_s)->currentIndex().isValid());
        QVERIFY(!child<QAction>(u"releaseAction"_s)->isEnabled());
        QCOMPARE(child<QLabel>(u"contenderFactsValue0"_s)->accessibleName(),
                 u"State: Left the queue; last known values below"_s);
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

    /// A contender that is missing is not replaced by one of the same name, nor by one of another lock.
    void aMissingContenderIsNotReplaced()
    {
        const std::string name = "a-lock-0000000000";
        show({std::make_shared<inspect::Lock>(test::semaphoreOfEqualNames("/pool", {name}, {}, test::snapshotTime))});
        auto* queue = child<ui::QueuePanel>(u"queuePanel"_s);
        const inspect::ContenderKey lease{"/pool", inspect::LockPart::Queue, name};
        m_window->select(lease);
        QVERIFY(queue->contender() && queue->contender()->node == name);
        queue->follow({"/other", inspect::LockPart::Queue, "x"});
        QVERIFY(queue->followed() == lease);
        m_window->select({"/pool", inspect::LockPart::Gate, name});
        QVERIFY(!queue->contender());
        QVERIFY(!queue->isGone()); // no snapshot has shown it there
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
        QVERIFY(text(u"noticeText"_s).startsWith(u"The selected finding concerns no lock."_s));
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
        QVERIFY(child<QListWidget>(u"finderList"_s)->isVisible());
        QTest::keyClick(finder, Qt::Key_Return);
        QCOMPARE(m_window->shownLock()->path, std::string("/locks/mail"));
        QTest::keyClicks(finder, u"worker-105"_s);
        QTest::keyClick(finder, Qt::Key_Return);
        QCOMPARE(m_window->shownLock()->path, std::string("/locks/orders"));
        QCOMPARE(child<ui::QueuePanel>(u"queuePanel"_s)->contender()->node, std::string("lock-0000000105"));
    }
};

} // namespace lockscope::windowSelectionTest

LOCKSCOPE_TEST(lockscope::windowSelectionTest::WindowSelectionTest)
#include "WindowSelectionTest.moc"
