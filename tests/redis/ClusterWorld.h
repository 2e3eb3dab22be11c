// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A cluster in memory and its client, for tests of the topology.

#include "core/redis/Client.h"
#include "tests/redis/MemoryServers.h"
#include "tests/support/ManualExecutor.h"
#include "tests/support/Printed.h"

#include <QByteArray>

#include <memory>
#include <string>
#include <vector>

namespace lockscope::clusterWorld {

using test::printed;

inline const std::string serverA = "10.0.0.1:7000";
inline const std::string serverB = "10.0.0.2:7000";
inline const std::string serverC = "10.0.0.3:7000";
inline const std::string replicaA = "10.0.0.4:7000";
inline const std::string serverD = "10.0.0.5:7000";
inline const std::vector<std::string> allServers{serverA, serverB, serverC, replicaA, serverD};

// Slots 15495, 5061 and 12182.
inline const std::string keyOfC = "a";
inline const std::string keyOfA = "bar";
inline const std::string keyOfC2 = "foo";

struct SlotRange {
    int first;
    int last;
    std::vector<std::string> nodes; ///< the master first
};
using ClusterLayout = std::vector<SlotRange>;

inline const ClusterLayout usualLayout{
    {0, 5460, {serverA, replicaA}}, {5461, 10922, {serverB}}, {10923, 16383, {serverC}}};

inline redis::Value slotsReply(const ClusterLayout& layout)
{
    std::vector<redis::Value> ranges;
    for (const auto& range : layout) {
        std::vector<redis::Value> items{redis::Value::integer(range.first), redis::Value::integer(range.last)};
        for (const auto& node : range.nodes) {
            const auto colon = node.rfind(':');
            items.push_back(redis::Value::array({redis::Value::string(node.substr(0, colon)),
                                                 redis::Value::integer(std::stoi(node.substr(colon + 1))),
                                                 redis::Value::string("id")}));
        }
        ranges.push_back(redis::Value::array(std::move(items)));
    }
    return redis::Value::array(std::move(ranges));
}

/// A cluster with three masters, and its client.
struct ClusterWorld {
    test::ManualClock clock;
    test::ManualExecutor executor{clock};
    test::MemoryServers servers{executor};
    std::string password;  ///< of the client
    QByteArray lastDetail; ///< of the last failed request
    std::unique_ptr<redis::Client> client;

    ClusterWorld()
    {
        for (const auto& server : allServers) {
            view(server, usualLayout, 3);
            shard(server, false);
        }
    }

    /// What the server replies about the cluster.
    void view(const std::string& server, const ClusterLayout& layout, int epoch, const std::string& state = "ok")
    {
        auto& replies = servers[server].replies;
        replies["CLUSTER SLOTS"] = slotsReply(layout);
        replies["CLUSTER INFO"] =
            redis::Value::string("cluster_state:" + state + "\r\ncluster_slots_assigned:16384\r\n");
        replies["CLUSTER NODES"] =
            redis::Value::string("id1 10.0.0.1:7000@17000 myself,master - 0 0 1 connected 0-5460\n"
                                 "id2 10.0.0.2:7000@17000 master - 0 0 " +
                                 std::to_string(epoch) + " connected 5461-10922\n");
    }
    void viewOfAll(const ClusterLayout& layout, int epoch, const std::string& state = "ok")
    {
        for (const auto& server : allServers)
            view(server, layout, epoch, state);
    }
    /// As Redis 7 or 6.
    void shard(const std::string& server, bool hasShardedChannels)
    {
        auto& replies = servers[server].replies;
        replies["PUBSUB SHARDNUMSUB"] =
            hasShardedChannels
                ? redis::Value::array({})
                : redis::Value::error("ERR Unknown subcommand or wrong number of arguments for 'SHARDNUMSUB'");
        replies["COMMAND INFO SSUBSCRIBE"] = redis::Value::array(
            {hasShardedChannels ? redis::Value::array({redis::Value::string("ssubscribe"), redis::Value::integer(-2)})
                                : redis::Value()});
    }

    void start(const std::string& seeds = serverA)
    {
        redis::ClientSettings settings;
        settings.target = redis::parseTarget("redis+cluster://" + seeds).value();
        settings.password = password;
        client = std::make_unique<redis::Client>(settings, executor, Log(), servers.transports());
        run();
    }
    void run() { executor.runUntilIdle(); }
    void advance(Duration by)
    {
        executor.advance(by);
        run();
    }

    QByteArray state() { return printed(client->status().state); }
    QByteArray detail() { return printed(client->status().detail); }
    QByteArray server() { return printed(client->status().server); }
    std::string get(const std::string& key) const { return "GET " + key; }
    /// The reply to GET, OK unless the server has another one.
    QByteArray ask(const std::string& key)
    {
        QByteArray text = "open";
        client->send(key, {"GET", key}, redis::Access::Read, [&text, this](const Result<redis::Value>& reply) {
            text = reply ? printed(reply->text()) : printed(reply.error().code);
            lastDetail = reply ? QByteArray() : printed(reply.error().detail);
        });
        run();
        return text;
    }
    auto asked(const std::string& server, const std::string& key) { return servers[server].count("GET " + key); }
};

} // namespace lockscope::clusterWorld
