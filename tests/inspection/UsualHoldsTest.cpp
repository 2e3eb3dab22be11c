// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The usual longest hold of a lock, from its history.

#include "core/inspection/UsualHolds.h"

#include "tests/history/World.h"
#include "tests/support/Test.h"

namespace lockscope::usualHoldsTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

/// Clients hold the lock one after the other, each for two seconds.
void hold(World& world, inspect::History& history, int times)
{
    world.locks["/a"] = {};
    history.see(world.at(0s));
    for (int i = 0; i < times; ++i) {
        world.locks["/a"] = {{i}};
        history.see(world.at(std::chrono::seconds(4 * i + 1)));
        world.locks["/a"] = {};
        history.see(world.at(std::chrono::seconds(4 * i + 3)));
    }
}

} // namespace

class UsualHoldsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isTheP99OfManyHolds()
    {
        World world;
        inspect::History history;
        hold(world, history, 20);
        const auto usual = inspect::usualHoldsOf(history);
        QCOMPARE(usual->size(), std::size_t(1));
        const auto p99 = usual->at("/a");
        QVERIFY2(p99 > 1'900ms && p99 < 2'100ms, std::to_string(p99.count()).c_str());
    }

    void fewHoldsTellNothing()
    {
        World world;
        inspect::History history;
        hold(world, history, 19);
        QVERIFY(inspect::usualHoldsOf(history)->empty());
        QVERIFY(!inspect::usualHoldOf(*history.find("/a")));
    }

    /// A hold that was not watched to its end says nothing of what is usual.
    void onlyWholeHoldsAreCounted()
    {
        World world;
        inspect::History history;
        hold(world, history, 25);
        world.locks["/a"] = {{500}};
        history.see(world.at(200s));
        history.see(world.at(900s));
        const auto usual = inspect::usualHoldOf(*history.find("/a"));
        QVERIFY(usual);
        QCOMPARE(usual->holds, std::uint64_t(25));
        for (const auto value : {usual->p50, usual->p99})
            QVERIFY2(value > 1'900ms && value < 2'100ms, std::to_string(value.count()).c_str());
    }
};

} // namespace lockscope::usualHoldsTest

LOCKSCOPE_TEST(lockscope::usualHoldsTest::UsualHoldsTest)
#include "UsualHoldsTest.moc"
