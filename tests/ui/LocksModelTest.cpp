// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/LocksModel.h"
#include "core/sources/redis/dialects/LockBuilder.h"
#include "tests/support/Test.h"
#include "tests/ui/Snapshots.h"
#include "tests/ui/Warnings.h"
#include "ui/models/LocksProxy.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <random>

namespace lockscope::locksModelTest {

using namespace Qt::StringLiterals;
using ui::LocksModel;
using ui::LocksProxy;

namespace {

QStringList outline(const QAbstractItemModel& model, const QModelIndex& parent = {}, int depth = 0)
{
    QStringList lines;
    for (auto row = 0; row < model.rowCount(parent); ++row) {
        QStringList cells{QString(depth, u' ')};
        for (auto column = 0; column < model.columnCount(parent); ++column)
            cells << model.index(row, column, parent).data().toString();
        lines << cells.join(u'|');
        lines << outline(model, model.index(row, 0, parent), depth + 1);
    }
    return lines;
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

    void locksStandInATree()
    {
        LocksModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setLocks(test::snapshot({test::mutexLock("/prod/locks/orders", 3),
                                       test::mutexLock("/prod/locks/mailer", 0), stuckLock("/prod/nightly")})
                           ->locks);
        QCOMPARE(outline(model), (QStringList{u"|/prod||3 locks"_s, u" |locks||2 locks"_s, u"  |mailer|—|free"_s,
                                              u"  |orders|worker-101|2 waiting"_s, u" |nightly|no session|"_s}));
        const auto index = model.indexOf("/prod/locks/orders");
        QCOMPARE(index.data(ui::KeyRole).toString(), u"/prod/locks/orders"_s);
        QVERIFY(model.lockAt(index));
        QVERIFY(!model.lockAt(model.indexOf("/prod")));
        QVERIFY(!model.indexOf("/prod/none").isValid());
    }

    void aLockMayHaveLocksBelow()
    {
        LocksModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setLocks(
            test::snapshot({test::mutexLock("/a", 1), test::mutexLock("/a/b", 1), test::mutexLock("/a-b", 1)})->locks);
        QCOMPARE(outline(model), (QStringList{u"|/a|worker-101|"_s, u" |b|worker-101|"_s, u"|/a-b|worker-101|"_s}));
    }

    /// On Redis, names are bytes without a tree: colons fold them, and no two names become one.
    void namesOfRedisAreFoldedAtColons()
    {
        LocksModel model;
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
    }

    void worstComesFirst()
    {
        LocksModel model;
        LocksProxy proxy(model);
        const QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setLocks(test::snapshot({test::mutexLock("/l/calm", 1), test::mutexLock("/l/five", 6),
                                       test::mutexLock("/l/two", 3), stuckLock("/l/stuck")})
                           ->locks);
        const auto folder = [&] { return proxy.index(0, 0); };
        QCOMPARE(names(proxy, folder()), (QStringList{u"stuck"_s, u"five"_s, u"two"_s, u"calm"_s}));
        proxy.setOrder(LocksProxy::Order::Name);
        QCOMPARE(names(proxy, folder()), (QStringList{u"calm"_s, u"five"_s, u"stuck"_s, u"two"_s}));
        proxy.setOrder(LocksProxy::Order::QueueLength);
        QCOMPARE(names(proxy, folder()), (QStringList{u"five"_s, u"two"_s, u"calm"_s, u"stuck"_s}));
    }

    void theMostWaitingCausedComesFirst()
    {
        LocksModel model;
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
        proxy.setOrder(LocksProxy::Order::CausedWaits);
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
        LocksProxy proxy(model);
        const QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setLocks(test::snapshot({test::mutexLock("/prod/orders", 3), test::mutexLock("/prod/mail", 1)})->locks);
        proxy.setFilterText(u"ORD"_s);
        QCOMPARE(outline(proxy), (QStringList{u"|/prod||2 locks"_s, u" |orders|worker-101|2 waiting"_s}));
        proxy.setFilterText(u"worker-102"_s); // waits for /orders
        QCOMPARE(names(proxy, proxy.index(0, 0)), QStringList{u"orders"_s});
        proxy.setFilterText(u"0x167"_s); // the session of worker-103
        QCOMPARE(names(proxy, proxy.index(0, 0)), QStringList{u"orders"_s});
        proxy.setFilterText(u"nothing of that name"_s);
        QCOMPARE(proxy.rowCount(), 0);
        proxy.setFilterText({});
        QCOMPARE(names(proxy, proxy.index(0, 0)).size(), 2);
    }

    void hostsThatTheServersReportAreFound()
    {
        LocksModel model;
        LocksProxy proxy(model);
        const QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto only = [&] { return proxy.rowCount() == 0 ? QStringList() : names(proxy, proxy.index(0, 0)); };
        auto nameless = *test::mutexLock("/prod/orders", 2);
        nameless.queue[0].details->client.clear();
        model.setLocks(
            test::snapshot({std::make_shared<inspect::Lock>(nameless), test::mutexLock("/prod/mail", 1)})->locks);
        proxy.setFilterText(u"10.9.9.2"_s);
        QCOMPARE(only(), QStringList());
        model.setEnsemble(test::hostsOf({{0x165, "10.9.9.1:5000"}, {0x166, "10.9.9.2:5000"}}));
        QCOMPARE(only(), QStringList{u"orders"_s});
        proxy.setFilterText(u"10.9.9"_s);
        QCOMPARE(only(), (QStringList{u"orders"_s, u"mail"_s}));
        model.setEnsemble(test::hostsOf({{0x165, "10.9.9.1:5000"}}));
        proxy.setFilterText(u"10.9.9.2"_s);
        QCOMPARE(only(), QStringList());
        proxy.setFilterText({});
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
        const std::vector both{test::mutexLock("/a", 1), test::mutexLock("/a/b", 1)};
        model.setLocks(both, {{3, 2}, {}});
        const auto folder = [&] { return model.indexOf("/a"); };
        QVERIFY(folder().data(Qt::ToolTipRole).toString().contains(u"2 findings"_s));
        model.setLocks({both[1]}, {{}});
        QVERIFY(!model.lockAt(folder()));
        QVERIFY(!folder().data(Qt::ToolTipRole).toString().contains(u"findings"_s));
        QVERIFY(folder().data(Qt::AccessibleTextRole).toString().isEmpty());
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
        QString filter;
        std::shared_ptr<const ensemble::EnsembleFacts> facts;
        for (auto round = 0; round < 300; ++round) {
            if (round % 10 == 9) {
                const QStringList typed{{},         u"-X"_s,      u"worker-102"_s, u"a/b"_s,
                                        u"0x166"_s, u"nowhere"_s, u"ü"_s,          u"host-5"_s};
                filter = typed.at(static_cast<qsizetype>(random() % 8));
                proxy.setFilterText(filter);
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
                    lock = test::mutexLock(where, static_cast<int>(random() % 4));
                all.push_back(lock);
            }
            const auto snapshot = test::snapshot(all);
            if (round % 7 == 3)
                facts = random() % 4 == 0 ? nullptr : test::hostsOf({{0x165 + random() % 3, "host-5"}});
            model.setEnsemble(facts);
            model.setLocks(snapshot->locks);
            LocksModel fresh;
            fresh.setLocks(snapshot->locks);
            fresh.setEnsemble(facts);
            QCOMPARE(outline(model), outline(fresh));
            LocksProxy freshProxy(fresh);
            freshProxy.setFilterText(filter);
            proxy.orderAnew();
            QCOMPARE(outline(proxy), outline(freshProxy));
        }
        QCOMPARE(resets.count(), 0);
    }
};

} // namespace lockscope::locksModelTest

LOCKSCOPE_TEST(lockscope::locksModelTest::LocksModelTest)
#include "LocksModelTest.moc"
