// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/EventLoop.h"
#include "core/locks/Hold.h"
#include "core/locks/zookeeper/Latch.h"
#include "core/locks/zookeeper/Mutex.h"
#include "core/locks/zookeeper/SharedCount.h"
#include "tests/support/FakeEnsemble.h"
#include "tests/support/Test.h"

#include <atomic>
#include <future>
#include <memory>
#include <optional>

namespace lockscope::callbackThreadTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using locks::Hold;

namespace {

constexpr auto path = "/locks/a";
constexpr auto waitLimit = 30s;

/// Two clients whose locks call their handlers beside the loop.
struct World {
    EventLoop loop;
    EventLoop callbacks;
    FakeEnsemble ensemble{loop};
    std::unique_ptr<FakeClient> one = FakeClient::connect(ensemble, loop, settings());
    std::unique_ptr<FakeClient> two = FakeClient::connect(ensemble, loop, settings());

    [[nodiscard]] zk::ClientSettings settings()
    {
        zk::ClientSettings wanted;
        wanted.sessionTimeout = 60s;
        wanted.callbacks = &callbacks;
        return wanted;
    }
};

/// Keeps the callbacks' thread busy until it is destroyed.
class Blocked final {
public:
    explicit Blocked(Executor& executor)
    {
        auto begun = std::make_shared<std::promise<void>>();
        auto hasBegun = begun->get_future();
        executor.post([begun, goOn = m_goOn.get_future().share()] {
            begun->set_value();
            goOn.wait();
        });
        hasBegun.wait();
    }
    ~Blocked() { m_goOn.set_value(); }
    Blocked(const Blocked&) = delete;
    Blocked& operator=(const Blocked&) = delete;

private:
    std::promise<void> m_goOn;
};

} // namespace

class CallbackThreadTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyHandlerRunsBesideTheLoop();
    void aHandlerMayBlock();
    void aSlowHandlerDelaysNoBlockingCall();
    void isNotCalledAfterItsSubscription();
    void isNotCalledAfterItsLock();
    void anUndeliveredGrantIsReleased();
    void isTheLoopIfTheProgramSaysSo();
};

void CallbackThreadTest::everyHandlerRunsBesideTheLoop()
{
    World world;
    std::atomic<int> elsewhere = 0;
    std::atomic<int> calls = 0;
    const auto note = [&] {
        ++calls;
        elsewhere += world.callbacks.isCurrent() && !world.loop.isCurrent() ? 0 : 1;
    };
    locks::Mutex mutex(*world.one, path);
    const auto states = mutex.onState([&](locks::Owner, const locks::LockState&) { note(); });
    std::promise<std::optional<Hold>> granted;
    mutex.acquireAsync(std::nullopt, {}, [&](Result<Hold> hold) {
        note();
        granted.set_value(*std::move(hold));
    });
    auto hold = *granted.get_future().get();
    std::promise<void> verified;
    hold.verifyAsync([&](const Result<void>&) {
        note();
        verified.set_value();
    });
    verified.get_future().wait();
    std::promise<void> released;
    hold.releaseAsync([&](const Result<void>&) {
        note();
        released.set_value();
    });
    released.get_future().wait();

    locks::SharedCount count(*world.one, "/locks/count", 3);
    std::promise<void> known;
    const auto values = count.onValue([&](int) {
        note();
        known.set_value();
    });
    known.get_future().wait();

    std::optional<locks::Latch> latch;
    Subscription leadership;
    std::promise<void> leads;
    world.loop.runAndWait([&] { // in one task, so that it does not lead before the subscription
        latch.emplace(*world.one, "/locks/leader", "one");
        leadership = latch->onLeadership([&](bool isLeader) {
            note();
            if (isLeader)
                leads.set_value();
        });
    });
    leads.get_future().wait();
    QVERIFY(latch->close());
    world.callbacks.runAndWait([] {});
    QCOMPARE(elsewhere.load(), 0);
    QVERIFY(calls.load() >= 8); // at least two states, three replies, a value and two changes of leadership
}

void CallbackThreadTest::aHandlerMayBlock()
{
    World world;
    locks::Mutex first(*world.one, path);
    locks::Mutex second(*world.one, "/locks/b");
    std::promise<bool> both;
    first.acquireAsync(std::nullopt, {}, [&](const Result<Hold>& hold) {
        const auto inner = second.acquire(waitLimit); // on the loop, this would be refused
        both.set_value(hold && inner);
    });
    QVERIFY(both.get_future().get());
}

void CallbackThreadTest::aSlowHandlerDelaysNoBlockingCall()
{
    World world;
    locks::Mutex mutex(*world.one, path);
    locks::Mutex other(*world.two, path);
    const auto states = mutex.onState([](locks::Owner, const locks::LockState&) {});
    const Blocked slow(world.callbacks);
    {
        const auto hold = mutex.acquire(waitLimit);
        QVERIFY(hold);
        QVERIFY(hold->verify());
    }
    QVERIFY(other.acquire(waitLimit));
}

void CallbackThreadTest::isNotCalledAfterItsSubscription()
{
    World world;
    locks::Mutex mutex(*world.one, path);
    std::atomic<int> calls = 0;
    auto states = mutex.onState([&](locks::Owner, const locks::LockState&) { ++calls; });
    {
        const Blocked slow(world.callbacks);
        QVERIFY(mutex.acquire(waitLimit)); // its states wait behind the slow handler
        states.reset();
    }
    world.callbacks.runAndWait([] {});
    QCOMPARE(calls.load(), 0);
}

void CallbackThreadTest::isNotCalledAfterItsLock()
{
    World world;
    std::atomic<int> calls = 0;
    {
        const Blocked slow(world.callbacks);
        Subscription leadership; // ends after the latch
        std::optional<locks::Latch> latch;
        world.loop.runAndWait([&] { // in one task, so that it does not lead before the subscription
            latch.emplace(*world.one, "/locks/leader", "one");
            leadership = latch->onLeadership([&](bool) { ++calls; });
        });
        QVERIFY(latch->await(waitLimit));
    }
    world.callbacks.runAndWait([] {});
    QCOMPARE(calls.load(), 0);
}

void CallbackThreadTest::anUndeliveredGrantIsReleased()
{
    World world;
    locks::Mutex mutex(*world.one, path);
    locks::Mutex other(*world.two, path);
    world.callbacks.stop();
    mutex.acquireAsync(std::nullopt, {}, [](const Result<Hold>&) { QFAIL("its executor has stopped"); });
    QVERIFY(other.acquire(waitLimit));
}

void CallbackThreadTest::isTheLoopIfTheProgramSaysSo()
{
    World world;
    auto settings = world.settings();
    settings.callbacks = &world.loop;
    const auto client = FakeClient::connect(world.ensemble, world.loop, settings);
    locks::Mutex mutex(*client, path);
    std::promise<bool> inLoop;
    mutex.acquireAsync(std::nullopt, {}, [&](const Result<Hold>&) { inLoop.set_value(world.loop.isCurrent()); });
    QVERIFY(inLoop.get_future().get());
}

} // namespace lockscope::callbackThreadTest

LOCKSCOPE_TEST(lockscope::callbackThreadTest::CallbackThreadTest)
#include "CallbackThreadTest.moc"
