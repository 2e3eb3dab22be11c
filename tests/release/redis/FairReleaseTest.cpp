// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Releases of fair locks on a real server, and of their waiters: the queue, and which client gets a message.

#include "tests/release/redis/ReleasedRedis.h"
#include "tests/support/Test.h"

namespace lockscope::fairReleaseTest {

using namespace lockscope::test;

namespace {

const QByteArray two = QByteArray::fromStdString(ownerTwo);
const QByteArray three = QByteArray::fromStdString(ownerThree);
const QByteArray channel = "redisson_lock__channel:{orders}";

QByteArray channelOf(const QByteArray& waiter)
{
    return channel + ':' + waiter;
}

} // namespace
using release::RedisPlan;

class FairReleaseTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void fairHolder();
    void fairHolderBehindDeadWaiters();
    void fairHolderBehindAStaleWaiter();
    void fairHolderBehindAThousandDeadWaiters();
    void fairHolderWithAReplica();
    void nextWaiterThatDiesAfterThePlan();
    void waiterOfAFreeLock();
    void waiterOfAHeldLock();

private:
    RedisServers m_servers;
    std::unique_ptr<ReleasingClient> m_client;
};

void FairReleaseTest::initTestCase()
{
    QVERIFY_RESULT(m_servers.start());
    m_client = std::make_unique<ReleasingClient>(m_servers.target());
    QVERIFY(m_client->waitConnected());
}

void FairReleaseTest::init()
{
    m_servers.command({"FLUSHALL"});
}

void FairReleaseTest::fairHolder()
{
    sendAll(m_servers, "HINCRBY orders ONE 1; PEXPIRE orders 30000; RPUSH redisson_lock_queue:{orders} TWO THREE; "
                       "ZADD redisson_lock_timeout:{orders} NOW+330000 TWO NOW+630000 THREE");
    Listener next(m_servers.port(), {channelOf(two)});
    Listener last(m_servers.port(), {channelOf(three)});
    QVERIFY(next.isReady() && last.isReady());
    auto before = dumps(m_servers);
    const auto plan = m_client->plan("orders", ownerOne);
    QVERIFY_RESULT(plan);
    QCOMPARE(plan->next, ownerTwo);
    QVERIFY(plan->redis.deadHeads.empty());
    QVERIFY_RESULT(m_client->release(*plan));
    before.remove("orders");
    QCOMPARE(dumps(m_servers), before);
    QCOMPARE(next.messages(channelOf(two)), QByteArrayList{channelOf(two) + " 0"});
    QCOMPARE(last.messages(channelOf(three)), QByteArrayList());
}

/// Without this, clients of Redisson wait until the time of the dead one has passed.
void FairReleaseTest::fairHolderBehindDeadWaiters()
{
    sendAll(m_servers, "HINCRBY orders ONE 1; PEXPIRE orders 30000; RPUSH redisson_lock_queue:{orders} TWO THREE; "
                       "ZADD redisson_lock_timeout:{orders} NOW+330000 TWO NOW+630000 THREE");
    Listener last(m_servers.port(), {channelOf(three)});
    QVERIFY(last.isReady());
    const auto plan = m_client->plan("orders", ownerOne);
    QVERIFY_RESULT(plan);
    QCOMPARE(plan->redis.deadHeads, std::vector<std::string>{ownerTwo});
    QCOMPARE(plan->next, ownerThree);
    QVERIFY_RESULT(m_client->release(*plan));
    QCOMPARE(m_servers.command({"LRANGE", "redisson_lock_queue:{orders}", "0", "-1"}).toList(), QVariantList{three});
    QCOMPARE(m_servers.command({"ZRANGE", "redisson_lock_timeout:{orders}", "0", "-1"}).toList(), QVariantList{three});
    QCOMPARE(m_servers.command({"EXISTS", "orders"}).toLongLong(), 0);
    QCOMPARE(last.messages(channelOf(three)), QByteArrayList{channelOf(three) + " 0"});
}

/// Entries whose time has passed are removed, as each script of Redisson does.
void FairReleaseTest::fairHolderBehindAStaleWaiter()
{
    sendAll(m_servers, "HINCRBY orders ONE 1; PEXPIRE orders 30000; RPUSH redisson_lock_queue:{orders} TWO THREE; "
                       "ZADD redisson_lock_timeout:{orders} NOW-5000 TWO NOW+630000 THREE");
    Listener both(m_servers.port(), {channelOf(two), channelOf(three)});
    QVERIFY(both.isReady());
    const auto plan = m_client->plan("orders", ownerOne);
    QVERIFY_RESULT(plan);
    QVERIFY_RESULT(m_client->release(*plan));
    QCOMPARE(m_servers.command({"LRANGE", "redisson_lock_queue:{orders}", "0", "-1"}).toList(), QVariantList{three});
    QCOMPARE(m_servers.command({"ZCARD", "redisson_lock_timeout:{orders}"}).toLongLong(), 1);
    QCOMPARE(both.messages(channelOf(three)), QByteArrayList{channelOf(three) + " 0"});
}

void FairReleaseTest::fairHolderBehindAThousandDeadWaiters()
{
    sendAll(m_servers, "HINCRBY orders ONE 1; PEXPIRE orders 30000");
    QByteArrayList queue{"RPUSH", "redisson_lock_queue:{orders}"};
    QByteArrayList times{"ZADD", "redisson_lock_timeout:{orders}"};
    for (int i = 1; i <= 1'000; ++i) {
        const auto waiter = "fedcba98-0123-4567-89ab-0123456789ab:" + QByteArray::number(1'000 + i);
        queue << waiter;
        times << QByteArray::number(4'000'000'000'000 + i) << waiter;
    }
    queue << two;
    times << "5000000000000" << two;
    m_servers.command(queue);
    m_servers.command(times);
    Listener living(m_servers.port(), {channelOf(two)});
    QVERIFY(living.isReady());
    const auto plan = m_client->plan("orders", ownerOne);
    QVERIFY_RESULT(plan);
    QCOMPARE(plan->redis.deadHeads.size(), std::size_t(1'000));
    QCOMPARE(plan->next, ownerTwo);
    QVERIFY_RESULT(m_client->release(*plan));
    QCOMPARE(m_servers.command({"LRANGE", "redisson_lock_queue:{orders}", "0", "-1"}).toList(), QVariantList{two});
    QCOMPARE(m_servers.command({"ZRANGE", "redisson_lock_timeout:{orders}", "0", "-1"}).toList(), QVariantList{two});
    QCOMPARE(living.messages(channelOf(two)), QByteArrayList{channelOf(two) + " 0"});
}

/// Clients of Redisson may listen on a replica: there, a waiter without a listener on the master may be alive.
void FairReleaseTest::fairHolderWithAReplica()
{
    RedisServers pair({.replicas = 1});
    QVERIFY_RESULT(pair.start());
    sendAll(pair, "HINCRBY orders ONE 1; PEXPIRE orders 30000; RPUSH redisson_lock_queue:{orders} TWO THREE; "
                  "ZADD redisson_lock_timeout:{orders} NOW+330000 TWO NOW+630000 THREE");
    Listener onReplica(pair.port(1), {channelOf(two)});
    QVERIFY(onReplica.isReady());
    ReleasingClient client(pair.target());
    QVERIFY(client.waitConnected());
    const auto plan = client.plan("orders", ownerOne);
    QVERIFY_RESULT(plan);
    QCOMPARE(plan->redis.deadHeads, std::vector<std::string>());
    QCOMPARE(plan->redis.silentHeads, (std::vector<std::string>{ownerTwo, ownerThree}));
    QCOMPARE(plan->next, ownerTwo);
    const auto waiter = client.plan("orders", ownerTwo);
    QVERIFY_RESULT(waiter);
    QVERIFY2(waiter->evidence.text.find("may listen on another server") != std::string::npos,
             waiter->evidence.text.c_str());
    const auto result = client.release(*plan);
    QVERIFY_RESULT(result);
    QCOMPARE(pair.command({"LRANGE", "redisson_lock_queue:{orders}", "0", "-1"}).toList(), (QVariantList{two, three}));
    QVERIFY2(result->text.find(ownerTwo + ", does not listen on this server") != std::string::npos,
             result->text.c_str());
    QVERIFY(RedisServers::waitUntil([&] { return pair.command({"EXISTS", "orders"}, 1).toLongLong() == 0; }));
    // The master's messages reach the replica with its writes.
    const auto got = onReplica.messages(channelOf(two));
    QCOMPARE(got, QByteArrayList{channelOf(two) + " 0"});

    // That the window has seen it listen on the master shows that it listens there.
    sendAll(pair, "HINCRBY orders ONE 1; PEXPIRE orders 30000");
    auto lock = std::make_shared<inspect::Lock>();
    lock->path = "orders";
    inspect::Contender listed;
    listed.node = ownerTwo;
    inspect::RedisContender shown;
    shown.owner = ownerTwo;
    shown.hasListened = true;
    listed.redis = std::make_shared<const inspect::RedisContender>(shown);
    lock->queue.push_back(listed);
    auto snapshot = std::make_shared<inspect::Snapshot>();
    snapshot->locks.push_back(lock);
    release::Background background;
    background.snapshot = snapshot;
    const auto proved = client.plan("orders", ownerOne, background);
    QVERIFY_RESULT(proved);
    QCOMPARE(proved->redis.deadHeads, std::vector<std::string>{ownerTwo});
    QCOMPARE(proved->redis.silentHeads, std::vector<std::string>{ownerThree});
}

/// It keeps its place, and the result says that no client was woken.
void FairReleaseTest::nextWaiterThatDiesAfterThePlan()
{
    sendAll(m_servers, "HINCRBY orders ONE 1; PEXPIRE orders 30000; RPUSH redisson_lock_queue:{orders} TWO; "
                       "ZADD redisson_lock_timeout:{orders} NOW+330000 TWO");
    auto listener = std::make_unique<Listener>(m_servers.port(), QByteArrayList{channelOf(two)});
    QVERIFY(listener->isReady());
    const auto plan = m_client->plan("orders", ownerOne);
    QVERIFY_RESULT(plan);
    QCOMPARE(plan->next, ownerTwo);
    listener.reset();
    QVERIFY(RedisServers::waitUntil([this] {
        return m_servers.command({"PUBSUB", "NUMSUB", channelOf(two)}).toList().value(1).toLongLong() == 0;
    }));
    const auto result = m_client->release(*plan);
    QVERIFY_RESULT(result);
    QVERIFY2(result->text.find("the next waiter, " + ownerTwo + ", does not listen") != std::string::npos,
             result->text.c_str());
    QCOMPARE(m_servers.command({"LLEN", "redisson_lock_queue:{orders}"}).toLongLong(), 1);
}

void FairReleaseTest::waiterOfAFreeLock()
{
    sendAll(m_servers, "RPUSH redisson_lock_queue:{orders} TWO THREE; "
                       "ZADD redisson_lock_timeout:{orders} NOW+330000 TWO NOW+630000 THREE");
    Listener next(m_servers.port(), {channelOf(three)});
    QVERIFY(next.isReady());
    const auto score = m_servers.command({"ZSCORE", "redisson_lock_timeout:{orders}", three});
    const auto plan = m_client->plan("orders", ownerTwo);
    QVERIFY_RESULT(plan);
    QCOMPARE(plan->redis.kind, RedisPlan::Kind::Waiter);
    QVERIFY(plan->redis.alive == inspect::Alive::No);
    QCOMPARE(plan->next, ownerThree);
    QVERIFY_RESULT(m_client->release(*plan));
    QCOMPARE(m_servers.command({"LRANGE", "redisson_lock_queue:{orders}", "0", "-1"}).toList(), QVariantList{three});
    QCOMPARE(m_servers.command({"ZRANGE", "redisson_lock_timeout:{orders}", "0", "-1", "WITHSCORES"}).toList(),
             (QVariantList{three, score}));
    QCOMPARE(next.messages(channelOf(three)), QByteArrayList{channelOf(three) + " 0"});
}

/// The release of the holder wakes the next one; until then no client is woken.
void FairReleaseTest::waiterOfAHeldLock()
{
    sendAll(m_servers, "HINCRBY orders ONE 1; PEXPIRE orders 30000; RPUSH redisson_lock_queue:{orders} TWO THREE; "
                       "ZADD redisson_lock_timeout:{orders} NOW+330000 TWO NOW+630000 THREE");
    Listener next(m_servers.port(), {channelOf(three)});
    QVERIFY(next.isReady());
    const auto held = dumps(m_servers).value("orders");
    const auto plan = m_client->plan("orders", ownerTwo);
    QVERIFY_RESULT(plan);
    const auto result = m_client->release(*plan);
    QVERIFY_RESULT(result);
    QCOMPARE(result->holder, ownerOne);
    QCOMPARE(dumps(m_servers).value("orders"), held);
    QCOMPARE(m_servers.command({"LRANGE", "redisson_lock_queue:{orders}", "0", "-1"}).toList(), QVariantList{three});
    QCOMPARE(next.messages(channelOf(three)), QByteArrayList());
}

} // namespace lockscope::fairReleaseTest

LOCKSCOPE_TEST(lockscope::fairReleaseTest::FairReleaseTest)
#include "FairReleaseTest.moc"
