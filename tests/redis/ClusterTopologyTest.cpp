// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/topology/Slots.h"
#include "tests/redis/ClusterWorld.h"
#include "tests/support/Test.h"

namespace lockscope::clusterTopologyTest {

using namespace std::chrono_literals;
using namespace lockscope::clusterWorld;
using redis::Value;
using test::MemoryServer;

class ClusterTopologyTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findsTheMastersFromAReplica();
    void sendsToTheMasterOfTheSlot();
    void followsMovedAndRemembersIt();
    void readsAllSlotsAfterMoved();
    void asksTheTargetOfMovedFirst();
    void followsMovedToAnUnknownServer();
    void forgetsAMasterWithoutSlots();
    void asksForOneRequestOnly();
    void keepsTheServerOfAMigratingSlot();
    void findsThePromotedReplica();
    void findsTheMastersWithoutTheGivenServers();
    void theNewestOfThreeViewsCounts();
    void aSuspendedNodeDelaysTheViewBriefly();
    void looksNowAndThen();
    void waitsForOpenRequestsOfAnOldMaster();
};

void ClusterTopologyTest::findsTheMastersFromAReplica()
{
    ClusterWorld world;
    world.start(replicaA);
    QCOMPARE(world.state(), "Connected");
    for (const auto& server : {serverA, serverB, serverC})
        QCOMPARE(world.servers.connections(server), 1);
    QCOMPARE(world.servers.connections(replicaA), 0);
}

void ClusterTopologyTest::sendsToTheMasterOfTheSlot()
{
    ClusterWorld world;
    world.start();
    QCOMPARE(redis::slotOf(keyOfA), 5061);
    QCOMPARE(redis::slotOf(keyOfC), 15495);
    QCOMPARE(world.ask(keyOfA), "OK");
    QCOMPARE(world.ask(keyOfC), "OK");
    QCOMPARE(world.asked(serverA, keyOfA), 1);
    QCOMPARE(world.asked(serverC, keyOfC), 1);
}

void ClusterTopologyTest::followsMovedAndRemembersIt()
{
    ClusterWorld world;
    world.start();
    // The views of the nodes do not show yet that the slot has moved.
    world.servers[serverC].replies[world.get(keyOfC)] = Value::error("MOVED 15495 10.0.0.2:7000");
    QCOMPARE(world.ask(keyOfC), "OK");
    QCOMPARE(world.asked(serverC, keyOfC), 1);
    QCOMPARE(world.asked(serverB, keyOfC), 1);
    QCOMPARE(world.ask(keyOfC), "OK");
    QCOMPARE(world.asked(serverC, keyOfC), 1);
    QCOMPARE(world.asked(serverB, keyOfC), 2);
    QCOMPARE(world.ask(keyOfC2), "OK"); // another slot of the same master
    QCOMPARE(world.asked(serverC, keyOfC2), 1);
}

void ClusterTopologyTest::readsAllSlotsAfterMoved()
{
    ClusterWorld world;
    world.start();
    world.advance(5s);
    // Server B has taken over all slots of C. Only the view of B shows it.
    const ClusterLayout layout{{0, 5460, {serverA}}, {5461, 16383, {serverB}}};
    world.view(serverB, layout, 4);
    world.servers[serverC].replies[world.get(keyOfC)] = Value::error("MOVED 15495 10.0.0.2:7000");
    QCOMPARE(world.ask(keyOfC), "OK");
    world.advance(1s);
    QCOMPARE(world.ask(keyOfC2), "OK");
    QCOMPARE(world.asked(serverC, keyOfC2), 0);
    QCOMPARE(world.asked(serverB, keyOfC2), 1);
}

void ClusterTopologyTest::asksTheTargetOfMovedFirst()
{
    // Both slots have moved from C to B, and B has kept its epoch, because it was the highest one. Only the view of B
    // shows it.
    const ClusterLayout before{{0, 3000, {serverA}},
                               {3001, 5460, {replicaA}},
                               {5461, 10922, {serverB}},
                               {10923, 12000, {serverD}},
                               {12001, 16383, {serverC}}};
    const ClusterLayout after{{0, 3000, {serverA}},
                              {3001, 5460, {replicaA}},
                              {5461, 10922, {serverB}},
                              {10923, 12000, {serverD}},
                              {12001, 16383, {serverB}}};
    for (int order = 0; order < 10; ++order) { // of the others, which is random
        ClusterWorld world;
        world.viewOfAll(before, 3);
        world.start();
        world.advance(5s);
        world.view(serverB, after, 3);
        world.servers[serverC].replies[world.get(keyOfC)] = Value::error("MOVED 15495 10.0.0.2:7000");
        QCOMPARE(world.ask(keyOfC), "OK");
        world.advance(1s);
        QCOMPARE(world.ask(keyOfC2), "OK");
        QCOMPARE(world.asked(serverB, keyOfC2), 1);
    }
}

void ClusterTopologyTest::followsMovedToAnUnknownServer()
{
    ClusterWorld world;
    world.start();
    world.servers[serverC].replies[world.get(keyOfC)] = Value::error("MOVED 15495 10.0.0.5:7000");
    world.viewOfAll({{0, 5460, {serverA}}, {5461, 10922, {serverB}}, {10923, 16383, {serverD}}}, 4);
    QCOMPARE(world.ask(keyOfC), "OK");
    QCOMPARE(world.asked(serverD, keyOfC), 1);
    world.advance(10s);
    QCOMPARE(world.state(), "Connected");
    QCOMPARE(world.servers.connections(serverD), 1);
    QCOMPARE(world.servers.connections(serverC), 0);
}

void ClusterTopologyTest::forgetsAMasterWithoutSlots()
{
    ClusterWorld world;
    world.viewOfAll({{0, 15494, {serverA}}, {15495, 15495, {serverB}}, {15496, 16383, {serverA}}}, 3);
    world.start();
    world.advance(2s);
    world.viewOfAll({{0, 16383, {serverA}}}, 4);
    world.servers[serverB].replies[world.get(keyOfC)] = Value::error("MOVED 15495 10.0.0.1:7000");
    QCOMPARE(world.ask(keyOfC), "OK"); // the layout is now that of the next view
    world.advance(10s);
    QCOMPARE(world.servers.connections(serverB), 0);
    world.servers.stop(serverB);
    world.advance(1s);
    QCOMPARE(world.state(), "Connected");
}

void ClusterTopologyTest::asksForOneRequestOnly()
{
    ClusterWorld world;
    world.start();
    world.servers[serverC].replies[world.get(keyOfC)] = Value::error("ASK 15495 10.0.0.2:7000");
    QCOMPARE(world.ask(keyOfC), "OK");
    QCOMPARE(world.asked(serverC, keyOfC), 1);
    const auto& received = world.servers[serverB].received;
    QVERIFY(received.size() >= 2);
    QCOMPARE(printed(received[received.size() - 2]), "ASKING");
    QCOMPARE(printed(received.back()), printed(world.get(keyOfC)));
    // The slot still belongs to C.
    QCOMPARE(world.ask(keyOfC), "OK");
    QCOMPARE(world.asked(serverC, keyOfC), 2);
}

void ClusterTopologyTest::keepsTheServerOfAMigratingSlot()
{
    ClusterWorld world;
    world.start();
    // A new node, which has no slot yet, and so is not in CLUSTER SLOTS.
    world.servers[serverC].replies[world.get(keyOfC)] = Value::error("ASK 15495 10.0.0.5:7000");
    for (int i = 0; i < 3; ++i) {
        QCOMPARE(world.ask(keyOfC), "OK");
        world.advance(20s);
    }
    QCOMPARE(world.servers.attempts(serverD), 1);
    QCOMPARE(world.state(), "Connected");
    world.servers.stop(serverD); // no master: the status does not depend on it
    world.run();
    QCOMPARE(world.state(), "Connected");
    world.advance(1min);
    const auto attempts = world.servers.attempts(serverD);
    world.advance(1min);
    QCOMPARE(world.servers.attempts(serverD), attempts);
}

void ClusterTopologyTest::findsThePromotedReplica()
{
    ClusterWorld world;
    world.start();
    world.advance(5s);
    world.servers.stop(serverA);
    world.run();
    QCOMPARE(world.state(), "Suspended");
    QCOMPARE(world.ask(keyOfA), "NoConnection");
    world.advance(5s);
    QCOMPARE(world.state(), "Suspended");
    world.viewOfAll({{0, 5460, {replicaA}}, {5461, 10922, {serverB}}, {10923, 16383, {serverC}}}, 4);
    world.advance(3s);
    QCOMPARE(world.state(), "Connected");
    QCOMPARE(world.ask(keyOfA), "OK");
    QCOMPARE(world.asked(replicaA, keyOfA), 1);
}

void ClusterTopologyTest::findsTheMastersWithoutTheGivenServers()
{
    ClusterWorld world;
    world.start(serverA);
    world.viewOfAll({{0, 16383, {replicaA}}}, 5);
    for (const auto& server : {serverA, serverB, serverC})
        world.servers.stop(server);
    world.advance(3s);
    QCOMPARE(world.state(), "Connected"); // the replica was in the first view
    QCOMPARE(world.server(), "10.0.0.4:7000");
}

void ClusterTopologyTest::theNewestOfThreeViewsCounts()
{
    const ClusterLayout after{{0, 5460, {replicaA}}, {5461, 10922, {serverB}}, {10923, 16383, {serverC}}};
    for (int order = 0; order < 10; ++order) { // which is random
        ClusterWorld world;
        // A was suspended. Its view does not show that its replica was promoted.
        world.view(serverB, after, 4);
        world.view(serverC, after, 4);
        world.start(serverA + ',' + serverB + ',' + serverC);
        QCOMPARE(world.ask(keyOfA), "OK");
        QCOMPARE(world.asked(replicaA, keyOfA), 1);
        QCOMPARE(world.asked(serverA, keyOfA), 0);
    }
}

void ClusterTopologyTest::aSuspendedNodeDelaysTheViewBriefly()
{
    ClusterWorld world;
    world.servers[serverD].state = MemoryServer::State::Suspended;
    world.start(serverA + ',' + serverD);
    world.advance(199ms);
    QCOMPARE(world.state(), "Connecting");
    world.advance(1ms);
    QCOMPARE(world.state(), "Connected");
}

void ClusterTopologyTest::looksNowAndThen()
{
    ClusterWorld world;
    world.start();
    world.advance(2s);
    world.viewOfAll({{0, 5460, {replicaA}}, {5461, 10922, {serverB}}, {10923, 16383, {serverC}}}, 4);
    world.advance(20s);
    QCOMPARE(world.servers.connections(replicaA), 0);
    world.advance(16s);
    QCOMPARE(world.servers.connections(replicaA), 1);
    QCOMPARE(world.state(), "Connected");
}

void ClusterTopologyTest::waitsForOpenRequestsOfAnOldMaster()
{
    ClusterWorld world;
    world.start();
    world.advance(2s);
    world.servers[serverA].state = MemoryServer::State::Suspended;
    QByteArray reply = "open";
    world.client->send(keyOfA, {"GET", keyOfA}, redis::Access::Read, [&](const Result<Value>& result) {
        reply = result ? printed(result->text()) : printed(result.error().code);
    });
    world.viewOfAll({{0, 5460, {replicaA}}, {5461, 10922, {serverB}}, {10923, 16383, {serverC}}}, 4);
    world.servers[serverC].replies[world.get(keyOfC)] = Value::error("MOVED 15495 10.0.0.2:7000");
    QCOMPARE(world.ask(keyOfC), "OK"); // leads to a look
    world.advance(1500ms);
    QCOMPARE(world.ask(keyOfA), "OK");
    QCOMPARE(world.asked(replicaA, keyOfA), 1);
    QCOMPARE(reply, "open");
    QCOMPARE(world.servers.connections(serverA), 1);
    world.advance(2s);
    QCOMPARE(reply, "OperationTimeout");
    world.advance(3s);
    QCOMPARE(world.servers.connections(serverA), 0);
    QCOMPARE(world.state(), "Connected");
}

} // namespace lockscope::clusterTopologyTest

LOCKSCOPE_TEST(lockscope::clusterTopologyTest::ClusterTopologyTest)
#include "ClusterTopologyTest.moc"
