// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// What was not watched is a gap: nothing that touches it is counted.

#include "core/history/ChangeJson.h"
#include "core/history/History.h"
#include "core/model/SnapshotJson.h"
#include "tests/history/World.h"
#include "tests/support/Test.h"

namespace lockscope::historyTest {

using namespace lockscope::inspect;
using namespace lockscope::test;
using namespace std::chrono_literals;

class GapsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void countsNothingThatTouchesAGap();
    void aPauseIsAGap();
    void aPauseWithoutChangesChangesNothing();
    void aReadOnlyServerIsAGap();
    void aGapMayNotEnd();
    void aLockThatCannotBeReadHasAGap();
    void aLockOfAnotherDialectHasNotLost();
};

/// The holder of that moment did not hold for a minute, and the others did not leave at its end: it is not known.
void GapsTest::countsNothingThatTouchesAGap()
{
    World world;
    History history;
    world.locks["/a"] = {};
    history.see(world.at(0ms));
    world.locks["/a"] = {{1}, {2}, {3}};
    history.see(world.at(100ms));
    world.state = SessionState::Suspended;
    history.see(world.at(120ms)); // the time of the last reply
    QCOMPARE(history.gapsOf("/a").size(), 1U);
    QVERIFY(!history.gapsOf("/a")[0].to);
    world.state = SessionState::Connected;
    world.isComplete = false;
    world.locks["/a"] = {{3}};
    history.see(world.at(60'000ms));
    world.isComplete = true;
    world.locks["/a"] = {{3}, {4}};
    history.see(world.at(60'010ms));
    world.locks["/a"] = {{4}};
    history.see(world.at(60'500ms));
    world.locks["/a"] = {};
    history.see(world.at(60'700ms));
    QCOMPARE(reported(history),
             std::string("joined 1; joined 2; joined 3; granted 1 after 0; gap 59890; left! 1; left! 2; "
                         "joined! 4; granted! 3; left 3; granted 4; left 4 after 200; "));
    const auto* lock = history.find("/a");
    QCOMPARE(lock->joined, 3U);
    QCOMPARE(lock->granted, 2U);
    QCOMPARE(lock->left, 2U); // 3 and 4: after the gap
    QCOMPARE(lock->gaveUp, 0U);
    QCOMPARE(lock->waits.count(), 1U); // 1
    QCOMPARE(lock->waits.openCount(), 0U);
    QCOMPARE(lock->holds.count(), 1U); // 4
    QCOMPARE(lock->holds.longest(), 200ms);
    const auto gaps = history.gapsOf("/a");
    QCOMPARE(gaps.size(), 1U);
    QVERIFY(gaps[0].from == historyNoon + 120ms && gaps[0].to == historyNoon + 60'010ms);
}

void GapsTest::aPauseIsAGap()
{
    World world;
    History history;
    world.locks["/a"] = {};
    history.see(world.at(0ms));
    world.locks["/a"] = {{1}, {2}};
    history.see(world.at(100ms));
    history.add(eventOf({historyNoon + 1'000ms, historyNoon + 31'000ms, {}}));
    world.locks["/a"] = {{8}};
    history.see(world.at(30'900ms)); // the newest one of the pause
    world.locks["/a"] = {{8}, {9}};
    history.see(world.at(31'500ms)); // notifications may have waited
    world.locks["/a"] = {{9}};
    history.see(world.at(33'000ms));
    QCOMPARE(reported(history),
             std::string("joined 1; joined 2; granted 1 after 0; gap 30000; left! 1; left! 2; joined! 8; "
                         "granted! 8; joined! 9; left 8; granted 9; "));
    QCOMPARE(history.find("/a")->holds.count(), 0U);
    QCOMPARE(history.find("/a")->left, 1U);
}

/// A turn that was the same before and after: its begin is known, but its length is not counted.
void GapsTest::aPauseWithoutChangesChangesNothing()
{
    World world;
    History history;
    world.locks["/a"] = {};
    history.see(world.at(0ms));
    world.locks["/a"] = {{1}};
    history.see(world.at(100ms));
    history.add(eventOf({historyNoon + 1'000ms, historyNoon + 31'000ms, {}}));
    world.locks["/a"] = {};
    history.see(world.at(40'000ms));
    QCOMPARE(reported(history), std::string("joined 1; granted 1 after 0; gap 30000; left 1; "));
    QCOMPARE(history.find("/a")->holds.count(), 0U);
    QCOMPARE(history.find("/a")->inferredHolds, 1U);
}

/// A server without a quorum answers, but does not learn what the others do.
void GapsTest::aReadOnlyServerIsAGap()
{
    World world;
    History history;
    world.locks["/a"] = {{1}};
    history.see(world.at(0ms));
    world.state = SessionState::ReadOnly;
    history.see(world.at(1'000ms));
    world.state = SessionState::Connected;
    world.locks["/a"] = {};
    history.see(world.at(5'000ms));
    QCOMPARE(reported(history), std::string("gap 4000; left! 1; "));
}

void GapsTest::aGapMayNotEnd()
{
    World world;
    std::vector<LockEvent> events;
    History history({}, [&](const LockEvent& event) { events.push_back(event); });
    world.locks["/a"] = {{1}};
    history.see(world.at(0ms));
    world.state = SessionState::Suspended;
    history.see(world.at(1'000ms));
    QVERIFY(events.empty());
    history.finish();
    QCOMPARE(events.size(), 1U);
    QVERIFY(events[0].change.type == Change::Type::Gap && events[0].atKnown == Confidence::Unknown);
    const auto json = eventJson(events[0]);
    QCOMPARE(json.value(u"from").toString(), isoTime(historyNoon + 1'000ms));
    QVERIFY(json.value(u"to").isNull() && json.contains(u"to"));
}

void GapsTest::aLockThatCannotBeReadHasAGap()
{
    World world;
    History history;
    world.locks["/a"] = {};
    world.locks["/b"] = {{5}};
    history.see(world.at(0ms));
    world.locks["/a"] = {{1}, {2}};
    history.see(world.at(100ms));
    auto locks = std::exchange(world.locks, {{"/b", {{5}}}});
    world.problems = {{"/a", {ErrorCode::NoAuth, "list", "/a", {}}}};
    history.see(world.at(200ms));
    QCOMPARE(reported(history), std::string("joined 1; joined 2; granted 1 after 0; "));
    QCOMPARE(history.gapsOf("/a").size(), 1U);
    QVERIFY(history.gapsOf("/b").empty());
    world.problems.clear();
    world.locks = locks;
    world.locks["/a"] = {{2}};
    history.see(world.at(9'000ms));
    world.locks["/a"] = {};
    history.see(world.at(9'500ms));
    QCOMPARE(reported(history),
             std::string("joined 1; joined 2; granted 1 after 0; gap 8900; left! 1; granted! 2; left 2; "));
    QCOMPARE(history.find("/a")->left, 1U);
    QCOMPARE(history.find("/a")->holds.count(), 0U);
}

/// By its names the directory is another lock now, or none: its nodes need not have left.
void GapsTest::aLockOfAnotherDialectHasNotLost()
{
    World world;
    History history;
    world.locks["/a"] = {{1}, {2}};
    history.see(world.at(0ms));
    world.locks.clear();
    history.see(world.at(100ms));
    QCOMPARE(reported(history), std::string("left! 1; left! 2; "));
    QCOMPARE(history.find("/a")->left, 0U);
    world.locks["/a"] = {{1}, {2}};
    history.see(world.at(200ms));
    QCOMPARE(reported(history), std::string("left! 1; left! 2; joined! 1; joined! 2; granted! 1; "));
    QCOMPARE(history.find("/a")->joined + history.find("/a")->granted, 0U);
    world.locks.clear();
    history.see(world.at(300ms));
    world.locks["/a"] = {{7}}; // the directory was made again
    history.see(world.at(400ms));
    QCOMPARE(history.find("/a")->joined, 1U);
}

} // namespace lockscope::historyTest

LOCKSCOPE_TEST(lockscope::historyTest::GapsTest)
#include "GapsTest.moc"
