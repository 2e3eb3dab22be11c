// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Permits are added to a semaphore without leases, which stores no holders, on a real server.

#include "core/release/redis/SemaphoreRelease.h"
#include "core/release/PlanJson.h"
#include "core/release/PlanRows.h"
#include "tests/release/redis/ReleasedRedis.h"
#include "tests/support/Test.h"

#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>

namespace lockscope::semaphoreReleaseTest {

using namespace lockscope::test;
using release::RedisPlan;

namespace {

const QByteArray channel = "redisson_sc:{slots}";
const QByteArray oldChannel = "redisson_semaphore__channel__{slots}";

release::Background adding(std::int64_t permits)
{
    release::Background background;
    background.permits = permits;
    return background;
}

} // namespace

class SemaphoreReleaseTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void addsPermits();
    void refusesAfterAChange_data();
    void refusesAfterAChange();
    void noPlan_data();
    void noPlan();
    void describesThePlan();
    void rights();
    void publishesToShardsOfACluster();

private:
    [[nodiscard]] QByteArray freePermits() { return m_servers.command({"GET", "slots"}).toByteArray(); }

    RedisServers m_servers;
    std::unique_ptr<ReleasingClient> m_client;
};

void SemaphoreReleaseTest::initTestCase()
{
    QVERIFY_RESULT(m_servers.start());
    m_client = std::make_unique<ReleasingClient>(m_servers.target());
    QVERIFY(m_client->waitConnected());
}

void SemaphoreReleaseTest::init()
{
    m_servers.command({"FLUSHALL"});
    m_servers.command({"SET", "slots", "0", "PX", "600000"});
}

/// The message of Redisson's release is the new number.
void SemaphoreReleaseTest::addsPermits()
{
    Listener waiting(m_servers.port(), {channel, oldChannel});
    QVERIFY(waiting.isReady());
    const auto plan = m_client->plan("slots", {}, adding(2));
    QVERIFY_RESULT(plan);
    QCOMPARE(plan->redis.kind, RedisPlan::Kind::Semaphore);
    QVERIFY(plan->certainty == inspect::Certainty::Certain);
    QVERIFY(release::confirmationFor(*plan) == release::Confirmation::NameAndReason);
    const auto result = m_client->release(*plan);
    QVERIFY_RESULT(result);
    QVERIFY2(result->text.starts_with("added 2 permits to slots; "), result->text.c_str());
    QVERIFY(result->isGone && !result->holderKnown);
    QCOMPARE(freePermits(), QByteArray("2"));
    QVERIFY(m_servers.command({"PTTL", "slots"}).toLongLong() > 0);
    QCOMPARE(waiting.messages(channel), (QByteArrayList{channel + " 2", oldChannel + " 2"}));
}

void SemaphoreReleaseTest::refusesAfterAChange_data()
{
    QTest::addColumn<QByteArray>("change");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, const QByteArray& change, ErrorCode code, const char* text) {
        QTest::newRow(name) << change << static_cast<int>(code) << QByteArray(text);
    };
    row("returned", "INCR slots", ErrorCode::Refused, "the number of free permits is now 1, not 0");
    row("acquired", "DECR slots", ErrorCode::Refused, "the number of free permits is now -1, not 0");
    row("deleted", "DEL slots", ErrorCode::NoNode, "the key no longer exists");
    row("lock", "DEL slots; HSET slots ONE 1", ErrorCode::Refused, "a value of another type");
}

void SemaphoreReleaseTest::refusesAfterAChange()
{
    QFETCH(QByteArray, change);
    QFETCH(int, code);
    QFETCH(QByteArray, text);
    Listener waiting(m_servers.port(), {channel});
    const auto plan = m_client->plan("slots", {}, adding(1));
    QVERIFY_RESULT(plan);
    sendAll(m_servers, change);
    const auto keys = dumps(m_servers);
    const auto result = m_client->release(*plan);
    QVERIFY(!result);
    QCOMPARE(static_cast<int>(result.error().code), code);
    const auto detail = QByteArray::fromStdString(result.error().detail);
    QVERIFY2(detail.contains(text) && detail.contains("Nothing was changed"), detail);
    QCOMPARE(dumps(m_servers), keys);
    QCOMPARE(waiting.messages(channel), QByteArrayList());
}

void SemaphoreReleaseTest::noPlan_data()
{
    QTest::addColumn<QByteArray>("commands");
    QTest::addColumn<qint64>("permits");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, const QByteArray& commands, qint64 permits, ErrorCode code,
                        const char* text) {
        QTest::newRow(name) << commands << permits << static_cast<int>(code) << QByteArray(text);
    };
    row("no number of permits", "PING", 0, ErrorCode::NotALock, "does not record its holders");
    row("more than Redisson counts", "SET slots 2147483647", 1, ErrorCode::BadArguments, "at most 2147483647");
    row("a lock", "DEL slots; HINCRBY slots ONE 1; PEXPIRE slots 30000", 1, ErrorCode::BadArguments,
        "can only be added to a semaphore");
    row("permits with leases", "ZADD {slots}:timeout NOW+60000 0123456789abcdef", 1, ErrorCode::BadArguments,
        "can only be added to a semaphore");
    row("no key", "DEL slots", 1, ErrorCode::NoNode, "does not exist");
}

void SemaphoreReleaseTest::noPlan()
{
    QFETCH(QByteArray, commands);
    QFETCH(qint64, permits);
    QFETCH(int, code);
    QFETCH(QByteArray, text);
    sendAll(m_servers, commands);
    const auto plan = m_client->plan("slots", {}, adding(permits));
    QVERIFY(!plan);
    QCOMPARE(static_cast<int>(plan.error().code), code);
    QVERIFY2(QByteArray::fromStdString(plan.error().detail).contains(text), plan.error().detail.c_str());
}

/// Without a waiting client, the number may be any counter.
void SemaphoreReleaseTest::describesThePlan()
{
    const auto plan = m_client->plan("slots", {}, adding(3));
    QVERIFY_RESULT(plan);
    QVERIFY(plan->certainty == inspect::Certainty::Possible);
    const auto json = release::planJson(*plan, plan->readAt);
    QCOMPARE(json.value(u"permits").toInt(), 3);
    QCOMPARE(json.value(u"freePermits").toInt(-1), 0);
    QCOMPARE(json.value(u"state").toString(), QStringLiteral("unknown"));
    for (const auto* field : {"owner", "count", "leaseMs", "waiters"})
        QVERIFY2(json.contains(QLatin1String(field)) && json.value(QLatin1String(field)).isNull(), field);
    QCOMPARE(json.value(u"operations").toArray().size(), 3);
    const auto risk = json.value(u"risk").toString();
    QVERIFY2(risk.contains(QStringLiteral("not certain that this key is a semaphore")) &&
                 risk.contains(QStringLiteral("permits in use and their holders are unknown")) &&
                 risk.contains(QStringLiteral("one permit too many")),
             qPrintable(risk));
    const auto rows = release::planRows(*plan, plan->readAt);
    const auto of = [&](const std::string& key) {
        const auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& one) { return one.key == key; });
        return row == rows.end() ? std::string("no row") : row->text;
    };
    QCOMPARE(of("release"), std::string("3 permits"));
    QCOMPARE(of("free"), std::string("0"));
    auto later = *plan;
    later.redis.freePermits = 1;
    QCOMPARE(release::whyChanged(*plan, later),
             std::optional<std::string>("the number of free permits is now 1, not 0"));
}

void SemaphoreReleaseTest::rights()
{
    if (!m_servers.info("redis_version").startsWith("6.")) {
        m_servers.command({"ACL", "SETUSER", "watcher", "on", "nopass", "%R~*", "resetchannels", "+@read",
                           "+@connection", "+@transaction", "+time", "+info", "+pubsub|numsub"});
        ReleasingClient watcher(m_servers.target(), "watcher");
        QVERIFY(watcher.waitConnected());
        const auto refused = watcher.plan("slots", {}, adding(1));
        QVERIFY_RESULT(refused);
        QVERIFY2(refused->permission.allowed == release::Allowed::No, refused->permission.text.c_str());
        const auto text = QByteArray::fromStdString(refused->permission.text);
        QCOMPARE(m_servers.command(text.mid(text.indexOf("ACL SETUSER ")).split(' ')), QByteArray("OK"));
        const auto plan = watcher.plan("slots", {}, adding(1));
        QVERIFY_RESULT(plan);
        QVERIFY2(plan->permission.allowed == release::Allowed::Yes, plan->permission.text.c_str());
        QVERIFY_RESULT(watcher.release(*plan));
    } else {
        const auto plan = m_client->plan("slots", {}, adding(1)); // without this check of rights
        QVERIFY_RESULT(plan);
        QVERIFY_RESULT(m_client->release(*plan));
    }
    QCOMPARE(freePermits(), QByteArray("1"));
}

void SemaphoreReleaseTest::publishesToShardsOfACluster()
{
    RedisServers cluster({.kind = redis::SandboxKind::Cluster});
    QVERIFY_RESULT(cluster.start());
    int node = 0;
    while (node < 3 && errorIn(cluster.command({"SET", "slots", "0"}, node)).startsWith("MOVED"))
        ++node;
    QVERIFY(node < 3);
    RedisConnection waiter(cluster.port(node));
    const bool isOld = cluster.info("redis_version").startsWith("6."); // it has no sharded channels
    (void)waiter.command({isOld ? "SUBSCRIBE" : "SSUBSCRIBE", channel});
    ReleasingClient client(cluster.target());
    QVERIFY(client.waitConnected());
    const auto plan = client.plan("slots", {}, adding(1));
    QVERIFY_RESULT(plan);
    QVERIFY(plan->certainty == inspect::Certainty::Certain);
    QVERIFY_RESULT(client.release(*plan));
    QCOMPARE(waiter.next().toList(),
             (QVariantList{QByteArray(isOld ? "message" : "smessage"), channel, QByteArray("1")}));
    QCOMPARE(cluster.command({"GET", "slots"}, node), QByteArray("1"));
}

} // namespace lockscope::semaphoreReleaseTest

LOCKSCOPE_TEST(lockscope::semaphoreReleaseTest::SemaphoreReleaseTest)
#include "SemaphoreReleaseTest.moc"
