// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/measure/LimitMeasures.h"

#include "core/zk/Path.h"

namespace lockscope::console {

namespace {

/// As long as what the recipes write: "_c_<UUID>-lock-".
const std::string nodePrefix = "_c_00000000-0000-0000-0000-000000000000-lock-";
constexpr std::size_t nodesPerRound = 512;
constexpr auto longestRound = std::chrono::seconds(30);

/// Confined to the client's executor; the samples are read after the end of the run, which it outlives by its replies.
class Cycle final : public std::enable_shared_from_this<Cycle> {
public:
    Cycle(zk::Client& client, std::string directory)
        : m_client(client)
        , m_directory(std::move(directory))
    {
    }

    void begin()
    {
        if (run.isOver()) {
            run.finished();
            return;
        }
        m_from = m_client.executor().clock().now();
        m_client.create({zk::join(m_directory, nodePrefix), {}, zk::CreateMode::EphemeralSequential, zk::openAcl()},
                        [me = shared_from_this()](const Result<zk::Created>& created) {
                            if (created)
                                me->m_node = created->path;
                            else
                                me->run.fail(created.error());
                        });
        m_client.children(m_directory, [me = shared_from_this()](const Result<std::vector<std::string>>& names) {
            if (names)
                me->remove();
            else
                me->run.fail(names.error());
        });
    }

    BenchRun run{1};
    std::vector<double> samples;

private:
    void remove()
    {
        m_client.remove(m_node, zk::anyVersion, [me = shared_from_this()](const Result<void>& removed) {
            if (!removed) {
                me->run.fail(removed.error());
                return;
            }
            if (me->run.counts())
                me->samples.push_back(microseconds(me->m_client.executor().clock().now() - me->m_from));
            me->begin();
        });
    }

    zk::Client& m_client;
    std::string m_directory;
    std::string m_node;
    SteadyTime m_from{};
};

/// A row of nodes, each of the next client in turn, each watched by the owner of the one behind it. Each link is
/// confined to its client's executor, but for the moment of its deletion.
class Chain final : public std::enable_shared_from_this<Chain> {
public:
    Chain(const std::vector<std::unique_ptr<zk::Client>>& clients, const std::string& directory)
        : m_clients(clients)
        , m_links(nodesPerRound)
    {
        for (std::size_t i = 0; i < m_links.size(); ++i) {
            m_links[i].client = clients[i % clients.size()].get();
            m_links[i].path = zk::join(directory, nodePrefix + std::to_string(1'000'000'000 + i));
        }
    }

    [[nodiscard]] Result<void> prepare()
    {
        const auto made = std::make_shared<BenchGate>(m_links.size());
        for (auto& link : m_links) {
            link.client->executor().post([me = shared_from_this(), &link, made] {
                link.client->create({link.path, {}, zk::CreateMode::Ephemeral, zk::openAcl()},
                                    [me, made](const Result<zk::Created>& created) { pass(*made, created); });
            });
        }
        if (auto ready = made->wait(longestRound); !ready)
            return ready;
        // A server that lags behind would not know the nodes yet.
        const auto caughtUp = std::make_shared<BenchGate>(m_clients.size());
        for (const auto& client : m_clients) {
            client->executor().post([me = shared_from_this(), client = client.get(), caughtUp] {
                client->sync(zk::parentOf(me->m_links.front().path),
                             [caughtUp](const Result<void>& synced) { pass(*caughtUp, synced); });
            });
        }
        if (auto ready = caughtUp->wait(longestRound); !ready)
            return ready;
        const auto watched = std::make_shared<BenchGate>(m_links.size() - 1);
        for (std::size_t i = 1; i < m_links.size(); ++i)
            m_links[i].client->executor().post([me = shared_from_this(), i, watched] { me->watch(i, watched); });
        return watched->wait(longestRound);
    }

    /// From the first deletion to the answer to the last.
    [[nodiscard]] Result<Duration> run(const Clock& clock)
    {
        const auto from = clock.now();
        m_links.front().client->executor().post([me = shared_from_this()] { me->remove(0); });
        if (const auto gone = m_gone->wait(longestRound); !gone)
            return failure(gone.error());
        return clock.now() - from;
    }

    void addSamples(std::vector<double>& samples) const
    {
        for (std::size_t i = 1; i < m_links.size(); ++i)
            samples.push_back(m_links[i].sample);
    }

    /// On the executors of the clients: what watches of a round that failed are left.
    void leave()
    {
        const auto left = std::make_shared<BenchGate>(m_links.size());
        for (auto& link : m_links) {
            link.client->executor().post([me = shared_from_this(), &link, left] {
                link.watch.reset();
                left->pass();
            });
        }
        // An executor that does not get to it holds the chain, so that nothing is used after its end.
        (void)left->wait(longestRound);
    }

private:
    struct Link {
        zk::Client* client = nullptr;
        std::string path;
        std::atomic<std::int64_t> removedAt = 0;
        double sample = 0;
        Subscription watch;
    };

    template <typename T> static void pass(BenchGate& gate, const Result<T>& answer)
    {
        if (answer)
            gate.pass();
        else
            gate.fail(answer.error());
    }

    void watch(std::size_t i, const std::shared_ptr<BenchGate>& watched)
    {
        auto& link = m_links[i];
        link.watch = link.client->get(
            m_links[i - 1].path,
            [weak = weak_from_this(), i](const zk::WatchEvent&) {
                if (const auto me = weak.lock())
                    me->beforeHasGone(i);
            },
            [watched](const Result<zk::NodeData>& read) { pass(*watched, read); });
    }

    void beforeHasGone(std::size_t i)
    {
        auto& link = m_links[i];
        const auto now = link.client->executor().clock().now().time_since_epoch().count();
        link.sample = microseconds(Duration(now - m_links[i - 1].removedAt));
        remove(i);
    }

    void remove(std::size_t i)
    {
        auto& link = m_links[i];
        link.removedAt = link.client->executor().clock().now().time_since_epoch().count();
        link.client->remove(link.path, zk::anyVersion,
                            [me = shared_from_this()](const Result<void>& removed) { pass(*me->m_gone, removed); });
    }

    const std::vector<std::unique_ptr<zk::Client>>& m_clients; ///< not used beyond prepare()
    std::vector<Link> m_links;
    std::shared_ptr<BenchGate> m_gone = std::make_shared<BenchGate>(nodesPerRound);
};

/// One round; adds what it found.
Result<Duration> goRound(const std::vector<std::unique_ptr<zk::Client>>& clients, const std::string& directory,
                         std::vector<double>& samples)
{
    const auto chain = std::make_shared<Chain>(clients, directory);
    auto ready = chain->prepare();
    auto took = ready ? chain->run(clients.front()->executor().clock()) : failure(ready.error());
    chain->leave();
    if (took)
        chain->addSamples(samples);
    return took;
}

} // namespace

Result<BenchFigures> measureLimitCycles(zk::Client& client, const BenchPlan& plan)
{
    const auto cycle = std::make_shared<Cycle>(client, plan.path);
    client.executor().post([cycle] { cycle->begin(); });
    const auto seconds = cycle->run.conduct(plan);
    if (!seconds)
        return failure(seconds.error());
    return figuresOf(*seconds, std::move(cycle->samples));
}

Result<BenchFigures> measureLimitHandovers(const std::vector<std::unique_ptr<zk::Client>>& clients,
                                           const BenchPlan& plan)
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
