// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Ages of nodes when the servers' clock and this machine's differ by an hour, and the difference is not measured.

#include "core/sources/zookeeper/discovery/ServerClock.h"
#include "core/findings/Findings.h"
#include "tests/sources/InspectorWorld.h"
#include "tests/support/Test.h"

namespace lockscope::serverClockTest {

using namespace lockscope::test;
using namespace lockscope::inspect;
using namespace std::chrono_literals;

namespace {

/// "long-hold /a; …"
std::string reportedIn(const Snapshot& snapshot)
{
    std::string text;
    for (const auto& finding : findingsIn(snapshot, {}))
        text += std::string(toString(finding.kind)) + ' ' + finding.path + "; ";
    return text;
}

} // namespace

class ServerClockTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theNewestTimeCounts()
    {
        ServerClock clock;
        const SteadyTime start(10h);
        QVERIFY(!clock.atLeast(start));
        zk::Stat stat;
        stat.ctime = WallTime(1000s);
        stat.mtime = WallTime(1500s);
        clock.see(stat, start);
        QCOMPARE(*clock.atLeast(start + 60s), WallTime(1560s));
        stat.mtime = WallTime(1540s); // older than what has passed since
        clock.see(stat, start + 60s);
        QCOMPARE(*clock.atLeast(start + 60s), WallTime(1560s));
        stat.mtime = WallTime(1600s);
        clock.see(stat, start + 60s);
        QCOMPARE(*clock.atLeast(start + 61s), WallTime(1601s));
    }

    void agesAreFoundByTheServersTimes_data()
    {
        QTest::addColumn<int>("hours");
        QTest::newRow("our clock is behind") << -1;
        QTest::newRow("equal") << 0;
        QTest::newRow("our clock is ahead") << 1;
    }

    /// The holder is 22 minutes old and the waiter 2, as the server dates them.
    void agesAreFoundByTheServersTimes()
    {
        QFETCH(int, hours);
        InspectorWorld world;
        world.tree({"/a"});
        world.queueUp("/a", 1);
        world.executor.advance(20min);
        world.queueUp("/a", 2);
        world.executor.advance(2min);
        world.clock.stepWall(std::chrono::hours(hours)); // no node is dated after that
        world.start();
        QCOMPARE(world.summary(), std::string("/a: curator-mutex 1+1; "));
        QCOMPARE(reportedIn(world.now()), std::string("long-hold /a; ")); // older than the waiter by 20 minutes
        world.executor.advance(4min);
        QCOMPARE(reportedIn(world.now()), std::string("long-hold /a; ")); // it was seen to wait for 4 minutes
        world.executor.advance(2min);
        QCOMPARE(reportedIn(world.now()), std::string("long-hold /a; long-wait /a; "));
    }

    /// A step of our clock while we watch is no age.
    void aStepOfOurClockIsNoAge()
    {
        InspectorWorld world;
        world.tree({"/a"});
        world.queueUp("/a", 1);
        world.queueUp("/a", 2);
        world.start();
        world.clock.stepWall(1h);
        world.executor.advance(10s);
        QCOMPARE(reportedIn(world.now()), std::string());
    }
};

} // namespace lockscope::serverClockTest

LOCKSCOPE_TEST(lockscope::serverClockTest::ServerClockTest)
#include "ServerClockTest.moc"
