// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/QueueModel.h"
#include "tests/support/Test.h"
#include "tests/ui/Pictures.h"
#include "tests/ui/Warnings.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <algorithm>
#include <random>

namespace lockscope::queueModelTest {

using namespace Qt::StringLiterals;
using ui::QueueModel;

namespace {

std::shared_ptr<inspect::LockQueue> shared(inspect::LockQueue lock)
{
    return std::make_shared<inspect::LockQueue>(std::move(lock));
}

QStringList cells(const QueueModel& model)
{
    QStringList texts;
    for (auto row = 0; row < model.rowCount(); ++row)
        for (auto column = 0; column < model.columnCount(); ++column)
            for (const int role : {int(Qt::DisplayRole), int(ui::SortRole), int(ui::KeyRole)})
                texts << model.index(row, column).data(role).toString();
    return texts;
}

} // namespace

class QueueModelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void rowsTellTheQueue()
    {
        QueueModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setNow(test::pictureTime);
        model.setLock(test::mutexLock("/locks/orders", 3));
        QCOMPARE(model.rowCount(), 3);
        const auto text = [&](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(text(0, QueueModel::State), u"holds"_s);
        QCOMPARE(text(1, QueueModel::State), u"waiting"_s);
        QCOMPARE(text(1, QueueModel::Client), u"worker-102"_s);
        QCOMPARE(text(1, QueueModel::WaitsOn), u"worker-101"_s);
        QCOMPARE(text(1, QueueModel::Since), u"2.0 s"_s);
        QCOMPARE(text(1, QueueModel::Session), u"0x166"_s);
        QCOMPARE(text(1, QueueModel::Sequence), u"0000000102"_s);
        QCOMPARE(model.index(1, QueueModel::Session).data(ui::SortRole).toLongLong(), 0x166);
        QCOMPARE(model.index(0, QueueModel::State).data(ui::MarkRole).value<ui::Mark>(), ui::Mark::Filled);
        QCOMPARE(model.index(1, QueueModel::State).data(ui::MarkRole).value<ui::Mark>(), ui::Mark::Ring);
        QCOMPARE(model.rowOf("lock-0000000102"), 1);
        QCOMPARE(model.rowOf("gone"), -1);
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

    void hostsComeFromTheServersWhereTheyTell()
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
            const bool isThere = lock->find(key.toStdString()) != nullptr;
            QCOMPARE(kept.isValid(), isThere);
            if (isThere)
                QCOMPARE(kept.data(ui::KeyRole).toString(), key);
        }
    }
};

} // namespace lockscope::queueModelTest

LOCKSCOPE_TEST(lockscope::queueModelTest::QueueModelTest)
#include "QueueModelTest.moc"
