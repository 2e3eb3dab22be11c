// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The context menu of cards, rows, bars and nodes, by mouse and by key.

#include "ui/panels/ContenderMenu.h"
#include "tests/support/Test.h"
#include "tests/ui/RedisLocks.h"
#include "tests/ui/ShownGraph.h"
#include "tests/ui/ShownTimeline.h"
#include "tests/ui/WindowTest.h"
#include "ui/panels/QueuePanel.h"
#include "ui/panels/SessionsPanel.h"
#include "ui/theme/Style.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/WhyDisabled.h"
#include "ui/views/lane/QueueLane.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::contenderMenuTest {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

void rightClick(QWidget& target, const QPoint& at)
{
    QContextMenuEvent asked(QContextMenuEvent::Mouse, at, target.mapToGlobal(at));
    QCoreApplication::sendEvent(&target, &asked);
}

void pressMenuKey(QWidget& target)
{
    const auto at = target.rect().center();
    QContextMenuEvent asked(QContextMenuEvent::Keyboard, at, target.mapToGlobal(at));
    QCoreApplication::sendEvent(&target, &asked);
}

void pressShiftF10(QWidget& target)
{
    QTest::keyClick(&target, Qt::Key_F10, Qt::ShiftModifier);
}

QString clipboard()
{
    return QGuiApplication::clipboard()->text();
}

/// A menu for a panel that a test shows alone, with the keys of the releases that the user wants.
struct OwnMenu {
    ui::ContenderMenu menu;
    QStringList wanted;

    OwnMenu()
    {
        QObject::connect(&menu, &ui::ContenderMenu::releaseWanted, &menu,
                         [this](const inspect::ContenderKey& key) { wanted << QString::fromStdString(toString(key)); });
    }
    [[nodiscard]] QAction& entry(const QString& name) const { return *test::childOf<QAction>(menu, name); }
    /// The key for which the open menu wants a release; then it is closed.
    [[nodiscard]] QString released()
    {
        wanted.clear();
        if (!menu.isVisible())
            return u"no menu"_s;
        entry(u"contenderRelease"_s).trigger();
        menu.close();
        return wanted.join(u' ');
    }
};

} // namespace

class ContenderMenuTest final : public test::WindowTest {
    Q_OBJECT
    std::vector<std::string> m_wanted;

    ui::ContenderMenu& menu() { return *child<ui::ContenderMenu>(u"contenderMenu"_s); }
    QAction& entry(const QString& name) { return *child<QAction>(name); }
    void choose(const QString& name)
    {
        QVERIFY(menu().isVisible());
        entry(name).trigger();
        menu().close();
    }
    /// The contender that the open menu releases.
    std::string released()
    {
        m_wanted.clear();
        choose(u"contenderRelease"_s);
        return m_wanted.size() == 1 ? m_wanted.front() : std::string("not one");
    }
    void showLocks(std::vector<test::LockPtr> locks)
    {
        auto viewState = test::liveViewState(test::snapshot(std::move(locks)));
        const auto history = std::make_shared<inspect::History>();
        history->see(viewState.snapshot);
        viewState.history = history;
        show(viewState);
    }
    std::string shownNode()
    {
        const auto* shown = child<ui::QueuePanel>(u"queuePanel"_s)->contender();
        return shown ? shown->node : std::string();
    }

private Q_SLOTS:
    void initTestCase() { QApplication::setStyle(ui::makeStyle()); } // as in the program
    void init()
    {
        openWindow();
        m_wanted.clear();
        connect(m_window.get(), &ui::MainWindow::releaseWanted, this,
                [this](const inspect::ContenderKey& key) { m_wanted.push_back(toString(key)); });
    }
    void cleanup() { closeWindow(); }

    void aCardHasIt()
    {
        showLocks({test::mutexLock("/a", 3)});
        m_window->selectLock("/a");
        auto* lane = child<ui::QueueLane>(u"queueLane"_s);
        rightClick(*lane, lane->laneLayout().card(1).center().toPoint());
        QCOMPARE(shownNode(), std::string("lock-0000000102")); // it is selected first
        QCOMPARE(released(), std::string("/a//qlock-0000000102"));
        pressMenuKey(*lane);
        QCOMPARE(released(), std::string("/a//qlock-0000000102"));
        QTest::keyClick(lane, Qt::Key_Right);
        pressShiftF10(*lane);
        QCOMPARE(released(), std::string("/a//qlock-0000000103"));
    }

    void aRowOfTheQueueHasIt()
    {
        showLocks({test::mutexLock("/a", 3)});
        m_window->selectLock("/a");
        auto* table = child<QTableView>(u"queueTable"_s);
        rightClick(*table->viewport(), table->visualRect(table->model()->index(2, 1)).center());
        QCOMPARE(shownNode(), std::string("lock-0000000103"));
        QVERIFY(menu().actions().contains(&entry(u"queueTableSave"_s))); // what the table had before
        QCOMPARE(released(), std::string("/a//qlock-0000000103"));
        QTest::keyClick(table, Qt::Key_Up);
        pressMenuKey(*table);
        QCOMPARE(released(), std::string("/a//qlock-0000000102"));
        pressShiftF10(*table);
        QCOMPARE(released(), std::string("/a//qlock-0000000102"));
    }

    void theReasonOfADisabledEntryIsReachedByKeys()
    {
        auto locked = test::liveViewState(test::snapshot({test::mutexLock("/a", 3)}));
        locked.access = ui::WriteAccess::Locked;
        show(locked);
        m_window->selectLock("/a");
        auto* table = child<QTableView>(u"queueTable"_s);
        table->selectRow(0);
        pressShiftF10(*table);
        auto* release = &entry(u"contenderRelease"_s);
        QVERIFY(menu().isVisible() && !release->isEnabled());
        const auto* message = child<ui::ElidedLabel>(u"statusMessage"_s);
        QTest::keyClick(&menu(), Qt::Key_Down);
        QCOMPARE(menu().activeAction(), release);
        QVERIFY(message->isVisible() && message->fullText().contains(u"read-only"_s));
        QCOMPARE(message->fullText(), ui::whyDisabled(*release));
        // An announcement for screen readers.
        QCOMPARE(QAccessible::queryAccessibleInterface(child<QWidget>(u"statusMessage"_s))->text(QAccessible::Name),
                 message->fullText());
        for (auto presses = 0; presses < 3 && menu().activeAction() == release; ++presses)
            QTest::keyClick(&menu(), Qt::Key_Down);
        QVERIFY(menu().activeAction()->isEnabled() && !message->isVisible());
        menu().close();
    }

    /// The holder is what the details show of a lock.
    void aLockHasIt()
    {
        showLocks({test::mutexLock("/a", 3), test::mutexLock("/b", 2)});
        m_window->selectLock("/a");
        auto* tree = child<QTreeView>(u"locksTree"_s);
        const auto other = tree->currentIndex().row() == 0 ? 1 : 0;
        rightClick(*tree->viewport(), tree->visualRect(tree->model()->index(other, 0)).center());
        QCOMPARE(m_window->shownLock()->path, std::string("/b"));
        choose(u"contenderCopyPath"_s);
        QCOMPARE(clipboard(), u"/b"_s);
        pressMenuKey(*tree);
        QVERIFY(menu().actions().contains(&entry(u"locksTreeSave"_s)));
        QCOMPARE(released(), std::string("/b//qlock-0000000101"));
        pressShiftF10(*tree);
        QCOMPARE(released(), std::string("/b//qlock-0000000101"));
    }

    void aBarHasIt()
    {
        test::ShownTimeline shown;
        OwnMenu own;
        shown.panel.setMenu(own.menu);
        auto viewState = shown.story.viewState(30s);
        viewState.session.state = SessionState::Connected;
        own.menu.setViewState(viewState);
        QSignalSpy chosen(&shown.panel, &ui::TimelinePanel::chosen);
        const auto key = [](int number) { return u"/a//q"_s + QString::fromStdString(test::nameOf(number)); };
        rightClick(*shown.view->viewport(), shown.pointAt(25s, test::nameOf(3)));
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(own.released(), key(3));
        pressMenuKey(*shown.view);
        QCOMPARE(own.released(), key(3));
        QTest::keyClick(shown.view, Qt::Key_Up);
        pressShiftF10(*shown.view);
        QCOMPARE(own.released(), key(2));
        // One that has left has only its name.
        rightClick(*shown.view->viewport(), shown.pointAt(15s, test::nameOf(1)));
        QVERIFY(own.menu.isVisible());
        QVERIFY(!own.entry(u"contenderRelease"_s).isEnabled() && !own.entry(u"contenderCopyCommand"_s).isEnabled());
        QVERIFY(own.entry(u"contenderCopyHost"_s).toolTip().contains(u"no longer holds the lock"_s));
        own.entry(u"contenderCopyPath"_s).trigger();
        QCOMPARE(clipboard(), u"/a/"_s + QString::fromStdString(test::nameOf(1)));
        own.menu.close();
    }

    void aNodeOfTheGraphHasIt()
    {
        test::ShownGraph shown;
        OwnMenu own;
        shown.panel.setMenu(own.menu);
        own.menu.setViewState(test::liveViewState(test::deadlock()));
        rightClick(*shown.view->viewport(), shown.view->boxOf("0x7").center());
        QCOMPARE(own.released(), u"/prod/locks/ledger//qlock-0000000103"_s); // where it waits
        pressMenuKey(*shown.view);
        QCOMPARE(own.released(), u"/prod/locks/ledger//qlock-0000000103"_s);
        rightClick(*shown.view->viewport(), shown.view->labelAt("0x2", ui::lockNodeKey("/prod/locks/orders")));
        QCOMPARE(own.released(), u"/prod/locks/orders//qlock-0000000104"_s);
        pressShiftF10(*shown.view);
        QCOMPARE(own.released(), u"/prod/locks/orders//qlock-0000000104"_s);
    }

    void aSessionHasIt()
    {
        ui::SessionsPanel panel;
        OwnMenu own;
        panel.setMenu(own.menu);
        panel.resize(1'000, 220);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        const auto viewState = test::liveViewState(test::snapshot({test::mutexLock("/a", 2)}));
        panel.setViewState(viewState);
        own.menu.setViewState(viewState);
        auto* table = test::childOf<QTableView>(panel, u"sessionsTable"_s);
        QTRY_COMPARE(table->model()->rowCount(), 2); // the holder is the first one
        rightClick(*table->viewport(), table->visualRect(table->model()->index(1, 1)).center());
        own.entry(u"contenderCopySession"_s).trigger();
        QCOMPARE(clipboard(), u"0x166"_s);
        QCOMPARE(own.released(), u"/a//qlock-0000000102"_s);
        QTest::keyClick(table, Qt::Key_Up);
        pressMenuKey(*table);
        QCOMPARE(own.released(), u"/a//qlock-0000000101"_s);
        pressShiftF10(*table);
        QCOMPARE(own.released(), u"/a//qlock-0000000101"_s);
    }

    void allOfASessionAreReleasedTogether()
    {
        ui::SessionsPanel panel;
        OwnMenu own;
        panel.setMenu(own.menu);
        panel.resize(1'000, 220);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        ui::ReleaseSelection wanted;
        connect(&panel, &ui::SessionsPanel::severalWanted, this,
                [&](const ui::ReleaseSelection& selection) { wanted = selection; });
        // Both locks are held by the session 0x165, and waited for by 0x166.
        auto viewState = test::liveViewState(test::snapshot({test::mutexLock("/a", 2), test::mutexLock("/b", 2)}));
        panel.setViewState(viewState);
        auto* table = test::childOf<QTableView>(panel, u"sessionsTable"_s);
        QTRY_COMPARE(table->model()->rowCount(), 2);
        table->selectRow(0);
        pressMenuKey(*table);
        test::childOf<QAction>(panel, u"sessionsReleaseSession"_s)->trigger();
        QCOMPARE(wanted.name, u"0x165"_s);
        QCOMPARE(wanted.targets.size(), 2U);
        QCOMPARE(toString(wanted.targets[1].key), std::string("/b//qlock-0000000101"));
        test::childOf<QAction>(panel, u"sessionsReleaseHost"_s)->trigger();
        QCOMPARE(wanted.name, u"10.20.4.101"_s);
        QCOMPARE(wanted.targets.size(), 2U);
        own.menu.close();
        viewState.access = ui::WriteAccess::Locked;
        panel.setViewState(viewState);
        pressMenuKey(*table);
        const auto* session = test::childOf<QAction>(panel, u"sessionsReleaseSession"_s);
        QVERIFY(!session->isEnabled());
        QVERIFY(session->toolTip().contains(u"read-only"_s));
        own.menu.close();
    }

    void orphansBelowALockAreReleasedTogether()
    {
        auto orphan = test::contender(101, 1'000);
        orphan.details->session = 0;
        show({std::make_shared<inspect::Lock>(test::mutexQueue("/a", {orphan, test::contender(102, 500)})),
              test::mutexLock("/b", 2)});
        ui::ReleaseSelection wanted;
        connect(m_window.get(), &ui::MainWindow::severalWanted, this,
                [&](const ui::ReleaseSelection& selection) { wanted = selection; });
        auto* tree = child<QTreeView>(u"locksTree"_s);
        m_window->selectLock("/a");
        pressMenuKey(*tree);
        choose(u"locksReleaseOrphans"_s);
        QCOMPARE(wanted.name, u"/a"_s);
        QCOMPARE(wanted.targets.size(), 1U);
        QCOMPARE(toString(wanted.targets[0].key), std::string("/a//qlock-0000000101"));
        m_window->selectLock("/b");
        pressMenuKey(*tree);
        QVERIFY(!entry(u"locksReleaseOrphans"_s).isEnabled());
        QVERIFY(entry(u"locksReleaseOrphans"_s).toolTip().contains(u"There is nothing to release."_s));
        menu().close();
    }

    /// The user has chosen from what was there when the menu opened.
    void updatesBelowTheOpenMenuDoNotChangeTheSelectedRows()
    {
        show({test::mutexLock("/a", 3)});
        m_window->selectLock("/a");
        ui::ReleaseSelection wanted;
        connect(m_window.get(), &ui::MainWindow::severalWanted, this,
                [&](const ui::ReleaseSelection& selection) { wanted = selection; });
        auto* table = child<QTableView>(u"queueTable"_s);
        table->selectAll();
        pressShiftF10(*table);
        show({test::mutexLock("/a", 1)});
        QCOMPARE(table->model()->rowCount(), 1);
        choose(u"queueReleaseSelected"_s);
        QCOMPARE(wanted.targets.size(), 3U);
    }

    void updatesBelowTheOpenMenuDoNotChangeTheSession()
    {
        ui::SessionsPanel panel;
        OwnMenu own;
        panel.setMenu(own.menu);
        panel.resize(1'000, 220);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QStringList wanted;
        connect(&panel, &ui::SessionsPanel::severalWanted, this,
                [&](const ui::ReleaseSelection& selection) { wanted << selection.name; });
        panel.setViewState(test::liveViewState(test::snapshot({test::mutexLock("/a", 2)})));
        auto* table = test::childOf<QTableView>(panel, u"sessionsTable"_s);
        QTRY_COMPARE(table->model()->rowCount(), 2);
        table->selectRow(0); // the holder
        pressMenuKey(*table);
        panel.setViewState(test::liveViewState(
            test::snapshot({std::make_shared<inspect::Lock>(test::mutexQueue("/a", {test::contender(102, 500)}))})));
        QTRY_COMPARE(table->model()->rowCount(), 1);
        test::childOf<QAction>(panel, u"sessionsReleaseSession"_s)->trigger();
        test::childOf<QAction>(panel, u"sessionsReleaseHost"_s)->trigger();
        QCOMPARE(wanted, (QStringList{u"0x165"_s, u"10.20.4.101"_s}));
        own.menu.close();
    }

    void updatesBelowTheOpenMenuDoNotChangeTheOrphans()
    {
        const auto orphaned = [](const std::string& path) {
            auto made = test::contender(101, 1'000);
            made.details->session = 0;
            return std::make_shared<inspect::Lock>(test::mutexQueue(path, {made, test::contender(102, 500)}));
        };
        show({orphaned("/a"), orphaned("/b")});
        QStringList wanted;
        connect(m_window.get(), &ui::MainWindow::severalWanted, this,
                [&](const ui::ReleaseSelection& selection) { wanted << selection.name; });
        m_window->selectLock("/a");
        pressMenuKey(*child<QTreeView>(u"locksTree"_s));
        m_window->selectLock("/b");
        show({orphaned("/b")});
        choose(u"locksReleaseOrphans"_s);
        QCOMPARE(wanted, QStringList{u"/a"_s});
    }

    void copiesWhatTheBoxCopies()
    {
        showLocks({test::mutexLock("/a", 2)});
        m_window->selectLock("/a");
        QTest::mouseClick(child<QToolButton>(u"releaseCopyCommand"_s), Qt::LeftButton);
        const auto command = clipboard();
        QVERIFY(command.startsWith(u"lockscopectl release "_s));
        auto* lane = child<ui::QueueLane>(u"queueLane"_s);
        const auto copied = [&](const QString& name) {
            QGuiApplication::clipboard()->clear();
            pressMenuKey(*lane);
            choose(name);
            return clipboard();
        };
        QCOMPARE(copied(u"contenderCopyCommand"_s), command);
        QCOMPARE(copied(u"contenderCopyHost"_s), u"10.20.4.101"_s);
        QCOMPARE(copied(u"contenderCopySession"_s), u"0x165"_s);
        QCOMPARE(copied(u"contenderCopyPath"_s), u"/a/lock-0000000101"_s);
    }

    void showsItElsewhere()
    {
        showLocks({test::mutexLock("/a", 3)});
        m_window->selectLock("/a");
        auto* lane = child<ui::QueueLane>(u"queueLane"_s);
        rightClick(*lane, lane->laneLayout().card(1).center().toPoint());
        choose(u"contenderGraph"_s);
        QTRY_VERIFY(child<QWidget>(u"waitGraphPanel"_s)->isVisible());
        pressMenuKey(*lane);
        choose(u"contenderActivity"_s);
        QTRY_VERIFY(child<QWidget>(u"activityPanel"_s)->isVisible());
        QCOMPARE(child<QLineEdit>(u"activityFilter"_s)->text(), u"worker-102"_s);
        pressMenuKey(*lane);
        choose(u"contenderTimeline"_s);
        QTRY_COMPARE(m_window->focusWidget(), child<QWidget>(u"timelineView"_s));
        QCOMPARE(shownNode(), std::string("lock-0000000102"));
        const auto* timeline = child<ui::TimelineView>(u"timelineView"_s);
        QVERIFY(timeline->isVisible() && timeline->outlinedLane());
        QCOMPARE(timeline->itemAt(static_cast<int>(*timeline->outlinedLane())).name, u"worker-102"_s);
    }

    void whatDoesNotApplySaysWhy()
    {
        auto alone = test::contender(101, 1'000);
        alone.details->session = 0;
        alone.details->host.clear();
        auto locked =
            test::liveViewState(test::snapshot({std::make_shared<inspect::Lock>(test::mutexQueue("/a", {alone}))}));
        locked.access = ui::WriteAccess::Locked;
        show(locked);
        m_window->selectLock("/a");
        pressMenuKey(*child<ui::QueueLane>(u"queueLane"_s));
        const auto why = [this](const QString& name) {
            return entry(name).isEnabled() ? QString() : entry(name).toolTip();
        };
        QVERIFY2(why(u"contenderRelease"_s).contains(u"This connection is read-only."_s),
                 qPrintable(why(u"contenderRelease"_s)));
        QVERIFY(why(u"contenderCopySession"_s).contains(u"This node has no session."_s));
        QVERIFY(why(u"contenderCopyHost"_s).contains(u"The host of this client is unknown."_s));
        QVERIFY(why(u"contenderGraph"_s).contains(u"No waiting clients of this lock are known."_s));
        QVERIFY(why(u"contenderTimeline"_s).contains(u"The timeline has nothing about this lock."_s));
        QVERIFY(entry(u"contenderCopyPath"_s).isEnabled() && entry(u"contenderCopyCommand"_s).isEnabled());
        menu().close();
        show({test::mutexLock("/a", 0)});
        pressMenuKey(*child<QTreeView>(u"locksTree"_s));
        QVERIFY(why(u"contenderRelease"_s).contains(u"No client holds this lock or waits for it."_s));
        menu().close();
    }

    /// Another client must not be released in its place.
    void aClientThatHasLeftMeanwhileIsNotReplaced()
    {
        const auto lock = test::mutexLock("/a", 3);
        showLocks({lock});
        m_window->selectLock("/a");
        auto* lane = child<ui::QueueLane>(u"queueLane"_s);
        rightClick(*lane, lane->laneLayout().card(1).center().toPoint());
        auto rest = lock->queue;
        rest.erase(rest.begin() + 1);
        showLocks({std::make_shared<inspect::Lock>(test::mutexQueue("/a", std::move(rest)))});
        choose(u"contenderRelease"_s);
        QVERIFY(m_wanted.empty());
        QVERIFY(child<ui::ElidedLabel>(u"statusMessage"_s)->fullText().startsWith(u"The client has left the queue."_s));
    }

    void aFolderHasOnlyTheActionsOfTheTree()
    {
        show({test::mutexLock("/folder/a", 2), test::mutexLock("/folder/b", 2)});
        QTest::mouseClick(child<QToolButton>(u"locksAsTree"_s), Qt::LeftButton);
        auto* tree = child<QTreeView>(u"locksTree"_s);
        rightClick(*tree->viewport(), tree->visualRect(tree->model()->index(0, 0)).center());
        QVERIFY(menu().isVisible());
        QVERIFY(!entry(u"contenderRelease"_s).isVisible());
        QVERIFY(menu().actions().contains(&entry(u"locksTreeCopy"_s)));
        menu().close();
    }

    void redisHasOwnersAndNames()
    {
        auto snapshot = std::make_shared<inspect::Snapshot>(*test::snapshot({test::fairLock(0ms, 20s, false)}));
        snapshot->backend = inspect::Backend::Redis;
        show(test::liveViewState(snapshot));
        m_window->selectLock("checkout-12");
        auto* table = child<QTableView>(u"queueTable"_s);
        rightClick(*table->viewport(), table->visualRect(table->model()->index(0, 1)).center());
        QCOMPARE(entry(u"contenderCopySession"_s).text(), u"Copy Owner"_s);
        QCOMPARE(entry(u"contenderCopyPath"_s).text(), u"Copy Lock Name"_s);
        choose(u"contenderCopySession"_s);
        QCOMPARE(clipboard(), QString::fromStdString(test::redisHolder));
        pressMenuKey(*table);
        choose(u"contenderCopyPath"_s);
        QCOMPARE(clipboard(), u"checkout-12"_s);
    }
};

} // namespace lockscope::contenderMenuTest

LOCKSCOPE_TEST(lockscope::contenderMenuTest::ContenderMenuTest)
#include "ContenderMenuTest.moc"
