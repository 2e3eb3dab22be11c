// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/QueueModel.h"
#include "tests/support/EqualNames.h"
#include "tests/support/Growth.h"
#include "tests/support/Test.h"
#include "tests/ui/Snapshots.h"
#include "tests/ui/Warnings.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <algorithm>
#include <random>

namespace lockscope::queueModelTest {

using namespace Qt::StringLiterals;
using ui::QueueModel;

namespace {

std::shared_ptr<inspect::Lock> shared(inspect::Lock lock)
{
    return std::make_shared<inspect::Lock>(std::move(lock));
}

QStringList cells(const QueueModel& model)
{
    QStringList texts;
    for (auto row = 0; row < model.rowCount(); ++row)
        for (auto column = 0; column < model.columnCount(); ++column)
            for (const int role : {int(Qt::DisplayRole), int(ui::KeyRole)})
                texts << model.index(row, column).data(role).toString();
    return texts;
}

} // namespace

class QueueModelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void rowsReportTheQueue()
    {
        QueueModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setNow({test::snapshotTime, test::snapshotTime});
        model.setLock(test::mutexLock("/locks/orders", 3));
        QCOMPARE(model.rowCount(), 3);
        const auto text = [&](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(text(0, QueueModel::Position), u"—"_s);
        QCOMPARE(text(1, QueueModel::Position), u"1"_s);
        QCOMPARE(text(2, QueueModel::Position), u"2"_s);
        QCOMPARE(text(0, QueueModel::State), u"Holding"_s);
        QCOMPARE(text(1, QueueModel::State), u"Waiting"_s);
        QCOMPARE(text(1, QueueModel::Client), u"worker-102"_s);
        QCOMPARE(text(1, QueueModel::WaitsOn), u"worker-101"_s);
        QCOMPARE(text(1, QueueModel::Since), u"2.0 s"_s);
        QCOMPARE(text(1, QueueModel::Session), u"0x166"_s);
        QCOMPARE(text(1, QueueModel::Sequence), u"0000000102"_s);
        QCOMPARE(model.index(0, QueueModel::State).data(ui::MarkRole).value<ui::Mark>(), ui::Mark::Filled);
        QCOMPARE(model.index(1, QueueModel::State).data(ui::MarkRole).value<ui::Mark>(), ui::Mark::DottedRing);
        QCOMPARE(model.index(2, QueueModel::State).data(ui::MarkRole).value<ui::Mark>(), ui::Mark::Ring);
        QCOMPARE(model.rowOf({"/locks/orders", inspect::LockPart::Queue, "lock-0000000102"}), 1);
        QCOMPARE(model.rowOf({"/locks/orders", inspect::LockPart::Queue, "gone"}), -1);
        QCOMPARE(model.rowOf({"/locks/orders", inspect::LockPart::Gate, "lock-0000000102"}), -1);
        QCOMPARE(model.rowOf({"/locks/other", inspect::LockPart::Queue, "lock-0000000102"}), -1);
    }

    /// The rows must not point into a freed snapshot: the address sanitizer detects it.
    void equalNamesInTwoPartsAreTwoRows()
    {
        const std::vector<std::string> names{"a-lock-0000000000", "b-lock-0000000001", "c-lock-0000000002"};
        QueueModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setNow({test::snapshotTime, test::snapshotTime});
        const auto show = [&](std::vector<std::string> leases, std::vector<std::string> gate) {
            auto lock = std::make_shared<const inspect::Lock>(
                test::semaphoreOfEqualNames("/pool", std::move(leases), std::move(gate), test::snapshotTime));
            model.setLock(lock);
            QueueModel fresh;
            fresh.setNow({test::snapshotTime, test::snapshotTime});
            fresh.setLock(lock);
            QCOMPARE(cells(model), cells(fresh));
            for (auto row = 0; row < model.rowCount(); ++row)
                QCOMPARE(model.rowOf(lock->keyOf(*model.contenderAt(row))), row);
        };
        show({names[0], names[1]}, {names[0], names[1]});
        show({names[0], names[1]}, {names[1], names[2]});
        show({names[1]}, {names[0], names[1], names[2]});
        show({names[2], names[1]}, {names[2], names[0]});
        show({names[0]}, {names[0], names[1]});
        QCOMPARE(model.index(1, QueueModel::WaitsOn).data().toString(), u"client-1"_s);
        QCOMPARE(model.index(2, QueueModel::WaitsOn).data().toString(), u"client-101"_s); // its predecessor there
        show({}, {names[0]});
        show({names[0]}, {});
        QCOMPARE(model.index(0, QueueModel::Client).data().toString(), u"client-1"_s);
    }

    void aNodeWithoutSessionNeedsAttention()
    {
        auto stuck = test::contender(41, 60'000);
        stuck.details->session = 0;
        QueueModel model;
        model.setLock(shared(test::mutexQueue("/nightly", {stuck})));
        QCOMPARE(model.index(0, QueueModel::State).data(ui::MarkRole).value<ui::Mark>(), ui::Mark::Triangle);
        QCOMPARE(model.index(0, QueueModel::State).data(ui::ToneRole).value<ui::Tone>(), ui::Tone::Bad);
        QCOMPARE(model.index(0, QueueModel::Session).data().toString(), u"no session"_s);
    }

    void hostsComeFromTheServersWhereTheyReport()
    {
        auto first = test::contender(101, 1'000);
        auto second = test::contender(102, 500);
        first.details->host = "from-payload";
        second.details->host.clear();
        QueueModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setLock(shared(test::mutexQueue("/locks/orders", {first, second})));
        const auto host = [&](int row) { return model.index(row, QueueModel::Host).data().toString(); };
        QCOMPARE(host(0), u"from-payload"_s);
        QCOMPARE(host(1), u"unknown"_s);
        QSignalSpy changed(&model, &QueueModel::dataChanged);
        const auto facts = std::make_shared<ensemble::EnsembleFacts>();
        auto& session = facts->sessions[first.details->session];
        session.host = "10.0.0.1:5000";
        session.source = ensemble::Source::AdminServer;
        model.setEnsemble(facts);
        QCOMPARE(host(0), u"10.0.0.1:5000"_s);
        QCOMPARE(host(1), u"unknown"_s);
        QCOMPARE(changed.count(), 1);
        model.setEnsemble(facts);
        QCOMPARE(changed.count(), 1);
        model.setEnsemble(nullptr);
        QCOMPARE(host(0), u"from-payload"_s);
    }

    void oneClientHasOneName()
    {
        auto first = test::contender(101, 1'000);
        first.details->client.clear();
        QueueModel model;
        model.setLock(shared(test::mutexQueue("/locks/orders", {first, test::contender(102, 500)})));
        model.setEnsemble(test::hostsOf({{first.details->session, "10.0.0.1:5000"}}));
        QCOMPARE(model.index(0, QueueModel::Client).data().toString(), u"10.0.0.1:5000"_s);
        QCOMPARE(model.index(1, QueueModel::WaitsOn).data().toString(), u"10.0.0.1:5000"_s);
    }

    void theServersReportTheSessionBeforeTheDetails()
    {
        auto early = test::contender(101, 0);
        early.details.reset();
        QueueModel model;
        model.setLock(shared(test::mutexQueue("/l", {early})));
        QCOMPARE(model.index(0, QueueModel::Session).data().toString(), u"…"_s);
        early.owner = 0x165;
        model.setLock(shared(test::mutexQueue("/l", {early})));
        QCOMPARE(model.index(0, QueueModel::Session).data().toString(), u"0x165"_s);
    }

    void readersAndWritersAreReportedApart()
    {
        QueueModel model;
        model.setLock(test::readWriteLock("/l", "RRW"));
        const auto state = [&](int row, int role) { return model.index(row, QueueModel::State).data(role).toString(); };
        QCOMPARE(state(1, Qt::DisplayRole), u"Reading"_s);
        QCOMPARE(state(2, Qt::DisplayRole), u"Waiting to write"_s);
        QVERIFY(state(2, Qt::ToolTipRole).contains(u"A writer waits"_s));
        // The lock's dialect changes: all of its cells change.
        QSignalSpy changed(&model, &QueueModel::dataChanged);
        auto plain = *test::readWriteLock("/l", "RRW");
        plain.kind = inspect::LockKind::Mutex;
        model.setLock(shared(plain));
        QCOMPARE(state(2, Qt::DisplayRole), u"Waiting"_s);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(changed.front().at(1).toModelIndex().row(), 2);
    }

    /// A view may read cells while rows are added and removed.
    void cellsCanBeReadBetweenTwoSteps()
    {
        QueueModel model;
        model.setLock(test::mutexLock("/l", 6));
        QStringList seen;
        const auto read = [&] { seen << cells(model); };
        connect(&model, &QueueModel::rowsRemoved, this, read);
        connect(&model, &QueueModel::rowsInserted, this, read);
        auto queue = test::mutexLock("/l", 6)->queue;
        queue.erase(queue.begin() + 4, queue.end());
        queue.erase(queue.begin());
        queue.push_back(test::contender(200, 0));
        model.setLock(shared(test::mutexQueue("/l", queue)));
        QVERIFY(!seen.isEmpty());
    }

    void onlyAnotherLockResets()
    {
        QueueModel model;
        model.setLock(test::mutexLock("/a", 3));
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        model.setLock(test::mutexLock("/a", 5));
        model.setLock(test::mutexLock("/a", 0));
        QCOMPARE(resets.count(), 0);
        model.setLock(test::mutexLock("/b", 1));
        QCOMPARE(resets.count(), 1);
    }

    void whatStaysIsNotAnnounced()
    {
        auto before = test::mutexQueue("/a", {test::contender(1, 9), test::contender(2, 8), test::contender(3, 7)});
        auto after = before;
        after.queue[1].details->payload = "other";
        QueueModel model;
        model.setLock(shared(before));
        QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        model.setLock(shared(after));
        QCOMPARE(changes.count(), 1);
        QCOMPARE(changes.front()[0].toModelIndex().row(), 1);
        QCOMPARE(changes.front()[1].toModelIndex().row(), 1);
    }

    void randomSequencesEndLikeAFreshModel()
    {
        std::mt19937 random(2026);
        QueueModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        std::vector<inspect::Contender> queue;
        auto next = 1;
        for (auto round = 0; round < 400; ++round) {
            QPersistentModelIndex kept;
            QString key;
            if (!queue.empty()) {
                kept = model.index(static_cast<int>(random() % queue.size()), 0);
                key = kept.data(ui::KeyRole).toString();
            }
            for (auto change = random() % 4; change > 0; --change) {
                const auto at = queue.empty() ? 0 : random() % queue.size();
                switch (random() % 4) {
                case 0:
                    queue.push_back(test::contender(next++, random() % 10'000));
                    break;
                case 1:
                    if (!queue.empty())
                        queue.erase(queue.begin() + static_cast<std::ptrdiff_t>(at));
                    break;
                case 2:
                    if (!queue.empty())
                        queue[at].details->client = "client-" + std::to_string(random() % 5);
                    break;
                default:
                    if (random() % 5 == 0)
                        std::shuffle(queue.begin(), queue.end(), random);
                }
            }
            const auto lock = shared(test::mutexQueue("/a", queue));
            model.setLock(lock);
            QueueModel fresh;
            fresh.setLock(lock);
            QCOMPARE(cells(model), cells(fresh));
            const bool isThere =
                std::any_of(lock->queue.begin(), lock->queue.end(), [&](const inspect::Contender& contender) {
                    return toString(lock->keyOf(contender)) == key.toStdString();
                });
            QCOMPARE(kept.isValid(), isThere);
            if (isThere)
                QCOMPARE(kept.data(ui::KeyRole).toString(), key);
        }
    }

    /// With an index: not each waiter is looked for in the queue.
    void thousandsOfHoldersAndWaitersTakeLinearTime()
    {
        const auto locksOf = [](int leases) {
            return std::pair(test::semaphoreLock("/l", leases, leases), test::semaphoreLock("/l", leases, leases));
        };
        const auto cost = test::growth({1'000, 16'000}, locksOf, [](const auto& locks) {
            QueueModel model;
            model.setLock(locks.first);
            model.setLock(locks.second);
            for (auto row = 0; row < model.rowCount(); ++row) {
                for (const auto column : {QueueModel::Position, QueueModel::State, QueueModel::WaitsOn})
                    QVERIFY(!model.index(row, column).data().toString().isEmpty());
                QCOMPARE(model.rowOf(locks.second->keyOf(*model.contenderAt(row))), row);
            }
        });
        QVERIFY(cost.isModest());
    }
};

} // namespace lockscope::queueModelTest

LOCKSCOPE_TEST(lockscope::queueModelTest::QueueModelTest)
#include "QueueModelTest.moc"
