// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// What real servers report of themselves, and how their reports are read.

#include "core/sources/redis/topology/ServerReader.h"
#include "core/sources/redis/topology/ServerInfo.h"
#include "tests/redis/LiveClient.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <mutex>

namespace lockscope::serverReaderTest {

using namespace std::chrono_literals;
using inspect::RedisServerFacts;
using inspect::ServerReader;
using test::LiveClient;
using test::RedisServers;

namespace {

/// A reader and the last reports.
class Reports final {
public:
    explicit Reports(const QString& target, ServerReader::Settings settings = {}, redis::ClientSettings client = {})
        : m_client(target, std::move(client))
    {
        m_client.loop().runAndWait([&] {
            m_reader =
                std::make_unique<ServerReader>(m_client.client(), settings, [this](auto servers) { take(servers); });
            m_reader->start();
        });
    }
    ~Reports()
    {
        m_client.loop().runAndWait([this] { m_reader.reset(); });
    }
    Reports(const Reports&) = delete;
    Reports& operator=(const Reports&) = delete;

    /// Of the first master; nullopt before the first report.
    [[nodiscard]] std::optional<RedisServerFacts> master()
    {
        const std::lock_guard lock(m_mutex);
        return m_servers && !m_servers->servers.empty() ? std::optional(m_servers->servers.front()) : std::nullopt;
    }
    [[nodiscard]] std::size_t count()
    {
        const std::lock_guard lock(m_mutex);
        return m_servers ? m_servers->servers.size() : 0;
    }
    void read()
    {
        m_client.loop().runAndWait([this] { m_reader->read(); });
    }

private:
    void take(std::shared_ptr<const inspect::RedisServers> servers)
    {
        const std::lock_guard lock(m_mutex);
        m_servers = std::move(servers);
    }

    std::mutex m_mutex;
    std::shared_ptr<const inspect::RedisServers> m_servers;
    LiveClient m_client;
    std::unique_ptr<ServerReader> m_reader;
};

} // namespace

class ServerReaderTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aMasterAndItsReplica();
    void settings();
    void aUserWithoutRights();
    void aReplicaThatStops();
    void aMasterThatIsDown();
    void aCluster();
    void replicasAsTheyAreWritten_data();
    void replicasAsTheyAreWritten();
    void whatIsMissingIsUnknown();
};

void ServerReaderTest::aMasterAndItsReplica()
{
    RedisServers servers({.replicas = 1});
    QVERIFY_RESULT(servers.start());
    Reports reports(servers.target());
    QTRY_VERIFY(reports.master());
    const auto master = *reports.master();
    QCOMPARE(reports.count(), std::size_t(1));
    QCOMPARE(master.address, "127.0.0.1:" + std::to_string(servers.port()));
    QCOMPARE(master.role, std::string("master"));
    QCOMPARE(master.version, servers.info("redis_version").toStdString());
    QVERIFY(master.isCluster == false);
    QVERIFY(master.uptime && *master.uptime <= std::chrono::seconds(servers.info("uptime_in_seconds").toInt()));
    // One machine has one clock. Milliseconds are cut off, at each of the three clocks.
    QVERIFY(master.clockOffset && master.roundTrip);
    QVERIFY(std::chrono::abs(*master.clockOffset) <= *master.roundTrip + 3ms);
    QCOMPARE(master.connectedReplicas.value(), 1);
    QCOMPARE(master.replicas.size(), std::size_t(1));
    QCOMPARE(master.replicas.front().address, "127.0.0.1:" + std::to_string(servers.port(1)));
    QVERIFY(master.replicas.front().isOnline);
    QVERIFY(master.replicas.front().bytesBehind.has_value());
    QVERIFY(master.replicas.front().lag.has_value());
    QCOMPARE(master.refused, std::string());
}

void ServerReaderTest::settings()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    for (const auto& [setting, value] : QList<std::pair<QByteArray, QByteArray>>{{"notify-keyspace-events", "Ex"},
                                                                                 {"maxmemory", "100000000"},
                                                                                 {"maxmemory-policy", "volatile-ttl"},
                                                                                 {"appendonly", "yes"},
                                                                                 {"appendfsync", "always"}})
        QCOMPARE(servers.command({"CONFIG", "SET", setting, value}), QByteArray("OK"));
    Reports reports(servers.target(), {0ms});
    QTRY_VERIFY(reports.master());
    const auto master = *reports.master();
    const auto notifications = QByteArray::fromStdString(master.notifications.value());
    QVERIFY2(notifications.size() == 2 && notifications.contains('E') && notifications.contains('x'),
             notifications.constData());
    QCOMPARE(master.maxMemory.value(), 100'000'000);
    QCOMPARE(master.policy.value(), std::string("volatile-ttl"));
    QVERIFY(master.hasAppendOnlyFile == true);
    QCOMPARE(master.fsync.value(), std::string("always"));
    QCOMPARE(servers.command({"CONFIG", "SET", "maxmemory", "0"}), QByteArray("OK"));
    reports.read();
    QTRY_COMPARE(reports.master()->maxMemory.value(), 0);
}

void ServerReaderTest::aUserWithoutRights()
{
    RedisServers servers({.moreSettings = QStringLiteral("user app on >secret ~* &* nocommands +ping +info +get\n")});
    QVERIFY_RESULT(servers.start());
    redis::ClientSettings settings;
    settings.password = "secret";
    Reports reports(QStringLiteral("redis://app@127.0.0.1:%1").arg(servers.port()), {}, settings);
    QTRY_VERIFY(reports.master());
    const auto master = *reports.master();
    QCOMPARE(master.connectedReplicas.value(), 0);
    QCOMPARE(master.policy.value(), std::string("noeviction")); // INFO has it too
    QVERIFY(!master.notifications);
    QVERIFY(!master.fsync);
    QVERIFY(!master.clockOffset);
    const auto refused = QByteArray::fromStdString(master.refused);
    QVERIFY2(refused.startsWith("TIME, CONFIG GET notify-keyspace-events, CONFIG GET maxmemory-policy, CONFIG GET "
                                "appendfsync: ") &&
                 refused.contains("NOPERM"),
             refused.constData());
}

void ServerReaderTest::aReplicaThatStops()
{
    RedisServers servers({.replicas = 1});
    QVERIFY_RESULT(servers.start());
    Reports reports(servers.target(), {200ms});
    QTRY_VERIFY(reports.master() && !reports.master()->replicas.empty());
    QVERIFY_RESULT(servers.pauseServer(1));
    QTRY_VERIFY(reports.master()->replicas.front().lag >= 3s); // a living one acknowledges each second
    servers.resumeServer(1);
    QTRY_VERIFY(!reports.master()->replicas.empty() && reports.master()->replicas.front().lag <= 1s);
}

void ServerReaderTest::aMasterThatIsDown()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    Reports reports(servers.target(), {200ms});
    QTRY_VERIFY(reports.master() && reports.master()->uptime);
    QVERIFY_RESULT(servers.killServer());
    QTRY_VERIFY(!reports.master()->uptime); // what it was is not what it is
    QVERIFY(!reports.master()->refused.empty());
    QVERIFY_RESULT(servers.startServer());
    QTRY_VERIFY(reports.master()->uptime);
    QCOMPARE(reports.master()->refused, std::string());
}

void ServerReaderTest::aCluster()
{
    RedisServers servers({.kind = redis::SandboxKind::Cluster});
    QVERIFY_RESULT(servers.start());
    Reports reports(servers.target());
    QTRY_VERIFY(reports.master());
    QTRY_COMPARE(reports.count(), std::size_t(3));
    QVERIFY(reports.master()->isCluster == true);
}

void ServerReaderTest::replicasAsTheyAreWritten_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("online") << QByteArray("ip=10.0.0.8,port=6380,state=online,offset=70,lag=1")
                            << QByteArray("10.0.0.8:6380 online 30 1");
    QTest::newRow("IPv6") << QByteArray("ip=fd00::8,port=6380,state=online,offset=100,lag=0")
                          << QByteArray("[fd00::8]:6380 online 0 0");
    QTest::newRow("first copy") << QByteArray("ip=10.0.0.8,port=6380,state=wait_bgsave,offset=0,lag=0")
                                << QByteArray("10.0.0.8:6380 - 100 0");
    QTest::newRow("no offset") << QByteArray("ip=10.0.0.8,port=6380,state=online")
                               << QByteArray("10.0.0.8:6380 online ? ?");
    QTest::newRow("no port") << QByteArray("ip=10.0.0.8,state=online") << QByteArray("none");
    QTest::newRow("no number") << QByteArray("ip=10.0.0.8,port=99999,state=online") << QByteArray("none");
}

void ServerReaderTest::replicasAsTheyAreWritten()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, expected);
    RedisServerFacts facts;
    const auto text = QByteArray("# Replication\r\nrole:master\r\nconnected_slaves:1\r\nslave0:") + line +
                      "\r\nmaster_repl_offset:100\r\n";
    inspect::addInfo(facts, text.toStdString());
    QByteArray found("none");
    if (!facts.replicas.empty()) {
        const auto& replica = facts.replicas.front();
        found = QByteArray::fromStdString(replica.address) + (replica.isOnline ? " online " : " - ") +
                (replica.bytesBehind ? QByteArray::number(qint64(*replica.bytesBehind)) : "?") + ' ' +
                (replica.lag ? QByteArray::number(qint64(replica.lag->count())) : "?");
    }
    QCOMPARE(found, expected);
}

void ServerReaderTest::whatIsMissingIsUnknown()
{
    RedisServerFacts facts;
    inspect::addInfo(facts, "# Server\r\nuptime_in_seconds:many\r\n\r\nmaxmemory\r\nconnected_slaves:-1\r\n:\r\n");
    QVERIFY(!facts.uptime && !facts.maxMemory && !facts.isCluster && !facts.policy);
    QVERIFY(facts.replicas.empty());
    inspect::addInfo(facts, std::string_view());
    QVERIFY(facts.role.empty() && !facts.connectedReplicas);
}

} // namespace lockscope::serverReaderTest

LOCKSCOPE_TEST(lockscope::serverReaderTest::ServerReaderTest)
#include "ServerReaderTest.moc"
