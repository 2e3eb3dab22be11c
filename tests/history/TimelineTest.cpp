// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The waits and holds over time: a row for each client, with the observed times only.

#include "core/history/Timeline.h"
#include "tests/history/WatchedTimeline.h"
#include "tests/support/Test.h"

namespace lockscope::timelineTest {

using namespace lockscope::inspect;
using namespace lockscope::test;
using namespace std::chrono_literals;

class TimelineTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void reportsWaitsAndHolds();
    void doesNotInventWhatWasBefore();
    void isTheSameWhenReadLater();
    void givesAClientOneRow();
    void givesNamesakesARowEach();
    void reportsHowItEnded();
    void reportsWhoDeletedTheNode();
    void reportsWhoWasAsked();
    void learnsNamesLater();
    void learnsHostsFromServers();
    void doesNotTrustTimesWhileCutOff();
    void aClientKeepsItsRowOverAGap();
    void staysBounded();
    void goesOnAfterAGap();
    void sparesOtherLocks();
    void takesALongQueue();
    void goesThroughTheGate();
    void reportsHoldersOfOneNodeApart();
    void isNotAheadOfItsTime();
    void beginsByTheClockOfItsEvents();
    void doesNotWaitForEver();
};

void TimelineTest::reportsWaitsAndHolds()
{
    Watched seen;
    seen.world.locks["/a"] = {};
    seen.look(0ms);
    seen.world.locks["/a"] = {{1, 11, "one"}};
    seen.look(100ms);
    seen.world.locks["/a"] = {{1, 11, "one"}, {2, 12, "two"}, {3, 13, "three"}};
    seen.look(200ms);
    seen.world.locks["/a"] = {{2, 12, "two"}};
    seen.look(500ms);
    QCOMPARE(textOf(seen.timeline), std::string("one: 100 holds 100 to 500 left, \n"
                                                "two: 200 holds 500, \n"
                                                "three: 200 to 500 left, \n"));
    const auto place = seen.timeline.find({LockPart::Queue, nameOf(2)});
    QVERIFY(place);
    QCOMPARE(place->row, 1U);
    QCOMPARE(place->stay, 0U);
    QVERIFY(!seen.timeline.find({LockPart::Queue, nameOf(9)}));
    QVERIFY(seen.timeline.earliest() == historyNoon + 100ms);
    QVERIFY(!Timeline("/b").earliest());
}

/// The server reports the creation time of the node; the time of acquisition is unknown.
void TimelineTest::doesNotInventWhatWasBefore()
{
    Watched seen;
    seen.world.locks["/a"] = {{1, 11, "one"}, {2, 12, "two"}, {3, 13, "three"}};
    seen.look(5'000ms);
    QCOMPARE(textOf(seen.timeline), std::string("one: 0? holds 5000??, \n"
                                                "two: 0?, \n"
                                                "three: 0?, \n"));
    seen.world.locks["/a"] = {{2, 12, "two"}};
    seen.look(7'000ms);
    QCOMPARE(textOf(seen.timeline), std::string("one: 0? holds 5000?? to 7000 left, \n"
                                                "two: 0? holds 7000, \n"
                                                "three: 0? to 7000 left, \n"));
}

/// The lock is selected after the events, or a recording is opened: the log contains what the snapshots showed.
void TimelineTest::isTheSameWhenReadLater()
{
    Watched seen;
    seen.world.locks["/a"] = {{1, 11, "one"}, {2, 12, "two"}, {3, 13, "three"}};
    seen.look(5'000ms);
    seen.world.locks["/a"] = {{2, 12, "two"}, {4, 14, "four"}};
    seen.look(7'000ms);
    seen.world.locks["/a"] = {{4, 14, "four"}, {5, 11, "one"}};
    seen.look(8'000ms);
    Timeline late("/a");
    late.see(seen.history);
    QCOMPARE(textOf(late), textOf(seen.timeline));
    QCOMPARE(textOf(late), std::string("one: 0? holds 5000?? to 7000 left, 8000, \n"
                                       "two: 0? holds 7000 to 8000 left, \n"
                                       "three: 0? to 7000 left, \n"
                                       "four: 7000 holds 8000, \n"));
}

void TimelineTest::givesAClientOneRow()
{
    Watched seen;
    seen.world.locks["/a"] = {};
    seen.look(0ms);
    for (int i = 0; i < 3; ++i) {
        seen.world.locks["/a"] = {{i, i == 2 ? 99 : 11, "one"}}; // its third session is another client's
        seen.look(std::chrono::milliseconds(100 + 200 * i));
        seen.world.locks["/a"] = {};
        seen.look(std::chrono::milliseconds(200 + 200 * i));
    }
    QCOMPARE(textOf(seen.timeline),
             std::string("one: 100 holds 100 to 200 left, 300 holds 300 to 400 left, 500 holds 500 to 600 left, \n"));
}

/// Clients on one host may all have its address as their name, and one client may queue twice.
void TimelineTest::givesNamesakesARowEach()
{
    Watched seen;
    seen.world.locks["/a"] = {};
    seen.look(0ms);
    seen.world.locks["/a"] = {{1, 11, "host"}, {2, 12, "host"}, {3, 12, "host"}};
    seen.look(100ms);
    QCOMPARE(seen.timeline.size(), 3U);
    seen.world.locks["/a"] = {};
    seen.look(200ms);
    seen.world.locks["/a"] = {{4, 11, "host"}, {5, 12, "host"}};
    seen.look(300ms);
    QCOMPARE(textOf(seen.timeline), std::string("host: 100 holds 100 to 200 left, 300 holds 300, \n"
                                                "host: 100 to 200 left, \n"
                                                "host: 100 to 200 left, 300, \n"));
}

void TimelineTest::reportsHowItEnded()
{
    Watched seen;
    seen.world.locks["/a"] = {{1, 11, "one"}, {2, 12, "two"}};
    seen.world.reportSessions({11, 12}, -5'000ms, true, std::vector<std::int64_t>());
    const auto snapshot = seen.world.at(0ms);
    seen.look(snapshot);
    seen.history.add({{Change::Type::Released, "/a", snapshot->locks[0]->queue[0], {}}, historyNoon + 90ms});
    seen.world.locks["/a"] = {{2, 12, "two"}};
    seen.look(100ms);
    seen.world.locks["/a"] = {};
    seen.look(200ms);
    seen.world.reportSessions({}, 300ms);
    seen.look(310ms);
    // The operator's release came first: the end of the session did not end the first hold.
    QCOMPARE(textOf(seen.timeline), std::string("one: 0? holds 0?? to 100 released, \n"
                                                "two: 0? holds 100 to 200 lost, \n"));
}

/// Only an audit log shows that a client has deleted its own node. A node that is gone has no known cause.
void TimelineTest::reportsWhoDeletedTheNode()
{
    Watched seen;
    seen.world.locks["/a"] = {{1, 11, "one"}, {2, 12, "two"}, {3, 13, "three"}, {4, 14, "four"}};
    const auto snapshot = seen.world.at(0ms);
    seen.look(snapshot);
    const auto queue = snapshot->locks[0]->queue;
    seen.world.locks["/a"] = {};
    seen.look(100ms);
    const auto deleted = [&](std::size_t index, SessionId by) {
        LockEvent event{{Change::Type::Deleted, "/a", queue[index], {}}, historyNoon + 100ms};
        event.by = std::make_shared<const Requester>(Requester{"alice", "10.0.0.9", by});
        seen.history.add(event);
    };
    deleted(0, 11);
    deleted(1, 99);
    deleted(2, 0); // a log without sessions: ZooKeeper 3.6
    seen.history.add({{Change::Type::Lost, "/a", queue[0], {}}, historyNoon + 200ms});
    seen.look(300ms);
    QCOMPARE(textOf(seen.timeline), std::string("one: 0? holds 0?? to 100 by itself, \n"
                                                "two: 0? to 100 deleted, \n"
                                                "three: 0? to 100 left, \n"
                                                "four: 0? to 100 left, \n"));
}

void TimelineTest::reportsWhoWasAsked()
{
    Watched seen;
    seen.world.locks["/a"] = {{1, 11}};
    seen.look(0ms);
    seen.world.locks["/a"] = {{1, 11, "__REVOKE__"}};
    seen.look(100ms);
    QVERIFY(seen.timeline.row(0).stays.front().askedAt == historyNoon + 100ms);
}

void TimelineTest::learnsNamesLater()
{
    Watched seen;
    seen.world.locks["/a"] = {{7, 17, "late"}};
    seen.look(0ms);
    seen.world.locks["/a"] = {};
    seen.look(10ms);
    seen.world.locks["/a"] = {{1, 0}, {2, 0}};
    seen.look(100ms);
    seen.look(350ms);
    QCOMPARE(seen.timeline.size(), 3U);
    QCOMPARE(seen.timeline.row(1).name, nameOf(1));
    seen.world.locks["/a"] = {{1, 11, "one"}, {2, 17, "late"}};
    seen.look(500ms);
    QCOMPARE(textOf(seen.timeline), std::string("late: 0? holds 0?? to 10 left, 100, \n"
                                                "one: 100 holds 100, \n"));
    seen.world.locks["/a"] = {};
    seen.look(600ms);
    QCOMPARE(textOf(seen.timeline), std::string("late: 0? holds 0?? to 10 left, 100 to 600 left, \n"
                                                "one: 100 holds 100 to 600 left, \n"));
}

void TimelineTest::learnsHostsFromServers()
{
    Watched seen;
    seen.world.locks["/a"] = {{1, 11, ""}, {2, 12, "two"}};
    const auto before = seen.world.at(0ms);
    seen.look(before);
    QCOMPARE(seen.timeline.row(0).name, toHex(11));
    QCOMPARE(seen.timeline.row(0).host, std::string());
    // The same queue: only the servers' report is new.
    seen.world.reportSessions({11, 12}, 10ms);
    seen.world.facts->sessions[11].host = "10.0.0.1:5000";
    auto reported = std::make_shared<Snapshot>(*before);
    reported->takenAt = historyNoon + 10ms;
    reported->ensemble = seen.world.facts;
    seen.look(reported);
    QCOMPARE(seen.timeline.row(0).host, std::string("10.0.0.1:5000"));
    // It leaves, and no server reports it any more.
    seen.world.reportSessions({12}, 20ms);
    seen.world.locks["/a"] = {{2, 12, "two"}, {3, 13, ""}};
    seen.look(20ms);
    QCOMPARE(seen.timeline.row(0).host, std::string("10.0.0.1:5000"));
    QCOMPARE(seen.timeline.row(2).host, std::string());
    // The same client, restarted on another host.
    seen.world.reportSessions({12, 14}, 30ms);
    seen.world.facts->sessions[12].host = "10.0.0.2:5000";
    seen.world.facts->sessions[14].host = "10.0.0.4:5000";
    seen.look(30ms);
    QCOMPARE(seen.timeline.row(1).host, std::string("10.0.0.2:5000"));
    seen.world.locks["/a"] = {{3, 13, ""}};
    seen.look(40ms);
    seen.world.locks["/a"] = {{3, 13, ""}, {4, 14, "two"}};
    seen.look(50ms);
    QCOMPARE(seen.timeline.row(1).stays.size(), 2U);
    QCOMPARE(seen.timeline.row(1).host, std::string("10.0.0.4:5000"));
}

void TimelineTest::doesNotTrustTimesWhileCutOff()
{
    Watched seen;
    seen.world.locks["/a"] = {{1, 11, "one"}, {2, 12, "two"}};
    seen.look(0ms);
    seen.world.state = SessionState::Suspended;
    seen.look(100ms);
    seen.world.state = SessionState::Connected;
    seen.world.locks["/a"] = {{2, 12, "two"}};
    seen.look(9'000ms);
    QCOMPARE(textOf(seen.timeline), std::string("one: 0? holds 0?? to 100?? not known, \n"
                                                "two: 0? holds 9000?, \n"));
    QCOMPARE(seen.timeline.gaps().size(), 1U);
    QVERIFY(seen.timeline.gaps()[0].from == historyNoon + 100ms);
    QVERIFY(seen.timeline.gaps()[0].to == historyNoon + 9'000ms);
}

/// Before the gap, after it with another node, and later with another session.
void TimelineTest::aClientKeepsItsRowOverAGap()
{
    Watched seen;
    seen.world.locks["/a"] = {};
    seen.look(0ms);
    seen.world.locks["/a"] = {{1, 11, "one"}, {2, 12, "two"}, {3, 13, "three"}};
    seen.look(1'000ms);
    seen.world.state = SessionState::Suspended;
    seen.look(1'500ms);
    seen.timeline.see(seen.history);
    QVERIFY(seen.timeline.gaps().size() == 1 && !seen.timeline.gaps()[0].to);
    seen.world.state = SessionState::Connected;
    seen.world.locks["/a"] = {{3, 13, "three"}, {4, 21, "one"}, {5, 12, "two"}};
    seen.look(31'000ms);
    seen.world.locks["/a"] = {{4, 21, "one"}, {5, 12, "two"}};
    seen.look(32'000ms);
    QCOMPARE(textOf(seen.timeline), std::string("one: 1000 holds 1000 to 1500?? not known, 1500? holds 32000, \n"
                                                "two: 1000 to 1500?? not known, 1500?, \n"
                                                "three: 1000 holds 31000? to 32000 left, \n"));
}

void TimelineTest::staysBounded()
{
    World world;
    History history;
    Timeline timeline("/a", 10);
    world.locks["/a"] = {{0, 5, "stays"}};
    history.see(world.at(0ms));
    for (int i = 1; i <= 100; ++i) {
        world.locks["/a"] = {{0, 5, "stays"}, {i, 1'000 + i, "client-" + std::to_string(i)}};
        history.see(world.at(std::chrono::milliseconds(i)));
        timeline.see(history);
    }
    world.locks["/a"] = {{0, 5, "stays"}};
    history.see(world.at(101ms));
    timeline.see(history);
    QVERIFY(timeline.size() >= 11U && timeline.size() <= 12U);
    QCOMPARE(timeline.row(0).name, std::string("stays"));
    QCOMPARE(timeline.row(timeline.size() - 1).name, std::string("client-100"));
    QVERIFY(!timeline.find({LockPart::Queue, nameOf(50)}, 51));
    QCOMPARE(timeline.find({LockPart::Queue, nameOf(100)}, 101)->row, timeline.size() - 1);
}

/// Hidden for long, it has missed more events than the log keeps.
void TimelineTest::goesOnAfterAGap()
{
    Watched seen({.events = 6});
    seen.world.locks["/a"] = {{0, 5, "first"}};
    seen.look(0ms);
    for (int i = 1; i <= 20; ++i) {
        seen.world.locks["/a"] = {{i, 5, "name-" + std::to_string(i)}};
        seen.history.see(seen.world.at(std::chrono::milliseconds(100 * i)));
    }
    seen.timeline.see(seen.history);
    QCOMPARE(textOf(seen.timeline), std::string("name-18: 0? holds 1800 to 1900 left, \n"
                                                "name-19: 1900 holds 1900 to 2000 left, \n"
                                                "name-20: 2000 holds 2000, \n"));
}

void TimelineTest::sparesOtherLocks()
{
    Watched seen;
    seen.world.locks["/a"] = {};
    seen.world.locks["/b"] = {{1, 11, "one"}};
    seen.look(0ms);
    seen.world.locks["/b"] = {};
    seen.look(100ms);
    QCOMPARE(seen.timeline.size(), 0U);
}

/// Many clients of one name, whose names arrive late, must not take quadratic time.
void TimelineTest::takesALongQueue()
{
    constexpr int waiters = 15'000;
    Watched seen;
    seen.world.locks["/a"] = {};
    seen.look(0ms);
    for (int i = 0; i < waiters; ++i)
        seen.world.locks["/a"].push_back({i, 0});
    seen.look(100ms);
    seen.look(400ms);
    QCOMPARE(seen.timeline.size(), static_cast<std::size_t>(waiters));
    for (int i = 0; i < waiters; ++i)
        seen.world.locks["/a"][static_cast<std::size_t>(i)] = {i, 1 + i, "host"};
    seen.look(500ms);
    seen.world.locks["/a"] = {};
    seen.look(600ms);
    QCOMPARE(seen.timeline.size(), static_cast<std::size_t>(waiters));
    for (int i = 0; i < waiters; ++i)
        seen.world.locks["/a"].push_back({waiters + i, 1 + i, "host"});
    seen.look(700ms);
    QCOMPARE(seen.timeline.size(), static_cast<std::size_t>(waiters));
    QVERIFY(seen.timeline.row(0).name == "host");
}

namespace {

Contender contenderOf(const std::string& node, std::int64_t session, std::int64_t creationId, bool holds)
{
    Contender contender;
    contender.node = node;
    contender.holds = holds;
    contender.details.emplace();
    contender.details->session = session;
    contender.details->creationId = creationId;
    contender.details->createdAt = historyNoon;
    contender.details->client = "client-" + std::to_string(session);
    return contender;
}

/// A snapshot of "/a" with these contenders in its queue.
SnapshotPtr snapshotWith(std::vector<Contender> queue, std::chrono::milliseconds sinceNoon,
                         const std::string& gateHolder = {})
{
    auto lock = std::make_shared<Lock>();
    lock->path = "/a";
    lock->queue = std::move(queue);
    lock->gateHolder = gateHolder;
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->takenAt = historyNoon + sinceNoon;
    snapshot->complete = true;
    snapshot->session.state = SessionState::Connected;
    snapshot->locks.push_back(std::move(lock));
    return snapshot;
}

} // namespace

/// No snapshot shows a client that passes the gate as left: its wait continues with another node.
void TimelineTest::goesThroughTheGate()
{
    History history;
    Timeline timeline("/a");
    const auto look = [&](const SnapshotPtr& snapshot) {
        history.see(snapshot);
        timeline.see(history);
    };
    look(snapshotWith({}, 0ms));
    for (int turn = 0; turn < 3; ++turn) {
        const auto start = std::chrono::milliseconds(1'000 * turn);
        auto waiting = contenderOf("lock-" + std::to_string(turn), 5, 10 * turn + 6, false);
        waiting.atGate = true;
        const auto lease = contenderOf("lease-" + std::to_string(turn), 5, 10 * turn + 7, false);
        auto held = lease;
        held.holds = true;
        look(snapshotWith({waiting}, start + 100ms));
        look(snapshotWith({lease}, start + 200ms, waiting.node));
        look(snapshotWith({held}, start + 300ms));
        look(snapshotWith({}, start + 400ms));
    }
    QCOMPARE(textOf(timeline),
             std::string("client-5: 100 holds 300 to 400 left, 1100 holds 1300 to 1400 left, 2100 holds 2300 to 2400 "
                         "left, \n"));
    Timeline late("/a");
    late.see(history);
    QCOMPARE(textOf(late), textOf(timeline));
    QCOMPARE(history.find("/a")->waits.count(), 3U);
    QCOMPARE(history.find("/a")->waits.longest(), 100ms);
}

/// Each holder's node in this kind of lock has the same name: a late event belongs to the holder of that time.
void TimelineTest::reportsHoldersOfOneNodeApart()
{
    History history;
    Timeline timeline("/a");
    const auto look = [&](const SnapshotPtr& snapshot) {
        history.see(snapshot);
        timeline.see(history);
    };
    const auto one = contenderOf("lock", 5, 6, true);
    look(snapshotWith({}, 0ms));
    look(snapshotWith({one}, 100ms));
    look(snapshotWith({contenderOf("lock", 7, 8, true)}, 200ms));
    history.add({{Change::Type::Lost, "/a", one, {}}, historyNoon + 250ms});
    look(snapshotWith({}, 300ms));
    QCOMPARE(textOf(timeline), std::string("client-5: 100 holds 100 to 200 lost, \n"
                                           "client-7: 200 holds 200 to 300 left, \n"));
    QCOMPARE(timeline.find({LockPart::Queue, "lock"}, 6)->row, 0U);
    QCOMPARE(timeline.find({LockPart::Queue, "lock"}, 8)->row, 1U);
    QCOMPARE(timeline.find({LockPart::Queue, "lock"})->row, 1U);
}

/// The server's clock may be ahead.
void TimelineTest::isNotAheadOfItsTime()
{
    History history;
    Timeline timeline("/a");
    auto early = contenderOf("lock-1", 5, 6, true);
    early.details->createdAt = historyNoon + 5min;
    history.see(snapshotWith({early}, 0ms));
    timeline.see(history);
    QCOMPARE(textOf(timeline), std::string("client-5: 0? holds 0??, \n"));
    history.see(snapshotWith({}, 1'000ms));
    timeline.see(history);
    QCOMPARE(textOf(timeline), std::string("client-5: 0? holds 0?? to 1000 left, \n"));
}

/// The servers' clock is an hour ahead, or behind: a node that is 2 s old is shown so.
void TimelineTest::beginsByTheClockOfItsEvents()
{
    for (const auto ahead : {1h, -1h}) {
        History history;
        Timeline timeline("/a");
        auto facts = std::make_shared<ensemble::EnsembleFacts>();
        facts->clockAhead = ahead;
        const auto look = [&](std::vector<Contender> queue, std::chrono::milliseconds sinceNoon) {
            auto snapshot = std::make_shared<Snapshot>(*snapshotWith(std::move(queue), sinceNoon));
            snapshot->ensemble = facts;
            auto lock = std::make_shared<Lock>(*snapshot->locks.front());
            lock->polled = true; // changes are noticed late: the time of creation counts
            snapshot->locks.front() = std::move(lock);
            history.see(snapshot);
            timeline.see(history);
        };
        auto present = contenderOf("lock-1", 5, 6, true);
        present.details->createdAt = historyNoon + ahead + 1s;
        look({present}, 3s);
        auto next = contenderOf("lock-2", 7, 8, false);
        next.details->createdAt = historyNoon + ahead + 4s;
        look({present, next}, 7s);
        QCOMPARE(textOf(timeline), std::string("client-5: 1000? holds 3000??, \nclient-7: 4000?, \n"));
    }
}

/// A client that is not in the queue and not reported has left.
void TimelineTest::doesNotWaitForEver()
{
    History history;
    Timeline timeline("/a");
    auto waiting = contenderOf("lock-1", 0, 6, false); // its session is unknown, so its lease cannot be identified
    waiting.atGate = true;
    history.see(snapshotWith({}, 0ms));
    history.see(snapshotWith({waiting}, 100ms));
    timeline.see(history);
    history.see(snapshotWith({contenderOf("lease-1", 5, 7, false)}, 200ms, waiting.node));
    timeline.see(history);
    QVERIFY(!timeline.row(0).stays.front().to);
    history.see(snapshotWith({contenderOf("lease-1", 5, 7, true)}, 9'000ms));
    timeline.see(history);
    QVERIFY(timeline.row(0).stays.front().to == historyNoon + 200ms);
    QVERIFY(timeline.row(0).stays.front().toKnown == Confidence::Inferred);
}

} // namespace lockscope::timelineTest

LOCKSCOPE_TEST(lockscope::timelineTest::TimelineTest)
#include "TimelineTest.moc"
