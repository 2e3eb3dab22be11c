// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/LocksPanel.h"
#include "tests/support/Test.h"
#include "tests/ui/Child.h"
#include "tests/ui/RedisLocks.h"
#include "tests/ui/Snapshots.h"
#include "tests/ui/Warnings.h"
#include "ui/models/LocksModel.h"
#include "ui/models/Roles.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/ToneDelegate.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QIcon>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QStyle>
#include <QToolButton>
#include <QTreeView>
#include <QtMath>

#include <chrono>
#include <memory>

namespace lockscope::locksPanelTest {

using namespace Qt::StringLiterals;
using test::childOf;

/// The locks as a list: order, filter and what survives an update. As a tree: which rows are expanded, in a small one
/// and in a large one.
class LocksPanelTest final : public QObject {
    Q_OBJECT
    std::unique_ptr<ui::LocksPanel> m_panel;

    QTreeView* tree() { return childOf<QTreeView>(*m_panel, u"locksTree"_s); }
    QLineEdit* filter() { return childOf<QLineEdit>(*m_panel, u"locksFilter"_s); }
    QString count() { return childOf<ui::ElidedLabel>(*m_panel, u"locksCount"_s)->fullText(); }
    QStringList paths()
    {
        QStringList paths;
        for (auto row = 0; row < tree()->model()->rowCount(); ++row)
            paths << tree()->model()->index(row, 0).data(ui::KeyRole).toString();
        return paths;
    }
    void clickTitle(int column)
    {
        auto* header = tree()->header();
        QTRY_COMPARE(header->length(), header->viewport()->width()); // its layout is complete
        const QPoint title(header->sectionViewportPosition(column) + 8, header->height() / 2);
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, title);
    }
    /// Each with a warning.
    void showWithProblems(std::vector<test::LockPtr> locks, const std::vector<std::string>& paths)
    {
        auto snapshot = std::make_shared<inspect::Snapshot>(*test::snapshot(std::move(locks)));
        for (const auto& path : paths) {
            inspect::Finding finding;
            finding.kind = inspect::FindingKind::LongHold;
            finding.severity = inspect::Severity::Warning;
            finding.path = path;
            snapshot->findings.push_back(finding);
        }
        m_panel->setViewState(test::liveViewState(snapshot));
    }
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

    static test::LockPtr heldBy(const std::string& path, const std::string& client)
    {
        auto lock = *test::mutexLock(path, 3);
        lock.queue[0].details->client = client;
        return std::make_shared<inspect::Lock>(lock);
    }
    QStringList cells(int column)
    {
        QStringList texts;
        for (auto i = 0; i < tree()->model()->rowCount(); ++i)
            texts << tree()->model()->index(i, column).data().toString();
        return texts;
    }
    int widthOf(const QString& text, QFont::Weight weight = QFont::DemiBold)
    {
        auto font = tree()->font();
        font.setWeight(weight);
        return qCeil(QFontMetricsF(font).horizontalAdvance(text));
    }
    /// In the font in which the cell is drawn.
    int widthOfCell(int row, int column)
    {
        const auto cell = tree()->model()->index(row, column);
        return widthOf(cell.data().toString(), cell.data(ui::StrongRole).toBool() ? QFont::DemiBold : QFont::Normal);
    }
    int marginsOfACell() { return 2 * (tree()->style()->pixelMetric(QStyle::PM_FocusFrameHMargin) + 1); }
    int roomIn(int column) { return tree()->columnWidth(column) - marginsOfACell(); }
    /// By its cells, or by the longest word of its title, with a mark or the arrow of the order.
    int neededBy(int column)
    {
        auto width = 0;
        for (const auto& word : tree()->model()->headerData(column, Qt::Horizontal).toString().split(u' '))
            width = std::max(width, widthOf(word));
        for (auto row = 0; row < tree()->model()->rowCount(); ++row)
            width = std::max(width, widthOfCell(row, column));
        return width + marginsOfACell() + (column == ui::LocksModel::Severity ? 2 * tree()->fontMetrics().height() : 0);
    }
    /// The locks and holders that are not shown whole.
    QStringList cutNames()
    {
        QStringList cut;
        for (const auto column : {ui::LocksModel::Name, ui::LocksModel::Holder})
            for (auto row = 0; row < tree()->model()->rowCount(); ++row)
                if (tree()->isColumnHidden(column) || roomIn(column) < widthOfCell(row, column))
                    cut << cells(column).at(row);
        return cut;
    }

private Q_SLOTS:
    void init()
    {
        test::failOnAnyWarning();
        m_panel = std::make_unique<ui::LocksPanel>();
        m_panel->setTheme(ui::darkTheme());
        m_panel->resize(320, 600);
        m_panel->setTree(true);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    }
    void cleanup() { m_panel.reset(); }

    void aListHasTheWorstOfAllFoldersFirst()
    {
        m_panel->setTree(false);
        m_panel->resize(900, 600);
        showWithProblems({test::mutexLock("/a/calm", 1), test::mutexLock("/a/busy", 9), test::mutexLock("/b/late", 2)},
                         {"/b/late"});
        QCOMPARE(paths(), (QStringList{u"/b/late"_s, u"/a/busy"_s, u"/a/calm"_s}));
        QCOMPARE(m_panel->firstLock(), std::string("/b/late"));
        QCOMPARE(tree()->model()->index(0, ui::LocksModel::Name).data().toString(), u"/b/late"_s);
        auto* header = tree()->header();
        QVERIFY(header->isVisible());
        const auto titles = [header] {
            QStringList shown;
            for (auto place = 0; place < header->count(); ++place)
                if (const auto column = header->logicalIndex(place); !header->isSectionHidden(column))
                    shown << header->model()->headerData(column, Qt::Horizontal).toString();
            return shown;
        };
        QTRY_COMPARE(titles(), (QStringList{QString(), u"Lock"_s, u"Type"_s, u"Holder"_s, u"Held"_s, u"Waiting"_s,
                                            u"Longest wait"_s}));
    }

    /// The column of the marks has one as its title.
    void theFirstTitleIsAMark()
    {
        const auto* model = tree()->model();
        const auto title = [model](int role) {
            return model->headerData(ui::LocksModel::Severity, Qt::Horizontal, role);
        };
        QVERIFY(!title(Qt::DecorationRole).value<QIcon>().isNull());
        QCOMPARE(title(Qt::AccessibleTextRole).toString(), u"Severity"_s);
        QCOMPARE(model->headerData(ui::LocksModel::Name, Qt::Horizontal, Qt::DecorationRole), QVariant());
    }

    /// What the verdict of a Redlock follows from stands behind its name.
    void theVotesAreBehindTheName()
    {
        const auto* header = tree()->header();
        using Locks = ui::LocksModel;
        const auto order = [header] {
            QList<int> columns;
            for (auto place = 0; place < header->count(); ++place)
                columns << header->logicalIndex(place);
            return columns.first(6);
        };
        const QList<int> usual{Locks::Severity, Locks::Name, Locks::Type, Locks::Holder, Locks::Held, Locks::Waiting};
        show({test::mutexLock("/a", 2)});
        QCOMPARE(order(), usual);
        auto viewState = test::liveViewState(test::snapshot({test::heldRedlock()}));
        viewState.connect = u"redlock://redis-a:6379,redis-b:6379,redis-c:6379"_s;
        const QList<int> votesFirst{Locks::Severity, Locks::Name,   Locks::Waiting,
                                    Locks::Type,     Locks::Holder, Locks::Held};
        for (auto times = 0; times < 2; ++times) {
            m_panel->setViewState(viewState);
            QCOMPARE(order(), votesFirst);
        }
        show({test::mutexLock("/a", 2)});
        QCOMPARE(order(), usual);
        viewState.connect.replace(u"redlock:"_s, u"redlocks:"_s); // by TLS
        m_panel->setViewState(viewState);
        QCOMPARE(order(), votesFirst);
    }

    void theHeaderSorts()
    {
        m_panel->setTree(false);
        show({test::mutexLock("/a", 2), test::mutexLock("/b", 5), test::mutexLock("/c", 3)});
        m_panel->select("/c");
        clickTitle(ui::LocksModel::Name);
        QCOMPARE(paths(), (QStringList{u"/a"_s, u"/b"_s, u"/c"_s}));
        clickTitle(ui::LocksModel::Waiting); // numbers: the largest first
        QCOMPARE(paths(), (QStringList{u"/b"_s, u"/c"_s, u"/a"_s}));
        clickTitle(ui::LocksModel::Waiting);
        QCOMPARE(paths(), (QStringList{u"/a"_s, u"/c"_s, u"/b"_s}));
        QCOMPARE(tree()->currentIndex(), row(u"/c"_s));
    }

    void keysSortByTheContextMenu()
    {
        m_panel->setTree(false);
        show({test::mutexLock("/a", 2), test::mutexLock("/b", 5)});
        auto* menu = childOf<QMenu>(*m_panel, u"locksSortMenu"_s);
        QVERIFY(tree()->actions().contains(menu->menuAction()));
        QCOMPARE(tree()->contextMenuPolicy(), Qt::ActionsContextMenu);
        const auto byName = menu->actions().at(ui::LocksModel::Name);
        QCOMPARE(byName->text(), u"Lock"_s);
        QVERIFY(menu->actions().at(ui::LocksModel::Severity)->isChecked());
        byName->trigger();
        QVERIFY(byName->isChecked());
        QCOMPARE(paths(), (QStringList{u"/a"_s, u"/b"_s}));
        byName->trigger();
        QCOMPARE(paths(), (QStringList{u"/b"_s, u"/a"_s}));
        QCOMPARE(tree()->header()->sortIndicatorSection(), static_cast<int>(ui::LocksModel::Name));
    }

    void theCountFollowsTheFilter()
    {
        m_panel->setTree(false);
        showWithProblems(locks(412), {"/prod/team-0/lock-3", "/prod/team-1/lock-14"});
        QCOMPARE(count(), u"412 · 2 with problems"_s);
        filter()->setText(u"lock-10?"_s);
        QCOMPARE(count(), u"10 of 412"_s);
        auto* only = childOf<QCheckBox>(*m_panel, u"locksOnlyProblems"_s);
        filter()->setText(u"team-1/*"_s);
        QTest::mouseClick(only, Qt::LeftButton, {}, QPoint(6, only->height() / 2));
        QVERIFY(only->isChecked());
        QCOMPARE(count(), u"1 of 412"_s);
        filter()->clear();
        QCOMPARE(count(), u"2 of 412"_s);
        show(locks(412));
        QCOMPARE(count(), u"0 of 412"_s);
        QCOMPARE(childOf<QLabel>(*m_panel, u"locksEmptyTitle"_s)->text(), u"No locks with problems"_s);
        only->setChecked(false);
        QCOMPARE(count(), u"412"_s);
        QVERIFY(tree()->isVisible());
    }

    void anUpdateKeepsSelectionAndScroll()
    {
        m_panel->setTree(false);
        show(locks(300));
        m_panel->select("/prod/team-20/lock-205");
        QTRY_VERIFY(tree()->verticalScrollBar()->maximum() > 100);
        tree()->verticalScrollBar()->setValue(70);
        const auto value = tree()->verticalScrollBar()->value();
        QVERIFY(value > 0);
        QSignalSpy resets(tree()->model(), &QAbstractItemModel::modelReset);
        auto next = locks(300);
        next[299] = test::mutexLock(next[299]->path, 8); // becomes the worst
        show(next);
        QTRY_COMPARE(paths().front(), QString::fromStdString(next[299]->path));
        QCOMPARE(tree()->currentIndex(), row(u"/prod/team-20/lock-205"_s));
        QCOMPARE(tree()->verticalScrollBar()->value(), value);
        QCOMPARE(resets.count(), 0);
    }

    void theOtherFormIsOneClickAway()
    {
        m_panel->setTree(false);
        showWithProblems(locks(30), {"/prod/team-1/lock-11", "/prod/team-1/lock-12"});
        m_panel->select("/prod/team-1/lock-11");
        QSignalSpy chosen(m_panel.get(), &ui::LocksPanel::treeChosen);
        QTest::mouseClick(childOf<QToolButton>(*m_panel, u"locksAsTree"_s), Qt::LeftButton);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.front().front().toBool(), true);
        QVERIFY(isInSight(u"/prod/team-1/lock-11"_s));
        QCOMPARE(tree()->currentIndex(), row(u"/prod/team-1/lock-11"_s));
        QCOMPARE(row(u"/prod/team-1"_s).data(ui::AsideRole).toString(), u"10 locks · 2 with problems"_s);
        QCOMPARE(row(u"/prod/team-0"_s).data(ui::AsideRole).toString(), u"10 locks"_s);
        QTest::mouseClick(childOf<QToolButton>(*m_panel, u"locksAsList"_s), Qt::LeftButton);
        QCOMPARE(chosen.count(), 2);
        QCOMPARE(chosen.back().front().toBool(), false);
        QCOMPARE(paths().size(), 30);
        QCOMPARE(tree()->currentIndex(), row(u"/prod/team-1/lock-11"_s));
    }

    void theFormIsChosenByKeys()
    {
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
        m_panel->setTree(false);
        show(locks(30));
        auto* list = childOf<QToolButton>(*m_panel, u"locksAsList"_s);
        auto* asTree = childOf<QToolButton>(*m_panel, u"locksAsTree"_s);
        QVERIFY(list->isChecked() && !asTree->isChecked());
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Space); // stays: one of them is on
        QVERIFY(list->isChecked());
        QTest::keyClick(list, Qt::Key_Right);
        QVERIFY(asTree->isChecked() && asTree->hasFocus() && !list->isChecked());
        QVERIFY(isInSight(u"/prod/team-1/lock-11"_s));
        QTest::keyClick(asTree, Qt::Key_Left);
        QVERIFY(list->isChecked() && list->hasFocus());
        QCOMPARE(paths().size(), 30);
    }

    void namesAreWholeWhereThereIsRoom()
    {
        m_panel->setTree(false);
        m_panel->resize(700, 600);
        show({heldBy("/shop/locks/orders-7", "billing-worker-2"), heldBy("/shop/locks/stock-9", "stock-sync-1"),
              test::readWriteLock("/shop/locks/inventory-2", "RRRW")});
        QTRY_VERIFY2(cutNames().isEmpty(), qPrintable(cutNames().join(u'\n')));
        QVERIFY(!tree()->isColumnHidden(ui::LocksModel::Type));
        // On Redis an owner has its short name.
        m_panel->resize(560, 600);
        auto viewState = test::liveViewState(
            test::snapshot({test::fairLock({}, std::chrono::seconds(20), false), test::plainRedisLock("coupon-4", 3)}));
        viewState.connect = u"redis://redis-1:6379"_s;
        m_panel->setViewState(viewState);
        QTRY_VERIFY2(cutNames().isEmpty(), qPrintable(cutNames().join(u'\n')));
        QCOMPARE(cells(ui::LocksModel::Holder), (QStringList{u"5f0c2a9e:41"_s, u"5f0c2a9e:41"_s}));
    }

    /// The last element of a path is elided last, and no column has more than its content beside a cut text.
    void whatIsElidedHasTheRest_data()
    {
        QTest::addColumn<int>("width");
        for (const auto width : {510, 460, 400, 330, 280})
            QTest::addRow("%d", width) << width;
    }
    void whatIsElidedHasTheRest()
    {
        QFETCH(const int, width);
        m_panel->setTree(false);
        m_panel->resize(width, 600);
        show({heldBy("/shop/europe-west/locks/orders-7", "b9a2faba-af7f-4c49-827e-c90938095620:1"),
              heldBy("/shop/europe-west/locks/stock-9", "batch-2.europe-west.shop.internal")});
        QTRY_COMPARE(tree()->header()->length(), tree()->header()->viewport()->width());
        for (const auto& path : cells(ui::LocksModel::Name))
            QVERIFY2(roomIn(ui::LocksModel::Name) >= widthOf(path.section(u'/', -1)), qPrintable(path));
        for (auto column = 0; column < ui::LocksModel::ColumnCount; ++column) {
            if (column != ui::LocksModel::Name && !tree()->isColumnHidden(column)) {
                const auto spare = tree()->columnWidth(column) - neededBy(column);
                QVERIFY2(spare <= 12, qPrintable(u"column %1: %2"_s.arg(column).arg(spare)));
            }
        }
        if (width == 510) // a client has the width that the folders leave
            QVERIFY(roomIn(ui::LocksModel::Holder) > widthOf(u"b9a2faba"_s));
    }

    /// As the name of a client that is unknown at first: the type has its room a while later.
    void whatWasNeededForAMomentIsForgotten()
    {
        m_panel->setTree(false);
        const auto isTypeHidden = [this] { return tree()->isColumnHidden(ui::LocksModel::Type); };
        const auto brief = test::snapshot({heldBy("/shop/orders", "sim-6")});
        const auto shown = [&](const inspect::SnapshotPtr& snapshot, std::chrono::seconds later) {
            auto viewState = test::liveViewState(snapshot);
            viewState.connect = u"other:2181"_s;
            viewState.now += later;
            m_panel->setViewState(viewState);
        };
        m_panel->setViewState(test::liveViewState(brief));
        auto width = 300;
        do {
            m_panel->resize(width += 5, 600);
            QCoreApplication::processEvents();
        } while (width < 900 && isTypeHidden());
        QVERIFY(!isTypeHidden());
        m_panel->resize(width + 15, 600); // for durations that become longer
        const auto seconds = [](int count) { return std::chrono::seconds(count); };
        shown(test::snapshot({heldBy("/shop/orders", "0x10000819d880008.europe-west")}), seconds(0));
        QVERIFY(isTypeHidden());
        shown(brief, seconds(1)); // columns do not come and go
        QVERIFY(isTypeHidden());
        shown(brief, seconds(11));
        shown(brief, seconds(22));
        QVERIFY(!isTypeHidden());
    }

    void rowsThatComeIntoViewAreMeasured()
    {
        m_panel->setTree(false);
        m_panel->resize(700, 300);
        childOf<QMenu>(*m_panel, u"locksSortMenu"_s)->actions().at(ui::LocksModel::Name)->trigger();
        auto many = locks(200);
        many.push_back(heldBy("/zoo/last", "a-client-with-a-longer-name"));
        show(many);
        QTRY_COMPARE(paths().back(), u"/zoo/last"_s);
        const auto before = tree()->columnWidth(ui::LocksModel::Holder);
        tree()->scrollToBottom();
        QTRY_VERIFY(tree()->columnWidth(ui::LocksModel::Holder) > before);
        const auto last = tree()->model()->rowCount() - 1;
        QCOMPARE(cells(ui::LocksModel::Holder).at(last), u"a-client-with-a-longer-name"_s);
        QVERIFY(roomIn(ui::LocksModel::Holder) >= widthOfCell(last, ui::LocksModel::Holder));
    }

    /// Without room for its folders a path is drawn as its last element alone.
    void theLastElementOfAPathIsDrawnWhole()
    {
        const auto painted = [this](const QString& text, int lead, int width) {
            QStandardItemModel model(1, 1);
            const auto index = model.index(0, 0);
            model.setData(index, text);
            model.setData(index, lead, ui::LeadRole);
            const ui::ToneDelegate delegate;
            if (width == 0)
                width = delegate.neededWidth(*tree(), index);
            QImage image(width, 24, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::black);
            QPainter painter(&image);
            QStyleOptionViewItem option;
            option.widget = tree();
            option.font = tree()->font();
            option.rect = image.rect();
            delegate.paint(&painter, option, index);
            return image;
        };
        const auto alone = painted(u"orders-7"_s, 0, 0);
        QCOMPARE(painted(u"/shop/locks/orders-7"_s, 12, 0), alone);
        const auto wide = painted(u"/shop/locks/orders-7"_s, 12, alone.width() + 200);
        QVERIFY(wide != painted(u"orders-7"_s, 0, wide.width())); // with the folders
        // A folder that has no room is left out as a whole.
        for (const auto& [room, shown] : {std::pair(u"…/locks/x"_s, u"…/locks/"_s), std::pair(u"…/x"_s, u"…/"_s)}) {
            const auto width = alone.width() + QFontMetrics(tree()->font()).horizontalAdvance(room);
            QCOMPARE(painted(u"/shop/locks/orders-7"_s, 12, width),
                     painted(shown + u"orders-7"_s, static_cast<int>(shown.size()), width));
        }
    }

    void anEmptyListOffersTheNextStep()
    {
        using Shown = QStringList;
        const auto steps = [this] {
            QStringList shown;
            for (const auto* step : childOf<QWidget>(*m_panel, u"locksEmpty"_s)->findChildren<QPushButton*>())
                if (step->isVisible())
                    shown << step->objectName();
            return shown;
        };
        const auto press = [this](const QString& name) { childOf<QPushButton>(*m_panel, name)->click(); };
        const auto sentence = [this] { return childOf<QLabel>(*m_panel, u"locksEmptySentence"_s)->text(); };
        using ui::LocksPanel;
        const QSignalSpy emitted[] = {QSignalSpy(m_panel.get(), &LocksPanel::connectWanted),
                                      QSignalSpy(m_panel.get(), &LocksPanel::cancelWanted),
                                      QSignalSpy(m_panel.get(), &LocksPanel::retryWanted),
                                      QSignalSpy(m_panel.get(), &LocksPanel::editWanted),
                                      QSignalSpy(m_panel.get(), &LocksPanel::refreshWanted),
                                      QSignalSpy(m_panel.get(), &LocksPanel::nextEventWanted)};
        ui::ViewState viewState;
        m_panel->setViewState(viewState);
        QCOMPARE(steps(), Shown{u"locksConnect"_s});
        QVERIFY(!sentence().isEmpty());
        press(u"locksConnect"_s);
        viewState.source = ui::SourceState::Connecting;
        m_panel->setViewState(viewState);
        QCOMPARE(steps(), Shown{u"locksCancel"_s});
        press(u"locksCancel"_s);
        viewState.trouble = u"Connection refused"_s;
        m_panel->setViewState(viewState);
        QCOMPARE(steps(), (Shown{u"locksRetry"_s, u"locksEdit"_s}));
        QVERIFY(sentence().contains(viewState.trouble));
        press(u"locksRetry"_s);
        press(u"locksEdit"_s);
        show({});
        QCOMPARE(steps(), (Shown{u"locksEdit"_s, u"locksRefresh"_s}));
        press(u"locksRefresh"_s);
        auto refused = std::make_shared<inspect::Snapshot>(*test::snapshot({}));
        refused->problems = {{"/", {ErrorCode::NoAuth, "getChildren", "/", {}}}};
        viewState = test::liveViewState(refused);
        m_panel->setViewState(viewState);
        QCOMPARE(steps(), (Shown{u"locksRetry"_s, u"locksEdit"_s}));
        viewState.source = ui::SourceState::Disconnected;
        m_panel->setViewState(viewState);
        QCOMPARE(steps(), (Shown{u"locksRetry"_s, u"locksEdit"_s}));
        viewState.source = ui::SourceState::Replay;
        m_panel->setViewState(viewState);
        QCOMPARE(steps(), Shown{u"locksNextEvent"_s});
        press(u"locksNextEvent"_s);
        for (const auto& each : emitted)
            QCOMPARE(each.count(), 1);
        show(locks(3));
        QCOMPARE(steps(), Shown());
    }

    /// Behind its name, over the columns that are empty in its row.
    void aFolderShowsWhatItContains()
    {
        show(locks(30));
        QTRY_COMPARE(tree()->header()->length(), tree()->header()->viewport()->width());
        const auto folder = row(u"/prod"_s);
        const auto name = tree()->visualRect(folder);
        const auto image = tree()->viewport()->grab().toImage();
        const auto left = name.left() + tree()->fontMetrics().horizontalAdvance(u"/prod"_s) + 10;
        const auto y = [&](int offset) { return static_cast<int>((name.top() + offset) * image.devicePixelRatio()); };
        auto painted = 0;
        for (auto x = left; x < tree()->viewport()->width() - 2; ++x)
            for (auto offset = 4; offset < name.height() - 4; ++offset)
                if (image.pixel(static_cast<int>(x * image.devicePixelRatio()), y(offset)) !=
                    image.pixel(image.width() - 1, y(offset)))
                    ++painted;
        QVERIFY2(painted > 20, qPrintable(QString::number(painted)));
        QVERIFY(folder.data(Qt::AccessibleTextRole).toString().contains(u"30 locks"_s));
    }

    void tenThousandLocksAreSortedAndUpdated()
    {
        m_panel->setTree(false);
        auto many = locks(10'000);
        show(many);
        QElapsedTimer time;
        time.start();
        for (auto* order : childOf<QMenu>(*m_panel, u"locksSortMenu"_s)->actions()) {
            time.restart();
            order->trigger();
            qInfo("10,000 locks by %s: %lld ms", qPrintable(order->text()), time.elapsed());
        }
        for (auto round = 0; round < 10; ++round) {
            many.erase(many.begin() + 900 * round);
            many[static_cast<std::size_t>(700 * round)] =
                test::mutexLock(many[static_cast<std::size_t>(700 * round)]->path, 3);
        }
        time.restart();
        show(many);
        qInfo("20 of 10,000 locks changed: %lld ms", time.elapsed());
        QCOMPARE(paths().size(), 9'990);
    }

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
        QVERIFY(childOf<QLabel>(*m_panel, u"locksEmptySentence"_s)->isVisible());
        QVERIFY(filter()->isEnabled());
        auto* only = childOf<QCheckBox>(*m_panel, u"locksOnlyProblems"_s);
        only->setChecked(true);
        QTest::mouseClick(childOf<QPushButton>(*m_panel, u"locksClearFilter"_s), Qt::LeftButton);
        QCOMPARE(filter()->text(), QString());
        QVERIFY(!only->isChecked());
        QVERIFY(tree()->isVisible());
    }
};

} // namespace lockscope::locksPanelTest

LOCKSCOPE_TEST(lockscope::locksPanelTest::LocksPanelTest)
#include "LocksPanelTest.moc"
