// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Releases on a real server: what is left of the keys, and which clients get a message. The forms of keys, channels
/// and messages are those of Redisson.

#include "core/release/ReleaseOptions.h"
#include "tests/release/redis/ReleasedRedis.h"
#include "tests/support/Test.h"

namespace lockscope::redisReleaseTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using release::RedisPlan;

namespace {

const QByteArray one = QByteArray::fromStdString(ownerOne);
const QByteArray two = QByteArray::fromStdString(ownerTwo);
const QByteArray three = QByteArray::fromStdString(ownerThree);
const QByteArray channel = "redisson_lock__channel:{orders}";

} // namespace

class RedisReleaseTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void holder();
    void onlyHolder();
    void fencedHolder();
    void oneReader();
    void readerOf2016();
    void readerBesideOneOf2016();
    void readerBesideManyHolds();
    void writer_data();
    void writer();
    void writerThatReads();
    void permit();
    void expiredPermit();
    void valueOfAMultiLock();
    void lostReply_data();
    void lostReply();
    void showsTheNextHolder();
    void onACluster();
    void plainListenersOnACluster();

private:
    [[nodiscard]] QStringList keys()
    {
        QStringList keys;
        for (const auto& key : m_servers.command({"KEYS", "*"}).toList())
            keys << QString::fromUtf8(key.toByteArray());
        keys.sort();
        return keys;
    }

    RedisServers m_servers;
    std::unique_ptr<ReleasingClient> m_client;
};

void RedisReleaseTest::initTestCase()
{
    QVERIFY_RESULT(m_servers.start());
    m_client = std::make_unique<ReleasingClient>(m_servers.target());
    QVERIFY(m_client->waitConnected());
}

void RedisReleaseTest::init()
{
    m_servers.command({"FLUSHALL"});
}

/// Clients of today and of 2016 are woken.
void RedisReleaseTest::holder()
{
    sendAll(m_servers, "HINCRBY orders ONE 2; PEXPIRE orders 30000");
    Listener today(m_servers.port(), {channel});
    Listener old(m_servers.port(), {"redisson_lock__channel__{orders}"});
    QVERIFY(today.isReady() && old.isReady());
    const auto plan = m_client->plan("orders", ownerOne);
    QVERIFY_RESULT(plan);
    QCOMPARE(plan->redis.kind, RedisPlan::Kind::Holder);
    QCOMPARE(plan->redis.count, std::int64_t(2));
    QVERIFY(*plan->redis.lease > 20s && *plan->redis.lease <= 30s);
    const bool isOld = m_servers.info("redis_version").startsWith("6."); // its scripts cannot ask for rights
    QVERIFY(plan->permission.allowed == (isOld ? release::Allowed::Unknown : release::Allowed::Yes));
    const auto result = m_client->release(*plan);
    QVERIFY_RESULT(result);
    QVERIFY(result->isGone && result->holderKnown && result->holder.empty());
    QCOMPARE(keys(), QStringList());
    QCOMPARE(today.messages(channel), QByteArrayList{channel + " 0"});
    QCOMPARE(old.messages("redisson_lock__channel__{orders}"), QByteArrayList{"redisson_lock__channel__{orders} 0"});
}

void RedisReleaseTest::onlyHolder()
{
    sendAll(m_servers,
            "HINCRBY orders ONE 1; PEXPIRE orders 30000; HINCRBY table ONE 1; HINCRBY table TWO 1; HSET table "
            "mode read");
    const auto plan = m_client->plan("orders", {});
    QVERIFY_RESULT(plan);
    QCOMPARE(plan->redis.owner, ownerOne);
    const auto several = m_client->plan("table", {});
    QVERIFY(!several && several.error().code == ErrorCode::BadArguments);
    QVERIFY2(several.error().detail.find(ownerTwo) != std::string::npos, several.error().detail.c_str());
}

void RedisReleaseTest::fencedHolder()
{
    sendAll(m_servers, "HINCRBY orders ONE 1; PEXPIRE orders 30000; SET redisson_lock_token:{orders} 7");
    const auto plan = m_client->plan("orders", ownerOne);
    QVERIFY_RESULT(plan);
    QCOMPARE(plan->redis.fencingToken, std::optional<std::int64_t>(7));
    QVERIFY_RESULT(m_client->release(*plan));
    // The sequence of tokens goes on.
    QCOMPARE(keys(), QStringList{QStringLiteral("redisson_lock_token:{orders}")});
    QCOMPARE(m_servers.command({"GET", "redisson_lock_token:{orders}"}), QByteArray("7"));
}

void RedisReleaseTest::oneReader()
{
    sendAll(m_servers, "HSET orders mode read ONE 2 TWO 1; PEXPIRE orders 90000; "
                       "SET {orders}:ONE:rwlock_timeout:1 1 PX 30000; SET {orders}:ONE:rwlock_timeout:2 1 PX 90000; "
                       "SET {orders}:TWO:rwlock_timeout:1 1 PX 20000");
    const QByteArray readers = "redisson_rwlock:{orders}";
    Listener waiting(m_servers.port(), {readers, "redisson_rwlock__{orders}"});
    QVERIFY(waiting.isReady());
    const auto plan = m_client->plan("orders", ownerOne);
    QVERIFY_RESULT(plan);
    QCOMPARE(plan->redis.kind, RedisPlan::Kind::Reader);
    const auto result = m_client->release(*plan);
    QVERIFY_RESULT(result);
    QCOMPARE(result->holder, ownerTwo);
    QCOMPARE(m_servers.command({"HGETALL", "orders"}).toList(),
             (QVariantList{QByteArray("mode"), QByteArray("read"), two, QByteArray("1")}));
    QCOMPARE(keys(), (QStringList{QStringLiteral("orders"),
                                  QStringLiteral("{orders}:%1:rwlock_timeout:1").arg(QString::fromUtf8(two))}));
    const auto left = m_servers.command({"PTTL", "orders"}).toLongLong();
    QVERIFY2(left > 10'000 && left <= 20'000, QByteArray::number(left)); // the other reader's lease
    QCOMPARE(waiting.messages(readers), QByteArrayList());

    const auto second = m_client->plan("orders", ownerTwo);
    QVERIFY_RESULT(second);
    QVERIFY_RESULT(m_client->release(*second));
    QCOMPARE(keys(), QStringList());
    QCOMPARE(waiting.messages(readers), (QByteArrayList{readers + " 0", "redisson_rwlock__{orders} 0"}));
}

/// Clients of 2016 have no lease of their own: the other one must stay.
void RedisReleaseTest::readerOf2016()
{
    sendAll(m_servers, "HSET orders mode read ONE 1 TWO 1; PEXPIRE orders 90000");
    const auto plan = m_client->plan("orders", ownerOne);
    QVERIFY_RESULT(plan);
    QVERIFY_RESULT(m_client->release(*plan));
    QCOMPARE(m_servers.command({"HGET", "orders", two}), QByteArray("1"));
    QVERIFY(m_servers.command({"PTTL", "orders"}).toLongLong() > 60'000);
}

/// A reader of 2016 has no lease of its own: the key must not end before it.
void RedisReleaseTest::readerBesideOneOf2016()
{
    sendAll(m_servers, "HSET orders mode read ONE 1 TWO 1 THREE 1; PEXPIRE orders 90000; "
                       "SET {orders}:ONE:rwlock_timeout:1 1 PX 90000; SET {orders}:TWO:rwlock_timeout:1 1 PX 20000");
    const auto plan = m_client->plan("orders", ownerOne);
    QVERIFY_RESULT(plan);
    QVERIFY_RESULT(m_client->release(*plan));
    QCOMPARE(m_servers.command({"HGET", "orders", three}), QByteArray("1"));
    QVERIFY(m_servers.command({"PTTL", "orders"}).toLongLong() > 60'000);
}

/// The number of holds is any that a client has stored: the script must not read a lease for each.
void RedisReleaseTest::readerBesideManyHolds()
{
    sendAll(m_servers, "HSET orders mode read ONE 1 TWO 1; PEXPIRE orders 90000; "
                       "SET {orders}:ONE:rwlock_timeout:1 1 PX 90000; SET {orders}:TWO:rwlock_timeout:1 1 PX 20000");
    const auto plan = m_client->plan("orders", ownerOne);
    QVERIFY_RESULT(plan);
    sendAll(m_servers, "HSET orders TWO 999999999999");
    QVERIFY_RESULT(m_client->release(*plan));
    QVERIFY(!m_servers.command({"HEXISTS", "orders", one}).toBool());
    QVERIFY(m_servers.command({"PTTL", "orders"}).toLongLong() > 60'000);
}

void RedisReleaseTest::writer_data()
{
    QTest::addColumn<QByteArray>("field");
    QTest::newRow("today") << QByteArray("ONE:write");
    QTest::newRow("2016") << QByteArray("ONE");
}

void RedisReleaseTest::writer()
{
    QFETCH(QByteArray, field);
    sendAll(m_servers, "HSET orders mode write " + field + " 1; PEXPIRE orders 30000");
    const QByteArray all = "redisson_rwlock:{orders}";
    Listener waiting(m_servers.port(), {all, "redisson_rwlock__{orders}"});
    QVERIFY(waiting.isReady());
    const auto plan = m_client->plan("orders", ownerOne); // as it is shown, without ":write"
    QVERIFY_RESULT(plan);
    QCOMPARE(plan->redis.kind, RedisPlan::Kind::Writer);
    QVERIFY_RESULT(m_client->release(*plan));
    QCOMPARE(keys(), QStringList());
    QCOMPARE(waiting.messages(all), (QByteArrayList{all + " 1", "redisson_rwlock__{orders} 0"}));
}

void RedisReleaseTest::writerThatReads()
{
    sendAll(m_servers, "HSET orders mode write ONE:write 1 ONE 1; PEXPIRE orders 10000; "
                       "SET {orders}:ONE:rwlock_timeout:1 1 PX 60000");
    const QByteArray all = "redisson_rwlock:{orders}";
    Listener waiting(m_servers.port(), {all});
    QVERIFY(waiting.isReady());
    const auto plan = m_client->plan("orders", ownerOne + ":write");
    QVERIFY_RESULT(plan);
    QVERIFY_RESULT(m_client->release(*plan));
    QCOMPARE(m_servers.command({"HGETALL", "orders"}).toList(),
             (QVariantList{QByteArray("mode"), QByteArray("read"), one, QByteArray("1")}));
    QVERIFY(m_servers.command({"PTTL", "orders"}).toLongLong() > 30'000); // the lease of its read hold
    QCOMPARE(waiting.messages(all), QByteArrayList{all + " 1"});
}

void RedisReleaseTest::permit()
{
    const QByteArray id("\x00\x01\xfe\xff_456789abcdef", 16);
    sendAll(m_servers, "SET orders 3; ZADD {orders}:timeout NOW+60000 0123456789abcdef");
    m_servers.command({"ZADD", "{orders}:timeout", "922337203685477", id});
    const QByteArray free = "redisson_sc:{orders}";
    Listener waiting(m_servers.port(), {free, "redisson_semaphore__channel__{orders}"});
    QVERIFY(waiting.isReady());
    const auto plan = m_client->plan("orders", id.toHex().toStdString());
    QVERIFY_RESULT(plan);
    QCOMPARE(plan->redis.kind, RedisPlan::Kind::Permit);
    QVERIFY_RESULT(m_client->release(*plan));
    QCOMPARE(m_servers.command({"ZRANGE", "{orders}:timeout", "0", "-1"}).toList(),
             QVariantList{QByteArray("0123456789abcdef")});
    QCOMPARE(m_servers.command({"GET", "orders"}), QByteArray("4"));
    QCOMPARE(waiting.messages(free), (QByteArrayList{free + " 4", "redisson_semaphore__channel__{orders} 4"}));
}

/// Clients of Redisson return it at their next request: until then it is taken.
void RedisReleaseTest::expiredPermit()
{
    sendAll(m_servers, "SET orders 3; ZADD {orders}:timeout NOW-60000 0123456789abcdef");
    const auto plan = m_client->plan("orders", QByteArray("0123456789abcdef").toHex().toStdString());
    QVERIFY_RESULT(plan);
    const auto options = release::releaseOptionsOf(*plan, plan->readAt);
    QVERIFY2(options.wait.what.find("has passed") != std::string::npos, options.wait.what.c_str());
    QVERIFY_RESULT(m_client->release(*plan));
    QCOMPARE(m_servers.command({"GET", "orders"}), QByteArray("4"));
    QCOMPARE(keys(), QStringList{QStringLiteral("orders")});
}

void RedisReleaseTest::valueOfAMultiLock()
{
    const QByteArray a = "AAAAAAAAAAAAAAAAAAAAAA"; // 22 characters of base64
    const QByteArray b = "BBBBBBBBBBBBBBBBBBBBBB";
    for (const auto& value : {a, b})
        sendAll(m_servers, "HSET orders " + value + " ONE " + value + ":ONE:expire_time NOW+30000 " + value +
                               ":ONE:lock_count 1; PEXPIRE orders 30000");
    Listener waiting(m_servers.port(), {channel});
    QVERIFY(waiting.isReady());
    QVERIFY(!m_client->plan("orders", ownerOne)); // it holds two values
    const auto plan = m_client->plan("orders", a.toStdString());
    QVERIFY_RESULT(plan);
    QCOMPARE(plan->redis.kind, RedisPlan::Kind::Value);
    QVERIFY_RESULT(m_client->release(*plan));
    QCOMPARE(m_servers.command({"HLEN", "orders"}).toLongLong(), 3);
    QCOMPARE(m_servers.command({"HGET", "orders", b}), one);
    QCOMPARE(waiting.messages(channel), QByteArrayList{channel + " 0"});
}

void RedisReleaseTest::lostReply_data()
{
    QTest::addColumn<QByteArray>("change");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("released") << QByteArray() << QByteArray("is no longer there");
    QTest::newRow("changed before") << QByteArray("HINCRBY orders ONE 1") << QByteArray("still holds it");
}

/// The outcome is unknown, and the lock is read again.
void RedisReleaseTest::lostReply()
{
    QFETCH(QByteArray, change);
    QFETCH(QByteArray, text);
    ReleasingClient client(m_servers.target(), {}, {}, 300ms);
    QVERIFY(client.waitConnected());
    sendAll(m_servers, "HINCRBY orders ONE 1; PEXPIRE orders 30000");
    const auto before = client.plan("orders", ownerOne); // the server knows the script then
    QVERIFY_RESULT(before);
    QVERIFY_RESULT(client.release(*before));
    sendAll(m_servers, "HINCRBY orders ONE 1; PEXPIRE orders 30000");
    const auto plan = client.plan("orders", ownerOne);
    QVERIFY_RESULT(plan);
    if (!change.isEmpty())
        sendAll(m_servers, change);
    QCOMPARE(m_servers.command({"CLIENT", "PAUSE", "700"}), QByteArray("OK"));
    const auto result = client.release(*plan);
    QVERIFY(!result);
    QVERIFY2(isOutcomeUnknown(result.error()), describe(result.error()).c_str());
    const auto detail = QByteArray::fromStdString(result.error().detail);
    QVERIFY2(detail.contains("Read again: " + one) && detail.contains(text), detail);
    QCOMPARE(m_servers.command({"EXISTS", "orders"}).toLongLong(), change.isEmpty() ? 0 : 1);
}

/// A client that is woken acquires the lock a moment later: the result has it.
void RedisReleaseTest::showsTheNextHolder()
{
    sendAll(m_servers, "HINCRBY orders ONE 1; PEXPIRE orders 30000");
    RedisConnection waiter(m_servers.port());
    QCOMPARE(waiter.command({"SUBSCRIBE", channel}).toList().value(0), QByteArray("subscribe"));
    const auto plan = m_client->plan("orders", ownerOne);
    QVERIFY_RESULT(plan);
    auto answer = m_client->begin(*plan);
    QCOMPARE(waiter.next().toList().value(2), QByteArray("0"));
    sendAll(m_servers, "HINCRBY orders TWO 1; PEXPIRE orders 30000");
    const auto result = answer.get();
    QVERIFY_RESULT(result);
    QCOMPARE(result->holder, ownerTwo);
    QVERIFY2(result->text.find("1 waiting client was woken") != std::string::npos, result->text.c_str());
}

/// There clients of Redisson listen by SSUBSCRIBE.
void RedisReleaseTest::onACluster()
{
    RedisServers cluster({.kind = redis::SandboxKind::Cluster});
    QVERIFY_RESULT(cluster.start());
    int node = 0;
    while (node < 3 && errorIn(cluster.command({"HSET", "orders", one, "1"}, node)).startsWith("MOVED"))
        ++node;
    QVERIFY(node < 3);
    cluster.command({"PEXPIRE", "orders", "30000"}, node);
    RedisConnection waiter(cluster.port(node));
    const bool isOld = cluster.info("redis_version").startsWith("6."); // it has no sharded channels
    const QByteArray subscribe = isOld ? "SUBSCRIBE" : "SSUBSCRIBE";
    QCOMPARE(waiter.command({subscribe, channel}).toList().value(0), subscribe.toLower());
    ReleasingClient client(cluster.target());
    QVERIFY(client.waitConnected());
    const auto plan = client.plan("orders", ownerOne);
    QVERIFY_RESULT(plan);
    QCOMPARE(plan->redis.usesShardedChannels, !isOld);
    QVERIFY_RESULT(client.release(*plan));
    const QByteArray message = isOld ? "message" : "smessage";
    QCOMPARE(waiter.next().toList(), (QVariantList{message, channel, QByteArray("0")}));
    QCOMPARE(cluster.command({"EXISTS", "orders"}, node).toLongLong(), 0);
}

/// Clients of Redisson before 3.22 use SUBSCRIBE there too.
void RedisReleaseTest::plainListenersOnACluster()
{
    RedisServers cluster({.kind = redis::SandboxKind::Cluster});
    QVERIFY_RESULT(cluster.start());
    int node = 0;
    while (node < 3 && errorIn(cluster.command({"HSET", "orders", one, "1"}, node)).startsWith("MOVED"))
        ++node;
    QVERIFY(node < 3);
    cluster.command({"PEXPIRE", "orders", "30000"}, node);
    RedisConnection waiter(cluster.port(node == 0 ? 1 : 0));
    QCOMPARE(waiter.command({"SUBSCRIBE", channel}).toList().value(0), QByteArray("subscribe"));
    ReleasingClient client(cluster.target());
    QVERIFY(client.waitConnected());
    const auto plan = client.plan("orders", ownerOne);
    QVERIFY_RESULT(plan);
    QVERIFY_RESULT(client.release(*plan));
    QCOMPARE(waiter.next().toList(), (QVariantList{QByteArray("message"), channel, QByteArray("0")}));
}

} // namespace lockscope::redisReleaseTest

LOCKSCOPE_TEST(lockscope::redisReleaseTest::RedisReleaseTest)
#include "RedisReleaseTest.moc"
