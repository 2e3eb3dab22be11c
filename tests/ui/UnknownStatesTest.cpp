// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// What the window says of clients that hold or wait, which of the two is unknown, and of possible locks.

#include "core/history/History.h"
#include "core/waits/WaitGraph.h"
#include "tests/support/Test.h"
#include "tests/ui/ShownGraph.h"
#include "tests/ui/Snapshots.h"
#include "tests/ui/Warnings.h"
#include "ui/models/LocksModel.h"
#include "ui/models/QueueModel.h"
#include "ui/models/Roles.h"
#include "ui/models/SessionsModel.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/QueueWords.h"
#include "ui/panels/ContenderFacts.h"
#include "ui/panels/StatisticsPanel.h"
#include "ui/views/Chip.h"
#include "ui/views/graph/WaitWords.h"
#include "ui/views/lane/QueueHeader.h"
#include "ui/views/timeline/TimelineWords.h"

#include <QAbstractItemModelTester>
#include <QToolButton>

namespace lockscope::unknownStatesTest {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using test::LockPtr;
using test::ShownGraph;
using ui::SessionsModel;

namespace {

/// 101 holds; of 102 it is unknown whether it holds or waits; 103 waits.
LockPtr undecidedLock(const std::string& path)
{
    auto lock = *test::readWriteLock(path, "RRW");
    auto& contender = lock.queue.at(1);
    contender.holds = contender.isStateKnown = contender.isModeKnown = false;
    contender.waitsOn.clear();
    return std::make_shared<const inspect::Lock>(std::move(lock));
}

LockPtr possibleLock(const std::string& path, int contenders)
{
    auto lock = *test::mutexLock(path, contenders);
    lock.certainty = inspect::Certainty::Possible;
    return std::make_shared<const inspect::Lock>(std::move(lock));
}

/// A lock of one node whose data Lockscope may not read.
inspect::Lock unreadableSingle()
{
    auto lock = test::mutexQueue("/s", {test::contender(101, 1'000)});
    lock.kind = inspect::LockKind::Single;
    lock.queue.front().holds = lock.queue.front().isStateKnown = false;
    return lock;
}

QString valueOf(const std::vector<ui::KeyValue>& rows, const QString& key)
{
    for (const auto& row : rows)
        if (row.key == key)
            return row.value;
    return u"no such row"_s;
}

ui::SessionsShown shown(const inspect::SnapshotPtr& snapshot)
{
    return ui::sessionsShown(std::make_shared<const std::vector<inspect::SessionSummary>>(
                                 inspect::summariesOf(*snapshot, inspect::WhichSessions::WithLocks)),
                             {});
}

} // namespace

class UnknownStatesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void summariesDoNotGuess()
    {
        const auto lock = undecidedLock("/l");
        QCOMPARE(ui::waitersText(*lock), u"≥ 1 waiting"_s);
        QCOMPARE(ui::placeOf(*lock, lock->queue[1]), u"unknown"_s);
        QCOMPARE(ui::placeOf(*lock, lock->queue[2]), u"#?"_s); // it may be the next
        QCOMPARE(ui::cardTitles(*lock, inspect::WaiterPlaces(*lock), lock->queue[2]).first(), u"#? · write"_s);
        const auto alone = unreadableSingle();
        QCOMPARE(ui::waitersText(alone), u"unknown"_s);
        QCOMPARE(ui::holdersText(alone, nullptr), u"unknown"_s);
        auto persistent = *lock;
        persistent.queue[1].details->session = 0;
        QVERIFY(ui::attention(persistent, persistent.queue[1]).startsWith(u"Holding or waiting with a persistent"_s));
    }

    void tablesDoNotGuess()
    {
        ui::QueueModel queue;
        const QAbstractItemModelTester tester(&queue, QAbstractItemModelTester::FailureReportingMode::QtTest);
        queue.setLock(undecidedLock("/l"));
        const auto place = [&](int row) { return queue.index(row, ui::QueueModel::Position).data().toString(); };
        QCOMPARE((QStringList{place(0), place(1), place(2)}), (QStringList{u"—"_s, u"?"_s, u"?"_s}));
        queue.setLock(test::readWriteLock("/l", "RRW"));
        QCOMPARE(place(2), u"1"_s);
        ui::LocksModel locks;
        const auto markOf = [&](inspect::Lock lock) {
            locks.setLocks({std::make_shared<const inspect::Lock>(std::move(lock))}, {}, nullptr);
            return locks.index(0, ui::LocksModel::Severity, {}).data(ui::MarkRole).value<ui::Mark>();
        };
        QCOMPARE(markOf(unreadableSingle()), ui::Mark::Question);
        QCOMPARE(markOf(test::mutexQueue("/s", {})), ui::Mark::Ring);
    }

    void theHeaderDoesNotSayFree()
    {
        ui::QueueHeader header;
        const auto chip = [&](const char16_t* name) {
            return header.findChild<ui::Chip*>(QString::fromUtf16(name))->text();
        };
        header.show(unreadableSingle(), {test::snapshotTime, test::snapshotTime}, false, {});
        QCOMPARE(chip(u"heldChip"), u"holder: unknown"_s);
        header.show(*undecidedLock("/l"), {test::snapshotTime, test::snapshotTime}, false, {});
        QCOMPARE(chip(u"waitingChip"), u"≥ 1 waiting"_s);
        header.show(test::mutexQueue("/l", {}), {test::snapshotTime, test::snapshotTime}, false, {});
        QCOMPARE(chip(u"heldChip"), u"free"_s);
    }

    void sessionsMayDoEither()
    {
        SessionsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.apply(ui::SessionsModel::changeTo(shown(test::snapshot({undecidedLock("/l"), possibleLock("/p", 1)})),
                                                model.sessions()));
        QCOMPARE(model.rowCount(), 3);
        const auto cell = [&](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(cell(0, SessionsModel::Client), u"worker-101"_s);
        QCOMPARE(cell(0, SessionsModel::Holds), u"/l, /p (possibly a lock)"_s);
        QCOMPARE(cell(1, SessionsModel::Client), u"worker-103"_s);
        QCOMPARE(cell(1, SessionsModel::Waits), u"/l (#?)"_s);
        QCOMPARE(cell(2, SessionsModel::Client), u"worker-102"_s);
        QCOMPARE(cell(2, SessionsModel::Waits), u"—"_s);
        QCOMPARE(cell(2, SessionsModel::Undecided), u"/l"_s);
        QCOMPARE(model.index(2, 0).data(ui::MarkRole).value<ui::Mark>(), ui::Mark::Question);
    }

    void detailsNameTheOtherLocks()
    {
        const auto mutex = test::mutexLock("/m", 2);
        const auto viewState = test::liveViewState(test::snapshot({mutex, undecidedLock("/l"), possibleLock("/p", 2)}));
        const auto facts = ui::sessionFacts(viewState, {mutex.get(), &mutex->queue[1], false}); // of 102
        QCOMPARE(valueOf(facts, u"Holds or waits for"_s), u"/l"_s);
        QCOMPARE(valueOf(facts, u"Also waits for"_s), u"/p (possibly a lock)"_s);
        QCOMPARE(valueOf(facts, u"Also holds"_s), u"—"_s);
        const auto lock = undecidedLock("/l");
        QCOMPARE(valueOf(ui::lockFacts(viewState, *lock), u"Holding or waiting"_s),
                 u"1 more; which of the two is unknown"_s);
    }

    void aStayMayBeAWaitOrAHold()
    {
        inspect::Stay stay;
        stay.from = test::snapshotTime;
        stay.isStateKnown = false;
        QCOMPARE(ui::stayText(stay, test::snapshotTime + 5s), u"has waited or held for 5.0 s"_s);
        stay.to = test::snapshotTime + 3s;
        stay.end = inspect::Stay::End::Left;
        stay.mayHaveHeld = true;
        QCOMPARE(ui::stayText(stay, test::snapshotTime + 5s),
                 u"waited or held for 3.0 s, left; whether it acquired the lock is unknown"_s);
    }

    void statisticsCountThemApart()
    {
        const auto look = [](const LockPtr& lock) {
            auto viewState = test::liveViewState(test::snapshot({lock}));
            auto history = std::make_shared<inspect::History>();
            history->see(viewState.snapshot);
            viewState.history = history;
            ui::StatisticsPanel panel;
            panel.show();
            panel.setViewState(viewState, lock->path);
            return panel.findChild<QWidget*>(u"waitHistogram"_s)->accessibleDescription() + u" | "_s +
                   panel.findChild<ui::ElidedLabel*>(u"statisticsCounts"_s)->fullText();
        };
        const auto unknown = look(undecidedLock("/l"));
        QVERIFY2(unknown.contains(u"waiting now: 1 "_s) && unknown.contains(u"unknown whether waiting: 1"_s),
                 qPrintable(unknown));
        QVERIFY(!unknown.contains(u"Possibly a lock."_s));
        QVERIFY(look(possibleLock("/p", 2)).contains(u"Possibly a lock."_s));
    }

    void theGraphSaysWhatItLeavesOut()
    {
        ShownGraph graph(test::snapshot({undecidedLock("/l")}));
        QTRY_COMPARE(graph.empty(), u"No waiting clients known: Locks left out because it is unknown which clients "
                                    "hold: 1."_s);
        graph.look(test::snapshot({undecidedLock("/l"), test::mutexLock("/m", 2)}));
        QTRY_VERIFY(graph.hasBox("0x165"));
        QVERIFY(graph.reported().endsWith(u"Locks left out because it is unknown which clients hold: 1."_s));
        // 0x166 waits at /m, and holds /l or waits for it.
        const auto drawn = inspect::WaitGraph(test::snapshot({undecidedLock("/l"), test::mutexLock("/m", 2)})).whole(9);
        for (std::size_t i = 0; i < drawn.nodes.size(); ++i) {
            const auto details = ui::sessionDetails(drawn, i, test::snapshotTime);
            const bool isUnknown = drawn.nodes[i].key == "0x166";
            QCOMPARE(details.contains(u"holds /l or waits for it"_s), isUnknown);
            QVERIFY2(!details.contains(u"holds nothing"_s), qPrintable(details));
        }
    }

    void theGraphSaysWhyALockHasNoWaits()
    {
        auto election = *test::mutexLock("/e", 2);
        election.isElection = true;
        const auto all =
            test::snapshot({undecidedLock("/l"), possibleLock("/p", 2), std::make_shared<const inspect::Lock>(election),
                            test::mutexLock("/m", 1), std::make_shared<const inspect::Lock>(unreadableSingle())});
        ShownGraph graph(all, "/l");
        QTest::mouseClick(graph.panel.findChild<QToolButton*>(u"waitGraphChosen"_s), Qt::LeftButton);
        QTRY_VERIFY(graph.empty().startsWith(u"The waits at /l are unknown: "_s));
        graph.look(all, "/p");
        QTRY_VERIFY(graph.empty().startsWith(u"/p is possibly a lock: "_s));
        graph.look(all, "/e");
        QTRY_VERIFY(graph.empty().startsWith(u"/e is an election: "_s));
        graph.look(all, "/s");
        QTRY_VERIFY(graph.empty().startsWith(u"The waiting clients at /s are unknown: "_s));
        graph.look(all, "/m");
        QTRY_VERIFY(graph.empty().startsWith(u"No waiting clients at /m: "_s));
    }
};

} // namespace lockscope::unknownStatesTest

LOCKSCOPE_TEST(lockscope::unknownStatesTest::UnknownStatesTest)
#include "UnknownStatesTest.moc"
