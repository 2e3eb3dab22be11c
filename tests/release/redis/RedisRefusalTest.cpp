// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Releases that a real server must refuse: the lock has changed since the plan, or the user lacks a right. Nothing is
/// changed then.

#include "core/release/PlanJson.h"
#include "core/release/PlanRows.h"
#include "core/release/ReleaseOptions.h"
#include "tests/release/redis/ReleasedRedis.h"
#include "tests/support/Test.h"

#include <QJsonArray>
#include <QProcess>

namespace lockscope::redisRefusalTest {

using namespace lockscope::test;

namespace {

const QByteArray hold = "HINCRBY orders ONE 1; PEXPIRE orders 30000";
const QByteArray readers = "HSET orders mode read ONE 1 TWO 1; PEXPIRE orders 90000; "
                           "SET {orders}:ONE:rwlock_timeout:1 1 PX 90000; SET {orders}:TWO:rwlock_timeout:1 1 PX 90000";
const QByteArray waiters = "RPUSH redisson_lock_queue:{orders} TWO THREE; "
                           "ZADD redisson_lock_timeout:{orders} NOW+330000 TWO NOW+630000 THREE";

/// What an observer may do, by redis.io/docs: read keys and channels.
const QString observer = QStringLiteral("on >moss %R~* resetchannels +@read +@connection +@transaction +time "
                                        "+pubsub|numsub +pubsub|shardnumsub -@dangerous +info");

} // namespace

class RedisRefusalTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void changedSinceThePlan_data();
    void changedSinceThePlan();
    void longerLease();
    void noHolder_data();
    void noHolder();
    void races();
    void missingRights_data();
    void missingRights();
    void deadWaiterThatListensAgain();
    void theLineFitsAnyName_data();
    void theLineFitsAnyName();
    void theRightsOfThePlanSuffice_data();
    void theRightsOfThePlanSuffice();
    void describesThePlan();

private:
    RedisServers m_servers;
    std::unique_ptr<ReleasingClient> m_client;
};

void RedisRefusalTest::initTestCase()
{
    QVERIFY_RESULT(m_servers.start());
    m_client = std::make_unique<ReleasingClient>(m_servers.target());
    QVERIFY(m_client->waitConnected());
}

void RedisRefusalTest::init()
{
    m_servers.command({"FLUSHALL"});
}

void RedisRefusalTest::changedSinceThePlan_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("contender");
    QTest::addColumn<QByteArray>("change");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, const QByteArray& before, const char* contender, const char* change,
                        ErrorCode code, const char* text) {
        QTest::newRow(name) << before << QByteArray(contender) << QByteArray(change) << static_cast<int>(code)
                            << QByteArray(text);
    };
    const auto refused = ErrorCode::Refused;
    row("holder gone", hold, "ONE", "DEL orders", ErrorCode::NoNode, "no longer holds it");
    row("other holder", hold, "ONE", "DEL orders; HINCRBY orders TWO 1; PEXPIRE orders 30000", refused,
        "now held by TWO");
    row("acquired once more", hold, "ONE", "HINCRBY orders ONE 1", refused, "now has 2 holds, not 1");
    row("lease without an end", hold, "ONE", "PERSIST orders", refused, "has no end any more");
    row("fenced, acquired again", hold + "; SET redisson_lock_token:{orders} 7", "ONE",
        "DEL orders; INCR redisson_lock_token:{orders}; HINCRBY orders ONE 1; PEXPIRE orders 30000", refused,
        "fencing token is now 8, not 7");
    row("another type", hold, "ONE", "DEL orders; SET orders 1", refused, "another type");
    row("read/write lock", hold, "ONE", "HSET orders mode read", refused, "another type");
    row("waiter gone", waiters, "TWO",
        "LREM redisson_lock_queue:{orders} 0 TWO; ZREM redisson_lock_timeout:{orders} TWO", ErrorCode::NoNode,
        "no longer waits");
    row("waiter holds", waiters, "TWO", "HINCRBY orders TWO 1; PEXPIRE orders 30000", refused, "now holds the lock");
    row("waiter queued again", waiters, "TWO", "ZADD redisson_lock_timeout:{orders} NOW+900000 TWO", refused,
        "waits again");
    row("reader gone", readers, "ONE", "HDEL orders ONE", ErrorCode::NoNode, "no longer holds it");
    row("reader reads once more", readers, "ONE", "HINCRBY orders ONE 1", refused, "now has 2 holds, not 1");
    row("other writer", "HSET orders mode write ONE:write 1; PEXPIRE orders 30000", "ONE",
        "DEL orders; HSET orders mode write TWO:write 1; PEXPIRE orders 30000", refused, "another owner");
    row("writer reads on", "HSET orders mode write ONE:write 1 ONE 1; PEXPIRE orders 30000", "ONE:write",
        "HDEL orders ONE:write; HSET orders mode read", ErrorCode::NoNode, "no longer holds it");
    row("free permits are no number", "SET orders 3; ZADD {orders}:timeout NOW+60000 0123456789abcdef", "PERMIT",
        "SET orders three", refused, "another type");
    row("too many free permits", "SET orders 3; ZADD {orders}:timeout NOW+60000 0123456789abcdef", "PERMIT",
        "SET orders 9223372036854775807", refused, "another type");
    row("permit returned", "SET orders 3; ZADD {orders}:timeout NOW+60000 0123456789abcdef", "PERMIT",
        "ZREM {orders}:timeout 0123456789abcdef; INCR orders", ErrorCode::NoNode, "no longer holds it");
    row("value of another owner",
        "HSET orders AAAAAAAAAAAAAAAAAAAAAA ONE AAAAAAAAAAAAAAAAAAAAAA:ONE:expire_time NOW+30000 "
        "AAAAAAAAAAAAAAAAAAAAAA:ONE:lock_count 1",
        "ONE", "HSET orders AAAAAAAAAAAAAAAAAAAAAA TWO", refused, "now held by TWO");
    row("other token", "SET orders first-token PX 30000", "first-token", "SET orders second-token PX 30000", refused,
        "now held by second-token");
}

void RedisRefusalTest::changedSinceThePlan()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, contender);
    QFETCH(QByteArray, change);
    QFETCH(int, code);
    QFETCH(QByteArray, text);
    sendAll(m_servers, before);
    contender.replace("ONE", QByteArray::fromStdString(ownerOne))
        .replace("TWO", QByteArray::fromStdString(ownerTwo))
        .replace("PERMIT", QByteArray("0123456789abcdef").toHex());
    text.replace("TWO", QByteArray::fromStdString(ownerTwo));
    const auto plan = m_client->plan("orders", contender.toStdString());
    QVERIFY_RESULT(plan);
    sendAll(m_servers, change);
    const auto keys = dumps(m_servers);
    Listener waiting(m_servers.port(),
                     {"redisson_lock__channel:{orders}", "redisson_rwlock:{orders}", "redisson_sc:{orders}",
                      "redisson_lock__channel:{orders}:" + QByteArray::fromStdString(ownerThree)});
    QVERIFY(waiting.isReady());
    const auto result = m_client->release(*plan);
    QVERIFY(!result);
    const auto detail = QByteArray::fromStdString(result.error().detail);
    QVERIFY2(static_cast<int>(result.error().code) == code, detail);
    QVERIFY2(detail.contains(text) && detail.contains("Nothing was changed"), detail);
    QCOMPARE(dumps(m_servers), keys);
    QCOMPARE(waiting.messages("redisson_sc:{orders}"), QByteArrayList());
}

/// A lease that no reading has found extended: the same owner, but a new hold.
void RedisRefusalTest::longerLease()
{
    sendAll(m_servers, "HINCRBY orders ONE 1; PEXPIRE orders 20000");
    auto plan = m_client->plan("orders", ownerOne);
    QVERIFY_RESULT(plan);
    QVERIFY(!plan->redis.isLeaseFixed); // one reading does not show it

    auto lock = std::make_shared<inspect::Lock>();
    lock->path = "orders";
    inspect::Contender holder;
    holder.holds = true;
    holder.node = ownerOne;
    inspect::RedisContender shown;
    shown.owner = ownerOne;
    shown.trace.kind = inspect::LeaseKind::Fixed;
    holder.redis = std::make_shared<const inspect::RedisContender>(shown);
    lock->queue.push_back(holder);
    auto snapshot = std::make_shared<inspect::Snapshot>();
    snapshot->locks.push_back(lock);
    release::Background background;
    background.snapshot = snapshot;
    plan = m_client->plan("orders", ownerOne, background);
    QVERIFY_RESULT(plan);
    QVERIFY(plan->redis.isLeaseFixed);

    sendAll(m_servers, "DEL orders; HINCRBY orders ONE 1; PEXPIRE orders 40000");
    const auto keys = dumps(m_servers);
    const auto result = m_client->release(*plan);
    QVERIFY(!result && result.error().code == ErrorCode::Refused);
    QVERIFY2(result.error().detail.find("acquired the lock again") != std::string::npos, result.error().detail.c_str());
    QCOMPARE(dumps(m_servers), keys);
    sendAll(m_servers, "PEXPIRE orders 5000"); // what is left of it has become less
    QVERIFY_RESULT(m_client->release(*plan));
}

void RedisRefusalTest::noHolder_data()
{
    QTest::addColumn<QByteArray>("commands");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, const QByteArray& commands, ErrorCode code, const char* text) {
        QTest::newRow(name) << commands << static_cast<int>(code) << QByteArray(text);
    };
    row("no key", "SET other 1", ErrorCode::NoNode, "does not exist");
    row("other holder", "HINCRBY orders TWO 1; PEXPIRE orders 30000", ErrorCode::NoNode, "it is now held by TWO");
    row("no lock", "HSET orders name Kim", ErrorCode::NotALock, "no lock of a known type");
    row("semaphore", "SET orders 4", ErrorCode::NotALock, "does not record its holders");
    row("list", "RPUSH orders a", ErrorCode::NotALock, "of the type list");
}

void RedisRefusalTest::noHolder()
{
    QFETCH(QByteArray, commands);
    QFETCH(int, code);
    QFETCH(QByteArray, text);
    sendAll(m_servers, commands);
    text.replace("TWO", QByteArray::fromStdString(ownerTwo));
    const auto plan = m_client->plan("orders", ownerOne);
    QVERIFY(!plan);
    QVERIFY2(static_cast<int>(plan.error().code) == code, describe(plan.error()).c_str());
    QVERIFY2(QByteArray::fromStdString(plan.error().detail).contains(text), plan.error().detail.c_str());
}

/// The holder releases and another owner acquires, while the release is on its way: the hold of the other owner stays.
void RedisRefusalTest::races()
{
    int released = 0;
    int refused = 0;
    RedisConnection other(m_servers.port());
    const auto first = QByteArray::fromStdString(ownerOne);
    const auto second = QByteArray::fromStdString(ownerTwo);
    for (int round = 0; round < 300; ++round) {
        sendAll(m_servers, "DEL orders; " + hold);
        const auto plan = m_client->plan("orders", ownerOne);
        QVERIFY_RESULT(plan);
        const auto change = [&] {
            other.send({"EVAL", "redis.call('del', KEYS[1]) return redis.call('hset', KEYS[1], ARGV[1], '1')", "1",
                        "orders", second});
        };
        if (round % 2 == 0)
            change();
        auto answer = m_client->begin(*plan);
        if (round % 2 != 0) { // a little later each time, so that both orders occur
            for (int i = 0; i < round % 8; ++i)
                other.command({"PING"});
            change();
        }
        const auto result = answer.get();
        QCOMPARE(other.next(), QVariant(qlonglong(1)));
        QVERIFY2(result || result.error().code == ErrorCode::Refused, result ? "" : describe(result.error()).c_str());
        ++(result ? released : refused);
        QCOMPARE(m_servers.command({"HGETALL", "orders"}).toList(), (QVariantList{second, QByteArray("1")}));
    }
    QCOMPARE(released + refused, 300);
    QVERIFY(released > 0 && refused > 0);
    qInfo("%d released before, %d refused", released, refused);
}

void RedisRefusalTest::missingRights_data()
{
    QTest::addColumn<QString>("rights");
    QTest::addColumn<QByteArray>("word");
    QTest::newRow("no scripts") << QString() << QByteArray("evalsha");
    QTest::newRow("no keys") << QStringLiteral("+eval +evalsha") << QByteArray("keys");
    QTest::newRow("no time") << QStringLiteral("+eval +evalsha ~* +@write +publish &* -time")
                             << QByteArray("the command time");
    QTest::newRow("no delete") << QStringLiteral("+eval +evalsha ~* +publish &*") << QByteArray("the command del");
    QTest::newRow("no publish") << QStringLiteral("+eval +evalsha ~* +@write &*") << QByteArray("the command publish");
    QTest::newRow("no channel") << QStringLiteral("+eval +evalsha ~* +@write +publish")
                                << QByteArray("the command publish");
}

void RedisRefusalTest::missingRights()
{
    QFETCH(QString, rights);
    QFETCH(QByteArray, word);
    QByteArrayList setUser{"ACL", "SETUSER", "watcher", "reset"};
    for (const auto& right : (observer + u' ' + rights).split(u' ', Qt::SkipEmptyParts))
        setUser << right.toUtf8();
    QCOMPARE(m_servers.command(setUser), QByteArray("OK"));
    ReleasingClient watcher(m_servers.target(), "watcher", "moss");
    QVERIFY(watcher.waitConnected());
    sendAll(m_servers, hold);
    const auto keys = dumps(m_servers);
    const auto plan = watcher.plan("orders", ownerOne);
    QVERIFY_RESULT(plan);
    QVERIFY2(plan->permission.allowed == release::Allowed::No, plan->permission.text.c_str());
    QVERIFY2(plan->permission.text.find("ACL SETUSER watcher +eval +evalsha ") != std::string::npos,
             plan->permission.text.c_str());
    const auto result = watcher.release(*plan);
    QVERIFY(!result);
    const auto detail = QByteArray::fromStdString(result.error().detail);
    QVERIFY2(result.error().code == ErrorCode::NoAuth, detail);
    QVERIFY2(detail.contains(word) && detail.contains("Nothing was changed. ") &&
                 detail.contains("As an administrator, add the rights: ACL SETUSER watcher +eval +evalsha "),
             detail);
    QCOMPARE(dumps(m_servers), keys);
}

/// It is removed as a waiter whose client has stopped.
void RedisRefusalTest::deadWaiterThatListensAgain()
{
    sendAll(m_servers, waiters);
    const auto plan = m_client->plan("orders", ownerTwo);
    QVERIFY_RESULT(plan);
    QVERIFY(plan->redis.alive == inspect::Alive::No);
    QCOMPARE(plan->redis.silentHeads, std::vector<std::string>{ownerThree}); // the next one has stopped too
    const auto keys = dumps(m_servers);
    Listener listener(m_servers.port(), {"redisson_lock__channel:{orders}:" + QByteArray::fromStdString(ownerTwo)});
    QVERIFY(listener.isReady());
    const auto result = m_client->release(*plan);
    QVERIFY(!result && result.error().code == ErrorCode::Refused);
    QVERIFY2(result.error().detail.find("a client now listens") != std::string::npos, result.error().detail.c_str());
    QCOMPARE(dumps(m_servers), keys);
}

void RedisRefusalTest::theLineFitsAnyName_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("plain") << QByteArray("orders");
    QTest::newRow("line end") << QByteArray("orders\nof today");
    QTest::newRow("quotes") << QByteArray("\"orders\" 'of' \\today");
    QTest::newRow("bytes") << QByteArray("orders\xff\x00\x7f!", 10);
    QTest::newRow("patterns") << QByteArray("orders*[a-z]?^");
}

/// redis-cli reads the line; the user may then delete this key, and no other one that a pattern would match.
void RedisRefusalTest::theLineFitsAnyName()
{
    QFETCH(QByteArray, name);
    QByteArrayList setUser{"ACL", "SETUSER", "watcher", "reset"};
    for (const auto& right : observer.split(u' '))
        setUser << right.toUtf8();
    QCOMPARE(m_servers.command(setUser), QByteArray("OK"));
    m_servers.command({"HSET", name, QByteArray::fromStdString(ownerOne), "1"});
    m_servers.command({"PEXPIRE", name, "30000"});
    ReleasingClient watcher(m_servers.target(), "watcher", "moss");
    QVERIFY(watcher.waitConnected());
    const auto refused = watcher.plan(name.toStdString(), ownerOne);
    QVERIFY_RESULT(refused);
    const auto& text = refused->permission.text;
    const auto line = QByteArray::fromStdString(text.substr(text.find("ACL SETUSER ")));
    QProcess cli;
    cli.start(QStringLiteral("redis-cli"), {QStringLiteral("-p"), QString::number(m_servers.port())});
    QVERIFY(cli.waitForStarted());
    cli.write(line + '\n');
    cli.closeWriteChannel();
    QVERIFY(cli.waitForFinished());
    QCOMPARE(cli.readAllStandardOutput().trimmed(), QByteArray("OK"));

    const auto plan = watcher.plan(name.toStdString(), ownerOne);
    QVERIFY_RESULT(plan);
    QVERIFY2(plan->permission.allowed == release::Allowed::Yes, plan->permission.text.c_str());
    QVERIFY_RESULT(watcher.release(*plan));
    QCOMPARE(m_servers.command({"ACL", "DRYRUN", "watcher", "DEL", name}), QByteArray("OK"));
    auto other = name;
    other.replace('*', "-more").replace("[a-z]", "q").replace('?', 'r');
    if (other != name)
        QVERIFY(m_servers.command({"ACL", "DRYRUN", "watcher", "DEL", other}) != QByteArray("OK"));
}

void RedisRefusalTest::theRightsOfThePlanSuffice_data()
{
    QTest::addColumn<QByteArray>("commands");
    QTest::addColumn<QByteArray>("contender");
    QTest::newRow("holder") << hold << QByteArray("ONE");
    QTest::newRow("fair holder") << hold + "; " + waiters << QByteArray("ONE");
    QTest::newRow("waiter") << waiters << QByteArray("TWO");
    QTest::newRow("reader") << readers << QByteArray("ONE");
    QTest::newRow("writer") << QByteArray("HSET orders mode write ONE:write 1 ONE 1; PEXPIRE orders 30000")
                            << QByteArray("ONE:write");
    QTest::newRow("permit") << QByteArray("SET orders 3; ZADD {orders}:timeout NOW+60000 0123456789abcdef")
                            << QByteArray("PERMIT");
    QTest::newRow("token") << QByteArray("SET orders first-token PX 30000") << QByteArray("first-token");
}

/// An administrator copies the line: the release works then.
void RedisRefusalTest::theRightsOfThePlanSuffice()
{
    QFETCH(QByteArray, commands);
    QFETCH(QByteArray, contender);
    contender.replace("ONE", QByteArray::fromStdString(ownerOne))
        .replace("TWO", QByteArray::fromStdString(ownerTwo))
        .replace("PERMIT", QByteArray("0123456789abcdef").toHex());
    QByteArrayList setUser{"ACL", "SETUSER", "watcher", "reset"};
    for (const auto& right : observer.split(u' '))
        setUser << right.toUtf8();
    QCOMPARE(m_servers.command(setUser), QByteArray("OK"));
    sendAll(m_servers, commands);
    ReleasingClient watcher(m_servers.target(), "watcher", "moss");
    QVERIFY(watcher.waitConnected());
    const auto refused = watcher.plan("orders", contender.toStdString());
    QVERIFY_RESULT(refused);
    const auto text = QByteArray::fromStdString(refused->permission.text);
    const auto line = text.mid(text.indexOf("ACL SETUSER "));
    QCOMPARE(m_servers.command(line.split(' ')), QByteArray("OK"));
    const auto plan = watcher.plan("orders", contender.toStdString());
    QVERIFY_RESULT(plan);
    QVERIFY2(plan->permission.allowed == release::Allowed::Yes, plan->permission.text.c_str());
    QVERIFY_RESULT(watcher.release(*plan));
}

/// No word of nodes, sessions and czxids.
void RedisRefusalTest::describesThePlan()
{
    sendAll(m_servers, hold + "; SET redisson_lock_token:{orders} 7");
    const auto plan = m_client->plan("orders", ownerOne);
    QVERIFY_RESULT(plan);
    const auto now = plan->readAt;
    const auto json = release::planJson(*plan, now);
    QCOMPARE(json.value(u"backend").toString(), QStringLiteral("redis"));
    QCOMPARE(json.value(u"path").toString(), QStringLiteral("orders"));
    QCOMPARE(json.value(u"owner").toString().toStdString(), ownerOne);
    QCOMPARE(json.value(u"count").toInt(), 1);
    QVERIFY(json.value(u"leaseMs").toInt() > 20'000);
    QCOMPARE(json.value(u"fencingToken").toInt(), 7);
    QCOMPARE(json.value(u"confirmation").toString(), QStringLiteral("name-and-reason"));
    for (const auto* field : {"czxid", "session", "version", "createdAt", "ageMs", "client", "host"})
        QVERIFY2(json.contains(QLatin1String(field)) && json.value(QLatin1String(field)).isNull(), field);
    QCOMPARE(json.value(u"operations").toArray().size(), 3);
    QString all;
    for (const auto& row : release::planRows(*plan, now))
        all += QString::fromStdString(row.title + ' ' + row.text + '\n');
    for (const auto* word : {"node", "session", "czxid", "heartbeat"})
        QVERIFY2(!all.contains(QLatin1String(word), Qt::CaseInsensitive), qPrintable(all));
    QVERIFY2(all.contains(QStringLiteral("renewal")), qPrintable(all));
    const auto options = release::releaseOptionsOf(*plan, now);
    QVERIFY(options.ask.helps == release::Helps::No);
    QVERIFY(options.wait.helps == release::Helps::Maybe);
    QCOMPARE(options.wait.until, std::optional<WallTime>(plan->readAt + *plan->redis.lease));
    QVERIFY(options.remove.helps == release::Helps::Yes);
    QVERIFY(m_client->actor().whyNotAsked(*plan));
    QVERIFY(!release::whyChanged(*plan, *plan));
    auto later = *plan;
    later.redis.fencingToken = 8;
    QVERIFY(release::whyChanged(*plan, later));
}

} // namespace lockscope::redisRefusalTest

LOCKSCOPE_TEST(lockscope::redisRefusalTest::RedisRefusalTest)
#include "RedisRefusalTest.moc"
