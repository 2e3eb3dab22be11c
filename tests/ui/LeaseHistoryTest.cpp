// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// When leases were extended, as far as snapshots show.

#include "ui/models/LeaseHistory.h"
#include "tests/support/Growth.h"
#include "tests/support/Test.h"
#include "tests/ui/RedisLocks.h"

namespace lockscope::leaseHistoryTest {

using namespace std::chrono_literals;
using test::snapshotTime;
using ui::LeaseHistory;

namespace {

inspect::SnapshotPtr at(std::chrono::milliseconds after, const std::vector<test::LockPtr>& locks)
{
    auto snapshot = std::make_shared<inspect::Snapshot>();
    snapshot->takenAt = snapshotTime + after;
    snapshot->locks = locks;
    return snapshot;
}

} // namespace

class LeaseHistoryTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// A lease of 30 s that is extended after 10 s: read 2 s after the extension, it is dated by its length.
    void anExtensionIsDatedByTheLengthOfTheLease()
    {
        LeaseHistory history;
        auto lock = test::fairLock(0s, 30s, false);
        history.see(at(0s, {lock}));
        for (const auto& [after, lease] : {std::pair(4s, 26s), {8s, 22s}, {12s, 28s}, {14s, 26s}}) {
            lock = test::fairLock(after, lease, false, lock.get());
            history.see(at(after, {lock}));
        }
        const auto runs = history.of("checkout-12");
        QVERIFY(runs);
        const auto& hold = runs->holds.at(test::redisHolder);
        QCOMPARE(hold.size(), std::size_t(2));
        QCOMPARE(hold[0].from, snapshotTime);
        QCOMPARE(hold[0].endsAt, std::optional(snapshotTime + 30s));
        QCOMPARE(hold[1].from, snapshotTime + 10s);
        QCOMPARE(hold[1].endsAt, std::optional(snapshotTime + 40s));
    }

    /// Two readings of one lease are a round trip apart: no extension.
    void theSameEndIsNoExtension()
    {
        LeaseHistory history;
        auto lock = test::fairLock(0s, 30s, false);
        history.see(at(0s, {lock}));
        lock = test::fairLock(1s, 29'100ms, false, lock.get());
        history.see(at(1s, {lock}));
        QCOMPARE(history.of("checkout-12")->holds.at(test::redisHolder).size(), std::size_t(1));
    }

    void votesChangeByTokenAndByAnswer()
    {
        LeaseHistory history;
        const std::string x = test::redlockToken;
        const auto vote = [&](std::chrono::milliseconds after, const test::MasterVote& first) {
            history.see(at(after, {test::redlock({first, {true, x, 20s - after}, {true, x, 20s - after}}, after)}));
        };
        vote(0s, {true, x, 20s});
        vote(1s, {false, {}, 0ms});
        vote(2s, {true, test::otherToken, 9s});
        const auto& runs = history.of("ledger-close")->votes.at("redis-a:6379");
        QCOMPARE(runs.size(), std::size_t(3));
        QCOMPARE(runs[0].token, x);
        QVERIFY(!runs[1].isReachable);
        QCOMPARE(runs[1].token, std::string());
        QCOMPARE(runs[2].token, test::otherToken);
        QCOMPARE(history.of("ledger-close")->votes.at("redis-b:6379").size(), std::size_t(1));
    }

    void whatHasEndedIsForgotten()
    {
        LeaseHistory history;
        history.see(at(0s, {test::fairLock(0s, 30s, false), test::heldRedlock()}));
        QVERIFY(history.of("checkout-12"));
        history.see(at(50s, {test::heldRedlock()}));
        QVERIFY(history.of("checkout-12")); // it may be back
        history.see(at(70s, {test::heldRedlock()}));
        QVERIFY(!history.of("checkout-12"));
        QVERIFY(history.of("ledger-close"));
        history.clear();
        QVERIFY(!history.of("checkout-12"));
    }

    /// As in a replay: what was earlier stays known.
    void goingBackDropsWhatWasLater()
    {
        LeaseHistory history;
        test::LockPtr lock;
        for (const auto after : {0s, 10s, 20s}) {
            lock = test::fairLock(after, 30s, false, lock.get());
            history.see(at(after, {lock}));
        }
        QCOMPARE(history.of("checkout-12")->holds.at(test::redisHolder).size(), std::size_t(3));
        history.see(at(12s, {test::fairLock(12s, 28s, false)}));
        const auto& hold = history.of("checkout-12")->holds.at(test::redisHolder);
        QCOMPARE(hold.size(), std::size_t(2));
        QCOMPARE(hold.back().from, snapshotTime + 10s);
    }

    /// A lock that is extended all day.
    void itIsBounded()
    {
        LeaseHistory history;
        test::LockPtr lock;
        for (auto i = 0; i < 1'000; ++i) {
            lock = test::fairLock(i * 10s, 30s, false, lock.get());
            history.see(at(i * 10s, {lock}));
        }
        const auto& hold = history.of("checkout-12")->holds.at(test::redisHolder);
        QCOMPARE(hold.size(), ui::LeaseRuns::mostRuns);
        QCOMPARE(hold.back().from, snapshotTime + 9'990s);
    }

    /// Not each holder is looked for in the queue.
    void thousandsOfHoldersAndWaitersTakeLinearTime()
    {
        const auto lockOf = [](int leases) {
            auto lock = *test::semaphoreLock("permits", leases, leases);
            lock.redis = std::make_shared<const inspect::RedisLock>();
            inspect::RedisContender redis;
            redis.lease = 20s;
            for (auto& contender : lock.queue)
                contender.redis = std::make_shared<const inspect::RedisContender>(redis);
            return std::make_shared<const inspect::Lock>(std::move(lock));
        };
        const auto cost = test::growth(
            {1'000, 16'000}, [&](int leases) { return std::pair(lockOf(leases), lockOf(leases)); },
            [](const auto& locks) {
                LeaseHistory history;
                history.see(at(0s, {locks.first}));
                history.see(at(1s, {locks.second}));
                QCOMPARE(history.of("permits")->holds.size(), locks.first->queue.size() / 2);
            });
        QVERIFY(cost.isModest());
    }
};

} // namespace lockscope::leaseHistoryTest

LOCKSCOPE_TEST(lockscope::leaseHistoryTest::LeaseHistoryTest)
#include "LeaseHistoryTest.moc"
