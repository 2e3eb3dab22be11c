// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/topology/Slots.h"
#include "tests/connect/Certificates.h"
#include "tests/redis/LiveClient.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <set>

namespace lockscope::clusterServerTest {

using redis::SandboxKind;
using test::LiveChannel;
using test::LiveClient;
using test::printed;
using test::RedisServers;

class ClusterServerTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sendsToTheMasterOfTheKey();
    void runsScripts();
    void servesWithTls();
    void followsAfterAMasterWasKilled();
    void staysAwayFromAMasterThatWakesUp();
    void losesNothingWhileASlotMoves();
    void losesNothingInAFailoverOnRequest();
    void aShardedSubscriptionFollowsItsSlot();
    void aShardedSubscriptionSurvivesFailovers();
    void isSuspendedWhileASlotHasNoMaster();
};

// A failover takes some seconds, and a busy machine makes it longer.
constexpr int failoverLimitMs = 90'000;
constexpr int serverCount = 6;

/// Three masters (0, 1 and 2), each with a replica (3, 4 and 5).
redis::RedisSandboxOptions clusterOptions()
{
    redis::RedisSandboxOptions options;
    options.kind = SandboxKind::Cluster;
    options.downAfterMs = 2'000;
    return options;
}

/// The server that serves the slot, as the server `asked` reports it; -1: none.
int masterOf(RedisServers& servers, int slot, int asked)
{
    const auto ranges = servers.command({"CLUSTER", "SLOTS"}, asked).toList();
    for (const auto& range : ranges) {
        const auto parts = range.toList();
        if (parts[0].toInt() <= slot && slot <= parts[1].toInt())
            return servers.indexOf(parts[2].toList()[1].toInt());
    }
    return -1;
}

QByteArray idOf(RedisServers& servers, int index)
{
    return servers.command({"CLUSTER", "MYID"}, index).toByteArray();
}

/// The replica of the master 0, 1 or 2 at the start.
int replicaOf(int master)
{
    return master + 3;
}

/// All running servers agree that `master` serves the slot.
bool isAgreed(RedisServers& servers, int slot, int master, const std::vector<int>& running)
{
    return std::all_of(running.begin(), running.end(),
                       [&](int index) { return masterOf(servers, slot, index) == master; });
}

/// How often the server has replied with the error.
int errorCount(RedisServers& servers, const QByteArray& code, int index)
{
    const auto text = servers.info("errorstat_" + code, index); // "count=3"
    return text.mid(text.indexOf('=') + 1).toInt();
}

/// Moves a slot with its keys, as redis-cli does: one key at a time, so that requests come in between.
class SlotMove {
public:
    SlotMove(RedisServers& servers, int slot, int from, int to)
        : m_servers(servers)
        , m_slot(QByteArray::number(slot))
        , m_from(from)
        , m_to(to)
    {
    }

    QByteArray begin()
    {
        const auto importing =
            m_servers.command({"CLUSTER", "SETSLOT", m_slot, "IMPORTING", idOf(m_servers, m_from)}, m_to);
        const auto migrating =
            m_servers.command({"CLUSTER", "SETSLOT", m_slot, "MIGRATING", idOf(m_servers, m_to)}, m_from);
        return importing.toByteArray() + migrating.toByteArray();
    }
    /// False if no key is left.
    bool moveOne()
    {
        const auto keys = m_servers.command({"CLUSTER", "GETKEYSINSLOT", m_slot, "1"}, m_from).toList();
        if (keys.isEmpty())
            return false;
        m_servers.command(
            {"MIGRATE", "127.0.0.1", QByteArray::number(m_servers.port(m_to)), keys.first().toByteArray(), "0", "5000"},
            m_from);
        return true;
    }
    QByteArray end()
    {
        // The new owner first: requests that come meanwhile are redirected to it.
        const auto id = idOf(m_servers, m_to);
        const auto atNew = m_servers.command({"CLUSTER", "SETSLOT", m_slot, "NODE", id}, m_to);
        const auto atOld = m_servers.command({"CLUSTER", "SETSLOT", m_slot, "NODE", id}, m_from);
        return atNew.toByteArray() + atOld.toByteArray();
    }

private:
    RedisServers& m_servers;
    QByteArray m_slot;
    int m_from;
    int m_to;
};

/// Increments the counters "{tag}0" to "{tag}9" without a pause, several at a time, on the client's loop.
class Increments final {
public:
    explicit Increments(LiveClient& client, std::string tag)
        : m_client(client)
        , m_tag(std::move(tag))
    {
        m_client.loop().post([this] {
            for (int key = 0; key < keys; ++key)
                next(key);
            --m_open;
        });
    }
    ~Increments() { stop(); }
    Increments(const Increments&) = delete;
    Increments& operator=(const Increments&) = delete;

    static constexpr int keys = 10;

    /// Returns after the last reply.
    void stop()
    {
        m_isStopping = true;
        while (m_open > 0)
            m_client.loop().runAndWait([] {});
    }
    [[nodiscard]] int total() const { return m_total; }
    [[nodiscard]] std::string name(int key) const { return '{' + m_tag + '}' + std::to_string(key); }
    /// Read them after stop().
    [[nodiscard]] int succeeded(int key) const { return m_succeeded.at(key); }
    [[nodiscard]] const QByteArray& failure() const { return m_failure; }

private:
    void next(int key)
    {
        ++m_open;
        m_client.client().send(name(key), {"INCR", name(key)}, redis::Access::Write,
                               [this, key](const Result<redis::Value>& reply) { onReply(key, reply); });
    }
    void onReply(int key, const Result<redis::Value>& reply)
    {
        if (reply && reply->kind() == redis::Value::Kind::Integer) {
            ++m_succeeded[key];
            ++m_total;
        } else if (m_failure.isEmpty()) {
            m_failure = reply ? printed(reply->text()) : printed(describe(reply.error()));
        }
        if (!m_isStopping && m_failure.isEmpty())
            next(key);
        --m_open;
    }

    LiveClient& m_client;
    const std::string m_tag;
    std::atomic<bool> m_isStopping = false;
    std::atomic<int> m_open = 1; // until the first requests are made
    std::atomic<int> m_total = 0;
    std::map<int, int> m_succeeded;
    QByteArray m_failure;
};

void ClusterServerTest::sendsToTheMasterOfTheKey()
{
    RedisServers servers(clusterOptions());
    QVERIFY_RESULT(servers.start());
    // From a replica alone.
    LiveClient client(QStringLiteral("redis+cluster://127.0.0.1:%1").arg(servers.port(5)));
    QTRY_VERIFY(client.isConnected());
    QVERIFY(client.client().usesShardedChannels());
    std::set<int> used;
    for (int i = 0; i < 50; ++i) {
        const auto key = "key" + std::to_string(i);
        const int slot = servers.command({"CLUSTER", "KEYSLOT", printed(key)}).toInt();
        QCOMPARE(redis::slotOf(key), slot);
        QCOMPARE(client.text(key, {"SET", key, "value"}), "OK");
        const int master = masterOf(servers, slot, 0);
        used.insert(master);
        QCOMPARE(servers.command({"GET", printed(key)}, master).toByteArray(), "value");
    }
    QCOMPARE(used, (std::set<int>{0, 1, 2}));
    for (const int master : {0, 1, 2})
        QCOMPARE(errorCount(servers, "MOVED", master), 0);
}

void ClusterServerTest::runsScripts()
{
    RedisServers servers(clusterOptions());
    QVERIFY_RESULT(servers.start());
    LiveClient client(servers.target());
    QTRY_VERIFY(client.isConnected());
    const redis::Script script("set two keys", "redis.call('set', KEYS[1], ARGV[1]) "
                                               "redis.call('set', KEYS[2], ARGV[1]) return 2");
    for (const std::string tag : {"{a}", "{bar}", "{hello}"}) { // slots 15495, 5061 and 866
        test::BlockingAnswer<redis::Value> answer;
        client.loop().post([&, reply = answer.reply()] {
            client.client().run(script, {tag + '1', tag + '2'}, {"value"}, redis::Access::Write, reply);
        });
        const auto reply = answer.get();
        QVERIFY_RESULT(reply);
        QCOMPARE(reply->number(), 2);
        QCOMPARE(client.text(tag + '2', {"GET", tag + '2'}), "value");
    }
}

/// CLUSTER SLOTS and MOVED name the ports with TLS.
void ClusterServerTest::servesWithTls()
{
    test::Certificates files;
    const auto authority = QStringLiteral("authority");
    QVERIFY(files.authority(authority));
    QVERIFY(files.certificate(QStringLiteral("server"), authority, QStringLiteral("IP:127.0.0.1")));
    auto options = clusterOptions();
    options.password = QStringLiteral("secret");
    options.tls = redis::SandboxTls{files.file(QStringLiteral("authority.pem")),
                                    files.file(QStringLiteral("server.pem")), files.file(QStringLiteral("server.key"))};
    RedisServers servers(options);
    QVERIFY_RESULT(servers.start());
    QVERIFY2(servers.target().startsWith(QStringLiteral("rediss+cluster://")), qPrintable(servers.target()));
    redis::ClientSettings settings;
    settings.password = "secret";
    settings.tls.caFile = files.path("authority.pem");
    LiveClient client(servers.target(), settings);
    QTRY_VERIFY(client.isConnected());
    QCOMPARE(client.text("key", {"SET", "key", "value"}), "OK");
    const int slot = redis::slotOf("key");
    const int old = masterOf(servers, slot, 0);
    QCOMPARE(servers.command({"GET", "key"}, old).toByteArray(), "value");
    QCOMPARE(servers.command({"CLUSTER", "FAILOVER"}, replicaOf(old)).toByteArray(), "OK");
    QTRY_VERIFY_WITH_TIMEOUT(masterOf(servers, slot, old) == replicaOf(old), failoverLimitMs);
    QCOMPARE(client.text("key", {"SET", "key", "moved"}), "OK");
    QCOMPARE(servers.command({"GET", "key"}, replicaOf(old)).toByteArray(), "moved");

    settings.password = "another";
    LiveClient wrong(servers.target(), settings);
    QTRY_COMPARE(printed(wrong.status().state), "AuthFailed");
}

void ClusterServerTest::followsAfterAMasterWasKilled()
{
    RedisServers servers(clusterOptions());
    QVERIFY_RESULT(servers.start());
    LiveClient client(servers.target());
    QTRY_VERIFY(client.isConnected());
    const int slot = redis::slotOf("key");
    const int old = masterOf(servers, slot, 0);
    QVERIFY(old >= 0 && old < 3);

    QVERIFY_RESULT(servers.killServer(old));
    QTRY_COMPARE(printed(client.status().state), "Suspended");
    QCOMPARE(servers.indexOf(client.port()), old);
    QTRY_VERIFY_WITH_TIMEOUT(client.isConnected(), failoverLimitMs);
    QCOMPARE(client.text("key", {"SET", "key", "value"}), "OK");
    QCOMPARE(servers.command({"GET", "key"}, replicaOf(old)).toByteArray(), "value");

    // It comes back as a replica.
    QVERIFY_RESULT(servers.startServer(old));
    QTRY_COMPARE_WITH_TIMEOUT(servers.info("role", old), "slave", failoverLimitMs);
    QCOMPARE(client.text("key", {"GET", "key"}), "value");
}

void ClusterServerTest::staysAwayFromAMasterThatWakesUp()
{
    RedisServers servers(clusterOptions());
    QVERIFY_RESULT(servers.start());
    LiveClient client(servers.target());
    QTRY_VERIFY(client.isConnected());
    const int slot = redis::slotOf("key");
    const int old = masterOf(servers, slot, 0);

    QVERIFY_RESULT(servers.pauseServer(old));
    const auto open = client.ask("key", {"SET", "key", "lost"});
    QVERIFY(!open);
    QVERIFY2(isOutcomeUnknown(open.error()), describe(open.error()).c_str());
    const auto isServed = [&] { return client.text("key", {"SET", "key", "new"}) == "OK"; };
    QTRY_VERIFY_WITH_TIMEOUT(isServed(), failoverLimitMs);
    QTRY_VERIFY_WITH_TIMEOUT(client.isConnected(), failoverLimitMs);

    servers.resumeServer(old);
    for (int i = 0; i < 300 || servers.info("role", old) != "slave"; ++i) {
        const auto value = std::to_string(i);
        QCOMPARE(client.text("key", {"SET", "key", value}), "OK");
        QCOMPARE(servers.command({"GET", "key"}, replicaOf(old)).toByteArray(), printed(value));
    }
}

void ClusterServerTest::losesNothingWhileASlotMoves()
{
    RedisServers servers(clusterOptions());
    QVERIFY_RESULT(servers.start());
    LiveClient client(servers.target());
    QTRY_VERIFY(client.isConnected());
    const int slot = redis::slotOf("{bar}0");
    const int from = masterOf(servers, slot, 0);
    const int to = (from + 1) % 3;

    Increments increments(client, "bar");
    QTRY_VERIFY(increments.total() > 1'000);
    SlotMove move(servers, slot, from, to);
    QCOMPARE(move.begin(), "OKOK");
    for (int key = 0; key < Increments::keys; ++key) {
        const int before = increments.total();
        QVERIFY(move.moveOne());
        QTRY_VERIFY(increments.total() > before + 100); // some keys are here, some there
    }
    QVERIFY(!move.moveOne());
    QCOMPARE(move.end(), "OKOK");
    const int before = increments.total();
    QTRY_VERIFY(increments.total() > before + 1'000);
    increments.stop();

    QCOMPARE(increments.failure(), "");
    QVERIFY(errorCount(servers, "ASK", from) > 0);
    QVERIFY(errorCount(servers, "MOVED", from) > 0);
    for (int key = 0; key < Increments::keys; ++key)
        QCOMPARE(servers.command({"GET", printed(increments.name(key))}, to).toByteArray().toInt(),
                 increments.succeeded(key));
    // The slot is known now.
    const int redirected = errorCount(servers, "MOVED", from);
    QCOMPARE(client.text("{bar}0", {"SET", "{bar}0", "1"}), "OK");
    QCOMPARE(errorCount(servers, "MOVED", from), redirected);
    QVERIFY(client.isConnected());
}

void ClusterServerTest::losesNothingInAFailoverOnRequest()
{
    RedisServers servers(clusterOptions());
    QVERIFY_RESULT(servers.start());
    LiveClient client(servers.target());
    QTRY_VERIFY(client.isConnected());
    const int slot = redis::slotOf("{bar}0");
    const int old = masterOf(servers, slot, 0);

    Increments increments(client, "bar");
    QTRY_VERIFY(increments.total() > 1'000);
    // The master stops its clients until the replica has all its data.
    QCOMPARE(servers.command({"CLUSTER", "FAILOVER"}, replicaOf(old)).toByteArray(), "OK");
    QTRY_VERIFY_WITH_TIMEOUT(masterOf(servers, slot, replicaOf(old)) == replicaOf(old), failoverLimitMs);
    const int before = increments.total();
    QTRY_VERIFY(increments.total() > before + 1'000);
    increments.stop();

    QCOMPARE(increments.failure(), "");
    for (int key = 0; key < Increments::keys; ++key)
        QCOMPARE(servers.command({"GET", printed(increments.name(key))}, replicaOf(old)).toByteArray().toInt(),
                 increments.succeeded(key));
}

void ClusterServerTest::aShardedSubscriptionFollowsItsSlot()
{
    RedisServers servers(clusterOptions());
    QVERIFY_RESULT(servers.start());
    LiveClient client(servers.target());
    QTRY_VERIFY(client.isConnected());
    const QByteArray name = "channel:{bar}";
    const int slot = redis::slotOf(name.toStdString());
    const int from = masterOf(servers, slot, 0);
    const int to = (from + 1) % 3;
    LiveChannel channel(client, name.toStdString());
    QTRY_COMPARE(channel.confirmed(), 1);
    QCOMPARE(servers.command({"SPUBLISH", name, "before"}, from).toInt(), 1);
    QTRY_VERIFY(channel.has("before"));

    // No request of the client shows the move: the server ends the subscription.
    SlotMove move(servers, slot, from, to);
    QCOMPARE(move.begin(), "OKOK");
    QCOMPARE(move.end(), "OKOK");
    QTRY_COMPARE(servers.command({"PUBSUB", "SHARDNUMSUB", name}, to).toList().value(1).toInt(), 1);
    QTRY_COMPARE(channel.confirmed(), 2);
    QCOMPARE(servers.command({"SPUBLISH", name, "after"}, to).toInt(), 1);
    QTRY_VERIFY(channel.has("after"));
}

void ClusterServerTest::aShardedSubscriptionSurvivesFailovers()
{
    RedisServers servers(clusterOptions());
    QVERIFY_RESULT(servers.start());
    LiveClient client(servers.target());
    QTRY_VERIFY(client.isConnected());
    const QByteArray name = "channel:{bar}";
    const int slot = redis::slotOf(name.toStdString());
    const int first = masterOf(servers, slot, 0);
    const int second = replicaOf(first);
    LiveChannel channel(client, name.toStdString());
    QTRY_COMPARE(channel.confirmed(), 1);

    QCOMPARE(servers.command({"CLUSTER", "FAILOVER"}, second).toByteArray(), "OK");
    QTRY_VERIFY_WITH_TIMEOUT(isAgreed(servers, slot, second, {0, 1, 2, 3, 4, 5}), failoverLimitMs);
    // The old master has ended the subscription. The client does not wait for its next look, after 25 to 35 seconds.
    const auto subscribersAt = [&](int index) {
        return servers.command({"PUBSUB", "SHARDNUMSUB", name}, index).toList().value(1).toInt();
    };
    QTRY_COMPARE_WITH_TIMEOUT(subscribersAt(second), 1, 20'000);
    QTRY_VERIFY(channel.confirmed() >= 2); // the old one accepts the subscription once more, as a replica
    QCOMPARE(servers.command({"SPUBLISH", name, "second"}, second).toInt(), 1);
    QTRY_VERIFY(channel.has("second"));

    QTRY_COMPARE_WITH_TIMEOUT(servers.info("master_link_status", first), "up", failoverLimitMs);
    QVERIFY_RESULT(servers.killServer(second));
    QTRY_VERIFY_WITH_TIMEOUT(masterOf(servers, slot, first) == first, failoverLimitMs);
    QTRY_COMPARE_WITH_TIMEOUT(subscribersAt(first), 1, failoverLimitMs);
    QTRY_VERIFY(channel.confirmed() >= 3);
    QCOMPARE(servers.command({"SPUBLISH", name, "third"}, first).toInt(), 1);
    QTRY_VERIFY(channel.has("third"));
}

void ClusterServerTest::isSuspendedWhileASlotHasNoMaster()
{
    RedisServers servers(clusterOptions());
    QVERIFY_RESULT(servers.start());
    LiveClient client(servers.target());
    QTRY_VERIFY(client.isConnected());
    const auto slot = QByteArray::number(redis::slotOf("bar"));
    for (int i = 0; i < serverCount; ++i)
        QCOMPARE(servers.command({"CLUSTER", "DELSLOTS", slot}, i).toByteArray(), "OK");
    QTRY_COMPARE(client.text("bar", {"SET", "bar", "value"}), "Throttled"); // CLUSTERDOWN
    QTRY_COMPARE(printed(client.status().state), "Suspended");
    QTRY_COMPARE(printed(client.status().detail), "1 hash slot of the cluster has no master");
    QCOMPARE(client.text("bar", {"SET", "bar", "value"}), "NoConnection");

    QCOMPARE(servers.command({"CLUSTER", "ADDSLOTS", slot}, 0).toByteArray(), "OK");
    QTRY_VERIFY(client.isConnected());
    QCOMPARE(client.text("bar", {"SET", "bar", "value"}), "OK");
}

} // namespace lockscope::clusterServerTest

LOCKSCOPE_TEST(lockscope::clusterServerTest::ClusterServerTest)
#include "ClusterServerTest.moc"
