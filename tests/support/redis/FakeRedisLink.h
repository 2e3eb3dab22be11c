// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The inside of FakeRedisNetwork. Private to tests/support/redis.

#include "tests/support/redis/FakeRedisNetwork.h"
#include "tests/support/redis/FakeWire.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace lockscope::test {

class FakeRedisLink;

/// What a network, its links and its transports share.
struct FakeRedisNetwork::State {
    struct Node {
        std::unique_ptr<FakeRedis> server;
        bool isDown = false;
    };

    explicit State(Executor& theServers)
        : servers(theServers)
    {
    }

    [[nodiscard]] Duration nextLatency() const { return latency ? latency() : Duration::zero(); }
    /// The running server at this address, or null.
    [[nodiscard]] FakeRedis* reachable(const redis::Address& address) const;
    [[nodiscard]] bool isPartitioned(const std::string& client, const redis::Address& address) const;
    /// In the order in which they were opened.
    [[nodiscard]] std::vector<std::shared_ptr<FakeRedisLink>> linksOf(const std::string& client,
                                                                      const redis::Address& address) const;

    Executor& servers;
    Latency latency;
    std::map<redis::Address, Node> nodes;
    std::set<std::pair<std::string, redis::Address>> partitions;
    std::map<std::uint64_t, std::shared_ptr<FakeRedisLink>> links; ///< until both ends have closed
    std::uint64_t lastLink = 0;
};

/// One connection, from its opening until both ends have closed. Its tasks do not own it.
class FakeRedisLink final : public std::enable_shared_from_this<FakeRedisLink> {
public:
    struct Ends {
        std::uint64_t number = 0; ///< of the link
        std::string client;
        redis::Address server;
    };

    FakeRedisLink(const std::shared_ptr<FakeRedisNetwork::State>& network, Executor& client, Ends ends,
                  redis::Transport::Handlers handlers);

    [[nodiscard]] const Ends& ends() const { return m_ends; }

    // ---- Called by the client
    void open(Duration timeout);
    void send(std::string_view bytes);
    void closeByClient();

    // ---- Called by the network
    void resume();
    void cut();

private:
    /// Runs the member in a task of one end, after everything sent before in this direction.
    void sendToServer(std::function<void(FakeRedisLink&)> arrival);
    void sendToClient(std::function<void(FakeRedisLink&)> arrival);
    [[nodiscard]] Task whileAlive(std::function<void(FakeRedisLink&)> member);

    // In tasks of the server
    void onConnect();
    void onBytes(std::string_view bytes);
    void onClosedByServer();
    void disconnectServer();
    void finish();

    // In tasks of the client. A handler may destroy the transport.
    void onOpened();
    void endAtClient(const Error& reason);
    [[nodiscard]] Error refused(std::string detail) const;
    [[nodiscard]] Error lost(std::string detail) const;

    const std::weak_ptr<FakeRedisNetwork::State> m_network;
    Executor& m_client;
    const Ends m_ends;
    std::shared_ptr<const redis::Transport::Handlers> m_handlers; ///< null: the client's end is closed
    std::shared_ptr<FakeWire> m_toServer;
    std::shared_ptr<FakeWire> m_toClient;
    Subscription m_timer;
    std::uint64_t m_connection = 0; ///< at the server; 0: none
};

} // namespace lockscope::test
