// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Renewals of leases: how many requests, when, and what happens after a failure.

#include "core/locks/redis/engine/Renewals.h"
#include "core/locks/redis/scripts/Scripts.h"
#include "tests/support/ManualExecutor.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"
#include "tests/support/redis/FakeRedisNetwork.h"

#include <map>

namespace lockscope::renewalsTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

const redis::Address renewalsServer{.host = "one", .port = 6379, .socket = {}};

struct RenewalsWorld {
    ManualClock clock;
    ManualExecutor executor{clock};
    FakeRedisNetwork network{executor};
    FakeRedis& server{network.add({.address = renewalsServer})};
    std::unique_ptr<redis::Client> client;
    std::shared_ptr<locks::Renewals> renewals;
    std::map<std::string, Subscription> leases;
    /// "name 1" or "name 0", in the order of the replies.
    std::vector<std::string> replies;
    std::vector<SteadyTime> sent;

    RenewalsWorld()
    {
        server.run({"SCRIPT", "LOAD", std::string(locks::scripts::lockRenew().text())});
        redis::ClientSettings settings;
        settings.target.servers = {renewalsServer};
        client = std::make_unique<redis::Client>(settings, executor, Log(), network.transports(executor, "client"));
        executor.runUntilIdle();
        renewals = std::make_shared<locks::Renewals>(*client, false);
    }
    ~RenewalsWorld()
    {
        leases.clear();
        renewals.reset();
        client.reset();
        executor.runUntilIdle();
    }

    void add(const std::string& name, std::chrono::milliseconds lease = 30s)
    {
        server.run({"HSET", name, "owner", "1"});
        leases[name] = renewals->add({.script = &locks::scripts::lockRenew(), .keys = {name}, .arguments = {"owner"}},
                                     lease, [this, name](bool isRenewed, SteadyTime sentAt) {
                                         replies.push_back(name + (isRenewed ? " 1" : " 0"));
                                         sent.push_back(sentAt);
                                     });
    }
    [[nodiscard]] std::size_t requests() const { return server.count("EVALSHA"); }
};

} // namespace

class RenewalsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aHundredLeasesAreOneRequest();
    void lengthsAreSeparateRequests();
    void oneTimerForAll();
    void reportsTheTimeBeforeTheRequest();
    void reportsALeaseThatIsNotHeld();
    void aFailedRequestIsMadeAgain();
    void aNewConnectionIsUsedAtOnce();
    void aLeaseMayBeRemovedDuringARequest();
    void aHandlerMayRemoveLeases();
};

void RenewalsTest::aHundredLeasesAreOneRequest()
{
    RenewalsWorld world;
    for (int i = 0; i < 100; ++i)
        world.add("lock" + std::to_string(i));
    world.server.clearRequests();
    world.executor.advance(9'999ms);
    QCOMPARE(world.requests(), std::size_t(0));
    world.executor.advance(1ms);
    QCOMPARE(world.requests(), std::size_t(1));
    QCOMPARE(world.replies.size(), std::size_t(100));
    QCOMPARE(world.server.run({"PTTL", "lock57"}).number(), std::int64_t(30'000));
    world.add("lock100");
    world.executor.advance(10s);
    QCOMPARE(world.requests(), std::size_t(3)); // 100 and 1
    QCOMPARE(world.replies.size(), std::size_t(201));
}

void RenewalsTest::lengthsAreSeparateRequests()
{
    RenewalsWorld world;
    world.add("long", 30s);
    world.add("short", 6s);
    world.server.clearRequests();
    world.executor.advance(9s);
    QCOMPARE(printed(world.replies), "short 1 short 1 short 1 short 1");
    world.executor.advance(1s);
    QCOMPARE(world.replies.size(), std::size_t(6));
    QCOMPARE(world.server.run({"PTTL", "short"}).number(), std::int64_t(6'000));
    QCOMPARE(world.server.run({"PTTL", "long"}).number(), std::int64_t(30'000));
}

void RenewalsTest::oneTimerForAll()
{
    RenewalsWorld world;
    const auto before = world.executor.pendingTimers();
    for (int i = 0; i < 250; ++i)
        world.add("lock" + std::to_string(i));
    QCOMPARE(world.executor.pendingTimers(), before + 1);
    world.leases.clear();
    world.server.clearRequests();
    world.executor.advance(30s);
    QCOMPARE(world.requests(), std::size_t(0));
    QCOMPARE(world.executor.pendingTimers(), before); // the last one has ended
}

void RenewalsTest::reportsTheTimeBeforeTheRequest()
{
    RenewalsWorld world;
    world.network.setLatency([] { return 200ms; });
    world.add("lock");
    const auto added = world.clock.now();
    world.executor.advance(11s);
    QCOMPARE(world.sent.size(), std::size_t(1));
    QVERIFY(world.sent.front() == added + 10s);
}

void RenewalsTest::reportsALeaseThatIsNotHeld()
{
    RenewalsWorld world;
    world.add("a");
    world.add("b");
    world.add("c");
    world.server.run({"DEL", "b"});
    world.executor.advance(10s);
    QCOMPARE(printed(world.replies), "a 1 b 0 c 1");
    QCOMPARE(world.server.run({"EXISTS", "b"}).number(), std::int64_t(0));
}

void RenewalsTest::aFailedRequestIsMadeAgain()
{
    RenewalsWorld world;
    world.add("lock");
    world.server.answerWith([](const redis::Command& words) -> std::optional<redis::Value> {
        if (words.front() != "EVALSHA")
            return std::nullopt;
        return redis::Value::error("LOADING Redis is loading the dataset in memory");
    });
    world.executor.advance(10s);
    QVERIFY(world.replies.empty()); // unknown is not reported
    world.server.answerWith({});
    world.executor.advance(locks::Renewals::retryPause - 1ms);
    QVERIFY(world.replies.empty());
    world.executor.advance(1ms);
    QCOMPARE(printed(world.replies), "lock 1");
}

void RenewalsTest::aNewConnectionIsUsedAtOnce()
{
    RenewalsWorld world;
    world.add("lock");
    world.network.stop(renewalsServer);
    world.executor.advance(20s);
    QVERIFY(world.replies.empty());
    world.network.start(renewalsServer);
    bool isRenewedAtOnce = false;
    const auto status = world.client->onStatus([&](const redis::Status& now) {
        if (now.state == SessionState::Connected)
            isRenewedAtOnce = world.replies.empty();
    });
    while (world.client->status().state != SessionState::Connected)
        world.executor.advance(1ms);
    QVERIFY(isRenewedAtOnce);
    world.executor.runUntilIdle();
    QCOMPARE(printed(world.replies), "lock 1");
}

void RenewalsTest::aLeaseMayBeRemovedDuringARequest()
{
    RenewalsWorld world;
    world.add("a");
    world.add("b");
    world.add("c");
    const auto held = world.server.hold({.command = "EVALSHA"});
    world.executor.advance(10s);
    world.leases.erase("b");
    world.server.release(held);
    world.executor.runUntilIdle();
    QCOMPARE(printed(world.replies), "a 1 c 1");
}

void RenewalsTest::aHandlerMayRemoveLeases()
{
    RenewalsWorld world;
    world.add("z");
    int calls = 0;
    world.server.run({"HSET", "first", "owner", "1"});
    world.leases["first"] =
        world.renewals->add({.script = &locks::scripts::lockRenew(), .keys = {"first"}, .arguments = {"owner"}}, 30s,
                            [&](bool, SteadyTime) {
                                ++calls;
                                world.leases.clear(); // its own one, too
                            });
    world.add("later");
    world.executor.advance(30s);
    QCOMPARE(calls, 1);
    QCOMPARE(printed(world.replies), "z 1");
}

} // namespace lockscope::renewalsTest

LOCKSCOPE_TEST(lockscope::renewalsTest::RenewalsTest)
#include "RenewalsTest.moc"
