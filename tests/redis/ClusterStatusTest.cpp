// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/topology/Slots.h"
#include "tests/redis/ClusterWorld.h"
#include "tests/support/Test.h"

namespace lockscope::clusterStatusTest {

using namespace std::chrono_literals;
using namespace lockscope::clusterWorld;
using redis::Value;
using test::MemoryServer;

class ClusterStatusTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isConnectedWhileAllMastersAre();
    void reportsThatSlotsHaveNoMaster();
    void reportsThatTheClusterIsDown();
    void reportsThatTheServerIsNoCluster();
    void reportsThatNoServerAnswers();
    void wrongCredentialsAreFinal();
    void looksAgainAfterClusterDown();
    void usesShardedChannelsIfAllServersHaveThem();
    void movesChannelsWithTheirSlot();
    void movesShardedChannelsThatTheServerEnds();
};

void ClusterStatusTest::isConnectedWhileAllMastersAre()
{
    ClusterWorld world;
    world.servers.stop(serverB);
    world.start();
    QCOMPARE(world.state(), "Connecting");
    QCOMPARE(world.server(), "10.0.0.2:7000");
    QCOMPARE(world.detail(), "10.0.0.2:7000: connection refused. The cluster announces this address");
    QCOMPARE(world.ask(keyOfA), "OK"); // its master is connected
    world.servers[serverB].state = MemoryServer::State::Up;
    world.advance(3s);
    QCOMPARE(world.state(), "Connected");
    const auto generation = world.client->status().generation;
    world.servers.disconnect(serverC);
    world.run();
    QVERIFY(world.client->status().generation > generation); // connected again at once
    QCOMPARE(world.state(), "Connected");
}

void ClusterStatusTest::reportsThatSlotsHaveNoMaster()
{
    ClusterWorld world;
    world.viewOfAll({{0, 5460, {serverA}}, {5461, 10922, {serverB}}, {10923, 16382, {serverC}}}, 3);
    world.start();
    QCOMPARE(world.state(), "Connecting");
    QCOMPARE(world.detail(), "1 hash slot of the cluster has no master");
    world.viewOfAll({{0, 5460, {serverA}}, {10923, 16383, {serverC}}}, 3);
    world.advance(3s);
    QCOMPARE(world.detail(), "5462 hash slots of the cluster have no master");
    QCOMPARE(world.ask(keyOfA), "OK");
    QCOMPARE(world.ask("hello"), "OK"); // slot 866
    QCOMPARE(redis::slotOf("lock"), 8718);
    QCOMPARE(world.ask("lock"), "NoConnection");
    QVERIFY2(world.lastDetail.contains("no master"), world.lastDetail);
    world.viewOfAll(usualLayout, 3);
    world.advance(3s);
    QCOMPARE(world.state(), "Connected");
}

void ClusterStatusTest::reportsThatTheClusterIsDown()
{
    ClusterWorld world;
    world.viewOfAll(usualLayout, 3, "fail");
    world.start();
    QCOMPARE(world.state(), "Connecting");
    QCOMPARE(world.detail(), "the cluster is down: it reports cluster_state:fail");
    world.viewOfAll(usualLayout, 3);
    world.advance(3s);
    QCOMPARE(world.state(), "Connected");
}

void ClusterStatusTest::reportsThatTheServerIsNoCluster()
{
    ClusterWorld world;
    const auto disabled = Value::error("ERR This instance has cluster support disabled");
    for (const char* command : {"CLUSTER SLOTS", "CLUSTER INFO", "CLUSTER NODES"})
        world.servers[serverA].replies[command] = disabled;
    world.start();
    QCOMPARE(world.state(), "Connecting");
    QCOMPARE(world.detail(), "10.0.0.1:7000: the server is not in cluster mode. Use the form redis://HOST:PORT");
}

void ClusterStatusTest::reportsThatNoServerAnswers()
{
    ClusterWorld world;
    world.servers.stop(serverA);
    world.start();
    QCOMPARE(world.state(), "Connecting");
    QCOMPARE(world.detail(), "10.0.0.1:7000: connection refused");
    QCOMPARE(world.ask(keyOfA), "NoConnection");
    world.servers[serverA].state = MemoryServer::State::Up;
    world.advance(3s);
    QCOMPARE(world.state(), "Connected");
}

void ClusterStatusTest::wrongCredentialsAreFinal()
{
    ClusterWorld world;
    world.servers[serverA].password = "secret";
    world.password = "another";
    world.start(serverA);
    QCOMPARE(world.state(), "AuthFailed");
    QVERIFY2(world.detail().startsWith("10.0.0.1:7000: "), world.detail());
}

void ClusterStatusTest::looksAgainAfterClusterDown()
{
    ClusterWorld world;
    world.start();
    world.advance(2s);
    world.servers[serverA].replies[world.get(keyOfA)] = Value::error("CLUSTERDOWN The cluster is down");
    world.viewOfAll({{0, 5460, {replicaA}}, {5461, 10922, {serverB}}, {10923, 16383, {serverC}}}, 4);
    QCOMPARE(world.ask(keyOfA), "Throttled");
    world.advance(1s);
    QCOMPARE(world.ask(keyOfA), "OK");
    QCOMPARE(world.asked(replicaA, keyOfA), 1);
}

void ClusterStatusTest::usesShardedChannelsIfAllServersHaveThem()
{
    ClusterWorld old;
    old.start();
    QVERIFY(!old.client->usesShardedChannels());
    ClusterWorld world;
    for (const auto& server : allServers)
        world.shard(server, true);
    world.start();
    QVERIFY(world.client->usesShardedChannels());
    // PUBSUB may be forbidden.
    ClusterWorld restricted;
    for (const auto& server : allServers) {
        restricted.shard(server, true);
        restricted.servers[server].replies["PUBSUB SHARDNUMSUB"] =
            Value::error("NOPERM this user has no permissions to run the 'pubsub|shardnumsub' command");
    }
    restricted.start();
    QVERIFY(restricted.client->usesShardedChannels());
    // While servers are upgraded.
    ClusterWorld mixed;
    mixed.shard(serverA, true);
    mixed.start(serverA + ',' + serverB + ',' + serverC);
    QVERIFY(!mixed.client->usesShardedChannels());
}

void ClusterStatusTest::movesChannelsWithTheirSlot()
{
    ClusterWorld world;
    world.start();
    world.advance(2s);
    int confirmed = 0;
    std::vector<std::string> messages;
    const auto subscription = world.client->subscribe(
        "{bar}channel", [&](const redis::Message& message) { messages.emplace_back(message.payload); },
        [&] { ++confirmed; });
    world.run();
    QVERIFY(world.servers.isSubscribed(serverA, "{bar}channel"));
    QCOMPARE(confirmed, 1);
    world.servers.publish(serverA, "{bar}channel", "first");
    world.run();
    world.viewOfAll({{0, 5460, {replicaA}}, {5461, 10922, {serverB}}, {10923, 16383, {serverC}}}, 4);
    world.servers.stop(serverA);
    world.advance(3s);
    QVERIFY(world.servers.isSubscribed(replicaA, "{bar}channel"));
    QCOMPARE(confirmed, 2);
    world.servers.publish(replicaA, "{bar}channel", "second");
    world.run();
    QCOMPARE(printed(messages), "first second");
}

void ClusterStatusTest::movesShardedChannelsThatTheServerEnds()
{
    ClusterWorld world;
    for (const auto& server : allServers)
        world.shard(server, true);
    world.start();
    world.advance(2s);
    int confirmed = 0;
    std::vector<std::string> messages;
    const auto subscription = world.client->subscribe(
        "{bar}channel", [&](const redis::Message& message) { messages.emplace_back(message.payload); },
        [&] { ++confirmed; });
    world.run();
    QCOMPARE(world.servers[serverA].count("SSUBSCRIBE {bar}channel"), 1);
    QCOMPARE(confirmed, 1);
    world.viewOfAll({{0, 5060, {serverA}}, {5061, 10922, {serverB}}, {10923, 16383, {serverC}}}, 4);
    world.servers.endSharded(serverA, "{bar}channel");
    world.advance(1s);
    QCOMPARE(world.servers[serverB].count("SSUBSCRIBE {bar}channel"), 1);
    QCOMPARE(confirmed, 2);
    world.servers.publish(serverB, "{bar}channel", "moved", "smessage");
    world.run();
    QCOMPARE(printed(messages), "moved");
}

} // namespace lockscope::clusterStatusTest

LOCKSCOPE_TEST(lockscope::clusterStatusTest::ClusterStatusTest)
#include "ClusterStatusTest.moc"
