// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/LocksModel.h"
#include "core/sources/redis/dialects/LockBuilder.h"
#include "tests/support/Test.h"
#include "tests/ui/RedisLocks.h"
#include "tests/ui/Snapshots.h"
#include "tests/ui/Warnings.h"
#include "ui/models/LocksProxy.h"
#include "ui/models/Roles.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <random>

namespace lockscope::locksModelTest {

using namespace Qt::StringLiterals;
using ui::LocksModel;
using ui::LocksProxy;

namespace {

/// The given columns of all rows; behind a folder's name what it contains.
QStringList outline(const QAbstractItemModel& model, const QList<int>& columns, const QModelIndex& parent = {},
                    int depth = 0)
{
    QStringList lines;
    for (auto row = 0; row < model.rowCount(parent); ++row) {
        const auto first = model.index(row, 0, parent);
        QStringList cells{QString(depth, u' ')};
        for (const auto column : columns)
            cells << first.siblingAtColumn(column).data().toString();
        if (const auto aside = first.data(ui::AsideRole).toString(); !aside.isEmpty())
            cells << aside;
        lines << cells.join(u'|');
        lines << outline(model, columns, first, depth + 1);
    }
    return lines;
}

QStringList outline(const QAbstractItemModel& model)
{
    return outline(model, {LocksModel::Name, LocksModel::Holder, LocksModel::Waiting});
}

QStringList everything(const QAbstractItemModel& model)
{
    QList<int> columns;
    for (auto column = 0; column < model.columnCount(); ++column)
        columns << column;
    return outline(model, columns);
}

QStringList names(const QAbstractItemModel& model, const QModelIndex& parent = {})
{
    QStringList texts;
    for (auto row = 0; row < model.rowCount(parent); ++row)
        texts << model.index(row, 0, parent).data().toString();
    return texts;
}

/// A lock without waiters whose holder has no session.
test::LockPtr stuckLock(const std::string& path)
{
    auto lock = *test::mutexLock(path, 1);
    lock.queue[0].details->session = 0;
    return std::make_shared<inspect::Lock>(lock);
}

/// A lock on Redis, held by one owner.
test::LockPtr redisLock(const std::string& name)
{
    inspect::LockReading reading;
    reading.name = name;
    reading.shape = inspect::shapeOf({{"b983c153-7421-469a-addb-44fb92259a1b:1", "1"}});
    return std::make_shared<inspect::Lock>(inspect::buildLock(reading, nullptr));
}

} // namespace

class LocksModelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void locksStandInAList()
    {
        LocksModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setNow({test::snapshotTime, test::snapshotTime});
        model.setLocks(test::snapshot({test::mutexLock("/prod/locks/orders", 3), test::mutexLock("/prod/mailer", 0),
                                       stuckLock("/prod/nightly"), test::readWriteLock("/shop/prices", "RRW")})
                           ->locks);
        QCOMPARE(outline(model, {LocksModel::Name, LocksModel::Type, LocksModel::Holder, LocksModel::Held,
                                 LocksModel::Waiting, LocksModel::LongestWait}),
                 (QStringList{u"|/prod/locks/orders|mutex|worker-101|≤ 3.0 s|2|2.0 s"_s,
                              u"|/prod/mailer|mutex|free|—|0|—"_s, u"|/prod/nightly|mutex|no session|≤ 1.0 s|0|—"_s,
                              u"|/shop/prices|read-write|2 readers|≤ 3.0 s|1|1.0 s"_s}));
        QCOMPARE(model.problemCount(), 1);
        const auto holder = model.indexOf("/prod/locks/orders").siblingAtColumn(LocksModel::Holder);
        QVERIFY(holder.data(Qt::ToolTipRole).toString().contains(u"worker-101"_s)); // it may be elided
        const auto lead = [&](const char* path) { return model.indexOf(path).data(ui::LeadRole).toInt(); };
        QCOMPARE(lead("/prod/locks/orders"), static_cast<int>(std::string_view("/prod/locks/").size()));
        QCOMPARE(lead("/prod/mailer"), static_cast<int>(std::string_view("/prod/").size()));
        // The same locks in the other form, and back.
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        const auto list = everything(model);
        model.setTree(true);
        QCOMPARE(names(model), (QStringList{u"/prod"_s, u"/shop"_s}));
        QCOMPARE(lead("/prod/locks/orders"), 0); // its folders are rows
        model.setTree(false);
        QCOMPARE(everything(model), list);
        QCOMPARE(resets.count(), 0);
    }

    /// What Redis does not tell is never blank, and never 0.
    void unknownIsShownAsUnknown()
    {
        LocksModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setNow({test::snapshotTime, test::snapshotTime});
        model.setLocks(test::snapshot({test::plainRedisLock("coupon-4", 3)})->locks);
        const auto cell = [&](int column) { return model.index(0, column); };
        QCOMPARE(model.headerData(LocksModel::Held, Qt::Horizontal, Qt::DisplayRole).toString(), u"Lease left"_s);
        QCOMPARE(cell(LocksModel::Held).data().toString(), u"20 s"_s);
        QVERIFY(!cell(LocksModel::Held).data(ui::UnknownRole).toBool());
        QCOMPARE(cell(LocksModel::Waiting).data().toString(), u"≥ 3"_s);
        QCOMPARE(cell(LocksModel::LongestWait).data().toString(), u"unknown"_s);
        QVERIFY(cell(LocksModel::LongestWait).data(ui::UnknownRole).toBool());
        QVERIFY(cell(LocksModel::LongestWait).data(Qt::ToolTipRole).toString().contains(u"no queue"_s));
        model.setLocks({test::heldRedlock()});
        QCOMPARE(cell(LocksModel::Held).data().toString(), u"6.2 s"_s); // until the third of five keys ends
        QCOMPARE(cell(LocksModel::Waiting).data().toString(), u"unknown"_s);
        auto seen = *test::fairLock({}, std::chrono::seconds(20), false);
        for (auto& contender : seen.queue)
            contender.firstSeenAt = test::snapshotTime - std::chrono::seconds(142);
        model.setLocks({std::make_shared<inspect::Lock>(seen)});
        model.setNow({test::snapshotTime + std::chrono::seconds(10), test::snapshotTime});
        QCOMPARE(cell(LocksModel::Held).data().toString(), u"10 s"_s);
        QCOMPARE(cell(LocksModel::Type).data().toString(), u"fair lock"_s);
        QCOMPARE(cell(LocksModel::Waiting).data().toString(), u"2"_s);
        QCOMPARE(cell(LocksModel::LongestWait).data().toString(), u"≥ 2 m 32 s"_s);
        QVERIFY(cell(LocksModel::Held).data(Qt::ToolTipRole).toString().contains(u"Held for ≥ 10 s"_s));
        auto single = test::mutexQueue("/single", {});
        single.kind = inspect::LockKind::Single;
        model.setLocks({std::make_shared<inspect::Lock>(single)});
        QCOMPARE(model.headerData(LocksModel::Held, Qt::Horizontal, Qt::DisplayRole).toString(), u"Held"_s);
        QVERIFY(cell(LocksModel::Waiting).data(ui::UnknownRole).toBool());
    }

    void locksStandInATree()
    {
        LocksModel model;
        model.setTree(true);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setLocks(test::snapshot({test::mutexLock("/prod/locks/orders", 3),
                                       test::mutexLock("/prod/locks/mailer", 0), stuckLock("/prod/nightly")})
                           ->locks);
        QCOMPARE(outline(model),
                 (QStringList{u"|/prod|||3 locks · 1 with problems"_s, u" |locks|||2 locks"_s, u"  |mailer|free|0"_s,
                              u"  |orders|worker-101|2"_s, u" |nightly|no session|0"_s}));
        const auto index = model.indexOf("/prod/locks/orders");
        QCOMPARE(index.data(ui::KeyRole).toString(), u"/prod/locks/orders"_s);
        QVERIFY(model.lockAt(index));
        QVERIFY(!model.lockAt(model.indexOf("/prod")));
        QVERIFY(!model.indexOf("/prod/none").isValid());
    }

    void aLockMayHaveLocksBelow()
    {
        LocksModel model;
        model.setTree(true);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setLocks(
            test::snapshot({test::mutexLock("/a", 1), test::mutexLock("/a/b", 1), test::mutexLock("/a-b", 1)})->locks);
        QCOMPARE(outline(model), (QStringList{u"|/a|worker-101|0"_s, u" |b|worker-101|0"_s, u"|/a-b|worker-101|0"_s}));
    }

    /// On Redis, names are bytes without a tree: colons fold them, and no two names become one.
    void namesOfRedisAreFoldedAtColons()
    {
        LocksModel model;
        model.setTree(true);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setLocks(test::snapshot({test::mutexLock("/a/b", 1)})->locks);
        const std::vector<std::string> all{"", ":", "cart", "cart:", "cart::7", "cart:7", "cart:8", "users/9"};
        std::vector<test::LockPtr> locks;
        for (const auto& name : all)
            locks.push_back(redisLock(name));
        model.setLocks(locks);
        QCOMPARE(names(model), (QStringList{QString(), u":"_s, u"cart"_s, u"cart:"_s, u"users/9"_s}));
        QCOMPARE(names(model, model.index(3, 0)), (QStringList{u"7"_s, u"8"_s, u":"_s}));
        for (const auto& name : all) {
            const auto index = model.indexOf(name);
            QVERIFY2(index.isValid() && model.lockAt(index), name.c_str());
            QCOMPARE(model.lockAt(index)->path, name);
        }
        model.setTree(false);
        QCOMPARE(model.rowCount(), static_cast<int>(all.size()));
        for (const auto& name : all)
            QCOMPARE(model.indexOf(name).data().toString(), QString::fromStdString(name));
    }

    /// Over the whole list, not only in each folder: severity, then waiting clients, then the longest wait.
    void worstComesFirst()
    {
        LocksModel model;
        LocksProxy proxy(model);
        const QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto old = std::make_shared<inspect::Lock>(test::mutexQueue(
            "/z/old", {test::contender(101, 90'000), test::contender(102, 80'000), test::contender(103, 70'000)}));
        const auto snapshot = test::snapshot({test::mutexLock("/l/calm", 1), test::mutexLock("/l/five", 6),
                                              test::mutexLock("/l/two", 3), stuckLock("/m/stuck"), old});
        model.setLocks(snapshot->locks);
        QCOMPARE(names(proxy), (QStringList{u"/m/stuck"_s, u"/l/five"_s, u"/z/old"_s, u"/l/two"_s, u"/l/calm"_s}));
        // By path: calm, five, two, stuck, old. A warning is worse than many waiting clients.
        model.setLocks(snapshot->locks, {{2, 1}, {}, {}, {}, {}});
        QTRY_COMPARE(names(proxy), (QStringList{u"/m/stuck"_s, u"/l/calm"_s, u"/l/five"_s, u"/z/old"_s, u"/l/two"_s}));
        model.setTree(true);
        proxy.orderAnew();
        QCOMPARE(names(proxy), (QStringList{u"/m"_s, u"/l"_s, u"/z"_s}));
        QCOMPARE(names(proxy, proxy.index(1, 0)), (QStringList{u"calm"_s, u"five"_s, u"two"_s}));
    }

    void eachColumnSorts_data()
    {
        QTest::addColumn<int>("column");
        QTest::addColumn<QStringList>("ascending");
        QTest::addColumn<QStringList>("descending");
        using List = QStringList;
        QTest::newRow("lock") << int(LocksModel::Name) << List{u"/a"_s, u"/b"_s, u"/c"_s, u"/d"_s}
                              << List{u"/d"_s, u"/c"_s, u"/b"_s, u"/a"_s};
        QTest::newRow("type") << int(LocksModel::Type) << List{u"/a"_s, u"/b"_s, u"/d"_s, u"/c"_s}
                              << List{u"/c"_s, u"/a"_s, u"/b"_s, u"/d"_s};
        // "/d" is free: it has no value, so it is last in both orders.
        QTest::newRow("holder") << int(LocksModel::Holder) << List{u"/c"_s, u"/a"_s, u"/b"_s, u"/d"_s}
                                << List{u"/b"_s, u"/a"_s, u"/c"_s, u"/d"_s};
        QTest::newRow("held") << int(LocksModel::Held) << List{u"/c"_s, u"/a"_s, u"/b"_s, u"/d"_s}
                              << List{u"/b"_s, u"/a"_s, u"/c"_s, u"/d"_s};
        QTest::newRow("waiting") << int(LocksModel::Waiting) << List{u"/d"_s, u"/b"_s, u"/c"_s, u"/a"_s}
                                 << List{u"/a"_s, u"/c"_s, u"/b"_s, u"/d"_s};
        QTest::newRow("longest wait") << int(LocksModel::LongestWait) << List{u"/c"_s, u"/a"_s, u"/b"_s, u"/d"_s}
                                      << List{u"/b"_s, u"/a"_s, u"/c"_s, u"/d"_s};
    }
    void eachColumnSorts()
    {
        QFETCH(int, column);
        QFETCH(QStringList, ascending);
        QFETCH(QStringList, descending);
        LocksModel model;
        LocksProxy proxy(model);
        const QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setNow({test::snapshotTime, test::snapshotTime});
        const auto old = std::make_shared<inspect::Lock>(
            test::mutexQueue("/b", {test::contender(201, 90'000), test::contender(202, 80'000)}));
        model.setLocks(
            test::snapshot({test::mutexLock("/a", 5), old, test::readWriteLock("/c", "RRWW"), test::mutexLock("/d", 0)})
                ->locks);
        proxy.sort(column, Qt::AscendingOrder);
        QCOMPARE(names(proxy), ascending);
        proxy.sort(column, Qt::DescendingOrder);
        QCOMPARE(names(proxy), descending);
    }

    void theMostWaitingCausedComesFirst()
    {
        LocksModel model;
        model.setTree(true);
        LocksProxy proxy(model);
        const QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
        auto possible = *test::mutexLock("/l/possible", 9);
        possible.certainty = inspect::Certainty::Possible;
        const auto snapshot =
            test::snapshot({test::mutexLock("/l/calm", 1), test::mutexLock("/l/five", 6),
                            test::mutexLock("/l/sub/two", 3), std::make_shared<inspect::Lock>(possible)});
        const auto waits = [](std::chrono::seconds five, std::chrono::seconds two) {
            return std::make_shared<const inspect::LockWaits>(
                inspect::LockWaits{{"/l/five", five}, {"/l/sub/two", two}, {"/l/possible", std::chrono::hours(9)}});
        };
        using std::chrono::seconds;
        model.setLocks(snapshot->locks, {}, waits(seconds(20), seconds(300)));
        proxy.sort(LocksModel::CausedWaits, Qt::DescendingOrder);
        const auto folder = [&] { return proxy.index(0, 0); };
        QCOMPARE(names(proxy, folder()), (QStringList{u"sub"_s, u"five"_s, u"calm"_s, u"possible"_s}));
        // Time passes, and no row changes.
        model.setLocks(snapshot->locks, {}, waits(seconds(400), seconds(310)));
        QTRY_COMPARE(names(proxy, folder()), (QStringList{u"five"_s, u"sub"_s, u"calm"_s, u"possible"_s}));
        const auto tip = [&](const char* path) {
            return model.indexOf(path).siblingAtColumn(LocksModel::Waiting).data(Qt::ToolTipRole).toString();
        };
        QVERIFY2(tip("/l/five").contains(u"Waiting caused so far, all clients together: 6 m 40 s"_s),
                 qPrintable(tip("/l/five")));
        QVERIFY2(!tip("/l/calm").contains(u"Waiting caused"_s), qPrintable(tip("/l/calm")));
        QVERIFY2(!tip("/l/possible").contains(u"Waiting caused"_s), qPrintable(tip("/l/possible")));
    }

    void busyLocksDoNotMakeRowsDance()
    {
        LocksModel model;
        LocksProxy proxy(model);
        const QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto calm = test::mutexLock("/a", 1);
        const auto busy = test::mutexLock("/b", 3);
        model.setLocks(test::snapshot({calm, busy})->locks);
        QCOMPARE(names(proxy), (QStringList{u"/b"_s, u"/a"_s}));
        const QPersistentModelIndex followed = proxy.index(0, 0);
        proxy.orderAnew(); // from here on the second sort key counts
        QSignalSpy ordered(&proxy, &QAbstractItemModel::layoutChanged);
        for (auto round = 0; round < 100; ++round)
            model.setLocks(
                test::snapshot({round % 2 == 0 ? calm : stuckLock("/a"), busy, test::mutexLock("/c", 2)})->locks);
        QCOMPARE(ordered.count(), 0);
        QCOMPARE(names(proxy), (QStringList{u"/b"_s, u"/c"_s, u"/a"_s}));
        QTRY_COMPARE(names(proxy), (QStringList{u"/a"_s, u"/b"_s, u"/c"_s})); // without a call
        QCOMPARE(ordered.count(), 1);
        QCOMPARE(followed.row(), 1);
    }

    void typingFilters()
    {
        LocksModel model;
        model.setTree(true);
        LocksProxy proxy(model);
        const QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setLocks(test::snapshot({test::mutexLock("/prod/orders", 3), test::mutexLock("/prod/mail", 1)})->locks);
        proxy.setFilter(ui::LocksFilter(u"ORD"_s));
        QCOMPARE(outline(proxy), (QStringList{u"|/prod|||2 locks"_s, u" |orders|worker-101|2"_s}));
        QCOMPARE(model.matchedCount(), 1);
        proxy.setFilter(ui::LocksFilter(u"worker-102"_s)); // waits for /orders
        QCOMPARE(names(proxy, proxy.index(0, 0)), QStringList{u"orders"_s});
        proxy.setFilter(ui::LocksFilter(u"0x167"_s)); // the session of worker-103
        QCOMPARE(names(proxy, proxy.index(0, 0)), QStringList{u"orders"_s});
        proxy.setFilter(ui::LocksFilter(u"nothing of that name"_s));
        QCOMPARE(proxy.rowCount(), 0);
        proxy.setFilter(ui::LocksFilter());
        QCOMPARE(names(proxy, proxy.index(0, 0)).size(), 2);
    }

    void globsFilter_data()
    {
        QTest::addColumn<QString>("glob");
        QTest::addColumn<bool>("fits");
        // Of "/prod/locks/orders-77", held by worker-101 at 10.20.4.101 with the session 0x165.
        for (const auto* glob : {"orders-*", "ORDERS-??", "*-77", "/prod/*/orders-77", "locks/*", "*", "worker-10?",
                                 "10.20.4.*", "10.*.101", "o*s-7*7", "**77**", "0x16?", "0X1*"})
            QTest::newRow(glob) << QString::fromLatin1(glob) << true;
        for (const auto* glob : {"orders-?", "order-*", "*-7", "rders-*", "/prod/*/mail", "worker-1?", "10.20.?.4",
                                 "/prod/locks/orders-77?"})
            QTest::newRow(glob) << QString::fromLatin1(glob) << false;
    }
    void globsFilter()
    {
        QFETCH(QString, glob);
        QFETCH(bool, fits);
        const auto lock = test::mutexLock("/prod/locks/orders-77", 1);
        QCOMPARE(ui::LocksFilter(glob).matches(*lock, false), fits);
        QVERIFY(!ui::LocksFilter(glob, true).matches(*lock, false));
        QCOMPARE(ui::LocksFilter(glob, true).matches(*lock, true), fits);
    }

    void textsFitInEitherCase_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("fits");
        for (const auto* text : {"oral", "ORAL", "/o", "L-7", "/prod/oats/Oral-77", "7", "d/OATS"})
            QTest::newRow(text) << QString::fromLatin1(text) << true;
        for (const auto* text : {"orals", "-777", "/prod/oats/Oral-77/", "oo", "Z"})
            QTest::newRow(text) << QString::fromLatin1(text) << false;
    }
    void textsFitInEitherCase()
    {
        QFETCH(QString, text);
        QFETCH(bool, fits);
        const auto lock = test::mutexLock("/prod/oats/Oral-77", 1);
        QCOMPARE(ui::LocksFilter(text).matches(*lock, false), fits);
    }

    void globsKnowCharactersOfEveryScript()
    {
        const auto lock = test::mutexLock("/prod/gr\u00FCn-\u9501", 1);
        for (const auto& glob : {u"gr?n-?"_s, u"GR\u00DCN-*"_s, u"*-\u9501"_s})
            QVERIFY2(ui::LocksFilter(glob).matches(*lock, false), qPrintable(glob));
        for (const auto& glob : {u"gr??n-?"_s, u"gr\u00F6n-*"_s})
            QVERIFY2(!ui::LocksFilter(glob).matches(*lock, false), qPrintable(glob));
    }

    void onlyProblemsFollowsTheFindings()
    {
        LocksModel model;
        LocksProxy proxy(model);
        const QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
        proxy.setFilter(ui::LocksFilter({}, true));
        const std::vector both{test::mutexLock("/a", 3), test::mutexLock("/b", 3)};
        model.setLocks(both, {{}, {1, 1}});
        QCOMPARE(names(proxy), QStringList{u"/b"_s});
        model.setLocks(both, {{2, 1}, {}});
        QCOMPARE(names(proxy), QStringList{u"/a"_s});
        QCOMPARE(model.matchedCount(), 1);
        model.setTree(true);
        model.setLocks({both[0], both[1], test::mutexLock("/c/d", 1)}, {{}, {}, {3, 1}});
        QCOMPARE(outline(proxy), (QStringList{u"|/c|||1 lock · 1 with problems"_s, u" |d|worker-101|0"_s}));
        model.setLocks(both);
        QCOMPARE(proxy.rowCount(), 0);
    }

    void hostsThatTheServersReportAreFound()
    {
        LocksModel model;
        model.setTree(true);
        LocksProxy proxy(model);
        const QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto only = [&] { return proxy.rowCount() == 0 ? QStringList() : names(proxy, proxy.index(0, 0)); };
        auto nameless = *test::mutexLock("/prod/orders", 2);
        nameless.queue[0].details->client.clear();
        model.setLocks(
            test::snapshot({std::make_shared<inspect::Lock>(nameless), test::mutexLock("/prod/mail", 1)})->locks);
        proxy.setFilter(ui::LocksFilter(u"10.9.9.2"_s));
        QCOMPARE(only(), QStringList());
        model.setEnsemble(test::hostsOf({{0x165, "10.9.9.1:5000"}, {0x166, "10.9.9.2:5000"}}));
        QCOMPARE(only(), QStringList{u"orders"_s});
        proxy.setFilter(ui::LocksFilter(u"10.9.9"_s));
        QCOMPARE(only(), (QStringList{u"orders"_s, u"mail"_s}));
        model.setEnsemble(test::hostsOf({{0x165, "10.9.9.1:5000"}}));
        proxy.setFilter(ui::LocksFilter(u"10.9.9.2"_s));
        QCOMPARE(only(), QStringList());
        proxy.setFilter(ui::LocksFilter());
        const auto holder = [&] { return model.indexOf("/prod/orders").siblingAtColumn(LocksModel::Holder); };
        QCOMPARE(holder().data().toString(), u"10.9.9.1:5000"_s);
        QSignalSpy changed(&model, &LocksModel::dataChanged);
        model.setEnsemble(test::hostsOf({{0x165, "10.9.9.3:5000"}}));
        QCOMPARE(holder().data().toString(), u"10.9.9.3:5000"_s);
        QCOMPARE(changed.count(), 1); // the holder of mail reports its own name
        QCOMPARE(changed.front().front().toModelIndex(), model.indexOf("/prod/orders"));
    }

    void aMereFolderHasNoFindings()
    {
        LocksModel model;
        model.setTree(true);
        const std::vector both{test::mutexLock("/a", 1), test::mutexLock("/a/b", 1)};
        model.setLocks(both, {{3, 2}, {}});
        const auto folder = [&] { return model.indexOf("/a"); };
        QVERIFY(folder().data(Qt::ToolTipRole).toString().contains(u"2 findings"_s));
        model.setLocks({both[1]}, {{}});
        QVERIFY(!model.lockAt(folder()));
        QVERIFY(!folder().data(Qt::ToolTipRole).toString().contains(u"findings"_s));
        QCOMPARE(folder().data(Qt::AccessibleTextRole).toString(), u"/a, 1 lock"_s);
    }

    void randomSnapshotsEndLikeAFreshModel()
    {
        std::mt19937 random(7);
        LocksModel model;
        LocksProxy proxy(model);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QAbstractItemModelTester proxyTester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        std::map<std::string, test::LockPtr> locks;
        ui::LocksFilter filter;
        bool isTree = false;
        int column = LocksModel::Severity;
        std::shared_ptr<const ensemble::EnsembleFacts> facts;
        for (auto round = 0; round < 300; ++round) {
            if (round % 10 == 9) {
                const QStringList typed{{},         u"-X"_s,      u"worker-102"_s, u"a/b"_s,
                                        u"0x166"_s, u"nowhere"_s, u"ü"_s,          u"host-5"_s};
                filter = ui::LocksFilter(typed.at(static_cast<qsizetype>(random() % 8)), random() % 4 == 0);
                proxy.setFilter(filter);
                column = static_cast<int>(random() % LocksModel::ColumnCount);
                proxy.sort(column, Qt::DescendingOrder);
                isTree = random() % 3 > 0;
                model.setTree(isTree);
            }
            const auto path = [&] {
                std::string made;
                for (auto depth = 1 + random() % 3; depth > 0; --depth)
                    made += std::string("/") + "abcd"[random() % 4] + (random() % 5 == 0 ? "-x" : "");
                return made;
            };
            for (auto change = 1 + random() % 4; change > 0; --change) {
                if (random() % 3 == 0 && !locks.empty())
                    locks.erase(std::next(locks.begin(), static_cast<std::ptrdiff_t>(random() % locks.size())));
                else
                    locks.insert_or_assign(path(), nullptr);
            }
            std::vector<test::LockPtr> all;
            for (auto& [where, lock] : locks) {
                if (!lock || random() % 4 == 0)
                    lock =
                        random() % 5 == 0 ? stuckLock(where) : test::mutexLock(where, static_cast<int>(random() % 4));
                all.push_back(lock);
            }
            const auto snapshot = test::snapshot(all);
            if (round % 7 == 3)
                facts = random() % 4 == 0 ? nullptr : test::hostsOf({{0x165 + random() % 3, "host-5"}});
            model.setEnsemble(facts);
            model.setLocks(snapshot->locks);
            LocksModel fresh;
            fresh.setTree(isTree);
            fresh.setLocks(snapshot->locks);
            fresh.setEnsemble(facts);
            QCOMPARE(everything(model), everything(fresh));
            QCOMPARE(model.problemCount(), fresh.problemCount());
            LocksProxy freshProxy(fresh);
            freshProxy.setFilter(filter);
            freshProxy.sort(column, Qt::DescendingOrder);
            proxy.orderAnew();
            QCOMPARE(everything(proxy), everything(freshProxy));
            QCOMPARE(model.matchedCount(), fresh.matchedCount());
        }
        QCOMPARE(resets.count(), 0);
    }
};

} // namespace lockscope::locksModelTest

LOCKSCOPE_TEST(lockscope::locksModelTest::LocksModelTest)
#include "LocksModelTest.moc"
