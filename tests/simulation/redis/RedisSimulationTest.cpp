// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Tests of the simulation itself: a seed gives one run, runs make progress, and faults of the world are found.

#include "tests/simulation/redis/Run.h"
#include "tests/simulation/redis/World.h"
#include "tests/support/Test.h"

#include <set>

namespace lockscope::redisSimulationTest {

using namespace lockscope::redisSimulation;

namespace {

constexpr std::uint64_t runs = LOCKSCOPE_REDIS_SIMULATED_RUNS;
constexpr std::uint64_t someRuns = runs / 5;

QByteArray violationOf(const simulation::Outcome& outcome)
{
    return outcome.violation ? QByteArray::fromStdString(outcome.violation->invariant) : QByteArray("none");
}

} // namespace

class RedisSimulationTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase_data();
    void sameSeedSameRun();
    void everybodyGetsSomewhere();
    void lostDataIsFound();
    void swallowedMessagesAreFound();
    void seedsDiffer();
};

void RedisSimulationTest::initTestCase_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const auto& recipe : recipes()) {
        const QByteArray name(recipe.name.data(), static_cast<qsizetype>(recipe.name.size()));
        QTest::newRow(name.constData()) << name;
    }
}

void RedisSimulationTest::sameSeedSameRun()
{
    QFETCH_GLOBAL(QByteArray, name);
    const auto* recipe = findRecipe(name.toStdString());
    QVERIFY(recipe);
    for (std::uint64_t seed = 1; seed <= someRuns; ++seed) {
        const auto first = simulate(*recipe, seed, true);
        const auto quiet = simulate(*recipe, seed, false);
        const auto second = simulate(*recipe, seed, true);
        QVERIFY(!first.trace.empty());
        QVERIFY(quiet.trace.empty());
        QCOMPARE(quiet.tasks, first.tasks);
        QCOMPARE(quiet.requests, first.requests);
        QCOMPARE(second.trace.size(), first.trace.size());
        for (std::size_t line = 0; line < first.trace.size(); ++line)
            QCOMPARE(QByteArray::fromStdString(second.trace[line]), QByteArray::fromStdString(first.trace[line]));
    }
}

void RedisSimulationTest::everybodyGetsSomewhere()
{
    QFETCH_GLOBAL(QByteArray, name);
    const auto* recipe = findRecipe(name.toStdString());
    std::size_t holds = 0;
    for (std::uint64_t seed = 1; seed <= runs; ++seed)
        holds += simulate(*recipe, seed, false).holds;
    QVERIFY2(holds >= 5 * runs, name.constData());
}

/// No lock on Redis withstands a master that loses data, a failover or a clock that jumps: the checker must see it.
void RedisSimulationTest::lostDataIsFound()
{
    QFETCH_GLOBAL(QByteArray, name);
    const auto* recipe = findRecipe(name.toStdString());
    // Redlock fails only if a majority of the masters lose data, which is rare: it starts shortly before such a run.
    const std::uint64_t first = name == "redlock" ? 1'070 : 1;
    constexpr std::uint64_t mostRuns = 20'000;
    for (auto seed = first; seed < first + mostRuns; ++seed) {
        const auto found = simulate(*recipe, seed, false, [](World& world) { world.neverExcuses = true; });
        if (!found.violation)
            continue;
        QVERIFY(QByteArrayList({"certain holders exclude each other", "a certain hold is recorded",
                                "a hold is certain for no longer than its lease", "fencing tokens grow",
                                "a release confirms the hold", "a verification confirms the hold",
                                "first come, first served"})
                    .contains(violationOf(found)));
        QVERIFY(!simulate(*recipe, seed, false).violation);
        return;
    }
    QFAIL("no run has found that data was lost");
}

/// A server that loses messages: waiters sleep although the lock is free. Locks that poll do not depend on messages.
void RedisSimulationTest::swallowedMessagesAreFound()
{
    QFETCH_GLOBAL(QByteArray, name);
    const bool polls = name == "spin-lock" || name == "token-lock" || name.startsWith("redlock");
    for (std::uint64_t seed = 1; seed <= (polls ? runs : 100 * runs); ++seed) {
        const auto found = simulate(*findRecipe(name.toStdString()), seed, false,
                                    [](World& world) { world.server().swallowMessages(true); });
        if (!found.violation)
            continue;
        const auto what = violationOf(found);
        QVERIFY2(what == "no wake-up is lost" || what == "every user is served", what.constData());
        QVERIFY(!polls);
        return;
    }
    QVERIFY(polls);
}

void RedisSimulationTest::seedsDiffer()
{
    QFETCH_GLOBAL(QByteArray, name);
    std::set<std::string> traces;
    for (std::uint64_t seed = 1; seed <= someRuns; ++seed) {
        std::string all;
        for (const auto& line : simulate(*findRecipe(name.toStdString()), seed, true).trace)
            all += line + '\n';
        traces.insert(all);
    }
    QCOMPARE(traces.size(), std::size_t(someRuns));
}

} // namespace lockscope::redisSimulationTest

LOCKSCOPE_TEST(lockscope::redisSimulationTest::RedisSimulationTest)
#include "RedisSimulationTest.moc"
