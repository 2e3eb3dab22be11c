// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/simulation/Run.h"

#include "tests/simulation/Candidates.h"
#include "tests/simulation/Checker.h"
#include "tests/simulation/FaultSchedule.h"
#include "tests/simulation/SeededUuid.h"
#include "tests/simulation/Users.h"

#include <algorithm>
#include <array>

namespace lockscope::simulation {

namespace {

using namespace std::chrono_literals;

/// Without faults a run ends within some hundred tasks, most of them a second or less apart.
constexpr std::size_t healingTasks = 20'000;
constexpr auto healingTime = 10min;

class Run final {
public:
    Run(const Recipe& recipe, std::uint64_t seed, bool traced)
        : m_world(recipe, seed, traced)
    {
        m_world.ensemble.onExecuting([this](SessionId session, const test::FakeRequest& request) {
            m_checker.executing(session, request);
            m_faultSchedule.onExecuting(session, request);
        });
        if (traced)
            m_world.ensemble.onTraffic([this](SessionId session, const std::string& line) {
                m_world.trace.say("    ", nameOf(session), ": ", line);
            });
    }

    Outcome run()
    {
        start();
        for (int step = 0; step < m_steps && !m_world.violation; ++step)
            takeStep();
        heal();
        if (!m_world.violation)
            finish();
        Outcome outcome;
        outcome.violation = m_world.violation;
        outcome.trace = m_world.trace.lines();
        outcome.tasks = m_tasks;
        outcome.requests = m_world.ensemble.requests().size();
        outcome.holds = m_population->holds();
        tearDown();
        return outcome;
    }

private:
    void start()
    {
        auto& random = m_world.random;
        const int processes = random.between(2, 6);
        for (int i = 0; i < processes; ++i)
            m_population->addProcess();
        m_steps = random.between(60, 500);
        m_weights = {random.between(40, 90), random.between(5, 20), random.chance(15) ? 0 : random.between(1, 10),
                     random.between(1, 8),   random.between(0, 8),  random.between(0, 1)};
    }

    void takeStep()
    {
        switch (m_world.random.weighted(m_weights)) {
        case 0:
            if (!runOneTask())
                passTime();
            break;
        case 1:
            m_population->act();
            break;
        case 2:
            m_faultSchedule.strike();
            break;
        case 3:
            passTime();
            break;
        case 4:
            m_faultSchedule.replicate();
            break;
        default:
            calmDown();
            break;
        }
        look();
    }

    /// Runs a task or a due timer of any executor. False if there is none.
    bool runOneTask()
    {
        std::vector<int> weights;
        std::vector<test::ManualExecutor*> ready;
        const auto add = [&](test::ManualExecutor& executor, int weight) {
            if (executor.pendingTasks() == 0 && executor.nextTimer().value_or(SteadyTime::max()) > m_world.clock.now())
                return;
            ready.push_back(&executor);
            weights.push_back(weight);
        };
        add(m_world.server, 4);
        for (const auto& process : m_world.processes) {
            if (!process->suspended)
                add(process->executor, process->speed);
        }
        if (ready.empty())
            return false;
        ready[m_world.random.weighted(weights)]->runOne();
        ++m_tasks;
        return true;
    }

    [[nodiscard]] std::optional<SteadyTime> nextTimer() const
    {
        auto next = m_world.server.nextTimer();
        for (const auto& process : m_world.processes) {
            const auto own = process->suspended ? std::nullopt : process->executor.nextTimer();
            if (own && (!next || *own < *next))
                next = own;
        }
        return next;
    }

    /// Advances to the next timer, or by a short random time.
    bool passTime()
    {
        const auto next = nextTimer();
        Duration by = std::chrono::milliseconds(m_world.random.between(1, 50));
        if (next && m_world.random.chance(60))
            by = std::max(*next - m_world.clock.now(), Duration::zero());
        m_world.trace.say("time: ", by.count() / 1'000'000, " ms pass");
        m_world.clock.advance(by);
        return next.has_value();
    }

    /// Runs everything that can run now. False if that does not end.
    bool drain(std::size_t limit)
    {
        for (;;) {
            m_faultSchedule.replicateAll();
            if (!runOneTask())
                return true;
            look();
            if (m_world.violation)
                return true;
            if (limit-- == 0)
                return false;
        }
    }

    /// After this time all waiters watch their own nodes: 100 ms for each place when they listed the queue.
    [[nodiscard]] Duration settlingTime() const
    {
        auto longest = m_checker.longestQueue();
        for (const auto& queue : m_world.recipe.queues)
            longest = std::max(longest, m_world.ensemble.children(std::string(queue.directory)).size());
        return longest * 100ms;
    }

    /// Runs until nothing is in flight and every retry is done.
    void calmDown()
    {
        m_world.trace.say("calm");
        m_faultSchedule.settle();
        const auto end = m_world.clock.now() + 240ms + settlingTime();
        while (m_world.clock.now() < end) {
            if (!drain(healingTasks))
                m_world.violated("no livelock", "work without end");
            m_world.clock.advance(60ms);
        }
        (void)drain(healingTasks);
        m_population->whenCalm();
        if (!m_world.violation)
            m_checker.whenCalm();
    }

    void heal()
    {
        if (m_world.violation)
            return;
        m_world.trace.say("everything heals");
        m_faultSchedule.clear();
        m_population->mend();
        if (m_world.hasRefused()) { // refused requests are retried after a while
            (void)drain(healingTasks);
            m_world.clock.advance(2s);
            (void)drain(healingTasks);
            m_population->whenCalm();
            m_world.lastDenied.reset();
        }
        const auto deadline = m_world.clock.now() + healingTime;
        const auto taskLimit = m_tasks + healingTasks;
        while (!m_world.violation && m_population->anybodyWaits()) {
            calmDown();
            if (m_world.violation)
                return;
            if (m_tasks > taskLimit || m_world.clock.now() > deadline)
                m_world.violated("no livelock", "not everybody has been served");
            m_population->mend(); // a user may have closed its client
            if (m_population->releaseOne())
                continue;
            const auto next = nextTimer();
            if (next)
                m_world.clock.advance(std::max(*next - m_world.clock.now(), Duration::zero()));
            else if (m_population->anybodyWaits() && !anythingToRun())
                m_world.violated("no wake-up is lost", "a client waits, no client holds, and nothing will happen");
        }
    }

    [[nodiscard]] bool anythingToRun() const
    {
        return std::any_of(m_world.processes.begin(), m_world.processes.end(),
                           [](const auto& process) { return process->executor.pendingTasks() > 0; });
    }

    void finish()
    {
        m_world.trace.say("all locks are destroyed");
        m_population->destroyAll();
        calmDown();
        // Sessions that were abandoned without closing expire now, and new ones are confirmed.
        const auto isConnected = [this](const auto& process) {
            return process->closing || m_world.isConnected(*process);
        };
        const auto deadline = m_world.clock.now() + healingTime;
        while (!m_world.violation && (m_world.ensemble.sessionCount() > m_world.processes.size() ||
                                      !std::all_of(m_world.processes.begin(), m_world.processes.end(), isConnected))) {
            const auto next = nextTimer().value_or(deadline);
            m_world.clock.advance(std::max(next - m_world.clock.now(), Duration::zero()));
            if (!drain(healingTasks) || m_world.clock.now() >= deadline) {
                m_world.violated("no livelock", "work without end");
                return;
            }
        }
        if (!m_world.violation)
            m_checker.atTheEnd();
    }

    /// Destroys locks and clients on their executors, in any state.
    void tearDown()
    {
        m_world.ensemble.onTraffic(nullptr);
        m_world.ensemble.onExecuting(nullptr);
        for (const auto& process : m_world.processes) {
            process->executor.runUntilIdle();
            process->executor.runAndWait([this, &process] {
                m_population->tearDown(*process);
                process->client->close([] {});
            });
            process->executor.runAndWait([&process] { process->client.reset(); });
        }
    }

    [[nodiscard]] std::string nameOf(SessionId session) const
    {
        for (const auto& process : m_world.processes) {
            if (process->client && process->client->session().id == session)
                return process->name;
        }
        return toHex(session);
    }

    [[nodiscard]] std::unique_ptr<Population> populate()
    {
        if (m_world.recipe.make)
            return std::make_unique<Users>(m_world, m_checker);
        return std::make_unique<Candidates>(m_world);
    }
    /// After each task.
    void look()
    {
        m_checker.afterStep();
        m_population->afterStep();
    }

    World m_world;
    Checker m_checker{m_world};
    std::unique_ptr<Population> m_population = populate();
    FaultSchedule m_faultSchedule{m_world};
    std::array<int, 6> m_weights{};
    int m_steps = 0;
    std::size_t m_tasks = 0;
};

} // namespace

Outcome simulate(const Recipe& recipe, std::uint64_t seed, bool traced)
{
    seedUuids(seed);
    return Run(recipe, seed, traced).run();
}

} // namespace lockscope::simulation
