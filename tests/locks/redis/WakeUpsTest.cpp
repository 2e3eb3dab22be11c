// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Waiters of one client on a channel: which of them a message wakes, and when the subscription ends.

#include "core/locks/redis/engine/WakeUps.h"
#include "tests/support/ManualExecutor.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"
#include "tests/support/redis/FakeRedisNetwork.h"

namespace lockscope::wakeUpsTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

using locks::WakeRule;
using locks::WakeUps;

namespace {

const redis::Address wakeServer{.host = "one", .port = 6379, .socket = {}};

struct WakeWorld {
    ManualClock clock;
    ManualExecutor executor{clock};
    FakeRedisNetwork network{executor};
    FakeRedis& server{network.add({.address = wakeServer})};
    std::unique_ptr<redis::Client> client;
    std::shared_ptr<WakeUps> wakeUps;
    std::vector<std::unique_ptr<WakeUps::Waiter>> waiters;
    std::vector<std::string> events; ///< "+0": confirmed to waiter 0; "0": woken

    WakeWorld()
    {
        redis::ClientSettings settings;
        settings.target.servers = {wakeServer};
        client = std::make_unique<redis::Client>(settings, executor, Log(), network.transports(executor, "client"));
        executor.runUntilIdle();
        wakeUps = std::make_shared<WakeUps>(*client);
    }
    ~WakeWorld()
    {
        waiters.clear();
        wakeUps.reset();
        client.reset();
        executor.runUntilIdle();
    }

    void wait(WakeRule rule = WakeRule::ByMessage)
    {
        const auto number = std::to_string(waiters.size());
        waiters.push_back(wakeUps->wait(
            {.name = "channel", .rule = rule}, [this, number] { events.push_back("+" + number); },
            [this, number] { events.push_back(number); }));
    }
    void publish(const std::string& message)
    {
        server.run({"PUBLISH", "channel", message});
        executor.runUntilIdle();
    }
    [[nodiscard]] QByteArray take()
    {
        executor.runUntilIdle();
        return printed(std::exchange(events, {}));
    }
};

} // namespace

class WakeUpsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void oneSubscriptionForAll();
    void confirmsAgainAfterAReconnection();
    void oneMessageWakesOne();
    void messageOfAWriterWakesAll();
    void wakesAsManyAsThereArePermits();
    void whoLeavesUntriedPassesItOn();
    void whoHasTriedDoesNot();
    void passesOnWhatIsOfNoUse();
    void channelLingers();
};

void WakeUpsTest::oneSubscriptionForAll()
{
    WakeWorld world;
    world.wait();
    world.wait();
    QVERIFY(world.events.empty()); // not during the call
    QVERIFY(!world.wakeUps->isConfirmed("channel"));
    QCOMPARE(world.take(), "+0 +1");
    QVERIFY(world.wakeUps->isConfirmed("channel"));
    QCOMPARE(world.server.subscribers("channel"), std::size_t(1));
    QCOMPARE(world.server.count("SUBSCRIBE"), std::size_t(1));
    world.wait();
    QCOMPARE(world.take(), ""); // confirmed already
}

void WakeUpsTest::confirmsAgainAfterAReconnection()
{
    WakeWorld world;
    world.wait();
    QCOMPARE(world.take(), "+0");
    world.server.closeSubscribers();
    world.executor.advance(5s);
    QCOMPARE(world.take(), "+0");
    world.publish("0");
    QCOMPARE(world.take(), "0");
}

void WakeUpsTest::oneMessageWakesOne()
{
    WakeWorld world;
    for (int i = 0; i < 3; ++i)
        world.wait();
    (void)world.take();
    world.publish("0");
    QCOMPARE(world.take(), "0");
    world.publish("0"); // the first one has not tried yet
    QCOMPARE(world.take(), "1");
    world.waiters[0]->tried();
    world.publish("0");
    QCOMPARE(world.take(), "0");
}

void WakeUpsTest::messageOfAWriterWakesAll()
{
    WakeWorld world;
    for (int i = 0; i < 3; ++i)
        world.wait();
    (void)world.take();
    world.publish("1");
    QCOMPARE(world.take(), "0 1 2");
}

void WakeUpsTest::wakesAsManyAsThereArePermits()
{
    WakeWorld world;
    for (int i = 0; i < 4; ++i)
        world.wait(WakeRule::ByCount);
    (void)world.take();
    world.publish("0");
    QCOMPARE(world.take(), "");
    world.publish("2");
    QCOMPARE(world.take(), "0 1");
    world.publish("text"); // unknown: one
    QCOMPARE(world.take(), "2");
    world.publish("9");
    QCOMPARE(world.take(), "3");
}

void WakeUpsTest::whoLeavesUntriedPassesItOn()
{
    WakeWorld world;
    for (int i = 0; i < 2; ++i)
        world.wait();
    (void)world.take();
    world.publish("0");
    QCOMPARE(world.take(), "0");
    world.waiters[0].reset();
    QCOMPARE(world.take(), "1");
}

void WakeUpsTest::whoHasTriedDoesNot()
{
    WakeWorld world;
    for (int i = 0; i < 2; ++i)
        world.wait();
    (void)world.take();
    world.publish("0");
    world.waiters[0]->tried();
    world.waiters[0].reset();
    QCOMPARE(world.take(), "0");
    world.publish("0");
    world.waiters[1]->tried();
    world.waiters[1]->notTried(); // its request was not answered
    world.wait();
    world.waiters[1].reset();
    QCOMPARE(world.take(), "1 2");
}

void WakeUpsTest::passesOnWhatIsOfNoUse()
{
    WakeWorld world;
    for (int i = 0; i < 3; ++i)
        world.wait(WakeRule::ByCount);
    (void)world.take();
    world.publish("1");
    QCOMPARE(world.take(), "0");
    world.waiters[0]->tried(); // it needs more permits than are free
    world.waiters[0]->passOn();
    QCOMPARE(world.take(), "1");
}

void WakeUpsTest::channelLingers()
{
    WakeWorld world;
    world.wait();
    (void)world.take();
    world.waiters.clear();
    world.executor.advance(WakeUps::lingerTime - 1ms);
    QCOMPARE(world.server.subscribers("channel"), std::size_t(1));
    world.wait(); // in time
    QCOMPARE(world.take(), "");
    world.executor.advance(1min);
    QCOMPARE(world.server.subscribers("channel"), std::size_t(1));
    world.waiters.clear();
    world.executor.advance(WakeUps::lingerTime);
    QCOMPARE(world.server.subscribers("channel"), std::size_t(0));
    QVERIFY(!world.wakeUps->isConfirmed("channel"));
}

} // namespace lockscope::wakeUpsTest

LOCKSCOPE_TEST(lockscope::wakeUpsTest::WakeUpsTest)
#include "WakeUpsTest.moc"
