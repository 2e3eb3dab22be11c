// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/measure/LockMeasures.h"

#include "core/locks/zookeeper/Mutex.h"

#include <thread>

namespace lockscope::console {

namespace {

/// One client in the queue. Confined to the client's executor.
class Contestant final : public std::enable_shared_from_this<Contestant> {
public:
    Contestant(zk::Client& client, const std::string& path, std::shared_ptr<BenchRun> run)
        : m_clock(client.executor().clock())
        , m_run(std::move(run))
        , m_lock(std::make_shared<locks::Mutex>(client, path))
    {
    }

    void begin() { m_lock->acquireAsync({}, {}, onGrant()); }

    /// Must be called before the client is destroyed, also after an error.
    void leave() { m_lock.reset(); }

private:
    [[nodiscard]] zk::Reply<locks::Hold> onGrant()
    {
        return [me = shared_from_this()](Result<locks::Hold> hold) { me->giveWay(std::move(hold)); };
    }

    void giveWay(Result<locks::Hold> hold)
    {
        if (!m_lock)
            return;
        if (!hold) {
            m_run->fail(hold.error());
            return;
        }
        m_run->granted(m_clock.now());
        m_run->givesWay(m_clock.now());
        const bool isLast = m_run->isOver();
        hold->releaseAsync([me = shared_from_this(), isLast](const Result<void>& released) {
            if (!released)
                me->m_run->fail(released.error());
            else if (isLast)
                me->m_run->finished();
        });
        // Pipelined with the release; the library combines both into one transaction.
        if (!isLast)
            m_lock->acquireAsync(hold->owner(), {}, {}, onGrant());
    }

    const Clock& m_clock;
    std::shared_ptr<BenchRun> m_run;
    std::shared_ptr<locks::Lock> m_lock;
};

/// One cycle of a client with the blocking calls.
using BlockingTurn = Result<void> (*)(locks::Lock& lock, BenchRun& run, const std::stop_token& giveUp);

/// One thread per client, which runs cycles until the end.
Result<BenchFigures> runBlocking(const BenchClients& clients, const BenchPlan& plan, BlockingTurn turn)
{
    BenchRun run(clients.size());
    std::vector<std::jthread> callers;
    for (std::size_t i = 0; i < clients.size(); ++i) {
        callers.emplace_back([&, i](const std::stop_token& giveUp) {
            locks::Mutex lock(clients[i], plan.path);
            while (!run.isOver()) {
                if (const auto taken = turn(lock, run, giveUp); !taken) {
                    run.fail(taken.error());
                    return;
                }
            }
            run.finished();
        });
    }
    auto figures = run.conduct(plan);
    for (auto& caller : callers)
        caller.request_stop();
    callers.clear();
    return figures;
}

Result<BenchFigures> measureUncontended(zk::Client& client, const BenchPlan& plan)
{
    auto cycle = [lock = std::make_shared<locks::Mutex>(client, plan.path)](zk::Reply<void> done) {
        lock->acquireAsync({}, {}, [done = std::move(done)](Result<locks::Hold> hold) {
            if (hold)
                hold->releaseAsync(done);
            else
                done(failure(hold.error()));
        });
    };
    // No reference stays here: the lock is destroyed on the executor.
    return measureCycles(client.executor(), plan, std::move(cycle));
}

Result<void> cycleBlocking(locks::Lock& lock, BenchRun& run, const std::stop_token& giveUp)
{
    const SystemClock clock;
    const auto from = clock.now();
    auto hold = lock.acquire({}, giveUp);
    if (!hold)
        return failure(hold.error());
    auto released = hold->release();
    run.add(clock.now() - from);
    return released;
}

Result<void> handOverBlocking(locks::Lock& lock, BenchRun& run, const std::stop_token& giveUp)
{
    const SystemClock clock;
    auto hold = lock.acquire({}, giveUp);
    if (!hold)
        return failure(hold.error());
    run.granted(clock.now());
    run.givesWay(clock.now());
    return hold->release();
}

Result<BenchFigures> measureHandovers(const BenchClients& clients, const BenchPlan& plan)
{
    const auto run = std::make_shared<BenchRun>(clients.size());
    std::vector<std::shared_ptr<Contestant>> contestants;
    for (std::size_t i = 0; i < clients.size(); ++i)
        contestants.push_back(std::make_shared<Contestant>(clients[i], plan.path, run));
    clients.executor().post([contestants] {
        for (const auto& contestant : contestants)
            contestant->begin();
    });
    auto figures = run->conduct(plan);
    clients.executor().runAndWait([&] {
        for (const auto& contestant : contestants)
            contestant->leave();
    });
    return figures;
}

} // namespace

std::string_view toString(LockMeasure measure)
{
    switch (measure) {
    case LockMeasure::Uncontended:
        return "uncontended";
    case LockMeasure::UncontendedBlocking:
        return "uncontended-blocking";
    case LockMeasure::Handover:
        return "handover";
    case LockMeasure::HandoverBlocking:
        break;
    }
    return "handover-blocking";
}

Result<BenchFigures> measureLock(LockMeasure measure, const BenchClients& clients, const BenchPlan& plan)
{
    switch (measure) {
    case LockMeasure::Uncontended:
        return measureUncontended(clients[0], plan);
    case LockMeasure::UncontendedBlocking:
        return runBlocking(clients, plan, &cycleBlocking);
    case LockMeasure::Handover:
        return measureHandovers(clients, plan);
    case LockMeasure::HandoverBlocking:
        break;
    }
    return runBlocking(clients, plan, &handOverBlocking);
}

} // namespace lockscope::console
