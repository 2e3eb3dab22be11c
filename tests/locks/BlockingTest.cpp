// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Hold and Latch from threads that block, on an executor with a thread of its own.

#include "core/base/ThreadExecutor.h"
#include "core/locks/Hold.h"
#include "core/locks/Latch.h"
#include "core/locks/Mutex.h"
#include "tests/support/Answer.h"
#include "tests/support/FakeEnsemble.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <future>
#include <thread>

namespace lockscope::blockingTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using locks::Hold;

namespace {

constexpr auto path = "/locks/a";

struct World {
    ThreadExecutor executor;
    FakeEnsemble ensemble{executor};
    std::unique_ptr<FakeClient> one = FakeClient::connect(ensemble, executor, 60s);
    std::unique_ptr<FakeClient> two = FakeClient::connect(ensemble, executor, 60s);
};

locks::LatchOptions untilSessionIsLost()
{
    locks::LatchOptions options;
    options.endsWhen = locks::LatchOptions::EndsWhen::SessionIsLost;
    return options;
}

} // namespace

class BlockingTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aHoldEndsWithItsScope();
    void aHoldMoves();
    void aHoldTellsWhyThereIsNone();
    void aHoldThatCannotBeGivenBackIsNotKept();
    void awaitsLeadership();
    void doesNotWaitForEver();
    void doesNotAwaitWithoutAClient();
    void losesLeadershipByPolicy_data();
    void losesLeadershipByPolicy();
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
    QVERIFY(moved.verify()); // what was moved from gave nothing back
    auto second = another.acquire();
    QVERIFY(second);
    moved = *std::move(second); // gives back what it had
    QTRY_VERIFY(world.ensemble.children(path).empty());
    QVERIFY(moved.verify());
    QVERIFY(moved.release());
    QTRY_VERIFY(world.ensemble.children("/locks/b").empty());
}

void BlockingTest::aHoldTellsWhyThereIsNone()
{
    World world;
    locks::Mutex mutex(*world.one, path);
    locks::Mutex other(*world.two, path);
    const auto hold = mutex.acquire();
    QVERIFY(hold);
    const auto late = other.acquire(20ms);
    QVERIFY(!late);
    QCOMPARE(printed(late.error().code), "TimedOut");
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = other.acquire({}, stop.get_token());
    QVERIFY(!stopped);
    QCOMPARE(printed(stopped.error().code), "Cancelled");
}

void BlockingTest::aHoldThatCannotBeGivenBackIsNotKept()
{
    World world;
    locks::Mutex mutex(*world.one, path);
    locks::Mutex other(*world.two, path);
    {
        const auto hold = mutex.acquire();
        QVERIFY(hold);
        world.executor.runAndWait([&] { world.ensemble.deny(path, zk::Permission::Delete); });
    }
    QVERIFY(!other.acquire(20ms)); // its node is still there
    world.executor.runAndWait([&] { world.ensemble.deny(path, 0); });
    QVERIFY(other.acquire(30s)); // deleted, although nobody asked again
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
    // Who waits is told that its client is closed, and who begins to wait then as well; also who led.
    for (auto* client : {world.two.get(), world.one.get()})
        world.executor.runAndWait([&] { client->close([] {}); });
    QTRY_VERIFY(!one.leads());
    for (auto* latch : {&one, &two})
        QCOMPARE(printed(latch->await(30s).error().code), "Closed");
}

void BlockingTest::losesLeadershipByPolicy_data()
{
    QTest::addColumn<bool>("sessionOnly");
    QTest::addRow("contact") << false;
    QTest::addRow("session") << true;
}

void BlockingTest::losesLeadershipByPolicy()
{
    QFETCH(bool, sessionOnly);
    World world;
    locks::Latch one(*world.one, path, "one", sessionOnly ? untilSessionIsLost() : locks::LatchOptions());
    QVERIFY(one.await(30s));
    std::vector<std::string> heard;
    auto leadership = one.onLeadership([&](bool leads) { heard.emplace_back(leads ? "gained" : "lost"); });
    world.ensemble.disconnect(*world.one);
    QTRY_COMPARE(printed(one.state().phase), "Uncertain");
    QCOMPARE(one.leads(), sessionOnly);
    world.ensemble.reconnect(*world.one);
    QTRY_COMPARE(printed(one.state().phase), "Held");
    QVERIFY(one.leads());
    const auto token = one.fencingToken();
    world.ensemble.expire(*world.one);
    const auto leadsAnew = [&] { return one.fencingToken() && one.fencingToken() != token; };
    QTRY_VERIFY(leadsAnew()); // queued again on its new session, alone
    QVERIFY(one.close());
    world.executor.runAndWait([&] { leadership.reset(); });
    QCOMPARE(printed(heard), sessionOnly ? "lost gained lost" : "lost gained lost gained lost");
}

} // namespace lockscope::blockingTest

LOCKSCOPE_TEST(lockscope::blockingTest::BlockingTest)
#include "BlockingTest.moc"
