// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/EventLoop.h"
#include "core/base/SocketWatch.h"
#include "tests/support/Test.h"

#include <QRegularExpression>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <memory>
#include <thread>
#include <vector>

namespace lockscope::eventLoopTest {

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

constexpr auto waitLimit = 30s;

class EventLoopTest final : public QObject {
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
    void runsTasksOfManyThreadsOneAtATime();
    void callbacksRunOnAThreadBesideTheLoop();
    void reportsThatASocketIsReady();
    void watchesANewSocketWithTheSameNumber();
    void aSocketOpenElsewhereDoesNotEndTheNextWatch();
    void watchMayOutliveTheLoop();
    void warnsOfALateTurn();
    void aWaitIsNoLateTurn();
};

void EventLoopTest::runsInTheOrderPosted()
{
    EventLoop loop;
    std::vector<int> seen;
    for (int i = 0; i < 100; ++i)
        loop.post([&seen, i] { seen.push_back(i); });
    loop.runAndWait([] {});
    QCOMPARE(seen.size(), std::size_t(100));
    QVERIFY(std::is_sorted(seen.begin(), seen.end()));
}

void EventLoopTest::runsTimersInTheirOrder()
{
    EventLoop loop;
    std::vector<int> seen;
    std::promise<void> done;
    std::vector<Subscription> timers;
    loop.runAndWait([&] {
        // Both again if this thread was interrupted in between: the second would then be due after the first.
        auto before = SteadyTime::min();
        do {
            timers.clear();
            before = loop.clock().now();
            timers.push_back(loop.after(20ms, [&] {
                seen.push_back(2);
                done.set_value();
            }));
            timers.push_back(loop.after(1ms, [&] { seen.push_back(1); }));
        } while (loop.clock().now() - before >= 19ms);
    });
    QCOMPARE(done.get_future().wait_for(waitLimit), std::future_status::ready);
    loop.runAndWait([&] { timers.clear(); });
    QCOMPARE(seen, (std::vector<int>{1, 2}));
}

void EventLoopTest::cancelledTimerDoesNotRun()
{
    EventLoop loop;
    bool ran = false;
    std::promise<void> later;
    Subscription marker;
    loop.runAndWait([&] {
        auto timer = loop.after(0ms, [&] { ran = true; });
        timer.reset(); // it may be due already: it is still not called
        marker = loop.after(5ms, [&] { later.set_value(); });
    });
    QCOMPARE(later.get_future().wait_for(waitLimit), std::future_status::ready);
    loop.runAndWait([&] { marker.reset(); });
    QVERIFY(!ran);
}

void EventLoopTest::knowsItsOwnTasks()
{
    EventLoop loop;
    bool inside = false;
    loop.runAndWait([&] { inside = loop.isCurrent(); });
    QVERIFY(inside);
    QVERIFY(!loop.isCurrent());
}

void EventLoopTest::runIsImmediateInsideAndPostedOutside()
{
    EventLoop loop;
    std::vector<int> seen;
    loop.runAndWait([&] {
        loop.post([&] { seen.push_back(3); });
        loop.run([&] { seen.push_back(1); });
        loop.runAndWait([&] { seen.push_back(2); });
    });
    loop.runAndWait([] {});
    QCOMPARE(seen, (std::vector<int>{1, 2, 3}));
}

void EventLoopTest::stopDropsWhatHasNotRun()
{
    auto token = std::make_shared<int>(0);
    EventLoop loop;
    Subscription timer = loop.after(1h, [token] {});
    loop.stop();
    loop.post([token] {});
    QCOMPARE(token.use_count(), 1L);
    timer.reset();
}

void EventLoopTest::waitingEndsWhenItIsStoppedFirst()
{
    EventLoop loop;
    loop.stop();
    loop.runAndWait([] { QFAIL("a stopped executor runs nothing"); });
}

void EventLoopTest::forEverDoesNotWrapAround()
{
    EventLoop loop;
    std::atomic<bool> ran = false;
    auto timer = loop.after(Duration::max(), [&] { ran = true; });
    std::promise<void> later;
    auto marker = loop.after(5ms, [&] { later.set_value(); });
    QCOMPARE(later.get_future().wait_for(waitLimit), std::future_status::ready);
    loop.runAndWait([&] {
        timer.reset();
        marker.reset();
    });
    QVERIFY(!ran.load());
}

void EventLoopTest::clockNeverRunsBackwards()
{
    EventLoop loop;
    const auto before = loop.clock().now();
    loop.runAndWait([] {});
    QVERIFY(loop.clock().now() >= before);
}

void EventLoopTest::runsTasksOfManyThreadsOneAtATime()
{
    constexpr int threads = 4;
    constexpr int tasks = 2000;
    EventLoop loop;
    int inside = 0; // unguarded on purpose: only the loop serialises the tasks
    int overlaps = 0;
    std::vector<std::vector<int>> seen(threads);
    std::vector<std::thread> callers;
    callers.reserve(threads);
    for (int thread = 0; thread < threads; ++thread) {
        callers.emplace_back([&, thread] {
            for (int i = 0; i < tasks; ++i) {
                loop.post([&, thread, i] {
                    overlaps += inside++ == 0 ? 0 : 1;
                    seen[static_cast<std::size_t>(thread)].push_back(i);
                    --inside;
                });
            }
        });
    }
    for (auto& caller : callers)
        caller.join();
    loop.runAndWait([] {});
    QCOMPARE(overlaps, 0);
    for (const auto& order : seen) {
        QCOMPARE(order.size(), std::size_t(tasks));
        QVERIFY(std::is_sorted(order.begin(), order.end())); // each caller's own tasks keep their order
    }
}

void EventLoopTest::callbacksRunOnAThreadBesideTheLoop()
{
    EventLoop loop;
    auto& callbacks = loop.callbacks();
    std::promise<void> goOn;
    std::promise<bool> inLoop;
    callbacks.post([&] {
        inLoop.set_value(loop.isCurrent());
        goOn.get_future().wait();
    });
    QVERIFY(!inLoop.get_future().get());
    loop.runAndWait([] {}); // although a callback blocks
    QVERIFY(!callbacks.isCurrent());
    goOn.set_value();
    callbacks.runAndWait([&] { QVERIFY(callbacks.isCurrent()); });
    QCOMPARE(&loop.callbacks(), &callbacks);
}

void EventLoopTest::reportsThatASocketIsReady()
{
    int ends[2] = {-1, -1};
    QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends), 0);
    EventLoop loop;
    std::unique_ptr<SocketWatch> watch;
    std::promise<SocketWatch::Events> writable;
    std::promise<std::string> read;
    std::promise<void> ended;
    loop.runAndWait([&] {
        watch = std::make_unique<SocketWatch>(loop, ends[0], [&](SocketWatch::Events ready) {
            if (ready.write) {
                writable.set_value(ready);
                watch->wait({true, false});
                return;
            }
            char bytes[16];
            const auto got = ::recv(ends[0], bytes, sizeof bytes, 0);
            if (got > 0) {
                read.set_value(std::string(bytes, static_cast<std::size_t>(got)));
            } else { // the other end is closed
                watch.reset();
                ended.set_value();
            }
        });
        watch->wait({false, true});
    });
    QCOMPARE(writable.get_future().get(), (SocketWatch::Events{false, true}));
    QCOMPARE(::send(ends[1], "abc", 3, 0), 3);
    QCOMPARE(read.get_future().get(), "abc");
    ::close(ends[1]);
    ended.get_future().get();
    ::close(ends[0]);
}

/// A library closes its socket, and opens another one with the same number.
void EventLoopTest::watchesANewSocketWithTheSameNumber()
{
    EventLoop loop;
    for (int round = 0; round < 3; ++round) {
        int ends[2] = {-1, -1};
        QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends), 0);
        std::promise<void> ready;
        std::unique_ptr<SocketWatch> watch;
        loop.runAndWait([&] {
            watch = std::make_unique<SocketWatch>(loop, ends[0], [&](SocketWatch::Events) {
                ::close(ends[0]); // before the end of the watch, as a library does
                watch.reset();
                ready.set_value();
            });
            watch->wait({true, false});
        });
        QCOMPARE(::send(ends[1], "a", 1, 0), 1);
        ready.get_future().get();
        ::close(ends[1]);
    }
}

/// A child process has inherited the socket that a library closes: epoll(7) reports it further, under its old number.
void EventLoopTest::aSocketOpenElsewhereDoesNotEndTheNextWatch()
{
    EventLoop loop;
    int old[2] = {-1, -1};
    int next[2] = {-1, -1};
    QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, old), 0);
    QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, next), 0);
    const int inChild = ::fcntl(old[0], F_DUPFD_CLOEXEC, 0);
    std::unique_ptr<SocketWatch> watch;
    std::promise<void> seen;
    std::promise<std::string> read;
    loop.runAndWait([&] {
        watch = std::make_unique<SocketWatch>(loop, old[0], [](SocketWatch::Events) {});
        watch->wait({true, false});
    });
    // A connection that ends with unread bytes is an error on the other side.
    QCOMPARE(::send(old[0], "abc", 3, 0), 3);
    loop.runAndWait([&] {
        QCOMPARE(::dup3(next[0], old[0], O_CLOEXEC), old[0]);
        watch.reset();
        watch = std::make_unique<SocketWatch>(loop, old[0], [&, isFirst = true](SocketWatch::Events) mutable {
            char bytes[16];
            const auto got = ::recv(old[0], bytes, sizeof bytes, 0);
            watch->wait({true, false});
            if (got > 0)
                read.set_value(std::string(bytes, static_cast<std::size_t>(got)));
            else if (std::exchange(isFirst, false))
                seen.set_value();
        });
        watch->wait({true, false});
    });
    ::close(old[1]);
    QCOMPARE(seen.get_future().wait_for(waitLimit), std::future_status::ready);
    loop.runAndWait([] {});
    QCOMPARE(::send(next[1], "def", 3, 0), 3);
    auto bytes = read.get_future();
    QCOMPARE(bytes.wait_for(waitLimit), std::future_status::ready);
    QCOMPARE(bytes.get(), "def");
    loop.runAndWait([&] { watch.reset(); });
    for (const auto socket : {inChild, old[0], next[0], next[1]})
        ::close(socket);
}

void EventLoopTest::watchMayOutliveTheLoop()
{
    int ends[2] = {-1, -1};
    QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends), 0);
    std::unique_ptr<SocketWatch> watch;
    {
        EventLoop loop;
        loop.runAndWait([&] {
            watch = std::make_unique<SocketWatch>(loop, ends[0], [](SocketWatch::Events) {});
            watch->wait({true, false});
        });
    }
    watch.reset();
    ::close(ends[0]);
    ::close(ends[1]);
}

/// Sessions end when their loop is late: it says so, and for how long.
void EventLoopTest::warnsOfALateTurn()
{
    std::promise<std::string> warned;
    const Log log(
        [&, isFirst = true](LogLevel level, std::string_view, std::string_view message) mutable {
            if (std::exchange(isFirst, false) && level == LogLevel::Warning)
                warned.set_value(std::string(message));
        },
        LogLevel::Warning);
    EventLoop loop(log);
    loop.post([] { std::this_thread::sleep_for(EventLoop::lateLimit + 100ms); }); // the fault itself
    const auto message = QString::fromStdString(warned.get_future().get());
    QVERIFY2(QRegularExpression(u"blocked for (6\\d\\d|[7-9]\\d\\d) ms|blocked for \\d"_s).match(message).hasMatch(),
             qPrintable(message));
}

/// Not even one that is interrupted by a socket for which no event is awaited any more.
void EventLoopTest::aWaitIsNoLateTurn()
{
    std::string warning;
    std::promise<void> ended;
    {
        const Log log([&](LogLevel, std::string_view, std::string_view message) { warning = message; },
                      LogLevel::Warning);
        EventLoop loop(log);
        int ends[2] = {-1, -1};
        QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends), 0);
        std::unique_ptr<SocketWatch> watch;
        Subscription last;
        loop.runAndWait([&] {
            watch = std::make_unique<SocketWatch>(loop, ends[0], [](SocketWatch::Events) {});
            watch->wait({true, false});
        });
        EventLoop other; // closes the other end in the middle of the wait
        Subscription hangUp;
        other.runAndWait([&] { hangUp = other.after(EventLoop::lateLimit + 100ms, [&] { ::close(ends[1]); }); });
        loop.runAndWait([&] {
            watch->wait({false, false});
            last = loop.after(2 * EventLoop::lateLimit + 200ms, [&] { ended.set_value(); });
        });
        ended.get_future().get();
        loop.runAndWait([&] {
            watch.reset();
            last.reset();
        });
        ::close(ends[0]);
    }
    QVERIFY2(warning.empty(), warning.c_str());
}

} // namespace lockscope::eventLoopTest

LOCKSCOPE_TEST(lockscope::eventLoopTest::EventLoopTest)
#include "EventLoopTest.moc"
