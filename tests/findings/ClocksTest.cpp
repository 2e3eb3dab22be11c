// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Clocks of two machines decide nothing: a difference of an hour, in both directions, changes no finding about owners,
/// ages, watches and deadlocks. And the notes on what is not found.

#include "core/base/DurationText.h"
#include "core/findings/Notes.h"
#include "core/model/Wording.h"
#include "tests/findings/FindingText.h"
#include "tests/support/Test.h"

namespace lockscope::clocksTest {

using namespace lockscope::inspect;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

/// Sessions 1 and 2 have these nodes; the servers list session 2 only.
std::shared_ptr<ensemble::EnsembleFacts> withoutFirst()
{
    auto facts = std::make_shared<ensemble::EnsembleFacts>();
    facts->takenAt = noon - 5s;
    facts->hasEverySession = facts->hasEveryConnection = true;
    facts->servers.resize(3);
    facts->sessions[2] = {2,         "10.0.0.7:5000", "zk1:2181", ensemble::Source::AdminServer, false, 30s,
                          noon - 6s, noon + 24s,      noon - 5s};
    return facts;
}

/// The servers' clock is ahead of ours by this much.
Lock skewed(const LockText& text, std::chrono::milliseconds ahead)
{
    auto lock = queueOf(text);
    for (auto& contender : lock.queue)
        contender.details->createdAt = contender.details->modifiedAt = contender.details->createdAt + ahead;
    return lock;
}

Snapshot snapshotWith(std::vector<Lock> locks)
{
    return snapshotOf(std::move(locks));
}

} // namespace

class ClocksTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aNewOwnerIsNotDead_data() { differences(); }
    void aNewOwnerIsNotDead();
    void anOldOwnerIsDead_data() { differences(); }
    void anOldOwnerIsDead();
    void aDeadlockIsFound_data() { differences(); }
    void aDeadlockIsFound();
    void agesFollowTheMeasuredClock();
    void agesAreLowerLimits_data() { differences(); }
    void agesAreLowerLimits();
    void inferredLeasesCloseNoCertainCycle();
    void listingsOfTwoMomentsCloseNoCycle();
    void notesTellWhatIsNotFound();

private:
    static void differences()
    {
        QTest::addColumn<int>("hours");
        QTest::newRow("behind") << -1;
        QTest::newRow("equal") << 0;
        QTest::newRow("ahead") << 1;
    }
};

/// Its session began after the servers were asked: Lockscope first saw the node then.
void ClocksTest::aNewOwnerIsNotDead()
{
    QFETCH(int, hours);
    auto lock = skewed(mutexOf("/a", {1, 2}, 30s), std::chrono::hours(hours));
    for (auto& contender : lock.queue)
        contender.firstSeenAt = noon - 4s;
    lock.queue[0].details->creationId = 11;
    std::vector<Lock> locks;
    locks.push_back(std::move(lock));
    auto snapshot = snapshotWith(std::move(locks));
    auto facts = withoutFirst();
    snapshot.ensemble = facts;
    FindingSettings settings; // without limits of ages
    settings.holdLimit = settings.waitLimit = std::nullopt;
    QCOMPARE(reportedOf(snapshot, settings), "");
    facts->zxid = 10; // the server that was asked lagged behind, and did not have the node yet
    QCOMPARE(reportedOf(snapshot, settings), "");
    facts->zxid = 11;
    QCOMPARE(reportedOf(snapshot, settings), "critical dead-owner /a");
}

void ClocksTest::anOldOwnerIsDead()
{
    QFETCH(int, hours);
    std::vector<Lock> locks;
    locks.push_back(skewed(mutexOf("/a", {1, 2}, 30s), std::chrono::hours(hours)));
    auto snapshot = snapshotWith(std::move(locks));
    snapshot.ensemble = withoutFirst();
    QVERIFY2(reportedOf(snapshot).starts_with("critical dead-owner /a"), reportedOf(snapshot).c_str());
}

void ClocksTest::aDeadlockIsFound()
{
    QFETCH(int, hours);
    for (const bool isComplete : {true, false}) {
        std::vector<Lock> locks;
        locks.push_back(skewed({"/a", "curator-mutex", {{1, curator(1), 1, 9s, 1}, {2, curator(4), 2, 9s, 4}}},
                               std::chrono::hours(hours)));
        locks.push_back(skewed({"/b", "curator-mutex", {{2, curator(2), 1, 9s, 2}, {1, curator(3), 2, 9s, 3}}},
                               std::chrono::hours(hours)));
        auto snapshot = snapshotWith(std::move(locks));
        snapshot.complete = isComplete;
        QVERIFY2(reportedOf(snapshot).starts_with("critical deadlock /b"), reportedOf(snapshot).c_str());
    }
}

void ClocksTest::agesFollowTheMeasuredClock()
{
    std::vector<Lock> locks;
    locks.push_back(skewed(mutexOf("/a", {1, 2}, 6min), -1h));
    auto snapshot = snapshotWith(std::move(locks));
    auto facts = withoutFirst();
    facts->hasEverySession = false;
    facts->clockAhead = -1h;
    snapshot.ensemble = facts;
    QCOMPARE(reportedOf(snapshot), "warning long-wait /a"); // not a hold of an hour
}

/// Without a measured clock, only the servers' own times count: the newest of them was read three minutes ago.
void ClocksTest::agesAreLowerLimits()
{
    QFETCH(int, hours);
    const auto ahead = std::chrono::hours(hours);
    const auto at = [&](std::chrono::milliseconds holderAge) {
        std::vector<Lock> locks;
        locks.push_back(skewed(mutexOf("/a", {1, 2}, holderAge), ahead));
        auto snapshot = snapshotWith(std::move(locks));
        snapshot.serverTimeAtLeast = noon + ahead - 3min;
        return snapshot;
    };
    QCOMPARE(reportedOf(at(4min)), "");
    QCOMPARE(reportedOf(at(9min)), "warning long-wait /a");
    QCOMPARE(reportedOf(at(19min)), "warning long-hold /a; warning long-wait /a");
    const auto findings = findingsIn(at(9min), {});
    QVERIFY2(findings.at(0).text.find("has waited for at least 6 m,") != std::string::npos, findings[0].text.c_str());
    QVERIFY2(findings[0].evidence.find("the real time may be longer.") != std::string::npos,
             findings[0].evidence.c_str());
    // The lists show this one.
    const auto snapshot = at(9min);
    const auto shown = ageOf(*snapshot.locks[0]->queue[1].details, snapshot.moment().nodes);
    QVERIFY2(findings[0].evidence.ends_with("By the clock of this machine it is " + roundDurationText(shown) + "."),
             findings[0].evidence.c_str());
    QCOMPARE(notesOn(at(9min), false).size(), std::size_t(2));
    auto facts = withoutFirst();
    facts->hasEverySession = false;
    facts->clockAhead = ahead;
    auto measured = at(6min);
    measured.ensemble = facts;
    QCOMPARE(reportedOf(measured), "warning long-wait /a");
    QVERIFY(findingsIn(measured, {}).at(0).evidence.find("measured") == std::string::npos);
}

/// A client that passes the gate has a lease node before the number of leases can be seen.
void ClocksTest::inferredLeasesCloseNoCertainCycle()
{
    auto pool = queueOf({"/pool", "curator-semaphore", {{1, curator(1, "lease-"), 1, 2min, 1}}, {}, 1, {}});
    Contender waiting;
    waiting.node = "waiting";
    waiting.position = 1;
    waiting.details = test::detailsOf({2, curator(4, "lease-"), 2, 2min, 4});
    waiting.firstSeenAt = noon - 2min;
    pool.queue.push_back(waiting);
    const auto snapshot = [&](Confidence known) {
        std::vector<Lock> locks;
        locks.push_back(pool);
        locks.back().leasesKnown = known;
        locks.push_back(queueOf({"/b", "curator-mutex", {{2, curator(2), 1, 2min, 2}, {1, curator(3), 2, 2min, 3}}}));
        return snapshotOf(std::move(locks));
    };
    QCOMPARE(reportedOf(snapshot(Confidence::Exact)), "critical deadlock /b");
    const auto findings = findingsIn(snapshot(Confidence::Inferred), {});
    QCOMPARE(reported(findings), "warning deadlock /b");
    QVERIFY2(findings[0].evidence.ends_with("The number of leases of /pool is derived from its nodes. It is a deadlock "
                                            "only if no lease is free."),
             findings[0].evidence.c_str());
}

/// Beyond the watch budget, one lock was listed before the waiter at the other one had queued.
void ClocksTest::listingsOfTwoMomentsCloseNoCycle()
{
    const auto snapshot = [](std::chrono::milliseconds listedBefore) {
        std::vector<Lock> locks;
        locks.push_back(queueOf({"/a", "curator-mutex", {{1, curator(1), 1, 9s, 1}, {2, curator(4), 2, 9s, 4}}}));
        locks.push_back(queueOf({"/b", "curator-mutex", {{2, curator(2), 1, 9s, 2}, {1, curator(3), 2, 9s, 3}}}));
        for (auto& lock : locks) {
            lock.polled = true;
            lock.queue[1].firstSeenAt = noon - 1s;
        }
        locks[1].readAt = noon - listedBefore;
        return reportedOf(snapshotOf(std::move(locks)));
    };
    QCOMPARE(snapshot(2s), "");
    QCOMPARE(snapshot(1s), "critical deadlock /b");
}

void ClocksTest::notesTellWhatIsNotFound()
{
    auto snapshot = snapshotOf({mutexOf("/a", {1})});
    QCOMPARE(notesOn(snapshot, false).size(), std::size_t(1)); // the servers were not asked
    auto facts = withoutFirst();
    facts->knowsMembers = true;
    snapshot.ensemble = facts;
    QVERIFY(notesOn(snapshot, false).empty());
    QCOMPARE(notesOn(snapshot, true).size(), std::size_t(1)); // no watches yet
    facts->hasEveryConnection = false;
    facts->knowsMembers = false;
    QCOMPARE(notesOn(snapshot, false).size(), std::size_t(1));
    QVERIFY(notesOn(snapshot, false)[0].starts_with("The members of the ensemble are unknown"));
    facts->servers[0].isShared = true;
    QVERIFY(notesOn(snapshot, false)[0].starts_with("Several servers answer at one address"));
    facts->hasEverySession = false;
    QCOMPARE(notesOn(snapshot, false).size(), std::size_t(2));
}

} // namespace lockscope::clocksTest

LOCKSCOPE_TEST(lockscope::clocksTest::ClocksTest)
#include "ClocksTest.moc"
