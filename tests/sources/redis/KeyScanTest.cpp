// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The scan of all keys, on real servers: complete on one server and on a cluster, at the rate that is set.

#include "core/sources/redis/discovery/KeyScan.h"
#include "tests/redis/LiveClient.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <set>

namespace lockscope::keyScanTest {

using namespace std::chrono_literals;
using inspect::KeyScan;
using redis::SandboxKind;
using test::LiveClient;
using test::RedisServers;

class KeyScanTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findsEveryKey();
    void filtersOnTheServer();
    void keepsTheRate();
    void readsAllMastersOfACluster();
    void namesTheRefusal();
    void readsTheOtherMastersWhenOneRefuses();
    void endsWithTheServer();
};

/// A scan on the client's loop, and what it found.
class LiveScan final {
public:
    LiveScan(LiveClient& client, KeyScan::Settings settings)
        : m_client(client)
    {
        m_client.loop().runAndWait([&] {
            m_scan = std::make_unique<KeyScan>(m_client.client(), std::move(settings),
                                               [this](const redis::Address& master, std::vector<std::string> keys) {
                                                   m_masters.insert(toString(master));
                                                   m_keys.insert(keys.begin(), keys.end());
                                               });
        });
    }
    ~LiveScan()
    {
        m_client.loop().runAndWait([this] { m_scan.reset(); });
    }
    LiveScan(const LiveScan&) = delete;
    LiveScan& operator=(const LiveScan&) = delete;

    [[nodiscard]] Result<void> run()
    {
        test::BlockingAnswer<void> answer;
        m_client.loop().post([this, reply = answer.reply()]() mutable { m_scan->start(std::move(reply)); });
        return answer.get();
    }
    [[nodiscard]] const std::set<std::string>& keys() const { return m_keys; }
    [[nodiscard]] std::size_t masters() const { return m_masters.size(); }
    [[nodiscard]] std::uint64_t calls()
    {
        std::uint64_t calls = 0;
        m_client.loop().runAndWait([&] { calls = m_scan->calls(); });
        return calls;
    }

private:
    LiveClient& m_client;
    // On the loop until run() has returned:
    std::unique_ptr<KeyScan> m_scan;
    std::set<std::string> m_keys;
    std::set<std::string> m_masters;
};

redis::RedisSandboxOptions clusterOptions()
{
    redis::RedisSandboxOptions options;
    options.kind = SandboxKind::Cluster;
    return options;
}

constexpr int keyCount = 20'000;

void KeyScanTest::findsEveryKey()
{
    RedisServers servers;
    QVERIFY(servers.start());
    const QByteArray fill = "for i = 1, " + QByteArray::number(keyCount) + " do redis.call('set', 'key-' .. i, i) end";
    servers.command({"EVAL", fill, "0"});
    servers.command({"SET", QByteArray("a\0\r\n\xff", 5), "1"});
    LiveClient client(servers.target());
    QTRY_VERIFY(client.isConnected());
    LiveScan scan(client, {});
    QVERIFY(scan.run());
    QCOMPARE(scan.keys().size(), std::size_t(keyCount + 1));
    QVERIFY(scan.keys().contains(std::string("a\0\r\n\xff", 5)));
    QVERIFY(scan.calls() <= keyCount / 1'000 + 10); // a call may look at a few keys less than asked for
    QVERIFY(scan.run());                            // a second time
    QCOMPARE(scan.keys().size(), std::size_t(keyCount + 1));
}

void KeyScanTest::filtersOnTheServer()
{
    RedisServers servers;
    QVERIFY(servers.start());
    servers.command({"SET", "orders:1", "x"});
    servers.command({"HSET", "orders:2", "a", "1"});
    servers.command({"HSET", "users:1", "a", "1"});
    LiveClient client(servers.target());
    QTRY_VERIFY(client.isConnected());
    LiveScan hashes(client, {.type = "hash"});
    QVERIFY(hashes.run());
    QVERIFY((hashes.keys() == std::set<std::string>{"orders:2", "users:1"}));
    LiveScan orders(client, {.pattern = "orders:*"});
    QVERIFY(orders.run());
    QVERIFY((orders.keys() == std::set<std::string>{"orders:1", "orders:2"}));
}

void KeyScanTest::keepsTheRate()
{
    RedisServers servers;
    QVERIFY(servers.start());
    servers.command({"EVAL", "for i = 1, 2000 do redis.call('set', 'key-' .. i, i) end", "0"});
    LiveClient client(servers.target());
    QTRY_VERIFY(client.isConnected());
    LiveScan scan(client, {.count = 100, .callsPerSecond = 50});
    const SystemClock clock;
    const auto begun = clock.now();
    QVERIFY(scan.run());
    const auto took = clock.now() - begun;
    QCOMPARE(scan.keys().size(), std::size_t(2'000));
    QVERIFY(took >= 20ms * static_cast<int>(scan.calls() - 2)); // never faster; a busy machine is slower
}

void KeyScanTest::readsAllMastersOfACluster()
{
    RedisServers servers(clusterOptions());
    QVERIFY(servers.start());
    LiveClient client(servers.target());
    QTRY_VERIFY_WITH_TIMEOUT(client.isConnected(), 30'000);
    std::set<std::string> made;
    for (int i = 0; i < 300; ++i) {
        const auto key = "key-" + std::to_string(i);
        QCOMPARE(client.text(key, {"SET", key, "x"}), QByteArray("OK"));
        made.insert(key);
    }
    LiveScan scan(client, {.count = 20});
    QVERIFY(scan.run());
    QVERIFY(scan.keys() == made);
    QCOMPARE(scan.masters(), std::size_t(3));
}

void KeyScanTest::namesTheRefusal()
{
    RedisServers servers;
    QVERIFY(servers.start());
    servers.command({"ACL", "SETUSER", "default", "-scan"});
    LiveClient client(servers.target());
    QTRY_VERIFY(client.isConnected());
    LiveScan scan(client, {});
    const auto result = scan.run();
    QVERIFY(!result);
    QVERIFY(result.error().code == ErrorCode::NoAuth);
}

void KeyScanTest::readsTheOtherMastersWhenOneRefuses()
{
    RedisServers servers(clusterOptions());
    QVERIFY(servers.start());
    LiveClient client(servers.target());
    QTRY_VERIFY_WITH_TIMEOUT(client.isConnected(), 30'000);
    std::set<std::string> made;
    for (int i = 0; i < 300; ++i) {
        const auto key = "key-" + std::to_string(i);
        QCOMPARE(client.text(key, {"SET", key, "x"}), QByteArray("OK"));
        made.insert(key);
    }
    const auto refused = servers.command({"KEYS", "*"}, 1).toList();
    QVERIFY(!refused.isEmpty());
    for (const auto& key : refused)
        made.erase(key.toByteArray().toStdString());
    servers.command({"ACL", "SETUSER", "default", "-scan"}, 1);
    LiveScan scan(client, {.count = 20});
    const auto result = scan.run();
    QVERIFY(!result);
    QVERIFY(result.error().code == ErrorCode::NoAuth);
    QVERIFY2(result.error().detail.starts_with("127.0.0.1:" + std::to_string(servers.port(1)) + ": NOPERM"),
             result.error().detail.c_str());
    QVERIFY(scan.keys() == made);
}

void KeyScanTest::endsWithTheServer()
{
    RedisServers servers;
    QVERIFY(servers.start());
    LiveClient client(servers.target());
    QTRY_VERIFY(client.isConnected());
    QVERIFY(servers.killServer());
    QTRY_VERIFY(!client.isConnected());
    LiveScan scan(client, {});
    const auto result = scan.run();
    QVERIFY(!result);
    QVERIFY(result.error().code == ErrorCode::NoConnection);
}

} // namespace lockscope::keyScanTest

LOCKSCOPE_TEST(lockscope::keyScanTest::KeyScanTest)
#include "KeyScanTest.moc"
