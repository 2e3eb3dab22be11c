// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/KeyedDiff.h"
#include "tests/support/Test.h"
#include "tests/ui/Warnings.h"

#include <algorithm>
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
    return ui::keyedDiff(views(present), views(wanted));
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
};

} // namespace lockscope::keyedDiffTest

LOCKSCOPE_TEST(lockscope::keyedDiffTest::KeyedDiffTest)
#include "KeyedDiffTest.moc"
