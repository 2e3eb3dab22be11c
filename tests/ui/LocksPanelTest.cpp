// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/LocksPanel.h"
#include "tests/support/Test.h"
#include "tests/ui/Child.h"
#include "tests/ui/Snapshots.h"
#include "tests/ui/Warnings.h"
#include "ui/models/Roles.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTreeView>

#include <memory>

namespace lockscope::locksPanelTest {

using namespace Qt::StringLiterals;
using test::childOf;

/// Which rows are expanded, in a small tree and in a large one.
class LocksPanelTest final : public QObject {
    Q_OBJECT
    std::unique_ptr<ui::LocksPanel> m_panel;

    QTreeView* tree() { return childOf<QTreeView>(*m_panel, u"locksTree"_s); }
    QLineEdit* filter() { return childOf<QLineEdit>(*m_panel, u"locksFilter"_s); }
    void show(std::vector<test::LockPtr> locks)
    {
        m_panel->setViewState(test::liveViewState(test::snapshot(std::move(locks))));
    }

    /// The row of this path, visible or not.
    QModelIndex row(const QString& path)
    {
        const auto* model = tree()->model();
        std::vector<QModelIndex> rest{QModelIndex()};
        while (!rest.empty()) {
            const auto parent = rest.back();
            rest.pop_back();
            for (auto i = 0; i < model->rowCount(parent); ++i) {
                const auto index = model->index(i, 0, parent);
                if (index.data(ui::KeyRole).toString() == path)
                    return index;
                if (path.startsWith(index.data(ui::KeyRole).toString() + u'/'))
                    rest.push_back(index);
            }
        }
        return {};
    }
    bool isUnfolded(const QString& path)
    {
        const auto index = row(path);
        return index.isValid() && tree()->isExpanded(index);
    }
    bool isInSight(const QString& path)
    {
        auto index = row(path);
        if (!index.isValid())
            return false;
        for (index = index.parent(); index.isValid(); index = index.parent())
            if (!tree()->isExpanded(index))
                return false;
        return true;
    }

    /// In folders of ten: "/prod/team-0/lock-0" and so on.
    static std::vector<test::LockPtr> locks(int count)
    {
        std::vector<test::LockPtr> locks;
        for (auto i = 0; i < count; ++i)
            locks.push_back(test::mutexLock("/prod/team-" + std::to_string(i / 10) + "/lock-" + std::to_string(i), 1));
        return locks;
    }
    static std::vector<test::LockPtr> with(std::vector<test::LockPtr> locks, const std::string& path)
    {
        locks.push_back(test::mutexLock(path, 1));
        return locks;
    }

private Q_SLOTS:
    void init()
    {
        test::failOnAnyWarning();
        m_panel = std::make_unique<ui::LocksPanel>();
        m_panel->setTheme(ui::darkTheme());
        m_panel->resize(320, 600);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    }
    void cleanup() { m_panel.reset(); }

    void aSmallTreeIsUnfoldedAndStaysAsTheUserLeavesIt()
    {
        show(locks(30));
        QVERIFY(isInSight(u"/prod/team-2/lock-29"_s));
        tree()->collapse(row(u"/prod/team-1"_s));
        show(with(locks(30), "/prod/team-0/new"));
        QVERIFY2(!isUnfolded(u"/prod/team-1"_s), "a lock elsewhere has come");
        QVERIFY(isInSight(u"/prod/team-0/new"_s));
        show(with(locks(30), "/prod/team-1/deep/new"));
        QVERIFY2(!isUnfolded(u"/prod/team-1"_s), "a lock in it has come");
        show(with(locks(30), "/staging/team/new"));
        QVERIFY2(isInSight(u"/staging/team/new"_s), "a new branch is to be seen");
        show(with(locks(30), "/staging/team/new/deeper/still"));
        QVERIFY2(isInSight(u"/staging/team/new/deeper/still"_s), "below what was a lock alone");
        show(locks(29));
        QVERIFY2(!isUnfolded(u"/prod/team-1"_s), "a lock has gone");
    }

    void aLargeTreeStaysAsTheUserLeavesIt()
    {
        show(locks(1'000));
        QVERIFY(isUnfolded(u"/prod"_s));
        QVERIFY(!isUnfolded(u"/prod/team-7"_s));
        tree()->expand(row(u"/prod/team-7"_s));
        show(locks(1'001));
        QVERIFY2(isUnfolded(u"/prod/team-7"_s), "a lock has come");
        show(locks(999));
        QVERIFY2(isUnfolded(u"/prod/team-7"_s), "a lock has gone");
        tree()->collapse(row(u"/prod"_s));
        show(locks(1'002));
        QVERIFY(!isUnfolded(u"/prod"_s));
        show(with(locks(1'002), "/staging/team/new"));
        QVERIFY(isUnfolded(u"/staging"_s) && !isUnfolded(u"/prod"_s));
    }

    void asksBeforeItReadsManyNodes()
    {
        auto* button = childOf<QPushButton>(*m_panel, u"locksReadAll"_s);
        show(locks(1));
        QVERIFY(!button->isVisible());
        auto halted = std::make_shared<inspect::Snapshot>(*test::snapshot(locks(1)));
        halted->isHalted = true;
        halted->problems = {{"/", {ErrorCode::TooLarge, "read all nodes below", "/", "it has 300000 nodes"}}};
        m_panel->setViewState(test::liveViewState(halted));
        QVERIFY(button->isVisible());
        QSignalSpy wanted(m_panel.get(), &ui::LocksPanel::allNodesWanted);
        button->setFocus();
        QTest::keyClick(button, Qt::Key_Space);
        QCOMPARE(wanted.count(), 1);
        show(locks(1));
        QVERIFY(!button->isVisible());
    }

    void anotherConnectionIsShownAfresh()
    {
        show(locks(30));
        tree()->collapse(row(u"/prod"_s));
        m_panel->setViewState({});
        show(locks(30));
        QVERIFY(isInSight(u"/prod/team-2/lock-29"_s));
    }

    void theFolderThatTheUserWentToIsStayedAt()
    {
        m_panel->select("/prod/team-1/lock-11");
        show(locks(30));
        QCOMPARE(tree()->currentIndex(), row(u"/prod/team-1/lock-11"_s));
        tree()->setCurrentIndex(row(u"/prod/team-1"_s));
        tree()->collapse(row(u"/prod/team-1"_s));
        QCOMPARE(tree()->currentIndex(), row(u"/prod/team-1"_s));
        show(locks(31));
        QCOMPARE(tree()->currentIndex(), row(u"/prod/team-1"_s));
        QVERIFY(!isUnfolded(u"/prod/team-1"_s));
        m_panel->select("/prod/team-1/lock-11");
        QCOMPARE(tree()->currentIndex(), row(u"/prod/team-1/lock-11"_s));
    }

    void whatTheFilterFindsInALargeTreeIsInSight()
    {
        show(locks(1'000));
        tree()->expand(row(u"/prod/team-7"_s));
        tree()->expand(row(u"/prod/team-99"_s));
        filter()->setText(u"lock-77"_s); // and 770 to 779
        QVERIFY(isInSight(u"/prod/team-7/lock-77"_s));
        QVERIFY(isInSight(u"/prod/team-77/lock-770"_s));
        tree()->collapse(row(u"/prod/team-77"_s));
        show(locks(1'001));
        QVERIFY2(!isUnfolded(u"/prod/team-77"_s), "folded among what is found");
        show(with(locks(1'000), "/other/lock-77"));
        QVERIFY2(isInSight(u"/other/lock-77"_s), "found as soon as it comes");
        filter()->setText(u"lock-777"_s);
        filter()->clear();
        QVERIFY(isUnfolded(u"/prod"_s));
        QVERIFY(isUnfolded(u"/prod/team-7"_s));
        QVERIFY(isUnfolded(u"/prod/team-99"_s));
        QVERIFY(!isUnfolded(u"/prod/team-77"_s));
        QVERIFY(isUnfolded(u"/other"_s));
    }

    void aFilterLeavesASmallTreeAsItWas()
    {
        show(locks(30));
        tree()->collapse(row(u"/prod/team-1"_s));
        filter()->setText(u"lock-1"_s);
        QVERIFY(isInSight(u"/prod/team-1/lock-11"_s));
        filter()->clear();
        QVERIFY(!isUnfolded(u"/prod/team-1"_s));
        QVERIFY(isInSight(u"/prod/team-2/lock-29"_s));
    }

    void aFilterThatFitsNothingSaysSo()
    {
        show(locks(30));
        filter()->setText(u"nothing like it"_s);
        QCOMPARE(childOf<QLabel>(*m_panel, u"locksEmptyTitle"_s)->text(), u"No locks match the filter"_s);
        QVERIFY(childOf<QLabel>(*m_panel, u"locksEmptyTitle"_s)->isVisible());
        QVERIFY(filter()->isEnabled());
        filter()->clear();
        QVERIFY(tree()->isVisible());
    }
};

} // namespace lockscope::locksPanelTest

LOCKSCOPE_TEST(lockscope::locksPanelTest::LocksPanelTest)
#include "LocksPanelTest.moc"
