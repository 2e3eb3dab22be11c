// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/ThreadExecutor.h"

#include <QTest>

#include <atomic>
#include <future>
#include <thread>
#include <vector>

using namespace lockscope;
using namespace std::chrono_literals;

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
        timers.push_back(executor.after(20ms, [&] {
            seen.push_back(2);
            done.set_value();
        }));
        timers.push_back(executor.after(1ms, [&] { seen.push_back(1); }));
    });
    QCOMPARE(done.get_future().wait_for(10s), std::future_status::ready);
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
        timer.reset(); // it may be due already: still no call comes
        marker = executor.after(5ms, [&] { later.set_value(); });
    });
    QCOMPARE(later.get_future().wait_for(10s), std::future_status::ready);
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
        executor.post([&] { seen.push_back(2); });
        executor.run([&] { seen.push_back(1); });
    });
    executor.runAndWait([] {});
    QCOMPARE(seen, (std::vector<int>{1, 2}));
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
    QCOMPARE(later.get_future().wait_for(10s), std::future_status::ready);
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

QTEST_GUILESS_MAIN(ThreadExecutorTest)
#include "ThreadExecutorTest.moc"
