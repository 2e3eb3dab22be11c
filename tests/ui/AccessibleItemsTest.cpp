// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Lane, timeline and wait-for graph as assistive technologies see them: by QAccessible alone.

#include "tests/support/Test.h"
#include "tests/ui/WindowTest.h"
#include "ui/views/graph/WaitGraphView.h"
#include "ui/views/lane/QueueLane.h"
#include "ui/views/timeline/TimelineView.h"

#include <QAccessible>
#include <QAction>
#include <QLabel>

#include <memory>

namespace lockscope::accessibleItemsTest {

using namespace Qt::StringLiterals;

class AccessibleItemsTest final : public test::WindowTest {
    Q_OBJECT
    static QAccessibleInterface* accessible(QWidget* widget) { return QAccessible::queryAccessibleInterface(widget); }
    static QString name(const QAccessibleInterface* item) { return item->text(QAccessible::Name); }
    static QStringList names(QWidget* widget)
    {
        QStringList names;
        auto* list = accessible(widget);
        for (auto index = 0; index < list->childCount(); ++index)
            names << name(list->child(index));
        return names;
    }
    static QStringList selectedNames(QWidget* widget)
    {
        QStringList names;
        auto* list = accessible(widget);
        for (auto index = 0; index < list->childCount(); ++index) {
            if (list->child(index)->state().selected)
                names << name(list->child(index));
        }
        return names;
    }
    static void press(QAccessibleInterface* item)
    {
        QVERIFY(item && item->actionInterface());
        item->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    }
    /// A lock with three contenders, seen twice, so that the timeline has them.
    void showLock()
    {
        auto viewState = test::liveViewState(test::snapshot({test::mutexLock("/locks/orders", 3)}));
        auto history = std::make_shared<inspect::History>();
        history->see(test::snapshot({}));
        history->see(viewState.snapshot);
        viewState.history = history;
        show(viewState);
        m_window->selectLock("/locks/orders");
    }

private Q_SLOTS:
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void theLaneIsAListOfContenders()
    {
        showLock();
        auto* lane = m_window->findChild<ui::QueueLane*>();
        auto* list = accessible(lane);
        QVERIFY(list->role() == QAccessible::List);
        QVERIFY2(list->text(QAccessible::Name).contains(u"/locks/orders"_s), qPrintable(list->text(QAccessible::Name)));
        QCOMPARE(names(lane), (QStringList{u"worker-101"_s, u"worker-102"_s, u"worker-103"_s}));
        auto* second = list->child(1);
        QVERIFY(second->role() == QAccessible::ListItem && second->parent() == list && list->indexOfChild(second) == 1);
        QVERIFY2(second->text(QAccessible::Value).startsWith(u"next"_s), qPrintable(second->text(QAccessible::Value)));
        QVERIFY(second->text(QAccessible::Description).contains(u"worker-102"_s));
        QVERIFY(QRect(lane->mapToGlobal(QPoint()), lane->size()).contains(second->rect()));
        QCOMPARE(list->childAt(second->rect().center().x(), second->rect().center().y()), second);
        press(second);
        QCOMPARE(selectedNames(lane), QStringList(u"worker-102"_s));
        show({test::mutexLock("/locks/orders", 1)}); // the others have left
        QCOMPARE(list->childCount(), 1);
        QVERIFY(!second->isValid());
        QCOMPARE(name(second), QString());
    }

    void theTimelineIsAListOfClients()
    {
        showLock();
        auto* timeline = m_window->findChild<ui::TimelineView*>();
        auto* list = accessible(timeline);
        QVERIFY(list->role() == QAccessible::List);
        QTRY_COMPARE(list->childCount(), 3);
        QVERIFY(names(timeline).contains(u"worker-103"_s));
        auto* item = list->child(static_cast<int>(names(timeline).indexOf(u"worker-103"_s)));
        QVERIFY2(item->text(QAccessible::Value).contains(u"wait"_s), qPrintable(item->text(QAccessible::Value)));
        press(item);
        QCOMPARE(selectedNames(timeline), QStringList(u"worker-103"_s));
        QCOMPARE(selectedNames(m_window->findChild<ui::QueueLane*>()), QStringList(u"worker-103"_s));
    }

    void theGraphIsAListOfSessionsAndLocks()
    {
        child<QAction>(u"waitGraphPanelGoAction"_s)->trigger();
        showLock();
        auto* graph = m_window->findChild<ui::WaitGraphView*>();
        auto* list = accessible(graph);
        QTRY_COMPARE(list->childCount(), 4);
        QCOMPARE(names(graph).last(), u"/locks/orders"_s);
        QCOMPARE(list->child(3)->text(QAccessible::Value), u"2 waiting"_s);
        QVERIFY2(list->child(3)->text(QAccessible::Description).startsWith(u"worker-101 holds /locks/orders"_s),
                 qPrintable(list->child(3)->text(QAccessible::Description)));
        auto* item = list->child(static_cast<int>(names(graph).indexOf(u"worker-102"_s)));
        QVERIFY(item);
        QVERIFY2(item->text(QAccessible::Description).contains(u"worker-101"_s),
                 qPrintable(item->text(QAccessible::Description)));
        press(item);
        QCOMPARE(selectedNames(graph), QStringList(u"worker-102"_s));
    }
};

} // namespace lockscope::accessibleItemsTest

LOCKSCOPE_TEST(lockscope::accessibleItemsTest::AccessibleItemsTest)
#include "AccessibleItemsTest.moc"
