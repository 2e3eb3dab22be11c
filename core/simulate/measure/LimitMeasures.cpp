// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/measure/LimitMeasures.h"

#include "core/base/Path.h"
#include "core/simulate/measure/BenchPipeline.h"

namespace lockscope::console {

namespace {

/// As long as the recipes' names: "_c_<UUID>-lock-".
const std::string nodePrefix = "_c_00000000-0000-0000-0000-000000000000-lock-";
constexpr std::size_t nodesPerRound = 512;
constexpr auto longestRound = std::chrono::seconds(30);

template <typename T> zk::Reply<T> reportTo(BenchStepDone done)
{
    return
        [done = std::move(done)](const Result<T>& answer) { done(answer ? Result<void>() : failure(answer.error())); };
}

/// A row of nodes, owned by the clients in turn; the owner of each node watches the previous node. Confined to the
/// clients' executor; the samples are read after the end.
class Chain final : public std::enable_shared_from_this<Chain> {
public:
    Chain(const BenchClients& clients, const std::string& directory)
        : m_clients(clients)
        , m_clock(clients.executor().clock())
        , m_links(nodesPerRound)
    {
        for (std::size_t i = 0; i < m_links.size(); ++i) {
            m_links[i].client = &clients[i % clients.size()];
            m_links[i].path = joinPath(directory, nodePrefix + std::to_string(1'000'000'000 + i));
        }
    }

    [[nodiscard]] Result<void> prepare()
    {
        auto ready = runAll(m_links.size(), [me = shared_from_this()](std::size_t i, BenchStepDone done) {
            const auto& link = me->m_links[i];
            link.client->create({link.path, {}, zk::CreateMode::Ephemeral, zk::openAcl()},
                                reportTo<zk::Created>(std::move(done)));
        });
        // A server that lags behind would not have the nodes yet.
        if (ready)
            ready = runAll(m_clients.size(), [me = shared_from_this()](std::size_t i, BenchStepDone done) {
                me->m_clients[i].sync(parentOf(me->m_links.front().path), reportTo<void>(std::move(done)));
            });
        if (ready)
            ready = runAll(m_links.size() - 1, [me = shared_from_this()](std::size_t i, BenchStepDone done) {
                me->watch(i + 1, std::move(done));
            });
        return ready ? Result<void>() : failure(ready.error());
    }

    /// From the first deletion to the reply to the last.
    [[nodiscard]] Result<Duration> run()
    {
        const auto from = m_clock.now();
        m_clients.executor().post([me = shared_from_this()] { me->remove(0); });
        if (const auto gone = m_gone->wait(longestRound); !gone)
            return failure(gone.error());
        return m_clock.now() - from;
    }

    void addSamples(std::vector<double>& samples) const
    {
        for (std::size_t i = 1; i < m_links.size(); ++i)
            samples.push_back(m_links[i].sample);
    }

    /// Removes the remaining watches of a failed round.
    void leave()
    {
        m_clients.executor().runAndWait([this] {
            for (auto& link : m_links)
                link.watch.reset();
        });
    }

private:
    struct Link {
        zk::Client* client = nullptr;
        std::string path;
        SteadyTime removedAt{};
        double sample = 0;
        Subscription watch;
    };

    [[nodiscard]] Result<Duration> runAll(std::size_t count, BenchStep step)
    {
        return runPipeline(m_clients.executor(), count, benchWidth, std::move(step), longestRound);
    }

    void watch(std::size_t i, BenchStepDone done)
    {
        const auto beforeHasGone = [weak = weak_from_this(), i](const zk::WatchEvent&) {
            const auto me = weak.lock();
            if (!me)
                return;
            const auto took = me->m_clock.now() - me->m_links[i - 1].removedAt;
            me->m_links[i].sample = std::chrono::duration<double, std::micro>(took).count();
            me->remove(i);
        };
        auto& link = m_links[i];
        link.watch = link.client->get(m_links[i - 1].path, beforeHasGone, reportTo<zk::NodeData>(std::move(done)));
    }

    void remove(std::size_t i)
    {
        auto& link = m_links[i];
        link.removedAt = m_clock.now();
        link.client->remove(link.path, zk::anyVersion, [gone = m_gone](const Result<void>& removed) {
            if (removed)
                gone->pass();
            else
                gone->fail(removed.error());
        });
    }

    const BenchClients& m_clients;
    const Clock& m_clock;
    std::vector<Link> m_links;
    std::shared_ptr<BenchGate> m_gone = std::make_shared<BenchGate>(nodesPerRound);
};

/// One round; adds its samples.
Result<Duration> goRound(const BenchClients& clients, const std::string& directory, std::vector<double>& samples)
{
    const auto chain = std::make_shared<Chain>(clients, directory);
    auto ready = chain->prepare();
    auto took = ready ? chain->run() : failure(ready.error());
    chain->leave();
    if (took)
        chain->addSamples(samples);
    return took;
}

} // namespace

Result<BenchFigures> measureLimitCycles(zk::Client& client, const BenchPlan& plan)
{
    return measureCycles(client.executor(), plan, [&client, directory = plan.path](zk::Reply<void> done) {
        const auto created = std::make_shared<Result<zk::Created>>();
        client.create({joinPath(directory, nodePrefix), {}, zk::CreateMode::EphemeralSequential, zk::openAcl()},
                      [created](Result<zk::Created> answer) { *created = std::move(answer); });
        client.children(directory,
                        [&client, created, done = std::move(done)](const Result<std::vector<std::string>>& names) {
                            if (!*created || !names)
                                done(failure(*created ? names.error() : created->error()));
                            else
                                client.remove((*created)->path, zk::anyVersion, done);
                        });
    });
}

Result<BenchFigures> measureLimitHandovers(const BenchClients& clients, const BenchPlan& plan)
{
    std::vector<double> samples;
    if (const auto warm = goRound(clients, plan.path, samples); !warm)
        return failure(warm.error());
    samples.clear();
    plan.began();
    Duration took{};
    while (took < plan.runFor && !plan.stop.stop_requested()) {
        const auto round = goRound(clients, plan.path, samples);
        if (!round)
            return failure(round.error());
        took += *round;
    }
    plan.ended();
    return figuresOf(std::chrono::duration<double>(took).count(), std::move(samples));
}

} // namespace lockscope::console
