// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Releases on Redis 6.2, whose scripts cannot ask for the rights of the user before they act.

#include "tests/release/redis/ReleasedRedis.h"
#include "tests/support/Test.h"

namespace lockscope::redisOldServerTest {

using namespace lockscope::test;

namespace {

const QByteArray hold = "HINCRBY orders ONE 1; PEXPIRE orders 30000";
const QByteArray deadHead =
    "; RPUSH redisson_lock_queue:{orders} TWO; ZADD redisson_lock_timeout:{orders} NOW+330000 TWO";
/// An observer's rights, as in RedisRefusalTest.
const QByteArray observer =
    "on >moss ~* resetchannels +@read +@connection +@transaction +time +pubsub -@dangerous +info";

} // namespace

class RedisOldServerTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void releases();
    void missingRights_data();
    void missingRights();
    void theRightsOfThePlanSuffice();
    void saysWhatWasDoneInPart();

private:
    void setRights(const QByteArray& rights)
    {
        QByteArrayList setUser{"ACL", "SETUSER", "watcher", "reset"};
        for (const auto& right : (observer + ' ' + rights).simplified().split(' '))
            setUser << right;
        QCOMPARE(m_servers.command(setUser), QByteArray("OK"));
    }

    RedisServers m_servers;
};

void RedisOldServerTest::initTestCase()
{
    QVERIFY_RESULT(m_servers.start());
    QVERIFY2(m_servers.info("redis_version").startsWith("6.2."), m_servers.info("redis_version"));
}

void RedisOldServerTest::init()
{
    m_servers.command({"FLUSHALL"});
}

void RedisOldServerTest::releases()
{
    sendAll(m_servers, hold + deadHead);
    Listener waiting(m_servers.port(), {"redisson_lock__channel:{orders}"});
    QVERIFY(waiting.isReady());
    ReleasingClient client(m_servers.target());
    QVERIFY(client.waitConnected());
    const auto plan = client.plan("orders", ownerOne);
    QVERIFY_RESULT(plan);
    QVERIFY(plan->permission.allowed == release::Allowed::Unknown);
    QCOMPARE(plan->redis.deadHeads, std::vector<std::string>{ownerTwo});
    QVERIFY_RESULT(client.release(*plan));
    QCOMPARE(m_servers.command({"DBSIZE"}).toLongLong(), 0);
    QCOMPARE(waiting.messages("redisson_lock__channel:{orders}"), QByteArrayList{"redisson_lock__channel:{orders} 0"});
}

void RedisOldServerTest::missingRights_data()
{
    QTest::addColumn<QByteArray>("rights");
    QTest::addColumn<QByteArray>("command");
    QTest::newRow("delete") << QByteArray("+eval +evalsha +publish &*") << QByteArray("del");
    QTest::newRow("publish") << QByteArray("+eval +evalsha +@write &*") << QByteArray("publish");
    QTest::newRow("channel") << QByteArray("+eval +evalsha +@write +publish") << QByteArray("publish");
    QTest::newRow("time") << QByteArray("+eval +evalsha +@write +publish &* -time") << QByteArray("time");
}

void RedisOldServerTest::missingRights()
{
    QFETCH(QByteArray, rights);
    QFETCH(QByteArray, command);
    setRights(rights);
    sendAll(m_servers, hold);
    const auto keys = dumps(m_servers);
    ReleasingClient watcher(m_servers.target(), "watcher", "moss");
    QVERIFY(watcher.waitConnected());
    const auto plan = watcher.plan("orders", ownerOne);
    QVERIFY_RESULT(plan);
    const auto result = watcher.release(*plan);
    QVERIFY(!result);
    const auto detail = QByteArray::fromStdString(result.error().detail);
    QVERIFY2(result.error().code == ErrorCode::NoAuth, detail);
    QVERIFY2(detail.contains("the command " + command) && detail.contains("Nothing was changed") &&
                 detail.contains("ACL SETUSER watcher +eval +evalsha "),
             detail);
    QCOMPARE(dumps(m_servers), keys);
}

void RedisOldServerTest::theRightsOfThePlanSuffice()
{
    setRights("+eval +evalsha");
    sendAll(m_servers, hold);
    ReleasingClient watcher(m_servers.target(), "watcher", "moss");
    QVERIFY(watcher.waitConnected());
    const auto plan = watcher.plan("orders", ownerOne);
    QVERIFY_RESULT(plan);
    const auto refused = watcher.release(*plan);
    QVERIFY(!refused);
    const auto detail = QByteArray::fromStdString(refused.error().detail);
    auto line = detail.mid(detail.indexOf("ACL SETUSER ")).split(' ');
    QVERIFY(line.removeIf([](const QByteArray& word) { return word.startsWith('~'); }) > 0); // it has ~*
    QCOMPARE(m_servers.command(line), QByteArray("OK"));
    QVERIFY_RESULT(watcher.release(*plan));
    QCOMPARE(m_servers.command({"DBSIZE"}).toLongLong(), 0);
}

/// The error of a command does not undo those before it: here a dead waiter was removed, and the lock stays.
void RedisOldServerTest::saysWhatWasDoneInPart()
{
    setRights("+eval +evalsha +publish +zrem +ltrim &*");
    sendAll(m_servers, hold + deadHead);
    ReleasingClient watcher(m_servers.target(), "watcher", "moss");
    QVERIFY(watcher.waitConnected());
    const auto plan = watcher.plan("orders", ownerOne);
    QVERIFY_RESULT(plan);
    const auto result = watcher.release(*plan);
    QVERIFY_RESULT(result);
    QVERIFY(!result->isGone);
    QVERIFY2(result->text.starts_with("released only a part") &&
                 result->text.find("the command del failed") != std::string::npos,
             result->text.c_str());
    QCOMPARE(result->holder, ownerOne);
    QCOMPARE(m_servers.command({"KEYS", "*"}).toList(), QVariantList{QByteArray("orders")});
}

} // namespace lockscope::redisOldServerTest

LOCKSCOPE_TEST(lockscope::redisOldServerTest::RedisOldServerTest)
#include "RedisOldServerTest.moc"
