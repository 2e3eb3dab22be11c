// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Events, reported once and in order; durations, counted only when observed; all of it bounded in size.

#include "core/history/History.h"
#include "tests/history/World.h"
#include "tests/support/Test.h"

#include <algorithm>
#include <random>

namespace lockscope::historyTest {

using namespace lockscope::inspect;
using namespace lockscope::test;
using namespace std::chrono_literals;

class HistoryTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void reportsWhatHappened();
    void countsOnlyWhatItSaw();
    void doesNotTrustTimesOfPolledLocks();
    void waitsForTheOwnersName();
    void aClockSetBackHoldsNothingUp();
    void reportsWhoWasLost();
    void aReleaseStaysARelease();
    void reportsOfARevocation();
    void keepsWhatItIsReported();
    void addedEventsKeepTheirPlace();
    void measuresWithinItsError();
    void countsExactlyWhatIsShort();
    void keepsQueueLengths();
    void lengthsReturnToZero();
    void estimatesWithOpenDurations();
    void ranksOpenWaitsFirst();
    void forgetsTheOldest();
    void fitsTenThousandLocks();
};

void HistoryTest::reportsWhatHappened()
{
    World world;
    History history;
    world.locks["/a"] = {};
    history.see(world.at(0ms));
    world.locks["/a"] = {{1}, {2}};
    history.see(world.at(100ms));
    world.locks["/a"] = {{2}, {3}};
    history.see(world.at(400ms));
    world.locks["/a"] = {{2}};
    history.see(world.at(450ms));
    world.locks["/a"] = {};
    history.see(world.at(1'000ms));
    QCOMPARE(reported(history), std::string("joined 1; joined 2; granted 1 after 0; left 1 after 300; joined 3; "
                                            "granted 2 after 300; left 3; left 2 after 600; "));
    const auto* lock = history.find("/a");
    QVERIFY(lock);
    QCOMPARE(lock->joined, 3U);
    QCOMPARE(lock->granted, 2U);
    QCOMPARE(lock->left, 3U);
    QCOMPARE(lock->gaveUp, 1U);
    QCOMPARE(lock->waits.count(), 2U);
    QCOMPARE(lock->waits.longest(), 300ms);
    QCOMPARE(lock->holds.longest(), 600ms);
    QCOMPARE(lock->inferredWaits + lock->inferredHolds, 0U);
    QCOMPARE(lock->lengths.most(), 1);
}

/// The start of a wait or hold that exists at the first snapshot is unknown.
void HistoryTest::countsOnlyWhatItSaw()
{
    World world;
    History history;
    world.isComplete = false;
    world.locks["/a"] = {{1}};
    history.see(world.at(0ms)); // the first read is not complete: no joins
    world.isComplete = true;
    world.locks["/a"] = {{1}, {2}};
    history.see(world.at(50ms));
    world.locks["/a"] = {{2}};
    history.see(world.at(500ms));
    world.locks["/a"] = {};
    history.see(world.at(900ms));
    QCOMPARE(reported(history), std::string("left 1; granted 2; left 2 after 400; "));
    const auto* lock = history.find("/a");
    QCOMPARE(lock->waits.count(), 0U);
    QCOMPARE(lock->inferredWaits, 1U);
    QCOMPARE(lock->holds.count(), 1U);
    QCOMPARE(lock->inferredHolds, 1U);
}

void HistoryTest::doesNotTrustTimesOfPolledLocks()
{
    World world;
    History history;
    world.isPolled = true;
    world.locks["/a"] = {};
    history.see(world.at(0ms));
    world.locks["/a"] = {{1}};
    history.see(world.at(5'000ms));
    world.locks["/a"] = {};
    history.see(world.at(10'000ms));
    QCOMPARE(reported(history), std::string("joined? 1; granted? 1; left? 1; "));
    QCOMPARE(history.find("/a")->holds.count(), 0U);
}

void HistoryTest::waitsForTheOwnersName()
{
    World world;
    std::vector<std::string> clients;
    History history({}, [&](const LockEvent& event) {
        const auto& details = event.change.contender.details;
        clients.push_back(details ? details->client : "?");
    });
    world.locks["/a"] = {};
    history.see(world.at(0ms));
    world.locks["/a"] = {{1, 0}};
    history.see(world.at(10ms));
    QVERIFY(clients.empty());
    world.locks["/a"] = {{1}};
    history.see(world.at(60ms));
    QCOMPARE(clients, (std::vector<std::string>{"worker", "worker"}));
    QCOMPARE(history.events().front().at, historyNoon + 10ms);
    world.locks["/a"] = {{1}, {2, 0}};
    history.see(world.at(100ms));
    QCOMPARE(clients.size(), 2U);
    history.see(world.at(300ms)); // no details arrive: reported without them
    QCOMPARE(clients.size(), 3U);
    QCOMPARE(clients.back(), std::string("?"));
    world.locks["/a"] = {{1}, {2}, {3, 0}};
    history.see(world.at(400ms));
    history.finish();
    QCOMPARE(clients.size(), 4U);
}

void HistoryTest::aClockSetBackHoldsNothingUp()
{
    World world;
    History history;
    world.locks["/a"] = {};
    history.see(world.at(3'600'000ms));
    world.locks["/a"] = {{1, 0}};
    history.see(world.at(3'600'010ms));
    QCOMPARE(reported(history), std::string());
    history.see(world.at(0ms));
    QCOMPARE(reported(history), std::string("joined 1; granted 1 after 0; "));
}

/// The servers reported that sessions 11 and 12 had no connection, long before their nodes disappeared.
void HistoryTest::reportsWhoWasLost()
{
    World world;
    History history;
    world.locks["/a"] = {{1, 11}, {2, 12}, {3, 13}};
    history.see(world.at(0ms));
    world.reportSessions({11, 12, 13}, 1'000ms, true, std::vector<std::int64_t>{13});
    history.see(world.at(1'010ms));
    world.locks["/a"] = {{3, 13}};
    history.see(world.at(6'000ms));
    world.reportSessions({}, 6'150ms, false); // not every session was reported
    history.see(world.at(6'160ms));
    QCOMPARE(history.find("/a")->lost, 0U);
    QVERIFY(history.asksForSessions());
    world.reportSessions({11, 12, 13}, 6'200ms); // one server may lag
    history.see(world.at(6'210ms));
    QCOMPARE(history.find("/a")->lost, 0U);
    world.reportSessions({12, 13}, 6'300ms);
    history.see(world.at(6'310ms));
    QCOMPARE(reported(history), std::string("left 1; left 2; unseen 1; granted 3; lost? 1; "));
    QCOMPARE(history.events().back().session, 11);
    world.reportSessions({12, 13}, 6'400ms);
    history.see(world.at(6'410ms));
    world.reportSessions({13}, 6'500ms); // it ended long after the release
    history.see(world.at(6'510ms));
    QCOMPARE(history.find("/a")->lost, 1U);
    QVERIFY(!history.asksForSessions());
}

/// A program that releases and ends at once, such as a cron job: its session was connected when its node disappeared.
void HistoryTest::aReleaseStaysARelease()
{
    World world;
    History history;
    world.locks["/a"] = {{1, 11}, {2, 12}, {3, 13}};
    world.reportSessions({11, 12, 13}, 1'000ms, true, std::vector<std::int64_t>{11, 12, 13});
    history.see(world.at(1'010ms));
    world.locks["/a"] = {{2, 12}, {3, 13}};
    history.see(world.at(6'000ms));
    world.reportSessions({12, 13}, 6'100ms, true, std::vector<std::int64_t>{12, 13});
    history.see(world.at(6'110ms));
    // A report between two steps of a close is no evidence of a lost connection.
    world.reportSessions({12, 13}, 6'200ms, true, std::vector<std::int64_t>{13});
    world.locks["/a"] = {{3, 13}};
    history.see(world.at(6'210ms));
    world.reportSessions({13}, 7'300ms, true, std::vector<std::int64_t>{13});
    history.see(world.at(7'310ms));
    QCOMPARE(reported(history), std::string("left 1; granted 2; left 2 after 210; granted 3; "));
    QCOMPARE(history.find("/a")->lost, 0U);
}

void HistoryTest::reportsOfARevocation()
{
    World world;
    History history;
    world.locks["/a"] = {{1}, {2}};
    history.see(world.at(0ms));
    world.locks["/a"] = {{1, 1, "__REVOKE__"}, {2, 1, "unlock"}};
    history.see(world.at(100ms));
    world.locks["/a"] = {{1, 1, "unlock"}, {2, 1, "unlock"}};
    history.see(world.at(200ms));
    QCOMPARE(reported(history), std::string("revoked 1; ")); // a waiter has nothing to release; reported only once
    QCOMPARE(history.find("/a")->revoked, 1U);
}

void HistoryTest::keepsWhatItIsReported()
{
    World world;
    History history;
    world.locks["/a"] = {{1}};
    const auto snapshot = world.at(0ms);
    history.see(snapshot);
    history.add({{Change::Type::Released, "/a", snapshot->locks[0]->queue[0], {}}, historyNoon + 5ms});
    world.locks["/a"] = {};
    history.see(world.at(10ms));
    QCOMPARE(reported(history), std::string("released 1; left 1; "));
    QCOMPARE(history.find("/a")->released, 1U);
    // A loss reported by another source is not reported again.
    history.add({{Change::Type::Lost, "/a", snapshot->locks[0]->queue[0], {}}, historyNoon + 12ms});
    world.reportSessions({}, 20ms);
    history.see(world.at(30ms));
    QCOMPARE(history.find("/a")->lost, 1U);
}

/// An added event does not overtake events that wait for an owner.
void HistoryTest::addedEventsKeepTheirPlace()
{
    World world;
    History history;
    world.locks["/a"] = {{1, 11}};
    const auto snapshot = world.at(0ms);
    history.see(snapshot);
    const auto first = snapshot->locks[0]->queue[0];
    world.locks["/a"] = {{1, 11}, {2, 0}};
    history.see(world.at(10ms)); // the second contender's owner is not known yet
    history.add({{Change::Type::Released, "/a", first, {}}, historyNoon + 20ms});
    QCOMPARE(reported(history), std::string());
    world.locks["/a"] = {{2, 12}};
    const auto alone = world.at(30ms);
    history.see(alone);
    QCOMPARE(reported(history), std::string("joined 2; released 1; left 1; granted 2 after 20; "));

    world.locks["/a"] = {{2, 12}, {3, 0}};
    history.see(world.at(100ms));
    world.locks["/a"] = {{3, 0}};
    history.see(world.at(110ms));
    history.add({{Change::Type::Lost, "/a", alone->locks[0]->queue[0], {}}, historyNoon + 115ms});
    world.locks["/a"] = {{3, 13}};
    world.reportSessions({11, 13}, 120ms);
    history.see(world.at(130ms));
    QCOMPARE(history.find("/a")->lost, 1U); // the loss is reported once, after the departure
    QVERIFY(history.events().back().type == Change::Type::Lost);
}

void HistoryTest::measuresWithinItsError()
{
    std::mt19937 random(4);
    std::lognormal_distribution<double> durations(7, 2.5);
    DurationStatistics statistics;
    std::vector<std::int64_t> all;
    for (int i = 0; i < 20'000; ++i) {
        all.push_back(static_cast<std::int64_t>(std::min(durations(random), 2e9)));
        statistics.add(std::chrono::milliseconds(all.back()));
    }
    std::sort(all.begin(), all.end());
    for (const double share : {0.01, 0.25, 0.5, 0.9, 0.99, 0.999}) {
        const auto exact = static_cast<double>(all[static_cast<std::size_t>(std::ceil(share * 20'000)) - 1]);
        const auto found = static_cast<double>(statistics.quantile(share).count());
        QVERIFY2(std::abs(found - exact) <= exact / 32 + 0.5,
                 (std::to_string(share) + ": " + std::to_string(found) + " for " + std::to_string(exact)).c_str());
    }
    QCOMPARE(statistics.count(), 20'000U);
    QCOMPARE(statistics.longest().count(), all.back());
    QVERIFY(statistics.quantile(1) <= statistics.longest());
    QVERIFY2(statistics.bytes() <= 8'192, std::to_string(statistics.bytes()).c_str());
}

void HistoryTest::countsExactlyWhatIsShort()
{
    DurationStatistics statistics;
    QCOMPARE(statistics.quantile(0.5), 0ms);
    for (int i = 0; i <= 31; ++i)
        statistics.add(std::chrono::milliseconds(i));
    QCOMPARE(statistics.quantile(0.5), 15ms);
    QCOMPARE(statistics.quantile(1), 31ms);
    DurationStatistics extremes;
    extremes.add(-5ms);
    QCOMPARE(extremes.quantile(1), 0ms);
    extremes.add(std::chrono::hours(24 * 400));
    QCOMPARE(extremes.longest(), std::chrono::milliseconds(std::chrono::hours(24 * 400)));
    QVERIFY(extremes.quantile(1) > std::chrono::hours(24 * 23));
}

void HistoryTest::keepsQueueLengths()
{
    QueueLengths lengths;
    QVERIFY(lengths.steps().empty());
    lengths.add(historyNoon, 3);
    QCOMPARE(lengths.steps().size(), 1U);
    lengths.add(historyNoon + 5s, 7);
    lengths.add(historyNoon + 5s + 500ms, 2);
    lengths.add(historyNoon + 9s, 0);
    const auto steps = lengths.steps();
    QCOMPARE(steps.size(), 10U);
    QCOMPARE(steps[4].most, 3);
    QCOMPARE(steps[5].most, 7);
    QCOMPARE(steps[6].most, 2);
    QCOMPARE(steps[8].most, 2); // two waited until the ninth second
    QCOMPARE(steps[9].most, 0);
    QCOMPARE(steps[5].from, historyNoon + 5s);
    for (int i = 0; i < 100'000; ++i)
        lengths.add(historyNoon + 10s + i * 1s, i == 50'000 ? 99 : i % 4);
    lengths.add(historyNoon, 5); // the clock was set back
    const auto many = lengths.steps();
    QVERIFY(many.size() <= 64);
    QVERIFY(lengths.bytes() <= 1'024);
    QCOMPARE(lengths.most(), 99);
    const auto peak =
        std::max_element(many.begin(), many.end(), [](const auto& a, const auto& b) { return a.most < b.most; });
    QCOMPARE(peak->most, 99);
    QVERIFY(peak->from <= historyNoon + 50'010s && historyNoon + 50'010s < peak->from + (many[1].from - many[0].from));
}

void HistoryTest::lengthsReturnToZero()
{
    QueueLengths lengths;
    lengths.add(historyNoon, 0);
    lengths.add(historyNoon + 10s, 4);
    lengths.add(historyNoon + 10s + 300ms, 0);
    QCOMPARE(lengths.steps().back().most, 0);
    QVERIFY(lengths.steps().back().from == historyNoon + 10s + 300ms);
    QueueLengths day;
    day.add(historyNoon, 0);
    day.add(historyNoon + 24h, 2); // steps of half an hour
    day.add(historyNoon + 24h + 5s, 0);
    QCOMPARE(day.steps().back().most, 0);
    QVERIFY(day.steps().back().from == historyNoon + 24h + 5s);

    World world;
    History history;
    world.locks["/a"] = {{1}, {2}};
    history.see(world.at(0ms));
    world.locks.clear(); // the lock's last node
    history.see(world.at(100ms));
    QCOMPARE(history.find("/a")->lengths.steps().back().most, 0);
}

/// The freireich data of Kaplan and Meier's method as in textbooks (remission in weeks, 6-MP group): the median is 23.
void HistoryTest::estimatesWithOpenDurations()
{
    DurationStatistics statistics;
    for (const auto week : {6, 6, 6, 7, 10, 13, 16, 22, 23})
        statistics.add(std::chrono::milliseconds(week));
    for (const auto week : {6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35})
        statistics.addAtLeast(std::chrono::milliseconds(week));
    QCOMPARE(statistics.count(), 9U);
    QCOMPARE(statistics.openCount(), 12U);
    QCOMPARE(statistics.quantile(0.5), 23ms);
    QVERIFY(!statistics.estimate(0.5).isAtLeast);
    QCOMPARE(statistics.quantile(0.25), 13ms); // S(10) = 0.753, S(13) = 0.690
    QVERIFY(statistics.estimate(0.99).isAtLeast);
    QCOMPARE(statistics.quantile(0.99), 35ms);
    DurationStatistics onlyOpen;
    onlyOpen.addAtLeast(1h);
    QVERIFY(onlyOpen.estimate(0.5).isAtLeast);
    QCOMPARE(onlyOpen.quantile(0.5), std::chrono::milliseconds(1h));
}

void HistoryTest::ranksOpenWaitsFirst()
{
    World world;
    History history;
    world.locks["/busy"] = {};
    world.locks["/stuck"] = {};
    history.see(world.at(0ms));
    world.locks["/stuck"] = {{1}, {2}, {3}};
    history.see(world.at(1'000ms));
    for (int i = 0; i < 20; ++i) {
        world.locks["/busy"] = {{i}, {i + 1}};
        history.see(world.at(1'000ms + i * 500ms));
    }
    const auto now = historyNoon + 60s;
    QCOMPARE(*history.worstFirst(now)[0]->path, std::string("/stuck"));
    const auto stuck = history.durationsOf(*history.find("/stuck"), now);
    QCOMPARE(stuck.openWaits.count(), 2U);
    QCOMPARE(stuck.openWaits.longest(), 59s);
    QCOMPARE(stuck.waits.openCount(), 2U);
    QVERIFY(stuck.waits.estimate(0.99).isAtLeast);
    QCOMPARE(stuck.waits.longest(), 59s);
    QCOMPARE(stuck.holds.openCount(), 1U);
    // A client that gave up had waited at least that long.
    world.locks["/stuck"] = {{1}, {3}};
    history.see(world.at(30'000ms));
    QCOMPARE(history.find("/stuck")->waits.openCount(), 1U);
    QCOMPARE(history.find("/stuck")->waits.longest(), 29s);
}

void HistoryTest::forgetsTheOldest()
{
    World world;
    History history({.events = 10, .eventBytes = 1'000'000, .locks = 3, .openContenders = 4});
    history.see(world.at(0ms));
    for (int i = 0; i < 20; ++i) {
        world.locks.clear();
        world.locks["/lock-" + std::to_string(i)] = {{1}, {2}};
        history.see(world.at(std::chrono::milliseconds(100 + i)));
    }
    QCOMPARE(history.events().size(), 10U);
    QVERIFY(history.forgottenEvents() > 0);
    QCOMPARE(history.lockCount(), 3U);
    QVERIFY(history.find("/lock-19"));
    QVERIFY(!history.find("/lock-0"));
    History narrow({.events = 1'000, .eventBytes = 2'000, .locks = 10, .openContenders = 10});
    narrow.see(world.at(200ms));
    for (int i = 0; i < 100; ++i) {
        world.locks["/b"] = {{10 + i}};
        narrow.see(world.at(std::chrono::milliseconds(300 + i)));
    }
    QVERIFY(narrow.events().size() < 20);
    QVERIFY(narrow.bytes() < 20'000);
}

/// Every lock with a dozen waits and holds; with a hundred it takes 35 MB.
void HistoryTest::fitsTenThousandLocks()
{
    constexpr int locks = 10'000;
    History history;
    auto empty = std::make_shared<Snapshot>();
    empty->complete = true;
    empty->session.state = SessionState::Connected;
    empty->takenAt = historyNoon;
    history.see(empty);
    std::mt19937 random(8);
    std::lognormal_distribution<double> durations(6, 1.5);
    std::vector<std::string> paths;
    for (int i = 0; i < locks; ++i)
        paths.push_back("/services/payments/locks/order-" + std::to_string(i));
    for (int round = 0; round < 12; ++round) {
        for (const auto& path : paths) {
            LockEvent event;
            event.change.lockPath = path;
            event.change.contender.node = nameOf(round);
            event.at = historyNoon + std::chrono::seconds(round * 36);
            history.add(event);
            event.change.type = Change::Type::Granted;
            event.at += std::chrono::milliseconds(static_cast<std::int64_t>(durations(random)));
            history.add(event);
            event.change.type = Change::Type::Left;
            event.change.contender.holds = true;
            event.at += std::chrono::milliseconds(static_cast<std::int64_t>(durations(random)));
            history.add(event);
        }
    }
    QCOMPARE(history.lockCount(), std::size_t(locks));
    QCOMPARE(history.find(paths[77])->waits.count(), 12U);
    QCOMPARE(history.find(paths[77])->holds.count(), 12U);
    QCOMPARE(history.worstFirst(historyNoon).size(), std::size_t(locks));
    qInfo("%.1f MB for 10,000 locks with 12 waits and holds each", static_cast<double>(history.bytes()) / 1e6);
    QVERIFY(history.bytes() < 30'000'000);
}

} // namespace lockscope::historyTest

LOCKSCOPE_TEST(lockscope::historyTest::HistoryTest)
#include "HistoryTest.moc"
