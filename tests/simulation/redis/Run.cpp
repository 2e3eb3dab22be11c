// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/simulation/redis/Run.h"

#include "core/locks/redis/scripts/Scripts.h"
#include "tests/simulation/redis/FaultSchedule.h"
#include "tests/simulation/redis/Records.h"
#include "tests/simulation/redis/Users.h"

#include <algorithm>
#include <array>

namespace lockscope::redisSimulation {

namespace {

using namespace std::chrono_literals;

/// Without faults a run ends within some thousand tasks.
constexpr std::size_t mostTasks = 200'000;
/// Until connections and leases of the time with faults have ended.
constexpr auto recoveryTime = longestLease + 2s;
/// All users, after the recovery: each waits for the others' holds.
constexpr auto serviceTime = 60s;
/// A lock that is free is acquired within this time: a poll, a hand-over by messages. Redlock's tries fail at random.
constexpr auto handOverTime = 2s;
constexpr auto votingTime = 20s;
constexpr auto evictionTime = 600ms; ///< of one dead head: the second look is 500 ms after the first

class Run final {
public:
    Run(const Recipe& recipe, std::uint64_t seed, bool traced)
        : m_world(recipe, seed, traced)
    {
        if (!traced)
            return;
        for (std::size_t i = 0; i < m_world.addresses.size(); ++i)
            m_world.server(i).onExecuting([this, i](const test::FakeRedis::Logged& request) { say(i, request); });
    }

    simulation::Outcome run(const std::function<void(World&)>& prepare)
    {
        if (prepare)
            prepare(m_world);
        start();
        for (int step = 0; step < m_steps && !isOver(); ++step)
            takeStep();
        heal();
        serve(false);
        wait(recoveryTime);
        if (m_world.recipe.record == Record::Nothing)
            m_world.restorePermits(0); // those of dead holders and lost replies
        serve(true);
        finish();
        simulation::Outcome outcome;
        outcome.violation = m_world.violation;
        outcome.trace = m_world.trace.lines();
        outcome.tasks = m_tasks;
        for (std::size_t i = 0; i < m_world.addresses.size(); ++i) {
            outcome.requests += m_world.server(i).requests().size();
            m_world.server(i).onExecuting(nullptr);
        }
        outcome.holds = m_world.grants;
        outcome.tolerated = m_world.tolerated;
        m_world.end();
        return outcome;
    }

private:
    [[nodiscard]] bool isOver()
    {
        if (m_tasks > mostTasks)
            m_world.violated("no livelock", "work without end");
        return m_world.violation.has_value();
    }

    /// Scripts by their name: the SHA-1 says nothing, and owners have other numbers in each run.
    void say(std::size_t server, const test::FakeRedis::Logged& request)
    {
        std::string name = request.words.front();
        for (const auto* script : locks::scripts::all()) {
            if (request.words.size() > 1 && (request.words[1] == script->sha1() || request.words[1] == script->text()))
                name += " " + std::string(script->name());
        }
        m_world.trace.say("    ", request.client, " to ", m_world.addresses[server].host, ": ", name);
    }

    void start()
    {
        auto& random = m_world.random;
        const int processes = random.between(2, 4);
        for (int i = 0; i < processes; ++i)
            m_users.addProcess();
        m_steps = random.between(60, 350);
        m_weights = {random.between(40, 90), random.between(5, 20), random.chance(10) ? 0 : random.between(1, 8),
                     random.between(2, 12)};
    }

    void takeStep()
    {
        switch (m_world.random.weighted(m_weights)) {
        case 0:
            if (!runOneTask())
                passTime();
            break;
        case 1:
            m_users.act();
            break;
        case 2:
            m_faults.strike();
            break;
        default:
            passTime();
        }
        m_checker.afterStep();
    }

    /// Runs a task or a due timer of any executor. False if there is none.
    bool runOneTask()
    {
        m_ready.clear();
        m_readyWeights.clear();
        const auto add = [this](test::ManualExecutor& executor, SteadyTime now, int weight) {
            if (executor.pendingTasks() == 0 && executor.nextTimer().value_or(SteadyTime::max()) > now)
                return;
            m_ready.push_back(&executor);
            m_readyWeights.push_back(weight);
        };
        add(m_world.executor, m_world.clock.now(), 4);
        for (const auto& process : m_world.processes) {
            if (!process->isSuspended && !process->isDead)
                add(process->executor, process->clock.now(), process->speed);
        }
        if (m_ready.empty())
            return false;
        m_ready[m_world.random.weighted(m_readyWeights)]->runOne();
        ++m_tasks;
        return true;
    }

    /// Until the next timer of any executor, by the servers' clock.
    [[nodiscard]] std::optional<Duration> untilNextTimer() const
    {
        std::optional<Duration> least;
        const auto consider = [&](Duration left) { least = least ? std::min(*least, left) : left; };
        if (const auto timer = m_world.executor.nextTimer())
            consider(*timer - m_world.clock.now());
        for (const auto& process : m_world.processes) {
            const auto timer = process->isSuspended || process->isDead ? std::nullopt : process->executor.nextTimer();
            if (timer) // rounded up: clocks differ
                consider(process->toServer(*timer - process->clock.now()) + 2us);
        }
        return least ? std::optional(std::max(*least, Duration::zero())) : std::nullopt;
    }

    /// To the next timer, or for a short random time.
    void passTime()
    {
        Duration by = std::chrono::milliseconds(m_world.random.between(1, 50));
        const auto next = untilNextTimer();
        if (next && m_world.random.chance(60))
            by = *next;
        advance(by);
    }

    void advance(Duration by)
    {
        m_world.trace.say("time: ", std::chrono::duration<double, std::milli>(by).count(), " ms pass");
        m_world.advance(by);
    }

    void drain()
    {
        while (!isOver() && runOneTask())
            m_checker.afterStep();
        if (!isOver())
            m_checker.whenIdle();
    }

    /// From one timer to the next.
    void wait(Duration time)
    {
        const auto end = m_world.clock.now() + time;
        for (drain(); !isOver() && m_world.clock.now() < end; drain()) {
            advance(std::min(untilNextTimer().value_or(time), end - m_world.clock.now()));
            m_checker.afterStep();
        }
    }

    void heal()
    {
        if (isOver())
            return;
        m_world.trace.say("all faults end");
        m_faults.clear();
        if (m_world.recipe.record != Record::Nothing)
            return;
        // An operator counts the permits again while no client holds any.
        forEachUser(m_world, [this](const Process&, const LockObject&, const User& user) {
            if (user.ask)
                m_users.cancel(user);
        });
        wait(recoveryTime);
        releaseSome(true);
        wait(recoveryTime);
        m_world.restorePermits(0);
    }

    /// Every user acquires and releases. `isStrict`: no time passes while the lock is free and users wait.
    void serve(bool isStrict)
    {
        if (isOver())
            return;
        m_world.trace.say(isStrict ? "all ask" : "all are to be served");
        const auto longest = longestHandOver();
        std::vector<std::pair<const User*, std::uint64_t>> before;
        forEachUser(m_world, [&](const Process&, const LockObject& object, User& user) {
            before.emplace_back(&user, user.grants);
            if (!user.ask && !object.isDying && user.holdings.empty())
                m_users.ask(user, object.sides.read && m_world.random.chance(50), 1, {});
        });
        const auto end = m_world.clock.now() + serviceTime;
        auto freeSince = m_world.clock.now();
        for (;;) {
            drain();
            if (isOver())
                return;
            releaseSome(isStrict); // a lease that runs out causes no message
            const bool isServed = std::all_of(before.begin(), before.end(), [](const auto& one) {
                return one.first->grants > one.second && one.first->holdings.empty() && !one.first->ask;
            });
            if (isServed)
                return;
            askAgain(before);
            drain(); // before time passes
            const auto now = m_world.clock.now();
            if (isHeld())
                freeSince = now;
            if (isStrict && now - freeSince > longest)
                m_world.violated("no wake-up is lost", "users wait although the lock is free");
            if (now > end)
                m_world.violated("every user is served", "users wait for ever");
            advance(untilNextTimer().value_or(1s));
            m_checker.afterStep();
        }
    }

    /// Requests that were executed late have left entries in a fair queue; each is removed as a dead head.
    [[nodiscard]] Duration longestHandOver()
    {
        if (m_world.recipe.servers > 1)
            return votingTime;
        return handOverTime + evictionTime * static_cast<int>(queueOf(m_world).size());
    }

    [[nodiscard]] bool isHeld()
    {
        bool isHeld = false;
        forEachUser(m_world, [&](const Process&, const LockObject&, const User& user) {
            isHeld = isHeld || !user.holdings.empty();
        });
        return isHeld;
    }

    /// Users that were refused, or only released what they had.
    void askAgain(const std::vector<std::pair<const User*, std::uint64_t>>& before)
    {
        forEachUser(m_world, [&](const Process&, const LockObject& object, User& user) {
            const auto found =
                std::find_if(before.begin(), before.end(), [&](const auto& one) { return one.first == &user; });
            if (!user.ask && user.holdings.empty() && !object.isDying && user.grants == found->second)
                m_users.ask(user, object.sides.read && m_world.random.chance(50), 1, {});
        });
    }

    void releaseSome(bool all)
    {
        forEachUser(m_world, [&](const Process&, const LockObject&, const User& user) {
            while (!user.holdings.empty() && (all || m_world.random.chance(60)))
                m_users.release(user.holdings.back(), m_world.random.chance(70));
        });
    }

    void finish()
    {
        if (isOver())
            return;
        m_world.trace.say("all locks are destroyed");
        m_users.destroyLocks();
        wait(recoveryTime);
        if (!isOver())
            m_checker.atTheEnd();
        if (isOver())
            return;
        for (const auto& process : m_world.processes) {
            for (const auto& client : process->clients) {
                if (!process->isDead)
                    process->executor.post([&client] { client->close([] {}); });
            }
        }
        wait(1s);
        if (!isOver())
            m_checker.whenClosed();
    }

    World m_world;
    Checker m_checker{m_world};
    Users m_users{m_world, m_checker};
    FaultSchedule m_faults{m_world};
    std::array<int, 4> m_weights{};
    int m_steps = 0;
    std::size_t m_tasks = 0;
    std::vector<test::ManualExecutor*> m_ready;
    std::vector<int> m_readyWeights;
};

} // namespace

simulation::Outcome simulate(const Recipe& recipe, std::uint64_t seed, bool traced,
                             const std::function<void(World&)>& prepare)
{
    return Run(recipe, seed, traced).run(prepare);
}

} // namespace lockscope::redisSimulation
