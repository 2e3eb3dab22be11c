// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Which findings wait for a second read, and when they are shown.

#include "core/inspection/SecondLook.h"

#include "core/findings/Findings.h"
#include "tests/findings/FindingText.h"
#include "tests/support/Test.h"

#include <set>

namespace lockscope::secondLookTest {

using namespace lockscope::inspect;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

/// The locks at these paths were read again, after a sync one second after the snapshot.
Snapshot confirmed(const Snapshot& snapshot, const std::set<std::string>& paths)
{
    auto again = snapshot;
    for (auto& lock : again.locks) {
        if (!paths.contains(lock->path))
            continue;
        auto read = *lock;
        read.confirmedAt = snapshot.takenAt + 1s;
        lock = std::make_shared<const Lock>(std::move(read));
    }
    again.takenAt = snapshot.takenAt + 2s;
    return again;
}

/// A deadlock of /a and /b, and a long wait at /c.
Snapshot locks()
{
    return snapshotOf({{"/a", "curator-mutex", {{1, curator(1), 1, 9s, 1}, {2, curator(4), 2, 9s, 4}}},
                       {"/b", "curator-mutex", {{2, curator(2), 1, 9s, 2}, {1, curator(3), 2, 9s, 3}}},
                       mutexOf("/c", {5, 6}, 6min)});
}

SecondLook::Review reviewOf(SecondLook& look, const Snapshot& snapshot, Duration at)
{
    return look.review(snapshot, findingsIn(snapshot, {}), SteadyTime(at));
}

} // namespace

class SecondLookTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aDeadlockWaitsForAllItsLocks()
    {
        SecondLook look;
        const auto first = reviewOf(look, locks(), 1s);
        QCOMPARE(reported(first.findings), "warning long-wait /c"); // a warning needs no second read
        QCOMPARE(first.toConfirm, (std::vector<std::string>{"/a", "/b"}));
        QVERIFY(first.holdsBack);
        const auto half = reviewOf(look, confirmed(locks(), {"/a"}), 2s);
        QCOMPARE(reported(half.findings), "warning long-wait /c");
        QCOMPARE(half.toConfirm, (std::vector<std::string>{"/a", "/b"})); // a second later
        const auto whole = reviewOf(look, confirmed(locks(), {"/a", "/b"}), 2100ms);
        QCOMPARE(reported(whole.findings), "critical deadlock /b; warning long-wait /c");
        QVERIFY(whole.toConfirm.empty() && !whole.holdsBack);
        // It stays, without another read.
        QCOMPARE(reported(reviewOf(look, locks(), 3s).findings), "critical deadlock /b; warning long-wait /c");
    }

    void whatEndsAndComesBackIsConfirmedAgain()
    {
        SecondLook look;
        QVERIFY(reviewOf(look, locks(), 1s).holdsBack);
        QVERIFY(!reviewOf(look, confirmed(locks(), {"/a", "/b"}), 2s).holdsBack);
        const auto calm = snapshotOf({mutexOf("/a", {1})});
        QVERIFY(!reviewOf(look, calm, 3s).holdsBack);
        auto later = locks();
        later.takenAt += 10s;
        QVERIFY(reviewOf(look, later, 4s).holdsBack);
    }

    void aDeadWaiterWaitsToo()
    {
        auto snapshot = snapshotOf({mutexOf("/a", {1, 2}, 30s)});
        auto facts = std::make_shared<ensemble::EnsembleFacts>();
        facts->takenAt = noon - 5s;
        facts->hasEverySession = true;
        facts->sessions[1] = {1,         "10.0.0.7:5000", "zk1:2181", ensemble::Source::AdminServer, false, 30s,
                              noon - 6s, noon + 24s,      noon - 5s};
        snapshot.ensemble = facts;
        SecondLook look;
        QCOMPARE(reported(reviewOf(look, snapshot, 1s).findings), "");
        QCOMPARE(reported(reviewOf(look, confirmed(snapshot, {"/a"}), 2s).findings), "warning dead-owner /a");
    }

    void whatCannotBeConfirmedIsAWarning()
    {
        SecondLook look;
        QVERIFY(reviewOf(look, locks(), 1s).holdsBack);
        QVERIFY(reviewOf(look, locks(), 5'900ms).holdsBack);
        const auto late = reviewOf(look, locks(), 6s);
        QCOMPARE(reported(late.findings), "warning deadlock /b; warning long-wait /c");
        QVERIFY(late.findings[0].evidence.ends_with("the finding is not confirmed."));
        QVERIFY(!late.holdsBack);
        SecondLook once;
        const auto last =
            once.review(locks(), findingsIn(locks(), {}), SteadyTime(1s), SecondLook::Unconfirmed::ShowAsWarnings);
        QCOMPARE(reported(last.findings), "warning deadlock /b; warning long-wait /c");
    }

    void aDirectoryWithoutALockNeedsNone()
    {
        auto snapshot = snapshotOf(std::vector<LockText>{});
        snapshot.problems.push_back({"/big", {ErrorCode::TooLarge, "getChildren", "/big", "40000 children"}});
        SecondLook look;
        const auto review = reviewOf(look, snapshot, 1s);
        QCOMPARE(reported(review.findings), "warning listing-near-limit /big");
        QVERIFY(review.toConfirm.empty() && !review.holdsBack);
    }
};

} // namespace lockscope::secondLookTest

LOCKSCOPE_TEST(lockscope::secondLookTest::SecondLookTest)
#include "SecondLookTest.moc"
