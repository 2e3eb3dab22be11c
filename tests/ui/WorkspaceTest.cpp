// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The window around its panels: their positions, the menu, and the dialogs about the program itself.

#include "ui/shell/Workspace.h"
#include "tests/support/Test.h"
#include "tests/ui/WindowTest.h"
#include "ui/dialogs/KeysDialog.h"
#include "ui/shell/ConnectionDialogs.h"
#include "ui/shell/ScreenFit.h"

#include <QAbstractScrollArea>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMouseEvent>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>
#include <cstdlib>

namespace lockscope::workspaceTest {

using namespace Qt::StringLiterals;

class WorkspaceTest final : public test::WindowTest {
    Q_OBJECT
    QWidget* panel(const QString& name) { return child<QWidget>(name + u"Panel"_s); }
    QDockWidget* dock(const QString& name) { return child<QDockWidget>(name + u"PanelDock"_s); }
    ui::Workspace* workspace() { return child<ui::Workspace>(u"workspace"_s); }
    void trigger(const QString& action) { child<QAction>(action + u"Action"_s)->trigger(); }
    /// Triggers the entry of a panel's own menu.
    void move(const QString& name, int entry) { child<QMenu>(name + u"PanelMenu"_s)->actions().at(entry)->trigger(); }
    /// Qt keeps an unused tab bar.
    QTabBar* tabs()
    {
        for (auto* bar : workspace()->findChildren<QTabBar*>(u"panelTabs"_s))
            if (bar->isVisible())
                return bar;
        qFatal("no tabs are shown");
    }
    QStringList boxes()
    {
        QStringList lines;
        for (const auto* each : m_window->findChildren<QDockWidget*>())
            lines << u"%1 %2 %3"_s.arg(each->objectName())
                         .arg(workspace()->dockWidgetArea(const_cast<QDockWidget*>(each)))
                         .arg(each->isFloating());
        lines.sort();
        return lines;
    }

    static QString named(const QWidget& widget)
    {
        QStringList names;
        for (const auto* each = &widget; each; each = each->parentWidget())
            names << each->objectName();
        return names.join(u" in "_s);
    }
    static bool isScrolled(const QWidget& widget)
    {
        for (const auto* each = widget.parentWidget(); each; each = each->parentWidget())
            if (qobject_cast<const QAbstractScrollArea*>(each))
                return true;
        return false;
    }

    static bool takesKeys(const QWidget& panel)
    {
        const auto widgets = panel.findChildren<QWidget*>();
        return std::any_of(widgets.begin(), widgets.end(), [](const QWidget* each) {
            return each->isVisible() && each->isEnabled() && (each->focusPolicy() & Qt::TabFocus);
        });
    }

    /// Rows of pixels at the tab bars that are brighter than a border, beside the selected tab.
    QStringList brightLines()
    {
        constexpr auto around = 4;
        const auto image = m_window->grab().toImage();
        const auto limit = qGray(m_window->theme().border.rgb());
        QStringList found;
        for (const auto* bar : m_window->findChildren<QTabBar*>()) {
            if (!bar->isVisible())
                continue;
            const QRect area(bar->mapTo(m_window.get(), QPoint()), bar->size());
            const auto selected = bar->tabRect(bar->currentIndex()).translated(area.topLeft());
            const auto rows = area.adjusted(0, -around, 0, around) & image.rect();
            for (auto y = rows.top(); y <= rows.bottom(); ++y) {
                auto pixels = 0;
                auto bright = 0;
                for (auto x = rows.left(); x <= rows.right(); ++x) {
                    if (x >= selected.left() && x <= selected.right())
                        continue;
                    ++pixels;
                    bright += qGray(image.pixel(x, y)) > limit + 2 ? 1 : 0;
                }
                if (2 * bright > pixels && pixels > 0)
                    found << u"%1: row %2"_s.arg(named(*bar)).arg(y - area.top());
            }
        }
        return found;
    }

    /// The positions of the borders depend on the resize steps, by a pixel or two.
    static bool isAbout(int actual, int wanted) { return std::abs(actual - wanted) <= 4; }
    /// Only the tabs of the bottom are visible in it, and the side panel is a drawer.
    void openNarrow()
    {
        show({test::mutexLock("/locks/orders", 8)});
        m_window->resize(1'024, 640);
        QTRY_VERIFY(child<QWidget>(u"drawerRail"_s)->isVisible() && !panel(u"side"_s)->isVisible());
        QTRY_VERIFY(!panel(u"simulation"_s)->isVisible());
    }
    void click(int tab) { QTest::mouseClick(tabs(), Qt::LeftButton, {}, tabs()->tabRect(tab).center()); }
    void doubleClick(QTabBar* bar, int tab)
    {
        QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
        QTest::mouseDClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
        QTest::mouseRelease(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
        QCoreApplication::processEvents(); // the fold state is restored asynchronously
    }

    static constexpr int shown = 0;
    static constexpr int toTheRight = 3;
    static constexpr int toTheBottom = 4;
    static constexpr int intoAWindow = 5;
    static constexpr int toTheMiddle = 6;

private Q_SLOTS:
    /// With the simulation in front.
    void init()
    {
        openWindow();
        trigger(u"simulationPanelGo"_s);
    }
    void cleanup() { closeWindow(); }

    void theFirstStartShowsTheActivity()
    {
        makeWindow();
        showWindow();
        QTRY_VERIFY(panel(u"activity"_s)->isVisible());
        QVERIFY(!panel(u"simulation"_s)->isVisible());
    }

    void whatLiesBehindATabIsHidden()
    {
        QTRY_VERIFY(panel(u"simulation"_s)->isVisible());
        for (const auto& name : {u"waitGraph"_s, u"sessions"_s, u"activity"_s, u"statistics"_s, u"audit"_s})
            QTRY_VERIFY2(!panel(name)->isVisible(), qPrintable(name));
        for (const auto& name : {u"locks"_s, u"findings"_s, u"details"_s})
            QVERIFY2(panel(name)->isVisible(), qPrintable(name));
        auto* bar = tabs();
        QCOMPARE(bar->count(), 6);
        bar->setCurrentIndex(2);
        QTRY_VERIFY(panel(u"sessions"_s)->isVisible());
        QTRY_VERIFY(!panel(u"simulation"_s)->isVisible());
    }

    void everyPanelIsReachedByItsKey()
    {
        const std::pair<Qt::Key, QString> keys[] = {
            {Qt::Key_1, u"middle"_s},          {Qt::Key_2, u"waitGraphPanel"_s},  {Qt::Key_3, u"locksPanel"_s},
            {Qt::Key_4, u"findingsPanel"_s},   {Qt::Key_5, u"activityPanel"_s},   {Qt::Key_6, u"sessionsPanel"_s},
            {Qt::Key_7, u"simulationPanel"_s}, {Qt::Key_8, u"statisticsPanel"_s}, {Qt::Key_9, u"auditPanel"_s},
            {Qt::Key_0, u"serversPanel"_s},    {Qt::Key_I, u"sidePanel"_s}};
        show({test::mutexLock("/locks/orders", 8)});
        for (const auto& [key, name] : keys) {
            QTest::keyClick(m_window.get(), key, Qt::ControlModifier);
            auto* reached = child<QWidget>(name);
            QTRY_VERIFY2(reached->isVisible(), qPrintable(name));
            QVERIFY2(!takesKeys(*reached) || reached->isAncestorOf(m_window->focusWidget()), qPrintable(name));
        }
    }

    /// Header, finding and lane of the lock stay.
    void theGraphTakesThePlaceOfTheQueue()
    {
        show({test::mutexLock("/locks/orders", 8)});
        auto* centre = child<QWidget>(u"guestFrame"_s);
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
        QTRY_VERIFY(panel(u"waitGraph"_s)->isVisible());
        QVERIFY(centre->isAncestorOf(panel(u"waitGraph"_s)));
        auto* table = child<QTableView>(u"queueTable"_s);
        QVERIFY(!table->isVisible() && !child<QWidget>(u"timelineView"_s)->isVisible());
        for (const auto& name : {u"queueHeader"_s, u"findingStrip"_s, u"queueLane"_s})
            QVERIFY2(child<QWidget>(name)->isVisible(), qPrintable(name));
        const auto bottomOfLane = child<QWidget>(u"laneFrame"_s)->mapTo(m_window.get(), QPoint()).y();
        QVERIFY(bottomOfLane < panel(u"waitGraph"_s)->mapTo(m_window.get(), QPoint()).y());
        QVERIFY(panel(u"simulation"_s)->isVisible()); // the bottom stays
        QTest::keyClick(m_window.get(), Qt::Key_1, Qt::ControlModifier);
        QTRY_VERIFY(table->isVisible());
        QVERIFY(!panel(u"waitGraph"_s)->isVisible());
        QCOMPARE(dock(u"waitGraph"_s)->widget(), panel(u"waitGraph"_s));
        // Without a connection the first steps are visible.
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
        show(ui::ViewState());
        QVERIFY(panel(u"welcome"_s)->isVisible());
    }

    /// Visible where there is room, and as long as the queue is not in the middle.
    void aSwitchShowsQueueOrGraph()
    {
        show({test::mutexLock("/locks/orders", 8)});
        auto* queue = child<QToolButton>(u"centreQueue"_s);
        auto* graph = child<QToolButton>(u"centreGraph"_s);
        QVERIFY(!queue->isVisible()); // at 1440
        const auto ofGraph = child<QWidget>(u"centreSwitch"_s)->sizeHint().width();
        m_window->resize(2200, 900);
        QTRY_VERIFY(queue->isVisible() && queue->isChecked() && !graph->isChecked());
        QVERIFY2(graph->text().contains(u"Ctrl+2"_s), qPrintable(graph->text()));
        QVERIFY(child<QWidget>(u"centreSwitch"_s)->sizeHint().width() > ofGraph);
        QTest::mouseClick(graph, Qt::LeftButton);
        QTRY_VERIFY(panel(u"waitGraph"_s)->isVisible() && graph->isChecked() && !queue->isChecked());
        QTest::keyClick(queue, Qt::Key_Space);
        QTRY_VERIFY(child<QTableView>(u"queueTable"_s)->isVisible() && queue->isChecked());
        QVERIFY(!panel(u"waitGraph"_s)->isVisible());
        // By the shortcut, in a window without room for it: the way back is visible.
        m_window->resize(1440, 900);
        QTRY_VERIFY(!queue->isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
        QTRY_VERIFY(queue->isVisible() && graph->isChecked());
        // Another panel is neither.
        move(u"activity"_s, toTheMiddle);
        QTRY_VERIFY(panel(u"activity"_s)->isVisible());
        QVERIFY(queue->isVisible() && !queue->isChecked() && !graph->isChecked());
        QTest::mouseClick(queue, Qt::LeftButton);
        QTRY_VERIFY(child<QTableView>(u"queueTable"_s)->isVisible());
    }

    /// The graph of all locks does not need a selected lock.
    void theGraphIsShownWithoutALock()
    {
        show(std::vector<test::LockPtr>());
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
        QTRY_VERIFY(panel(u"waitGraph"_s)->isVisible());
        QVERIFY(!child<QWidget>(u"laneFrame"_s)->isVisible());
        QTest::mouseClick(child<QToolButton>(u"centreQueue"_s), Qt::LeftButton);
        QTRY_COMPARE(text(u"queueEmptyTitle"_s), u"No locks found"_s);
        QTRY_VERIFY(child<QWidget>(u"queueEmptyTitle"_s)->isVisible());
    }

    void aDoubleClickMovesAPanelToTheMiddleAndBack()
    {
        show({test::mutexLock("/locks/orders", 8)});
        auto* centre = child<QWidget>(u"guestFrame"_s);
        auto* activity = panel(u"activity"_s);
        const auto doubleClick = [&] {
            auto* bar = tabs();
            for (auto tab = 0; tab < bar->count(); ++tab) {
                if (bar->tabText(tab) != dock(u"activity"_s)->windowTitle())
                    continue;
                QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center()); // its first half
                QTest::mouseDClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
            }
        };
        doubleClick();
        QTRY_VERIFY(activity->isVisible() && centre->isAncestorOf(activity));
        QVERIFY(!child<QWidget>(u"queueTable"_s)->isVisible());
        QTRY_VERIFY(child<QLabel>(u"activityPanelNote"_s)->isVisible());
        doubleClick();
        QTRY_VERIFY(activity->isVisible() && dock(u"activity"_s)->isAncestorOf(activity));
        QVERIFY(child<QWidget>(u"queueTable"_s)->isVisible());
        // Another one takes the place of the first.
        doubleClick();
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
        QTRY_VERIFY(centre->isAncestorOf(panel(u"waitGraph"_s)) && dock(u"activity"_s)->isAncestorOf(activity));
        move(u"activity"_s, toTheMiddle);
        QTRY_VERIFY(centre->isAncestorOf(activity) && activity->isVisible());
        trigger(u"resetLayout"_s);
        QTRY_VERIFY(child<QWidget>(u"queueTable"_s)->isVisible());
        QVERIFY(dock(u"waitGraph"_s)->isAncestorOf(panel(u"waitGraph"_s)) &&
                dock(u"activity"_s)->isAncestorOf(activity));
    }

    void theVisiblePanelsAreReachedInTurn()
    {
        show({test::mutexLock("/locks/orders", 8)});
        QTest::keyClick(m_window.get(), Qt::Key_3, Qt::ControlModifier);
        const auto focused = [this] {
            for (const auto& name :
                 {u"locksPanel"_s, u"findingsPanel"_s, u"queuePanel"_s, u"sidePanel"_s, u"simulationPanel"_s})
                if (child<QWidget>(name)->isAncestorOf(m_window->focusWidget()))
                    return name;
            return m_window->focusWidget()->objectName();
        };
        QStringList order{focused()};
        for (auto i = 0; i < 5; ++i) { // without servers, their panel takes no keys
            QTest::keyClick(m_window.get(), Qt::Key_F6);
            order << focused();
        }
        QCOMPARE(order, (QStringList{u"locksPanel"_s, u"findingsPanel"_s, u"queuePanel"_s, u"sidePanel"_s,
                                     u"simulationPanel"_s, u"locksPanel"_s}));
        QTest::keyClick(m_window.get(), Qt::Key_F6, Qt::ShiftModifier);
        QCOMPARE(focused(), u"simulationPanel"_s);
        QTest::keyClick(m_window.get(), Qt::Key_3, Qt::ControlModifier);
        QTest::keyClick(m_window.get(), Qt::Key_J, Qt::ControlModifier);
        QCOMPARE(focused(), u"simulationPanel"_s);
    }

    void aPanelIsHiddenAndComesBack()
    {
        move(u"findings"_s, shown);
        QTRY_VERIFY(!panel(u"findings"_s)->isVisible());
        trigger(u"findingsPanelGo"_s);
        QTRY_VERIFY(panel(u"findings"_s)->isVisible());
    }

    void aPanelGoesToAnotherSide()
    {
        move(u"findings"_s, toTheRight);
        QCOMPARE(workspace()->dockWidgetArea(dock(u"findings"_s)), Qt::RightDockWidgetArea);
        QTRY_VERIFY(panel(u"findings"_s)->isVisible());
        move(u"findings"_s, toTheBottom);
        QCOMPARE(tabs()->count(), 7);
        QTRY_VERIFY(panel(u"findings"_s)->isVisible());
        QTRY_VERIFY(!panel(u"simulation"_s)->isVisible());
    }

    void aPanelHasAWindowOfItsOwn()
    {
        move(u"waitGraph"_s, intoAWindow);
        QVERIFY(dock(u"waitGraph"_s)->isWindow());
        QTRY_VERIFY(panel(u"waitGraph"_s)->isVisible());
        QVERIFY(!dock(u"waitGraph"_s)->titleBarWidget()); // shown, so that the panel can be moved and closed
        move(u"waitGraph"_s, toTheBottom);
        QVERIFY(!dock(u"waitGraph"_s)->isWindow());
        QVERIFY(dock(u"waitGraph"_s)->titleBarWidget());
    }

    void nothingMovesByMistake()
    {
        QVERIFY(!dock(u"locks"_s)->features().testFlag(QDockWidget::DockWidgetMovable));
        QCOMPARE(dock(u"locks"_s)->titleBarWidget()->height(), 0);
        trigger(u"arrangePanels"_s);
        QVERIFY(dock(u"locks"_s)->features().testFlag(QDockWidget::DockWidgetMovable));
        QVERIFY(!dock(u"locks"_s)->titleBarWidget());
        trigger(u"arrangePanels"_s);
        QVERIFY(dock(u"locks"_s)->titleBarWidget());
    }

    void bordersMoveByKeys()
    {
        const auto press = [this](Qt::Key key) {
            QTest::keyClick(m_window->focusWidget(), key, Qt::AltModifier | Qt::ShiftModifier);
        };
        show({test::mutexLock("/locks/orders", 8)});
        QTest::keyClick(m_window.get(), Qt::Key_3, Qt::ControlModifier);
        const auto width = panel(u"locks"_s)->width();
        const auto height = panel(u"locks"_s)->height();
        press(Qt::Key_Right);
        QTRY_VERIFY(panel(u"locks"_s)->width() > width);
        m_window->resize(m_window->size() - QSize(10, 0)); // as when the user has moved the border by mouse
        QVERIFY(panel(u"locks"_s)->width() > width);
        const auto wide = panel(u"locks"_s)->width();
        press(Qt::Key_Left);
        QTRY_VERIFY(panel(u"locks"_s)->width() < wide);
        press(Qt::Key_Down);
        QTRY_VERIFY(panel(u"locks"_s)->height() < height);
        const auto low = panel(u"locks"_s)->height();
        press(Qt::Key_Up);
        QTRY_VERIFY(panel(u"locks"_s)->height() > low);
        // The middle takes its room from its neighbour.
        QTest::keyClick(m_window.get(), Qt::Key_1, Qt::ControlModifier);
        const auto side = panel(u"side"_s)->width();
        press(Qt::Key_Left);
        QTRY_VERIFY(panel(u"side"_s)->width() > side);
    }

    void resetPutsEverythingBack()
    {
        const auto before = boxes();
        const auto height = panel(u"locks"_s)->height();
        move(u"findings"_s, toTheBottom);
        move(u"locks"_s, toTheRight);
        move(u"audit"_s, intoAWindow);
        move(u"side"_s, shown);
        QVERIFY(boxes() != before);
        trigger(u"resetLayout"_s);
        QCOMPARE(boxes(), before);
        QTRY_COMPARE(panel(u"locks"_s)->height(), height);
        QTRY_VERIFY(panel(u"activity"_s)->isVisible());
        QTRY_VERIFY(child<QWidget>(u"sidePanel"_s)->isVisible());
    }

    /// New tab bars of Qt would draw a line of the style below the tabs.
    void resetLeavesNoBrightLineAtTheTabs()
    {
        QTRY_VERIFY2(brightLines().isEmpty(), qPrintable(brightLines().join(u'\n')));
        move(u"findings"_s, toTheBottom);
        move(u"locks"_s, toTheBottom);
        move(u"sessions"_s, toTheRight);
        QTRY_VERIFY2(brightLines().isEmpty(), qPrintable(brightLines().join(u'\n')));
        trigger(u"resetLayout"_s);
        QTRY_VERIFY(panel(u"activity"_s)->isVisible());
        QTRY_VERIFY2(brightLines().isEmpty(), qPrintable(brightLines().join(u'\n')));
        // The check itself finds a line.
        QWidget line(tabs());
        line.setStyleSheet(u"background: %1"_s.arg(m_window->theme().text.name()));
        line.setGeometry(0, tabs()->height() - 1, tabs()->width(), 1);
        line.show();
        QTRY_COMPARE(brightLines().size(), 1);
    }

    void theNextStartLooksLikeTheLast()
    {
        move(u"findings"_s, toTheBottom);
        move(u"locks"_s, toTheRight);
        move(u"audit"_s, shown);
        // With room for a title bar: newer Qt leaves some.
        const QSize size = m_window->screen()->availableSize().expandedTo(ui::MainWindow::leastSize) - QSize(0, 60);
        m_window->resize(size);
        const auto wanted = boxes();
        QTRY_VERIFY(!panel(u"findings"_s)->isVisible()); // at the bottom of a narrow window
        const auto kept = m_window->arrangement();
        makeWindow();
        m_window->restore(kept);
        QCOMPARE(m_window->arrangement().size(), kept.size()); // also before it is shown
        showWindow();
        QCOMPARE(boxes(), wanted);
        QCOMPARE(m_window->size(), size);
        QVERIFY(!dock(u"audit"_s)->isVisible());
        QVERIFY(!panel(u"findings"_s)->isVisible());
        m_window->findChild<QAction*>(u"bottomPanelAction"_s)->trigger();
        QTRY_VERIFY(panel(u"findings"_s)->isVisible());
    }

    void aPanelThatIsNoMoreIsLeftOut_data()
    {
        QTest::addColumn<bool>("isHidden");
        QTest::newRow("hidden") << true;
        QTest::newRow("in front") << false;
    }
    /// As in versions that had a diagnostics panel.
    void aPanelThatIsNoMoreIsLeftOut()
    {
        QFETCH(bool, isHidden);
        move(u"findings"_s, toTheRight);
        move(u"audit"_s, shown);
        const auto wanted = boxes();
        const auto size = m_window->arrangement().size();
        auto* gone = new QDockWidget(workspace());
        gone->setObjectName(u"diagnosticsPanelDock"_s);
        workspace()->addDockWidget(Qt::BottomDockWidgetArea, gone);
        workspace()->tabifyDockWidget(dock(u"statistics"_s), gone);
        gone->setHidden(isHidden);
        gone->raise();
        const auto kept = m_window->arrangement();
        QVERIFY(kept.size() > size);
        makeWindow();
        m_window->restore(kept);
        showWindow();
        QCOMPARE(boxes(), wanted);
        QTRY_COMPARE(tabs()->count(), 5);
        QTRY_VERIFY(panel(u"findings"_s)->isVisible());
        QVERIFY(dock(u"audit"_s)->isHidden());
        trigger(u"activityPanelGo"_s);
        QTRY_VERIFY(panel(u"activity"_s)->isVisible());
    }

    void whatIsNoArrangementChangesNothing()
    {
        const auto before = boxes();
        for (const auto& bytes : {QByteArray(), QByteArray("nonsense"), m_window->arrangement().left(40)}) {
            makeWindow();
            m_window->restore(bytes);
            showWindow();
            QCOMPARE(boxes(), before);
            QTRY_VERIFY(panel(u"locks"_s)->isVisible());
        }
    }

    void aReplayOpensNoPanelAndBringsNoneBack()
    {
        move(u"activity"_s, shown);
        QTRY_VERIFY(dock(u"activity"_s)->isHidden());
        auto replay = test::liveViewState(test::snapshot({test::mutexLock("/locks/orders", 8)}));
        replay.source = ui::SourceState::Replay;
        show(replay);
        QVERIFY(dock(u"activity"_s)->isHidden());
        move(u"findings"_s, shown);
        show(ui::ViewState());
        QVERIFY(dock(u"findings"_s)->isHidden());
        QTRY_VERIFY(panel(u"simulation"_s)->isVisible());
    }

    void theSmallestWindowShowsEverything()
    {
        m_window->resize(m_window->minimumSize());
        show({test::mutexLock("/locks/orders", 8)});
        QTRY_COMPARE(m_window->size(), QSize(960, 540));
        for (const auto* each : m_window->findChildren<QDockWidget*>()) {
            if (each->widget()->isVisible())
                QVERIFY2(m_window->rect().contains(QRect(each->mapTo(m_window.get(), QPoint()), each->size())),
                         qPrintable(each->objectName()));
        }
        // A widget outside of scroll areas is completely visible.
        for (const auto* each : m_window->findChildren<QWidget*>()) {
            if (!each->isVisible() || isScrolled(*each))
                continue;
            if (const auto* bar = qobject_cast<const QTabBar*>(each))
                QTRY_VERIFY2(bar->tabRect(bar->count() - 1).right() < bar->width(), qPrintable(bar->objectName()));
            else if (qobject_cast<const QAbstractButton*>(each) || qobject_cast<const QLabel*>(each) ||
                     qobject_cast<const QLineEdit*>(each) || qobject_cast<const QComboBox*>(each))
                QTRY_VERIFY2(each->visibleRegion().boundingRect() == each->rect(), qPrintable(named(*each)));
        }
    }

    /// Saved on a larger screen than the current one.
    void aSavedGeometryIsCutToTheScreen()
    {
        m_window->setGeometry(QRect(m_window->screen()->availableGeometry().bottomRight(), QSize(4'000, 3'000)));
        const auto kept = m_window->arrangement();
        makeWindow();
        m_window->restore(kept);
        const auto available = m_window->screen()->availableGeometry();
        QVERIFY2(QRect(available.topLeft(), available.size().expandedTo(ui::MainWindow::leastSize))
                     .contains(m_window->geometry()),
                 qPrintable(u"%1x%2"_s.arg(m_window->width()).arg(m_window->height())));
        // Including the frame, whose size is known after it is drawn.
        showWindow();
        m_window->setGeometry({available.topLeft(), available.size().expandedTo(ui::MainWindow::leastSize)});
        ui::fitToScreen(*m_window);
        QVERIFY(m_window->frameGeometry().top() >= available.top());
        QVERIFY(m_window->frameGeometry().bottom() <= available.bottom());
    }

    void theDrawerGoesToTheMiddleAndBack()
    {
        openNarrow();
        auto* side = panel(u"side"_s);
        auto* rail = child<QWidget>(u"drawerRail"_s);
        auto* frame = child<QWidget>(u"drawer"_s);
        auto* centre = child<QWidget>(u"guestFrame"_s);
        move(u"side"_s, toTheMiddle);
        QTRY_VERIFY(side->isVisible() && centre->isAncestorOf(side));
        trigger(u"middleGo"_s);
        QTRY_VERIFY(rail->isVisible() && !side->isVisible());
        trigger(u"sidePanelGo"_s);
        QTRY_VERIFY(side->isVisible() && frame->isAncestorOf(side));
        QVERIFY(rail->isVisible());
        // In the middle it stays there, whatever the width.
        move(u"side"_s, toTheMiddle);
        for (const auto width : {1'440, 1'024}) {
            m_window->resize(width, 640);
            QTRY_COMPARE(m_window->width(), width);
            QVERIFY(side->isVisible() && centre->isAncestorOf(side));
            trigger(u"sidePanelGo"_s);
            QVERIFY(!frame->isVisible() && side->isAncestorOf(m_window->focusWidget()));
        }
        trigger(u"middleGo"_s);
        QTRY_VERIFY(rail->isVisible() && !side->isVisible());
        move(u"side"_s, toTheMiddle);
        m_window->resize(1'440, 900);
        trigger(u"middleGo"_s);
        QTRY_VERIFY(side->isVisible() && dock(u"side"_s)->isAncestorOf(side) && side->width() >= 300);
    }

    void aFoldedPanelIsVisibleElsewhere()
    {
        openNarrow();
        for (const auto entry : {intoAWindow, toTheRight}) {
            move(u"activity"_s, entry);
            QTRY_VERIFY(panel(u"activity"_s)->isVisible() && panel(u"activity"_s)->height() > 50);
            QVERIFY(!panel(u"simulation"_s)->isVisible());
            move(u"activity"_s, toTheBottom);
            QTRY_VERIFY(panel(u"activity"_s)->isVisible() && panel(u"activity"_s)->height() > 50); // opened there
            click(tabs()->currentIndex());
            QTRY_VERIFY(!panel(u"activity"_s)->isVisible());
        }
    }

    void noKeyGoesIntoAFoldedPanel()
    {
        openNarrow();
        auto* simulation = panel(u"simulation"_s);
        for (const auto& key : {u"bottomPanel"_s, u"simulationPanelGo"_s}) {
            trigger(key); // opens it
            QTRY_VERIFY(simulation->isVisible() && simulation->height() > 80);
            QVERIFY(simulation->isAncestorOf(m_window->focusWidget()));
            click(tabs()->currentIndex());
            QTRY_VERIFY(!simulation->isVisible());
            QVERIFY(!simulation->isAncestorOf(QApplication::focusWidget()));
        }
        // Another tab while they are folded.
        tabs()->setCurrentIndex(0);
        QCoreApplication::processEvents();
        QVERIFY(!panel(u"activity"_s)->isVisible());
        trigger(u"bottomPanel"_s);
        QTRY_VERIFY(panel(u"activity"_s)->isVisible() && !simulation->isVisible());
    }

    void theRailIsReachedInTurn()
    {
        openNarrow();
        trigger(u"middleGo"_s);
        auto* rail = child<QWidget>(u"drawerRail"_s);
        trigger(u"nextPanel"_s);
        QVERIFY(rail->isAncestorOf(m_window->focusWidget()));
        QVERIFY(!panel(u"side"_s)->isVisible());
        trigger(u"nextPanel"_s); // the folded one
        QTRY_VERIFY(panel(u"simulation"_s)->isVisible());
        QVERIFY(panel(u"simulation"_s)->isAncestorOf(m_window->focusWidget()));
        trigger(u"previousPanel"_s);
        QVERIFY(rail->isAncestorOf(m_window->focusWidget()));
        trigger(u"previousPanel"_s);
        QVERIFY(child<QWidget>(u"middle"_s)->isAncestorOf(m_window->focusWidget()));
    }

    void aKeyGivesAFoldedPanelTheHeightThatAClickGives()
    {
        openNarrow();
        click(0);
        auto* activity = panel(u"activity"_s);
        QTRY_VERIFY(activity->isVisible() && activity->height() > 80);
        const auto wanted = activity->height();
        closeWindow();
        openWindow();
        openNarrow();
        trigger(u"activityPanelGo"_s);
        activity = panel(u"activity"_s);
        QTRY_VERIFY2(isAbout(activity->height(), wanted), qPrintable(QString::number(activity->height())));
    }

    void aDoubleClickDoesNotFold()
    {
        openNarrow();
        auto* simulation = panel(u"simulation"_s);
        auto* activity = panel(u"activity"_s);
        doubleClick(tabs(), 0);
        QTRY_VERIFY(child<QWidget>(u"guestFrame"_s)->isAncestorOf(activity));
        QTRY_COMPARE(dock(u"activity"_s)->maximumHeight(), 0);
        doubleClick(tabs(), 0);
        QTRY_VERIFY(dock(u"activity"_s)->isAncestorOf(activity));
        QTRY_VERIFY(!activity->isVisible());
        trigger(u"simulationPanelGo"_s);
        QTRY_VERIFY(simulation->isVisible());
        doubleClick(tabs(), 0);
        QTRY_VERIFY(activity->isVisible());
        QVERIFY(dock(u"activity"_s)->maximumHeight() > 0);
    }

    void aRightClickOnATabOpensThePanelsMenu()
    {
        openNarrow();
        auto* bar = tabs();
        const auto front = bar->currentIndex();
        const auto at = bar->tabRect(0).center();
        for (const auto button : {Qt::RightButton, Qt::MiddleButton}) {
            QTest::mouseClick(bar, button, {}, at);
            QCoreApplication::processEvents();
            QCOMPARE(dock(u"activity"_s)->maximumHeight(), 0); // still folded
            QCOMPARE(bar->currentIndex(), front);
        }
        const auto isOpened = [&](QContextMenuEvent::Reason reason, const QString& name) {
            QContextMenuEvent asked(reason, at, bar->mapToGlobal(at));
            QCoreApplication::sendEvent(bar, &asked);
            auto* menu = child<QMenu>(name + u"PanelMenu"_s);
            const bool isVisible = menu->isVisible();
            menu->close();
            return isVisible;
        };
        QVERIFY(isOpened(QContextMenuEvent::Mouse, u"activity"_s));
        QVERIFY(isOpened(QContextMenuEvent::Keyboard, u"simulation"_s)); // of the current tab
        QVERIFY(!panel(u"activity"_s)->isVisible());
    }

    void onlyTheTabsOfTheBottomFoldIt()
    {
        openNarrow();
        workspace()->tabifyDockWidget(dock(u"locks"_s), dock(u"findings"_s));
        const auto barOf = [this](const QString& name) -> QTabBar* {
            for (auto* bar : workspace()->findChildren<QTabBar*>(u"panelTabs"_s))
                if (bar->isVisible() && bar->tabText(0) == dock(name)->windowTitle())
                    return bar;
            return nullptr;
        };
        QTRY_VERIFY(barOf(u"locks"_s));
        auto* left = barOf(u"locks"_s);
        for (auto tab : {0, 1, 1}) {
            QTest::mouseClick(left, Qt::LeftButton, {}, left->tabRect(tab).center());
            QCoreApplication::processEvents();
            QCOMPARE(dock(u"simulation"_s)->maximumHeight(), 0);
        }
    }

    void aGraphInItsOwnWindowStaysThere()
    {
        show({test::mutexLock("/locks/orders", 8)});
        move(u"waitGraph"_s, intoAWindow);
        QTRY_VERIFY(panel(u"waitGraph"_s)->isVisible());
        trigger(u"waitGraphPanelGo"_s);
        QVERIFY(dock(u"waitGraph"_s)->isWindow() && dock(u"waitGraph"_s)->isAncestorOf(panel(u"waitGraph"_s)));
        QVERIFY(panel(u"queue"_s)->isVisible());
    }

    /// The borders follow the size of the window until the user has moved one.
    void aRailHasNoBorderToMove()
    {
        auto* locks = panel(u"locks"_s);
        const auto wanted = locks->width();
        openNarrow();
        QTRY_VERIFY(locks->width() < wanted - 20);
        trigger(u"sidePanelGo"_s);
        QTRY_VERIFY(panel(u"side"_s)->isVisible());
        child<QTableView>(u"queueTable"_s)->setFocus();
        trigger(u"narrowerPanel"_s);
        m_window->resize(1'440, 900);
        QTRY_VERIFY2(isAbout(locks->width(), wanted), qPrintable(QString::number(locks->width())));
    }

    /// The bottom panels fold in favour of the queue, and unfold when they are opened.
    void aVeryLowWindowFoldsTheBottom()
    {
        show({test::mutexLock("/locks/orders", 8)});
        m_window->resize(m_window->minimumSize());
        QTRY_VERIFY(panel(u"simulation"_s)->height() < 10);
        const auto* lane = child<QWidget>(u"queueLane"_s);
        QTRY_COMPARE(lane->height(), lane->sizeHint().height());
        QVERIFY(lane->visibleRegion().boundingRect() == lane->rect());
        auto* table = child<QTableView>(u"queueTable"_s);
        QTRY_VERIFY(table->viewport()->height() >= 6 * table->rowHeight(0));
        click(tabs()->currentIndex());
        QTRY_VERIFY(panel(u"simulation"_s)->height() > 80);
        click(tabs()->currentIndex());
        QTRY_VERIFY(panel(u"simulation"_s)->height() < 10);
        child<QAction>(u"simulationPanelGoAction"_s)->trigger(); // by its shortcut
        QTRY_VERIFY(panel(u"simulation"_s)->height() > 80);
        m_window->resize(1440, 900);
        QTRY_VERIFY(panel(u"simulation"_s)->height() > 80);
    }

    void aLowWindowLeavesRoomForTheLocks()
    {
        auto* bottom = panel(u"simulation"_s);
        QTRY_VERIFY(bottom->height() > 200);
        const auto wanted = bottom->height();
        m_window->resize(m_window->minimumSize());
        QTRY_VERIFY2(bottom->height() < 150, qPrintable(QString::number(bottom->height())));
        m_window->resize(1440, 900);
        QTRY_VERIFY2(isAbout(bottom->height(), wanted), qPrintable(QString::number(bottom->height())));
        // A border moved by the user stays in place.
        const auto border = tabs()->mapTo(workspace(), QPoint(300, -1));
        const auto mouse = [&](QEvent::Type type, const QPoint& at, Qt::MouseButton button, Qt::MouseButtons held) {
            QMouseEvent event(type, at, workspace()->mapToGlobal(at), button, held, {});
            QCoreApplication::sendEvent(workspace(), &event);
        };
        const auto target = border - QPoint(0, 60);
        mouse(QEvent::MouseButtonPress, border, Qt::LeftButton, Qt::LeftButton);
        mouse(QEvent::MouseMove, target, Qt::NoButton, Qt::LeftButton);
        QCoreApplication::processEvents(); // Qt moves it asynchronously
        mouse(QEvent::MouseButtonRelease, target, Qt::LeftButton, Qt::NoButton);
        QTRY_VERIFY2(bottom->height() > wanted + 30, qPrintable(QString::number(bottom->height())));
        const auto chosen = bottom->height();
        m_window->resize(1440, 880);
        m_window->resize(1440, 900);
        QTRY_VERIFY2(isAbout(bottom->height(), chosen), qPrintable(QString::number(bottom->height())));
        trigger(u"resetLayout"_s);
        trigger(u"simulationPanelGo"_s);
        QTRY_VERIFY2(isAbout(bottom->height(), wanted), qPrintable(QString::number(bottom->height())));
    }

    void aWideWindowShowsAllThatAReleaseMeans()
    {
        show({test::mutexLock("/locks/orders", 8)});
        for (const auto& name : {u"releaseAsk"_s, u"releaseWait"_s, u"releaseDelete"_s, u"releaseRisk"_s,
                                 u"contenderFactsValue0"_s, u"contenderFactsValue6"_s}) {
            const auto* label = child<QLabel>(name);
            QTRY_VERIFY2(label->visibleRegion().boundingRect() == label->rect(), qPrintable(name));
        }
    }

    void theFinderDoesThings()
    {
        auto* finder = child<QLineEdit>(u"finder"_s);
        show(ui::ViewState());
        finder->setFocus();
        QTest::keyClicks(finder, u"keyb"_s); // without any snapshot
        auto* list = child<QListView>(u"finderList"_s);
        QCOMPARE(list->model()->rowCount(), 1);
        const auto first = list->model()->index(0, 0).data().toString();
        QVERIFY2(first.contains(u"F1"_s), qPrintable(first));
        QTest::keyClick(list, Qt::Key_Return);
        QTRY_VERIFY(m_window->findChild<ui::KeysDialog*>());
        QCOMPARE(finder->text(), QString());
        QTest::keyClicks(finder, u"refresh"_s); // not available now
        QCOMPARE(list->model()->index(0, 0).flags(), Qt::ItemFlags(Qt::NoItemFlags));
    }

    void aLockComesBeforeWhatCanBeDone()
    {
        show({test::mutexLock("/locks/release", 2)});
        auto* finder = child<QLineEdit>(u"finder"_s);
        QTest::keyClicks(finder, u"release"_s);
        const auto* model = child<QListView>(u"finderList"_s)->model();
        QCOMPARE(model->rowCount(), 3); // and the panel
        QVERIFY(model->index(0, 0).data().toString().startsWith(u"/locks/release"_s));
        QVERIFY(model->index(1, 0).data().toString().startsWith(u"Release"_s));
    }

    void everyShortcutStandsInTheOverview()
    {
        trigger(u"keys"_s);
        const auto* list = child<QTreeWidget>(u"keysList"_s);
        for (const auto* action : m_window->actions()) {
            if (!action->shortcut().isEmpty())
                QVERIFY2(!list->findItems(action->shortcut().toString(QKeySequence::NativeText),
                                          Qt::MatchExactly | Qt::MatchRecursive)
                              .isEmpty(),
                         qPrintable(action->text()));
        }
        // No two actions that can be enabled together share a shortcut; these two never are.
        QHash<QString, QString> taken;
        for (const auto* action : m_window->actions()) {
            if (action->shortcut().isEmpty() || action->objectName() == u"replayPlayAction"_s)
                continue;
            const auto keys = action->shortcut().toString();
            QVERIFY2(!taken.contains(keys), qPrintable(keys + u' ' + action->text() + u' ' + taken.value(keys)));
            taken.insert(keys, action->text());
        }
        trigger(u"keys"_s);
        QCOMPARE(m_window->findChildren<ui::KeysDialog*>().size(), 1);
    }

    void aboutSaysWhatItIsMadeOf()
    {
        QCoreApplication::setApplicationVersion(u"1.2.3"_s);
        trigger(u"about"_s);
        const auto versions = child<QLabel>(u"aboutVersions"_s)->text();
        QVERIFY2(versions.contains(u"Lockscope 1.2.3"_s), qPrintable(versions));
        QVERIFY2(versions.contains(QString::fromLatin1(qVersion())), qPrintable(versions));
        QVERIFY2(versions.contains(u"ZooKeeper C client 3."_s), qPrintable(versions));
        QVERIFY(child<QPlainTextEdit>(u"aboutLicenceText"_s)->toPlainText().contains(u"Apache License"_s));
        child<QPushButton>(u"aboutCopy"_s)->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), versions);
    }

    void whereToBegin()
    {
        QSignalSpy recentWanted(&m_window->connections(), &ui::ConnectionDialogs::connectWanted);
        QSignalSpy savedWanted(&m_window->connections(), &ui::ConnectionDialogs::savedWanted);
        QVERIFY(panel(u"welcome"_s)->isVisible());
        QVERIFY(!child<QWidget>(u"welcomeSaved"_s)->isVisible());
        connect::Profile saved;
        saved.name = "R&D <b>";
        auto production = saved;
        production.name = "shop";
        production.production = true;
        m_window->connections().setSaved({saved, production});
        m_window->connections().setRecent({{u"zk1:2181"_s, {}}, {u"zk2:2181"_s, {u"/locks"_s}}});
        QCOMPARE(child<QToolButton>(u"welcomeSaved0"_s)->text(), u"R&&D <b>"_s);
        QTest::mouseClick(child<QToolButton>(u"welcomeSaved0"_s), Qt::LeftButton);
        QCOMPARE(savedWanted.count(), 1);
        QTest::mouseClick(child<QToolButton>(u"welcomeRecent1"_s), Qt::LeftButton);
        QCOMPARE(recentWanted.count(), 1);
        QCOMPARE(recentWanted.at(0).at(0).value<ui::ConnectionTarget>().text, u"zk2:2181"_s);
        QTRY_VERIFY(child<QLabel>(u"welcomeSaved1Production"_s)->isVisible());
        QVERIFY(!child<QLabel>(u"welcomeSaved0Production"_s)->isVisible());
        auto state = test::liveViewState(test::snapshot({test::mutexLock("/locks/orders", 8)}));
        show(state);
        QVERIFY(!child<QLabel>(u"productionBadge"_s)->isVisible());
        state.production = true;
        show(state);
        QVERIFY(child<QLabel>(u"productionBadge"_s)->isVisible());
        QVERIFY(!panel(u"welcome"_s)->isVisible());
        show(ui::ViewState());
        QVERIFY(panel(u"welcome"_s)->isVisible());
    }
};

} // namespace lockscope::workspaceTest

LOCKSCOPE_TEST(lockscope::workspaceTest::WorkspaceTest)
#include "WorkspaceTest.moc"
