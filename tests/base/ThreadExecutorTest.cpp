// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/ThreadExecutor.h"
#include "tests/support/Test.h"

#include <atomic>
#include <future>
#include <memory>
#include <thread>
#include <vector>

namespace lockscope::threadExecutorTest {

using namespace std::chrono_literals;

constexpr auto waitLimit = 30s;

class ThreadExecutorTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void runsInTheOrderPosted();
    void runsTimersInTheirOrder();
    void cancelledTimerDoesNotRun();
    void knowsItsOwnTasks();
    void runIsImmediateInsideAndPostedOutside();
    void stopDropsWhatHasNotRun();
    void waitingEndsWhenItIsStoppedFirst();
    void forEverDoesNotWrapAround();
    void clockNeverRunsBackwards();
    void dispatchRunsOnTheCallerWhereThatIsAllowed();
    void dispatchFromManyThreadsRunsOneAtATime();
    void whatADispatchedTaskPostsRunsAfterIt();
    void timersComeDueWhileTheCallerRuns();
    void stopWaitsForTheCaller();
};

void ThreadExecutorTest::runsInTheOrderPosted()
{
    ThreadExecutor executor;
    std::vector<int> seen;
    for (int i = 0; i < 100; ++i)
        executor.post([&seen, i] { seen.push_back(i); });
    executor.runAndWait([] {});
    QCOMPARE(seen.size(), std::size_t(100));
    QVERIFY(std::is_sorted(seen.begin(), seen.end()));
}

void ThreadExecutorTest::runsTimersInTheirOrder()
{
    ThreadExecutor executor;
    std::vector<int> seen;
    std::promise<void> done;
    std::vector<Subscription> timers;
    executor.runAndWait([&] {
        // Both again if this thread was interrupted in between: the second would then be due after the first.
        auto before = SteadyTime::min();
        do {
            timers.clear();
            before = executor.clock().now();
            timers.push_back(executor.after(20ms, [&] {
                seen.push_back(2);
                done.set_value();
            }));
            timers.push_back(executor.after(1ms, [&] { seen.push_back(1); }));
        } while (executor.clock().now() - before >= 19ms);
    });
    QCOMPARE(done.get_future().wait_for(waitLimit), std::future_status::ready);
    executor.runAndWait([&] { timers.clear(); });
    QCOMPARE(seen, (std::vector<int>{1, 2}));
}

void ThreadExecutorTest::cancelledTimerDoesNotRun()
{
    ThreadExecutor executor;
    bool ran = false;
    std::promise<void> later;
    Subscription marker;
    executor.runAndWait([&] {
        auto timer = executor.after(0ms, [&] { ran = true; });
        timer.reset(); // it may be due already: it is still not called
        marker = executor.after(5ms, [&] { later.set_value(); });
    });
    QCOMPARE(later.get_future().wait_for(waitLimit), std::future_status::ready);
    executor.runAndWait([&] { marker.reset(); });
    QVERIFY(!ran);
}

void ThreadExecutorTest::knowsItsOwnTasks()
{
    ThreadExecutor executor;
    bool inside = false;
    executor.runAndWait([&] { inside = executor.isCurrent(); });
    QVERIFY(inside);
    QVERIFY(!executor.isCurrent());
}

void ThreadExecutorTest::runIsImmediateInsideAndPostedOutside()
{
    ThreadExecutor executor;
    std::vector<int> seen;
    executor.runAndWait([&] {
        executor.post([&] { seen.push_back(3); });
        executor.run([&] { seen.push_back(1); });
        executor.runAndWait([&] { seen.push_back(2); });
    });
    executor.runAndWait([] {});
    QCOMPARE(seen, (std::vector<int>{1, 2, 3}));
}

void ThreadExecutorTest::stopDropsWhatHasNotRun()
{
    auto token = std::make_shared<int>(0);
    ThreadExecutor executor;
    Subscription timer = executor.after(1h, [token] {});
    executor.stop();
    executor.post([token] {});
    QCOMPARE(token.use_count(), 1L);
    timer.reset();
}

void ThreadExecutorTest::waitingEndsWhenItIsStoppedFirst()
{
    ThreadExecutor executor;
    executor.stop();
    executor.runAndWait([] { QFAIL("a stopped executor runs nothing"); });
}

void ThreadExecutorTest::forEverDoesNotWrapAround()
{
    ThreadExecutor executor;
    std::atomic<bool> ran = false;
    auto timer = executor.after(Duration::max(), [&] { ran = true; });
    std::promise<void> later;
    auto marker = executor.after(5ms, [&] { later.set_value(); });
    QCOMPARE(later.get_future().wait_for(waitLimit), std::future_status::ready);
    executor.runAndWait([&] {
        timer.reset();
        marker.reset();
    });
    QVERIFY(!ran.load());
}

void ThreadExecutorTest::clockNeverRunsBackwards()
{
    ThreadExecutor executor;
    const auto before = executor.clock().now();
    executor.runAndWait([] {});
    QVERIFY(executor.clock().now() >= before);
}

void ThreadExecutorTest::dispatchRunsOnTheCallerWhereThatIsAllowed()
{
    ThreadExecutor lending(ThreadExecutor::Dispatch::Caller);
    std::thread::id ranOn;
    bool isCurrent = false;
    lending.dispatch([&] {
        ranOn = std::this_thread::get_id();
        isCurrent = lending.isCurrent();
    });
    QCOMPARE(ranOn, std::this_thread::get_id()); // before dispatch() returned
    QVERIFY(isCurrent);
    QVERIFY(!lending.isCurrent());

    ThreadExecutor keeping;
    std::promise<std::thread::id> elsewhere;
    keeping.dispatch([&] { elsewhere.set_value(std::this_thread::get_id()); });
    QVERIFY(elsewhere.get_future().get() != std::this_thread::get_id());
}

void ThreadExecutorTest::dispatchFromManyThreadsRunsOneAtATime()
{
    constexpr int threads = 4;
    constexpr int tasks = 2000;
    ThreadExecutor executor(ThreadExecutor::Dispatch::Caller);
    int inside = 0; // unguarded on purpose: only the executor serialises the tasks
    int overlaps = 0;
    std::vector<std::vector<int>> seen(threads);
    std::vector<std::thread> callers;
    callers.reserve(threads);
    for (int thread = 0; thread < threads; ++thread) {
        callers.emplace_back([&, thread] {
            for (int i = 0; i < tasks; ++i) {
                auto task = [&, thread, i] {
                    overlaps += inside++ == 0 ? 0 : 1;
                    seen[static_cast<std::size_t>(thread)].push_back(i);
                    --inside;
                };
                if (i % 3 == 0)
                    executor.post(task);
                else
                    executor.dispatch(task);
            }
        });
    }
    for (auto& caller : callers)
        caller.join();
    executor.runAndWait([] {});
    QCOMPARE(overlaps, 0);
    for (const auto& order : seen) {
        QCOMPARE(order.size(), std::size_t(tasks));
        QVERIFY(std::is_sorted(order.begin(), order.end())); // each caller's own tasks keep their order
    }
}

void ThreadExecutorTest::whatADispatchedTaskPostsRunsAfterIt()
{
    ThreadExecutor executor(ThreadExecutor::Dispatch::Caller);
    std::vector<int> seen;
    executor.dispatch([&] {
        executor.post([&] { seen.push_back(2); });
        executor.dispatch([&] { seen.push_back(3); });
        seen.push_back(1);
    });
    executor.runAndWait([&] { seen.push_back(4); });
    QCOMPARE(seen, (std::vector<int>{1, 2, 3, 4}));
}

void ThreadExecutorTest::timersComeDueWhileTheCallerRuns()
{
    ThreadExecutor executor(ThreadExecutor::Dispatch::Caller);
    std::promise<void> ran;
    Subscription timer;
    executor.dispatch([&] { timer = executor.after(1ms, [&] { ran.set_value(); }); });
    QCOMPARE(ran.get_future().wait_for(waitLimit), std::future_status::ready);
    executor.runAndWait([&] { timer.reset(); });
}

void ThreadExecutorTest::stopWaitsForTheCaller()
{
    auto executor = std::make_unique<ThreadExecutor>(ThreadExecutor::Dispatch::Caller);
    std::promise<void> begun;
    std::promise<void> goOn;
    std::promise<bool> stopped; // whether the task had ended at that time
    std::atomic<bool> ended = false;
    std::thread caller([&] {
        executor->dispatch([&] {
            begun.set_value();
            goOn.get_future().wait();
            ended = true;
        });
    });
    begun.get_future().wait();
    std::thread stopper([&] {
        executor->stop();
        stopped.set_value(ended.load());
    });
    // A task is dropped once stop() has begun.
    const auto hasBegunToStop = [&] {
        auto task = std::make_shared<int>();
        const std::weak_ptr<int> left = task;
        executor->post([task = std::move(task)] {});
        return left.expired();
    };
    const bool began = QTest::qWaitFor(hasBegunToStop, lockscope::test::longestWaitMs);
    auto stop = stopped.get_future();
    const bool waits = stop.wait_for(100ms) == std::future_status::timeout;
    goOn.set_value();
    caller.join();
    stopper.join();
    QVERIFY(began);
    QVERIFY(waits);
    QVERIFY(stop.get());
}

} // namespace lockscope::threadExecutorTest

LOCKSCOPE_TEST(lockscope::threadExecutorTest::ThreadExecutorTest)
#include "ThreadExecutorTest.moc"
