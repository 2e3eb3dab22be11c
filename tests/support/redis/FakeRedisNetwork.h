// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/redis/client/Transport.h"
#include "tests/support/redis/FakeRedis.h"

#include <functional>
#include <memory>
#include <string>

namespace lockscope::test {

/// In-memory Redis servers and the network between them and their clients. Each message arrives after a latency, in the
/// order of its connection, in a task of the receiver's executor. Nothing depends on real time or addresses in memory.
/// Thread: one, on which the executors of the servers and the clients run. Clients may outlive the network, whose
/// servers then live on.
class FakeRedisNetwork final {
public:
    /// The time of one message in one direction; called for each, so that it may come from a seeded random source.
    using Latency = std::function<Duration()>;

    /// `servers`: runs the servers and their timers, and must outlive the network and its clients.
    explicit FakeRedisNetwork(Executor& servers);
    ~FakeRedisNetwork();
    FakeRedisNetwork(const FakeRedisNetwork&) = delete;
    FakeRedisNetwork& operator=(const FakeRedisNetwork&) = delete;

    /// Adds a server at settings.address, which is up. The network owns it.
    FakeRedis& add(FakeRedis::Settings settings);
    [[nodiscard]] FakeRedis& server(const redis::Address& address);

    /// The network as one client sees it, for the constructor of redis::Client. `client`: the client's executor, which
    /// must outlive the network and the transports. `name`: for faults.
    [[nodiscard]] std::unique_ptr<redis::Transports> transports(Executor& client, std::string name);

    // ---- Faults of connections. An empty `client` stands for all clients.

    /// Zero, as at first: each message arrives in the receiver's next task.
    void setLatency(Latency latency);
    /// The server's process ends with its data on disk: connections end, new ones are refused.
    void stop(const redis::Address& address);
    void start(const redis::Address& address);
    /// Ends the connections at once. What is in flight is lost in both directions.
    void cut(const std::string& client, const redis::Address& address);
    /// Nothing arrives any more in either direction, and no connection is made, until heal(). Then everything arrives
    /// that was sent meanwhile, as with TCP.
    void partition(const std::string& client, const redis::Address& address);
    void heal(const std::string& client, const redis::Address& address);
    void healAll();

private:
    friend class FakeRedisLink;
    struct State;
    class ClientTransports;

    std::shared_ptr<State> m_state;
};

} // namespace lockscope::test
