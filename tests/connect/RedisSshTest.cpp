// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Clients of real Redis servers through an SSH server of the test's own, also at the addresses that Sentinels and
/// cluster nodes announce.

#include "core/connect/redis/RedisSettings.h"
#include "core/connect/redis/SshDialer.h"
#include "core/sources/redis/RedisSource.h"
#include "core/sources/redis/RedlockSource.h"
#include "tests/connect/Certificates.h"
#include "tests/connect/SshProcesses.h"
#include "tests/connect/SshServer.h"
#include "tests/redis/LiveClient.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <algorithm>
#include <mutex>

namespace lockscope::test::redisSshTest {

using connect::SshDialer;
using redis::SandboxKind;

// A failover takes some seconds, and a busy machine makes it longer.
constexpr int failoverLimitMs = 90'000;

class RedisSshTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanup() { QVERIFY(sshProcesses().isEmpty()); }
    void oneServerByName();
    void connectsAgainAfterTheSshServer();
    void followsTheSentinels();
    void followsTheCluster();
    void checksTheRealNameWithTls();
    void saysWhyThereIsNoConnection();
    void showsLocks();
    void showsVotesOfIndependentMasters();

private:
    [[nodiscard]] connect::SshSettings ssh(const char* destination = "gate") const
    {
        return {destination, m_ssh.configFile()};
    }
    [[nodiscard]] redis::ClientSettings throughSsh(const char* destination = "gate") const
    {
        redis::ClientSettings settings;
        settings.connectTimeout = std::chrono::seconds(10);
        settings.dialer = std::make_shared<SshDialer>(ssh(destination));
        return settings;
    }

    SshServer m_ssh;
};

void RedisSshTest::initTestCase()
{
    QVERIFY(m_ssh.prepare());
    QVERIFY(m_ssh.start());
}

void RedisSshTest::oneServerByName()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    const auto address = QStringLiteral("localhost:%1").arg(servers.port());
    LiveClient client(QStringLiteral("redis://") + address, throughSsh());
    LiveChannel channel(client, "news");
    QTRY_VERIFY(client.isConnected());
    QCOMPARE(QString::fromStdString(client.status().server), address);
    QCOMPARE(client.text("key", {"SET", "key", "value"}), QByteArray("OK"));
    QCOMPARE(servers.command({"GET", "key"}).toByteArray(), QByteArray("value"));
    QTRY_COMPARE(channel.confirmed(), 1);
    servers.command({"PUBLISH", "news", "today"});
    QTRY_VERIFY(channel.has("today"));
    QCOMPARE(sshProcesses().size(), 1); // of two connections
}

void RedisSshTest::connectsAgainAfterTheSshServer()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    LiveClient client(servers.target(), throughSsh());
    QTRY_VERIFY(client.isConnected());
    m_ssh.stop();
    QTRY_VERIFY_WITH_TIMEOUT(client.status().detail.find("No SSH server listens on this port") != std::string::npos,
                             40'000);
    QVERIFY(client.status().state != SessionState::Connected);
    QVERIFY(m_ssh.start());
    QTRY_VERIFY_WITH_TIMEOUT(client.isConnected(), 60'000);
    QCOMPARE(client.text("key", {"SET", "key", "value"}), QByteArray("OK"));
}

/// The Sentinels announce the addresses of the masters, and of each other.
void RedisSshTest::followsTheSentinels()
{
    RedisServers servers({.kind = SandboxKind::Sentinel, .downAfterMs = 2'000});
    QVERIFY_RESULT(servers.start());
    const auto one = QStringLiteral("redis+sentinel://localhost:%1/mymaster").arg(servers.port(3));
    LiveClient client(one, throughSsh());
    LiveChannel channel(client, "news");
    QTRY_VERIFY_WITH_TIMEOUT(client.isConnected(), 60'000);
    QCOMPARE(printed(client.status().server), "127.0.0.1:" + QByteArray::number(servers.port(0)));
    QTRY_VERIFY(channel.confirmed() > 0);
    QVERIFY_RESULT(servers.killServer(0));
    QVERIFY_RESULT(servers.killServer(3)); // the others were found by it
    QTRY_VERIFY_WITH_TIMEOUT(client.isConnected() && servers.indexOf(client.port()) != 0, failoverLimitMs);
    const int master = servers.indexOf(client.port());
    QCOMPARE(client.text("key", {"SET", "key", "value"}), QByteArray("OK"));
    QCOMPARE(servers.command({"GET", "key"}, master).toByteArray(), QByteArray("value"));
    QCOMPARE(sshProcesses().size(), 1);
}

/// Its nodes announce their addresses, in CLUSTER SLOTS and MOVED.
void RedisSshTest::followsTheCluster()
{
    RedisServers servers({.kind = SandboxKind::Cluster});
    QVERIFY_RESULT(servers.start());
    const auto one = QStringLiteral("redis+cluster://localhost:%1").arg(servers.port(0));
    LiveClient client(one, throughSsh());
    QTRY_VERIFY_WITH_TIMEOUT(client.isConnected(), 60'000);
    std::vector<redis::Address> masters;
    client.loop().runAndWait([&] { masters = client.client().masters(); });
    QCOMPARE(masters.size(), std::size_t(3));
    for (const auto& master : masters) {
        QCOMPARE(printed(master.host), QByteArray("127.0.0.1"));
        QVERIFY(servers.indexOf(master.port) >= 0);
    }
    int found = 0;
    for (const char* const key : {"foo", "bar", "hello"}) {
        QCOMPARE(client.text(key, {"SET", key, "value"}), QByteArray("OK"));
        for (int node = 0; node < 3; ++node)
            found += servers.command({"GET", key}, node).toByteArray() == "value" ? 1 : 0;
    }
    QCOMPARE(found, 3);
    QCOMPARE(sshProcesses().size(), 1);
}

void RedisSshTest::checksTheRealNameWithTls()
{
    Certificates files;
    const auto authority = QStringLiteral("authority");
    QVERIFY(files.authority(authority));
    QVERIFY(files.certificate(QStringLiteral("server"), authority, QStringLiteral("DNS:localhost,DNS:cache.example")));
    redis::RedisSandboxOptions options;
    options.tls = redis::SandboxTls{files.file(QStringLiteral("authority.pem")),
                                    files.file(QStringLiteral("server.pem")), files.file(QStringLiteral("server.key"))};
    RedisServers servers(options);
    QVERIFY_RESULT(servers.start());
    const auto at = [&](const char* host) {
        return QStringLiteral("rediss://%1:%2").arg(QLatin1String(host)).arg(servers.servers().front().tlsPort);
    };
    auto settings = throughSsh();
    settings.tls.caFile = files.path("authority.pem");
    LiveClient named(at("localhost"), settings);
    QTRY_VERIFY_WITH_TIMEOUT(named.isConnected(), 60'000);
    LiveClient byAddress(at("127.0.0.1"), settings);
    QTRY_VERIFY2(byAddress.status().detail.find("certificate is for localhost, cache.example and not for 127.0.0.1") !=
                     std::string::npos,
                 byAddress.status().detail.c_str());
    settings.tls.serverName = "cache.example";
    LiveClient withName(at("127.0.0.1"), settings);
    QTRY_VERIFY_WITH_TIMEOUT(withName.isConnected(), 60'000);
    settings.tls.serverName = "other.example";
    LiveClient withOther(at("localhost"), settings);
    QTRY_VERIFY2(withOther.status().detail.find("and not for other.example") != std::string::npos,
                 withOther.status().detail.c_str());
}

void RedisSshTest::saysWhyThereIsNoConnection()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    const auto target = servers.target();
    const auto address = printed(target.section(QStringLiteral("//"), 1).toStdString());
    LiveClient refused(target, throughSsh("unknown-key"));
    QTRY_VERIFY2(printed(refused.status().detail).startsWith(address + ": ssh reported: "),
                 refused.status().detail.c_str());
    QVERIFY_RESULT(servers.killServer());
    LiveClient gone(target, throughSsh());
    QTRY_COMPARE(printed(gone.status().detail),
                 address + ": the SSH server cannot connect to this server (connect failed: Connection refused). Check "
                           "that this server is running and that the SSH server can resolve its name. Check that the "
                           "SSH server forwards connections");
}

/// With the settings of a profile, as in the console.
void RedisSshTest::showsLocks()
{
    RedisServers servers({.kind = SandboxKind::Cluster});
    QVERIFY_RESULT(servers.start());
    connect::Profile profile;
    profile.redis = redis::parseTarget("redis+cluster://localhost:" + std::to_string(servers.port(0))).value();
    profile.ssh = ssh();
    inspect::RedisSource::Settings settings;
    settings.connection = connect::redisClientSettings(profile, {});
    settings.connection.dialer = std::make_shared<SshDialer>(*profile.ssh);
    const std::vector<std::string> names{"orders", "mails", "stock"};
    LiveClient direct(servers.target());
    QTRY_VERIFY(direct.isConnected());
    for (const auto& name : names) {
        QVERIFY_RESULT(direct.ask(name, {"HSET", name, "6ba7b810-9dad-41d1-80b4-00c04fd430c8:1", "1"}));
        QVERIFY_RESULT(direct.ask(name, {"PEXPIRE", name, "600000"}));
    }
    std::mutex mutex;
    inspect::SnapshotPtr last;
    inspect::RedisSource source(std::move(settings), Log());
    inspect::LockSource::Handlers handlers;
    handlers.snapshot = [&](inspect::SnapshotPtr snapshot) {
        const std::lock_guard lock(mutex);
        last = std::move(snapshot);
    };
    handlers.session = [](const SessionStatus&) {};
    source.start(std::move(handlers));
    const auto showsAll = [&] {
        const std::lock_guard lock(mutex);
        return last && last->complete && last->redisServers &&
               std::all_of(names.begin(), names.end(), [&](const auto& name) { return last->find(name); });
    };
    QTRY_VERIFY_WITH_TIMEOUT(showsAll(), 60'000);
    source.stop();
    for (const auto& server : last->redisServers->servers)
        QVERIFY2(server.address.starts_with("127.0.0.1:"), server.address.c_str());
    QVERIFY(last->problems.empty());
}

void RedisSshTest::showsVotesOfIndependentMasters()
{
    RedisServers servers({.kind = SandboxKind::Independent, .masters = 3});
    QVERIFY_RESULT(servers.start());
    for (int i = 0; i < 3; ++i)
        servers.command({"SET", "orders", "9b1c0a7e44d25f83e6b7a90c1d2e3f45", "PX", "600000"}, i);
    inspect::RedlockSource::Settings settings;
    settings.connection = throughSsh();
    settings.connection.target = redis::parseTarget(servers.target().toStdString()).value();
    settings.inspector.roots = {"orders"};
    std::mutex mutex;
    inspect::SnapshotPtr last;
    inspect::RedlockSource source(std::move(settings), Log());
    inspect::LockSource::Handlers handlers;
    handlers.snapshot = [&](inspect::SnapshotPtr snapshot) {
        const std::lock_guard lock(mutex);
        last = std::move(snapshot);
    };
    handlers.session = [](const SessionStatus&) {};
    source.start(std::move(handlers));
    const auto votes = [&] {
        const std::lock_guard lock(mutex);
        const auto* found = last ? last->find("orders") : nullptr;
        return found && found->redis ? std::count_if(found->redis->votes.begin(), found->redis->votes.end(),
                                                     [](const auto& vote) { return vote.isReachable && vote.token; })
                                     : 0;
    };
    QTRY_COMPARE_WITH_TIMEOUT(votes(), 3, 60'000);
    QCOMPARE(sshProcesses().size(), 1);
    source.stop();
}

} // namespace lockscope::test::redisSshTest

LOCKSCOPE_TEST(lockscope::test::redisSshTest::RedisSshTest)
#include "RedisSshTest.moc"
