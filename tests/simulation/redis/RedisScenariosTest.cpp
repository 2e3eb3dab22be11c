// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The two scenarios of M. Kleppmann's "How to do distributed locking" (2016), on the shipped locks: a holder that is
/// paused until its lease has ended, and a server whose clock jumps under Redlock.

#include "tests/simulation/redis/Checker.h"
#include "tests/simulation/redis/World.h"
#include "tests/support/Test.h"

namespace lockscope::redisScenariosTest {

using namespace lockscope::redisSimulation;
using namespace std::chrono_literals;

namespace {

/// Servers and processes whose messages take no time.
class Scenario final {
public:
    explicit Scenario(std::string_view recipe)
        : world(*findRecipe(recipe), 1, false)
    {
        world.slowest = 0;
        world.neverExcuses = true;
    }

    Process& addProcess()
    {
        auto& process = world.addProcess(0, 1);
        process.objects.resize(1);
        auto& object = process.objects.front();
        object.options.lease = 1s;
        object.options.log = Log();
        std::vector<redis::Client*> clients;
        for (const auto& client : process.clients)
            clients.push_back(client.get());
        settle();
        object.sides = world.recipe.make(clients, object.options);
        object.users.push_back(std::make_unique<User>());
        object.users.front()->name = process.name;
        object.users.front()->process = &process;
        return process;
    }

    /// One check. The Hold, or null.
    locks::Hold* tryAcquire(Process& process)
    {
        auto& object = process.objects.front();
        auto& user = *object.users.front();
        object.sides.lock->acquireAsync(user.owner, 0ms, {}, [this, &user](Result<locks::Hold> result) {
            if (!result)
                return;
            auto& holding = *user.holdings.emplace_back(std::make_shared<Holding>());
            holding.user = &user;
            holding.grant = ++world.grants;
            holding.grantedAt = world.clock.now();
            holding.hold = std::move(*result);
        });
        settle();
        return user.holdings.empty() ? nullptr : &*user.holdings.back()->hold;
    }

    void settle()
    {
        for (bool isBusy = true; isBusy;) {
            isBusy = world.executor.runUntilIdle() > 0;
            for (const auto& process : world.processes)
                isBusy = (!process->isSuspended && process->executor.runUntilIdle() > 0) || isBusy;
        }
    }

    void pass(Duration time)
    {
        for (const auto end = world.clock.now() + time; world.clock.now() < end; settle())
            world.advance(10ms);
    }

    World world;
    Checker checker{world};
};

/// Accepts a write only with the newest fencing token.
struct Resource {
    std::int64_t newest = 0;

    bool write(std::int64_t token)
    {
        if (token < newest)
            return false;
        newest = token;
        return true;
    }
};

} // namespace

class RedisScenariosTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void pausedHolderIsRefusedByTheResource();
    void clockJumpBreaksRedlock();
};

void RedisScenariosTest::pausedHolderIsRefusedByTheResource()
{
    Scenario scenario("fenced-lock");
    auto& first = scenario.addProcess();
    auto& second = scenario.addProcess();
    Resource resource;

    auto* const paused = scenario.tryAcquire(first);
    QVERIFY(paused);
    QVERIFY(paused->state().phase == locks::Phase::Held);
    QVERIFY(!scenario.tryAcquire(second));

    // It has just checked that it holds, and is suspended before it writes.
    first.isSuspended = true;
    scenario.pass(1100ms);
    auto* const next = scenario.tryAcquire(second);
    QVERIFY(next);
    QVERIFY(next->token() > paused->token());
    QVERIFY(resource.write(next->token()));

    // The late write: the lock cannot prevent it, the resource refuses it.
    first.isSuspended = false;
    QVERIFY(!resource.write(paused->token()));
    // A holder that looks at its hold, before any message has arrived, knows.
    QVERIFY(paused->state().phase != locks::Phase::Held);
    scenario.settle();
    QVERIFY(paused->state().phase == locks::Phase::Lost);
    scenario.checker.afterStep();
    QVERIFY(!scenario.world.violation);
}

void RedisScenariosTest::clockJumpBreaksRedlock()
{
    Scenario scenario("redlock");
    auto& world = scenario.world;
    auto& first = scenario.addProcess();
    auto& second = scenario.addProcess();

    // The first client reaches servers 1 to 3 only.
    world.network.partition(first.name, world.addresses[3]);
    world.network.partition(first.name, world.addresses[4]);
    auto* const one = scenario.tryAcquire(first);
    QVERIFY(one);
    world.network.partition(second.name, world.addresses[0]);
    world.network.partition(second.name, world.addresses[1]);
    scenario.checker.afterStep();
    QVERIFY(!world.violation);

    // The clock of server 3 jumps forward: the lock expires there.
    world.server(2).jumpClock(1100ms);
    auto* const other = scenario.tryAcquire(second);
    QVERIFY(other);
    QVERIFY(one->state().phase == locks::Phase::Held);
    QVERIFY(other->state().phase == locks::Phase::Held);
    scenario.checker.afterStep();
    QVERIFY(world.violation);
    QCOMPARE(QByteArray::fromStdString(world.violation->invariant), QByteArray("certain holders exclude each other"));
}

} // namespace lockscope::redisScenariosTest

LOCKSCOPE_TEST(lockscope::redisScenariosTest::RedisScenariosTest)
#include "RedisScenariosTest.moc"
