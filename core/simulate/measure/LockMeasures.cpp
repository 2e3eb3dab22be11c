// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/measure/LockMeasures.h"

#include "core/locks/zookeeper/Mutex.h"

#include <thread>

namespace lockscope::console {

namespace {

constexpr auto longestLeave = std::chrono::seconds(20);

/// What all contenders of one measurement share. Any thread.
struct Shared {
    explicit Shared(std::size_t clients)
        : run(clients)
    {
    }

    BenchRun run;
    std::atomic<std::int64_t> overlaps = 0;

    /// A client has the lock.
    void granted(const Clock& clock, std::vector<double>& samples)
    {
        const auto now = clock.now().time_since_epoch().count();
        if (m_holders.fetch_add(1) != 0)
            ++overlaps;
        const auto before = m_gaveWayAt.load();
        if (before != 0 && run.counts())
            samples.push_back(microseconds(Duration(now - before)));
    }

    /// It is about to give way.
    void givesWay(const Clock& clock)
    {
        m_holders.fetch_sub(1);
        m_gaveWayAt = clock.now().time_since_epoch().count();
    }

private:
    std::atomic<std::int64_t> m_gaveWayAt = 0; ///< 0: nobody has yet
    std::atomic<int> m_holders = 0;
};

/// One client in the queue. Confined to the client's executor; the samples are read after its end.
class Contestant final : public std::enable_shared_from_this<Contestant> {
public:
    Contestant(zk::Client& client, const std::string& path, std::shared_ptr<Shared> shared, GiveWay giveWay)
        : m_clock(client.executor().clock())
        , m_shared(std::move(shared))
        , m_giveWay(giveWay)
        , m_lock(std::make_shared<locks::Mutex>(client, path))
    {
    }

    void begin()
    {
        m_lock->acquireAsync({}, {},
                             [me = shared_from_this()](Result<locks::Hold> hold) { me->onGrant(std::move(hold)); });
    }

    /// Before the client goes, and whatever has happened.
    void leave() { m_lock.reset(); }

    std::vector<double> samples;

private:
    void onGrant(Result<locks::Hold> hold)
    {
        if (!m_lock)
            return;
        if (!hold) {
            m_shared->run.fail(hold.error());
            return;
        }
        m_shared->granted(m_clock, samples);
        m_shared->givesWay(m_clock);
        if (m_shared->run.isOver()) {
            hold->releaseAsync([me = shared_from_this()](const Result<void>& released) {
                me->onReleased(released);
                me->m_shared->run.finished();
            });
            return;
        }
        m_giveWay(
            m_lock, *std::move(hold),
            [me = shared_from_this()](Result<locks::Hold> next) { me->onGrant(std::move(next)); },
            [me = shared_from_this()](const Result<void>& released) { me->onReleased(released); });
    }

    void onReleased(const Result<void>& released)
    {
        if (!released)
            m_shared->run.fail(released.error());
    }

    const Clock& m_clock;
    std::shared_ptr<Shared> m_shared;
    GiveWay m_giveWay;
    std::shared_ptr<locks::Lock> m_lock;
};

/// One client that has the lock for itself. As above.
class Loner final : public std::enable_shared_from_this<Loner> {
public:
    Loner(zk::Client& client, const std::string& path, std::shared_ptr<Shared> shared)
        : m_clock(client.executor().clock())
        , m_shared(std::move(shared))
        , m_lock(std::make_shared<locks::Mutex>(client, path))
    {
    }

    void begin()
    {
        if (!m_lock)
            return;
        if (m_shared->run.isOver()) {
            m_shared->run.finished();
            return;
        }
        m_from = m_clock.now();
        m_lock->acquireAsync({}, {}, [me = shared_from_this()](Result<locks::Hold> hold) {
            if (hold)
                me->unlock(*std::move(hold));
            else
                me->m_shared->run.fail(hold.error());
        });
    }

    void leave() { m_lock.reset(); }

    std::vector<double> samples;

private:
    void unlock(locks::Hold hold)
    {
        if (!m_lock)
            return;
        hold.releaseAsync([me = shared_from_this()](const Result<void>& released) {
            if (!released) {
                me->m_shared->run.fail(released.error());
                return;
            }
            if (me->m_shared->run.counts())
                me->samples.push_back(microseconds(me->m_clock.now() - me->m_from));
            me->begin();
        });
    }

    const Clock& m_clock;
    std::shared_ptr<Shared> m_shared;
    std::shared_ptr<locks::Lock> m_lock;
    SteadyTime m_from{};
};

/// Runs them, each on its client's executor, and takes them out of the way of their clients again.
template <typename Contender>
Result<BenchFigures> runAll(const std::vector<std::shared_ptr<Contender>>& contenders,
                            const std::vector<Executor*>& executors, Shared& shared, const BenchPlan& plan)
{
    for (std::size_t i = 0; i < contenders.size(); ++i)
        executors[i]->post([contender = contenders[i]] { contender->begin(); });
    const auto seconds = shared.run.conduct(plan);
    const auto left = std::make_shared<BenchGate>(contenders.size());
    for (std::size_t i = 0; i < contenders.size(); ++i) {
        executors[i]->post([contender = contenders[i], left] {
            contender->leave();
            left->pass();
        });
    }
    const auto allLeft = left->wait(longestLeave);
    if (!seconds || !allLeft)
        return failure(seconds ? allLeft.error() : seconds.error());
    std::vector<double> samples;
    for (const auto& contender : contenders)
        samples.insert(samples.end(), contender->samples.begin(), contender->samples.end());
    auto figures = figuresOf(*seconds, std::move(samples));
    figures.overlaps = shared.overlaps;
    return figures;
}

/// One turn of a client in the blocking calls.
using BlockingTurn =
    std::function<Result<void>(locks::Lock&, Shared&, std::vector<double>& samples, const std::stop_token& giveUp)>;

/// A thread for each client, which takes turns until the end.
Result<BenchFigures> runBlocking(const std::vector<zk::Client*>& clients, const BenchPlan& plan,
                                 const BlockingTurn& turn)
{
    Shared shared(clients.size());
    std::vector<std::vector<double>> samples(clients.size());
    std::vector<std::jthread> callers;
    for (std::size_t i = 0; i < clients.size(); ++i) {
        callers.emplace_back([&, i](const std::stop_token& giveUp) {
            locks::Mutex lock(*clients[i], plan.path);
            while (!shared.run.isOver()) {
                if (const auto taken = turn(lock, shared, samples[i], giveUp); !taken) {
                    shared.run.fail(taken.error());
                    return;
                }
            }
            shared.run.finished();
        });
    }
    const auto seconds = shared.run.conduct(plan);
    for (auto& caller : callers)
        caller.request_stop();
    callers.clear();
    if (!seconds)
        return failure(seconds.error());
    std::vector<double> all;
    for (const auto& some : samples)
        all.insert(all.end(), some.begin(), some.end());
    auto figures = figuresOf(*seconds, std::move(all));
    figures.overlaps = shared.overlaps;
    return figures;
}

} // namespace

void releaseAndQueue(const std::shared_ptr<locks::Lock>& lock, locks::Hold hold, zk::Reply<locks::Hold> granted,
                     zk::Reply<void> released)
{
    hold.releaseAsync(std::move(released));
    lock->acquireAsync(hold.owner(), {}, {}, std::move(granted));
}

void releaseThenQueue(const std::shared_ptr<locks::Lock>& lock, locks::Hold hold, zk::Reply<locks::Hold> granted,
                      zk::Reply<void> released)
{
    hold.releaseAsync([weak = std::weak_ptr(lock), granted = std::move(granted),
                       released = std::move(released)](const Result<void>& answer) {
        released(answer);
        if (const auto alive = weak.lock(); alive && answer)
            alive->acquireAsync({}, {}, granted);
    });
}

Result<BenchFigures> measureUncontended(zk::Client& client, const BenchPlan& plan)
{
    const auto shared = std::make_shared<Shared>(1);
    return runAll<Loner>({std::make_shared<Loner>(client, plan.path, shared)}, {&client.executor()}, *shared, plan);
}

Result<BenchFigures> measureUncontendedBlocking(zk::Client& client, const BenchPlan& plan)
{
    const auto& clock = client.executor().clock();
    return runBlocking({&client}, plan,
                       [&clock](locks::Lock& lock, Shared& shared, std::vector<double>& samples,
                                const std::stop_token& giveUp) -> Result<void> {
                           const auto from = clock.now();
                           auto hold = lock.acquire({}, giveUp);
                           if (!hold)
                               return failure(hold.error());
                           auto released = hold->release();
                           if (shared.run.counts())
                               samples.push_back(microseconds(clock.now() - from));
                           return released;
                       });
}

Result<BenchFigures> measureHandovers(const std::vector<std::unique_ptr<zk::Client>>& clients, const BenchPlan& plan,
                                      GiveWay giveWay)
{
    const auto shared = std::make_shared<Shared>(clients.size());
    std::vector<std::shared_ptr<Contestant>> contestants;
    std::vector<Executor*> executors;
    for (const auto& client : clients) {
        contestants.push_back(std::make_shared<Contestant>(*client, plan.path, shared, giveWay));
        executors.push_back(&client->executor());
    }
    return runAll(contestants, executors, *shared, plan);
}

Result<BenchFigures> measureHandoversBlocking(const std::vector<std::unique_ptr<zk::Client>>& clients,
                                              const BenchPlan& plan)
{
    std::vector<zk::Client*> all;
    all.reserve(clients.size());
    for (const auto& client : clients)
        all.push_back(client.get());
    return runBlocking(all, plan,
                       [](locks::Lock& lock, Shared& shared, std::vector<double>& samples,
                          const std::stop_token& giveUp) -> Result<void> {
                           const SystemClock clock;
                           auto hold = lock.acquire({}, giveUp);
                           if (!hold)
                               return failure(hold.error());
                           shared.granted(clock, samples);
                           shared.givesWay(clock);
                           return hold->release();
                       });
}

} // namespace lockscope::console
