// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/redis/FakeRedisNetwork.h"

#include "tests/support/redis/FakeRedisLink.h"

namespace lockscope::test {

using redis::Address;

namespace {

class FakeTransport final : public redis::Transport {
public:
    explicit FakeTransport(std::shared_ptr<FakeRedisLink> link)
        : m_link(std::move(link))
    {
    }
    ~FakeTransport() override { m_link->closeByClient(); }
    FakeTransport(const FakeTransport&) = delete;
    FakeTransport& operator=(const FakeTransport&) = delete;

    void send(std::string_view bytes) override { m_link->send(bytes); }

private:
    const std::shared_ptr<FakeRedisLink> m_link;
};

} // namespace

/// The network as one client sees it.
class FakeRedisNetwork::ClientTransports final : public redis::Transports {
public:
    ClientTransports(const std::shared_ptr<State>& network, Executor& client, std::string name)
        : m_network(network)
        , m_client(client)
        , m_name(std::move(name))
    {
    }

    [[nodiscard]] std::unique_ptr<redis::Transport> open(const Address& address,
                                                         const std::optional<redis::TlsSettings>&, Duration timeout,
                                                         redis::Transport::Handlers handlers) override
    {
        const auto number = ++m_network->lastLink;
        auto link = std::make_shared<FakeRedisLink>(m_network, m_client, FakeRedisLink::Ends{number, m_name, address},
                                                    std::move(handlers));
        m_network->links.emplace(number, link);
        link->open(timeout);
        return std::make_unique<FakeTransport>(std::move(link));
    }

private:
    const std::shared_ptr<State> m_network;
    Executor& m_client;
    const std::string m_name;
};

FakeRedis* FakeRedisNetwork::State::reachable(const Address& address) const
{
    const auto it = nodes.find(address);
    return it == nodes.end() || it->second.isDown ? nullptr : it->second.server.get();
}

bool FakeRedisNetwork::State::isPartitioned(const std::string& client, const Address& address) const
{
    return partitions.count({client, address}) > 0 || partitions.count({std::string(), address}) > 0;
}

std::vector<std::shared_ptr<FakeRedisLink>> FakeRedisNetwork::State::linksOf(const std::string& client,
                                                                             const Address& address) const
{
    std::vector<std::shared_ptr<FakeRedisLink>> found;
    for (const auto& [number, link] : links) {
        if (link->ends().server == address && (client.empty() || link->ends().client == client))
            found.push_back(link);
    }
    return found;
}

FakeRedisNetwork::FakeRedisNetwork(Executor& servers)
    : m_state(std::make_shared<State>(servers))
{
}

FakeRedisNetwork::~FakeRedisNetwork() = default;

FakeRedis& FakeRedisNetwork::add(FakeRedis::Settings settings)
{
    const Address address = settings.address;
    auto& node = m_state->nodes[address];
    node.server = std::make_unique<FakeRedis>(m_state->servers, std::move(settings));
    return *node.server;
}

FakeRedis& FakeRedisNetwork::server(const Address& address)
{
    return *m_state->nodes.at(address).server;
}

std::unique_ptr<redis::Transports> FakeRedisNetwork::transports(Executor& client, std::string name)
{
    return std::make_unique<ClientTransports>(m_state, client, std::move(name));
}

void FakeRedisNetwork::setLatency(Latency latency)
{
    m_state->latency = std::move(latency);
}

void FakeRedisNetwork::stop(const Address& address)
{
    server(address).closeConnections();
    m_state->nodes.at(address).isDown = true;
}

void FakeRedisNetwork::start(const Address& address)
{
    m_state->nodes.at(address).isDown = false;
}

void FakeRedisNetwork::cut(const std::string& client, const Address& address)
{
    for (const auto& link : m_state->linksOf(client, address))
        link->cut();
}

void FakeRedisNetwork::partition(const std::string& client, const Address& address)
{
    m_state->partitions.emplace(client, address);
}

void FakeRedisNetwork::heal(const std::string& client, const Address& address)
{
    m_state->partitions.erase({client, address});
    for (const auto& link : m_state->linksOf(client, address))
        link->resume();
}

void FakeRedisNetwork::healAll()
{
    for (const auto& [client, address] : std::exchange(m_state->partitions, {})) {
        for (const auto& link : m_state->linksOf(client, address))
            link->resume();
    }
}

} // namespace lockscope::test
