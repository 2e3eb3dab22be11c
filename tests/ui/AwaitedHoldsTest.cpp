// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/AwaitedHolds.h"
#include "tests/support/Test.h"
#include "tests/ui/RedisLocks.h"
#include "tests/ui/Snapshots.h"

#include <chrono>

namespace lockscope::awaitedHoldsTest {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// When a hold has ended, and what is said of it.
class AwaitedHoldsTest final : public QObject {
    Q_OBJECT

    static inspect::Snapshot reading(std::chrono::milliseconds after, std::vector<test::LockPtr> locks)
    {
        auto made = *test::snapshot(std::move(locks));
        made.takenAt += after;
        return made;
    }
    static inspect::Snapshot redisReading(std::chrono::milliseconds after, std::vector<test::LockPtr> locks)
    {
        auto made = reading(after, std::move(locks));
        made.backend = inspect::Backend::Redis;
        return made;
    }
    static inspect::ContenderKey holderOf(const test::LockPtr& lock) { return lock->keyOf(lock->queue.front()); }
    /// The sentences about the holds that have ended.
    static QStringList ended(ui::AwaitedHolds& holds, const inspect::Snapshot& snapshot)
    {
        QStringList sentences;
        for (const auto& end : holds.see(snapshot))
            sentences << end.sentence;
        return sentences;
    }

private Q_SLOTS:
    void onlyAHolderIsAwaitedAndOnce()
    {
        const auto lock = test::mutexLock("/locks/orders", 3);
        const auto now = reading(0s, {lock});
        ui::AwaitedHolds holds;
        holds.await(now, lock->keyOf(lock->queue[1]));
        holds.await(now, {"/locks/other", {}, "lock-0000000101"});
        QVERIFY(holds.keys().empty());
        holds.await(now, holderOf(lock));
        holds.await(now, holderOf(lock));
        QVERIFY(holds.keys() == std::vector{holderOf(lock)});
        QCOMPARE(ended(holds, reading(1s, {test::mutexLock("/locks/orders", 5)})), QStringList());
        holds.cancel(holderOf(lock));
        QCOMPARE(ended(holds, reading(2s, {})), QStringList());
    }

    void theNextHolderIsNamed()
    {
        const auto lock = test::mutexLock("/locks/orders", 2);
        const auto next =
            std::make_shared<const inspect::Lock>(test::mutexQueue("/locks/orders", {test::contender(102, 1'000)}));
        ui::AwaitedHolds holds;
        holds.await(reading(0s, {lock}), holderOf(lock));
        QCOMPARE(ended(holds, reading(1s, {next})),
                 QStringList{u"worker-101 no longer holds /locks/orders. Held now by: worker-102."_s});
        QVERIFY(holds.keys().empty());
    }

    /// A single-node lock has the same name with each holder.
    void anotherNodeOfThisNameIsAnotherHold()
    {
        const auto lock = test::mutexLock("/locks/orders", 1);
        auto again = *lock;
        again.queue[0].details->creationId += 7;
        ui::AwaitedHolds holds;
        holds.await(reading(0s, {lock}), holderOf(lock));
        QCOMPARE(ended(holds, reading(1s, {std::make_shared<const inspect::Lock>(again)})).size(), 1);
    }

    void whatCanNotBeReadHasNotEnded()
    {
        const auto lock = test::mutexLock("/locks/orders", 1);
        ui::AwaitedHolds holds;
        holds.await(reading(0s, {lock}), holderOf(lock));
        auto partly = reading(1s, {});
        partly.complete = false;
        QCOMPARE(ended(holds, partly), QStringList());
        auto refused = reading(2s, {});
        refused.problems.push_back({"/locks", Error{ErrorCode::NoAuth, "list", "/locks", {}}});
        QCOMPARE(ended(holds, refused), QStringList());
        QCOMPARE(ended(holds, reading(3s, {})),
                 QStringList{u"worker-101 no longer holds /locks/orders. No client holds the lock now."_s});
    }

    void aLeaseThatWasGivenBackOrHasExpired()
    {
        const auto lock = test::plainRedisLock("orders", 0); // a lease of 20 s
        ui::AwaitedHolds holds;
        holds.await(redisReading(0s, {lock}), holderOf(lock));
        QCOMPARE(ended(holds, redisReading(5s, {})),
                 QStringList{u"5f0c2a9e:41 has released orders. No client holds the lock now."_s});
        holds.await(redisReading(0s, {lock}), holderOf(lock));
        QCOMPARE(ended(holds, redisReading(20'100ms, {})),
                 QStringList{u"The lease of 5f0c2a9e:41 for orders has expired. No client holds the lock now."_s});
    }
};

} // namespace lockscope::awaitedHoldsTest

LOCKSCOPE_TEST(lockscope::awaitedHoldsTest::AwaitedHoldsTest)
#include "AwaitedHoldsTest.moc"
