// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/redis/RedisClients.h"

#include "core/base/AfterAll.h"
#include "core/base/Phrase.h"
#include "core/simulate/clients/redis/MastersStatus.h"
#include "core/simulate/clients/redis/RedisSlots.h"

#include <utility>

namespace lockscope::console {

namespace {

/// One target for each client: independent masters have one each.
std::vector<redis::Target> targetsOfClients(const redis::Target& target)
{
    if (target.topology != redis::Topology::Independent)
        return {target};
    std::vector<redis::Target> masters;
    for (const auto& server : target.servers) {
        auto master = target;
        master.topology = redis::Topology::Single;
        master.servers = {server};
        masters.push_back(std::move(master));
    }
    return masters;
}

} // namespace

std::unique_ptr<RedisClients> makeRedisClients(const redis::ClientSettings& settings, EventLoop& loop, const Log& log)
{
    const auto traffic = std::make_shared<redis::Traffic>();
    std::vector<std::unique_ptr<redis::Client>> clients;
    for (auto& target : targetsOfClients(settings.target)) {
        auto own = settings;
        own.target = std::move(target);
        own.traffic = traffic;
        own.callbacks = &loop;
        clients.push_back(std::make_unique<redis::Client>(std::move(own), loop, log));
    }
    return std::make_unique<RedisClients>(std::move(clients), traffic);
}

RedisClients::RedisClients(std::vector<std::unique_ptr<redis::Client>> clients,
                           std::shared_ptr<const redis::Traffic> traffic)
    : m_clients(std::move(clients))
    , m_traffic(std::move(traffic))
    , m_self(std::make_shared<RedisClients*>(this))
{
}

RedisClients::~RedisClients() = default;

std::vector<redis::Client*> RedisClients::all() const
{
    std::vector<redis::Client*> clients;
    clients.reserve(m_clients.size());
    for (const auto& client : m_clients)
        clients.push_back(client.get());
    return clients;
}

SessionStatus RedisClients::status() const
{
    std::vector<SessionStatus> masters;
    masters.reserve(m_clients.size());
    for (const auto& client : m_clients)
        masters.push_back(client->status());
    return statusOfMajority(masters);
}

Subscription RedisClients::onStatus(StatusHandler handler)
{
    const auto shared = std::make_shared<StatusHandler>(std::move(handler));
    const auto all = std::make_shared<std::vector<Subscription>>();
    for (const auto& client : m_clients)
        all->push_back(client->onStatus([this, shared](const redis::Status&) { (*shared)(status()); }));
    return Subscription([all] { all->clear(); });
}

std::vector<SimulatedSlot> RedisClients::makeSlots(const ContendOptions& options, const std::string&, const Log& log)
{
    m_names = options.paths;
    return makeKeySlots(all(), options, log);
}

void RedisClients::revoke(const ContendOptions& options, const std::string&, Reply<void> reply)
{
    reply(failure(ErrorCode::BadArguments, "revoke", options.paths.front(),
                  phrase("locks on Redis have no revocation requests")));
}

void RedisClients::close(Task closed)
{
    // The reply to a request that was given up can cause another one, such as a release: two rounds.
    constexpr int rounds = 2;
    settle(rounds, [this, closed = std::move(closed)] {
        const auto ended = afterAll(m_clients.size(), closed);
        for (const auto& client : m_clients)
            client->close(ended);
    });
}

/// Calls `then` when the servers of the locks have executed all earlier requests, which they do in order, or when they
/// cannot be reached.
void RedisClients::settle(int rounds, Task then)
{
    if (rounds == 0 || m_names.empty()) {
        then();
        return;
    }
    const auto answered = afterAll(m_clients.size() * m_names.size(),
                                   [this, rounds, then = std::move(then)] { settle(rounds - 1, then); });
    for (const auto& client : m_clients) {
        for (const auto& name : m_names)
            client->send(name, {"PING"}, redis::Access::Read,
                         [weak = std::weak_ptr(m_self), answered](const Result<redis::Value>&) {
                             if (!weak.expired())
                                 answered();
                         });
    }
}

} // namespace lockscope::console
