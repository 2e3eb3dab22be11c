// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/Client.h"
#include "core/redis/client/Transport.h"
#include "tests/redis/MemoryServers.h"
#include "tests/support/ManualExecutor.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::sentinelTopologyTest {

using namespace std::chrono_literals;
using redis::Value;
using test::MemoryServer;
using test::printed;

class SentinelTopologyTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void usesTheMasterThatTheSentinelsName();
    void verifiesTheRoleFirst();
    void asksTheSentinelsThatOthersName();
    void connectsOnceToASentinelWithTwoAddresses();
    void followsSwitchMaster();
    void ignoresOtherMasters();
    void asksAgainAfterALostConnection();
    void doesNotUseAReplica();
    void leavesAServerThatAnswersReadOnly();
    void doesNotKeepAServerThatBecameAReplica();
    void theHigherEpochWins();
    void doesNotReturnToAnOldMaster();
    void waitsBrieflyForASuspendedSentinel();
    void asksAgainNowAndThen();
    void usesThePasswordOfTheSentinels();
    void aWrongPasswordOfTheSentinelsIsFinal();
    void reportsThatNoSentinelAnswers();
    void reportsThatNoSentinelKnowsTheMaster();
    void reportsThatAServerIsNoSentinel();
    void acceptsAUserWithoutRole();
};

constexpr auto oldMaster = "10.0.0.1:6379";
constexpr auto newMaster = "10.0.0.2:6379";
const std::vector<std::string> threeSentinels{"10.0.1.1:26379", "10.0.1.2:26379", "10.0.1.3:26379"};

Value strings(const std::vector<std::string>& texts)
{
    std::vector<Value> items;
    for (const auto& text : texts)
        items.push_back(Value::string(text));
    return Value::array(std::move(items));
}

std::pair<std::string, std::string> split(const std::string& address)
{
    const auto colon = address.rfind(':');
    return {address.substr(0, colon), address.substr(colon + 1)};
}

/// Sentinels and servers, and a client of the master "mymaster".
struct World {
    test::ManualClock clock;
    test::ManualExecutor executor{clock};
    test::MemoryServers servers{executor};
    std::unique_ptr<redis::Client> client;

    World()
    {
        servers[oldMaster];
        servers[newMaster].role = "slave";
        for (const auto& sentinel : threeSentinels)
            name(sentinel, oldMaster, 1);
    }

    /// The Sentinel names this master from now on.
    void name(const std::string& sentinel, const std::string& master, int epoch,
              const std::vector<std::string>& others = threeSentinels)
    {
        const auto [host, port] = split(master);
        auto& replies = servers[sentinel].replies;
        replies["SENTINEL MYID"] = Value::string("id of " + sentinel);
        replies["SENTINEL MASTER mymaster"] =
            strings({"name", "mymaster", "ip", host, "port", port, "config-epoch", std::to_string(epoch)});
        replies["SENTINEL GET-MASTER-ADDR-BY-NAME mymaster"] = strings({host, port});
        std::vector<Value> named;
        for (const auto& other : others) {
            const auto [otherHost, otherPort] = split(other);
            if (other != sentinel)
                named.push_back(strings({"name", "x", "ip", otherHost, "port", otherPort, "runid", "id of " + other}));
        }
        replies["SENTINEL SENTINELS mymaster"] = Value::array(std::move(named));
    }
    void failOver(const std::vector<std::string>& sentinels = threeSentinels)
    {
        servers[oldMaster].role = "slave";
        servers[newMaster].role = "master";
        for (const auto& sentinel : sentinels)
            name(sentinel, newMaster, 2);
    }

    void start(const std::string& sentinels = threeSentinels.front(), const std::string& sentinelPassword = {})
    {
        redis::ClientSettings settings;
        settings.target = redis::parseTarget("redis+sentinel://" + sentinels + "/mymaster").value();
        settings.sentinelPassword = sentinelPassword;
        client = std::make_unique<redis::Client>(settings, executor, Log(), servers.transports());
        run();
    }
    void run() { executor.runUntilIdle(); }
    void advance(Duration by)
    {
        executor.advance(by);
        run();
    }

    QByteArray state() { return printed(client->status().state) + ' ' + printed(client->status().server); }
    QByteArray detail() { return printed(client->status().detail); }
    /// The reply to SET a b.
    QByteArray set()
    {
        QByteArray text;
        client->send("a", {"SET", "a", "b"}, redis::Access::Write, [&](const Result<Value>& reply) {
            text = reply ? printed(reply->text()) : printed(reply.error().code);
        });
        run();
        return text;
    }
};

void SentinelTopologyTest::usesTheMasterThatTheSentinelsName()
{
    World world;
    world.start();
    QCOMPARE(world.state(), "Connected 10.0.0.1:6379");
    QCOMPARE(world.set(), "OK");
    QCOMPARE(world.servers[oldMaster].count("SET a b"), 1);
    QCOMPARE(world.servers.attempts(newMaster), 0);
}

void SentinelTopologyTest::verifiesTheRoleFirst()
{
    World world;
    world.start();
    QVERIFY(!world.servers[oldMaster].received.empty());
    QCOMPARE(printed(world.servers[oldMaster].received.front()), "ROLE");
}

void SentinelTopologyTest::asksTheSentinelsThatOthersName()
{
    World world;
    world.start(threeSentinels[1]);
    for (const auto& sentinel : threeSentinels) {
        QVERIFY(world.servers[sentinel].count("SENTINEL GET-MASTER-ADDR-BY-NAME mymaster") >= 1);
        QVERIFY(world.servers.isSubscribed(sentinel, "+switch-master"));
    }
}

void SentinelTopologyTest::connectsOnceToASentinelWithTwoAddresses()
{
    World world;
    // The target has the host name of a Sentinel that the other one names by its IP address.
    world.name("sentinel.example:26379", oldMaster, 1);
    world.servers["sentinel.example:26379"].replies["SENTINEL MYID"] = Value::string("id of " + threeSentinels[1]);
    world.start("sentinel.example:26379," + threeSentinels[0]);
    world.advance(1min);
    QCOMPARE(world.servers.connections("sentinel.example:26379"), 2); // requests, subscription
    QCOMPARE(world.servers.connections(threeSentinels[0]), 2);
    QCOMPARE(world.servers.connections(threeSentinels[1]), 0);
    QCOMPARE(world.servers.connections(threeSentinels[2]), 2);
}

void SentinelTopologyTest::followsSwitchMaster()
{
    World world;
    world.start();
    world.advance(5s); // the looks after the first connections are over
    const auto generation = world.client->status().generation;
    world.failOver();
    world.servers.publish(threeSentinels[2], "+switch-master", "mymaster 10.0.0.1 6379 10.0.0.2 6379");
    world.advance(100ms);
    QCOMPARE(world.state(), "Connected 10.0.0.2:6379");
    QVERIFY(world.client->status().generation > generation);
    QCOMPARE(world.servers.connections(oldMaster), 0);
    QCOMPARE(world.set(), "OK");
    QCOMPARE(world.servers[newMaster].count("SET a b"), 1);
}

void SentinelTopologyTest::ignoresOtherMasters()
{
    World world;
    world.start();
    world.advance(1s); // the questions after the connections are over
    const auto asked = world.servers[threeSentinels[0]].count("SENTINEL MYID");
    world.servers.publish(threeSentinels[2], "+switch-master", "othermaster 10.0.0.1 6379 10.0.0.2 6379");
    world.servers.publish(threeSentinels[2], "+switch-master", "nonsense");
    world.advance(1s);
    QCOMPARE(world.servers[threeSentinels[0]].count("SENTINEL MYID"), asked);
}

void SentinelTopologyTest::asksAgainAfterALostConnection()
{
    World world;
    world.start();
    world.advance(5s);
    world.failOver();
    world.servers.stop(oldMaster);
    world.advance(1s);
    QCOMPARE(world.state(), "Connected 10.0.0.2:6379");
}

void SentinelTopologyTest::doesNotUseAReplica()
{
    World world;
    for (const auto& sentinel : threeSentinels)
        world.name(sentinel, newMaster, 2); // it is not promoted yet
    world.start();
    QCOMPARE(world.state(), "Connecting 10.0.0.2:6379");
    QCOMPARE(world.detail(), "10.0.0.2:6379: the server is a replica, not the master");
    QCOMPARE(world.set(), "NoConnection");
    QCOMPARE(world.servers[newMaster].count("SET a b"), 0);
    world.servers[newMaster].role = "master";
    world.advance(3s);
    QCOMPARE(world.state(), "Connected 10.0.0.2:6379");
}

void SentinelTopologyTest::leavesAServerThatAnswersReadOnly()
{
    World world;
    world.start();
    world.advance(5s);
    world.failOver(); // without any message, and the connections stay
    world.servers[oldMaster].replies["SET a b"] = Value::error("READONLY You can't write against a read only replica.");
    QCOMPARE(world.set(), "ReadOnlyServer");
    world.advance(1s);
    QCOMPARE(world.state(), "Connected 10.0.0.2:6379");
    QCOMPARE(world.set(), "OK");
}

void SentinelTopologyTest::doesNotKeepAServerThatBecameAReplica()
{
    World world;
    world.start();
    world.advance(5s);
    world.servers[oldMaster].role = "slave";
    for (const auto& sentinel : threeSentinels)
        world.servers.stop(sentinel); // so that only the server shows it
    world.advance(5s);
    QCOMPARE(world.state(), "Connected 10.0.0.1:6379");
    world.servers[oldMaster].replies["SET a b"] = Value::error("READONLY You can't write against a read only replica.");
    QCOMPARE(world.set(), "ReadOnlyServer");
    world.run();
    QCOMPARE(world.state(), "Suspended 10.0.0.1:6379");
    QCOMPARE(world.set(), "NoConnection");
}

void SentinelTopologyTest::theHigherEpochWins()
{
    World world;
    world.failOver({threeSentinels[1]}); // the others have not been notified
    world.servers[oldMaster].role = "master";
    world.start();
    QCOMPARE(world.state(), "Connected 10.0.0.2:6379");
    QCOMPARE(world.servers.attempts(oldMaster), 0);
}

void SentinelTopologyTest::doesNotReturnToAnOldMaster()
{
    World world;
    world.start();
    world.failOver({threeSentinels[1], threeSentinels[2]});
    world.servers.publish(threeSentinels[2], "+switch-master", "mymaster 10.0.0.1 6379 10.0.0.2 6379");
    world.advance(100ms);
    QCOMPARE(world.state(), "Connected 10.0.0.2:6379");

    // The client is now partitioned with the old master, which did not notice, and its Sentinel.
    world.servers[oldMaster].role = "master";
    const auto attempts = world.servers.attempts(oldMaster);
    for (const auto& lost : {std::string(newMaster), threeSentinels[1], threeSentinels[2]})
        world.servers.stop(lost);
    world.advance(10s);
    QCOMPARE(world.state(), "Suspended 10.0.0.2:6379");
    QCOMPARE(world.detail(), "the reachable Sentinels name an old master, 10.0.0.1:6379");
    QCOMPARE(world.servers.attempts(oldMaster), attempts);
    QCOMPARE(world.set(), "NoConnection");

    world.servers[newMaster].state = MemoryServer::State::Up;
    world.advance(5s);
    QCOMPARE(world.state(), "Connected 10.0.0.2:6379");
}

void SentinelTopologyTest::waitsBrieflyForASuspendedSentinel()
{
    World world;
    world.servers[threeSentinels[2]].state = MemoryServer::State::Suspended;
    world.start(threeSentinels[0] + ',' + threeSentinels[1] + ',' + threeSentinels[2]);
    world.advance(299ms);
    QCOMPARE(world.state(), "Connecting ");
    world.advance(1ms);
    QCOMPARE(world.state(), "Connected 10.0.0.1:6379");
}

void SentinelTopologyTest::asksAgainNowAndThen()
{
    World world;
    world.start();
    world.advance(1s);
    world.failOver(); // no Sentinel publishes it
    world.servers[oldMaster].role = "master";
    world.advance(20s);
    QCOMPARE(world.state(), "Connected 10.0.0.1:6379");
    world.advance(16s);
    QCOMPARE(world.state(), "Connected 10.0.0.2:6379");
}

void SentinelTopologyTest::usesThePasswordOfTheSentinels()
{
    World world;
    for (const auto& sentinel : threeSentinels)
        world.servers[sentinel].password = "of the Sentinels";
    world.start(threeSentinels.front(), "of the Sentinels");
    QCOMPARE(world.state(), "Connected 10.0.0.1:6379");
    QCOMPARE(world.servers[oldMaster].count("AUTH of the Sentinels"), 0);
}

void SentinelTopologyTest::aWrongPasswordOfTheSentinelsIsFinal()
{
    World world;
    for (const auto& sentinel : threeSentinels)
        world.servers[sentinel].password = "of the Sentinels";
    world.start(threeSentinels[0] + ',' + threeSentinels[1], "another");
    QCOMPARE(printed(world.client->status().state), "AuthFailed");
    QVERIFY2(world.detail().contains(QByteArray(threeSentinels[0].c_str())), world.detail());
    const auto attempts = world.servers.attempts(threeSentinels[0]);
    world.advance(1min);
    QCOMPARE(world.servers.attempts(threeSentinels[0]), attempts);
}

void SentinelTopologyTest::reportsThatNoSentinelAnswers()
{
    World world;
    world.servers.stop(threeSentinels[0]);
    world.servers.stop(threeSentinels[1]);
    world.start(threeSentinels[0] + ',' + threeSentinels[1]);
    QCOMPARE(world.state(), "Connecting ");
    QCOMPARE(world.detail(),
             "no Sentinel of 10.0.1.1:26379, 10.0.1.2:26379 answered: 10.0.1.1:26379: connection refused");
    QCOMPARE(world.set(), "NoConnection");
    world.servers[threeSentinels[1]].state = MemoryServer::State::Up;
    world.advance(3s);
    QCOMPARE(world.state(), "Connected 10.0.0.1:6379");
}

void SentinelTopologyTest::reportsThatNoSentinelKnowsTheMaster()
{
    World world;
    const auto unknown = Value::error("ERR No such master with that name");
    for (const auto& sentinel : threeSentinels) {
        auto& replies = world.servers[sentinel].replies;
        replies["SENTINEL MASTER mymaster"] = unknown;
        replies["SENTINEL GET-MASTER-ADDR-BY-NAME mymaster"] = Value();
        replies["SENTINEL SENTINELS mymaster"] = unknown;
    }
    world.start();
    QCOMPARE(world.state(), "Connecting ");
    QCOMPARE(world.detail(), "no Sentinel knows a master \"mymaster\"");
    for (const auto& sentinel : threeSentinels)
        world.name(sentinel, oldMaster, 0); // SENTINEL MONITOR
    world.advance(5s);
    QCOMPARE(world.state(), "Connected 10.0.0.1:6379");
}

void SentinelTopologyTest::reportsThatAServerIsNoSentinel()
{
    World world;
    const auto unknown = Value::error("ERR unknown command 'SENTINEL', with args beginning with: 'MYID' ");
    for (const char* words : {"MYID", "MASTER mymaster", "GET-MASTER-ADDR-BY-NAME mymaster", "SENTINELS mymaster"})
        world.servers[oldMaster].replies[std::string("SENTINEL ") + words] = unknown;
    world.start(oldMaster);
    QCOMPARE(world.detail(), "no Sentinel of 10.0.0.1:6379 answered: 10.0.0.1:6379: the server is not a Sentinel. "
                             "The default port of Sentinels is 26379");
}

void SentinelTopologyTest::acceptsAUserWithoutRole()
{
    World world;
    world.servers[oldMaster].replies["ROLE"] =
        Value::error("NOPERM this user has no permissions to run the 'role' command");
    world.start();
    QCOMPARE(world.state(), "Connected 10.0.0.1:6379");
}

} // namespace lockscope::sentinelTopologyTest

LOCKSCOPE_TEST(lockscope::sentinelTopologyTest::SentinelTopologyTest)
#include "SentinelTopologyTest.moc"
