// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Hold and Latch on blocking threads; the executor has its own thread.

#include "core/base/EventLoop.h"
#include "core/locks/Hold.h"
#include "core/locks/zookeeper/Latch.h"
#include "core/locks/zookeeper/Mutex.h"
#include "core/locks/zookeeper/SingleNodeLock.h"
#include "tests/locks/FakeService.h"
#include "tests/support/Answer.h"
#include "tests/support/FakeEnsemble.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <future>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>

namespace lockscope::blockingTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using locks::Hold;

namespace {

constexpr auto path = "/locks/a";

struct World {
    EventLoop executor;
    FakeEnsemble ensemble{executor};
    std::unique_ptr<FakeClient> one = FakeClient::connect(ensemble, executor, 60s);
    std::unique_ptr<FakeClient> two = FakeClient::connect(ensemble, executor, 60s);
};

} // namespace

class BlockingTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aHoldEndsWithItsScope();
    void aHoldMoves();
    void isReadWhileAHandlerHangs();
    void threadsAreOwners();
    void isLockable();
    void severalAreLockedWithoutDeadlock();
    void lockingFailsByException();
    void unlockingALostHoldForgetsIt();
    void givesAFuture();
    void awaitsLeadership();
    void doesNotWaitForEver();
    void doesNotAwaitWithoutAClient();
};

void BlockingTest::aHoldEndsWithItsScope()
{
    World world;
    locks::Mutex mutex(*world.one, path);
    locks::Mutex other(*world.two, path);
    {
        const auto hold = mutex.acquire();
        QVERIFY(hold);
        QCOMPARE(hold->token(), hold->state().token);
        QCOMPARE(printed(hold->state().phase), "Held");
        QVERIFY(mutex.isHeldByThisThread());
        QVERIFY(!other.isHeldByThisThread());
        QVERIFY(hold->remaining() > 0s && hold->remaining() <= 60s);
        QVERIFY(!other.acquire(0s));
    }
    QVERIFY(other.acquire(30s));
    auto hold = mutex.acquire(30s);
    QVERIFY(hold);
    QVERIFY(hold->release());
    const auto again = hold->release();
    QVERIFY(!again);
    QCOMPARE(printed(again.error().code), "NotHeld");
}

void BlockingTest::aHoldMoves()
{
    World world;
    locks::Mutex mutex(*world.one, path);
    locks::Mutex another(*world.one, "/locks/b");
    auto first = mutex.acquire();
    QVERIFY(first);
    Hold moved = *std::move(first);
    QVERIFY(moved.verify()); // the moved-from Hold released nothing
    auto second = another.acquire();
    QVERIFY(second);
    moved = *std::move(second); // releases its previous hold
    QTRY_VERIFY(world.ensemble.children(path).empty());
    QVERIFY(moved.verify());
    QVERIFY(moved.release());
    QTRY_VERIFY(world.ensemble.children("/locks/b").empty());
}

void BlockingTest::isReadWhileAHandlerHangs()
{
    World world;
    locks::Mutex mutex(*world.one, path);
    const auto hold = mutex.acquire(30s);
    QVERIFY(hold);
    std::promise<void> mayGoOn;
    std::promise<void> hangs;
    world.executor.post([&hangs, end = std::make_shared<std::future<void>>(mayGoOn.get_future())] {
        hangs.set_value();
        end->wait();
    });
    hangs.get_future().wait();
    QCOMPARE(printed(hold->state().phase), "Held");
    QVERIFY(hold->validUntil() > world.executor.clock().now());
    QVERIFY(hold->token() > 0);
    QVERIFY(!hold->lostToken().stop_requested());
    mayGoOn.set_value();
}

void BlockingTest::threadsAreOwners()
{
    World world;
    locks::Mutex mutex(*world.one, path);
    std::set<locks::Owner> owners;
    std::set<std::uint64_t> numbers;
    for (int i = 0; i < 50; ++i) // the next thread reuses a std::thread::id
        std::thread([&] { owners.insert(locks::Owner::thisThread()); }).join();
    QCOMPARE(owners.size(), std::size_t(50));
    for (const auto& owner : owners)
        numbers.insert(owner.number());
    QCOMPARE(numbers.size(), owners.size());
    QVERIFY(!numbers.contains(0));
    auto outer = mutex.acquire(30s);
    auto inner = mutex.acquire(30s);
    QVERIFY(outer && inner);
    QVERIFY(outer->owner() == locks::Owner::thisThread() && inner->owner() == outer->owner());
    QCOMPARE(inner->token(), outer->token());
    const auto entersElsewhere = [&] {
        bool enters = false;
        std::thread([&] { enters = mutex.acquire(20ms).has_value(); }).join();
        return enters;
    };
    QVERIFY(!entersElsewhere());
    QVERIFY(outer->release()); // in any order
    QCOMPARE(printed(outer->state().phase), "Released");
    QVERIFY(inner->verify());
    QVERIFY(!entersElsewhere());
    QVERIFY(inner->release());
    QVERIFY(entersElsewhere());
    QTRY_VERIFY(world.ensemble.children(path).empty());
}

void BlockingTest::isLockable()
{
    World world;
    locks::Mutex mutex(*world.one, path);
    locks::Mutex other(*world.two, path);
    {
        const std::unique_lock guard(mutex);
        QVERIFY(mutex.currentHold());
        QCOMPARE(printed(mutex.currentHold()->state().phase), "Held");
        const std::unique_lock again(mutex); // re-entrant
        QVERIFY(!std::unique_lock(other, std::try_to_lock));
        std::thread([&] { QVERIFY(!mutex.currentHold()); }).join();
    }
    QVERIFY(!mutex.currentHold());
    int inside = 0; // guarded by the lock only
    QCOMPARE(onThreads(4,
                       [&](int i) {
                           auto& mine = i % 2 == 0 ? mutex : other;
                           for (int turn = 0; turn < 5; ++turn) {
                               const std::lock_guard guard(mine);
                               if (++inside != 1)
                                   return false;
                               --inside;
                           }
                           return true;
                       }),
             4);
    mutex.unlock(); // nothing is held
    QTRY_VERIFY(world.ensemble.children(path).empty());
}

void BlockingTest::severalAreLockedWithoutDeadlock()
{
    World world;
    locks::Mutex a1(*world.one, "/locks/a");
    locks::Mutex b1(*world.one, "/locks/b");
    locks::Mutex a2(*world.two, "/locks/a");
    locks::Mutex b2(*world.two, "/locks/b");
    Crowd crowd;
    QCOMPARE(onThreads(2,
                       [&](int i) {
                           for (int turn = 0; turn < 10; ++turn) {
                               if (i == 0) {
                                   const std::scoped_lock both(a1, b1);
                                   crowd.enter();
                                   crowd.leave();
                               } else {
                                   const std::scoped_lock both(b2, a2);
                                   crowd.enter();
                                   crowd.leave();
                               }
                           }
                           return true;
                       }),
             2);
    QCOMPARE(crowd.most(), 1);
}

void BlockingTest::lockingFailsByException()
{
    World world;
    locks::SingleNodeLock lock(*world.one, "/lock");
    lock.lock();
    try {
        lock.lock(); // would deadlock with itself
        QVERIFY(false);
    } catch (const std::system_error& error) {
        QVERIFY(error.code() == std::errc::resource_deadlock_would_occur);
    }
    lock.unlock();
    std::promise<void> closed;
    world.executor.runAndWait([&] { world.one->close([&] { closed.set_value(); }); });
    closed.get_future().wait();
    QVERIFY(!lock.try_lock());
    try {
        lock.lock();
        QVERIFY(false);
    } catch (const std::system_error& error) {
        QVERIFY(error.code() == std::errc::not_connected);
    }
}

void BlockingTest::unlockingALostHoldForgetsIt()
{
    World world;
    locks::Mutex mutex(*world.one, path);
    locks::Mutex other(*world.two, path);
    mutex.lock();
    world.ensemble.expire(*world.one);
    QTRY_COMPARE(printed(mutex.currentHold()->state().phase), "Lost");
    const auto next = other.acquire(30s);
    QVERIFY(next);
    mutex.unlock();
    QVERIFY(!mutex.currentHold());
    QVERIFY(!mutex.try_lock());
    QVERIFY(next->verify());
}

void BlockingTest::givesAFuture()
{
    World world;
    locks::Mutex mutex(*world.one, path);
    locks::Mutex other(*world.two, path);
    auto first = mutex.acquireFuture().get();
    QVERIFY(first);
    auto second = other.acquireFuture(30s);
    QVERIFY(second.wait_for(20ms) == std::future_status::timeout);
    QVERIFY(first->release());
    QVERIFY(second.get());
}

void BlockingTest::awaitsLeadership()
{
    World world;
    locks::Latch one(*world.one, path, "one");
    QVERIFY(one.await(30s));
    QVERIFY(one.leads());
    QVERIFY(one.fencingToken());
    locks::Latch two(*world.two, path, "two");
    std::promise<Result<std::optional<std::string>>> leader;
    world.executor.runAndWait(
        [&] { locks::findLeader(*world.two, path, [&](auto found) { leader.set_value(std::move(found)); }); });
    QCOMPARE(leader.get_future().get().value().value(), std::string("one"));
    QVERIFY(!two.leads());
    QVERIFY(!two.fencingToken());
    Result<void> waited = failure(ErrorCode::Closed, "test", {}, {});
    std::thread waiter([&] { waited = two.await(30s); });
    QVERIFY(one.close());
    waiter.join();
    QVERIFY(waited);
    QVERIFY(two.leads());
    QCOMPARE(printed(one.close().error().code), "Closed");
    QVERIFY(two.close());
    QVERIFY(world.ensemble.children(path).empty());
}

void BlockingTest::doesNotWaitForEver()
{
    World world;
    locks::Latch one(*world.one, path, "one");
    QVERIFY(one.await(30s));
    locks::Latch two(*world.two, path, "two");
    QCOMPARE(printed(two.await(0s).error().code), "TimedOut");
    QCOMPARE(printed(two.await(20ms).error().code), "TimedOut");
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(printed(two.await({}, stop.get_token()).error().code), "Cancelled");
    Result<void> waited;
    std::thread waiter([&] { waited = two.await(); });
    QVERIFY(two.close());
    waiter.join();
    QVERIFY(!waited);
    QCOMPARE(printed(waited.error().code), "Closed");
    QCOMPARE(printed(two.await(1s).error().code), "Closed");
    QVERIFY(one.leads());
}

void BlockingTest::doesNotAwaitWithoutAClient()
{
    World world;
    locks::Latch one(*world.one, path, "one");
    QVERIFY(one.await(30s));
    locks::Latch two(*world.two, path, "two");
    QCOMPARE(printed(two.await(20ms).error().code), "TimedOut");
    // A waiting client is notified that its client is closed, also one that starts to wait later; so is the leader.
    for (auto* client : {world.two.get(), world.one.get()})
        world.executor.runAndWait([&] { client->close([] {}); });
    QTRY_VERIFY(!one.leads());
    for (auto* latch : {&one, &two})
        QCOMPARE(printed(latch->await(30s).error().code), "Closed");
}

} // namespace lockscope::blockingTest

LOCKSCOPE_TEST(lockscope::blockingTest::BlockingTest)
#include "BlockingTest.moc"
