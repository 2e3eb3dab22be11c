// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/Test.h"
#include "tests/ui/Warnings.h"
#include "ui/models/KeyedRows.h"

#include <QAbstractItemModelTester>
#include <QAbstractListModel>
#include <QSignalSpy>

#include <algorithm>
#include <map>
#include <random>
#include <string>

namespace lockscope::keyedDiffTest {

using ui::DiffStep;

namespace {

std::vector<std::string_view> views(const std::vector<std::string>& keys)
{
    return {keys.begin(), keys.end()};
}

std::vector<DiffStep> diff(const std::vector<std::string>& present, const std::vector<std::string>& wanted)
{
    return *ui::keyedDiff(ui::placesOf(views(present), views(wanted)), wanted.size());
}

std::vector<std::string> applied(std::vector<std::string> rows, const std::vector<DiffStep>& steps,
                                 const std::vector<std::string>& wanted)
{
    for (const auto& step : steps) {
        const auto at = rows.begin() + step.row;
        switch (step.kind) {
        case DiffStep::Kind::Remove:
            rows.erase(at, at + step.count);
            break;
        case DiffStep::Kind::Insert:
            rows.insert(at, wanted.begin() + step.to, wanted.begin() + step.to + step.count);
            break;
        case DiffStep::Kind::Move: {
            auto key = *at;
            rows.erase(at);
            rows.insert(rows.begin() + step.to, key);
            break;
        }
        }
    }
    return rows;
}

struct Row {
    int key = 0;
    int round = 0; ///< in which it was added
};

class NumbersModel final : public ui::KeyedRows<QAbstractListModel> {
public:
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(rows.size());
    }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override
    {
        return role == Qt::DisplayRole ? QVariant(rows.at(static_cast<std::size_t>(index.row())).key) : QVariant();
    }
    void take(const std::vector<Row>& wanted) { takeSteps(rows, wanted, &Row::key); }

    std::vector<Row> rows;
};

} // namespace

class KeyedDiffTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void sameIsNothing() { QVERIFY(diff({"a", "b"}, {"a", "b"}).empty()); }

    void runsAreOneStep()
    {
        QCOMPARE(diff({"a", "b", "c", "d"}, {"a", "d"}), (std::vector<DiffStep>{{DiffStep::Kind::Remove, 1, 2, 0}}));
        QCOMPARE(diff({"a", "d"}, {"a", "b", "c", "d"}), (std::vector<DiffStep>{{DiffStep::Kind::Insert, 1, 2, 1}}));
    }

    void oneRowThatMovedIsOneStep()
    {
        QCOMPARE(diff({"a", "b", "c", "d"}, {"b", "c", "d", "a"}),
                 (std::vector<DiffStep>{{DiffStep::Kind::Move, 0, 1, 3}}));
        QCOMPARE(diff({"a", "b", "c", "d"}, {"d", "a", "b", "c"}),
                 (std::vector<DiffStep>{{DiffStep::Kind::Move, 3, 1, 0}}));
    }

    void randomLists()
    {
        std::mt19937 random(4711);
        for (auto round = 0; round < 2'000; ++round) {
            const auto some = [&] {
                std::vector<std::string> keys;
                for (auto i = 0; i < 14; ++i)
                    if (random() % 2 == 0)
                        keys.push_back(std::string(1, static_cast<char>('a' + i)));
                if (random() % 3 == 0)
                    std::shuffle(keys.begin(), keys.end(), random);
                return keys;
            };
            const auto present = some();
            const auto wanted = some();
            QCOMPARE(applied(present, diff(present, wanted), wanted), wanted);
        }
    }

    void tooManyStepsAreNone()
    {
        QVERIFY(!ui::keyedDiff({2, 1, 0}, 3, 1));
        QVERIFY(!ui::keyedDiff({0, -1, 1, -1}, 2, 1));
        QVERIFY(!ui::keyedDiff({1}, 3, 1));
        QVERIFY(ui::keyedDiff({1}, 3, 2));
    }

    /// Many changed rows cause few signals; no row is recreated, and a persistent index keeps its row.
    void manyChangesAreFewSignals()
    {
        std::mt19937 random(4712);
        NumbersModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        QSignalSpy layouts(&model, &QAbstractItemModel::layoutChanged);
        QSignalSpy removals(&model, &QAbstractItemModel::rowsRemoved);
        QSignalSpy insertions(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy moves(&model, &QAbstractItemModel::rowsMoved);
        std::map<int, int> rounds;
        for (auto round = 0; round < 60; ++round) {
            std::vector<Row> wanted;
            for (auto key = 0; key < 800; ++key)
                if (random() % 3 > 0 || round == 0)
                    wanted.push_back({key, round});
            if (round % 4 == 1)
                std::shuffle(wanted.begin(), wanted.end(), random);
            std::map<int, int> before;
            std::swap(before, rounds);
            std::vector<std::pair<int, QPersistentModelIndex>> followed;
            for (auto row = 0; row < model.rowCount(); row += 7)
                followed.emplace_back(model.rows[static_cast<std::size_t>(row)].key, model.index(row, 0));
            for (auto* spy : {&layouts, &removals, &insertions, &moves})
                spy->clear();
            model.take(wanted);
            QVERIFY(layouts.count() <= 2 && removals.count() <= 1 && insertions.count() <= 1 && moves.isEmpty());
            QVERIFY(std::equal(model.rows.begin(), model.rows.end(), wanted.begin(), wanted.end(),
                               [](const Row& a, const Row& b) { return a.key == b.key; }));
            for (const auto& row : model.rows) {
                const auto was = before.find(row.key);
                QCOMPARE(row.round, was == before.end() ? round : was->second);
                rounds[row.key] = row.round;
            }
            for (const auto& [key, index] : followed) {
                QCOMPARE(index.isValid(), rounds.contains(key));
                if (index.isValid())
                    QCOMPARE(index.data().toInt(), key);
            }
        }
        QCOMPARE(resets.count(), 0);
    }
};

} // namespace lockscope::keyedDiffTest

LOCKSCOPE_TEST(lockscope::keyedDiffTest::KeyedDiffTest)
#include "KeyedDiffTest.moc"
