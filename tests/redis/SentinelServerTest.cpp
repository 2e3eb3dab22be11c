// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/connect/Certificates.h"
#include "tests/redis/LiveClient.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <algorithm>

namespace lockscope::sentinelServerTest {

using redis::SandboxKind;
using test::LiveChannel;
using test::LiveClient;
using test::printed;
using test::RedisServers;

class SentinelServerTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void writesToTheMaster();
    void followsAfterTheMasterWasKilled();
    void followsAFailoverOnRequest();
    void staysAwayFromAMasterThatWakesUp();
    void followsWithoutTheGivenSentinel();
    void usesBothPasswords();
    void followsWithTls();
    void reportsAnUnknownMaster();
};

// A failover takes some seconds, and a busy machine makes it longer.
constexpr int failoverLimitMs = 90'000;

/// A master with two replicas (0, 1 and 2) and three Sentinels (3, 4 and 5).
redis::RedisSandboxOptions withSentinels()
{
    redis::RedisSandboxOptions options;
    options.kind = SandboxKind::Sentinel;
    options.downAfterMs = 2'000;
    return options;
}

QByteArray get(RedisServers& servers, const QByteArray& key, int index)
{
    return servers.command({"GET", key}, index).toByteArray();
}

/// The number of the client's connections to the Sentinel that have a subscription.
qsizetype subscribersAt(RedisServers& servers, int sentinel)
{
    const auto clients = servers.command({"CLIENT", "LIST"}, sentinel).toByteArray().split('\n');
    return std::count_if(clients.begin(), clients.end(), [](const QByteArray& client) {
        return client.contains(" name=tester ") && client.contains(" sub=1 ");
    });
}

void SentinelServerTest::writesToTheMaster()
{
    RedisServers servers(withSentinels());
    QVERIFY_RESULT(servers.start());
    LiveClient client(servers.target());
    QTRY_VERIFY(client.isConnected());
    QCOMPARE(servers.indexOf(client.port()), 0);
    QCOMPARE(client.text("key", {"SET", "key", "value"}), "OK");
    QCOMPARE(get(servers, "key", 0), "value");
}

void SentinelServerTest::followsAfterTheMasterWasKilled()
{
    RedisServers servers(withSentinels());
    QVERIFY_RESULT(servers.start());
    LiveClient client(servers.target());
    LiveChannel channel(client, "channel");
    QTRY_VERIFY(client.isConnected());
    QTRY_VERIFY(channel.confirmed() > 0);
    const int confirmed = channel.confirmed();

    QVERIFY_RESULT(servers.killServer(0));
    QTRY_VERIFY_WITH_TIMEOUT(client.isConnected() && servers.indexOf(client.port()) != 0, failoverLimitMs);
    const int master = servers.indexOf(client.port());
    QCOMPARE(servers.info("role", master), "master");
    QCOMPARE(client.text("key", {"SET", "key", "value"}), "OK");
    QCOMPARE(get(servers, "key", master), "value");

    QTRY_VERIFY(channel.confirmed() > confirmed);
    servers.command({"PUBLISH", "channel", "after"}, master);
    QTRY_VERIFY(channel.has("after"));

    // The old master comes back without data, and becomes a replica.
    QVERIFY_RESULT(servers.startServer(0));
    QTRY_COMPARE_WITH_TIMEOUT(servers.info("role", 0), "slave", failoverLimitMs);
    QCOMPARE(servers.indexOf(client.port()), master);
    QCOMPARE(client.text("key", {"GET", "key"}), "value");
}

void SentinelServerTest::followsAFailoverOnRequest()
{
    RedisServers servers(withSentinels());
    QVERIFY_RESULT(servers.start());
    LiveClient client(servers.target());
    LiveChannel channel(client, "channel");
    QTRY_VERIFY(client.isConnected());
    QTRY_VERIFY(channel.confirmed() > 0);

    QCOMPARE(servers.command({"SENTINEL", "FAILOVER", "mymaster"}, 3).toByteArray(), "OK");
    QTRY_VERIFY_WITH_TIMEOUT(client.isConnected() && servers.indexOf(client.port()) != 0, failoverLimitMs);
    const int master = servers.indexOf(client.port());
    QCOMPARE(client.text("key", {"SET", "key", "value"}), "OK");
    QCOMPARE(get(servers, "key", master), "value");
    QTRY_VERIFY(servers.command({"PUBSUB", "NUMSUB", "channel"}, master).toList().value(1).toInt() == 1);
    servers.command({"PUBLISH", "channel", "after"}, master);
    QTRY_VERIFY(channel.has("after"));
}

void SentinelServerTest::staysAwayFromAMasterThatWakesUp()
{
    RedisServers servers(withSentinels());
    QVERIFY_RESULT(servers.start());
    LiveClient client(servers.target());
    QTRY_VERIFY(client.isConnected());

    QVERIFY_RESULT(servers.pauseServer(0));
    const auto open = client.ask("lost", {"SET", "lost", "value"});
    QVERIFY(!open);
    QVERIFY2(isOutcomeUnknown(open.error()), describe(open.error()).c_str());
    QTRY_VERIFY_WITH_TIMEOUT(client.isConnected() && servers.indexOf(client.port()) != 0, failoverLimitMs);
    const int master = servers.indexOf(client.port());
    const auto seen = client.seen().size();

    // It regards itself as the master, until a Sentinel has reconfigured it.
    servers.resumeServer(0);
    for (int i = 0; i < 500 || servers.info("role", 0) != "slave"; ++i) {
        const auto key = "key" + QByteArray::number(i);
        QCOMPARE(client.text(key.toStdString(), {"SET", key.toStdString(), "value"}), "OK");
        QCOMPARE(get(servers, key, master), "value");
    }
    const auto after = client.seen();
    QVERIFY(std::none_of(after.begin() + static_cast<std::ptrdiff_t>(seen), after.end(), [&](const auto& status) {
        return status.server.ends_with(':' + std::to_string(servers.port(0)));
    }));
}

void SentinelServerTest::followsWithoutTheGivenSentinel()
{
    RedisServers servers(withSentinels());
    QVERIFY_RESULT(servers.start());
    redis::ClientSettings settings;
    settings.clientName = "tester";
    LiveClient client(QStringLiteral("redis+sentinel://127.0.0.1:%1/mymaster").arg(servers.port(3)), settings);
    QTRY_VERIFY(client.isConnected());
    for (const int sentinel : {3, 4, 5}) // the others are found
        QTRY_COMPARE(subscribersAt(servers, sentinel), 1);
    QVERIFY_RESULT(servers.killServer(3));
    QVERIFY_RESULT(servers.killServer(0));
    QTRY_VERIFY_WITH_TIMEOUT(client.isConnected() && servers.indexOf(client.port()) != 0, failoverLimitMs);
    QCOMPARE(client.text("key", {"SET", "key", "value"}), "OK");
}

void SentinelServerTest::usesBothPasswords()
{
    auto options = withSentinels();
    options.password = QStringLiteral("of the servers");
    options.sentinelPassword = QStringLiteral("of the Sentinels");
    RedisServers servers(options);
    QVERIFY_RESULT(servers.start());
    redis::ClientSettings settings;
    settings.password = "of the servers";
    settings.sentinelPassword = "of the Sentinels";
    LiveClient client(servers.target(), settings);
    QTRY_VERIFY(client.isConnected());
    QCOMPARE(client.text("key", {"SET", "key", "value"}), "OK");

    settings.sentinelPassword = "another";
    LiveClient refused(servers.target(), settings);
    QTRY_COMPARE(printed(refused.status().state), "AuthFailed");
    settings.sentinelPassword.clear();
    LiveClient unknown(servers.target(), settings);
    QTRY_COMPARE(printed(unknown.status().state), "AuthFailed");
    settings.sentinelPassword = "of the Sentinels";
    settings.password = "another";
    LiveClient wrong(servers.target(), settings);
    QTRY_COMPARE(printed(wrong.status().state), "AuthFailed");
}

/// The Sentinels name the ports with TLS.
void SentinelServerTest::followsWithTls()
{
    test::Certificates files;
    const auto authority = QStringLiteral("authority");
    QVERIFY(files.authority(authority));
    QVERIFY(files.certificate(QStringLiteral("server"), authority, QStringLiteral("IP:127.0.0.1")));
    auto options = withSentinels();
    options.tls = redis::SandboxTls{files.file(QStringLiteral("authority.pem")),
                                    files.file(QStringLiteral("server.pem")), files.file(QStringLiteral("server.key"))};
    RedisServers servers(options);
    QVERIFY_RESULT(servers.start());
    QVERIFY2(servers.target().startsWith(QStringLiteral("rediss+sentinel://")), qPrintable(servers.target()));
    redis::ClientSettings settings;
    settings.tls.caFile = files.path("authority.pem");
    LiveClient client(servers.target(), settings);
    QTRY_VERIFY(client.isConnected());
    QCOMPARE(client.port(), servers.servers().front().tlsPort);
    QVERIFY_RESULT(servers.killServer(0));
    QTRY_VERIFY_WITH_TIMEOUT(client.isConnected() && servers.indexOf(client.port()) != 0, failoverLimitMs);
    QCOMPARE(client.text("key", {"SET", "key", "value"}), "OK");
    QCOMPARE(get(servers, "key", servers.indexOf(client.port())), "value");
}

void SentinelServerTest::reportsAnUnknownMaster()
{
    RedisServers servers(withSentinels());
    QVERIFY_RESULT(servers.start());
    auto target = servers.target();
    LiveClient client(target.replace(QStringLiteral("/mymaster"), QStringLiteral("/yourmaster")));
    QTRY_COMPARE(printed(client.status().detail), "no Sentinel knows a master \"yourmaster\"");
    QCOMPARE(client.text("key", {"SET", "key", "value"}), "NoConnection");

    LiveClient wrong(QStringLiteral("redis+sentinel://127.0.0.1:%1/mymaster").arg(servers.port(0)));
    QTRY_VERIFY2(wrong.status().detail.find("the server is not a Sentinel") != std::string::npos,
                 wrong.status().detail.c_str());
}

} // namespace lockscope::sentinelServerTest

LOCKSCOPE_TEST(lockscope::sentinelServerTest::SentinelServerTest)
#include "SentinelServerTest.moc"
