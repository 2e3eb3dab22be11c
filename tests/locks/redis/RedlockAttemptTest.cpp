// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Redlock's arithmetic on three servers in memory: votes, validity, late grants, one server after the other.

#include "core/locks/redis/Redlock.h"
#include "core/locks/redis/scripts/Scripts.h"
#include "tests/locks/LockWorld.h"
#include "tests/support/Test.h"
#include "tests/support/redis/FakeRedisNetwork.h"

namespace lockscope::redlockAttemptTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

/// The published algorithm: a lease of 10 s, less 1 % and 2 ms.
constexpr auto certain = 9'898ms;

struct RedlockWorld {
    ManualClock clock;
    ManualExecutor executor{clock};
    FakeRedisNetwork network{executor};
    std::vector<redis::Address> addresses;
    std::vector<std::unique_ptr<redis::Client>> clients;

    RedlockWorld()
    {
        for (const auto* host : {"one", "two", "three"}) {
            addresses.push_back({.host = host, .port = 6379, .socket = {}});
            auto& server = network.add({.address = addresses.back()});
            for (const auto* script : locks::scripts::all())
                server.run({"SCRIPT", "LOAD", std::string(script->text())});
            redis::ClientSettings settings;
            settings.target.servers = {addresses.back()};
            settings.callbacks = &executor;
            clients.push_back(
                std::make_unique<redis::Client>(settings, executor, Log(), network.transports(executor, "client")));
        }
        executor.runUntilIdle();
    }
    ~RedlockWorld()
    {
        clients.clear();
        executor.runUntilIdle();
    }

    [[nodiscard]] FakeRedis& server(std::size_t index) { return network.server(addresses[index]); }
    [[nodiscard]] std::vector<redis::Client*> masters() const
    {
        std::vector<redis::Client*> all;
        for (const auto& client : clients)
            all.push_back(client.get());
        return all;
    }
    /// The servers that have the lock's key.
    [[nodiscard]] int copies()
    {
        int count = 0;
        for (std::size_t i = 0; i < addresses.size(); ++i)
            count += server(i).run({"EXISTS", "a"}).number() == 1 ? 1 : 0;
        return count;
    }
    void delayAcquire(std::size_t index, Duration by)
    {
        server(index).delay({.command = "EVALSHA", .word = locks::scripts::tokenAcquire().sha1()}, by);
    }
};

locks::RedlockOptions quietOptions()
{
    locks::RedlockOptions options;
    options.log = Log();
    options.random = [] { return 0.5; };
    return options;
}

/// Another client's token.
void occupy(FakeRedis& server)
{
    server.run({"SET", "a", "other"});
}

} // namespace

class RedlockAttemptTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isValidFromBeforeTheFirstRequest();
    void aMajorityGrants_data();
    void aMajorityGrants();
    void tooLateAMajorityIsNoGrant();
    void aLateGrantIsDeleted();
    void aMinorityIsGivenBack();
    void aTryOnAServerWithoutTheScriptLeavesNothing();
    void asksOneAfterTheOther();
    void oneAfterTheOtherSkipsASilentServer();
    void extensionNeedsAMajority();
    void extendsAsOftenAsAllowed();
    void refusesInvalidMasters();
};

void RedlockAttemptTest::isValidFromBeforeTheFirstRequest()
{
    RedlockWorld world;
    locks::Redlock lock(world.masters(), "a", quietOptions());
    world.network.setLatency([] { return 15ms; });
    const auto asked = world.clock.now();
    Answer<locks::Hold> answer;
    lock.acquireAsync({}, {}, answer.reply());
    world.executor.advance(100ms);
    QVERIFY(answer.ok());
    QVERIFY(answer.result()->validUntil() == asked + certain);
    QCOMPARE(answer.result()->token(), std::int64_t(0));
}

void RedlockAttemptTest::aMajorityGrants_data()
{
    QTest::addColumn<int>("occupied");
    QTest::addColumn<int>("stopped");
    QTest::addColumn<bool>("isGranted");
    QTest::addRow("three votes") << 0 << 0 << true;
    QTest::addRow("one server has another token") << 1 << 0 << true;
    QTest::addRow("one server is stopped") << 0 << 1 << true;
    QTest::addRow("two servers have another token") << 2 << 0 << false;
    QTest::addRow("one has another token, one is stopped") << 1 << 1 << false;
}

void RedlockAttemptTest::aMajorityGrants()
{
    QFETCH(int, occupied);
    QFETCH(int, stopped);
    QFETCH(bool, isGranted);
    RedlockWorld world;
    for (int i = 0; i < occupied; ++i)
        occupy(world.server(static_cast<std::size_t>(i)));
    for (int i = 0; i < stopped; ++i)
        world.network.stop(world.addresses[static_cast<std::size_t>(2 - i)]);
    world.executor.runUntilIdle();
    locks::Redlock lock(world.masters(), "a", quietOptions());
    Answer<locks::Hold> answer;
    lock.acquireAsync(1s, {}, answer.reply());
    world.executor.advance(2s);
    QVERIFY(answer.arrived());
    QCOMPARE(answer.ok(), isGranted);
    if (!isGranted) {
        QVERIFY(answer.failedWith(ErrorCode::TimedOut));
        QCOMPARE(world.copies(), occupied); // nothing of its own is left
    }
}

/// All three vote yes, but after the end of the lease that can be certain.
void RedlockAttemptTest::tooLateAMajorityIsNoGrant()
{
    RedlockWorld world;
    auto options = quietOptions();
    options.lease = 20ms;
    options.nodeTimeout = 1s;
    locks::Redlock lock(world.masters(), "a", options);
    world.network.setLatency([] { return 30ms; });
    Answer<locks::Hold> answer;
    lock.acquireAsync(1s, {}, answer.reply());
    world.executor.advance(999ms);
    QVERIFY(!answer.arrived());
    world.executor.advance(1ms);
    QVERIFY(answer.failedWith(ErrorCode::TimedOut));
    world.executor.advance(1s);
    QCOMPARE(world.copies(), 0);
}

/// Two servers execute the request after their vote did not count any more.
void RedlockAttemptTest::aLateGrantIsDeleted()
{
    RedlockWorld world;
    auto options = quietOptions();
    locks::Redlock lock(world.masters(), "a", options);
    world.delayAcquire(1, 500ms);
    world.delayAcquire(2, 500ms);
    Answer<locks::Hold> answer;
    lock.acquireAsync(100ms, {}, answer.reply());
    world.executor.advance(100ms);
    QVERIFY(answer.failedWith(ErrorCode::TimedOut));
    world.executor.advance(1s); // much less than the lease
    QCOMPARE(world.copies(), 0);
    QCOMPARE(answer.count(), 1);
}

void RedlockAttemptTest::aMinorityIsGivenBack()
{
    RedlockWorld world;
    occupy(world.server(0));
    occupy(world.server(1));
    locks::Redlock lock(world.masters(), "a", quietOptions());
    Answer<locks::Hold> answer;
    lock.acquireAsync(0s, {}, answer.reply());
    world.executor.runUntilIdle();
    QVERIFY(answer.failedWith(ErrorCode::TimedOut));
    QCOMPARE(world.server(2).run({"EXISTS", "a"}).number(), std::int64_t(0));
    QCOMPARE(printed(world.server(0).run({"GET", "a"}).text()), "other");
}

/// The other servers refuse at once, so the token is deleted before this server has answered: it has the script that
/// deletes, but first needs the text of the one that sets the token.
void RedlockAttemptTest::aTryOnAServerWithoutTheScriptLeavesNothing()
{
    RedlockWorld world;
    occupy(world.server(0));
    occupy(world.server(1));
    world.server(2).run({"SCRIPT", "FLUSH"});
    world.server(2).run({"SCRIPT", "LOAD", std::string(locks::scripts::tokenRelease().text())});
    locks::Redlock lock(world.masters(), "a", quietOptions());
    Answer<locks::Hold> answer;
    lock.acquireAsync(0s, {}, answer.reply());
    world.executor.advance(1s); // much less than the lease
    QVERIFY(answer.failedWith(ErrorCode::TimedOut));
    QCOMPARE(world.server(2).run({"EXISTS", "a"}).number(), std::int64_t(0));
}

void RedlockAttemptTest::asksOneAfterTheOther()
{
    RedlockWorld world;
    auto options = quietOptions();
    options.isSequential = true;
    locks::Redlock lock(world.masters(), "a", options);
    world.network.setLatency([] { return 10ms; });
    const auto asked = world.clock.now();
    Answer<locks::Hold> answer;
    lock.acquireAsync({}, {}, answer.reply());
    world.executor.advance(10ms);
    QCOMPARE(world.copies(), 1);
    world.executor.advance(20ms); // the reply, and the next request
    QCOMPARE(world.copies(), 2);
    QVERIFY(!answer.arrived());
    world.executor.advance(10ms);
    QVERIFY(answer.ok()); // two are a majority
    QVERIFY(answer.result()->validUntil() == asked + certain);
}

void RedlockAttemptTest::oneAfterTheOtherSkipsASilentServer()
{
    RedlockWorld world;
    auto options = quietOptions();
    options.isSequential = true;
    locks::Redlock lock(world.masters(), "a", options);
    world.network.partition("client", world.addresses[0]);
    const auto asked = world.clock.now();
    Answer<locks::Hold> answer;
    lock.acquireAsync({}, {}, answer.reply());
    world.executor.advance(49ms);
    QVERIFY(!answer.arrived());
    QCOMPARE(world.copies(), 0);
    world.executor.advance(1ms); // nodeTimeout
    QVERIFY(answer.ok());
    QVERIFY(answer.result()->validUntil() == asked + certain);
    Answer<void> released;
    answer.result()->releaseAsync(released.reply());
    world.executor.runUntilIdle();
    QVERIFY(released.ok());
    QCOMPARE(world.copies(), 0);
    world.network.healAll();
    world.executor.advance(5s);
    QCOMPARE(world.copies(), 0); // the late request of the first server did not stay
}

void RedlockAttemptTest::extensionNeedsAMajority()
{
    RedlockWorld world;
    auto options = quietOptions();
    options.lease.reset();
    options.watchdogTimeout = 9s;
    locks::Redlock lock(world.masters(), "a", options);
    const auto length = 9s - 90ms - 2ms;
    const auto asked = world.clock.now();
    Answer<locks::Hold> answer;
    lock.acquireAsync({}, {}, answer.reply());
    world.executor.runUntilIdle();
    QVERIFY(answer.ok());
    world.server(0).run({"DEL", "a"});
    world.executor.advance(3s);
    QVERIFY(answer.result()->validUntil() == asked + 3s + length);
    world.server(1).run({"DEL", "a"});
    world.executor.advance(3s);
    QCOMPARE(printed(answer.result()->state().phase), "Lost");
    QCOMPARE(world.copies(), 0); // the last one was deleted
}

void RedlockAttemptTest::extendsAsOftenAsAllowed()
{
    RedlockWorld world;
    auto options = quietOptions();
    options.lease.reset();
    options.watchdogTimeout = 9s;
    options.maxExtensions = 2;
    locks::Redlock lock(world.masters(), "a", options);
    const auto asked = world.clock.now();
    Answer<locks::Hold> answer;
    lock.acquireAsync({}, {}, answer.reply());
    world.executor.advance(14s);
    QVERIFY(answer.ok());
    QVERIFY(answer.result()->validUntil() == asked + 6s + (9s - 90ms - 2ms));
    QCOMPARE(printed(answer.result()->state().phase), "Held");
    world.executor.advance(1s);
    QCOMPARE(printed(answer.result()->state().phase), "Uncertain");
    world.executor.advance(1s);
    QCOMPARE(printed(answer.result()->state().phase), "Lost");
}

void RedlockAttemptTest::refusesInvalidMasters()
{
    RedlockWorld world;
    const auto fails = [&](std::vector<redis::Client*> masters) {
        locks::Redlock lock(std::move(masters), "a", quietOptions());
        Answer<locks::Hold> answer;
        lock.acquireAsync({}, {}, answer.reply());
        world.executor.runUntilIdle();
        return answer.failedWith(ErrorCode::BadArguments);
    };
    auto& one = *world.clients[0];
    QVERIFY(fails({&one, &one, world.clients[1].get()}));
    QVERIFY(fails({&one, nullptr, world.clients[1].get()}));
}

} // namespace lockscope::redlockAttemptTest

LOCKSCOPE_TEST(lockscope::redlockAttemptTest::RedlockAttemptTest)
#include "RedlockAttemptTest.moc"
