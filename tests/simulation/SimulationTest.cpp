// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Tests of the simulation itself: a seed gives one run, its checks cover what they should, and its runs make progress.

#include "tests/simulation/Run.h"
#include "tests/support/Test.h"

#include <set>

namespace lockscope::simulationTest {

using namespace lockscope::simulation;

namespace {

constexpr std::uint64_t manyRuns = LOCKSCOPE_SIMULATED_RUNS;
constexpr std::uint64_t someRuns = manyRuns * 3 / 20;

} // namespace

class SimulationTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sameSeedSameRun_data();
    void sameSeedSameRun();
    void tracingChangesNothing();
    void seedsDiffer();
    void everybodyGetsSomewhere();
    void dicesAreFixed();
};

void SimulationTest::sameSeedSameRun_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const auto& recipe : recipes()) {
        const auto name = QByteArray(recipe.name.data(), static_cast<qsizetype>(recipe.name.size()));
        QTest::newRow(name.constData()) << name;
    }
}

void SimulationTest::sameSeedSameRun()
{
    QFETCH(QByteArray, name);
    const auto* recipe = findRecipe(name.toStdString());
    QVERIFY(recipe);
    for (std::uint64_t seed = 1; seed <= someRuns; ++seed) {
        const auto first = simulate(*recipe, seed, true);
        (void)simulate(*recipe, seed + 1000, false); // an earlier run has no effect
        const auto second = simulate(*recipe, seed, true);
        QVERIFY(!first.trace.empty());
        QCOMPARE(second.trace.size(), first.trace.size());
        for (std::size_t line = 0; line < first.trace.size(); ++line)
            QCOMPARE(QByteArray::fromStdString(second.trace[line]), QByteArray::fromStdString(first.trace[line]));
    }
}

void SimulationTest::tracingChangesNothing()
{
    for (const auto& recipe : recipes()) {
        for (std::uint64_t seed = 1; seed <= someRuns; ++seed) {
            const auto quiet = simulate(recipe, seed, false);
            const auto traced = simulate(recipe, seed, true);
            QVERIFY(quiet.trace.empty());
            QCOMPARE(traced.tasks, quiet.tasks);
            QCOMPARE(traced.requests, quiet.requests);
            QCOMPARE(traced.holds, quiet.holds);
        }
    }
}

void SimulationTest::seedsDiffer()
{
    std::set<std::string> traces;
    for (std::uint64_t seed = 1; seed <= someRuns; ++seed) {
        std::string all;
        for (const auto& line : simulate(recipes().front(), seed, true).trace)
            all += line + '\n';
        traces.insert(all);
    }
    QCOMPARE(traces.size(), std::size_t(someRuns));
}

void SimulationTest::everybodyGetsSomewhere()
{
    // Faults must not prevent all grants: on average some grants a run, in most runs at least one.
    for (const auto& recipe : recipes()) {
        std::size_t holds = 0;
        std::size_t idle = 0;
        for (std::uint64_t seed = 1; seed <= manyRuns; ++seed) {
            const auto outcome = simulate(recipe, seed, false);
            holds += outcome.holds;
            idle += outcome.holds == 0 ? 1 : 0;
        }
        QVERIFY2(holds >= 3 * manyRuns, recipe.name.data());
        QVERIFY2(idle <= manyRuns / 5, recipe.name.data());
    }
}

void SimulationTest::dicesAreFixed()
{
    // The same on every platform, otherwise a seed in a report is useless.
    Random random(42);
    QCOMPARE(random.next(), std::uint64_t(13930160852258120406U));
    QCOMPARE(random.below(1000), std::size_t(11788048577503494824U % 1000));
    QCOMPARE(random.between(5, 5), 5);
}

} // namespace lockscope::simulationTest

LOCKSCOPE_TEST(lockscope::simulationTest::SimulationTest)
#include "SimulationTest.moc"
